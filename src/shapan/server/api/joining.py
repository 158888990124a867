"""Joining: the open seat of an invitation is taken without its page."""

from __future__ import annotations

import msgspec
from litestar import post
from litestar.handlers.base import BaseRouteHandler
from litestar.params import FromPath, JSONBody
from litestar.response import Response

from shapan.server.api.opening import Name, Unfit
from shapan.server.api.refusal import CHANGE, UnfitInfo, spec
from shapan.server.match.course import Shut
from shapan.server.name import tidy
from shapan.server.store.writer import Conflict
from shapan.server.web.context import Asked, TheHub, TheSessions


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
    name = tidy(data.name)
    if data.name.strip() and not name:
        raise Unfit("name", "nothing of it can be seen")
    guest, cookies = await sessions.admit(request, name)
    try:
        room = await hub.sit(token, guest.id, tidy(guest.name))
    except Conflict:
        raise Shut("closed") from None
    return Response(Joined(room.row.id, min(room.seats.seats_of(guest.id)), f"/match/{room.row.id}"), cookies=cookies)


ROUTES: list[BaseRouteHandler] = [post_joining]
