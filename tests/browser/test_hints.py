"""Hints and the review of a finished match in Chromium: by mouse, by keyboard, on a phone."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Browser, Page, expect

from browser.axe import findings
from browser.conftest import Server
from browser.person import Person
from browser.player import open_table, question

HINT = "section.hint"
SHARE = re.compile(r"\d+ %")


def test_a_hint_by_mouse(page: Page, server: Server, complaints: list[str]) -> None:
    open_table(page, server.url, "planet_masters")
    assert question(page) == "Choose your race"
    page.get_by_role("button", name=re.compile("^Hint")).click()
    rows = page.locator(f"{HINT} li")
    expect(rows.first).to_contain_text(SHARE)
    expect(page.locator(HINT)).to_contain_text(re.compile("An estimate from [1-9]\\d+ looks ahead"))
    shares = [int(text.rstrip(" %")) for text in rows.locator(".chance").all_inner_texts()]
    assert len(shares) >= 2 and shares == sorted(shares, reverse=True)
    expect(page.locator(f"{HINT} .chance.best")).to_have_count(1)
    expect(page.locator(".answers .chance").first).to_contain_text(SHARE)
    best = page.locator(".answers button", has=page.locator(".chance.best"))
    expect(best).to_have_accessible_name(re.compile("about \\d+ % to win, best"))
    assert findings(page) == []
    page.locator(f"{HINT} .close").click()
    expect(page.locator(HINT)).to_have_count(0)
    expect(page.locator(".chance")).to_have_count(0)
    assert complaints == []


def test_a_hint_by_keyboard_is_told_and_goes_with_its_question(page: Page, server: Server) -> None:
    open_table(page, server.url, "pig", seats=2)
    assert question(page)
    page.keyboard.press("h")
    expect(page.locator(HINT)).to_contain_text("Roll")
    expect(page.locator("[aria-live=polite]").first).to_contain_text(re.compile("Roll: \\d+ %.*looks ahead"))
    page.keyboard.press("h")
    expect(page.locator(HINT)).to_have_count(0)
    page.keyboard.press("h")
    expect(page.locator(HINT)).to_be_visible()
    page.keyboard.press("1")
    expect(page.locator(HINT)).to_have_count(0)


def test_targets_on_the_board_have_their_chance(browser: Browser, server: Server) -> None:
    person = Person(browser, server.url, viewport={"width": 1280, "height": 720}, reduced_motion="reduce")
    page = person.page
    page.add_init_script("localStorage.setItem('shapan.speed', 'off')")
    match = person.open("planet_masters", "me", "bot:greedy", "bot:greedy")["id"]
    person.go(match)
    for _ in range(60):
        assert question(page)
        decision = person.frame(match)["decision"]
        if decision and decision["kind"] == "action":
            break
        if decision:
            person.answer(match, decision, [] if decision["many"] else [decision["targets"][0]["code"]])
        page.wait_for_timeout(50)
    page.reload()
    assert question(page)
    page.keyboard.press("h")
    expect(page.locator(HINT)).to_be_visible()
    target = page.locator("#board [data-place]", has=page.locator(".chance")).first
    expect(target).to_have_accessible_name(re.compile("about \\d+ % to win"))
    person.close()


def test_no_hints_where_the_table_gives_none(page: Page, browser: Browser, server: Server) -> None:
    person = Person(browser, server.url)
    match = person.open("pig", "me", "bot:greedy", hints="off")["id"]
    person.go(match)
    assert question(person.page)
    assert person.page.locator("button.hint").count() == 0
    person.page.keyboard.press("h")
    expect(person.page.locator(".toasts, [role=status]").first).to_contain_text("gives no hints")
    person.close()


@pytest.mark.parametrize("language", ["zh-Hans", "zh-Hant"])
def test_a_hint_on_a_chinese_phone(browser: Browser, server: Server, language: str) -> None:
    person = Person(browser, server.url, viewport={"width": 390, "height": 844}, has_touch=True)
    person.context.add_cookies([{"name": "language", "value": language, "url": server.url}])
    match = person.open("pig", "me", "bot:greedy")["id"]
    person.go(match)
    page = person.page
    assert question(page)
    button = page.locator("button.hint")
    box = button.bounding_box()
    assert box is not None and box["height"] >= 44
    button.click()
    expect(page.locator(HINT)).to_be_visible()
    assert not re.findall(r"[A-Za-z]{2,}", re.sub(r"PIG-[\d.]+", "", page.locator(".prompt").inner_text()))
    assert page.evaluate("document.scrollingElement.scrollWidth") <= 390
    assert findings(page) == []
    person.close()
