"""Clubs: found one, join by a link, its own lobby, and what its owner sees to. Plain forms, which need no scripts."""

from __future__ import annotations

from typing import Any, Final
from urllib.parse import quote

from litestar import get, post
from litestar.exceptions import NotFoundException
from litestar.handlers.base import BaseRouteHandler
from litestar.params import FromPath, FromQuery
from litestar.response import Redirect, Response

from shapan.server.hub.hub import Hub
from shapan.server.hub.listing import listed_tables
from shapan.server.name import LONGEST
from shapan.server.pages.accountform import member_asked, to_login
from shapan.server.pages.lobby import table_rows
from shapan.server.pages.rendering import Form, Page, render
from shapan.server.people.names import normal, wrong_name
from shapan.server.store.clubs import MAX_CLUBS, MAX_OWNED, Club
from shapan.server.store.fault import Conflict
from shapan.server.web.context import Asked, TheHub, TheSessions, language_of
from shapan.server.web.network import address_of
from shapan.server.web.packing import packed_page
from shapan.server.web.session import Guest
from shapan.server.words import say

_HERE: Final = "/clubs"
_SAID: Final = ("joined", "left", "renewed", "removed", "handed", "ended")
_MOST: Final = 100


@get(_HERE, include_in_schema=False)
async def get_clubs(request: Asked, hub: TheHub, sessions: TheSessions, said: FromQuery[str] = "") -> Response[Any]:
    """One's clubs, and the form of a new one."""
    member = await member_asked(request, sessions)
    return to_login(_HERE) if member is None else await _clubs_page(request, hub, member, said)


async def _clubs_page(
    request: Asked, hub: Hub, member: Guest, said: str = "", problem: str = "", name: str = ""
) -> Page:
    language = language_of(request)
    return render(
        request,
        "clubs.html",
        422 if problem else 200,
        here=_HERE,
        clubs=await hub.store.clubs.of(member.id),
        said=say(language, f"ui.club_said_{said}") if said in _SAID else "",
        problem=say(language, f"ui.denied_club_{problem}", most=MAX_OWNED) if problem else "",
        name=name,
    )


@post(_HERE, include_in_schema=False, status_code=303)
async def post_clubs(request: Asked, hub: TheHub, sessions: TheSessions, data: Form) -> Response[Any]:
    """Found a club."""
    member = await member_asked(request, sessions)
    if member is None:
        return to_login(_HERE)
    name = str(data.get("name", ""))[: LONGEST + 1]
    if wrong_name(name):
        return await _clubs_page(request, hub, member, problem="name", name=name[:LONGEST])
    try:
        key = await hub.store.clubs.make(normal(name), member.id)
    except Conflict:
        return await _clubs_page(request, hub, member, problem="many", name=name)
    return Redirect(f"/club/{key}", status_code=303)


async def club_asked(request: Asked, hub: Hub, member: Guest, key: str) -> Club:
    """Return a club of a member. Raises 404 for everyone else: nothing tells that there is one."""
    club = await hub.store.clubs.club(key, member.id) if key.isascii() and key.isprintable() else None
    if club is None:
        raise NotFoundException
    return club


@get("/club/{key:str}", include_in_schema=False)
async def get_club(
    request: Asked, hub: TheHub, sessions: TheSessions, key: FromPath[str], said: FromQuery[str] = ""
) -> Response[Any]:
    """Return the lobby of a club: its tables, and who is of it."""
    member = await member_asked(request, sessions)
    if member is None:
        return to_login(f"/club/{quote(key)}")
    club, language = await club_asked(request, hub, member, key), language_of(request)
    free, running = await listed_tables(hub, member.id, _MOST, circle=club.circle)
    page = render(
        request,
        "club.html",
        here=f"/club/{club.id}",
        club=club,
        own=club.owner == member.id,
        me=member.id,
        members=await hub.store.clubs.members(club.id),
        tournaments=await hub.store.tournaments.of_club(club.id),
        link=f"{address_of(request, hub.settings)}/club/join/{club.token}",
        open_tables=table_rows(free, language),
        running=table_rows(running, language),
        said=say(language, f"ui.club_said_{said}") if said in _SAID else "",
    )
    return await packed_page(request, page)


