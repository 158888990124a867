"""What goes wrong on a person's side: the network goes away, a page is left and entered again, two tabs are open."""

from __future__ import annotations

from playwright.sync_api import Browser, Page, expect

from browser.conftest import Server
from browser.network import Relay
from browser.person import Person
from browser.player import DECIDES, answer, open_table, question
from shapan.engine.chance import Stream

AWAY = 30_000
TROUBLE = ".trouble"


def test_thirty_seconds_without_a_network_lose_nothing(browser: Browser, server: Server) -> None:
    relay = Relay(server.port)
    ling, tomas = Person(browser, server.url), Person(browser, f"http://127.0.0.1:{relay.port}")
    opened = ling.open("pig", "me", "open")
    tomas.join(opened["joins"][0]["url"], "Tomas")
    for person in (ling, tomas):
        person.ready(opened["id"])
    ling.go(opened["id"])
    question(ling.page)
    here, there = (person.page.locator(".log") for person in (ling, tomas))
    told = there.inner_text()
    relay.cut()
    ling.page.locator(f"{DECIDES} [data-option]").first.click()
    ling.page.locator(f"{DECIDES} [data-primary]").click()
    expect(here).to_contain_text("PIG-2")
    tomas.page.wait_for_timeout(AWAY)
    expect(tomas.page.locator(TROUBLE)).to_be_visible()
    assert there.inner_text() == told, "there was a network"
    relay.mend()
    expect(tomas.page.locator(TROUBLE)).to_have_count(0)
    expect(there).to_contain_text("PIG-2")
    ling.close()
    tomas.close()
    relay.close()


def test_an_answer_given_without_a_network_arrives_once_it_is_back(page: Page, server: Server) -> None:
    open_table(page, server.url, "planet_masters", options={"max_rounds": "3"})
    before = question(page)
    page.context.set_offline(True)
    answer(page, Stream("offline"))
    page.locator(".question [data-primary]").click()  # what cannot be undone has a second step
    page.wait_for_timeout(3_000)
    assert page.locator(f"{DECIDES} h2").count() == 0 or page.locator(f"{DECIDES} h2").first.inner_text() == before
    page.context.set_offline(False)
    page.wait_for_selector(DECIDES)
    expect(page.locator(TROUBLE)).to_have_count(0)
    page.reload()
    question(page)
    expect(page.locator(".log li").nth(1)).to_be_attached()


def test_back_and_forward_come_to_the_same_table(page: Page, server: Server) -> None:
    open_table(page, server.url, "planet_masters", options={"max_rounds": "3"})
    asked = question(page)
    page.go_back()
    page.locator("#new").wait_for()
    page.go_forward()
    assert question(page) == asked
    page.goto(server.url)
    page.locator("a[href^='/match/']").first.click()
    assert question(page) == asked


def test_two_tabs_of_one_person_stay_in_step(page: Page, server: Server) -> None:
    open_table(page, server.url, "planet_masters", options={"max_rounds": "3"})
    other = page.context.new_page()
    other.goto(page.url)
    rng = Stream("tabs")
    for turn in range(8):
        here, there = (page, other) if turn % 2 else (other, page)
        text = question(here)
        if not text:
            break
        assert question(there) == text
        answer(here, rng)
        here.wait_for_timeout(700)
        lines = [0, 1]
        for _ in range(60):  # both logs grow while bots play: they must come to the same length, whenever that is
            lines = [tab.locator(".log li").count() for tab in (here, there)]
            if lines[0] == lines[1] and lines == [tab.locator(".log li").count() for tab in (here, there)]:
                break
            here.wait_for_timeout(250)
        assert lines[0] == lines[1]


def test_a_part_that_cannot_be_fetched_is_missed_until_it_comes(page: Page, server: Server) -> None:
    page.route("**/assets/later-*", lambda route: route.abort())
    open_table(page, server.url, "pig")
    question(page)
    page.get_by_role("button", name="Menu").click()
    expect(page.locator(TROUBLE)).to_contain_text("Part of this page did not load")
    expect(page.get_by_role("menu")).to_have_count(0)
    page.unroute("**/assets/later-*")
    expect(page.get_by_role("menu")).to_be_visible(timeout=20_000)
    expect(page.locator(TROUBLE)).to_have_count(0)
