"""Why a code is not possible: the reason depends on nothing that the seat does not know."""

from __future__ import annotations

from itertools import islice, product
from typing import Any

import pytest

from shapan.engine.chance import Stream
from shapan.engine.decision import Decision, random_answer
from shapan.engine.match import Match
from shapan.engine.registry import find


def codes_of(decision: Decision[Any]) -> list[int]:
    """Return some codes of every family that may be asked for, legal or not."""
    codes = []
    for family in decision.prompt.families:
        ranges = [range(min(kind.size or 8, 12)) for _, kind in family.parameters]
        codes += [family.code(*values) for values in islice(product(*ranges), 40)]
    return codes


def reason(match: Any, decision: Decision[Any], code: int) -> Any:
    """Return what the API says of a code."""
    try:
        if code in match.legal(decision.seat):
            return "possible"
        return decision.prompt.why_not(match.live, decision.seat, decision.arg, code)
    except (LookupError, ValueError):
        return "none"


@pytest.mark.parametrize(
    ("game", "seats", "options"), [("leduc", 2, {}), ("planet_masters", 4, {}), ("battlestar", 4, {})]
)
def test_a_reason_tells_nothing(game: str, seats: int, options: dict[str, Any]) -> None:
    rng = Stream(game)
    match: Match[Any] = Match(find(game), seats, options, b"reasons", "friendly")
    compared = 0
    while not match.over and compared < 3000:
        seat = sorted(match.decisions)[rng.number(len(match.decisions))]
        decision = match.decisions[seat]
        world = match.sample(seat, f"world {compared}")
        for code in codes_of(decision):
            assert reason(world, decision, code) == reason(match, decision, code), (decision.prompt.key, code)
            compared += 1
        match.answer(seat, random_answer(decision.prompt, match.live, seat, decision.arg, rng))
    assert compared
