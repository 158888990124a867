"""Tables of fate duel in the middle of a match, for its tests."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from engine.toys.fate_duel import GAME
from engine.toys.fate_duel.actions import ATTACK
from engine.toys.fate_duel.names import NAMES
from engine.toys.fate_duel.state import ACT_STEP, Fate
from shapan.engine.match import Match

AT = ((3_000, 3_000), (6_000, 3_000), (3_000, 6_000), (6_000, 9_000))
"""Where the models stand in most tests: 0 is within reach of 2."""


def card(name: str) -> int:
    return NAMES.index(name)


def at_table(
    at: Sequence[tuple[int, int]] = AT,
    hands: tuple[Sequence[str], Sequence[str]] = ((), ()),
    flips: tuple[Sequence[str], Sequence[str]] = ((), ()),
    options: dict[str, Any] | None = None,
    agenda: tuple[int, ...] = (ACT_STEP, 0),
    **changes: Any,
) -> Match[Fate]:
    """Return a match in the first turn: models placed, these hands, these cards to come."""
    state = GAME.start(options or {}, 2, 1)
    state.turn, state.acts, state.agenda = 1, [2] * 4, [agenda]
    state.xs, state.ys = [x for x, _ in at], [y for _, y in at]
    for seat in (0, 1):
        for name in hands[seat]:
            state.move(state.decks[seat], state.decks[seat].cards.index(card(name)), state.hands[seat])
    for name, value in changes.items():
        setattr(state, name, value)
    if flips != ((), ()):
        state.chance.scripts = [[card(name) for name in row] for row in flips]
    return Match(GAME, 2, options, state=state)


def duel(own: str, enemy: str, **more: Any) -> Match[Fate]:
    """Model 0 (fight 6) attacks model 2 (fight 6); these cards are flipped."""
    match = at_table(flips=([own], [enemy]), **more)
    match.answer(0, ATTACK.code(0, 2))
    return match
