"""Joining and coming back: what the pages of links do, without them; and the link of one's own seat."""

from __future__ import annotations

import msgspec
from litestar import post
from litestar.handlers.base import BaseRouteHandler
from litestar.params import FromPath, JSONBody
from litestar.response import Response

from shapan.server.api.caller import TheCaller, clean_name, post_change
from shapan.server.api.opening import Name
from shapan.server.api.refusal import CHANGE, UnfitInfo, spec
from shapan.server.match.lifecycle import MatchClosed, MatchNotFound
from shapan.server.name import tidy
from shapan.server.store.fault import Conflict
from shapan.server.web.context import Asked, TheHub, TheSessions
from shapan.server.web.network import address_of, only_here


class Joining(msgspec.Struct, forbid_unknown_fields=True):
    """Who takes a seat; without a name he keeps the one that he used last."""

    name: Name = ""


class Joined(msgspec.Struct):
    """Where he sits now."""

    id: str
    seat: int
    url: str


@post(
    "/api/join/{token:str}",
    status_code=200,
    responses={**CHANGE, 422: spec(UnfitInfo, "a name of which nothing can be seen")},
    operation_id="join",
    tags=["matches"],
)
async def post_joining(
    request: Asked, hub: TheHub, sessions: TheSessions, token: FromPath[str], data: JSONBody[Joining]
) -> Response[Joined]:
    """Take the open seat of an invitation; who sits at the table already is told his seat."""
    name = clean_name(data.name)
    guest, cookies = await sessions.admit(request, name)
    try:
        room = await hub.sit(token, guest.id, tidy(guest.name))
    except Conflict:
        raise MatchClosed("closed") from None
    return Response(Joined(room.row.id, min(room.seats.seats_of(guest.id)), f"/match/{room.row.id}"), cookies=cookies)


class Returning(msgspec.Struct, forbid_unknown_fields=True):
    """For which of several own seats a link is wanted."""

    seat: int | None = None


class ReturnLink(msgspec.Struct):
    """A link that gives a seat back to its person; it is told this once."""

    seat: int
    url: str
    address: str
    """Under which others reach the server."""
    only_here: bool
    """Whether that works on this machine only."""


@post_change("back", "table", name="return_link")
async def post_return_link(request: Asked, caller: TheCaller, data: JSONBody[Returning]) -> ReturnLink:
    """Make a new link back to one's seat for another device; earlier links stop working."""
    _, seat = await caller.seat(data.seat)
    assert caller.session is not None
    token = await caller.hub.return_link(caller.match, seat, caller.session)
    address = address_of(request, caller.hub.settings)
    return ReturnLink(seat, f"/back/{token}", address, only_here(address))


@post("/api/back/{token:str}", status_code=200, responses=CHANGE, operation_id="come_back", tags=["matches"])
async def post_come_back(request: Asked, hub: TheHub, sessions: TheSessions, token: FromPath[str]) -> Response[Joined]:
    """Return to one's seat by its link; the session that held it loses it."""
    place = await hub.back_of(token)
    if place is None:
        raise MatchNotFound("there is no such link")
    room = await hub.room(place[0])
    guest, cookies = await sessions.enter(request, room.seats[place[1]].name)
    match, seat = await hub.come_back(token, guest.id)
    return Response(Joined(match, seat, f"/match/{match}"), cookies=cookies)


ROUTES: list[BaseRouteHandler] = [post_joining, post_return_link, post_come_back]
