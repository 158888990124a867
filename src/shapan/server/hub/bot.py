"""Bots at the server's tables: a task for each match that has some, answering off the requests and by the schedule.

A bot computes on a copy of the match, in a thread, through `shapan.bots`, which shows it its own view and options only.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, Final, Protocol

from shapan import bots
from shapan.bots.registry import PROPOSED, of_personality
from shapan.engine.match import Match, Refusal
from shapan.engine.segment import BOT
from shapan.server.hub.budget import Budget
from shapan.server.hub.rooms import Rooms
from shapan.server.hub.schedule import GAUGE_EVERY, Schedule, gauge
from shapan.server.hub.task import Tasks
from shapan.server.hub.turns import Crowded, Turns
from shapan.server.match.cluster import Cluster
from shapan.server.match.guide import guide_for, others_wait, scripted_answer
from shapan.server.match.lifecycle import MatchClosed, Stale
from shapan.server.match.room import Room
from shapan.server.match.thinking import Thinkers, usual_size
from shapan.server.settings import Settings
from shapan.server.store.writer import StoreError

MAX_AT_ONCE: Final = 16
"""Quick answers that are found at a time; further ones wait."""
MAX_WAITING: Final = 8
"""Thoughts at the tables of one guest that wait for a turn; at further ones the quick bot answers."""
MAX_QUICK: Final = 512
"""Quick answers at the tables of one guest that wait for a turn."""
LEFT_PACE: Final = 6
"""How many times as long slots are at a table left to bots: whoever handed a seat over follows, and may come back."""
_OFTEN_LATE: Final = 50
"""Answers that were not found in time, after which the log says of a bot that it needs more."""
LOG = logging.getLogger("shapan.server")
Asked = tuple[int, int, str]
"""Seat, ordinal and bot of a decision."""


class BotSource(Protocol):
    """Where bots come from. `answer` is called in threads."""

    def names(self) -> list[str]:
        """Return the names of all bots, the one to propose first."""

    def answer(self, name: str, match: Match[Any], seat: int, ends: float, gone: Callable[[], bool]) -> list[int]:
        """Return a bot's answer to the open decision of its seat; it is of use until `ends`, by `time.monotonic`.

        `gone` says whether the decision is closed.
        """

    def close(self) -> None:
        """Give back what was needed for thinking."""


class InstalledBots:
    """The bots of `shapan.bots`; those that think do it in processes of their own."""

    def __init__(self, cluster: Cluster | None = None) -> None:
        self._thinkers = Thinkers(cluster=cluster)

    def names(self) -> list[str]:
        """Return the names of the bots, the strongest first."""
        return bots.names()

    def answer(self, name: str, match: Match[Any], seat: int, ends: float, gone: Callable[[], bool]) -> list[int]:
        """Return the answer of a bot by name."""
        bot = bots.find(name)
        if bot.thinks:
            return self._thinkers.answer(name, match, seat, ends, gone)
        return list(bots.answer(bot, match, seat))

    def close(self) -> None:
        """Stop the processes."""
        self._thinkers.close()


def in_time(name: str) -> str:
    """Return who answers for a bot where there is no time to think: itself, unless it thinks."""
    with suppress(bots.UnknownBot):
        if bots.find(name).thinks:
            return of_personality(PROPOSED.name, bots.parted(name)[1])
    return name


@dataclass(slots=True)
class Slot:
    """A question to a bot: what it may come to until the slot ends, the better first."""

    due: float
    """When it is answered, by the clock of the loop."""
    found: list[asyncio.Future[list[int]]]
    stopped: bool = False

    def stop(self) -> None:
        """Look for no answer any more."""
        self.stopped = True
        for answer in self.found:
            if not answer.cancel() and not answer.cancelled():
                answer.exception()  # seen: nobody needs to be told of it


def _reads(room: Room) -> bool:
    """Tell whether the coach of a guided match explains something, so that the others wait."""
    if not room.row.guide or room.match.over or not room.seats.is_person(guide_for(room.match.game).seat):
        return False
    return others_wait(room.match, room.coach_read)


class Bots:
    """Looks after the bots of all rooms."""

    def __init__(self, house: Rooms, source: BotSource, settings: Settings, cluster: Cluster | None = None) -> None:
        self._house = house
        self._tasks = Tasks("Bots")
        self._source = source
        self.schedule = Schedule(settings.bot_delay, settings.bot_thinking, time.monotonic)
        self._quick = Turns("quick", MAX_AT_ONCE, MAX_QUICK)
        elsewhere = (lambda: 0) if cluster is None else (lambda: cluster.slots)
        self._thoughts = Turns("thoughts", usual_size(), MAX_WAITING, elsewhere)
        self.budget = None if settings.limits is None else Budget(settings.limits.thinking, settings.now)
        self._late: Counter[str] = Counter()
        self._gauge = gauge
        self._gauging: asyncio.Task[None] | None = None

    def look_after(self, room: Room) -> None:
        """Play for the bots of a room from now on."""
        self.forget(room)
        room.seats.bot_names = self._source.names()
        room.reseated = lambda: self.look_after(room)
        if room.seats.bots and not room.match.over and not room.frozen:
            self._tasks.start(room.row.id, self._play(room))
            if self._gauging is None and self.schedule.waits:
                self._gauging = asyncio.create_task(self._keep_gauging(), name="shapan-gauge")

    def forget(self, room: Room) -> None:
        """Stop the bots of a room that leaves the memory."""
        self._tasks.stop(room.row.id)

    def waiting(self) -> dict[str, int]:
        """Return how many answers wait for a turn, by kind of work."""
        return {"quick": self._quick.waiting, "thoughts": self._thoughts.waiting}

    async def close(self) -> None:
        """Stop all bots."""
        if self.budget is not None:
            await self.budget.close()
        if self._gauging is not None:
            self._gauging.cancel()
            await asyncio.gather(self._gauging, return_exceptions=True)
        await self._tasks.close()
        self._source.close()
        self._quick.close()
        self._thoughts.close()

    async def _play(self, room: Room) -> None:
        changed, loop = asyncio.Event(), asyncio.get_running_loop()
        room.bot_bell = changed.set
        slots: dict[Asked, Slot] = {}
        try:
            while not room.course.ended:
                changed.clear()
                asked = [] if room.paused or _reads(room) else room.answers.asked_of_bots()
                for gone in slots.keys() - set(asked):
                    slots.pop(gone).stop()
                now = loop.time()  # who is asked at once answers at once
                new = [one for one in asked if one not in slots]
                lengths = self.schedule.ask([self._kind(room, seat, name) for seat, _, name in new])
                pace = LEFT_PACE if room.seats.left_to_bots else 1
                for one, length in zip(new, lengths, strict=True):
                    slots[one] = self._begin(room, *one, now + length * pace)
                first = min(slots, key=lambda one: (slots[one].due, one), default=None)
                if first is not None and slots[first].due <= loop.time():
                    await self._give(room, first, slots.pop(first))
                    continue
                with suppress(TimeoutError):
                    async with asyncio.timeout_at(None if first is None else slots[first].due):
                        await changed.wait()
        finally:
            for slot in slots.values():
                slot.stop()
        if room.stale:
            await self._house.renew(room)  # its successor looks after its own bots

    def _kind(self, room: Room, seat: int, name: str) -> tuple[bool, bool]:
        """Tell of a question whether a bot thinks about it, and whether it is a reaction."""
        reaction = room.match.decisions[seat].prompt.reaction
        return not reaction and in_time(name) != name, reaction

    async def _keep_gauging(self) -> None:
        """See again and again how fast the machine is while no bot has anything to do: what bots do tells of hands."""
        while True:
            if self.schedule.rests and self._quick.rests and self._thoughts.rests:
                asked = self.schedule.asked
                seconds = await self._quick.ask("", self._gauge)
                if self.schedule.asked == asked:
                    self.schedule.gauged(seconds)
            await asyncio.sleep(GAUGE_EVERY)

    def _begin(self, room: Room, seat: int, ordinal: int, name: str, due: float) -> Slot:
        """Let answers to a question be looked for: a quick one, and one that is thought out."""
        match = room.match
        quick = in_time(name)
        thinks, _ = self._kind(room, seat, name)
        slot = Slot(due, [])
        scripted = scripted_answer(match.clone(), seat) if room.row.guide else None
        if scripted is not None:
            slot.found.append(asyncio.get_running_loop().create_future())
            slot.found[0].set_result(scripted)
            return slot
        owner, ends = room.row.owner, time.monotonic() + self.schedule.thinking

        def gone() -> bool:
            return slot.stopped

        def ask(turns: Turns, mind: str) -> None:
            world = match.clone()
            with suppress(Crowded):
                slot.found.append(turns.ask(owner, lambda: self._source.answer(mind, world, seat, ends, gone)))

        if thinks and (self.budget is None or self.budget.take(owner)):
            ask(self._thoughts, name)
        ask(self._quick, quick)
        return slot

    async def _give(self, room: Room, asked: Asked, slot: Slot) -> None:
        """Answer with what has been found when the slot has ended."""
        seat, ordinal, name = asked
        if slot.found and not self.schedule.waits:
            await asyncio.wait(slot.found)
            if _reads(room) or asked not in room.answers.asked_of_bots():
                return
        if not slot.found or not slot.found[-1].done():
            self._note_late(name)
        codes = self._found(room, asked, slot)
        slot.stop()
        try:
            # A colon: no client can have used this id.
            await room.answer(seat, codes, ordinal, f"bot:{ordinal}", BOT)
        except (MatchClosed, Stale):
            return
        except (Refusal, StoreError):
            LOG.exception("the answer of bot %s in match %s could not be stored", name, room.row.id)
            if not self.schedule.waits:
                await asyncio.sleep(0.2)

    def _note_late(self, name: str) -> None:
        """Take note that not even a quick answer was there. No slot becomes longer by it: that would tell of a hand."""
        self._late[name] += 1
        if self._late[name] == _OFTEN_LATE:
            LOG.warning("bot %s often finds no answer in time and gives the default; bots need more time here", name)

    def _found(self, room: Room, asked: Asked, slot: Slot) -> list[int]:
        """Return the best answer that was found, else the default."""
        seat, ordinal, name = asked
        for answer in slot.found:
            if not answer.done() or answer.cancelled():
                continue
            try:
                codes = answer.result()
                room.answers.checked(seat, ordinal, codes, BOT)
            except TimeoutError:  # it was not so far
                continue
            except Exception:  # a bot that fails must not stop the match
                LOG.exception("bot %s failed in match %s; a simpler answer is taken", name, room.row.id)
            else:
                return codes
        return room.match.default(seat)
