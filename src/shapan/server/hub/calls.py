"""Calls: who listens for what happens at his own tables, or at those that are listed, and is told to look again.

What a seat alone can see rings for its person alone: a bell for others would tell when somebody has answered.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial

from shapan.server.match.room import Room

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


class Calls:
    """The listeners of one server."""

    def __init__(self) -> None:
        self._listeners: set[Listener] = set()
        self._faces: dict[str, Face | None] = {}
        """What strangers see of each listed table."""

    @contextmanager
    def listening(self, session: str | None, *, lobby: bool) -> Iterator[Listener]:
        """Listen for a while."""
        listener = Listener(session, lobby=lobby)
        self._listeners.add(listener)
        try:
            yield listener
        finally:
            self._listeners.discard(listener)

    def look_after(self, room: Room) -> None:
        """Ring for what happens at a table from now on; that it is there is news too."""
        room.lobby_bell = partial(self._ring, room)
        self._ring(room, None)

    def stop(self) -> None:
        """Let all listeners look again: the server stops."""
        for listener in self._listeners:
            listener.rung.set()

    def _ring(self, room: Room, only: str | None) -> None:
        listed = only is None and self._has_new_face(room)
        own = {room.row.owner, *(row.session for row in room.seats)} if only is None else {only}
        for listener in self._listeners:
            if listener.session is not None and listener.session in own:
                listener.matches.add(room.row.id)
                listener.rung.set()
            elif listed and listener.lobby:
                listener.rung.set()

    def _has_new_face(self, room: Room) -> bool:
        """Return whether strangers see something else of a table than before, as far as it is listed."""
        row = room.row
        face = (row.pace, *(seat.kind == "open" for seat in room.seats)) if row.listed and not room.over else None
        before = self._faces.get(row.id)
        if face is None:
            self._faces.pop(row.id, None)
        else:
            self._faces[row.id] = face
        return face != before
