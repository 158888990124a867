"""Games without an end: the kit names them and comes to an end itself. Counted are turns, never seconds.

A turn is counted whenever the rules run it: in matches, copies, worlds and playouts. A run that does not stop fails.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from conformance.plants.base import PIG, altered, stepped, through, variant
from shapan.engine.conformance import Report, check
from shapan.games.pig import game as pig

Step = Callable[[Any, Any, int], None]

SIZE = 12, 240
LONGEST = 8_000
"""Decisions of a match: enough for Pig with any number of seats and any target."""
MORE = 3
"""So many times the turns of the usual Pig may a Pig without an end take."""
MOST = 60_000
"""Turns that a run of the usual Pig may take."""


def usual(state: Any, table: Any, seat: int) -> None:
    pig.turn_step(state, table, seat)


def target_out_of_reach(state: Any, table: Any, seat: int) -> None:
    """Points are lost before they are counted."""
    state.banked[:] = [0] * state.seats
    pig.turn_step(state, table, seat)


def turn_without_end(state: Any, table: Any, seat: int) -> None:
    """Whatever is answered, the turn goes on."""
    while True:
        table.ask(pig.ask_roll_or_hold, seat)


def holds_for_ever(state: Any, table: Any, seat: int) -> None:
    """Who holds at first, as the clock does, is asked again as if nothing had been."""
    state.turn = seat
    while table.ask(pig.ask_roll_or_hold, seat) == pig.HOLD:
        pass
    pig.turn_step(state, table, seat)


def kept(
    step: Step, most: int, size: tuple[int, int] = SIZE, default: Callable[..., int] | None = None, until: str = ""
) -> tuple[Report, int]:
    """Return the report on a Pig with another turn, and how many turns were run; fail after `most`."""
    turns = 0

    def counted(state: Any, table: Any, seat: int) -> None:
        nonlocal turns
        turns += 1
        if turns > most:
            pytest.fail(f"more than {most} turns")
        step(state, table, seat)

    game = variant(PIG, steps=stepped(PIG, pig.TURN, counted), max_decisions=LONGEST)
    if default is not None:
        game = through(game, prompts=[altered(pig.ask_roll_or_hold, default=default)])
    return check(game, *size, until=lambda failure: failure.check == until), turns


@pytest.mark.parametrize("step", [target_out_of_reach, turn_without_end])
def test_a_match_without_an_end_is_named_once_and_those_after_it_are_cut_short(step: Step) -> None:
    report, turns = kept(usual, MOST)
    assert report.passed, str(report)
    endless, _ = kept(step, MORE * turns)
    ends = endless.checks["ends"]
    assert not endless.passed and ends.failed == 1
    (failure,) = ends.examples
    assert "no end after" in failure.detail and {"seed", "seats", "options"} <= failure.place.keys()
    assert endless.checks["defaults_end"].failed == 1
    assert endless.matches == report.matches and endless.decisions < 4 * report.decisions


def test_the_engine_that_answers_without_end_for_those_who_left_is_named() -> None:
    def hold(self: Any, state: Any, seat: int, arg: int) -> int:
        return int(pig.HOLD)

    report, _ = kept(holds_for_ever, MOST, (40, 400), hold, until="ends")
    (failure,) = report.checks["ends"].examples
    assert "seats that have left" in failure.detail, str(report)
