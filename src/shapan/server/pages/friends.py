"""The page of friends and blocks, and friends in the lobby. Plain forms, which need no scripts."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import ceil
from typing import Any, Final

from litestar import get, post
from litestar.di import NamedDependency
from litestar.handlers.base import BaseRouteHandler
from litestar.params import FromQuery
from litestar.response import Redirect, Response

from shapan.server.hub.listing import ListedTable
from shapan.server.name import LONGEST
from shapan.server.pages.accountform import STATUS, member_asked, to_login
from shapan.server.pages.lobby import TableRow, table_rows
from shapan.server.pages.rendering import Form, Page, back, render
from shapan.server.people.friends import SAID, Friends, is_online
from shapan.server.people.members import Denied
from shapan.server.store.ties import Ties
from shapan.server.web.context import Asked, TheSessions, language_of
from shapan.server.web.session import Guest
from shapan.server.words import listed, say

TheFriends = NamedDependency[Friends]
_HERE: Final = "/friends"
_SWITCHES: Final = ("shown", "hidden")


@dataclass(slots=True)
class FriendsInLobby:
    """What the lobby tells a member of friends: who asks, who is on line, and their tables."""

    asking: int
    online: str
    tables: list[TableRow]


@get(_HERE, include_in_schema=False)
async def get_friends(
    request: Asked, sessions: TheSessions, friends: TheFriends, said: FromQuery[str] = ""
) -> Response[Any]:
    """Friends, who asks to be one, who was asked, and who is blocked."""
    member = await member_asked(request, sessions)
    return to_login(_HERE) if member is None else await _friends_page(request, friends, member, said)


async def _friends_page(
    request: Asked, friends: Friends, member: Guest, said: str = "", denied: Denied | None = None, name: str = ""
) -> Page:
    language = language_of(request)
    ties = await friends.of(member.id)
    problem = ""
    if denied is not None:
        problem = say(language, f"ui.denied_friend_{denied.reason}", hours=max(1, ceil(denied.wait / 3600)))
    page = render(
        request,
        "friends.html",
        200 if denied is None else STATUS.get(denied.reason, 422),
        here=_HERE,
        ties=ties,
        online={tie.account for tie in ties.friends if is_online(tie)},
        shows_online=await friends.shows_online(member.id),
        said=say(language, f"ui.friend_said_{said}") if said in (*SAID, *_SWITCHES) else "",
        problem=problem,
        name=name,
    )
    if denied is not None and denied.wait:
        page.set_header("retry-after", str(ceil(denied.wait)))
    return page


@post(_HERE, include_in_schema=False, status_code=303)
async def post_friends(request: Asked, sessions: TheSessions, friends: TheFriends, data: Form) -> Response[Any]:
    """Say something of another member: ask, accept, refuse, remove, block, unblock."""
    member = await member_asked(request, sessions)
    if member is None:
        return to_login(_HERE)
    what, name = str(data.get("what", "")), str(data.get("name", ""))[:LONGEST]
    if what not in SAID:
        return await _friends_page(request, friends, member)
    try:
        await friends.say(member.id, what, name)
    except Denied as denied:
        return await _friends_page(request, friends, member, "", denied, name)
    place = back(data.get("next") or _HERE)
    return Redirect(f"{place}{'&' if '?' in place else '?'}said={what}", status_code=303)


@post(f"{_HERE}/online", include_in_schema=False, status_code=303)
async def post_online(request: Asked, sessions: TheSessions, friends: TheFriends, data: Form) -> Response[Any]:
    """Let friends see that a member is on line, or not."""
    member = await member_asked(request, sessions)
    if member is None:
        return to_login(_HERE)
    shows = data.get("shows") == "on"
    await friends.show_online(member.id, shows)
    return Redirect(f"{_HERE}?said={_SWITCHES[not shows]}", status_code=303)


def friends_in_lobby(ties: Ties, tables: Sequence[ListedTable], language: str) -> FriendsInLobby:
    """Return what the lobby tells a member of friends; `tables` are all that the member finds."""
    online = listed(language, [tie.name for tie in ties.friends if is_online(tie)])
    theirs = [table for table in tables if table.is_friends]
    return FriendsInLobby(len(ties.asking), online, table_rows(theirs, language))


ROUTES: Final[list[BaseRouteHandler]] = [get_friends, post_friends, post_online]
