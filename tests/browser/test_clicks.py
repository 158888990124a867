"""Clicks counted: the commonest answers take no more than they need, and one more where they cannot be undone."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Any

import msgspec
import pytest
from playwright.sync_api import Browser, Page, Route

from browser.conftest import Server
from browser.person import Person
from browser.player import DECIDES
from browser.prepared import Played, asked, lay, played
from browser.shown import Shown
from browser.test_confirm import SAND, Sent
from scripts.moments import frame
from shapan.engine.actions import DONE
from shapan.engine.foresight import Foresight
from shapan.games.battlefield import actions as battlefield
from shapan.games.battlestar import actions as battlestar
from shapan.games.malifaux import actions as malifaux
from shapan.games.starcraft import actions as starcraft
from shapan.server.match import offer

Target = Callable[[Any], bool]


FREE = "[data-option]:not([aria-disabled=true]):not([aria-pressed=true])"


@dataclass
class Answer:
    """A common answer: where it is given, the code that it begins with, and how many clicks it may take."""

    name: str
    game: str
    seats: int
    kind: str
    most: int
    """Clicks with everything given at once, as far as it can be."""
    wanted: Target = lambda target: target.code != DONE
    mode: bool = False
    """Its kind is chosen first."""
    carried: bool = False
    """A thing is chosen first, then where it goes."""
    binds: bool = True
    """It cannot be undone: by default it has a second step."""


def _of(*families: Any) -> Target:
    return lambda target: any(family.has(target.code) for family in families)


ANSWERS = (
    Answer("a charge", "malifaux", 2, "action", 2, lambda target: target.code == malifaux.CHARGE, binds=False),
    Answer("an action of the hand", "battlestar", 5, "action", 1),
    Answer("a unit of the hand to a place", "battlefield", 3, "development", 2, _of(battlefield.PLACE), carried=True),
    Answer("a purchase", "starcraft", 3, "build", 2, _of(starcraft.BUILD_UNIT), binds=False),
    Answer("an order", "starcraft", 3, "place_order", 2, mode=True),
    Answer("a move", "battlestar", 5, "move", 1, _of(battlestar.MOVE), binds=False),
    Answer("an attack", "planet_masters", 3, "action", 1),
    Answer("a base", "starcraft", 3, "place_base", 1),
    Answer("a vote", "planet_masters", 3, "vote", 1, lambda target: True),
    Answer("a pass", "battlestar", 5, "action", 1, lambda target: target.code == DONE),
    Answer("a discard", "malifaux", 2, "discard", 2),
    Answer("a skill card", "battlestar", 5, "contribute", 2),
)


def _code(match: Played, answer: Answer) -> int:
    """Return the first code of a question that is wanted; -1 where none is."""
    if not asked(match, 0, answer.kind):
        return -1
    decision = match.decisions[0]
    legal = match.legal(0, (), people=True)
    targets = [match.game.target(match.view(0), code) for code in legal]
    found = [target.code for target in targets if answer.wanted(target)]
    return found[0] if len(legal) > 1 and found and decision is not None else -1


def _is_asked(answer: Answer, match: Played) -> bool:
    return _code(match, answer) >= 0


def _clicks(page: Page, sent: Sent, answer: Answer, code: int) -> int:
    """Give an answer by the mouse; return how many clicks that took."""
    clicks = 0
    if answer.mode:
        mode = page.locator(".question [data-mode]").nth(1)
        mode.click()
        clicks += 1
    row = (
        page.locator(f'.question [data-code="{code}"]')
        if not answer.mode
        else page.locator(".question .answers [data-option]")
    )
    if answer.carried:
        page.locator("#hand .piece.legal").first.click()
        clicks += 1
        row = page.locator(".cover.legal, .standing.legal")
    row.first.click()
    clicks += 1
    for _ in range(4):
        if sent.since(page, 0):
            return clicks
        sent.since(page, len(sent.codes))
        if sent.codes:
            return clicks
        sand = page.locator(SAND)
        if sand.count():
            sand.first.click()
            clicks += 1
            continue
        # What it needs more of lies in the hand or in rows.
        more = page.locator(f".question .answers {FREE}, #hand .piece.legal")
        more.first.click()
        clicks += 1
    assert sent.since(page, 0), answer.name
    return clicks


class Offered:
    """Answers the page's question what may follow some picks, as the server does, in the match that it shows."""

    def __init__(self, page: Page) -> None:
        self.match: Played | None = None
        page.unroute("**/picks")
        page.route("**/picks", self._answer)

    def _answer(self, route: Route) -> None:
        assert self.match is not None
        picked = json.loads(route.request.post_data or "{}")["picked"]
        foresight = Foresight(self.match, 0, alone=False)
        if self.match.decisions[0].prompt.many:
            answer = offer.next_picks(self.match, 0, picked, foresight)
        else:
            answer = offer.Options([], True, done_binds=foresight.binds(self.match.checked(0, picked)))
        route.fulfill(body=msgspec.json.encode(answer).decode(), content_type="application/json")


