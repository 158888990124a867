"""Hints: what the answers to an open decision are worth, for the seat that is asked and from what it may know.

A search in a process of its own finds it. Nothing of it is stored, told to others or seen by them: it waits for no lock
of the table and takes no time from the bots there.
"""

from __future__ import annotations

import asyncio
import logging
from concurrent.futures import ThreadPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from typing import Any, Final

import msgspec
from litestar.exceptions import ServiceUnavailableException, TooManyRequestsException

from shapan.bots.advice import Advice, Care, measure
from shapan.engine.actions import DONE
from shapan.engine.match import Match
from shapan.engine.point_answers import points_of
from shapan.engine.scene import Phrase
from shapan.server.match.cluster import Cluster
from shapan.server.match.room import Room
from shapan.server.match.thinking import Measure, Thinkers, look_ahead, packed

LOG = logging.getLogger("shapan.server")
CARE: Final = Care(passes=500, best=4, again=120, seconds=1.3)
MAX_WAITING: Final = 12
"""Hints that are being made or wait for it; who comes then is told to come again."""
MAX_ANSWERS: Final = 24


class HintAnswer(msgspec.Struct):
    """An answer: its codes and what they are called, its chance 0..1, and how often it was looked at.

    `even`: the first answer does not lead it by more than chance makes of it.
    `at`: by code its point of a table to scale, to the unit; empty for what is none. Left out where no code is one.
    """

    codes: list[int]
    labels: list[Phrase]
    chance: float
    looks: int
    even: bool = False
    at: list[list[int]] = []


class Hint(msgspec.Struct):
    """The best answers to the decision `ordinal`, the best one first: an estimate from `looks` looks ahead.

    `measure`: `chance` is the chance to win, or the expected score (0.5: nothing won, nothing lost) where the game is
    played for scores.
    """

    ordinal: int
    measure: Measure
    looks: int
    answers: list[HintAnswer]
    margin: float = 0.0
    """By how much the chances of the answers that were compared may be off."""


class Hints:
    """Makes hints, one after another."""

    def __init__(self, cluster: Cluster | None = None) -> None:
        self._thinkers = Thinkers(1, cluster=cluster)
        self._threads = ThreadPoolExecutor(1, "hints")
        self._made: dict[tuple[str, int, int], asyncio.Task[Hint]] = {}

    async def find(self, room: Room, seat: int, ordinal: int) -> Hint:
        """Return a hint for the open decision of a seat.

        Raises Shut where the seat is not asked, 429 where too many wait, 503 where the processes fail.
        """
        room.answers.asked_of_person(seat, ordinal)
        key = (room.row.id, seat, ordinal)
        task = self._made.get(key)
        if task is None:
            if len(self._made) >= MAX_WAITING:
                raise TooManyRequestsException(
                    "too many hints are asked for, wait a little", headers={"retry-after": "2"}
                )
            task = asyncio.create_task(self._make(room.match.clone(), seat, ordinal, f"{seat} {ordinal}"))
            self._made[key] = task
            task.add_done_callback(lambda _: self._made.pop(key, None))
        try:
            return await asyncio.shield(task)
        except (OSError, BrokenProcessPool) as error:
            LOG.warning("no hint could be made for match %s: %s", room.row.id, type(error).__name__)
            raise ServiceUnavailableException("no hint could be made", headers={"retry-after": "5"}) from None

    async def _make(self, match: Match[Any], seat: int, ordinal: int, seed: str) -> Hint:
        work = asyncio.get_running_loop().run_in_executor(self._threads, self._thought, match, seat, seed)
        return written(match, seat, ordinal, await work)

    def _thought(self, match: Match[Any], seat: int, seed: str) -> Advice:
        return self._thinkers.run(look_ahead, packed(match), seat, seed, CARE, game=match.game)

    async def close(self) -> None:
        """Stop all thinking."""
        self._thinkers.close()
        await asyncio.gather(*self._made.values(), return_exceptions=True)
        self._threads.shutdown(cancel_futures=True)


def written(match: Match[Any], seat: int, ordinal: int, advice: Advice) -> Hint:
    """Return advice in the words of the game, from the view of its seat."""
    view, game = match.view(seat), match.game
    answers = [
        HintAnswer(
            rated.codes,
            [game.label(view, code) for code in rated.codes or [DONE]],
            round(rated.worth[seat], 4),
            rated.looks,
            rated.even,
            points_of(game.actions, rated.codes),
        )
        for rated in advice.answers[:MAX_ANSWERS]
    ]
    kind: Measure = "score" if measure(game) == "score" else "chance"
    margin = max((rated.margin for rated in advice.answers), default=0.0)
    return Hint(ordinal, kind, advice.looks, answers, round(margin, 4))
