"""Replays as pages: the one that plays a recording, and the list of finished matches."""

from __future__ import annotations

import time
from dataclasses import dataclass

from litestar import get
from litestar.handlers.base import BaseRouteHandler
from litestar.params import FromPath
from litestar.response import Response
from sqlalchemy import or_, select

from shapan.engine import text
from shapan.server.hub.hub import Hub
from shapan.server.match.lifecycle import Damaged, MatchNotFound
from shapan.server.match.room import Room
from shapan.server.pages.matchwords import names_of, result
from shapan.server.pages.page import boot_data, client_files
from shapan.server.pages.rendering import Page, render
from shapan.server.store.damage import is_time
from shapan.server.store.schema import MATCHES, SEATS
from shapan.server.web import limit
from shapan.server.web.context import Asked, TheHub, TheSessions, language_of, session_of
from shapan.server.web.packing import packed_page
from shapan.server.words import say

ENTRY = "src/replay.ts"
_MAX_LISTED = 60


@get("/replay/{match_id:str}", include_in_schema=False)
async def get_replay_page(request: Asked, hub: TheHub, sessions: TheSessions, match_id: FromPath[str]) -> Page:
    """Return the page that plays a recording."""
    room = await hub.fresh_room(match_id)
    title = text.catalogue(room.match.game, language_of(request)).get("game.name", room.match.game.name)
    files = client_files(entry=ENTRY)
    if files is None:
        return render(request, "not_built.html", 503, title=title)
    boot = boot_data(request, room, await session_of(request, sessions))
    title = f"{say(language_of(request), 'ui.replay')} · {title}"
    return render(request, "table.html", title=title, boot=boot, script=files[0], style=files[1])


@dataclass(slots=True)
class Finished:
    """A finished match in the list."""

    id: str
    game: str
    day: str
    people: list[str]
    result: str
    imported: bool


@get("/replays", include_in_schema=False, opt=limit.REPLAY)
async def get_replays(request: Asked, hub: TheHub, sessions: TheSessions) -> Response[bytes]:
    """Return the guest's finished matches, and those taken from files."""
    matches = await finished(hub, await session_of(request, sessions), language_of(request))
    return await packed_page(request, render(request, "replays.html", matches=matches))


async def finished(hub: Hub, session: str | None, language: str) -> list[Finished]:
    """Return the finished matches that a guest sat in or opened, and imported ones, the latest first."""
    mine = select(SEATS.c.match).where(SEATS.c.session == session)
    query = (
        select(MATCHES.c.id, MATCHES.c.made)
        .where(MATCHES.c.status == "over", or_(MATCHES.c.owner.in_(["", session or ""]), MATCHES.c.id.in_(mine)))
        .order_by(MATCHES.c.made.desc(), MATCHES.c.id)
        .limit(_MAX_LISTED)
    )
    async with hub.store.reading() as connection:
        rows = (await connection.execute(query)).all()
    found = []
    for name, made in rows:
        try:
            found.append(_finished(await hub.glance(name), made, session, language))
        except (MatchNotFound, Damaged):  # the lobby offers what can be done with it
            continue
    return found


def _finished(room: Room, made: int, session: str | None, language: str) -> Finished:
    game = room.match.game
    return Finished(
        room.row.id,
        text.catalogue(game, language).get("game.name", game.name),
        time.strftime("%Y-%m-%d", time.gmtime(made if is_time(made) else 0)),
        names_of(room, language),
        result(room, session, language),
        not room.row.owner,
    )


ROUTES: list[BaseRouteHandler] = [get_replay_page, get_replays]
