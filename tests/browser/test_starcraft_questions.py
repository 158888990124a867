"""Questions of StarCraft answered by clicks: a payment that is changed, the last own piece that is destroyed."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from browser.conftest import Server
from browser.person import LAID_OUT, Person
from browser.player import DECIDES, OVER
from browser.prepared import Played, asked, lay, played
from shapan.engine.actions import DONE
from shapan.games.starcraft import actions, names, space
from shapan.games.starcraft.rules import destroying
from shapan.games.starcraft.rules.payment import GAS_BITS
from shapan.games.starcraft.rules.setup import MIDDLE

LAPTOP: dict[str, Any] = {"viewport": {"width": 1280, "height": 720}, "locale": "en"}
PHONE: dict[str, Any] = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "locale": "zh-CN"}
SCREENS = pytest.mark.parametrize("screen", [LAPTOP, PHONE], ids=["laptop", "phone"])
ONE_SCREEN = pytest.mark.parametrize(
    "screen", [pytest.param(LAPTOP, id="laptop"), pytest.param(PHONE, id="phone", marks=pytest.mark.long)]
)
"""Where a phone has the same to press or to see: the long tier looks there too."""
CUT = """(nodes) => nodes.filter((node) =>
    node.getBoundingClientRect().bottom > node.closest(".card").getBoundingClientRect().bottom + 1).length"""
HIDDEN = """(nodes) => nodes.filter((node) => {
    const { left, top, width, height } = node.getBoundingClientRect();
    return [8, width - 8].some((x) => !node.contains(document.elementFromPoint(left + x, top + height / 2)));
}).map((node) => node.dataset.piece)"""
COST = 2 | 1 << GAS_BITS
"""Two minerals and one gas."""


def sit(browser: Browser, server: Server, match: Played, screen: dict[str, Any]) -> Person:
    """Seat a person with bots at a table that stands where a match does, and wait until he is asked."""
    person = Person(browser, server.url, reduced_motion="reduce", **screen)
    person.page.add_init_script("localStorage.setItem('shapan.speed', 'off')")
    person.go(lay(server, match, person, "me", *["bot:greedy"] * (match.seats - 1)))
    person.page.wait_for_selector(DECIDES)
    return person


def press(what: Locator, screen: dict[str, Any]) -> None:
    """Tap on a phone, else click."""
    if screen is PHONE:
        what.page.evaluate(LAID_OUT)  # a forced tap does not wait until it stands still
        what.tap(force=True)  # also what is no answer now, to be told why
    else:
        what.click()


def answered(page: Page, confirm: Locator, screen: dict[str, Any]) -> list[int]:
    """Press what gives the answer, and return the codes that the page has sent."""
    with page.expect_request("**/answers") as sent:
        press(confirm, screen)
    posted = sent.value.post_data_json
    assert posted is not None
    codes: list[int] = posted["codes"]
    return codes


def _pays(match: Played) -> bool:
    """Whether the first seat pays the cost, and has a card of an area beside the permanent one for both resources."""
    if not asked(match, 0, "pay") or match.decisions[0].arg != COST:
        return False
    return len(match.decisions[0].prompt.all_picks(match.live, 0, COST)) == 4


@SCREENS
def test_a_proposed_payment_is_changed_by_clicks(browser: Browser, server: Server, screen: dict[str, Any]) -> None:
    """SC-4.1: workers are taken back from cards and put on others; what lies there then is paid."""
    match = played("starcraft", 2, _pays, bot="greedy", key=b"sc1")
    codes = match.decisions[0].prompt.all_picks(match.live, 0, COST)
    by_kind = {
        (code < actions.PAY.code(len(names.AREAS)), names.SOURCE_KIND[actions.PAY.value(code)]): code for code in codes
    }
    person = sit(browser, server, match, screen)
    page = person.page

    def card(in_area: bool, kind: int) -> Locator:
        code = by_kind[in_area, kind]
        if screen is PHONE:  # the cards are rows of the sheet
            return page.locator(
                f'.answers [data-code="{code}"], .part[data-line~="{code}"] :is(.stepper .step, .off)'
            ).first
        return page.locator(f'[data-piece="source.{names.SOURCES[actions.PAY.value(code)]}"]')

    pay = page.locator(".question.yours [data-primary]")
    picked = page.locator(".parts .part" if screen is PHONE else "button.piece.picked")
    expect(picked).to_have_count(2)
    assert page.locator('[data-piece^="source."] .print *').evaluate_all(CUT) == 0
    if screen is PHONE:
        press(page.locator(".answers summary"), screen)
    press(card(True, names.MINERALS), screen)  # all is laid out: what has to be done first is told
    page.get_by_text("收回一名农民" if screen is PHONE else "first take a worker off a marked one").last.wait_for()
    expect(picked).to_have_count(2)
    press(card(False, names.MINERALS), screen)
    expect(page.locator(".question.yours .foot [aria-disabled=true]")).to_have_count(1)
    press(card(True, names.MINERALS), screen)
    expect(picked).to_have_count(3)
    press(card(False, names.GAS), screen)
    expect(picked).to_have_count(2)
    press(card(True, names.GAS), screen)
    expect(picked).to_have_count(3)
    paid = [by_kind[True, names.MINERALS], by_kind[False, names.MINERALS], by_kind[True, names.GAS]]
    assert answered(page, pay, screen) == sorted(paid)
    person.close()


def last_stand() -> Played:
    """Return a match in which the first seat has one base left and nothing else to be in with, and is asked."""
    match = played("starcraft", 2, lambda one: asked(one, 0, "choose_order"), bot="greedy", key=b"sc1").clone()
    while match.live.units[0].count(0) < len(match.live.units[0]):
        units = [code for code in destroying.own_pieces(match.live, 0) if actions.DESTROY_UNIT.has(code)]
        match.answer(0, units[:1])
    return match


@ONE_SCREEN
def test_the_last_own_piece_is_destroyed_by_clicks(browser: Browser, server: Server, screen: dict[str, Any]) -> None:
    """SC-3.9, SC-12.5: it is told that it is the last, it has to be confirmed, and the match is over."""
    match = last_stand()
    base = match.live.bases.index(0)
    person = sit(browser, server, match, screen)
    page = person.page
    if page.locator(".overview").count():
        here = page.locator(f'[data-piece="base.{names.AREAS[base]}"]')
        tiles = page.locator(".overview .tile")
        press(tiles.nth(list(space.placed(match.live)).index(names.PLANET_OF[base])), screen)
        here.first.wait_for()
    press(page.locator(f'[data-piece="base.{names.AREAS[base]}"]').last, screen)
    page.get_by_text("最后的棋子，随即出局" if screen is PHONE else "your last piece: you are out").last.wait_for()
    assert match.outcome is None and page.locator(OVER).count() == 0
    confirm = page.locator(".question.yours :is([data-option], .done)").last
    assert answered(page, confirm, screen) == [actions.DESTROY_BASE.code(base)]
    page.wait_for_selector(OVER)
    person.close()


@pytest.mark.parametrize("kind", ["build", "technology"])
def test_all_that_is_sold_is_seen_at_once(browser: Browser, server: Server, kind: str) -> None:
    """SC-5.1, SC-7.3: on a laptop no card of a long shop lies beyond the edge or under another one."""

    def sells(match: Played) -> bool:
        return asked(match, 0, kind) and len(sold(match)) > 8

    def sold(match: Played) -> set[tuple[int, ...]]:
        codes = match.decisions[0].prompt.next(match.live, 0, 0, []) if kind == "build" else match.legal(0)
        kept = [code for code in codes if code not in (DONE, actions.PASS) and not actions.destroys(code)]
        families = [actions.ACTIONS.of(code) for code in kept]
        return {(family.number, *family.values(code)[:1]) for family, code in zip(families, kept, strict=True)}

    match = played("starcraft", 3, sells, bot="greedy", key=b"kinds0")
    person = sit(browser, server, match, LAPTOP)
    cards = person.page.locator(".holding .laid .piece.legal")
    expect(cards.nth(8)).to_be_visible()
    assert cards.evaluate_all(HIDDEN) == []
    assert person.page.locator(".holding .laid .print *").evaluate_all(CUT) == 0
    person.close()


def test_the_first_planet_of_a_galaxy_is_laid_by_clicks(browser: Browser, server: Server) -> None:
    """SC-1.7.2: there is one free place, and buttons tell how the planet may lie on it."""
    keys = (b"first1", b"first2", b"first3", b"first4", b"first5", b"first6")
    matches = (played("starcraft", 2, _lays, bot="greedy", key=key) for key in keys)
    match = next(one for one in matches if not space.placed(one.live) and _turns(one))
    planet = _turns(match)[0]
    person = sit(browser, server, match, LAPTOP)
    page = person.page
    page.locator(f'button.piece[data-piece="tile.{names.PLANETS[planet]}"]').click()
    turnings = page.locator(
        ".question.yours :is([data-option], [data-primary], .done):not([aria-disabled=true])", has_text=","
    )
    expect(turnings).to_have_count(len(names.TURNS[planet]))
    assert actions.PLACE_PLANET.has(answered(page, turnings.first, LAPTOP)[0])
    person.close()


def test_a_planet_with_routes_on_all_sides_is_laid_without_a_question_of_turns(
    browser: Browser, server: Server
) -> None:
    """SC-1.7.2: all its turns are alike, so one answer stands for them."""
    matches = (played("starcraft", 2, _lays, bot="greedy", key=b"cross%d" % number) for number in range(1, 9))
    match = next(one for one in matches if not space.placed(one.live) and len(_turns(one)) < len(_tiles(one)))
    planet = next(one for one in _tiles(match) if one not in _turns(match))
    person = sit(browser, server, match, LAPTOP)
    page = person.page
    tile = page.locator(f'button.piece[data-piece="tile.{names.PLANETS[planet]}"]')
    assert answered(page, tile, LAPTOP)[0] == actions.PLACE_PLANET.code(planet, MIDDLE, MIDDLE, 0)
    person.close()


def _tiles(match: Played) -> list[int]:
    return match.live.tiles[0].cards


def _turns(match: Played) -> list[int]:
    """Return the planets of the first seat that may lie in several ways."""
    return [planet for planet in _tiles(match) if len(names.TURNS[planet]) > 1]


def _lays(match: Played) -> bool:
    return asked(match, 0, "place_planet")


def _two_may_go(match: Played) -> bool:
    """Whether the first seat moves units of which two alike have two areas to go to, and both may go to each."""
    return bool(_ways(match)) if asked(match, 0, "move") else False


def _ways(match: Played) -> list[int]:
    """Return the moves of a unit that has several areas to go to, and may go there twice."""
    decision = match.decisions[0]
    codes = [
        code for code in decision.prompt.all_picks(match.live, 0, decision.arg)
        if actions.MOVE.has(code) and decision.prompt.can_hold(match.live, 0, decision.arg, [code, code])
    ]  # fmt: skip
    for code in codes:
        unit, _, source = actions.MOVE.values(code)
        ways = [one for one in codes if actions.MOVE.values(one)[::2] == (unit, source)]
        if len(ways) > 1:
            return ways
    return []


@SCREENS
def test_two_units_alike_go_to_one_area_by_clicks(browser: Browser, server: Server, screen: dict[str, Any]) -> None:
    """SC-6.2: each is asked where it goes; nothing is picked unasked, and an area that was chosen is offered again."""
    match = played("starcraft", 2, _two_may_go, bot="greedy", key=b"m1")
    code = _ways(match)[0]
    unit, to, source = actions.MOVE.values(code)
    person = sit(browser, server, match, screen)
    page = person.page
    counter = page.locator(f'[data-piece="unit0.{names.AREAS[source]}.{names.UNITS[unit]}"]').last
    area = page.locator(f'.cover[data-place="zone:area.{names.AREAS[to]}"]').last
    for _ in range(2):
        if page.locator(".overview").count():  # from afar a planet is read below the map
            planets = list(space.placed(match.live))
            press(page.locator(".overview .tile").nth(planets.index(names.PLANET_OF[source])), screen)
        counter.wait_for()
        press(counter, screen)
        if screen is PHONE:
            press(page.locator(f'.question.yours [data-code="{code}"]'), screen)
        else:
            press(area, screen)
        page.wait_for_function("() => document.querySelector('.question.yours[aria-busy=false]')")
    assert answered(page, page.locator(".question.yours [data-primary], .question.yours .done").last, screen) == [
        code,
        code,
    ]
    person.close()


@ONE_SCREEN
def test_the_odds_of_a_battle_have_no_marks_but_their_own(
    browser: Browser, server: Server, screen: dict[str, Any]
) -> None:
    """A planet of the sky behind the table, drawn as a dot, would be one more card that the opponent may lay."""
    person = sit(
        browser, server, played("starcraft", 2, lambda one: asked(one, 0, "cards"), bot="greedy", key=b"sc1"), screen
    )
    page = person.page
    page.locator(".comparison .dots i").first.wait_for()
    expect(page.locator(".orbits").first).to_be_attached()
    assert page.locator(".orbits circle:visible").count() == 0
    person.close()
