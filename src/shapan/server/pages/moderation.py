"""The pages of reports, of moderators, and of what was laid upon oneself. Plain forms, which need no scripts."""

from __future__ import annotations

from math import ceil
from typing import Any, Final

from litestar import get, post
from litestar.di import NamedDependency
from litestar.exceptions import NotFoundException
from litestar.handlers.base import BaseRouteHandler
from litestar.params import FromPath, FromQuery
from litestar.response import Redirect, Response

from shapan.server.hub.hub import Hub
from shapan.server.match.lifecycle import Damaged, MatchNotFound
from shapan.server.match.room import Room
from shapan.server.pages.accountform import STATUS, TheMembers, address_asked, member_asked, to_login
from shapan.server.pages.rendering import Form, Page, day, render
from shapan.server.people.members import Denied, Members
from shapan.server.people.moderation import ACTS, DAYS, LONGEST, Moderation, lines_of, reportable
from shapan.server.store.fault import Conflict
from shapan.server.store.moderation import Report
from shapan.server.web.context import Asked, TheHub, TheSessions, language_of
from shapan.server.web.session import Guest, Sessions
from shapan.server.words import say, seat_name

TheModeration = NamedDependency[Moderation]
_HERE: Final = "/moderation"
_NUMBER: Final = 12
"""Digits of a number in a form at most."""


# Reports


@get("/report/{match_id:str}", include_in_schema=False)
async def get_report(
    request: Asked, hub: TheHub, sessions: TheSessions, match_id: FromPath[str], said: FromQuery[str] = ""
) -> Response[Any]:
    """Ask who or what at a table is to be reported; who only watches has to be a member."""
    room = await hub.room(match_id)
    guest = await _witness(request, sessions, room)
    return to_login(f"/report/{match_id}") if guest is None else _report_page(request, room, guest, said=said == "1")


async def _witness(request: Asked, sessions: Sessions, room: Room) -> Guest | None:
    """Return who may report someone at a table: its people, and members who watch it."""
    guest = await sessions.find(request)
    return guest if guest is not None and (guest.is_member or room.seats.seats_of(guest.id)) else None


def _report_page(
    request: Asked, room: Room, guest: Guest, denied: Denied | None = None, text: str = "", *, said: bool = False
) -> Page:
    language = language_of(request)
    people = [
        (seat, seat_name(language, seat, room.seats[seat].whose, room.seats[seat].name))
        for seat in reportable(room, guest.id)
        if seat >= 0
    ]
    seats = {message.number: message.seat for message in room.chat.messages}
    lines = [
        (seats[line.number], line) for line in lines_of(room, language) if line.session and line.session != guest.id
    ]
    problem = "" if denied is None else say(language, f"ui.denied_report_{denied.reason}", most=LONGEST)
    page = render(
        request,
        "report.html",
        200 if denied is None else STATUS.get(denied.reason, 422),
        match=room.row.id,
        people=people,
        lines=lines,
        problem=problem,
        text=text,
        most=LONGEST,
        said=said,
    )
    if denied is not None and denied.wait:
        page.set_header("retry-after", str(ceil(denied.wait)))
    return page


@post("/report/{match_id:str}", include_in_schema=False, status_code=303)
async def post_report(
    request: Asked,
    hub: TheHub,
    sessions: TheSessions,
    moderation: TheModeration,
    match_id: FromPath[str],
    data: Form,
) -> Response[Any]:
    """Keep a report."""
    room = await hub.room(match_id)
    guest = await _witness(request, sessions, room)
    if guest is None:
        return to_login(f"/report/{match_id}")
    seat, _, message = str(data.get("who", "")).partition(".")
    text = str(data.get("text", ""))[: LONGEST + 1]
    try:
        await moderation.report(
            room,
            guest.id,
            -_number(seat[1:], 1) if seat.startswith("-") else _number(seat, -1),
            _number(message, -1) if message else None,
            text,
            address_asked(request),
            language_of(request),
        )
    except Denied as denied:
        return _report_page(request, room, guest, denied, text)
    return Redirect(f"/report/{match_id}?said=1", status_code=303)


def _number(text: str, other: int) -> int:
    return int(text) if text.isascii() and text.isdecimal() and len(text) <= _NUMBER else other


# What moderators see and do


async def _moderator(request: Asked, sessions: Sessions, members: Members) -> Guest:
    """Return the moderator of a request. Raises 404 for everyone else: nothing tells that there is such a page."""
    member = await member_asked(request, sessions)
    if member is None or not await members.is_moderator(member.id):
        raise NotFoundException
    return member


