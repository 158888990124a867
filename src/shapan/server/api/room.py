"""What a host changes about a table that waits for its people, and the name by which somebody sits there."""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec
from litestar import post
from litestar.exceptions import PermissionDeniedException
from litestar.handlers.base import BaseRouteHandler
from litestar.params import FromPath, JSONBody

from shapan.engine.game import PositionError
from shapan.engine.options import OptionError
from shapan.server.api.match import Done
from shapan.server.api.opening import LEAST_PACE, MOST_PACE, ChatMode, Id, Name, Unfit
from shapan.server.api.refusal import CHANGE, UnfitInfo, spec
from shapan.server.match.arranging import (
    TableSettings,
    add_seat,
    drop_seat,
    rename_seat,
    renew_links,
    set_table,
    swap_seats,
)
from shapan.server.match.room import Room
from shapan.server.name import tidy
from shapan.server.web.context import Asked, TheHub, TheSessions, session_of

ROOM: dict[int, Any] = {**CHANGE, 422: spec(UnfitInfo, "no such seat, or nothing that this table can be")}
SeatNumber = Annotated[int, msgspec.Meta(ge=0, le=1000)]


class Setting(msgspec.Struct, forbid_unknown_fields=True):
    """What is to be changed of a waiting table; what is left out stays."""

    id: Id
    pace: int | None = None
    """Seconds a decision, 0 without a clock."""
    listed: bool | None = None
    """Whether strangers find the table in the lobby."""
    chat: ChatMode | None = None


class SeatChange(msgspec.Struct, forbid_unknown_fields=True):
    """Another number of seats, or another order: `add` one at the end, `drop` one, `swap` one with another."""

    id: Id
    change: Literal["add", "drop", "swap"]
    seat: SeatNumber = 0
    other: SeatNumber = 0


class Renaming(msgspec.Struct, forbid_unknown_fields=True):
    """Another name for a seat; empty: the usual one."""

    id: Id
    seat: SeatNumber
    name: Name


class Renewal(msgspec.Struct, forbid_unknown_fields=True):
    """The wish for new links."""

    id: Id


@post("/api/matches/{match_id:str}/table", status_code=200, responses=ROOM, operation_id="set_table", tags=["table"])
async def post_setting(
    request: Asked, hub: TheHub, sessions: TheSessions, match_id: FromPath[str], data: JSONBody[Setting]
) -> Done:
    """Change clock, visibility or chat of a waiting table; with another clock all say again that they are ready."""
    session = await session_of(request, sessions)
    if data.pace not in (None, 0) and not LEAST_PACE <= data.pace <= MOST_PACE:
        raise Unfit("pace", f"a clock gives {LEAST_PACE} to {MOST_PACE} seconds a decision; 0 is no clock")
    settings = TableSettings(data.pace, data.listed, data.chat)
    await hub.act(match_id, lambda room: set_table(room, session, settings, data.id))
    return Done()


@post("/api/matches/{match_id:str}/seats", status_code=200, responses=ROOM, operation_id="set_seats", tags=["table"])
async def post_seats(
    request: Asked, hub: TheHub, sessions: TheSessions, match_id: FromPath[str], data: JSONBody[SeatChange]
) -> Done:
    """Add an open seat to a waiting table, take one away where nobody sits, or let two change places."""
    session = await session_of(request, sessions)

    async def change(room: Room) -> None:
        for field in ("seat", "other"):
            if getattr(data, field) >= room.row.seats:
                raise Unfit(field, f"this match has the seats 0 to {room.row.seats - 1}")
        if data.change == "add":
            await add_seat(room, session, data.id)
        elif data.change == "drop":
            await drop_seat(room, session, data.seat, data.id)
        else:
            await swap_seats(room, session, data.seat, data.other, data.id)

    try:
        await hub.act(match_id, change)
    except OptionError as error:
        raise Unfit(f"options.{error.field}", error.message) from None
    except PositionError as error:
        raise Unfit(error.field, error.message) from None
    return Done()


@post("/api/matches/{match_id:str}/name", status_code=200, responses=ROOM, operation_id="rename", tags=["table"])
async def post_name(
    request: Asked, hub: TheHub, sessions: TheSessions, match_id: FromPath[str], data: JSONBody[Renaming]
) -> Done:
    """Give an own seat of a waiting table another name; the host names bots too."""
    session = await session_of(request, sessions)
    name = tidy(data.name)
    if data.name.strip() and not name:
        raise Unfit("name", "nothing of it can be seen")

    async def change(room: Room) -> None:
        if data.seat >= room.row.seats:
            raise Unfit("seat", f"this match has the seats 0 to {room.row.seats - 1}")
        await rename_seat(room, session, data.seat, name, data.id)

    await hub.act(match_id, change)
    return Done()


@post(
    "/api/matches/{match_id:str}/links", status_code=200, responses=CHANGE, operation_id="renew_links", tags=["table"]
)
async def post_links(
    request: Asked, hub: TheHub, sessions: TheSessions, match_id: FromPath[str], data: JSONBody[Renewal]
) -> Done:
    """Make new links for a waiting table; who follows an old one is told so."""
    session = await session_of(request, sessions)
    if session is None:
        raise PermissionDeniedException("only the host of the table may do that")
    await hub.act(match_id, lambda room: renew_links(room, session, data.id))
    return Done()


ROUTES: list[BaseRouteHandler] = [post_setting, post_seats, post_name, post_links]
