"""Invitations: the links of open seats, as text and as QR code, and the page of who follows one."""

from __future__ import annotations

import io
import re
import secrets
from contextlib import suppress
from typing import Any, Final

import segno
from litestar import get, post
from litestar.handlers.base import BaseRouteHandler
from litestar.params import FromPath, FromQuery
from litestar.response import Redirect, Response

from shapan.engine import text
from shapan.server.hub.hub import Hub
from shapan.server.match.guide import has_guide
from shapan.server.match.invitation import table_of
from shapan.server.match.lifecycle import SLOW, MatchNotFound
from shapan.server.match.room import Room
from shapan.server.match.waiting_room import is_barred
from shapan.server.name import LONGEST, tidy
from shapan.server.pages import cover
from shapan.server.pages.accountform import to_login
from shapan.server.pages.rendering import Form, Page, moment, render
from shapan.server.pages.timewords import clock_words, pace_words
from shapan.server.store.fault import Conflict
from shapan.server.web.context import Asked, TheHub, TheSessions, language_of, session_of
from shapan.server.web.network import address_of
from shapan.server.web.session import Sessions
from shapan.server.words import say

_QUIET_ZONE: Final = 3
_PASTED: Final = re.compile(
    r"(?:(?:(?:https?://)?[^/\s]+)?/?(?P<page>join|back|match)/)?(?P<token>[\w.-]+)/?(?:[?#]\S*)?", re.ASCII
)
"""A link of a server with or without its address, or a code alone. Where it leads is on this server in any case."""


def qr_code(link: str) -> bytes:
    """Return the QR code of a link as SVG: dark on white with a margin, in both themes, for cameras."""
    out = io.BytesIO()
    code = segno.make(link, error="m", micro=False)
    code.save(out, kind="svg", border=_QUIET_ZONE, dark="#0B0F15", light="#FFFFFF", xmldecl=False, omitsize=True)
    return out.getvalue()


@get("/join/{token:str}/qr.svg", include_in_schema=False, media_type=cover.MEDIA_TYPE)
async def get_code(request: Asked, hub: TheHub, sessions: TheSessions, token: FromPath[str]) -> Response[bytes]:
    """Return the QR code of an invitation."""
    if await hub.invited(token, await session_of(request, sessions)) is None:
        raise MatchNotFound("there is no such invitation")
    code = qr_code(f"{address_of(request, hub.settings)}/join/{token}")
    return Response(code, media_type=cover.MEDIA_TYPE)


@get("/join", include_in_schema=False)
async def get_pasted(request: Asked, link: FromQuery[str] = "") -> Response[Any]:
    """Go where a pasted link leads here: to an invitation, a seat or a table; a code alone is an invitation."""
    found = _PASTED.fullmatch(link.strip())
    if found is None:
        return render(request, "error.html", 404, number=404, key="ui.error_invitation")
    return Redirect(f"/{found['page'] or 'join'}/{found['token']}", status_code=303)


@get("/join/{token:str}", include_in_schema=False)
async def get_join(request: Asked, hub: TheHub, sessions: TheSessions, token: FromPath[str]) -> Response[Any]:
    """Ask whoever follows an invitation for a name."""
    guest = await sessions.find(request)
    place = await hub.invited(token, None if guest is None else guest.id)
    if place is None:
        return await _dead(request, hub, sessions, token)
    room = await hub.fresh_room(place[0])
    if room.over or room.frozen or (guest is not None and room.seats.seats_of(guest.id)):
        return Redirect(f"/match/{room.row.id}", status_code=303)
    if guest is not None and is_barred(room.changes, guest.id):
        return render(request, "error.html", 403, number=403, key="ui.error_removed")
    if room.row.rated == "wish" and not (guest and guest.is_member):
        return to_login(f"/join/{token}")
    asked = guest is not None and guest.is_member and await hub.store.notices.invitations(guest.id, place[0])
    return _join_page(request, room, place[1], "" if guest is None else guest.name, declines=bool(asked))


async def _dead(request: Asked, hub: Hub, sessions: Sessions, token: str) -> Page:
    """Say of a link that leads to no seat why: the host has renewed it, or it never was one of this server."""
    status, key = 404, "ui.error_invitation"
    with suppress(MatchNotFound):
        room = await hub.room(table_of(token) or "")
        guest = await sessions.find(request)
        barred = guest is not None and is_barred(room.changes, guest.id)
        status, key = (403, "ui.error_removed") if barred else (410, "ui.error_renewed")
    return render(request, "error.html", status, number=status, key=key)


def _join_page(
    request: Asked, room: Room, seat: int, name: str, unseen: bool = False, *, declines: bool = False
) -> Page:
    game = room.match.game
    texts = text.catalogue(game, language_of(request))
    taken = room.seats[seat].kind != "open"
    address = address_of(request, request.app.state.hub.settings)
    return render(
        request,
        "join.html",
        409 if taken else 422 if unseen else 200,
        game=game.name,
        title=texts.get("game.name", game.name),
        about=texts.get("game.about", ""),
        tagline=texts.get("game.tagline", ""),
        address=f"{address}{request.scope['path']}",
        picture=f"{address}/games/{game.name}/cover.png" if cover.preview(game) else "",
        back=request.scope["path"].rpartition("/")[2],
        guide=has_guide(game),
        new_id=secrets.token_urlsafe(12),
        taken=taken,
        match=room.row.id,
        seat=seat + 1,
        seats=room.seats.rows,
        rated=room.row.rated == "wish",
        pace=_pace(room, language_of(request)),
        date="" if room.row.date is None else moment(room.row.date),
        host=next((row.name for row in room.seats if row.session == room.seats.host and row.name), ""),
        name=name,
        unseen=unseen,
        declines=declines,
    )


def _pace(room: Room, language: str) -> str:
    """Return how long one may think at a table, in words: nothing of it where there is no clock."""
    row = room.row
    if not row.pace:
        return clock_words(0, row.bank, row.increment, language) if row.bank else ""
    return say(language, "ui.join_days" if row.pace >= SLOW else "ui.join_pace", pace=pace_words(row.pace, language))


@post("/join/{token:str}", include_in_schema=False, status_code=303)
async def post_join(
    request: Asked, hub: TheHub, sessions: TheSessions, token: FromPath[str], data: Form
) -> Response[Any]:
    """Take the open seat of an invitation."""
    place = await hub.invited(token, await session_of(request, sessions))
    if place is None:
        return await _dead(request, hub, sessions, token)
    sent = str(data.get("name", ""))
    name = tidy(sent)[:LONGEST]
    if sent.strip() and not name:
        return _join_page(request, await hub.fresh_room(place[0]), place[1], "", unseen=True)
    guest, cookies = await sessions.admit(request, name)
    try:
        await hub.sit(token, guest.id, tidy(guest.name))
    except MatchNotFound:  # renewed meanwhile
        return await _dead(request, hub, sessions, token)
    except Conflict:
        return Redirect(f"/join/{token}", status_code=303, cookies=cookies)
    return Redirect(f"/match/{place[0]}", status_code=303, cookies=cookies)


ROUTES: list[BaseRouteHandler] = [get_code, get_pasted, get_join, post_join]
