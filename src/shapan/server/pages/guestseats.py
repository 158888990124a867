"""The page on which a member takes over the seats of the guest that this browser was before logging in."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass
from typing import Any, Final
from urllib.parse import quote

from litestar import get, post
from litestar.handlers.base import BaseRouteHandler
from litestar.params import FromPath, FromQuery
from litestar.response import Redirect, Response

from shapan.server.hub.hub import Hub
from shapan.server.match.lifecycle import Damaged, Elsewhere, MatchClosed, MatchNotFound
from shapan.server.pages.matchwords import titled
from shapan.server.pages.rendering import Form, back, render
from shapan.server.web.context import Asked, TheHub, TheSessions, language_of
from shapan.server.web.session import Guest, Sessions

_MOST: Final = 100
_HERE: Final = "/account/seats"


@dataclass(slots=True)
class GuestTable:
    """A table under way at which the guest sits."""

    match: str
    title: str
    there: bool
    """Whether the member sits there already: then the guest's seat stays the guest's."""
    alone: bool
    """Whether it is to be moved by itself, since another process plays it."""


async def _both(request: Asked, sessions: Sessions) -> tuple[Guest, Guest] | None:
    """Return the guest that a browser was, and the member that it is."""
    member, guest = await sessions.find(request), await sessions.find_beside(request)
    return None if member is None or not member.is_member or guest is None else (guest, member)


async def _tables(hub: Hub, guest: Guest, member: Guest, language: str) -> list[GuestTable]:
    found = []
    for match in await hub.store.unfinished_of(guest.id, _MOST):
        with suppress(MatchNotFound, Damaged):
            room = await hub.glance(match)
            there = bool(room.seats.seats_of(member.id))
            alone = bool(hub.settings.home)
            found.append(GuestTable(match, titled(room.match.game, 0, language), there, alone))
    return found


@get(_HERE, include_in_schema=False)
async def get_seats(
    request: Asked,
    hub: TheHub,
    sessions: TheSessions,
    next: FromQuery[str] = "",  # noqa: A002 - of forms
) -> Response[Any]:
    """Ask a member whether the seats that the guest has move over."""
    both, place = await _both(request, sessions), back(next)
    if both is None:
        return Redirect(place, status_code=303)
    tables = await _tables(hub, *both, language_of(request))
    finished = max(0, len(await hub.store.matches_of(both[0].id, _MOST)) - len(tables))
    if not tables and not finished:
        return Redirect(place, status_code=303)
    return render(
        request, "seats.html", tables=tables, finished=finished, next=place, name=both[1].name, here="/account"
    )


@post(_HERE, include_in_schema=False, status_code=303)
async def post_seats(request: Asked, hub: TheHub, sessions: TheSessions, data: Form) -> Response[Any]:
    """Move all seats of the guest to the member; those played by another process are asked for one by one."""
    both, place = await _both(request, sessions), back(data.get("next"))
    if both is None:
        return Redirect(place, status_code=303)
    guest, member = both
    left = False
    for match in await hub.store.unfinished_of(guest.id, _MOST):
        try:
            await hub.adopt(match, guest.id, member.id, member.name)
        except Elsewhere:
            left = True
        except (MatchNotFound, Damaged, MatchClosed):
            continue
    await hub.take_over(guest.id, member.id)
    return Redirect(f"{_HERE}?next={quote(place)}" if left else place, status_code=303)


@post("/tables/{match_id:str}/adopt", include_in_schema=False, status_code=303)
async def post_adopt(request: Asked, hub: TheHub, sessions: TheSessions, match_id: FromPath[str]) -> Response[Any]:
    """Move the guest's seats at one table to the member."""
    both = await _both(request, sessions)
    if both is not None:
        await hub.adopt(match_id, both[0].id, both[1].id, both[1].name)
    return Redirect(_HERE, status_code=303)


ROUTES: Final[list[BaseRouteHandler]] = [get_seats, post_seats, post_adopt]
