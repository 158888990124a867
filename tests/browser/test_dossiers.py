"""Dossiers in Chromium: by key and from a board, on a desk and a phone; what bots and people say of each other."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, expect

from browser.axe import Report
from browser.conftest import Server
from browser.person import Person
from browser.prepared import asked, lay, played
from shapan.engine.match import Match

DESK = {"width": 1280, "height": 720}
PHONE = {"width": 390, "height": 844}
SEATS = ("me", "bot:random", "bot:random", "bot:random")


def late(match: Match[Any]) -> bool:
    """Whether it is late in a match, somebody stands out, and seat 0 chooses an action."""
    found = match.dossiers() if match.live.turn >= 12 and asked(match, 0, "action") else []
    return any(cause.name == "strays" for dossier in found[1:] for cause in dossier.causes)


@pytest.fixture(params=[DESK, PHONE], ids=["desk", "phone"])
def ling(browser: Browser, server: Server, request: pytest.FixtureRequest) -> Iterator[Person]:
    person = Person(browser, server.url, viewport=request.param, reduced_motion="reduce")
    person.page.add_init_script("localStorage.setItem('shapan.speed', 'off')")
    yield person
    person.close()


def test_a_dossier_is_read_and_a_seat_is_suspected_by_it(ling: Person, server: Server) -> None:
    match = played("battlestar", 4, late, key=b"look")
    seat = next(d.seat for d in match.dossiers()[1:] if any(cause.name == "strays" for cause in d.causes))
    ling.go(lay(server, match, ling, *SEATS))
    page = ling.page
    page.locator(".question.yours h2").first.wait_for()
    narrow = page.viewport_size == PHONE
    if narrow:
        page.locator("nav.tabs button").nth(3).click()
    line, button = page.locator(f".rail [data-sheet='{seat}']"), page.locator(f"[data-seat='{seat}'] .dossier")
    line.or_(button).first.wait_for()
    if line.count():  # a line of the rail opens the sheet of its seat
        line.click()
    button.click()
    dossier = page.locator("dialog")
    expect(dossier.locator("[role=tab][aria-selected=true]")).to_have_attribute("data-tab", str(seat))
    expect(dossier.locator(".sums li")).to_have_count(3)
    expect(dossier.locator("li.bad .sr").first).to_have_text("Against: ")
    report = Report()
    report.look(page, "")
    assert str(report) == ""
    dossier.locator(".remarks button", has_text="strays").click()
    page.keyboard.press("Escape")
    expect(dossier).to_have_count(0)
    page.keyboard.press("c")
    said = page.locator(".said .words").last
    expect(said).to_contain_text("I suspect")
    expect(said).to_contain_text("strays in")
    page.wait_for_function("() => /INPUT|TEXTAREA/.test(document.activeElement.tagName)")  # a field takes the keys
    page.evaluate("document.activeElement.blur()")
    page.keyboard.press("d")
    expect(dossier).to_be_visible()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Escape")
    expect(dossier).to_have_count(0)
