"""Invitations: the links of open seats, as text and as QR code, and the page of who follows one."""

from __future__ import annotations

import io
from dataclasses import dataclass
from typing import Any, Final

import segno
from litestar import get, post
from litestar.handlers.base import BaseRouteHandler
from litestar.params import FromPath
from litestar.response import Redirect, Response

from shapan.engine import text
from shapan.server.api.match import joins_of
from shapan.server.match.course import Missing
from shapan.server.match.room import Room
from shapan.server.name import tidy
from shapan.server.pages import cover
from shapan.server.pages.rendering import Form, Page, render
from shapan.server.store.writer import Conflict
from shapan.server.web.context import Asked, TheHub, TheSessions, language_of, session_of
from shapan.server.web.network import address_of, only_here

_QUIET_ZONE: Final = 3


@dataclass(slots=True)
class SeatLink:
    """A seat on the page of a new table: who sits there, or the link for whoever is to."""

    number: int
    name: str
    kind: str
    link: str = ""
    code: str = ""


def qr_code(link: str) -> bytes:
    """Return the QR code of a link as SVG: dark on white with a margin, in both themes, for cameras."""
    out = io.BytesIO()
    code = segno.make(link, error="m", micro=False)
    code.save(out, kind="svg", border=_QUIET_ZONE, dark="#0B0F15", light="#FFFFFF", xmldecl=False, omitsize=True)
    return out.getvalue()


@get("/tables/{match_id:str}", include_in_schema=False)
async def get_table(request: Asked, hub: TheHub, sessions: TheSessions, match_id: FromPath[str]) -> Response[Any]:
    """The links of a new table, for who opened it."""
    room = await hub.fresh_room(match_id)
    links = {join.seat: join.url for join in joins_of(room, await session_of(request, sessions))}
    if not links:
        return Redirect(f"/match/{room.row.id}", status_code=303)
    address = address_of(request, hub.settings)
    seats = [
        SeatLink(
            row.seat + 1,
            row.name,
            row.kind,
            address + links[row.seat] if row.seat in links else "",
            f"{links[row.seat]}/qr.svg" if row.seat in links else "",
        )
        for row in room.seats
    ]
    game = room.match.game
    return render(
        request,
        "opened.html",
        game=game.name,
        title=text.catalogue(game, language_of(request)).get("game.name", game.name),
        match=room.row.id,
        seats=seats,
        only_here=only_here(address),
    )


@get("/join/{token:str}/qr.svg", include_in_schema=False, media_type=cover.MEDIA_TYPE)
async def get_code(request: Asked, hub: TheHub, token: FromPath[str]) -> Response[bytes]:
    """The QR code of an invitation."""
    if await hub.store.seat_of_token(token) is None:
        raise Missing("there is no such invitation")
    code = qr_code(f"{address_of(request, hub.settings)}/join/{token}")
    return Response(code, media_type=cover.MEDIA_TYPE)


@get("/join/{token:str}", include_in_schema=False)
async def get_join(request: Asked, hub: TheHub, sessions: TheSessions, token: FromPath[str]) -> Response[Any]:
    """Ask whoever follows an invitation for a name."""
    place = await hub.store.seat_of_token(token)
    if place is None:
        return render(request, "error.html", 404, number=404, key="ui.error_invitation")
    room = await hub.fresh_room(place[0])
    guest = await sessions.find(request)
    if room.over or room.frozen or (guest is not None and room.seats.seats_of(guest.id)):
        return Redirect(f"/match/{room.row.id}", status_code=303)
    return _join_page(request, room, place[1], "" if guest is None else guest.name)


def _join_page(request: Asked, room: Room, seat: int, name: str) -> Page:
    game = room.match.game
    texts = text.catalogue(game, language_of(request))
    taken = room.seats[seat].kind != "open"
    return render(
        request,
        "join.html",
        409 if taken else 200,
        game=game.name,
        title=texts.get("game.name", game.name),
        about=texts.get("game.about", ""),
        length=texts.get("game.length", ""),
        taken=taken,
        match=room.row.id,
        seat=seat + 1,
        seats=room.seats.rows,
        host=next((row.name for row in room.seats if row.session == room.row.owner and row.name), ""),
        name=name,
    )


@post("/join/{token:str}", include_in_schema=False, status_code=303)
async def post_join(
    request: Asked, hub: TheHub, sessions: TheSessions, token: FromPath[str], data: Form
) -> Response[Any]:
    """Take the open seat of an invitation."""
    place = await hub.store.seat_of_token(token)
    if place is None:
        return render(request, "error.html", 404, number=404, key="ui.error_invitation")
    name = tidy(str(data.get("name", "")))[:40]
    guest, cookies = await sessions.admit(request, name)
    try:
        await hub.sit(token, guest.id, guest.name)
    except Conflict:
        return Redirect(f"/join/{token}", status_code=303, cookies=cookies)
    return Redirect(f"/match/{place[0]}", status_code=303, cookies=cookies)


ROUTES: list[BaseRouteHandler] = [get_table, get_code, get_join, post_join]
