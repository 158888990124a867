"""How people share a table: a seat that moves to another device by its link, and what is told of it."""

from __future__ import annotations

from playwright.sync_api import Browser, expect

from browser.conftest import Server
from browser.person import Person
from browser.player import question


def test_a_seat_moves_to_a_phone_and_steps_back_are_told(browser: Browser, server: Server) -> None:
    ling, tomas = Person(browser, server.url), Person(browser, server.url)
    phone = Person(browser, server.url, viewport={"width": 390, "height": 844}, has_touch=True)
    opened = ling.open("pig", "me", "open")
    tomas.join(opened["joins"][0]["url"], "Tomas")
    for person in (ling, tomas):
        person.ready(opened["id"])
    ling.go(opened["id"])
    question(ling.page)
    ling.page.get_by_role("button", name="Menu").click()
    ling.page.get_by_role("menuitem", name="My link back to this seat").click()
    ling.page.get_by_role("button", name="Make the link").click()
    link = ling.page.locator("#back-link").input_value()
    ling.page.get_by_role("button", name="Close").click()
    phone.page.goto(link)
    phone.page.get_by_role("button", name="Take my seat here").click()
    phone.page.wait_for_url("**/match/*")
    question(phone.page)
    expect(ling.page.locator(".seated")).to_contain_text("played from another device")
    expect(ling.page.locator(".question :is([data-option], .done)")).to_have_count(0)
    expect(tomas.page.locator(".log")).to_contain_text("plays on from another device")
    # What the phone does counts, and what Tomas has seen of a step back is told to him.
    decision = phone.frame(opened["id"])["decision"]
    phone.answer(opened["id"], decision, [decision["targets"][-1]["code"]])
    phone.post(f"/api/matches/{opened['id']}/undo", {"id": "step-back"})
    expect(tomas.page.locator(".log")).to_contain_text("Player 1 takes a step back. Player 1 decides: roll on or hold")
    tomas.page.get_by_role("button", name="Menu").click()
    tomas.page.get_by_role("menuitem", name="People at the table").click()
    expect(tomas.page.locator("dialog")).to_contain_text("host")
    for person in (ling, tomas, phone):
        person.close()
