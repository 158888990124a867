"""Reels: recordings in the database, and the threads in which they are made.

A recording is made when a snapshot is due and at the end of a match, and goes into the database together with that
snapshot, so that both stand at the same record. What is missing (a kill, an old database) is made up for when the
match is next read or its replay asked for. Recordings that nobody waits for are made one after another; those that
somebody asks for do not stand in that queue.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from typing import Any
from weakref import WeakValueDictionary

import msgspec
from sqlalchemy import delete, insert, select, update
from sqlalchemy.engine import Connection

from shapan.engine.game import Game
from shapan.server.match import snapshot
from shapan.server.match.guide import begin
from shapan.server.match.room import Room
from shapan.server.replay.recording import Part, Reel, Row, run, unpacked
from shapan.server.store import snapshots
from shapan.server.store.damage import DamagedRow
from shapan.server.store.fault import Conflict
from shapan.server.store.row import MatchRow, Snapshot
from shapan.server.store.schema import RECORDED_PARTS, RECORDINGS
from shapan.server.store.storage import Store
from shapan.server.store.writer import StoreError

LOG = logging.getLogger("shapan.server")
_BREATH = 0.001
"""Seconds after each frame in which a recording thread lets the server go first."""
_MAX_ASKED = 2
"""How many recordings that somebody asks for are made at once, beside the one of the queue."""


class RecordingStore:
    """The recordings of one server."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._threads = ThreadPoolExecutor(1 + _MAX_ASKED, "shapan-recorder")
        self._turn = asyncio.Semaphore(1)
        self._breath = _BREATH
        self._locks: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()

    def hurry(self) -> None:
        """Finish what is under way without pauses: nobody plays any more."""
        self._breath = 0.0

    def _pause(self) -> None:
        if self._breath:
            time.sleep(self._breath)

    def close(self) -> None:
        """End the threads."""
        self._threads.shutdown(cancel_futures=True)

    async def record_in_turn(self, room: Room) -> bool:
        """Record a match as `record` does, once it is its turn: for recordings that nobody waits for."""
        async with self._turn:
            return await self.record(room)

    async def record(self, room: Room) -> bool:
        """Record a match up to now, with a snapshot of the same moment. Returns False where that cannot be done."""
        if room.frozen or room.stale:
            return False
        log, digest, beside = room.match.log[:], room.digest.hexdigest(), (room.kept_clock(), room.moves.save())
        match = room.row.id
        lock = self._locks.setdefault(match, asyncio.Lock())
        async with lock:
            try:
                reel, kept = await self._kept(match)
                if reel.number < len(log) or not reel.parts:
                    work = asyncio.get_running_loop().run_in_executor(
                        self._threads, _record, room.match.game, room.row, kept, reel, log, digest, beside, self._pause
                    )
                    await self._store.writer.do(_job(match, reel, *await work))
            except (StoreError, Conflict):
                LOG.warning("the recording of match %s could not be kept", match)
                return False
            except Exception:  # whatever a game does wrong here, the match itself goes on
                LOG.exception("match %s cannot be recorded", match)
                return False
        room.snapshot_at = max(room.snapshot_at, len(log))
        return True

    async def frames(self, room: Room, viewer: int) -> list[Row]:
        """Return all frames of a viewer up to now; a damaged recording is made again."""
        await self.record(room)
        try:
            return await self.rows(room.row.id, viewer)
        except DamagedRow as error:
            LOG.warning("the recording of match %s is made again: %s", room.row.id, error)
        await self._forget(room.row.id)
        await self.record(room)
        return await self.rows(room.row.id, viewer)

    async def rows(self, match: str, viewer: int) -> list[Row]:
        """Return the recorded frames of a viewer with their positions. Raises DamagedRow."""
        table = RECORDED_PARTS.c
        async with self._store.reading() as connection:
            kept = await connection.execute(
                select(table.first, table.body).where(table.match == match, table.viewer == viewer).order_by(table.part)
            )
            parts = [(first, body) for first, body in kept]
        return await asyncio.to_thread(unpacked, parts)

    async def _kept(self, match: str) -> tuple[Reel, Snapshot | None]:
        """Return how far a match is recorded, and its snapshot."""
        table = RECORDINGS.c
        async with self._store.reading() as connection:
            query = select(table.reel, table.number, table.parts).where(table.match == match)
            row = (await connection.execute(query)).one_or_none()
            kept = await snapshots.find(connection, match)
        if row is None:
            return Reel(), kept
        with suppress(msgspec.DecodeError, TypeError, ValueError):
            reel = msgspec.msgpack.decode(row.reel, type=Reel)
            if (reel.number, reel.parts) == (row.number, row.parts):
                return reel, kept
        LOG.warning("the recording of match %s is made again: it is damaged", match)
        await self._forget(match)
        return Reel(), kept

    async def _forget(self, match: str) -> None:
        def job(connection: Connection) -> None:
            for table in (RECORDED_PARTS, RECORDINGS):
                connection.execute(delete(table).where(table.c.match == match))

        await self._store.writer.do(job)


def _record(
    game: Game[Any],
    row: MatchRow,
    kept: Snapshot | None,
    reel: Reel,
    log: snapshot.Log,
    digest: str,
    beside: tuple[dict[str, Any], dict[str, Any]],
    pause: Callable[[], None],
) -> tuple[Reel, list[Part], Snapshot]:
    """In the thread: go on with a recording, from the snapshot if it helps, and return a snapshot of the end too.

    `beside` is what that keeps of the clock and of the last moves.
    """
    helps = kept is not None and kept.number <= reel.number
    found = snapshot.read(kept, game, row, log) if kept is not None and helps else None
    reel, parts, match = run(begin(game, row) if found is None else found[0], reel, log, pause)
    return reel, parts, snapshot.written(match, digest, *beside)


def write(match: str, reel: Reel, parts: list[Part]) -> list[tuple[Any, Any]]:
    """Return the statements, with their values, that store a match's first recording."""
    values = {"match": match, "number": reel.number, "parts": reel.parts, "reel": msgspec.msgpack.encode(reel)}
    rows = [_row(match, part) for part in parts]
    return [(insert(RECORDINGS), [values]), *([(insert(RECORDED_PARTS), rows)] if rows else [])]


def _row(match: str, part: Part) -> dict[str, Any]:
    return {"match": match, "viewer": part.viewer, "part": part.part, "first": part.first, "body": part.body}


def _job(match: str, old: Reel, new: Reel, parts: list[Part], kept: Snapshot) -> Any:
    """Return the write of a recording that goes on from `old`: Conflict if another process has gone on with it."""

    def job(connection: Connection) -> None:
        if old.number or old.parts:
            table = RECORDINGS.c
            done = connection.execute(
                update(RECORDINGS)
                .where(table.match == match, table.number == old.number, table.parts == old.parts)
                .values(number=new.number, parts=new.parts, reel=msgspec.msgpack.encode(new))
            )
            if not done.rowcount:
                raise Conflict("another process has recorded this match")
            if parts:
                connection.execute(insert(RECORDED_PARTS), [_row(match, part) for part in parts])
        else:
            for statement, rows in write(match, new, parts):
                connection.execute(statement, rows)
        connection.execute(snapshots.keep(connection, match, kept))

    return job