@get(_HERE, include_in_schema=False)
async def get_moderation(
    request: Asked, hub: TheHub, sessions: TheSessions, members: TheMembers, said: FromQuery[str] = ""
) -> Page:
    """Return the reports that wait, what is laid upon people now, and what moderators did."""
    member = await _moderator(request, sessions, members)
    kept = hub.store.moderation
    language = language_of(request)
    reports, more = await kept.open_reports(without=member.id)
    return render(
        request,
        "moderation.html",
        here=_HERE,
        day=day,
        reports=reports,
        more=more,
        sanctions=await kept.sanctions(),
        acts=await kept.acts(),
        said=say(language, f"ui.act_said_{said}") if said in (*ACTS, "lift") else "",
    )


@get(f"{_HERE}/{{key:str}}", include_in_schema=False)
async def get_case(request: Asked, hub: TheHub, sessions: TheSessions, members: TheMembers, key: FromPath[str]) -> Page:
    """One report, with what was said and what was laid upon the person before."""
    member = await _moderator(request, sessions, members)
    return await _case_page(request, hub, await _report(hub, key, member.id))


async def _report(hub: Hub, key: str, moderator: str) -> Report:
    """Return a report. Raises 404 also for whom it is about: they would learn who made it, and what was said."""
    report = await hub.store.moderation.report(key) if key.isascii() and key.isprintable() else None
    if report is None or report.about == moderator:
        raise NotFoundException
    return report


async def _case_page(request: Asked, hub: Hub, report: Report, denied: Denied | None = None, reason: str = "") -> Page:
    language = language_of(request)
    account = await hub.store.accounts.account(report.about)
    return render(
        request,
        "case.html",
        200 if denied is None else STATUS.get(denied.reason, 422),
        here=_HERE,
        day=day,
        report=report,
        account=account,
        before=await hub.store.moderation.sanctions_of(report.about, over=True),
        days=DAYS,
        most=LONGEST,
        reason=reason,
        problem="" if denied is None else say(language, f"ui.denied_act_{denied.reason}", most=LONGEST),
    )


@post("/tables/{match_id:str}/moderation", include_in_schema=False, status_code=303)
async def post_act(
    request: Asked,
    hub: TheHub,
    sessions: TheSessions,
    members: TheMembers,
    moderation: TheModeration,
    match_id: FromPath[str],
    data: Form,
) -> Response[Any]:
    """Do something about a report, in the process that plays the match: it knows who watches."""
    member = await _moderator(request, sessions, members)
    report = await _report(hub, str(data.get("report", "")), member.id)
    if report.place != match_id:
        raise NotFoundException
    what, reason = str(data.get("what", "")), str(data.get("reason", ""))[: LONGEST + 1]
    try:
        room = await hub.room(match_id)
    except (MatchNotFound, Damaged):
        room = None
    try:
        await moderation.act(member.id, report, room, what, _number(str(data.get("days", "")), 0), reason)
    except Denied as denied:
        return await _case_page(request, hub, report, denied, reason)
    return Redirect(f"{_HERE}?said={what}", status_code=303)


@post(f"{_HERE}/lift", include_in_schema=False, status_code=303)
async def post_lift(
    request: Asked, hub: TheHub, sessions: TheSessions, members: TheMembers, data: Form
) -> Response[Any]:
    """End what is laid upon someone; no one does so for themselves, nor for whom they reported."""
    member = await _moderator(request, sessions, members)
    key = str(data.get("sanction", ""))
    if key.isascii() and key.isprintable():
        try:
            await hub.store.moderation.lift(member.id, key)
        except Conflict:
            return Redirect(_HERE, status_code=303)
        return Redirect(f"{_HERE}?said=lift", status_code=303)
    return Redirect(_HERE, status_code=303)


# What one is told of oneself


@get("/sanctions", include_in_schema=False)
async def get_sanctions(request: Asked, hub: TheHub, sessions: TheSessions) -> Page:
    """Return what moderators have laid upon who asks: why, until when, and to whom to write."""
    guest = await sessions.find(request)
    found = [] if guest is None else await hub.store.moderation.sanctions_of(guest.id)
    return render(request, "sanctions.html", sanctions=found, day=day, appeals=hub.settings.appeals, here="/sanctions")


ROUTES: Final[list[BaseRouteHandler]] = [
    get_report,
    post_report,
    get_moderation,
    get_case,
    post_act,
    post_lift,
    get_sanctions,
]
