"""Rebuilding: from what is stored of a match its room, as it was when its last record was stored."""

from __future__ import annotations

import logging
from hashlib import sha256
from typing import Any

import msgspec

from shapan.engine.game import Game, PositionError
from shapan.engine.options import OptionError
from shapan.engine.registry import UnknownGame, find
from shapan.engine.segment import CLOCK
from shapan.server.match import snapshot
from shapan.server.match.guide import NoGuide, begin
from shapan.server.match.last_move import last_of
from shapan.server.match.lifecycle import MatchNotFound
from shapan.server.match.note import MAX_NOTES, read
from shapan.server.match.plan import PLANNED
from shapan.server.match.reserve import fitting
from shapan.server.match.room import Room
from shapan.server.match.rule_change import pass_over
from shapan.server.match.seats import late_seats
from shapan.server.monotonic import Steady
from shapan.server.store.damage import DamagedRow
from shapan.server.store.row import Stored
from shapan.server.store.storage import Store

LOG = logging.getLogger("shapan.server")


def rebuild(stored: Stored, store: Store, now: Steady | None = None) -> Room:
    """Return the room of a stored match: from its snapshot if it fits, and every later record checked again.

    Raises Missing, or DamagedRow.
    """
    row, now = stored.match, now or Steady()
    try:
        game = find(row.game)
    except UnknownGame as error:
        raise MatchNotFound(error.public) from None
    if [seat.seat for seat in stored.seats] != list(range(row.seats)):
        raise DamagedRow(f"seats: there are {len(stored.seats)} for {row.seats}")
    room = _from_snapshot(stored, game, store, now)
    if room is None:
        try:
            match = begin(game, row)
        except (NoGuide, OptionError, PositionError) as error:  # the game of today does not begin it any more
            raise MatchNotFound(str(error)) from None
        room = Room(row, stored.seats, match, store, now)
        room.begin_clock(now.at(stored.made))
        pass_over(room, stored.records)
    room.changes = set(stored.changes)
    room.seats.late = late_seats(stored.changes)
    begun = len(room.match.log)
    room.last_moves = {begun + place for place in last_of(_readable(stored.records[begun:]))}
    for (body, name), made in zip(stored.records[begun:], stored.times[begun:], strict=True):
        try:
            record = msgspec.json.decode(body, type=dict[str, Any])
        except msgspec.DecodeError:
            LOG.exception("match %s is frozen at record %d", row.id, len(room.match.log))
            room.freeze("damaged")
        else:
            room.take(record, body.encode(), name, verify=True, at=now.at(made))
        if room.frozen:
            break
    if room.clock.paused is not None:
        if len(room.match.log) == begun:  # nobody has come since
            room.clock.resume(now() - room.clock.paused, now())
        room.clock.paused = now()
    room.orders.rows = stored.orders
    room.plans.read(stored.plans)
    room.reserves.rows, room.reserves.formers = fitting(stored.reserves, row.seats), stored.formers
    _forgive(room, stored)
    room.fair.rounds = stored.rounds
    notes = (read(body, row.seats + 1) for _, body in stored.notes)
    room.notes.taken = max((number for number, _ in stored.notes), default=0)
    room.notes.rows = [note for note in notes if note is not None][-MAX_NOTES:]
    room.plans.said = _said(room, stored)
    room.window.note(stored.sealed)
    return room


def _forgive(room: Room, stored: Stored) -> None:
    """Forget the time-outs of who had a seat before another: the clock may not have been kept since."""
    for seat, since in {one.seat: one.made for one in stored.formers if not one.moved}.items():
        if seat in room.clock.missed:
            later = [record for record, made in zip(stored.records, stored.times, strict=True) if made > since]
            own = sum(one.get("seat") == seat and one.get("by") == CLOCK for one in _readable(later))
            room.clock.missed[seat] = min(own, room.clock.missed[seat])


def _said(room: Room, stored: Stored) -> set[int]:
    """Return the seats that have said since their last answer that they have planned ahead."""
    told = {note.seat: note.at // 1000 for note in room.notes.rows if note.key == PLANNED}
    if not told:
        return set()
    since = min(told.values())
    late = [body for body, made in zip(stored.records, stored.times, strict=True) if made >= since]
    times = [made for made in stored.times if made >= since]
    answers = zip(_readable(late), times, strict=False)
    later = {
        record["seat"] for record, made in answers if "answer" in record and made >= told.get(record["seat"], made + 1)
    }
    return set(told) - later


def _readable(records: list[tuple[str, str | None]]) -> list[dict[str, Any]]:
    """Return records as far as they can be read."""
    found = []
    for body, _ in records:
        try:
            found.append(msgspec.json.decode(body, type=dict[str, Any]))
        except msgspec.DecodeError:
            break
    return found


def _from_snapshot(stored: Stored, game: Game[Any], store: Store, now: Steady) -> Room | None:
    """Return the room as a snapshot has it, or None: without one, of another log, or under other rules."""
    if stored.snapshot is None:
        return None
    number, digest, _ = stored.snapshot
    records = stored.records[:number]
    check = sha256()
    for text, _ in records:
        check.update(text.encode() + b"\n")
    if check.hexdigest() != digest or len(records) != number:
        return None
    log = [msgspec.json.decode(text) for text, _ in records]
    found = snapshot.read(stored.snapshot, game, stored.match, log)
    if found is None:
        return None
    room = Room(stored.match, stored.seats, found[0], store, now)
    room.run_by(found[1])
    room.moves.restore(found[2])
    room.clock.asked = now.at(room.clock.asked)
    if room.clock.banks is not None:
        room.clock.banks.since = {seat: now.at(since) for seat, since in room.clock.banks.since.items()}
    room.digest, room.snapshot_at = check, number
    room.decisions = {name: place for place, (_, name) in enumerate(records) if name is not None}
    return room
