"""The table of Malifaux on a laptop: as large as the window allows, beside a duel too; cards of schemes."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Browser, expect

from browser.conftest import Server
from browser.person import Person
from browser.player import RESTED
from browser.prepared import asked, lay, played
from browser.shown import Shown, Tables
from browser.shown import opened_tables as opened_tables  # noqa: PLC0414 - a fixture
from browser.shown import tables as tables  # noqa: PLC0414 - a fixture
from games.malifaux.duels import CHEAT, struck
from scripts.moments import frame

LAPTOP: dict[str, Any] = {"viewport": {"width": 1280, "height": 720}, "reduced_motion": "reduce"}
FELT = """() => { const { width, height } = document.querySelector("svg.table .felt").getBoundingClientRect();
    return Math.min(width, height); }"""
ROOM = 540
"""So many pixels the side of the table has at least."""
BESIDE = 220
"""So many are left of it in height beside a duel."""


@pytest.mark.rule("MFX-10.8")
def test_schemes_are_chosen_by_their_cards_with_keys_alone(browser: Browser, server: Server) -> None:
    person = Person(browser, server.url, locale="en", **LAPTOP)
    page = person.page
    person.context.add_init_script("localStorage.setItem('shapan.speed', 'off')")
    match = played("malifaux", 2, lambda one: asked(one, 0, "schemes"), bot="greedy")
    person.go(lay(server, match, person, "me", "bot:random"))
    page.wait_for_selector(RESTED)
    cards = page.locator(".shelf .one")
    expect(cards).to_have_count(5)
    assert page.evaluate(FELT) >= ROOM
    about = next(at for at in range(5) if "Secret pick" in cards.nth(at).inner_text())
    page.keyboard.press(str(about + 1))
    ringed = page.locator(".roll li.legal")
    ringed.first.wait_for()
    assert cards.count() == 0
    assert ringed.count() == page.locator("svg.table [data-piece^='model.'].legal").count()
    page.keyboard.press("Escape")
    expect(cards).to_have_count(5)
    alone = next(at for at in range(5) if "Secret pick" not in cards.nth(at).inner_text())
    page.keyboard.press(str(alone + 1))
    expect(page.locator(".shelf .one.on")).to_have_count(1)
    person.close()


def test_beside_a_duel_both_are_seen(tables: Tables) -> None:
    page = tables.show("malifaux", frame(struck(CHEAT), 0), locale="zh-CN", **LAPTOP)
    page.locator(".contest").wait_for()
    ground = page.locator(".ground").bounding_box()
    assert ground is not None and ground["height"] >= BESIDE
    for piece in page.locator("[data-piece='model.0'] .disc, [data-piece='model.2'] .disc").all():
        box = piece.bounding_box()
        assert box is not None
        assert ground["y"] <= box["y"] and box["y"] + box["height"] <= ground["y"] + ground["height"]
        assert box["width"] > 15  # an inch has 16 pixels


@pytest.mark.parametrize("piece", ["model.0", "model.2"])
def test_a_model_that_is_pointed_at_shows_its_card_beside_it(tables: Tables, piece: str) -> None:
    page = tables.show("malifaux", frame(struck(0), 0), locale="en", **LAPTOP)
    disc = page.locator(f"svg.table [data-piece='{piece}'] .disc").bounding_box()
    assert disc is not None
    for aside in (0, 2):  # a mouse that has moved, not a table that has come under it
        page.mouse.move(disc["x"] + disc["width"] / 2 + aside, disc["y"] + disc["height"] / 2)
    tip = page.locator(".tip .print.wide")
    expect(tip).to_contain_text("Greatsword" if piece == "model.0" else "Terrifying (12)")
    health = tip.locator(".figures div", has_text="Health").locator("dd")
    expect(health).to_have_text("9" if piece == "model.0" else "7")  # what is left of it
    card = page.locator(".tip").bounding_box()
    assert card is not None and card["y"] >= 0 and card["y"] + card["height"] <= LAPTOP["viewport"]["height"]
    assert card["x"] >= disc["x"] + disc["width"] or card["x"] + card["width"] <= disc["x"]


def test_rows_of_a_crew_are_one_stop_of_the_keys_and_show_their_cards(browser: Browser, server: Server) -> None:
    """At a table of its own: the row that had the focus last keeps the stop."""
    person = Person(browser, server.url, locale="en", **LAPTOP)
    Shown(person, server, "malifaux", 2).show(frame(struck(0), 0))
    page = person.page
    rows = page.locator(".roll").first.locator("li")
    rows.first.wait_for()
    assert rows.evaluate_all("(all) => all.map((one) => one.tabIndex)") == [0, -1]
    rows.first.focus()
    page.keyboard.press("ArrowDown")
    expect(page.locator(".tip .print.wide .name")).to_contain_text("The Judge")
    assert rows.evaluate_all("(all) => all.map((one) => one.tabIndex)") == [-1, 0]
    person.close()


def test_what_passes_is_told_over_no_model_and_no_figure(tables: Tables) -> None:
    page = tables.show("malifaux", frame(struck(CHEAT), 0), locale="en", **LAPTOP)
    page.locator(".contest").wait_for()
    page.keyboard.press("u")  # nothing can be undone
    toast, bar = page.locator(".toast").bounding_box(), page.locator("header.top").bounding_box()
    assert toast and bar and toast["y"] + toast["height"] <= bar["y"] + bar["height"]
    buttons = [one.bounding_box() for one in page.locator("header.top :is(button, a)").all()]
    assert all(
        box and (box["x"] + box["width"] <= toast["x"] or toast["x"] + toast["width"] <= box["x"]) for box in buttons
    )


def test_the_card_of_a_leader_is_read_whole_while_one_is_chosen(tables: Tables) -> None:
    match = played("malifaux", 2, lambda one: asked(one, 0, "leader"))
    page = tables.show("malifaux", frame(match, 0), locale="en", **LAPTOP)
    for leader in ("Lady Justice", "Seamus", "Nekima"):
        page.locator(".stock button.row", has_text=leader).hover()
        reading = page.locator(".muster .reading")
        expect(reading.locator(".name")).to_contain_text(leader)
        assert reading.evaluate("(node) => node.scrollHeight - node.clientHeight") <= 0, leader


@pytest.mark.rule("MFX-8.20")
def test_what_a_model_can_do_is_numbered_beside_the_table(tables: Tables) -> None:
    page = tables.show("malifaux", frame(struck(0), 0), locale="en", **LAPTOP)
    page.locator(".actions .figures").wait_for()
    assert page.locator(".actions .figures dd").all_inner_texts()[-1] == "9/12"
    assert page.locator(".question [data-option]", has_text="Greatsword").count() == 1
    page.wait_for_selector(RESTED)
    key = page.locator(".actions li", has_text="Greatsword").locator(".kbd").inner_text()
    page.keyboard.press(key)
    expect(page.locator(".parts .part").first).to_contain_text("Greatsword")


@pytest.mark.rule("MFX-8.1")
def test_who_acts_is_marked_on_the_table_and_the_hand_is_a_press_away(browser: Browser, server: Server) -> None:
    """The ring of who acts is filled; the hand lies folded in a corner of the map, and opens over it."""
    person = Person(browser, server.url, locale="en", **LAPTOP)
    page = person.page
    match = played("malifaux", 2, lambda one: asked(one, 0, "action"), bot="greedy", key=b"hand")
    person.go(lay(server, match, person, "me", "bot:random"))
    page.wait_for_selector(RESTED)
    expect(page.locator("svg.table .standing.acts")).to_have_count(1)
    expect(page.locator("svg.table .standing.acts .lit")).to_have_count(1)
    count = int(page.locator(".holding .chip").inner_text().split()[-1])
    page.locator(".holding .chip").click()
    expect(page.locator(".holding.open #hand .piece.card")).to_have_count(count)
    assert count > 3
    page.locator(".holding .toggle").click()
    expect(page.locator(".holding .chip")).to_be_visible()
    person.close()


def test_no_button_covers_the_name_of_a_zone(browser: Browser, server: Server) -> None:
    person = Person(browser, server.url, locale="en", viewport={"width": 1920, "height": 1080}, reduced_motion="reduce")
    table = Shown(person, server, "malifaux", 2)
    table.show(frame(played("malifaux", 2, lambda one: asked(one, 0, "action"), bot="greedy"), 0))
    page = person.page
    page.locator(".holding .chip").wait_for()
    over = [one.bounding_box() for one in page.locator(".holding .chip, .buttons button").all()]
    for name in page.locator("svg.table .area text").all():
        at = name.bounding_box()
        assert at is not None
        for box in over:
            assert box is not None
            beside = at["x"] + at["width"] <= box["x"] or box["x"] + box["width"] <= at["x"]
            assert beside or at["y"] + at["height"] <= box["y"] or box["y"] + box["height"] <= at["y"]
    person.close()
