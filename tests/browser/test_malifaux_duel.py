"""A duel of Malifaux on a laptop and a phone: rows say what each card would make of it, and a pick shows it."""

from __future__ import annotations

import re
from typing import Any

import msgspec
import pytest
from playwright.sync_api import Browser, Route, expect

from browser.conftest import Server
from browser.person import LAID_OUT, Person
from browser.prepared import asked, played
from browser.shown import Shown, Tables
from browser.shown import opened_tables as opened_tables  # noqa: PLC0414 - a fixture
from browser.shown import tables as tables  # noqa: PLC0414 - a fixture
from games.malifaux.duels import ANSWERS, CHEAT, struck
from scripts.moments import frame
from shapan.server.match.offer import next_picks

PHONE: dict[str, Any] = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "reduced_motion": "reduce"}
LAPTOP: dict[str, Any] = {"viewport": {"width": 1280, "height": 720}, "reduced_motion": "reduce"}
WITHIN = """(selector) => [...document.querySelectorAll(selector)].filter((node) => {
    const { left, right } = node.getBoundingClientRect();
    return left < -1 || right > innerWidth + 1 || node.scrollWidth > node.clientWidth + 1;
}).map((node) => node.className)"""


@pytest.mark.parametrize("screen", [LAPTOP, PHONE], ids=["laptop", "phone"])
def test_a_card_that_is_picked_shows_what_it_would_make_of_the_duel(tables: Tables, screen: dict[str, Any]) -> None:
    page = tables.show("malifaux", frame(struck(CHEAT), 0), locale="zh-CN", **screen)
    expect(page.locator(".rows button")).to_have_count(6)
    numbers = page.locator(".contest .numbers > b")
    assert [text.strip() for text in numbers.all_inner_texts()] == ["9", "12"]
    page.locator(".rows button", has=page.locator(".value", has_text="17")).click()
    page.locator(".contest .new").wait_for()
    assert "".join(numbers.first.inner_text().split()) == "917"  # the old total is struck
    assert page.locator(".bands li").count() == 5
    assert page.evaluate(WITHIN, ".contest, .rows button, .bands") == []
    expect(page.locator(".question .done:not([aria-disabled=true])")).to_have_count(1)


def test_answers_that_stand_in_rows_have_no_other_buttons(browser: Browser, server: Server) -> None:
    """What each answer would make of a duel is told in the desk, beside the table and below it."""
    match = played("malifaux", 2, lambda one: asked(one, 0, "trigger"), bot="greedy", key=b"a")
    ling = Person(browser, server.url, locale="en", **LAPTOP)
    Shown(ling, server, "malifaux", 2).show(frame(match, 0))
    for width in (1280, 800):
        ling.page.set_viewport_size({"width": width, "height": 720})
        ling.page.locator(".question .rows button").nth(1).wait_for()
        expect(ling.page.locator(".question :is(.answers:not(.rows), .foot) [data-option]")).to_have_count(0)
    ling.close()


def test_a_duel_that_is_over_is_called_again_from_the_log(browser: Browser, server: Server) -> None:
    ling = Person(browser, server.url, locale="en", **LAPTOP)
    table = Shown(ling, server, "malifaux", 2)
    table.show(frame(struck(len(ANSWERS)), 0))
    page = ling.page
    page.keyboard.press("l")
    page.locator("#log [aria-expanded]").last.click()
    page.locator(".battle .contest").first.wait_for()
    assert page.locator(".battle .numbers > b").first.inner_text().strip().endswith("17")
    assert "suffers" in page.locator(".battle .coming").inner_text()
    page.locator(".battle .back").click()
    expect(page.locator(".battle")).to_have_count(0)
    ling.close()


def test_the_card_that_an_act_costs_is_asked_for_in_the_sheet(browser: Browser, server: Server) -> None:
    ling = Person(browser, server.url, locale="en", **PHONE)
    table = Shown(ling, server, "malifaux", 2)
    match = struck(0)
    page = ling.page

    def follow(route: Route) -> None:
        asked = route.request.post_data_json
        picked = asked["picked"] if asked else []
        route.fulfill(json=msgspec.to_builtins(next_picks(match, 0, picked)))

    page.route("**/picks", follow)
    table.show(frame(match, 0))
    page.locator("[data-tab=table][aria-current=page]").wait_for()
    page.locator(".answers button", has_text="Juggernaut").click()
    page.locator(".question .done:not([aria-disabled=true])").wait_for()
    assert page.locator("[data-tab=table][aria-current=page]").count() == 1, "no pick changes the tab"
    ling.close()


def test_a_model_that_is_held_shows_its_card_until_it_is_read(tables: Tables) -> None:
    page = tables.show("malifaux", frame(struck(0), 0), locale="zh-CN", **PHONE)
    box = page.locator("svg.table [data-piece='model.0'] .disc").bounding_box()
    assert box is not None
    session = page.context.new_cdp_session(page)
    at = [{"x": box["x"] + box["width"] / 2, "y": box["y"] + box["height"] / 2}]
    session.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": at})
    page.locator(".tip .print.wide").wait_for()
    session.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    page.wait_for_timeout(200)
    card = page.locator(".tip").bounding_box()
    assert card is not None and card["y"] >= 0 and card["y"] + card["height"] <= PHONE["viewport"]["height"]
    page.touchscreen.tap(195, 20)  # beside the buttons at the corners
    page.locator(".tip").wait_for(state="detached")


def test_numbers_of_rules_are_high_enough_for_a_finger(tables: Tables) -> None:
    page = tables.show("malifaux", frame(struck(CHEAT), 0), locale="zh-CN", **PHONE)
    page.locator(".rule:visible").first.wait_for()
    boxes = [one.bounding_box() for one in page.locator(".rule:visible").all()]
    assert boxes and all(box and box["height"] >= 24 and box["width"] >= 24 for box in boxes)


@pytest.mark.rule("MFX-8.25")
def test_a_phone_tells_what_cannot_be_done_and_why(tables: Tables) -> None:
    """Actions are in the sheet, where a press on one that cannot be taken tells what is in its way."""
    page = tables.show("malifaux", frame(struck(0), 0), locale="en", **PHONE)
    acts = page.locator(".question .tiles button")
    assist = acts.filter(has_text="Assist")
    expect(assist).to_have_attribute("aria-disabled", "true")
    page.evaluate(LAID_OUT)
    assist.scroll_into_view_if_needed()  # waits until it stands still, which a forced click does not
    assist.click(force=True)  # aria-disabled, and still to be pressed
    told = page.locator(".question .why[role=status]")
    expect(told).to_contain_text(re.compile("^Assist.*MFX-8.25"))
    assert page.evaluate(WITHIN, ".question, .question .tiles button, .question .rows button") == []
    assert all(box and box["height"] >= 44 for box in (one.bounding_box() for one in acts.all()))
