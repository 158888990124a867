"""Tables of face down in the middle of a match, for its tests."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from engine.toys.face_down import GAME
from engine.toys.face_down.actions import ATTACK, LAY
from engine.toys.face_down.names import FEINT, GUARD, REST, STRIKE
from engine.toys.face_down.rules import CLOSE_STEP, MAIN_STEP, OFFER_STEP
from engine.toys.face_down.state import Field
from shapan.engine.match import Match

rule = pytest.mark.rule
S, G, F, R = STRIKE, GUARD, FEINT, REST


def in_turn(
    *hands: Sequence[int],
    seats: int = 2,
    step_: int = MAIN_STEP,
    options: dict[str, Any] | None = None,
    **changes: Any,
) -> Match[Field]:
    """Return a match in the turn of seat 0 with these hands; the rest of the cards is the stock."""
    state = GAME.start(options or {}, seats, 1)
    state.agenda = [(CLOSE_STEP, 0), (MAIN_STEP, 0)]
    if step_ == OFFER_STEP:
        state.push(OFFER_STEP, 0)
    for seat, cards in enumerate(hands):
        for card in cards:
            state.move(state.stock, state.stock.cards.index(card), state.hands[seat])
    for name, value in changes.items():
        setattr(state, name, value)
    return Match(GAME, seats, options, state=state)


def row(*cards: int) -> list[int]:
    return [LAY.code(card) for card in cards]


def fight(own: Sequence[int], enemy: Sequence[int], **more: Any) -> Match[Field]:
    """Seat 0 attacks seat 1; both lay these rows, which are their hands."""
    match = in_turn(own, enemy, **more)
    match.answer(0, ATTACK.code(1))
    match.answer(0, row(*own))
    match.answer(1, row(*enemy))
    return match
