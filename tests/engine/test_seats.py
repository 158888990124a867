"""Seats are checked before anything is computed from them, in every game and by every way to a match."""

from __future__ import annotations

from typing import Any

import pytest

from shapan.engine.conformance.laws_seats import check_seats
from shapan.engine.conformance.report import Report
from shapan.engine.game import Game, PositionError
from shapan.engine.match import Match
from shapan.engine.registry import find, games

WRONG = (-1, 0, 1, 64)


@pytest.mark.parametrize("name", games())
def test_the_engine_refuses_seats_before_options(name: str) -> None:
    game = find(name)
    for seats in WRONG:
        with pytest.raises(PositionError, match=r"^seats"):
            Match(game, seats, {"no_such_option": 1})
    report = Report(name)
    check_seats(game, report)
    assert report.passed, str(report)


def test_a_game_that_resolves_seats_itself_is_found() -> None:
    class Dividing(type(find("pig"))):  # type: ignore[misc]
        def resolve(self, options: Any, seats: int) -> Any:
            12 // seats
            return super().resolve(options, seats)

    game: Game[Any] = Dividing()
    report = Report("pig")
    check_seats(game, report)
    assert not report.passed and "ZeroDivisionError" in str(report)
