"""The page of a link that gives a seat back to its person: it asks first, since chat programs fetch links too."""

from __future__ import annotations

from typing import Any

from litestar import get, post
from litestar.handlers.base import BaseRouteHandler
from litestar.params import FromPath
from litestar.response import Redirect, Response

from shapan.engine import text
from shapan.server.match.lifecycle import MatchClosed, MatchNotFound
from shapan.server.pages import cover
from shapan.server.pages.invitation import qr_code
from shapan.server.pages.rendering import Page, render
from shapan.server.web.context import Asked, TheHub, TheSessions, language_of
from shapan.server.web.network import address_of


@get("/back/{token:str}/qr.svg", include_in_schema=False, media_type=cover.MEDIA_TYPE)
async def get_back_code(request: Asked, hub: TheHub, token: FromPath[str]) -> Response[bytes]:
    """Return the QR code of such a link."""
    if await hub.back_of(token) is None:
        raise MatchNotFound("there is no such link")
    code = qr_code(f"{address_of(request, hub.settings)}/back/{token}")
    return Response(code, media_type=cover.MEDIA_TYPE)


@get("/back/{token:str}", include_in_schema=False)
async def get_back(request: Asked, hub: TheHub, sessions: TheSessions, token: FromPath[str]) -> Response[Any]:
    """Ask whoever follows a link whether he wants to play on here; nothing changes by it."""
    place = await hub.back_of(token)
    if place is None:
        return render(request, "error.html", 404, number=404, key="ui.error_back")
    room, seat = await hub.fresh_room(place[0]), place[1]
    guest = await sessions.find(request)
    if room.seats.has_left(seat):
        return _gone(request)
    if guest is not None and room.seats[seat].session == guest.id and room.seats.is_person(seat):
        return Redirect(f"/match/{room.row.id}", status_code=303)
    game = room.match.game
    texts = text.catalogue(game, language_of(request))
    return render(
        request,
        "back.html",
        game=game.name,
        title=texts.get("game.name", game.name),
        seat=seat + 1,
        seats=room.seats.rows,
    )


@post("/back/{token:str}", include_in_schema=False, status_code=303)
async def post_back(request: Asked, hub: TheHub, sessions: TheSessions, token: FromPath[str]) -> Response[Any]:
    """Give the seat back."""
    place = await hub.back_of(token)
    if place is None:
        return render(request, "error.html", 404, number=404, key="ui.error_back")
    room = await hub.room(place[0])
    guest, cookies = await sessions.enter(request, room.seats[place[1]].name)
    try:
        await hub.come_back(token, guest.id)
    except (MatchNotFound, MatchClosed):  # renewed, or left for good, while he looked at the page
        return _gone(request)
    return Redirect(f"/match/{place[0]}", status_code=303, cookies=cookies)


def _gone(request: Asked) -> Page:
    return render(request, "error.html", 409, number=409, key="ui.error_back_left")


ROUTES: list[BaseRouteHandler] = [get_back_code, get_back, post_back]
