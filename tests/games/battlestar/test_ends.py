"""A match comes to an end whoever answers: chance, the clock, nobody."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from shapan.engine.actions import DONE
from shapan.engine.chance import Stream
from shapan.engine.match import Match
from shapan.engine.prompt import Prompt
from shapan.engine.table import PolicyTable, RandomTable
from shapan.games.battlestar.game import GAME
from shapan.games.battlestar.state import Battlestar

MAX_TURNS = 400


@pytest.mark.parametrize("seats", [2, 3, 4, 5, 6])
def test_random_matches_end_soon(seats: int) -> None:
    for seed in range(20):
        state = GAME.start({}, seats, seed)
        GAME.play_out(state, RandomTable(state, Stream(seed)))
        assert GAME.outcome(state) is not None and state.turn < MAX_TURNS


class Tired:
    """Answers at random for a while, then as the clock does."""

    def __init__(self, seed: int) -> None:
        self.rng = Stream(seed)
        self.left = seed % 200

    def __call__(
        self,
        state: Battlestar,
        prompt: Prompt[Battlestar],
        seat: int,
        arg: int,
        options: Sequence[int],
        picked: Sequence[int],
    ) -> int:
        if self.left:
            self.left -= 1
            return self.rng.choice(options)
        row = prompt.default_many(state, seat, arg) if prompt.many else [prompt.default(state, seat, arg)]
        code = row[len(picked)] if len(picked) < len(row) else DONE
        return code if code in options else options[0]  # `options[0]`: where the first picks were still random


def defaults_end(seats: int, number: int) -> None:
    """Play matches some of whose first answers are random, all others those of the clock."""
    for seed in range(number):
        state = GAME.start({}, seats, f"clock {seed}")
        GAME.play_out(state, PolicyTable(state, Tired(seed)))
        assert GAME.outcome(state) is not None


@pytest.mark.parametrize("matches", [40, pytest.param(1_000, marks=pytest.mark.long)])
@pytest.mark.parametrize("seats", [2, 3, 4, 5, 6])
def test_matches_end_by_the_clock(seats: int, matches: int) -> None:
    defaults_end(seats, matches)


def test_a_match_ends_that_all_leave() -> None:
    for seed in range(12):
        match = Match(GAME, 2 + seed % 5, {}, f"leave {seed}", hashes=False)
        for seat in range(match.seats):
            if not match.over:
                match.leave(seat)
        assert match.over and match.outcome is not None
