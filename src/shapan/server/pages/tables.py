"""Open tables with filters, and the date of a table as a file for calendars."""

from __future__ import annotations

import time
from collections.abc import Mapping
from typing import Final

from litestar import get
from litestar.handlers.base import BaseRouteHandler
from litestar.params import FromPath
from litestar.response import Response

from shapan.engine.registry import games
from shapan.engine.text import catalogue
from shapan.server.hub.listing import ListedTable, listed_tables
from shapan.server.match.lifecycle import SLOW, MatchNotFound
from shapan.server.pages.lobby import table_rows
from shapan.server.pages.rendering import render
from shapan.server.store.people import now
from shapan.server.web.context import Asked, TheHub, TheSessions, language_of
from shapan.server.web.network import address_of
from shapan.server.web.packing import packed_page
from shapan.server.words import NAMES, say

_MOST: Final = 200
_SHORT: Final = 45
_LONG: Final = 120
"""Minutes alone with bots up to which a match is short, and from which it is long."""
FILTERS: Final[Mapping[str, tuple[str, ...]]] = {
    "speed": ("live", "days"),
    "experience": ("new", "old"),
    "length": ("short", "middle", "long"),
    "rated": ("on", "off"),
}
"""By filter what can be chosen besides everything; game and language know their own."""


def length_of(minutes: int) -> str:
    """Return how long a match is, of three."""
    return "short" if minutes <= _SHORT else "middle" if minutes < _LONG else "long"


def fits(table: ListedTable, chosen: Mapping[str, str], minutes: int) -> bool:
    """Return whether a table is one of those that are looked for; what says nothing of itself is for all."""
    own = {
        "game": (table.game,),
        "speed": ("days" if table.pace >= SLOW else "live",),
        "language": (table.language,) if table.language else tuple(NAMES),
        "experience": (table.experience,) if table.experience else FILTERS["experience"],
        "length": (length_of(minutes),),
        "rated": ("on" if table.rated else "off",),
    }
    return all(value in own[name] for name, value in chosen.items())


@get("/tables", include_in_schema=False)
async def get_tables(request: Asked, hub: TheHub, sessions: TheSessions) -> Response[bytes]:
    """Return the open tables found by game, speed, language, experience, length and rating."""
    language = language_of(request)
    guest = await sessions.find(request)
    ties = await hub.store.ties.of(guest.id) if guest is not None and guest.is_member else None
    friends = {} if ties is None else {tie.account: tie.name for tie in ties.friends}
    tables, _ = await listed_tables(hub, None if guest is None else guest.id, _MOST, friends)
    titles = {name: catalogue(game, language).get("game.name", name) for name, game in games().items()}
    choices = {
        "game": titles,
        "speed": {one: say(language, f"ui.speed_{one}") for one in FILTERS["speed"]},
        "language": NAMES,
        "experience": {one: say(language, f"ui.experience_{one}") for one in FILTERS["experience"]},
        "length": {one: say(language, f"ui.length_{one}") for one in FILTERS["length"]},
        "rated": {one: say(language, f"ui.rated_{one}") for one in FILTERS["rated"]},
    }
    asked = request.query_params
    chosen = {name: asked[name] for name, values in choices.items() if asked.get(name, "") in values}
    minutes = {name: (await hub.lengths.describe(game, language)) for name, game in games().items()}
    found = []
    for table in tables:
        told = minutes.get(table.game)
        if fits(table, chosen, told.minutes if told else 0):
            found.append(table)
    page = render(
        request,
        "tables.html",
        tables=table_rows(found, language),
        choices=choices,
        chosen=chosen,
        total=len(tables),
        here="/tables",
    )
    return await packed_page(request, page)


@get("/tables/{match_id:str}/date.ics", include_in_schema=False)
async def get_date(request: Asked, hub: TheHub, match_id: FromPath[str]) -> Response[str]:
    """Return the date of a table, for calendars."""
    room = await hub.room(match_id)
    if room.row.date is None:
        raise MatchNotFound("this table has no date")
    language = language_of(request)
    told = await hub.lengths.describe(room.match.game, language)
    title = catalogue(room.match.game, language).get("game.name", room.row.game)
    link = f"{address_of(request, hub.settings)}/match/{match_id}"
    text = calendar(match_id, room.row.date, told.minutes if told else 60, title, link, now())
    headers = {"content-disposition": f'attachment; filename="shapan-{match_id}.ics"'}
    return Response(text, media_type="text/calendar; charset=utf-8", headers=headers)


def calendar(match: str, date: int, minutes: int, title: str, link: str, at: int) -> str:
    """Return a calendar (RFC 5545) with the date of a table."""
    lines = [
        "BEGIN:VCALENDAR",
        "VERSION:2.0",
        "PRODID:-//Shapan//Shapan//EN",
        "BEGIN:VEVENT",
        f"UID:{match}@shapan",
        f"DTSTAMP:{_moment(at)}",
        f"DTSTART:{_moment(date)}",
        f"DURATION:PT{max(1, minutes)}M",
        f"SUMMARY:{escaped(f'Shapan: {title}')}",
        f"URL:{link}",
        "END:VEVENT",
        "END:VCALENDAR",
    ]
    return "".join(f"{part}\r\n" for line in lines for part in folded(line))


def _moment(seconds: int) -> str:
    return time.strftime("%Y%m%dT%H%M%SZ", time.gmtime(seconds))


def escaped(text: str) -> str:
    """Return a text as a calendar holds it (RFC 5545, 3.3.11)."""
    for sign in ("\\", ";", ","):
        text = text.replace(sign, f"\\{sign}")
    return text.replace("\n", "\\n")


def folded(line: str) -> list[str]:
    """Return a line in parts of 75 bytes at most, each but the first behind a blank (RFC 5545, 3.1)."""
    parts, part = [], ""
    for letter in line:
        if len(f"{part}{letter}".encode()) > 75:
            parts.append(part)
            part = " "
        part += letter
    return [*parts, part]


ROUTES: Final[list[BaseRouteHandler]] = [get_tables, get_date]