@pytest.mark.parametrize(
    ("game", "confirm"),
    [
        pytest.param(game, confirm, marks=[pytest.mark.long] if confirm == "never" and game != "starcraft" else [])
        for game in ("planet_masters", "battlestar", "battlefield", "starcraft", "malifaux")
        for confirm in ("binding", "never")
    ],
)
def test_common_answers_take_few_clicks(browser: Browser, server: Server, game: str, confirm: str) -> None:
    """The second step is the table's own: that it can be left out is tried in one game, and in all by the long tier."""
    answers = [answer for answer in ANSWERS if answer.game == game]
    person = Person(browser, server.url, reduced_motion="reduce", viewport={"width": 1280, "height": 720})
    for name, value in (("idle", "off"), ("confirm", confirm)):
        person.page.add_init_script(f"localStorage.setItem('shapan.{name}', '{value}')")
    table = Shown(person, server, game, answers[0].seats)
    sent, offered, wrong = Sent(person.page), Offered(person.page), list[str]()
    for answer in answers:
        match = played(game, answer.seats, partial(_is_asked, answer), key=b"clicks 1")
        offered.match = match
        table.show(frame(match, 0))
        sent.codes.clear()
        clicks = _clicks(person.page, sent, answer, _code(match, answer))
        if clicks > answer.most + (confirm == "binding" and answer.binds):
            wrong.append(f"{answer.name}: {clicks} clicks")
    person.close()
    assert not wrong, "\n".join(wrong)


def test_a_walk_takes_a_point_and_its_row(browser: Browser, server: Server) -> None:
    """Malifaux: with nothing chosen a click on the ground lists who can go there, and the row is the answer."""
    walk = Answer("a walk", "malifaux", 2, "action", 2, lambda target: target.code == malifaux.WALK)
    match = played("malifaux", 2, lambda one: _code(one, walk) >= 0, key=b"clicks 2")
    person = Person(browser, server.url, reduced_motion="reduce", viewport={"width": 1280, "height": 720})
    page, sent = person.page, Sent(person.page)
    page.add_init_script("localStorage.setItem('shapan.speed', 'off')")
    person.go(lay(server, match, person, "me", "bot:random"))
    page.wait_for_selector(DECIDES)
    who = page.locator(f'.ground [data-piece="model.{match.live.activation.model}"] .disc').bounding_box()
    ground = page.locator("svg.table").bounding_box()
    assert who and ground
    up = who["y"] > ground["y"] + ground["height"] / 2
    page.mouse.click(who["x"] + who["width"] / 2, who["y"] + (-1.2 if up else 2.2) * who["height"])
    rows = page.locator(".question .ways [data-option]")
    given = page.locator(f"{SAND}, .question .ways [data-option]")
    given.first.wait_for()
    (rows.filter(has_text="Walk") if rows.count() else page.locator(SAND)).first.click()
    page.wait_for_selector(".question[aria-busy=true], .question.waiting, .question.yours")
    assert sent.since(page, 0)[0][0] == malifaux.WALK
    person.close()


def test_a_deployment_takes_a_model_and_its_proposed_place(browser: Browser, server: Server) -> None:
    """Malifaux: who is content with the place waits no longer; a click elsewhere on the map moves it there."""
    match = played("malifaux", 2, lambda one: asked(one, 0, "deploy") and len(one.legal(0)) > 1, key=b"clicks 3")
    person = Person(browser, server.url, reduced_motion="reduce", viewport={"width": 1280, "height": 720})
    page, sent = person.page, Sent(person.page)
    page.add_init_script("localStorage.setItem('shapan.speed', 'off')")
    person.go(lay(server, match, person, "me", "bot:random"))
    page.wait_for_selector(DECIDES)
    page.locator(".legal[data-piece^=crew]").first.click()
    ghost = page.locator(".ground .end")
    page.locator(SAND).wait_for()
    proposed = ghost.bounding_box()
    assert proposed
    page.mouse.click(proposed["x"] + 1.5 * proposed["width"], proposed["y"] + 1.5 * proposed["height"])
    moved = "at => document.querySelector('.ground .end').getBoundingClientRect().x !== at"
    page.wait_for_function(moved, arg=proposed["x"])
    page.locator(SAND).click()
    page.wait_for_selector(".question[aria-busy=true], .question.waiting, .question.yours")
    model, place = sent.since(page, 0)[0]
    assert malifaux.DEPLOY.has(model)
    assert malifaux.SPOT.has(place)
    person.close()
