"""The talker: lets the bots at a table speak now and then, when all see that some turns have gone by.

When it speaks, which bot, and what it says follows from what every viewer has been told, so nobody learns more by it.
"""

from __future__ import annotations

import asyncio
import logging
from typing import Any, Final

from shapan.engine.match import Match
from shapan.server.hub.rooms import Rooms
from shapan.server.hub.task import Tasks
from shapan.server.match.remark import bot_remark, speaker_of
from shapan.server.match.room import Room
from shapan.server.store.writer import StoreError

LOG = logging.getLogger("shapan.server")
EVERY: Final = 3
"""Rounds (in some games turns) between two remarks of bots."""


def turn_of(match: Match[Any]) -> int:
    """Return how often bots were to speak so far, by what a spectator sees."""
    return match.game.rounds(match.view(match.seats)) // EVERY


class BotChat:
    """A task for each match whose bots speak."""

    def __init__(self, house: Rooms) -> None:
        self._house = house
        self._tasks = Tasks("Talk")

    def look_after(self, room: Room) -> None:
        """Let the bots of a room speak from now on."""
        self.forget(room)
        row = room.row
        speaks = row.talk and row.chat != "off" and not row.guide and bool(room.match.game.dossiers)
        if speaks and not room.match.over and not room.frozen:
            self._tasks.start(row.id, self._run(room))

    def forget(self, room: Room) -> None:
        """Let the bots of a room that leaves the memory be silent."""
        self._tasks.stop(room.row.id)

    async def close(self) -> None:
        """Let no bot speak any more."""
        await self._tasks.close()

    async def _run(self, room: Room) -> None:
        changed = asyncio.Event()
        room.talk_bell = changed.set
        heard, turn = -1, -1
        while not room.course.ended:
            changed.clear()
            if not room.course.waiting and heard != len(room.match.log):
                heard, now = len(room.match.log), turn_of(room.match)
                if 0 <= turn < now:
                    await self._speak(room, now)
                turn = max(turn, now)  # what was taken back is not spoken of twice
            await changed.wait()

    async def _speak(self, room: Room, turn: int) -> None:
        bots = sorted(room.seats.bots)
        if not bots or room.paused:
            return
        dossiers, said = room.match.dossiers(), room.chat.messages
        speaker = speaker_of(bots, turn, dossiers, said)
        found = None if speaker < 0 else bot_remark(speaker, dossiers, said)
        if found is None:
            return
        key, words = found
        try:  # a colon: no client can have used this id
            await room.chat.say(room.seats[speaker], f"bot:{turn}", ("", key), room.now.wall(room.now()), words)
        except StoreError:
            LOG.warning("a remark in match %s could not be stored", room.row.id)
