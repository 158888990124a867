"""The sheet of a phone follows a finger, rests at one of three heights, and leaves the map all that is above it."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from browser.conftest import Server
from browser.finger import PHONE, Finger
from browser.person import LAID_OUT, Person
from browser.prepared import asked, lay, played

STANDS = """async () => {
    await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
    const box = (selector) => document.querySelector(selector).getBoundingClientRect();
    const desk = document.querySelector(".desk");
    return {
        top: Math.round(box(".desk").top), grip: Math.round(box(".grip").top + 7),
        map: Math.round(box(".narrow :is(.window, .ground)").height),
        stop: desk.matches(".low") ? "line" : desk.matches(".full") ? "full" : "half", held: desk.matches(".held"),
        foot: box(".desk .foot").bottom <= box("nav.tabs").top + 1,
    };
}"""
REST = 200
"""After so many milliseconds a finger that has not moved throws nothing."""


def stands(page: Page) -> dict[str, Any]:
    found: dict[str, Any] = page.evaluate(STANDS)
    return found


def settled(page: Page) -> dict[str, Any]:
    expect(page.locator(".desk.held")).to_have_count(0)
    page.evaluate(LAID_OUT)
    return stands(page)


@pytest.mark.parametrize("game", ["starcraft", "malifaux"])
def test_the_sheet_follows_a_finger_and_the_map_is_fitted_when_it_rests(
    browser: Browser, server: Server, game: str
) -> None:
    ling = Person(browser, server.url, locale="en", reduced_motion="reduce", **PHONE)
    page, finger = ling.page, Finger(ling.page)
    page.add_init_script("localStorage.setItem('shapan.speed', 'off')")
    kinds = {"starcraft": ("build",), "malifaux": ("activate",)}[game]
    seats = {"starcraft": 3, "malifaux": 2}[game]
    match = played(game, seats, lambda match: asked(match, 0, *kinds), bot="greedy")
    ling.go(lay(server, match, ling, "me", *["bot:greedy"] * (seats - 1)))
    page.locator(".grip").wait_for()
    half = settled(page)
    assert half["stop"] == "half"

    finger.down(195, half["grip"])
    finger.move(0, 60)
    held = stands(page)
    assert held["held"] and abs(held["top"] - half["top"] - 60) <= 1, "it does not follow"
    assert held["map"] == half["map"], "the map moves under the finger"
    page.wait_for_timeout(REST)
    finger.move(0, 400)
    assert stands(page)["stop"] == "line"
    page.wait_for_timeout(REST)
    finger.up()
    line = settled(page)
    assert line["stop"] == "line" and line["foot"] and line["map"] > half["map"] + 60

    finger.down(195, line["grip"])
    finger.move(0, -(line["top"] - half["top"] - 30))
    page.wait_for_timeout(REST)
    assert stands(page)["stop"] == "half", "what there is room for is not shown"
    finger.up()
    assert settled(page) == half

    page.locator(".grip").tap()
    assert settled(page)["stop"] == "line"
    page.locator(".grip").tap()
    assert settled(page) == half
    page.locator(".grip").press("Enter")
    assert settled(page)["stop"] == "line"
    ling.close()


def test_a_sheet_drawn_up_shows_all_and_does_not_take_the_view_of_whoever_looks(
    browser: Browser, server: Server
) -> None:
    ling = Person(browser, server.url, locale="zh-CN", reduced_motion="reduce", **PHONE)
    page, finger = ling.page, Finger(ling.page)
    page.add_init_script("localStorage.setItem('shapan.speed', 'off')")
    match = played("starcraft", 3, lambda match: asked(match, 0, "build"), bot="greedy")
    ling.go(lay(server, match, ling, "me", "bot:greedy", "bot:greedy"))
    page.locator(".grip").wait_for()
    half = settled(page)
    finger.down(195, half["grip"])
    finger.move(0, -600)
    page.wait_for_timeout(REST)
    assert stands(page)["top"] >= 86, "it lies over the seats"
    finger.up()
    full = settled(page)
    assert full["stop"] == "full" and full["top"] < half["top"] and full["foot"]
    for stop in ("line", "half"):
        page.locator(".grip").tap()
        assert settled(page)["stop"] == stop
    assert settled(page) == half
    assert page.evaluate("Object.keys(localStorage).some((key) => key.endsWith('views'))") is False
    ling.close()
