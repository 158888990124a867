"""Tables of skill check with scripted draws, for its tests."""

from __future__ import annotations

from typing import Any

import pytest

from engine.driving import asks, scripted
from engine.toys.skill_check import GAME
from engine.toys.skill_check.actions import DRAW, PUT, REPAIR, REST
from engine.toys.skill_check.names import CARDS, KINDS, LOYAL, NUMBERS, TRAITOR, TYPES
from shapan.engine.match import Match

rule = pytest.mark.rule
STORM, RIOT, LEAK, RAID = range(4)


def deck(name: str, *first: int) -> list[int]:
    """Return a whole type deck in an order that begins with these numbers."""
    rest = list(NUMBERS)
    for number in first:
        rest.remove(number)
    type_ = TYPES.index(name)
    return [4 * type_ + KINDS.index(number) for number in (*first, *rest)]


def table(traitor: int = 2, options: dict[str, Any] | None = None, hull: int = 3, **streams: Any) -> Match[Any]:
    """Three seats. Hands: seat 0 tact_1 lead_1 plan_1, seat 1 lead_2 plan_1 pilot_2, seat 2 plan_2 pilot_5 mend_5;
    destiny tact_5 lead_5 plan_5 pilot_1 mend_1."""
    given: dict[str, list[int]] = {
        "loyalty": [TRAITOR if seat == traitor else LOYAL for seat in range(3)],
        "tact": deck("tact", 1, 5),
        "lead": deck("lead", 1, 2, 5),
        "plan": deck("plan", 1, 1, 2, 5),
        "pilot": deck("pilot", 2, 5, 1),
        "mend": deck("mend", 5, 1),
        "crisis": [STORM, RIOT, LEAK, RAID],
        "destiny": [card("pilot_1"), card("mend_1"), card("tact_5"), card("lead_5"), card("plan_5")],
        "die": [1] * 20,
        **streams,
    }
    return scripted(GAME, 3, options, {"hull": hull}, **given)


def card(name: str) -> int:
    return CARDS.index(name)


def put(*names: str) -> list[int]:
    return [PUT.codes[card(name)] for name in names]


def to_action(match: Match[Any], *types: str) -> Match[Any]:
    for name in types or ("tact", "tact"):
        match.answer(match.waiting[0], DRAW.codes[TYPES.index(name)])
    return match


def to_check(match: Match[Any]) -> Match[Any]:
    to_action(match).answer(match.waiting[0], REST)
    return match


def events(match: Match[Any], viewer: int = 3) -> list[str]:
    return [event["key"] for event in match.events_for(viewer)]


def to_roll(match: Match[Any]) -> Match[Any]:
    """The chief repairs: at the question before the roll."""
    to_action(match).answer(0, REPAIR)
    assert asks(match, "planning")
    return match
