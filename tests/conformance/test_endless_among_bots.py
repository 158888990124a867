"""Matches answered as a game's own bots would: those without an end are named, and mixed answers bring one.

Apart from `test_endless`, whose turns are rules that the kit reads as a module of rules.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from conformance.plants.base import PIG, variant
from shapan.bots import answer, find
from shapan.engine.chance import Stream
from shapan.engine.conformance import check
from shapan.engine.conformance.bound import Endless, RatedTable
from shapan.engine.match import Match
from shapan.games.pig import game as pig

SIZE = 12, 240
LONGEST = 8_000
"""Decisions of a match: enough for Pig with any number of seats and any target."""


def always(code: int) -> Callable[..., float]:
    return lambda self, view, prompt, seat, arg, option, picked: float(option == code)


def test_a_match_without_an_end_among_bots_is_named_though_it_ends_among_others() -> None:
    game = variant(PIG, rate=always(pig.ROLL), max_decisions=LONGEST)
    report = check(game, *SIZE, until=lambda failure: failure.check == "ends")
    assert report.checks["ends"].failed == 1
    state = game.start({}, 2, 1)
    with pytest.raises(Endless, match="as `rate` likes them best"):
        game.play_out(state, RatedTable(game, state, Stream(1), 500))


def test_answers_that_are_mixed_let_bots_come_to_an_end() -> None:
    def mixture(self: Any, *asked: Any) -> dict[int, float]:
        return {pig.ROLL: 5.0, pig.HOLD: 1.0}

    game = variant(PIG, rate=always(pig.ROLL), mixture=mixture, max_decisions=LONGEST)
    state = game.start({}, 2, 1)
    game.play_out(state, RatedTable(game, state, Stream(1), LONGEST))
    assert game.outcome(state) is not None
    match = Match(game, 2, seed=1)
    rolled = {answer(find("greedy"), match, 0)[0] for match in (Match(game, 2, seed=seed) for seed in range(30))}
    assert rolled == {pig.ROLL, pig.HOLD} and not match.decisions[0].prompt.secret
