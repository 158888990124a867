"""The lobby follows what happens, and a table leads to the next one that waits."""

from __future__ import annotations

import re

from playwright.sync_api import Browser, expect

from browser.conftest import Server
from browser.person import Person


def test_the_lobby_is_live_and_the_next_table_is_one_click_away(browser: Browser, server: Server) -> None:
    ling = Person(browser, server.url, viewport={"width": 1280, "height": 720})
    cy = Person(browser, server.url, viewport={"width": 390, "height": 844}, has_touch=True)
    ling.page.goto(server.url)
    lobby = ling.context.new_page()
    opened = ling.open("pig", "me", "open", options={"target": 300})
    lobby.goto(server.url)
    expect(lobby).to_have_title("● 1 waiting for you · Shapan")
    expect(lobby.locator(".band")).to_contain_text("1 open seat")
    cy.join(opened["joins"][0]["url"], "Cy")
    for person in (ling, cy):
        person.ready(opened["id"])
    expect(lobby.locator(".band").or_(lobby.locator(".matches"))).to_contain_text(re.compile("[Rr]oll on"))
    # Whose turn it is shows without a reload, in the title and the icon too.
    first, second = (ling, cy) if ling.frame(opened["id"])["decision"] else (cy, ling)
    while decision := first.frame(opened["id"])["decision"]:
        first.answer(opened["id"], decision, [decision["targets"][-1]["code"]])
    expect(lobby).to_have_title("Shapan" if first is ling else "● 1 waiting for you · Shapan")
    expect(lobby.locator("link[rel=icon]")).to_have_attribute(
        "href", "/static/icon.svg" if first is ling else "/static/icon-turn.svg"
    )
    # Who waits here is led to where he is waited for.
    other = first.open("pig", "me", "hot")
    first.go(opened["id"])
    link = first.page.locator(".next-table")
    expect(link).to_have_text("Next table: Pig")
    assert first.page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    link.click()
    first.page.wait_for_url(f"**/match/{other['id']}")
    assert second.frame(opened["id"])["decision"]
    for person in (ling, cy):
        person.close()
