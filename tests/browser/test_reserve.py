"""A reserve in Chromium, on a telephone in Chinese: waits by the page, is asked, accepts, and reads what happened."""

from __future__ import annotations

import re

from playwright.sync_api import Browser, expect

from browser.conftest import Server
from browser.person import Person
from browser.prepared import lay, played
from browser.test_story import DESK, OVER, PHONE, Away

NARROW = (
    "[...document.querySelectorAll('main *')].filter((one) => one.getBoundingClientRect().right > innerWidth).length"
)


def test_a_reserve_takes_a_seat_over_and_reads_what_happened(browser: Browser, server: Server) -> None:
    ling = Person(browser, server.url, viewport=DESK, reduced_motion="reduce", locale="en")
    tomas = Person(browser, server.url)
    mia = Person(browser, server.url, viewport=PHONE, reduced_motion="reduce", locale="zh-CN")
    stands = played("battlestar", 4, Away(1), key=b"look")
    match = lay(server, stands, ling, "me", tomas, *["bot:random"] * 2, pace=86_400, reserves=True, listed=True)
    page = mia.page
    page.goto(f"{server.url}/tables/{match}/reserve")
    assert page.evaluate(NARROW) == 0
    page.locator("input[name=name]").fill("Mia")
    page.locator("button[value=join]").click()
    expect(page.locator("button[value=leave]")).to_be_visible()
    tomas.post(f"/api/matches/{match}/offer", {"id": "offered", "offered": True})
    ling.go(match)
    ling.page.locator("button[aria-haspopup=menu]").last.click()
    ling.page.get_by_role("menuitem", name="People at the table").click()
    expect(ling.page.get_by_text("Reserves: Mia")).to_be_visible()
    page.goto(server.url)
    expect(page.locator(f"a[href='/tables/{match}/reserve']")).to_be_visible()
    page.goto(f"{server.url}/tables/{match}/reserve")
    accept = page.locator("button[value=accept]")
    expect(accept).to_be_in_viewport()
    assert page.evaluate(NARROW) == 0
    accept.click()
    story = page.locator("dialog:has(#story-title)")
    expect(story.locator("li").first).to_be_visible()
    expect(page).to_have_url(re.compile(rf"/match/{match}"))
    assert story.evaluate(OVER) == []
    assert mia.frame(match)["viewer"] == 1 and tomas.frame(match)["spectator"]
    for person in (ling, tomas, mia):
        person.close()
