"""Arrangements of a waiting table: clock, visibility, chat, hints, seats and links, as its host changes them.

Nothing is dealt yet, so the match is made again from what is stored: each change is one row of the match and its seats.
"""

from __future__ import annotations

from collections.abc import Callable
from secrets import token_bytes
from typing import Final, NamedTuple

import msgspec

from shapan.engine.options import telling
from shapan.server.match.guide import begin
from shapan.server.match.invitation import invitation
from shapan.server.match.lifecycle import MatchClosed, NotYours
from shapan.server.match.note import Note, rearrange
from shapan.server.match.room import Room
from shapan.server.match.seats import name_at, people_of
from shapan.server.store.people import hash_of
from shapan.server.store.row import MatchRow, SeatRow

_PREFIX: Final = "table:"
"""Begins the names of these changes."""
SECRET: Final = 16
"""Bytes of what the links of a table are made from."""


class Arrangement(NamedTuple):
    """A changed waiting table: the row of its match, and its seats."""

    row: MatchRow
    seats: list[SeatRow]


class TableSettings(NamedTuple):
    """Settings of a waiting table besides its seats; None leaves one as it is."""

    pace: int | None = None
    bank: int | None = None
    increment: int | None = None
    listed: bool | None = None
    chat: str | None = None
    hints: bool | None = None
    reserves: bool | None = None


def is_arranged(room: Room, name: str) -> bool:
    """Return whether a table was changed under this id already."""
    return f"{_PREFIX}{name}" in room.changes


async def set_table(room: Room, session: str | None, settings: TableSettings, name: str) -> None:
    """Change clock, visibility, chat, hints or reserves. Raises NotYours, Shut, StoreError or Stale.

    With another clock people say again that they are ready: they had agreed to the old one.
    """

    def make() -> Arrangement:
        changed = {key: value for key, value in settings._asdict().items() if value is not None}
        row = msgspec.structs.replace(room.row, **changed)
        same = (row.pace, row.bank, row.increment) == (room.row.pace, room.row.bank, room.row.increment)
        return Arrangement(row, room.seats.rows if same else _asked_again(room))

    await _arrange(room, session, make, name)


async def add_seat(room: Room, session: str | None, name: str) -> None:
    """Add an open seat. Raises NotYours, Shut, StoreError or Stale, and what the game raises for so many seats."""

    def make() -> Arrangement:
        if people_of(room.seats.rows) and telling(room.match.game.options, room.match.options):
            raise NotYours("at this table only one person can sit: its questions show who holds what")
        row = msgspec.structs.replace(room.row, seats=room.row.seats + 1, hints=_still_hints(room))
        begin(room.match.game, row)
        return Arrangement(row, [*_asked_again(room), SeatRow(room.row.seats, "open")])

    await _arrange(room, session, make, name)


async def drop_seat(room: Room, session: str | None, seat: int, name: str) -> None:
    """Take away a seat where nobody sits; those behind it move up. Raises what `add_seat` raises."""

    def make() -> Arrangement:
        if room.seats[seat].kind not in ("open", "bot"):
            raise NotYours("somebody sits there")
        row = msgspec.structs.replace(room.row, seats=room.row.seats - 1)
        begin(room.match.game, row)
        return Arrangement(row, [one for one in _asked_again(room) if one.seat != seat])

    await _arrange(room, session, make, name)


async def open_seat(room: Room, session: str, seat: int, name: str) -> None:
    """Open the seat of a bot to people. Raises NotYours, Shut, StoreError or Stale."""

    def make() -> Arrangement:
        opened = room.gathering.open_row(session, seat)
        row = msgspec.structs.replace(room.row, hints=_still_hints(room))
        return Arrangement(row, [opened if one.seat == seat else one for one in room.seats])

    await _arrange(room, session, make, name)


def _still_hints(room: Room) -> bool:
    """Return whether hints stay when one more can sit down: not those of who was to play against bots alone."""
    return room.row.hints and sum(row.kind != "bot" for row in room.seats) > 1


async def swap_seats(room: Room, session: str | None, seat: int, other: int, name: str) -> None:
    """Let who sits at two seats change places. Raises NotYours, Shut, StoreError or Stale."""

    def make() -> Arrangement:
        rows = _asked_again(room)
        rows[seat], rows[other] = rows[other], rows[seat]
        return Arrangement(room.row, rows)

    await _arrange(room, session, make, name)


async def rename_seat(room: Room, session: str | None, seat: int, called: str, name: str) -> None:
    """Rename a seat: its person does, or the host does for a bot. Raises NotYours, Shut, StoreError or Stale."""

    def make() -> Arrangement:
        row = room.seats[seat]
        own = session is not None and row.session == session
        if not own and not (row.kind == "bot" and room.seats.is_host(session)):
            raise NotYours("this is not your seat")
        if row.muted:
            raise NotYours("you are muted: a name could say what you may not")
        named = msgspec.structs.replace(row, name=name_at(seat, called, room.seats.rows))
        return Arrangement(room.row, [named if one.seat == seat else one for one in room.seats])

    await _arrange(room, session, make, name, by_host=False)


async def renew_links(room: Room, session: str | None, name: str, *, by_host: bool = True) -> None:
    """Make new links for all seats, in place of those sent. Raises NotYours, Shut, StoreError or Stale."""

    def make() -> Arrangement:
        return Arrangement(msgspec.structs.replace(room.row, secret=token_bytes(SECRET)), room.seats.rows)

    await _arrange(room, session, make, name, by_host=by_host)


async def _arrange(
    room: Room, session: str | None, make: Callable[[], Arrangement], name: str, *, by_host: bool = True
) -> None:
    def checked() -> tuple[MatchRow, list[SeatRow], list[Note], dict[int, int]]:
        if not room.course.waiting:
            raise MatchClosed("begun")
        if by_host and not room.seats.is_host(session):
            raise NotYours("only the host of the table may do that")
        row, seats = make()
        places = {seat.seat: place for place, seat in enumerate(seats)}
        moved = [_placed(row, seat, place) for place, seat in enumerate(seats)]
        return row, moved, rearrange(room.notes.rows, places), places

    await room.arrange(f"{_PREFIX}{name}", checked)


def _placed(row: MatchRow, seat: SeatRow, place: int) -> SeatRow:
    """Return a seat as it is at its place, with the link of that place."""
    return msgspec.structs.replace(seat, seat=place, token_hash=hash_of(invitation(row, place)))


def _asked_again(room: Room) -> list[SeatRow]:
    """Return the seats with only the host ready: the others have to agree to the change again."""
    host = room.seats.host
    return [row if row.session == host else msgspec.structs.replace(row, ready=False) for row in room.seats]
