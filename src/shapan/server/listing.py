"""Tables that strangers may find: those with an open seat, and matches under way that may be watched.

Both are lists for the lobby: `open_tables` and `running_tables`. Only matches opened with `listed` are in them.
"""

from __future__ import annotations

import time
from typing import Any, Final

import msgspec

from shapan.engine.registry import UnknownGame, find
from shapan.server.hub import Hub, invitation
from shapan.server.storage import MatchRow, SeatRow

_FORGOTTEN: Final = 14 * 24 * 3600
"""Seconds after which a table that nobody touches is no longer listed."""


class ListedSeat(msgspec.Struct):
    """A place at a listed table: `kind` is player, bot, open or left."""

    seat: int
    kind: str
    name: str
    bot: str


class ListedTable(msgspec.Struct):
    """A listed table: whose it is, who sits there, what is played and how."""

    id: str
    game: str
    owner: str
    """Name of who opened it; empty if he gave none."""
    mine: bool
    """Whether the guest who asks opened it or sits at it."""
    seats: list[ListedSeat]
    free: list[int]
    """Open seats."""
    join: str
    """Address at which the first open seat can be taken; empty without one."""
    watch: str
    """Address of the table."""
    options: dict[str, Any]
    """Options that differ from the game's defaults."""
    pace: int
    undo: str
    chat: str
    age: int
    """Seconds since it was opened."""
    quiet: int
    """Seconds since the last move."""


async def open_tables(hub: Hub, session: str | None = None, most: int = 50) -> list[ListedTable]:
    """Return the listed tables under way with an open seat, the newest first."""
    return [table for table in await _tables(hub, session) if table.free][:most]


async def running_tables(hub: Hub, session: str | None = None, most: int = 50) -> list[ListedTable]:
    """Return the listed matches under way whose seats are all taken: they may be watched. The newest first."""
    return [table for table in await _tables(hub, session) if not table.free][:most]


async def _tables(hub: Hub, session: str | None, most: int = 400) -> list[ListedTable]:
    now = int(time.time())
    tables = []
    for row, made, touched, seats, owner in await hub.store.listed(now - _FORGOTTEN, most):
        try:
            options = _unusual(row)
        except UnknownGame:
            continue
        tables.append(_table(row, seats, owner, session, options, max(0, now - made), max(0, now - touched)))
    return tables


def _unusual(row: MatchRow) -> dict[str, Any]:
    """Return the options that differ from the game's defaults."""
    usual = {option.name: option.default for option in find(row.game).options}
    return {name: value for name, value in row.options.items() if usual.get(name) != value}


def _table(
    row: MatchRow,
    seats: list[SeatRow],
    owner: str,
    session: str | None,
    options: dict[str, Any],
    age: int,
    quiet: int,
) -> ListedTable:
    free = [seat.seat for seat in seats if seat.kind == "open"]
    mine = session is not None and (row.owner == session or any(seat.session == session for seat in seats))
    return ListedTable(
        row.id,
        row.game,
        owner,
        mine,
        [ListedSeat(seat.seat, seat.kind, seat.name, seat.bot) for seat in seats],
        free,
        f"/join/{invitation(row, free[0])}" if free else "",
        f"/match/{row.id}",
        options,
        row.pace,
        row.undo,
        row.chat,
        age,
        quiet,
    )
