"""The page that says for whom a table waits: who is asked what, since when, until when, and whose turn comes then."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from litestar import get, post
from litestar.exceptions import HTTPException
from litestar.handlers.base import BaseRouteHandler
from litestar.params import FromPath, FromQuery
from litestar.response import Redirect

from shapan.engine import text
from shapan.server.match.attendance import sleep, take_holiday
from shapan.server.match.holiday import NoHoliday, holiday_of
from shapan.server.match.lifecycle import SLOW, NotYours
from shapan.server.match.night import MAX_HOURS
from shapan.server.match.queue import Awaited, queue
from shapan.server.match.room import Room
from shapan.server.pages.matchwords import names_of, titled
from shapan.server.pages.rendering import Form, Page, moment, render
from shapan.server.pages.timewords import time_words
from shapan.server.web.context import Asked, TheHub, TheSessions, language_of, session_of
from shapan.server.words import listed, say

_QUARTERS: Final = (-570, -210, 210, 270, 330, 345, 390, 570, 630, 765)
"""Minutes by which the clocks of some places are ahead of UTC, beside whole hours."""
_ZONES: Final = [
    f"{'-' if ahead < 0 else '+'}{abs(ahead) // 60:02}:{abs(ahead) % 60:02}"
    for ahead in sorted([*(60 * hour for hour in range(-12, 15)), *_QUARTERS])
]
_MOMENT: Final = 60
_PROBLEMS: Final = ("late", "few")
"""Why a holiday cannot be taken."""
"""Seconds for which someone is asked only just now."""


@dataclass(slots=True)
class AwaitedRow:
    """A person who is waited for, in words."""

    seat: int
    name: str
    question: str
    since: str
    since_at: str
    until: str
    until_at: str
    away: str
    planned: bool


@dataclass(slots=True)
class SleepForm:
    """When the viewer sleeps and is away, for each of their seats, as forms say it."""

    seat: int
    name: str
    zone: str
    begins: str
    hours: str
    days: int
    """Days of holiday that are left this year."""
    away: str


@get("/match/{match_id:str}/waiting", include_in_schema=False)
async def get_waiting(
    request: Asked,
    hub: TheHub,
    sessions: TheSessions,
    match_id: FromPath[str],
    problem: FromQuery[str] = "",
    said: FromQuery[str] = "",
) -> Page:
    """For whom a table waits: the same for everyone who looks; and when the viewer sleeps."""
    room = await hub.fresh_room(match_id)
    session = await session_of(request, sessions)
    language = language_of(request)
    found, names = queue(room), names_of(room, language)
    scene = room.match.game.board(room.match.view(room.match.seats), room.match.seats, [], None)
    return render(
        request,
        "waiting.html",
        title=titled(room.match.game, 0 if room.course.waiting else scene.round, language),
        match=room.row.id,
        rows=[_row(room, one, names, language) for one in found.awaited],
        bots=listed(language, [names[seat] for seat in found.bots]),
        next=listed(language, [names[seat] for seat in found.next]),
        over=room.over,
        begins=room.course.waiting,
        nights=[] if room.over or room.row.pace < SLOW else _nights(room, session, names),
        zones=_ZONES,
        hours=range(1, MAX_HOURS + 1),
        problem=say(language, f"ui.holiday_{problem}") if problem in _PROBLEMS else "",
        said=said == "kept",
    )


def _nights(room: Room, session: str | None, names: list[str]) -> list[SleepForm]:
    """Return when a guest sleeps: only they are told."""
    now, found = room.now.wall(room.now()), []
    for seat in room.seats.stays_of(session):
        zone, begins, hours = room.seats[seat].night.split() or ("+00:00", "22:00", "")
        off = holiday_of(room.seats[seat].holiday)
        away = moment(off.until) if off.until > now else ""
        found.append(SleepForm(seat, names[seat], zone, begins, hours, off.left(now), away))
    return found


@post("/match/{match_id:str}/night", include_in_schema=False, status_code=303)
async def post_night(
    request: Asked, hub: TheHub, sessions: TheSessions, match_id: FromPath[str], data: Form
) -> Redirect:
    """Say when one sleeps: no deadline of days falls in these hours."""
    session = await session_of(request, sessions)
    said = {name: str(data.get(name, "")) for name in ("seat", "zone", "begins", "hours")}
    night = "" if said["hours"] in ("", "0") else f"{said['zone']} {said['begins']} {said['hours']}"

    async def change(room: Room) -> None:
        seat = int(said["seat"]) if said["seat"].isdecimal() else -1
        if session is None or seat not in room.seats.stays_of(session):
            raise NotYours("this is not your seat")
        await sleep(room, seat, session, night)

    try:
        await hub.act(match_id, change)
    except ValueError as error:
        raise HTTPException(detail=str(error), status_code=400) from None
    return Redirect(f"/match/{match_id}/waiting?said=kept", status_code=303)


def _row(room: Room, one: Awaited, names: list[str], language: str) -> AwaitedRow:
    asked, now = one.question, room.now()
    question = "" if asked is None else text.say(room.match.game, language, asked.key, asked.words, names)
    return AwaitedRow(
        one.seat,
        names[one.seat],
        question,
        _ago(language, now - one.since),
        moment(room.now.wall(one.since)),
        "" if one.until is None else time_words(round((one.until - now) * 1000), language),
        "" if one.until is None else moment(room.now.wall(one.until)),
        "" if one.away is None else moment(one.away),
        one.planned,
    )


def _ago(language: str, seconds: float) -> str:
    """Return for how long someone has been asked, in words; a moment is not counted."""
    if seconds < _MOMENT:
        return say(language, "ui.queue_now")
    return say(language, "ui.queue_for", time=time_words(round(seconds * 1000), language))


@post("/match/{match_id:str}/holiday", include_in_schema=False, status_code=303)
async def post_holiday(
    request: Asked, hub: TheHub, sessions: TheSessions, match_id: FromPath[str], data: Form
) -> Redirect:
    """Be away for some days, in which no deadline of days falls; with no days, be back."""
    session = await session_of(request, sessions)
    seat, days = (int(value) if (value := str(data.get(name, "")))[:4].isdecimal() else -1 for name in ("seat", "days"))

    async def change(room: Room) -> None:
        if session is None or seat not in room.seats.stays_of(session):
            raise NotYours("this is not your seat")
        await take_holiday(room, seat, session, days)

    try:
        await hub.act(match_id, change)
    except NoHoliday as error:
        return Redirect(f"/match/{match_id}/waiting?problem={error}", status_code=303)
    return Redirect(f"/match/{match_id}/waiting?said=kept", status_code=303)


ROUTES: list[BaseRouteHandler] = [get_waiting, post_night, post_holiday]
