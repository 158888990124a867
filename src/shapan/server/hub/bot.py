"""Bots at the server's tables: a task for each match that has some, answering off the requests.

A bot computes on a copy of the match, in a thread, through `shapan.bots`, which shows it its own view and options only.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from typing import Any, Protocol

from shapan import bots
from shapan.bots.registry import PROPOSED
from shapan.engine.match import Match, Refusal
from shapan.engine.stretch import BOT
from shapan.server.hub.house import House
from shapan.server.hub.task import Tasks
from shapan.server.match.course import Shut, Stale
from shapan.server.match.guide import scripted_answer
from shapan.server.match.room import Room
from shapan.server.match.thinking import Thinkers
from shapan.server.store.writer import StoreError

MOST_AT_ONCE = 16
"""Bots that are asked at a time; further ones wait."""
LOG = logging.getLogger("shapan.server")


class BotSource(Protocol):
    """Where bots come from. `answer` is called in threads."""

    def names(self) -> list[str]:
        """Return the names of all bots, the one to propose first."""

    def answer(self, name: str, match: Match[Any], seat: int) -> list[int]:
        """Return a bot's answer to the open decision of its seat."""

    def close(self) -> None:
        """Give back what was needed for thinking."""


class InstalledBots:
    """The bots of `shapan.bots`; those that think do it in processes of their own."""

    def __init__(self) -> None:
        self._thinkers = Thinkers()

    def names(self) -> list[str]:
        """Return the names of the bots, the strongest first."""
        return bots.names()

    def answer(self, name: str, match: Match[Any], seat: int) -> list[int]:
        """Return the answer of a bot by name."""
        bot = bots.find(name)
        return self._thinkers.answer(name, match, seat) if bot.thinks else list(bots.answer(bot, match, seat))

    def close(self) -> None:
        """Stop the processes."""
        self._thinkers.close()


def pauses(match: Match[Any], seats: Sequence[int]) -> bool:
    """Tell whether bots wait a little before they answer, for people to follow: not in reaction windows.

    There are many of them, most pass, and an answer that always comes at once tells nothing of what a hand holds.
    """
    return not all(match.decisions[seat].prompt.reaction for seat in seats)


def in_time(name: str) -> str:
    """Return who answers a held window for a bot: one that thinks would be too late, or show that it has a choice."""
    with suppress(bots.UnknownBot):
        if bots.find(name).thinks:
            return PROPOSED.name
    return name


class Bots:
    """Looks after the bots of all rooms."""

    def __init__(self, house: House, source: BotSource, delay: float) -> None:
        self._house = house
        self._tasks = Tasks("Bots")
        self._source = source
        self._delay = delay
        self._threads = ThreadPoolExecutor(MOST_AT_ONCE, "bots")

    def look_after(self, room: Room) -> None:
        """Play for the bots of a room from now on."""
        self.forget(room)
        room.seats.bot_names = self._source.names()
        room.reseated = lambda: self.look_after(room)
        if any(row.bot for row in room.seats) and not room.match.over and not room.frozen:
            self._tasks.start(room.row.id, self._play(room))

    def forget(self, room: Room) -> None:
        """Stop the bots of a room that leaves the memory."""
        self._tasks.stop(room.row.id)

    async def close(self) -> None:
        """Stop all bots."""
        await self._tasks.close()
        self._source.close()
        self._threads.shutdown(wait=False, cancel_futures=True)

    async def _play(self, room: Room) -> None:
        changed = asyncio.Event()
        room.bot_bell = changed.set
        while not room.course.ended:
            changed.clear()
            asked = room.answers.asked_of_bots()
            if not asked:
                await changed.wait()
                continue
            if pauses(room.match, [seat for seat, _, _ in asked]):
                await asyncio.sleep(self._delay)
            for seat, ordinal, name in asked:
                if (seat, ordinal, name) in room.answers.asked_of_bots():
                    await self._answer(room, seat, ordinal, name)
        if room.stale and not self._house.closing:
            await self._house.room(room.row.id)  # its successor looks after its own bots

    async def _answer(self, room: Room, seat: int, ordinal: int, name: str) -> None:
        world = room.match.clone()
        mind = name if room.window.held is None else in_time(name)
        default = world.default(seat)
        try:
            written = scripted_answer(world, seat) if room.row.guide else None
            if written is None:
                loop = asyncio.get_running_loop()
                written = await loop.run_in_executor(self._threads, self._source.answer, mind, world, seat)
            codes = written
            room.answers.checked(seat, ordinal, codes, BOT)
        except Shut:
            return
        except Exception:  # a bot that fails must not stop the match
            LOG.exception("bot %s failed in match %s; the default is taken", name, room.row.id)
            codes = default
        try:
            # A colon: no client can have used this id.
            await room.answer(seat, codes, ordinal, f"bot:{ordinal}", BOT)
        except (Shut, Stale):
            return
        except (Refusal, StoreError):
            LOG.exception("the answer of bot %s in match %s could not be stored", name, room.row.id)
            await asyncio.sleep(max(self._delay, 0.2))
