"""Pages of invitations by name: whom the host asks to a table, and what who is asked says. Plain forms."""

from __future__ import annotations

from dataclasses import dataclass
from math import ceil
from typing import Any, Final

from litestar import get, post
from litestar.di import NamedDependency
from litestar.exceptions import NotFoundException
from litestar.handlers.base import BaseRouteHandler
from litestar.params import FromPath, FromQuery
from litestar.response import Redirect, Response

from shapan.server.hub.hub import Hub
from shapan.server.match.invitation import table_invitation
from shapan.server.match.room import Room
from shapan.server.name import LONGEST
from shapan.server.pages.accountform import STATUS, member_asked, to_login
from shapan.server.pages.matchwords import titled
from shapan.server.pages.rendering import Form, Page, render
from shapan.server.people import news
from shapan.server.people.invitations import Inviting, check_host
from shapan.server.people.members import Denied
from shapan.server.web.context import Asked, TheHub, TheSessions, language_of
from shapan.server.web.session import Guest
from shapan.server.words import say

TheInviting = NamedDependency[Inviting]
_SAID: Final = ("invited", "withdrawn")


@dataclass(slots=True)
class InvitedRow:
    """A table to which a member is invited."""

    match: str
    game: str
    host: str
    title: str
    taken: str


@get("/match/{match_id:str}/invite", include_in_schema=False)
async def get_invite(
    request: Asked,
    hub: TheHub,
    sessions: TheSessions,
    inviting: TheInviting,
    match_id: FromPath[str],
    said: FromQuery[str] = "",
) -> Response[Any]:
    """Whom the host of a table invites, and who does not come."""
    member = await member_asked(request, sessions)
    if member is None:
        return to_login(f"/match/{match_id}/invite")
    return await _page(request, inviting, hub, await hub.fresh_room(match_id), member, said)


async def _page(
    request: Asked,
    inviting: Inviting,
    hub: Hub,
    room: Room,
    member: Guest,
    said: str = "",
    denied: Denied | None = None,
    name: str = "",
) -> Page:
    try:
        check_host(room, member.id)
    except Denied:  # nobody else is told who is invited
        raise NotFoundException from None
    language, problem = language_of(request), ""
    if denied is not None:
        problem = say(language, f"ui.denied_invite_{denied.reason}", minutes=max(1, ceil(denied.wait / 60)))
    here = {row.session for row in room.seats}
    page = render(
        request,
        "invite.html",
        200 if denied is None else STATUS.get(denied.reason, 422),
        here=f"/match/{room.row.id}/invite",
        match=room.row.id,
        title=titled(room.match.game, 0, language),
        invited=[one for one in await hub.store.notices.invited(room.row.id) if one.person not in here],
        proposed=await inviting.proposed(room, member.id),
        free=any(row.kind == "open" for row in room.seats),
        said=say(language, f"ui.invite_said_{said}") if said in _SAID else "",
        problem=problem,
        name=name,
    )
    if denied is not None and denied.wait:
        page.set_header("retry-after", str(ceil(denied.wait)))
    return page


@post("/match/{match_id:str}/invite", include_in_schema=False, status_code=303)
async def post_invite(
    request: Asked, hub: TheHub, sessions: TheSessions, inviting: TheInviting, match_id: FromPath[str], data: Form
) -> Response[Any]:
    """Invite a member by name, or take that back."""
    member = await member_asked(request, sessions)
    if member is None:
        return to_login(f"/match/{match_id}/invite")
    room = await hub.room(match_id)
    gone, name = str(data.get("withdraw", ""))[:LONGEST], str(data.get("who") or data.get("name", ""))[:LONGEST]
    try:
        await (inviting.withdraw(room, member.id, gone) if gone else inviting.invite(room, member.id, name))
    except Denied as denied:
        return await _page(request, inviting, hub, room, member, "", denied, name)
    return Redirect(f"/match/{match_id}/invite?said={'withdrawn' if gone else 'invited'}", status_code=303)


@get("/invitation/{match_id:str}", include_in_schema=False)
async def get_invitation(request: Asked, hub: TheHub, sessions: TheSessions, match_id: FromPath[str]) -> Response[Any]:
    """Lead who is invited to the page of the invitation, or say that it is over."""
    member = await member_asked(request, sessions)
    if member is None:
        return to_login(f"/invitation/{match_id}")
    found = await _invited(hub, match_id, member)
    if not found:
        return render(request, "error.html", 410, number=410, key="ui.error_invitation_over")
    return Redirect(f"/join/{table_invitation(found[0][0].row)}", status_code=303)


@post("/invitation/{match_id:str}", include_in_schema=False, status_code=303)
async def post_invitation(request: Asked, hub: TheHub, sessions: TheSessions, match_id: FromPath[str]) -> Response[Any]:
    """Decline an invitation; the host is told only that its person does not come."""
    member = await member_asked(request, sessions)
    if member is None:
        return to_login(f"/invitation/{match_id}")
    if await _invited(hub, match_id, member):
        await hub.store.notices.decline(match_id, member.id)
    return Redirect("/", status_code=303)


async def _invited(hub: Hub, match: str, member: Guest) -> list[tuple[Room, str]]:
    """Return the table to which a member is invited and may still come; nothing for everyone else."""
    return await news.invited(hub, member.id, match) if match.isascii() and match.isprintable() else []


async def invitations(hub: Hub, guest: Guest | None, language: str) -> list[InvitedRow]:
    """Return the tables to which a member is invited and may still come, as the lobby shows them."""
    if guest is None or not guest.is_member:
        return []
    found = []
    for room, host in await news.invited(hub, guest.id):
        taken = sum(row.kind != "open" for row in room.seats)
        seats = say(language, "ui.seats_taken", count=taken, of=len(room.seats.rows))
        found.append(InvitedRow(room.row.id, room.match.game.name, host, titled(room.match.game, 0, language), seats))
    return found


ROUTES: Final[list[BaseRouteHandler]] = [get_invite, post_invite, get_invitation, post_invitation]
