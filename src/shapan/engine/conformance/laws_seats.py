"""Law of seats: a number of seats that cannot play is refused before anything is computed from it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

import shapan
from shapan.engine.conformance.report import Report
from shapan.engine.game import Game, PositionError
from shapan.engine.match import Match
from shapan.engine.scenario import run

ODD: Final = (-1, 0, 64, 2**62, True, 2.0, "2", None)


def check_seats(game: Game[Any], report: Report) -> None:
    """Refuse each number of seats that cannot play at `seats`: options, a new match, its start and a scenario."""
    wrong = [*ODD, game.min_seats - 1, game.max_seats + 1]
    ways: list[tuple[str, Callable[[Any], object]]] = [
        ("options", lambda seats: game.resolve({}, seats)),
        ("match", lambda seats: Match(game, seats)),
        ("start", lambda seats: game.start({}, seats, 1)),
        ("scenario", lambda seats: _of_scenario(game, seats)),
    ]
    for seats in wrong:
        for name, way in ways:
            says = _refused(way, seats)
            report.expect("seats_refused", says == "", {"seats": repr(seats), "in": name}, says)


def _refused(way: Callable[[Any], object], seats: object) -> str:
    """Return what is wrong with the refusal of a number of seats; empty where it names them."""
    try:
        way(seats)
    except PositionError as error:
        return "" if error.field == "seats" else f"blames {error.field}"
    except Exception as error:  # noqa: BLE001 - whatever a game raises is a finding
        if isinstance(error, TypeError) and not isinstance(seats, int) and shapan.BUILD == "compiled":
            return ""  # a compiled function takes nothing but integers, and says so by itself
        return f"{type(error).__name__}: {error}"
    return "is taken"


def _of_scenario(game: Game[Any], seats: object) -> None:
    error = run(game, {"game": game.name, "seats": seats}).error
    if error is not None:
        raise PositionError(error["field"], error["says"])
