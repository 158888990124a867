"""The buttons of event cards say what is built, bought, placed or struck, with what was chosen before."""

from __future__ import annotations

from functools import cache

import pytest

from games.staged import unsaid
from shapan import bots
from shapan.engine import previews
from shapan.engine.actions import DONE
from shapan.engine.match import FRIENDLY, Match
from shapan.engine.text import LANGUAGES, say
from shapan.games.starcraft import actions, cards
from shapan.games.starcraft.game import GAME
from shapan.games.starcraft.rules.event_choices import ask_event, choices
from shapan.games.starcraft.state import StarCraft

pytestmark = pytest.mark.rule("SC-11.8")
CARDS = {cards.EVENT_OF[card]: card for card in range(len(cards.EVENTS))}
SAID = {
    cards.FIELD_ENGINEERS: ("Build ", " for "),
    cards.LICENSED_RESEARCH: ("Buy ", " for "),
    cards.BREAKTHROUGH: ("Take ",),
    cards.VOLUNTEERS: ("Place ", "Place in "),
    cards.ELITE_REINFORCEMENTS: ("Place ",),
    cards.REINFORCEMENTS: ("Place in ",),
    cards.EXPANSION_PLAN: ("Build a base in ",),
    cards.ORBITAL_STRIKE: ("Strike ",),
    cards.SABOTAGE: ("Sabotage ",),
    cards.EMERGENCY_AIRLIFT: ("Place a transport on ",),
    cards.JUMP_LANE_SHIFT: ("Move z-axis", "Move its ", "Move it to "),
}
"""By event, how the button of each choice begins, or what is in it."""


@cache
def table() -> StarCraft:
    """Return what a seat sees in the third round of a match that bots have played."""
    match: Match[StarCraft] = Match(GAME, 3, {}, "event words", FRIENDLY)
    mind = bots.find("greedy")
    while match.live.round < 3:
        seat = min(match.decisions)
        match.answer(seat, bots.answer(mind, match, seat))
    return match.live


def buttons(state: StarCraft, seat: int, picked: list[int], language: str) -> list[str]:
    """Return the buttons of what may follow some picks."""
    view = GAME.view(state, seat)
    codes = [code for code in choices(state, seat, actions.PLAY.value(picked[0]), picked[1:]) if code]
    scene = GAME.board(view, seat, codes, ask_event)
    told = previews.list_offers(GAME, view, seat, codes, ask_event, scene, 0, picked)
    assert [one for target, _ in told for one in unsaid(GAME, target.label)] == []
    return [say(GAME, language, target.label.key, target.label.words) for target, _ in told]


@pytest.mark.parametrize("event", SAID)
def test_each_choice_of_an_event_says_what_it_brings(event: int) -> None:
    looked = 0
    for seat in range(3):
        picked = [actions.PLAY.codes[CARDS[event]]]
        for wanted in SAID[event]:
            said = buttons(table(), seat, picked, "en")
            assert all(wanted in text for text in said), said
            assert all(len(set(buttons(table(), seat, picked, language))) == len(said) for language in LANGUAGES)
            codes = [code for code in choices(table(), seat, CARDS[event], picked[1:]) if code]
            looked += len(codes)
            if not codes:
                break
            level = [code for code in codes if actions.P_BUILDING.has(code)][:1]
            picked += [*(level or codes[:1])]
            while level and actions.P_LEVEL.has(choices(table(), seat, CARDS[event], picked[1:])[0]):
                picked += choices(table(), seat, CARDS[event], picked[1:])
    assert looked


def test_what_ends_an_answer_is_called_as_elsewhere() -> None:
    """Of elite reinforcements as many as wanted are placed: to stop is offered among the units, and is no unit."""
    view = GAME.view(table(), 0)
    card = CARDS[cards.ELITE_REINFORCEMENTS]
    first = choices(table(), 0, card, [])[0]
    assert DONE in choices(table(), 0, card, [first])
    picked = [actions.PLAY.codes[card], first]
    assert GAME.label_after(view, ask_event, 0, 0, picked, DONE) is None


def test_a_building_says_its_level_and_the_units_that_it_unlocks() -> None:
    state = table()
    texts = buttons(state, 0, [actions.PLAY.codes[CARDS[cards.FIELD_ENGINEERS]]], "en")
    assert any("unlocking" in text for text in texts), texts
