"""Tables that strangers may find: those with an open seat, and matches under way that may be watched.

Only matches opened with `listed` are among them.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

import msgspec

from shapan.engine.registry import UnknownGame, find
from shapan.server.hub.hub import Hub
from shapan.server.match.invitation import invitation
from shapan.server.store.row import MatchRow, SeatRow

_FORGOTTEN: Final = 14 * 24 * 3600
"""Seconds after which a table that nobody touches is no longer listed."""
_MAX_READ: Final = 400


class ListedTable(msgspec.Struct):
    """A listed table: whose it is, which seats are taken, what is played and how."""

    game: str
    owner: str
    """Name of who opened it; empty if he gave none."""
    mine: bool
    """Whether the guest who asks opened it or sits at it."""
    taken: list[bool]
    """For each seat whether somebody has it."""
    join: str
    """Address at which the first open seat can be taken; empty without one."""
    watch: str
    """Address of the table."""
    options: dict[str, Any]
    """Options that differ from the game's defaults."""
    pace: int
    bank: int = 0
    increment: int = 0
    rated: bool = False
    language: str = ""
    experience: str = ""
    date: int | None = None
    friends: list[str] = []
    """Names of friends of the guest who asks who opened it or sit there."""

    @property
    def is_friends(self) -> bool:
        """Whether it is a table of friends, at which the guest does not sit."""
        return bool(self.friends) and not self.mine


async def listed_tables(
    hub: Hub, session: str | None = None, most: int = 50, friends: Mapping[str, str] | None = None, circle: str = ""
) -> tuple[list[ListedTable], list[ListedTable]]:
    """Return the listed tables with an open seat, and those whose seats are all taken; of each the newest first.

    A member also finds those that `friends`, by id their names, opened for friends, and none of who has blocked them.
    With the `circle` of a club it is those of the club alone.
    """
    free: list[ListedTable] = []
    running: list[ListedTable] = []
    now = hub.settings.now
    since = int(now.wall(now())) - _FORGOTTEN
    friends = friends or {}
    hidden = await hub.hidden_from(session)
    for row, seats, owner in await hub.store.listed(since, _MAX_READ, list(friends), hidden, circle):
        try:
            table = _table(row, seats, owner, session, friends)
        except (UnknownGame, LookupError):  # a game that is not here, or fewer seats than it needs
            continue
        (free if table.join else running).append(table)
    return free[:most], running[:most]


def _table(
    row: MatchRow, seats: list[SeatRow], owner: str, session: str | None, friends: Mapping[str, str]
) -> ListedTable:
    usual = {option.name: option.default for option in find(row.game).options}
    free = [seat.seat for seat in seats if seat.kind == "open"]
    return ListedTable(
        game=row.game,
        owner=owner,
        mine=session is not None and (row.owner == session or any(seat.session == session for seat in seats)),
        taken=[seat.kind != "open" for seat in seats],
        join=f"/join/{invitation(row, free[0])}" if free else "",
        watch=f"/match/{row.id}",
        options={name: value for name, value in row.options.items() if usual.get(name) != value},
        pace=row.pace,
        bank=row.bank,
        increment=row.increment,
        rated=row.rated in ("wish", "on"),
        language=row.language,
        experience=row.experience,
        date=row.date,
        friends=[
            friends[one]
            for one in dict.fromkeys((row.owner, *(seat.session or "" for seat in seats)))
            if one in friends
        ],
    )
