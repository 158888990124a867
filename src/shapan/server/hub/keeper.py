"""The keeper: snapshots, recordings and reviews of what is played, made when they are due."""

from __future__ import annotations

import asyncio

from shapan.server.match.room import Room
from shapan.server.replay.recording_store import RecordingStore
from shapan.server.replay.review_queue import Reviews
from shapan.server.settings import Settings


class Keeper:
    """Keeps what is played in all rooms: a task for each match of which something is due."""

    def __init__(self, reels: RecordingStore, reviews: Reviews, settings: Settings) -> None:
        self.keeping: dict[str, asyncio.Task[None]] = {}
        self._reels = reels
        self._reviews = reviews
        self._settings = settings

    def look_after(self, room: Room) -> None:
        """Keep what is played in a room from now on."""
        room.keeper = lambda: self._keep_if_due(room)
        room.keeper()

    def _keep_if_due(self, room: Room) -> None:
        """See to it that a snapshot and a recording are kept, every so often and at the end of the match."""
        due = len(room.match.log) - room.snapshot_at >= self._settings.snapshot_every
        ended = room.match.over and room.row.status == "on"
        if (due or ended or room.clock.unkept) and not room.frozen and room.row.id not in self.keeping:
            self.keeping[room.row.id] = asyncio.create_task(self._keep(room), name=f"keep {room.row.id}")

    async def _keep(self, room: Room) -> None:
        """Record the match, which keeps a snapshot too; where that fails, keep a snapshot alone."""
        number = len(room.match.log)
        ended = room.match.over and room.row.status == "on"
        room.clock.unkept = False
        try:
            await room.note_end()
            if not await self._reels.record_in_turn(room):
                await room.keep_snapshot()
            if ended and not room.row.voided and self._settings.reviews and any(seat.session for seat in room.seats):
                self._reviews.queue(room.row.id)
        finally:
            del self.keeping[room.row.id]
        if len(room.match.log) > number:
            self._keep_if_due(room)

    async def close(self) -> None:
        """Finish what is under way, without pauses: nobody plays any more."""
        self._reels.hurry()
        while self.keeping:
            await asyncio.gather(*self.keeping.values(), return_exceptions=True)
        await asyncio.to_thread(self._reels.close)
