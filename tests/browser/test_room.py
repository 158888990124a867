"""The waiting room: the host sets the table, somebody comes and is told, the chat can be read, a link is renewed."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from browser.conftest import Server
from browser.person import Person, resize

PHONE = {"width": 390, "height": 844}
READABLE = 160
"""Pixels that the messages of the chat have at least."""
SIZES = ((1280, 720), (1280, 800), (1366, 768), (390, 844))
UNDER_THE_FOOT = """() => {
    const all = [...document.querySelectorAll(".room main :is(button, select, input, textarea, a)")];
    return all.filter((node) => {
        if (!node.checkVisibility()) return false;
        node.focus();
        const parts = [node, document.querySelector(".room > footer")];
        const [one, foot] = parts.map((part) => part.getBoundingClientRect());
        return document.activeElement === node && one.bottom > foot.top + 1;
    }).map((node) => node.ariaLabel ?? node.textContent);
}"""
"""What lies under the foot even when it has the focus."""
LOOKS_AWAY = "document.hasFocus = () => false"
LOOKS = "document.hasFocus = () => true; window.dispatchEvent(new Event('focus'))"


@pytest.fixture
def people(browser: Browser, server: Server) -> Iterator[tuple[Person, Person]]:
    """A host at a desk, and somebody with a phone."""
    ling = Person(browser, server.url, viewport={"width": 1280, "height": 720})
    cy = Person(browser, server.url, viewport=PHONE, has_touch=True)
    yield ling, cy
    ling.close()
    cy.close()


def height(page: Page) -> float:
    box = page.locator(".said").bounding_box()
    assert box is not None
    return box["height"]


def test_the_host_sets_the_table_and_sees_who_comes(people: tuple[Person, Person], server: Server) -> None:
    ling, cy = people
    desk = ling.page
    desk.goto(f"{server.url}/tables/new?game=planet_masters&seats=open")
    desk.locator("button.add").click()
    assert [desk.locator(f"#kind-{place}").input_value() for place in range(4)] == ["me", "open", "open", "open"]
    desk.locator("#name-0").fill("Ling")
    desk.get_by_role("button", name="Open the table").click()
    link = desk.locator("#room-link").input_value()
    desk.locator("#room-pace").select_option("86400")
    desk.get_by_role("button", name="Edit: Seat 4").click()
    desk.get_by_role("button", name="Remove this seat").click()
    expect(desk.locator(".seats > li")).to_have_count(3)
    desk.evaluate(LOOKS_AWAY)
    cy.join(link.removeprefix(server.url), "Cy")
    expect(cy.page.locator(".agreed")).to_contain_text("1 day a decision")
    expect(desk).to_have_title("● Cy has sat down · Planet Masters")
    desk.evaluate(LOOKS)
    expect(desk).to_have_title("(0/3) Waiting for players · Planet Masters")
    cy.page.locator("#chat-text").fill("Shall we begin?")
    cy.page.get_by_role("button", name="Send").click()
    expect(desk.locator(".said")).to_contain_text("Shall we begin?")
    for page in (desk, cy.page):
        assert height(page) >= READABLE
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    for size in SIZES:
        resize(desk, *size)
        assert desk.evaluate(UNDER_THE_FOOT) == [], size
    cy.page.get_by_role("button", name="I am ready").click()
    own = cy.page.locator(".seats > li:has(.btn.state) > .btn")
    expect(own).to_have_count(2)
    tops = "all => all.map((one) => Math.round(one.getBoundingClientRect().top))"
    assert len(set(own.evaluate_all(tops))) == 1, "they stand in one row"
    match = desk.url.partition("/match/")[2].partition("#")[0]
    ling.post(f"/api/matches/{match}/people", {"id": "away-with-him", "seat": 1, "deed": "remove"})
    expect(cy.page.locator(".removed")).to_contain_text("You were removed from this table")
    expect(desk.locator("#room-link")).not_to_have_value(link)
    cy.context.clear_cookies()
    cy.page.goto(link)
    expect(cy.page.locator("h1")).to_have_text("This link is no longer valid")


def test_on_a_laptop_the_line_to_write_in_is_seen_and_the_wheel_scrolls_over_the_chat(
    people: tuple[Person, Person], server: Server
) -> None:
    ling, cy = people
    opened = ling.open("planet_masters", "me", "open")
    desk = ling.page
    ling.go(opened["id"])
    expect(desk.locator("aside.pane")).to_contain_text("Send the link")
    assert "Scan" not in desk.locator("aside.pane").inner_text(), "there is no code that one could scan"
    cy.join(opened["joins"][0]["url"], "Cy")
    expect(desk.locator("aside.pane .ways")).to_have_count(0)
    box = desk.locator("#chat-text").bounding_box()
    assert box is not None
    at = [box["x"] + box["width"] / 2, box["y"] + box["height"] / 2]
    assert desk.evaluate("([x, y]) => document.elementFromPoint(x, y)?.id", at) == "chat-text"
    desk.locator(".said").hover()
    before = desk.evaluate("document.querySelector('.said').getBoundingClientRect().top")
    desk.mouse.wheel(0, 400)
    desk.wait_for_function("(top) => document.querySelector('.said').getBoundingClientRect().top < top", arg=before)


def test_a_phone_shares_links_by_the_sheet_of_its_system(browser: Browser, server: Server) -> None:
    ling = Person(browser, server.url, viewport=PHONE, has_touch=True, is_mobile=True)
    cy = Person(browser, server.url, viewport=PHONE, has_touch=True, is_mobile=True)
    desk = Person(browser, server.url)
    for person in (ling, cy, desk):
        person.context.add_init_script("navigator.share = async (what) => { window.shared = what.url; };")
    opened = ling.open("planet_masters", "me", "open")
    ling.go(opened["id"])
    ling.page.get_by_role("button", name="Share").click()
    link = ling.page.evaluate("window.shared")
    assert link == ling.page.locator("#room-link").input_value()
    cy.page.goto(link)
    cy.page.get_by_role("button", name="Share").click()
    assert cy.page.evaluate("window.shared") == link
    assert cy.page.evaluate("document.documentElement.scrollWidth") == PHONE["width"]
    desk.page.goto(link)
    expect(desk.page.get_by_role("button", name="Learn first")).to_be_visible()
    expect(desk.page.get_by_role("button", name="Share")).to_be_hidden()
    for person in (ling, cy, desk):
        person.close()
