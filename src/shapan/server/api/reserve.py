"""Reserves: who waits to take over a seat of a table, accepts or declines one, or offers their own."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec
from litestar.datastructures import Cookie
from litestar.handlers.base import BaseRouteHandler
from litestar.params import FromPath, JSONBody
from litestar.response import Response

from shapan.server.api.caller import TheCaller, clean_name, post_change, seat_of
from shapan.server.api.match import Done
from shapan.server.api.opening import Id, Name
from shapan.server.hub.hub import Hub
from shapan.server.match.attendance import offer
from shapan.server.match.room import Room
from shapan.server.name import tidy
from shapan.server.web.context import Asked, TheHub, TheSessions
from shapan.server.web.session import Sessions

Step = Literal["join", "leave", "accept"]
"""What a reserve does; who leaves while they are asked declines."""


class Reserving(msgspec.Struct, forbid_unknown_fields=True):
    """What a reserve does."""

    id: Id
    step: Step
    link: Annotated[str, msgspec.Meta(max_length=64)] = ""
    """The secret of the host's link, where the table is not found without."""
    name: Name = ""
    """What a guest is called; without it as they were last."""


class Offering(msgspec.Struct, forbid_unknown_fields=True):
    """Whether the seat is offered to the reserves."""

    id: Id
    offered: bool
    seat: int | None = None


async def reserve_step(
    request: Asked, hub: Hub, sessions: Sessions, match: str, wanted: Reserving
) -> tuple[str, list[Cookie]]:
    """Do what a reserve wants; return who it is, and their cookies. Raises what the recruiter raises, or Unfit."""
    room = await hub.room(match)
    found, beside = await sessions.find(request), await sessions.find_beside(request)
    if wanted.step == "join":  # before anyone is given a cookie
        await hub.recruiter.check(room, None if found is None else found.id, wanted.link)
        if beside is not None and room.reserves.of(beside.id) is None:
            room.reserves.check(beside.id)
        guest, cookies = await sessions.admit(request, clean_name(wanted.name))
        await hub.recruiter.join(match, guest.id, tidy(guest.name), wanted.link)
        return guest.id, cookies
    if found is None:
        return "", []
    await (hub.recruiter.accept if wanted.step == "accept" else hub.recruiter.leave)(match, found.id)
    return found.id, []


@post_change("reserve", "table")
async def post_reserve(
    request: Asked, hub: TheHub, sessions: TheSessions, match_id: FromPath[str], data: JSONBody[Reserving]
) -> Response[Done]:
    """Wait to take over a seat, wait no more, or accept the one that is asked."""
    _, cookies = await reserve_step(request, hub, sessions, match_id, data)
    return Response(Done(), cookies=cookies)


@post_change("offer", "table")
async def post_offer(caller: TheCaller, data: JSONBody[Offering]) -> Done:
    """Offer one's seat to the reserves, or keep it; its player plays on until somebody accepts."""

    async def change(room: Room) -> None:
        seat = seat_of(room, caller.session, data.seat)
        await offer(room, caller.session, seat, offered=data.offered)

    await caller.act(change)
    await caller.hub.recruiter.recruit(caller.match)
    return Done()


ROUTES: list[BaseRouteHandler] = [post_reserve, post_offer]