@post("/club/{key:str}", include_in_schema=False, status_code=303)
async def post_club(
    request: Asked, hub: TheHub, sessions: TheSessions, key: FromPath[str], data: Form
) -> Response[Any]:
    """Leave a club; its owner also renews the link, removes members, hands it over, or ends it."""
    member = await member_asked(request, sessions)
    if member is None:
        return to_login(f"/club/{quote(key)}")
    club, clubs = await club_asked(request, hub, member, key), hub.store.clubs
    what, name = str(data.get("what", "")), str(data.get("name", ""))
    if what == "leave":
        await clubs.leave(club.id, member.id)
        return Redirect(f"{_HERE}?said=left", status_code=303)
    if club.owner != member.id:
        return Redirect(f"/club/{club.id}", status_code=303)
    other = next((one for one, called in await clubs.members(club.id) if called == name and one != member.id), None)
    if what == "end":
        await clubs.end(club.id)
        return Redirect(f"{_HERE}?said=ended", status_code=303)
    said = ""
    if what == "renew":
        await clubs.renew(club.id)
        said = "renewed"
    elif what == "remove" and other is not None:
        await clubs.leave(club.id, other)
        await clubs.renew(club.id)
        said = "removed"
    elif what == "hand" and other is not None:
        await clubs.hand_over(club.id, other)
        said = "handed"
    return Redirect(f"/club/{club.id}?said={said}", status_code=303)


@get("/club/join/{token:str}", include_in_schema=False)
async def get_join_club(request: Asked, hub: TheHub, sessions: TheSessions, token: FromPath[str]) -> Response[Any]:
    """Ask a member who follows a link whether to join; nothing changes by it: chat programs fetch links too."""
    member = await member_asked(request, sessions)
    if member is None:
        return to_login(f"/club/join/{quote(token)}")
    club = await _invited(hub, member, token)
    return _join_page(request, club, token)


def _join_page(request: Asked, club: Club, token: str, problem: str = "") -> Page:
    language = language_of(request)
    return render(
        request,
        "ask.html",
        409 if problem else 200,
        heading=say(language, "ui.club_join", name=club.name),
        told=say(language, "ui.club_join_help", count=club.members),
        button=say(language, "ui.club_join_do"),
        action=f"/club/join/{token}",
        next="/",
        links=[(_HERE, say(language, "ui.clubs"))],
        fields=[],
        problem=say(language, "ui.denied_club_full", most=MAX_CLUBS) if problem else "",
        here=_HERE,
        passkey=None,
    )


async def _invited(hub: Hub, member: Guest, token: str) -> Club:
    """Return the club of a link. Raises 404, also for who is blocked by its owner."""
    club = await hub.store.clubs.invited(token) if token.isascii() and token.isprintable() else None
    hidden = await hub.hidden_from(member.id)
    if club is None or club.owner in hidden:
        raise NotFoundException
    return club


@post("/club/join/{token:str}", include_in_schema=False, status_code=303)
async def post_join_club(request: Asked, hub: TheHub, sessions: TheSessions, token: FromPath[str]) -> Response[Any]:
    """Join a club."""
    member = await member_asked(request, sessions)
    if member is None:
        return to_login(f"/club/join/{quote(token)}")
    club = await _invited(hub, member, token)
    try:
        await hub.store.clubs.join(club.id, member.id)
    except Conflict:
        return _join_page(request, club, token, problem="full")
    return Redirect(f"/club/{club.id}?said=joined", status_code=303)


ROUTES: Final[list[BaseRouteHandler]] = [get_clubs, post_clubs, get_club, post_club, get_join_club, post_join_club]
