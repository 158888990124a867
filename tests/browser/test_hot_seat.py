"""A match of two people at one screen, played to its end: they hand over, and nobody sees the other's table."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from browser.conftest import Server
from browser.hand import play
from browser.player import DECIDES, OVER
from browser.test_around import open_match
from shapan.engine.chance import Stream

COVER = ".hand-over"
MOST = 400


@pytest.mark.slow
@pytest.mark.parametrize("language", [pytest.param("en", marks=pytest.mark.long), "zh-Hans"])
def test_two_people_at_one_screen_play_to_the_end(
    page: Page, server: Server, complaints: list[str], language: str
) -> None:
    page.add_init_script("localStorage.setItem('shapan.speed', 'off')")
    page.context.add_cookies([{"name": "language", "value": language, "url": server.url}])
    seats = [{"kind": "me", "name": "Ling"}, {"kind": "hot", "name": "Tomas"}]
    open_match(page, server, "planet_masters", seats, options={"max_rounds": 3})
    rng = Stream("hot seat")
    sat_down: list[str] = []
    for _ in range(MOST):
        page.wait_for_selector(f"{COVER}, {DECIDES}, {OVER}")
        if play(page, rng, MOST, stop=COVER).over:
            break
        cover = page.locator(COVER)
        assert cover.count() == 1
        assert page.locator("[data-piece], [data-seat], .log").count() == 0, "something of the table is to be seen"
        heading = cover.locator("h1").inner_text()
        assert heading not in ("Ling", "Tomas"), "nobody takes the screen who is not asked"
        name = next(name for name in ("Ling", "Tomas") if name in heading)
        assert sat_down[-1:] != [name], "who sits there already is asked to take the screen"
        assert name in cover.get_by_role("button").inner_text()
        sat_down.append(name)
        page.keyboard.press("Enter")
        expect(cover).to_have_count(0)
        page.wait_for_selector(DECIDES)
    expect(page.locator(COVER)).to_have_count(0)
    result = page.locator(f"{OVER} h2").inner_text()
    assert "Ling" in result or "Tomas" in result, "at a shared screen the winner has a name"
    assert {"Ling", "Tomas"} == set(sat_down) and len(sat_down) >= 4
    assert complaints == []
