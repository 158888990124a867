"""The page that says for whom a table waits: who is asked what, since when, until when, and whose turn comes then."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Final

from litestar import get
from litestar.handlers.base import BaseRouteHandler
from litestar.params import FromPath

from shapan.engine import text
from shapan.server.match.queue import Awaited, queue
from shapan.server.match.room import Room
from shapan.server.pages.lobby import names_of, time_words, titled
from shapan.server.pages.rendering import Page, render
from shapan.server.web.context import Asked, TheHub, language_of
from shapan.server.words import listed, say

_MOMENT: Final = 60
"""Seconds for which somebody is asked only just now."""


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
    planned: bool


@get("/match/{match_id:str}/waiting", include_in_schema=False)
async def get_waiting(request: Asked, hub: TheHub, match_id: FromPath[str]) -> Page:
    """For whom a table waits: the same for everybody who looks."""
    room = await hub.fresh_room(match_id)
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
    )


def _row(room: Room, one: Awaited, names: list[str], language: str) -> AwaitedRow:
    asked, now = one.question, room.now()
    question = "" if asked is None else text.say(room.match.game, language, asked.key, asked.words, names)
    return AwaitedRow(
        one.seat,
        names[one.seat],
        question,
        _ago(language, now - one.since),
        _stamp(room.now.wall(one.since)),
        "" if one.until is None else time_words(round((one.until - now) * 1000), language),
        "" if one.until is None else _stamp(room.now.wall(one.until)),
        one.planned,
    )


def _ago(language: str, seconds: float) -> str:
    """Return for how long somebody has been asked, in words; a moment is not counted."""
    if seconds < _MOMENT:
        return say(language, "ui.queue_now")
    return say(language, "ui.queue_for", time=time_words(round(seconds * 1000), language))


def _stamp(moment: float) -> str:
    return datetime.fromtimestamp(moment, UTC).strftime("%Y-%m-%d %H:%M UTC")


ROUTES: list[BaseRouteHandler] = [get_waiting]
