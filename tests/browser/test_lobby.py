"""What the pages do with scripts, and that nothing scrolls sideways on a phone."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Browser, Page, expect

from browser.axe import ALL, BUT_COLOURS, Report
from browser.conftest import Server
from browser.person import Person

PHONE = {"width": 390, "height": 844}


def test_seats_come_and_go(page: Page, server: Server, complaints: list[str]) -> None:
    page.goto(f"{server.url}/?game=planet_masters")
    places = page.locator("#table-form .place")
    proposed = page.locator("#kind-1").input_value()
    assert proposed.startswith("bot:") and proposed != "bot:random"
    expect(places.locator("visible=true").locator("select")).to_have_count(3)
    for number in range(4, 7):
        page.locator("button.add").click()
        expect(page.locator(f"#kind-{number - 1}")).to_be_focused()
        expect(page.locator(f"#kind-{number - 1}")).to_have_value(proposed)
    expect(page.locator("button.add")).to_be_hidden()
    page.locator("button.drop >> visible=true").first.click()
    expect(page.locator("#kind-2")).to_be_hidden()
    expect(page.locator("button.add")).to_be_focused()
    page.locator("#kind-1").select_option("open")
    expect(page.locator("#name-1")).to_be_hidden()
    page.locator("#kind-3").select_option("hot")
    page.locator("#name-3").fill("Devi")
    page.get_by_role("button", name="Open the table").click()
    page.wait_for_url("**/match/*")
    expect(page.locator("#room-link")).to_have_value(re.compile(r"/join/[\w.-]+$"))
    expect(page.locator(".seats")).to_contain_text("Devi")
    assert not complaints


def test_changed_options_are_marked(page: Page, server: Server) -> None:
    page.goto(f"{server.url}/?game=planet_masters")
    page.locator(".folded > summary").click()
    marks = page.locator(".changed >> visible=true")
    expect(marks).to_have_count(0)
    page.locator("[name='option.race_choice'][value='random']").check()
    expect(marks).to_have_count(1)
    page.locator("[name='option.max_rounds']").fill("20")
    page.locator("[name='option.win_planets']").select_option("3")
    expect(marks).to_have_count(3)
    page.locator("[name='option.max_rounds']").fill("100")
    expect(marks).to_have_count(2)


def test_the_theme_changes_in_place_and_stays(page: Page, server: Server) -> None:
    page.emulate_media(color_scheme="light")
    page.goto(f"{server.url}/?game=pig")
    root = page.locator("html")
    expect(root).to_have_attribute("data-theme", "light")
    page.locator("#name-0").fill("Ling")
    page.locator("#theme button").click()
    expect(root).to_have_attribute("data-theme", "dark")
    expect(page.locator("#name-0")).to_have_value("Ling")
    page.reload()
    expect(root).to_have_attribute("data-theme", "dark")


def test_a_browser_that_prefers_light_gets_light_until_something_is_chosen(page: Page, server: Server) -> None:
    page.emulate_media(color_scheme="dark")
    page.goto(server.url)
    root = page.locator("html")
    expect(root).to_have_attribute("data-theme", "dark")
    page.emulate_media(color_scheme="light")
    expect(root).to_have_attribute("data-theme", "light")
    page.locator(".ways form:has([name=beginners]) button").first.click()
    page.wait_for_url("**/match/*")
    page.locator(".prompt").wait_for()
    expect(root).to_have_attribute("data-theme", "light")
    page.emulate_media(color_scheme="dark")
    page.reload()
    expect(root).to_have_attribute("data-theme", "dark")


def test_a_chance_is_offered_to_who_plays_alone_only(page: Page, server: Server) -> None:
    page.goto(f"{server.url}/?game=battlestar")
    lines = page.locator(".odds .chance >> visible=true")
    expect(lines).to_have_count(1)
    page.locator(".odds input[value='65']").check()
    expect(lines).to_contain_text("3 players: measured")
    page.locator("#kind-1").select_option("open")
    expect(page.locator(".odds")).to_be_hidden()
    expect(page.locator(".odds input[value='']")).to_be_checked()


def test_rules_are_found(page: Page, server: Server) -> None:
    page.goto(f"{server.url}/rules/planet_masters")
    page.get_by_role("searchbox").fill("pm-5.2")
    expect(page.locator(".book p >> visible=true").first).to_contain_text("PM-5.2")
    expect(page.locator("[id='PM-3.4']")).to_be_hidden()
    page.get_by_role("searchbox").fill("no such words")
    expect(page.get_by_role("status")).to_have_text("Nothing found")
    page.evaluate("location.hash = 'PM-3.4'")
    expect(page.locator("[id='PM-3.4']")).to_be_visible()


@pytest.mark.parametrize("language", ["en", "zh-Hans", "zh-Hant"])
def test_pages_fit_a_phone(browser: Browser, server: Server, language: str) -> None:
    ling = Person(browser, server.url)
    ling.context.add_cookies([{"name": "language", "value": language, "url": server.url}])
    ling.page.set_viewport_size(PHONE)  # type: ignore[arg-type]
    tomas = Person(browser, server.url)
    join = tomas.open("pig", "me", "open", "bot:greedy")["joins"][0]["url"]
    opened = ling.open("pig", "me", "open", "bot:greedy")
    tomas.close()
    report, rules = Report(), ALL if language == "en" else BUT_COLOURS
    pages = ["/?game=planet_masters", "/rules", "/rules/planet_masters", "/nothing", "/replays"]
    for address in [*pages, f"/match/{opened['id']}", join]:
        ling.page.goto(f"{server.url}{address}")
        for more in ling.page.locator("details.more > summary").all():
            more.click()
        wide = ling.page.evaluate("document.documentElement.scrollWidth")
        assert wide <= PHONE["width"], f"{address} is {wide} wide"
        report.look(ling.page, f"{address} {language}", rules)
    ling.page.goto(f"{server.url}/?game=pig")
    ling.page.locator(".folded > summary").click()
    ling.page.locator("[name='option.target']").evaluate("field => { field.min = ''; field.value = '3'; }")
    ling.page.locator("#name-0").fill("Ling")
    ling.page.locator(".submit button").click()
    ling.page.locator(".problem").first.wait_for()
    assert ling.page.locator("#name-0").input_value() == "Ling"
    report.look(ling.page, f"refused form {language}", rules)
    assert report.clean, f"\n{report}"
    ling.close()
