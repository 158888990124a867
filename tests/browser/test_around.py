"""What is around the table, in Chromium: shared screen, chat, seats, keys, rematch."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from browser.conftest import Server
from browser.player import DECIDES, OVER, RESTED, open_table, question

AT_ONCE = """async () => {
    for (const key of [{ key: "2", code: "Digit2", altKey: true }, { key: "l", code: "KeyL" }])
        document.activeElement.dispatchEvent(new KeyboardEvent("keydown", { bubbles: true, cancelable: true, ...key }));
    for (let frame = 0; frame < 6; frame++) await new Promise(requestAnimationFrame);
}"""
"""To the second board and then to the log, without waiting."""
PHONE = {"width": 390, "height": 844}
Person = Callable[..., Page]


@pytest.fixture
def person(browser: Browser) -> Iterator[Person]:
    """Give browsers of their own, one for each person."""
    contexts = []

    def new(**settings: Any) -> Page:
        context = browser.new_context(**{"viewport": {"width": 1280, "height": 720}, **settings})
        contexts.append(context)
        return context.new_page()

    yield new
    for context in contexts:
        context.close()


def open_match(page: Page, server: Server, game: str, seats: list[dict[str, str]], **rest: Any) -> dict[str, Any]:
    """Open a match for the person of a page and go to its table."""
    page.goto(server.url)
    data = {"game": game, "seats": seats, **rest}
    answer = page.request.post(
        f"{server.url}/matches", data=data, headers={"x-shapan": "1", "origin": server.url.rstrip("/")}
    )
    assert answer.status == 201, answer.text()
    match: dict[str, Any] = answer.json()
    page.goto(server.url + match["url"])
    return match


def join(page: Page, server: Server, match: dict[str, Any], name: str) -> None:
    """Take the first open seat of a match."""
    page.goto(server.url + match["joins"][0]["url"])
    page.locator("input[name=name]").fill(name)
    page.locator("form button").last.click()
    page.wait_for_url("**/match/*")
    page.wait_for_selector("#question")


def menu(page: Page, item: str) -> None:
    """Choose from the menu, by keys."""
    page.get_by_role("button", name="Menu").focus()
    page.keyboard.press("Enter")
    expect(page.get_by_role("menu")).to_be_visible()
    seen = []
    for _ in range(20):
        seen.append(page.evaluate("document.activeElement.outerHTML")[:160])
        if item in page.evaluate("document.activeElement.textContent"):
            page.keyboard.press("Enter")
            return
        page.keyboard.press("ArrowDown")
    raise AssertionError(f"no {item} in the menu: {seen}")


def test_a_shared_screen_shows_nothing_before_its_person_sits_down(page: Page, server: Server) -> None:
    open_match(page, server, "leduc", [{"kind": "me", "name": "Ling"}, {"kind": "hot", "name": "Tomas"}])
    for turn in range(2):
        cover = page.locator(".hand-over")
        expect(cover).to_contain_text(["Ling", "Tomas"][turn])
        text = page.locator("body").inner_text() + page.locator("body").evaluate("body => body.innerHTML")
        assert not [card for card in ("King", "Queen", "Jack", "data-piece") if card in text]
        page.keyboard.press("Enter")
        page.wait_for_selector(RESTED)
        assert page.locator("[data-piece]").count() >= 2
        page.keyboard.press("1")
        page.keyboard.press("Enter")
        if turn == 0:
            expect(cover).to_be_visible()


CUT_CLOCK = """() => {
    const [desk, clock] = [".desk", ".desk .clock"].map((name) => document.querySelector(name).getBoundingClientRect());
    const marks = [...document.querySelectorAll(".clock li > *")].map((node) => node.getBoundingClientRect());
    return marks.some(({ top, right }) => top < Math.max(desk.top, clock.top) || right > desk.right);
}"""


def test_two_people_talk_hand_over_and_play_again(person: Person, server: Server) -> None:
    ling, tomas = person(), person(viewport=PHONE, has_touch=True)
    seats = [{"kind": "me", "name": "Ling"}, {"kind": "open"}]
    match = open_match(ling, server, "pig", seats, options={"target": 40}, pace=600)
    expect(ling.locator("#question")).to_contain_text("Waiting for you and Seat 2")
    join(tomas, server, match, "Tomas")
    expect(ling.locator(".seats")).to_contain_text("Tomas")
    assert not ling.locator("[data-piece], .log").count()
    for one in (ling, tomas):
        one.get_by_role("button", name="I am ready").last.click()
    ling.wait_for_selector(DECIDES)
    expect(ling.locator(".clock")).to_contain_text(":")
    for one in (ling, tomas):
        assert one.evaluate(CUT_CLOCK) is False
        assert len(re.findall(r"\d:\d\d", one.locator(".desk").inner_text())) == 1, "the time is told once"

    tomas.locator(".tabs button").last.click()
    tomas.locator("#chat-text").fill("good luck")
    tomas.keyboard.press("Enter")
    expect(ling.locator("#tab-chat .badge")).to_contain_text("1")
    assert ling.evaluate("document.activeElement.id") == "question"
    ling.keyboard.press("c")
    expect(ling.locator(".said")).to_contain_text("good luck")
    expect(ling.locator("#chat-text")).to_be_focused()
    ling.keyboard.type("hello @t")
    expect(ling.get_by_role("option")).to_contain_text("Tomas")
    ling.keyboard.press("Enter")
    expect(ling.locator("#chat-text")).to_have_value("hello @Tomas ")
    ling.keyboard.press("Enter")
    expect(tomas.locator(".said .named.me")).to_have_text("@Tomas")
    ling.keyboard.press("Escape")

    menu(ling, "Hand my seat to a bot")
    ling.get_by_role("alertdialog").get_by_role("button").last.click()
    expect(ling.locator(".seated")).to_be_visible()
    ling.locator(".seated button").click()
    expect(ling.locator(".seated")).to_have_count(0)

    menu(ling, "Concede and leave")
    ling.get_by_role("alertdialog").get_by_role("button").last.click()
    expect(tomas.locator(".toast").last).to_contain_text("has left")
    tomas.wait_for_selector(OVER)  # of two, the other has won
    expect(tomas.locator(OVER)).to_contain_text("Everyone else has left")
    before = tomas.url
    tomas.locator(f"{OVER} .again").click()
    tomas.wait_for_url(lambda url: url != before)
    expect(ling.locator(".toast", has_text="next match"), "who has left is not told").to_have_count(0)


def test_keys_go_everywhere_and_can_be_switched_off(page: Page, server: Server, complaints: list[str]) -> None:
    open_table(page, server.url, "planet_masters", seats=4)
    question(page)
    for _ in range(20):
        question(page)
        if page.locator("[data-place].legal").count():
            break
        page.wait_for_selector(RESTED)
        page.keyboard.press("1")
        page.keyboard.press("Enter")
        page.wait_for_timeout(300)
    page.keyboard.press("n")
    assert "legal" in str(page.evaluate("document.activeElement.className"))
    page.keyboard.press("Alt+2")
    expect(page.locator("[data-seat='1']:is(:focus, :has(:focus))")).to_have_count(1)
    page.keyboard.press("l")
    expect(page.locator("[data-line]:focus")).to_have_count(1)
    page.locator("#question").focus()
    page.evaluate(AT_ONCE)
    expect(page.locator("[data-line]:focus"), "the last key leads").to_have_count(1)
    page.keyboard.press("Enter")
    expect(page.locator(".ring").first).to_be_visible()
    page.keyboard.press("Escape")
    page.keyboard.press("Escape")
    page.keyboard.press("?")
    page.keyboard.press("?")
    expect(page.locator("dialog[open] dl")).to_be_visible()
    page.keyboard.press("Escape")
    menu(page, "On")
    page.get_by_role("group", name="Single keys").get_by_text("Off").click()
    page.keyboard.press("Escape")
    page.keyboard.press("c")
    assert page.get_by_role("tab", selected=True).inner_text() == "Log"
    assert complaints == []


def test_what_one_tab_sets_the_other_shows(page: Page, server: Server) -> None:
    open_table(page, server.url, "planet_masters", seats=3)
    question(page)
    other = page.context.new_page()
    other.goto(page.url)
    question(other)
    page.bring_to_front()
    page.locator("header.top [aria-haspopup=menu]").click()
    page.locator("[role=menuitemradio][lang=zh-Hans]").click()
    page.keyboard.press("Escape")
    expect(other.locator("html")).to_have_attribute("lang", "zh-Hans")
    before = page.locator("#question h2").first.inner_text()
    for _ in range(2):  # chosen, then given; Enter is the menu's, which has the focus
        page.keyboard.press("1")
    expect(page.locator("#question h2").first).not_to_have_text(before)
    expect(other.locator("#question h2").first).not_to_have_text(before)
