"""New tables: how one is to be opened beside its game, and the row of the match that follows from it."""

from __future__ import annotations

import secrets
from collections.abc import Mapping, Sequence
from typing import Any, Final, TypedDict, cast

from shapan.engine.game import Game
from shapan.engine.options import OptionError, telling
from shapan.server.match.invitation import invitation
from shapan.server.match.lifecycle import SLOW
from shapan.server.match.seats import people_of, waits
from shapan.server.store.people import hash_of
from shapan.server.store.row import SEATING, MatchRow, SeatRow

TELLS: Final = "with this value the questions show who holds what; it is for tables with one person only"


class TableSettings(TypedDict, total=False):
    """How a table is to be opened, as the fields of `MatchRow`; what is left out is as it is there."""

    pace: int
    bank: int
    increment: int
    listed: bool
    chat: str
    hints: bool
    talk: bool
    guide: bool
    window: int
    fair: str
    circle: str
    language: str
    experience: str
    date: int | None
    late: str


def settings_of(row: MatchRow) -> TableSettings:
    """Return how a table was opened, without the date, which its next match does not have."""
    names = TableSettings.__annotations__.keys() - {"date"}
    return cast("TableSettings", {name: getattr(row, name) for name in names})


def new_row(
    game: Game[Any],
    seats: Sequence[SeatRow],
    options: Mapping[str, Any],
    undo: str,
    owner: str,
    name: str,
    settings: TableSettings,
    *,
    rated: bool,
    reserves: bool | None,
) -> MatchRow:
    """Return the row of a new match, called `name` or by chance; unless it is said, slow ones have `reserves`."""
    row = MatchRow(
        name or secrets.token_urlsafe(9),
        game.name,
        game.rules_version,
        len(seats),
        dict(options),
        undo,
        new_key(),
        owner,
        **settings,
        secret=secrets.token_bytes(16),
        rated="wish" if rated else "",
        status=SEATING if waits(seats) else "on",
    )
    row.reserves = (row.pace >= SLOW if reserves is None else reserves) and not row.guide
    if not waits(seats):
        row.fair = ""
    return row


def check_options(game: Game[Any], seats: Sequence[SeatRow], options: Mapping[str, Any]) -> None:
    """Raise OptionError if an option would show what others hold to more than one person."""
    if people_of(seats) > 1 and (names := telling(game.options, options)):
        raise OptionError(names[0], TELLS)


def invite(row: MatchRow, seats: Sequence[SeatRow]) -> None:
    """Give each seat of a table that waits its link, for each may become open before the match begins."""
    if row.status == SEATING:
        for seat in seats:
            seat.token_hash = hash_of(invitation(row, seat.seat))


def new_key() -> bytes:
    """Return the key of a new match's chance, from the machine's entropy."""
    return secrets.token_bytes(16)
