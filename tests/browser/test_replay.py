"""A finished match watched again in Chromium: keys, slider, marks, views, deep links, languages, a phone."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from typing import Any
from urllib.request import Request, urlopen

import pytest
from playwright.sync_api import Browser, Page, expect

from browser.conftest import Server
from browser.prepared import lay, over
from browser.prepared import played as finished

STEP = re.compile(r"Step (\d+) of (\d+)")
LATIN = re.compile(r"[A-Za-z]{2,}")
ALLOWED = re.compile(r"PM-[E\d][\d.]*|Shapan|English")


@dataclass
class Played:
    """A finished match of bots."""

    url: str
    match: str
    steps: int

    @property
    def page(self) -> str:
        return f"{self.url}/replay/{self.match}"


def call(url: str) -> Any:
    with urlopen(Request(url, headers={"x-shapan": "1"}), timeout=60) as answer:
        return json.load(answer)


@pytest.fixture(scope="module")
def played(server: Server) -> Played:
    match = lay(
        server,
        finished("planet_masters", 4, over, bot="greedy", options={"max_rounds": 6}),
        None,
        *["bot:greedy"] * 4,
    )
    steps = len(call(f"{server.url}/api/matches/{match}/replay")["frames"])
    return Played(server.url, match, steps)


def step(page: Page) -> int:
    found = STEP.search(page.locator("#question .place").inner_text())
    assert found is not None
    return int(found[1])


def test_steps_by_keys_marks_and_slider(page: Page, played: Played, complaints: list[str]) -> None:
    page.goto(played.page)
    expect(page.locator("#question .place")).to_contain_text(f"Step 1 of {played.steps}")
    lines = page.locator(".log [data-line]")
    told = []
    for _ in range(6):
        page.keyboard.press("ArrowRight")
        told.append(lines.count())
    assert step(page) == 7 and told == sorted(told) and told[-1] > told[0]
    page.keyboard.press("ArrowLeft")
    assert step(page) == 6
    page.keyboard.press("Shift+ArrowRight")
    mark = step(page)
    assert mark > 6
    expect(page.locator(".what b").first).to_be_visible()
    page.keyboard.press("Shift+ArrowRight")
    page.keyboard.press("Shift+ArrowLeft")
    assert step(page) == mark
    slider = page.get_by_role("slider")
    slider.fill(str(played.steps - 1))
    assert step(page) == played.steps - 1
    assert f"Step {played.steps - 1} of {played.steps}" in str(slider.get_attribute("aria-valuetext"))
    slider.press("ArrowRight")
    assert step(page) == played.steps
    expect(page.locator(".what")).to_contain_text(re.compile("won|Nobody"))
    page.keyboard.press("Home")
    assert step(page) == 1 and lines.count() < told[-1]
    box = slider.bounding_box()
    assert box is not None
    page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    assert abs(step(page) - played.steps / 2) <= 2
    assert complaints == []


def test_it_plays_and_stops(page: Page, played: Played, complaints: list[str]) -> None:
    page.goto(f"{played.page}#{played.steps - 4}")
    page.get_by_label("Speed").select_option("4")
    page.locator("body").press("Space")
    expect(page.get_by_role("button", name="Pause")).to_be_visible()
    expect(page.locator("#question .place")).to_contain_text(f"Step {played.steps} of {played.steps}")
    expect(page.get_by_role("button", name="Play", exact=True)).to_be_visible()
    assert complaints == []


def test_views_deep_links_and_rules(page: Page, played: Played, complaints: list[str]) -> None:
    page.goto(f"{played.page}#20")
    assert step(page) == 20
    expect(page.locator("article.own")).to_have_count(0)
    page.get_by_label("View").select_option("2")
    expect(page.locator("article.own")).to_have_attribute("data-seat", "2")
    page.wait_for_url(f"**/replay/{played.match}?seat=2#*")
    there = step(page)
    page.reload()
    expect(page.locator("article.own")).to_have_attribute("data-seat", "2")
    assert step(page) == there
    page.evaluate("location.hash = '#9'")
    expect(page.locator("#question .place")).to_contain_text("Step 9 of")
    page.locator(".log .rule").first.click()
    expect(page.get_by_role("dialog")).to_be_visible()
    page.keyboard.press("Escape")
    page.locator("#question").focus()  # in the log the arrows move between its lines
    page.keyboard.press("ArrowRight")
    assert step(page) == 10
    with page.expect_download() as download:
        page.get_by_role("link", name=re.compile("Download")).click()
    assert download.value.suggested_filename.endswith(f"{played.match}.shapan.json")
    assert complaints == []


def test_a_match_that_is_not_there(page: Page, played: Played) -> None:
    answer = page.goto(f"{played.url}/replay/none")
    assert answer is not None and answer.status == 404
    page.goto(f"{played.page}?seat=77")
    expect(page.get_by_role("button")).to_be_visible()


@pytest.mark.parametrize("language", [pytest.param("zh-Hans", marks=pytest.mark.long), "zh-Hant"])
def test_a_chinese_phone(browser: Browser, played: Played, language: str) -> None:
    locale = {"zh-Hans": "zh-CN", "zh-Hant": "zh-TW"}[language]
    context = browser.new_context(locale=locale, viewport={"width": 390, "height": 844}, has_touch=True)
    page = context.new_page()
    page.goto(f"{played.page}#12")
    for _ in range(8):
        page.locator(".keys button").nth(3).click()
    for tab in range(3):
        page.locator(".tabs button").nth(tab).click()
        assert page.evaluate("document.scrollingElement.scrollWidth") <= 390
        words = LATIN.findall(ALLOWED.sub("", page.locator("body").inner_text()))
        assert not words, words
    page.locator(".tabs button").first.click()
    for button in page.locator(".bar button, .bar .pick").all():
        box = button.bounding_box()
        assert box is not None and box["width"] >= 40 and box["height"] >= 44
    context.close()


def test_a_review_shows_what_there_is_and_how_long_the_rest_takes(page: Page, played: Played) -> None:
    choice = {"codes": [1], "labels": [{"key": "ui.review"}], "chance": 0.5}
    point = {"position": 0, "seat": 0, "person": True, "question": {"key": "ui.replay"}, "rule": "", "looks": 90}
    point |= {"chances": [0.5, 0.2, 0.2, 0.1], "chosen": choice, "best": choice, "gain": 0.0}
    rest = {"match": played.match, "measure": "chance", "end": None, "total": 240}
    answers = [
        {**rest, "state": "waiting", "done": 0, "points": [], "seconds": 400, "ahead": 2},
        {**rest, "state": "making", "done": 1, "points": [point], "seconds": 400, "ahead": 0},
    ]
    page.route("**/review", lambda route: route.fulfill(json=answers[0] if len(answers) == 1 else answers.pop(0)))
    page.goto(f"{played.page}?review")
    shown = page.locator("#review")
    expect(shown).to_contain_text("2 other reviews come first")
    expect(shown).to_contain_text("1 of 240 decisions looked at")
    expect(shown).to_contain_text("About 7 min left")
    expect(shown.locator(".item")).to_have_count(1)
    expect(shown.locator("#review-curve")).to_have_count(0)
