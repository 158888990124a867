"""Changes of a waiting table: settings, seats and links by its host, names by those who sit there."""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec
from litestar.exceptions import PermissionDeniedException
from litestar.handlers.base import BaseRouteHandler
from litestar.params import JSONBody

from shapan.server.api.caller import TheCaller, check_seat, clean_name, post_change, unfit_seats
from shapan.server.api.match import Done
from shapan.server.api.opening import ChatMode, Id, Name, Unfit, check_clock
from shapan.server.api.refusal import CHANGE, UnfitInfo, spec
from shapan.server.match.arrangement import (
    TableSettings,
    add_seat,
    drop_seat,
    is_arranged,
    rename_seat,
    renew_links,
    set_table,
    swap_seats,
)
from shapan.server.match.room import Room
from shapan.server.people.names import free_name

ROOM: dict[int, Any] = {**CHANGE, 422: spec(UnfitInfo, "no such seat, or nothing that this table can be")}
SeatNumber = Annotated[int, msgspec.Meta(ge=0, le=1000)]


class Setting(msgspec.Struct, forbid_unknown_fields=True):
    """New settings of a waiting table; those left out stay as they are."""

    id: Id
    pace: int | None = None
    """Seconds a decision, 0 without a clock; it takes the place of banks."""
    bank: int | None = None
    """Seconds that each seat has for the whole match; they take the place of a pace."""
    increment: int | None = None
    """With a bank: the seconds that each decision adds."""
    listed: bool | None = None
    """Whether strangers find the table in the lobby."""
    chat: ChatMode | None = None
    hints: bool | None = None
    """Whether who is asked may ask for a hint."""
    reserves: bool | None = None
    """Whether people may wait as reserves to take over a seat that becomes free."""


class SeatChange(msgspec.Struct, forbid_unknown_fields=True):
    """Another number of seats, or another order: `add` one at the end, `drop` one, `swap` one with another."""

    id: Id
    change: Literal["add", "drop", "swap"]
    seat: SeatNumber = 0
    other: SeatNumber = 0


class Renaming(msgspec.Struct, forbid_unknown_fields=True):
    """A new name for a seat; empty for the default one."""

    id: Id
    seat: SeatNumber
    name: Name


class Renewal(msgspec.Struct, forbid_unknown_fields=True):
    """The wish for new links."""

    id: Id


@post_change("table", "table", name="set_table", responses=ROOM)
async def post_setting(caller: TheCaller, data: JSONBody[Setting]) -> Done:
    """Change settings of a waiting table; with another clock all say again that they agree."""
    pace, bank, increment = data.pace, data.bank, data.increment
    if (pace, bank, increment) != (None, None, None):
        pace, bank, increment = pace or 0, bank or 0, increment or 0
        check_clock(pace, bank, increment)
    settings = TableSettings(pace, bank, increment, data.listed, data.chat, data.hints, data.reserves)
    await caller.act(lambda room: set_table(room, caller.session, settings, data.id))
    return Done()


@post_change("seats", "table", name="set_seats", responses=ROOM)
async def post_seats(caller: TheCaller, data: JSONBody[SeatChange]) -> Done:
    """Add an open seat to a waiting table, take one away where nobody sits, or let two change places."""

    async def change(room: Room) -> None:
        if is_arranged(room, data.id):
            return  # the last seat may be gone by it
        check_seat(room, data.seat)
        check_seat(room, data.other, "other")
        if data.change == "add":
            await add_seat(room, caller.session, data.id)
        elif data.change == "drop":
            await drop_seat(room, caller.session, data.seat, data.id)
        else:
            await swap_seats(room, caller.session, data.seat, data.other, data.id)

    with unfit_seats():
        await caller.act(change)
    await caller.hub.end_invitations(await caller.room())
    return Done()


@post_change("name", "table", name="rename", responses=ROOM)
async def post_name(caller: TheCaller, data: JSONBody[Renaming]) -> Done:
    """Rename your own seat of a waiting table; the host names bots too."""
    name, own = clean_name(data.name), None
    if caller.hub.settings.accounts == "on":
        accounts = caller.hub.store.accounts
        name, own = await free_name(accounts, name, caller.session), await accounts.account(caller.session or "")

    async def change(room: Room) -> None:
        check_seat(room, data.seat)
        if own is not None and room.seats.seats_of(own.id) == [data.seat] and name != own.name:
            raise Unfit("name", "a member has the name of the account at each table")
        await rename_seat(room, caller.session, data.seat, name, data.id)

    await caller.act(change)
    return Done()


@post_change("links", "table", name="renew_links")
async def post_links(caller: TheCaller, data: JSONBody[Renewal]) -> Done:
    """Make new links for a waiting table; the pages of old ones say that they were renewed."""
    if caller.session is None:
        raise PermissionDeniedException("only the host of the table may do that")
    await caller.act(lambda room: renew_links(room, caller.session, data.id))
    return Done()


ROUTES: list[BaseRouteHandler] = [post_setting, post_seats, post_name, post_links]
