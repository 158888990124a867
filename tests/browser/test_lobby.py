"""What the pages do with scripts, and that nothing scrolls sideways on a phone."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Browser, Page, expect

from browser.axe import ALL, BUT_COLOURS, Report
from browser.conftest import Server
from browser.person import Person

PHONE = {"width": 390, "height": 844}
LAPTOP = {"width": 1280, "height": 720}
SIZES = [LAPTOP, {"width": 1920, "height": 1080}, PHONE, {"width": 320, "height": 640}]
CLIPPED = """() => [...document.querySelectorAll(".lobby *, .top *, .foot")]
    .filter((node) => !node.closest(".hidden, svg, details:not([open]) > :not(summary)"))
    .filter((node) => !node.matches(".ellipsis, .match b, input") && getComputedStyle(node).display !== "inline")
    .filter((node) => (node.scrollWidth > node.clientWidth + 1 && node.clientWidth)
        || (node.matches(".card .facts") && node.clientHeight > 30))
    .map((node) => `${node.tagName}.${node.className}: ${node.textContent.trim().slice(0, 40)}`)"""
"""What is wider than its place, and facts of a game in two lines; names of people and their questions may be cut."""
SAND = """() => {
    const probe = document.body.appendChild(document.createElement("i"));
    probe.style.background = "var(--act)";
    const sand = getComputedStyle(probe).backgroundColor;
    probe.remove();
    const shown = [...document.querySelectorAll("button, .btn")].filter((node) => node.checkVisibility());
    return shown.filter((node) => getComputedStyle(node).backgroundColor === sand).map((node) => node.textContent);
}"""
"""The sand buttons in sight."""


in_languages = pytest.mark.parametrize(
    "language", ["en", *(pytest.param(language, marks=pytest.mark.long) for language in ("zh-Hans", "zh-Hant"))]
)
"""English takes most room; pages in Chinese have the same marks, and test_axe looks at them on a desk."""


def test_seats_come_and_go(page: Page, server: Server, complaints: list[str]) -> None:
    page.goto(f"{server.url}/tables/new?game=planet_masters")
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
    page.goto(f"{server.url}/tables/new?game=planet_masters")
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
    page.goto(f"{server.url}/tables/new?game=pig")
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
    page.locator(".card .go button").first.click()
    page.wait_for_url("**/match/*")
    page.locator(".question").wait_for()
    expect(root).to_have_attribute("data-theme", "light")
    page.emulate_media(color_scheme="dark")
    page.reload()
    expect(root).to_have_attribute("data-theme", "dark")


def test_a_chance_is_offered_to_who_plays_alone_only(page: Page, server: Server) -> None:
    page.goto(f"{server.url}/tables/new?game=battlestar")
    lines = page.locator(".odds .chance >> visible=true")
    expect(lines).to_have_count(1)
    page.locator(".odds input[value='65']").check()
    expect(lines).to_contain_text("3 players: measured")
    page.locator("#kind-1").select_option("open")
    expect(page.locator(".odds")).to_be_hidden()
    expect(page.locator(".odds input[value='']")).to_be_checked()


@in_languages
def test_the_lobby_fits_its_window_and_has_one_sand_button(browser: Browser, server: Server, language: str) -> None:
    ling = Person(browser, server.url)
    ling.context.add_cookies([{"name": "language", "value": language, "url": server.url}])
    page = ling.page
    for waiting in (False, True):
        if waiting:
            ling.open("battlefield", "me", "hot", "bot:greedy")
        for size in SIZES:
            page.set_viewport_size(size)  # type: ignore[arg-type]
            page.goto(server.url)
            where = f"{size} {'with' if waiting else 'without'} a match that waits"
            assert page.evaluate(CLIPPED) == [], where
            assert page.evaluate("document.documentElement.scrollWidth") == size["width"], where
            high = page.evaluate("document.documentElement.scrollHeight") / size["height"]
            assert size["width"] == 320 or high <= (1 if size["width"] > 1000 else 1.6), f"{where}: {high}"
            assert len(page.evaluate(SAND)) == 1, where
    page.emulate_media(color_scheme="dark")
    assert len(page.evaluate(SAND)) == 1, "in the other theme"
    ling.close()


def test_a_card_is_set_by_keys_and_remembers(page: Page, server: Server, complaints: list[str]) -> None:
    page.set_viewport_size(LAPTOP)  # type: ignore[arg-type]
    page.goto(server.url)
    card = page.locator(".card:has([value=planet_masters])")
    expect(card.locator(".said")).to_have_text("2 bots · beginner", use_inner_text=True, ignore_case=True)
    card.locator("summary").focus()
    page.keyboard.press("Enter")
    page.keyboard.press("Tab")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Tab")
    page.keyboard.press("ArrowRight")
    expect(card.locator(".said")).to_have_text("3 bots · recruit", use_inner_text=True, ignore_case=True)
    page.keyboard.press("Escape")
    expect(card.locator("summary")).to_be_focused()
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    page.wait_for_url("**/match/*")
    page.locator(".question").wait_for()
    page.goto(server.url)
    expect(card.locator(".said")).to_have_text("3 bots · recruit", use_inner_text=True, ignore_case=True)
    # Enter does what the one sand button says.
    expect(page.locator(".band")).to_contain_text("Planet Masters")
    page.keyboard.press("Enter")
    page.wait_for_url("**/match/*")
    assert not complaints


def test_a_short_match_shows_its_own_length(page: Page, server: Server) -> None:
    page.goto(server.url)
    card = page.locator(".card:has([value=starcraft])")
    card.locator("summary").click()
    report = Report()
    for size in (LAPTOP, PHONE):
        page.set_viewport_size(size)  # type: ignore[arg-type]
        report.look(page, f"the menu of a card, {size}")
    assert report.clean, f"\n{report}"
    count, full = card.locator("fieldset.count"), card.locator(".facts .of-full")
    expect(count).to_be_visible()
    expect(full).to_be_visible()
    card.locator("[name=short][value='1']").check()
    expect(count).to_be_hidden()
    expect(full).to_be_hidden()
    expect(card.locator(".facts .of-short")).to_be_visible()
    expect(card.locator(".said")).to_have_text("1 bot · beginner · short", use_inner_text=True, ignore_case=True)


def test_the_lobby_works_without_scripts(browser: Browser, server: Server) -> None:
    context = browser.new_context(java_script_enabled=False, viewport=LAPTOP)  # type: ignore[arg-type]
    page = context.new_page()
    page.goto(server.url)
    card = page.locator(".card:has([value=malifaux])")
    card.locator("summary").click()
    card.locator("[name=short][value='1']").check()
    card.locator("[name=strength][value=cadet]").check()
    expect(card.locator(".said")).to_have_text("1 bot · cadet · short", use_inner_text=True, ignore_case=True)
    card.locator("a[data-dialog]").click()
    expect(page.locator("#table-form")).to_be_visible()
    page.go_back()
    card.locator(".go button").first.click()
    page.wait_for_url("**/match/*")
    context.close()


def test_all_options_open_in_a_dialog(page: Page, server: Server, complaints: list[str]) -> None:
    page.goto(server.url)
    opener = page.locator(".beside a[data-dialog]")
    opener.focus()
    page.keyboard.press("Enter")
    dialog = page.locator("dialog[open]")
    expect(dialog.locator("#kind-1")).to_have_value("open")
    assert len(page.evaluate(SAND)) == 1
    page.keyboard.press("Escape")
    expect(dialog).to_have_count(0)
    expect(opener).to_be_focused()
    opener.click()
    dialog.locator(".chooser summary").click()
    dialog.locator(".chooser a", has_text="Pig").click()
    expect(dialog.locator("[name=game]")).to_have_value("pig")
    expect(dialog.locator("#kind-1")).to_have_value("open")
    report = Report()
    report.look(page, "the dialog")
    assert report.clean, f"\n{report}"
    dialog.locator("button.add").click()
    dialog.locator("button.drop >> visible=true").first.click()
    dialog.get_by_role("button", name="Open the table").click()
    page.wait_for_url("**/match/*")
    assert not complaints


def test_rules_are_found(page: Page, server: Server) -> None:
    page.goto(f"{server.url}/rules/planet_masters")
    page.get_by_role("searchbox").fill("pm-5.2")
    expect(page.locator(".book p >> visible=true").first).to_contain_text("PM-5.2")
    expect(page.locator("[id='PM-3.4']")).to_be_hidden()
    page.get_by_role("searchbox").fill("no such words")
    expect(page.get_by_role("status")).to_have_text("Nothing found")
    page.evaluate("location.hash = 'PM-3.4'")
    expect(page.locator("[id='PM-3.4']")).to_be_visible()


@in_languages
def test_pages_fit_a_phone(browser: Browser, server: Server, language: str) -> None:
    ling = Person(browser, server.url)
    ling.context.add_cookies([{"name": "language", "value": language, "url": server.url}])
    ling.page.set_viewport_size(PHONE)  # type: ignore[arg-type]
    tomas = Person(browser, server.url)
    join = tomas.open("pig", "me", "open", "bot:greedy")["joins"][0]["url"]
    opened = ling.open("pig", "me", "open", "bot:greedy")
    tomas.close()
    report, rules = Report(), ALL if language == "en" else BUT_COLOURS
    pages = ["/", "/tables/new?game=planet_masters", "/rules", "/rules/planet_masters", "/nothing", "/replays"]
    for address in [*pages, f"/match/{opened['id']}", join]:
        ling.page.goto(f"{server.url}{address}")
        for more in ling.page.locator("details.more > summary").all():
            more.click()
        wide = ling.page.evaluate("document.documentElement.scrollWidth")
        assert wide <= PHONE["width"], f"{address} is {wide} wide"
        report.look(ling.page, f"{address} {language}", rules)
    ling.page.goto(f"{server.url}/tables/new?game=pig")
    ling.page.locator(".folded > summary").click()
    ling.page.locator("[name='option.target']").evaluate("field => { field.min = ''; field.value = '3'; }")
    ling.page.locator("#name-0").fill("Ling")
    ling.page.locator(".submit button").click()
    ling.page.locator(".problem").first.wait_for()
    assert ling.page.locator("#name-0").input_value() == "Ling"
    report.look(ling.page, f"refused form {language}", rules)
    assert report.clean, f"\n{report}"
    ling.close()
