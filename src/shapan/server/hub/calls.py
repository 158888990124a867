"""Calls: who listens for what happens at his own tables, or at those that are listed, and is told to look again.

What a seat alone can see rings for its person alone: a bell for others would tell when somebody has answered.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Container, Iterable, Iterator
from contextlib import contextmanager
from functools import partial
from typing import Final

from sqlalchemy.exc import SQLAlchemyError

from shapan.server.match.room import Room
from shapan.server.store.people import now
from shapan.server.store.row import MatchRow, SeatRow
from shapan.server.store.storage import Store

LOG = logging.getLogger("shapan.server")
_EVERY: Final = 2.0
"""Seconds between two looks at what happens at tables of other processes."""

Face = tuple[object, ...]


class Listener:
    """Somebody who listens; `rung` is set when there is something new for them."""

    def __init__(self, session: str | None, *, lobby: bool) -> None:
        self.session = session
        self.lobby = lobby
        """Whether listed tables concern them too."""
        self.rung = asyncio.Event()
        self.matches: set[str] = set()
        """Their own matches that have rung and were not looked at since."""
        self.hidden: set[str] = set()
        """Whose tables they do not find: a bell for one of these would tell that there is something."""


class Calls:
    """The listeners of one server."""

    def __init__(self) -> None:
        self._listeners: set[Listener] = set()
        self._faces: dict[str, Face | None] = {}
        """What strangers see of each listed table."""
        self._task: asyncio.Task[None] | None = None

    @contextmanager
    def listening(self, session: str | None, *, lobby: bool) -> Iterator[Listener]:
        """Listen for a while."""
        listener = Listener(session, lobby=lobby)
        self._listeners.add(listener)
        try:
            yield listener
        finally:
            self._listeners.discard(listener)

    def hears(self, person: str) -> bool:
        """Return whether someone has a page of this server open that calls when it is their turn."""
        return any(listener.session == person for listener in self._listeners)

    def ring(self, person: str) -> None:
        """Let someone look again: there is something new for them in the lobby."""
        for listener in self._listeners:
            if listener.session == person:
                listener.rung.set()

    async def start(self, store: Store, here: Container[str]) -> None:
        """Look at what happens at tables that other processes play; those `here` ring by themselves."""
        self._task = asyncio.create_task(self._watch(store, here), name="calls")

    async def close(self) -> None:
        """Look no more."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    async def _watch(self, store: Store, here: Container[str]) -> None:
        since = now()
        while True:
            await asyncio.sleep(_EVERY)
            try:
                begun = now()
                for row, seats in await store.touched(since - 1) if self._listeners else ():
                    if row.id not in here:
                        self._tell(row, seats, row.status == "over", None)
                since = begun
            except (SQLAlchemyError, OSError) as error:
                LOG.warning("tables of other processes cannot be seen: %s", type(error).__name__)

    def look_after(self, room: Room) -> None:
        """Ring for what happens at a table from now on; that it is there is news too."""
        room.lobby_bell = partial(self._ring, room)
        self._ring(room, None)

    def stop(self) -> None:
        """Let all listeners look again: the server stops."""
        for listener in self._listeners:
            listener.rung.set()

    def _ring(self, room: Room, only: str | None) -> None:
        self._tell(room.row, room.seats, room.over, only)
        for reserve in room.reserves.rows if only is None else ():  # the lobby shows them that they are asked
            self.ring(reserve.person)

    def _tell(self, row: MatchRow, seats: Iterable[SeatRow], over: bool, only: str | None) -> None:
        listed = only is None and self._note_face(row, seats, over)
        own = {row.owner, *(seat.session for seat in seats)} if only is None else {only}
        for listener in self._listeners:
            if listener.session is not None and listener.session in own:
                listener.matches.add(row.id)
                listener.rung.set()
            elif listed and listener.lobby and row.owner not in listener.hidden:
                listener.rung.set()

    def _note_face(self, row: MatchRow, seats: Iterable[SeatRow], over: bool) -> bool:
        """Note what strangers see of a table, if it is listed; return whether that is something else than before."""
        face = (
            (row.pace, row.bank, row.increment, *(seat.kind == "open" for seat in seats))
            if row.listed and not over
            else None
        )
        before = self._faces.get(row.id)
        if face is None:
            self._faces.pop(row.id, None)
        else:
            self._faces[row.id] = face
        return face != before
