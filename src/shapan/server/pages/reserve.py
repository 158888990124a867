"""The page of a table's reserves: wait to take over a seat, accept one, decline; and offer the own one."""

from __future__ import annotations

import secrets
from typing import Any, Final

from litestar import get, post
from litestar.handlers.base import BaseRouteHandler
from litestar.params import FromPath, FromQuery
from litestar.response import Redirect, Response

from shapan.server.api.opening import Unfit
from shapan.server.api.reserve import Reserving, reserve_step
from shapan.server.hub.hub import Hub
from shapan.server.match.attendance import offer
from shapan.server.match.frame import reserves_info
from shapan.server.match.lifecycle import MatchClosed, NotYours, Sanctioned
from shapan.server.match.room import Room
from shapan.server.name import LONGEST
from shapan.server.pages.accountform import to_login
from shapan.server.pages.matchwords import main_title, names_of
from shapan.server.pages.record import title_of
from shapan.server.pages.rendering import Form, Page, render
from shapan.server.pages.timewords import time_words
from shapan.server.store.row import Reserve
from shapan.server.web.context import Asked, TheHub, TheSessions, language_of
from shapan.server.web.network import address_of
from shapan.server.web.session import Guest

_PROBLEMS: Final = {
    "closed": "ui.reserve_gone",
    "too_many_reserves": "ui.reserve_full",
    "too_many_tables": "ui.reserve_many",
}
_STEPS: Final = ("join", "leave", "accept")


@get("/tables/{match_id:str}/reserve", include_in_schema=False)
async def get_reserve(
    request: Asked, hub: TheHub, sessions: TheSessions, match_id: FromPath[str], link: FromQuery[str] = ""
) -> Response[Any]:
    """Say who waits to take over a seat here, and what the viewer may do."""
    room, guest = await hub.fresh_room(match_id), await sessions.find(request)
    own = [] if guest is None else room.seats.stays_of(guest.id)
    if not room.reserves.is_on or (own and not room.reserves.allowed):
        return Redirect(f"/match/{match_id}", status_code=303)
    if own:
        return _page(request, room, guest, "")
    if room.row.rated in ("wish", "on") and not (guest and guest.is_member):
        return to_login(f"/tables/{match_id}/reserve{f'?link={link}' if link.isalnum() else ''}")
    try:
        await hub.recruiter.check(room, None if guest is None else guest.id, link)
    except Sanctioned:
        raise
    except NotYours:
        return _page(request, room, guest, "ui.reserve_never", 403)
    return _page(request, room, guest, "", link=link)


@post("/tables/{match_id:str}/reserve", include_in_schema=False, status_code=303)
async def post_reserve_form(
    request: Asked, hub: TheHub, sessions: TheSessions, match_id: FromPath[str], data: Form
) -> Response[Any]:
    """Do what the form says, and show the page again; who has accepted goes to the table."""
    said = {name: str(data.get(name, "")) for name in ("step", "link", "name", "seat")}
    page = f"/tables/{match_id}/reserve"
    if said["step"] in ("offer", "keep"):
        return await _offer(request, hub, sessions, match_id, said)
    step = said["step"] if said["step"] in _STEPS else "leave"
    wanted = Reserving(secrets.token_urlsafe(9), step, said["link"], said["name"][:LONGEST])  # type: ignore[arg-type]
    try:
        _, cookies = await reserve_step(request, hub, sessions, match_id, wanted)
    except Sanctioned:
        raise
    except (NotYours, MatchClosed, Unfit) as error:
        key = (
            "ui.reserve_never" if isinstance(error, NotYours) else "ui.name_unseen" if isinstance(error, Unfit) else ""
        )
        key = key or _PROBLEMS.get(getattr(error, "reason", ""), "ui.reserve_gone")
        room, guest = await hub.room(match_id), await sessions.find(request)
        status = 403 if isinstance(error, NotYours) else 422 if isinstance(error, Unfit) else 409
        return _page(request, room, guest, key, status, link=said["link"], may=isinstance(error, Unfit))
    if step == "accept":
        return Redirect(f"/match/{match_id}?story", status_code=303)
    return Redirect(page if step == "join" else f"/match/{match_id}", status_code=303, cookies=cookies)


async def _offer(request: Asked, hub: Hub, sessions: Any, match: str, said: dict[str, str]) -> Response[Any]:
    """Offer one's seat to the reserves, or keep it."""
    guest = await sessions.find(request)
    session = None if guest is None else guest.id
    seat = int(said["seat"]) if said["seat"][:3].isdecimal() and len(said["seat"]) < 4 else -1

    async def change(room: Room) -> None:
        if seat not in room.seats.stays_of(session):
            raise NotYours("this is not your seat")
        await offer(room, session, seat, offered=said["step"] == "offer")

    await hub.act(match, change)
    await hub.recruiter.recruit(match)
    return Redirect(f"/tables/{match}/reserve", status_code=303)


def _page(
    request: Asked,
    room: Room,
    guest: Guest | None,
    problem: str,
    status: int = 200,
    *,
    link: str = "",
    may: bool = True,
) -> Page:
    language = language_of(request)
    session = None if guest is None else guest.id
    own = room.reserves.of(session)
    asked = None if own is None or own.hidden else own.seat
    info = reserves_info(room, session)
    return render(
        request,
        "reserve.html",
        status,
        game=room.row.game,
        title=main_title(title_of(room.row.game, language)),
        match=room.row.id,
        link=link,
        address=f"{address_of(request, request.app.state.hub.settings)}{info.link}" if info and info.link else "",
        problem=problem,
        names=names_of(room, language),
        seats=room.seats.rows,
        people=[] if info is None else [one.name for one in info.people],
        place=0 if own is None or info is None else _place(room, own),
        asked=asked,
        rated=room.row.rated in ("wish", "on"),
        left=_left(room, own, language) if asked is not None else "",
        own=[] if room.course.waiting else [row for row in room.seats if row.seat in room.seats.stays_of(session)],
        sits=bool(room.seats.seats_of(session)),
        join=may and own is None and not problem.endswith("never") and not room.seats.seats_of(session),
        name="" if guest is None else guest.name,
        member=guest is not None and guest.is_member,
        waiting=room.course.waiting,
        open=any(row.kind == "open" for row in room.seats) and room.course.waiting,
    )


def _place(room: Room, own: Reserve) -> int:
    """Return where a reserve stands in line, as they see it."""
    return sum(not one.hidden and one.number < own.number for one in room.reserves.rows) + 1


def _left(room: Room, own: Reserve | None, language: str) -> str:
    """Return how long a reserve may accept, in words."""
    until = 0 if own is None else own.until or 0
    return time_words(max(60_000, round((until - room.now.wall(room.now())) * 1000)), language)


ROUTES: list[BaseRouteHandler] = [get_reserve, post_reserve_form]
