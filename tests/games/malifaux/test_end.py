"""How a match of Malifaux ends before its last turn."""

from __future__ import annotations

import pytest

from shapan.engine.match import Match
from shapan.games.malifaux.game import MALIFAUX


@pytest.mark.rule("MFX-16.3")
@pytest.mark.parametrize("seat", [0, 1])
def test_who_concedes_loses(seat: int) -> None:
    match = Match(MALIFAUX, 2, {}, "concede")
    match.leave(seat)
    outcome = match.outcome
    assert match.over
    assert outcome is not None
    assert outcome.winners == [1 - seat]
