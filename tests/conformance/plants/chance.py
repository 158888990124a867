"""Plants of chance that is not the engine's: in a module of their own, for lint forbids their imports."""

from __future__ import annotations

import random
from collections.abc import Sequence
from itertools import count
from typing import Any

from conformance.plants.base import LEDUC, ORDERS, PLANETS, SKILL, Door, plant, through

PLAYED_TWICE = "same_seed replay_frames replay_state clone_frames clone_asks clone_state load_state modes_frames"


@plant(21, LEDUC, PLANETS, SKILL, finds=PLAYED_TWICE, says=": ")
def global_random(game: Any) -> Any:
    random.seed(21)  # when it is found must not hang on the seed that the tests are run with

    class Own(Door):
        def roll(self, stream: int, sides: int = 6) -> int:
            super().roll(stream, sides)
            return random.randint(1, sides)

        def draw(self, stream: int, pool: Sequence[int]) -> int:
            super().draw(stream, pool)
            return random.choice(pool)

    return through(game, Own)


@plant(22, LEDUC, PLANETS, ORDERS, finds=PLAYED_TWICE, says=": ")
def clock(game: Any) -> Any:
    """A clock that runs on whenever it is read: with a real one, how long a match takes would be chance."""
    ticks = count(1, 37)

    class Timed(Door):
        def roll(self, stream: int, sides: int = 6) -> int:
            super().roll(stream, sides)
            return 1 + next(ticks) // 7 % sides

        def draw(self, stream: int, pool: Sequence[int]) -> int:
            super().draw(stream, pool)
            return pool[next(ticks) // 7 % len(pool)]

    return through(game, Timed)
