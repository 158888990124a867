"""A game with a map on a phone: pages of its own, all within reach, in Chinese without a Latin word."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from browser.axe import Report
from browser.conftest import Server
from browser.person import Person, some_answer
from browser.player import answer, question
from shapan.engine.chance import Stream

GAME = "battlestar"
TALL, FLAT = {"width": 390, "height": 844}, {"width": 844, "height": 390}
LATIN = re.compile(r"[A-Za-z]{2,}")
ALLOWED = re.compile(r"BSG-[A-Z]*\d[\d.]*|Shapan|English")
LEAST, MOST = 20, 60
"""So many answers."""
HAND, CHECK, LOG = 1, 2, 4
"""Places of tabs."""
ODD = """() => [...document.querySelectorAll(".app button, .app a, .app select")].filter((node) => {
    const box = node.getBoundingClientRect();
    const beyond = box.left < -1 || box.right > innerWidth + 1;
    return box.width && box.height && (beyond || node.scrollWidth > node.clientWidth + 1 && node.matches(".btn"));
}).map((node) => node.innerText || node.getAttribute("aria-label"))"""
"""What can be pressed and stands beyond an edge of the screen, or has words beyond its own."""
PRESSED = ".prompt .btn, .tabs button, .bar button, .piece.legal, .cover"
SMALL = """(pressed) => [...document.querySelectorAll(pressed)].filter((node) => {
    const box = node.getBoundingClientRect();
    return box.width && box.height && (box.width < 43.5 || box.height < 43.5);
}).map((node) => `${node.className} ${node.innerText}`)"""
"""What has to be pressed and is too small for a finger."""


@pytest.fixture(params=["zh-Hans", "zh-Hant"])
def ling(request: pytest.FixtureRequest, browser: Browser, same_dice: Server) -> Iterator[Person]:
    person = Person(browser, same_dice.url, viewport=TALL, has_touch=True, is_mobile=True, reduced_motion="reduce")
    person.context.add_cookies([{"name": "language", "value": request.param, "url": same_dice.url}])
    person.page.add_init_script("localStorage.setItem('shapan.speed', 'off')")
    yield person
    person.close()


def fits(page: Page, width: int) -> None:
    """The page does not scroll sideways, and has neither Latin words nor buttons beyond its edges."""
    assert page.evaluate("document.scrollingElement.scrollWidth") <= width
    assert page.evaluate(ODD) == []
    named = page.locator("[aria-label]").evaluate_all("all => all.map((node) => node.getAttribute('aria-label'))")
    text = ALLOWED.sub("", "\n".join([page.locator("body").inner_text(), *named]))
    assert LATIN.findall(text) == []


def start(ling: Person) -> str:
    match: str = ling.open(GAME, "me", "bot:random", "bot:random", "bot:random")["id"]
    ling.go(match)
    return match


def test_a_stretch_of_a_match_in_chinese(ling: Person) -> None:
    start(ling)
    page, rng, looked = ling.page, Stream("phone 3"), set[str]()
    for number in range(MOST):
        assert question(page)
        if number >= LEAST and len(looked) == 3:
            break
        fits(page, 390)
        assert page.evaluate(SMALL, PRESSED) == []
        now = page.locator(".tabs [aria-current]").inner_text()
        if now not in looked:
            looked.add(now)
            for tab in page.locator(".tabs button").all():
                tab.click()
                fits(page, 390)
            page.locator(".tabs button", has_text=now).click()
        answer(page, rng)
        page.wait_for_timeout(30)
    assert len(looked) == 3
    page.set_viewport_size(FLAT)  # type: ignore[arg-type]
    for tab in page.locator(".tabs button").all():
        tab.click()
        fits(page, 844)


def test_nothing_grave_for_axe_on_any_page(ling: Person) -> None:
    match, report = start(ling), Report()
    page, seen = ling.page, set[str]()
    for _ in range(60):
        assert question(page)
        decision = ling.frame(match)["decision"]
        if decision is None:
            continue
        if decision["kind"] not in seen:
            seen.add(decision["kind"])
            report.look(page, decision["kind"])
            if decision["kind"] == "contribute":
                for tab in page.locator(".tabs button").all():
                    tab.click()
                    report.look(page, f"tab {tab.inner_text()}")
        if {"contribute", "move", "action"} <= seen:
            break
        ling.answer(match, decision, some_answer(decision))
        page.wait_for_timeout(60)
    assert {"contribute", "move", "action"} <= seen
    assert report.clean, f"\n{report}"


def test_a_question_opens_the_page_it_is_about(ling: Person) -> None:
    match = start(ling)
    page, pages, tabs = ling.page, dict[str, str](), ling.page.locator(".tabs button")
    for _ in range(60):
        assert question(page)
        decision = ling.frame(match)["decision"]
        if decision is None:
            continue
        pages[decision["kind"]] = page.locator(".tabs [aria-current]").inner_text()
        if decision["kind"] == "contribute":
            break
        ling.answer(match, decision, some_answer(decision))
        page.wait_for_timeout(60)
    names = [tab.inner_text() for tab in tabs.all()]
    assert pages["contribute"] == names[HAND]
    expect(page.locator(".case.brief")).to_be_visible()
    tabs.nth(CHECK).click()
    expect(page.locator(".case:not(.brief)")).to_be_visible()
    expect(tabs.nth(HAND).locator(".dot")).to_have_count(1)
    tabs.nth(LOG).click()
    expect(page.locator("#side-log")).to_be_visible()
    expect(page.locator(".stage")).to_be_hidden()
