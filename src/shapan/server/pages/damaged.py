"""Damaged matches, which cannot be played on: for their people what can be read as a file, and removal."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, Final

import msgspec
from litestar import get, post
from litestar.enums import MediaType
from litestar.handlers.base import BaseRouteHandler
from litestar.params import FromPath
from litestar.response import Redirect, Response
from sqlalchemy import func, select

from shapan.engine.segment import CLOCK, FORCED, PLAYER
from shapan.server.hub.hub import Hub
from shapan.server.match.lifecycle import Damaged, MatchClosed, MatchNotFound, NotYours
from shapan.server.match.room import Room
from shapan.server.match.waiting_room import without_mark
from shapan.server.store.schema import ACCOUNTS, MATCHES, SEATS, SESSIONS
from shapan.server.store.storage import Store
from shapan.server.web import limit
from shapan.server.web.context import Asked, TheHub, TheSessions, session_of

_SHOWN_BEFORE_END: Final = ("matches", "seats", "records", "chat")
"""Tables of which a file tells while the match is not over."""
_SHOWN_AFTER_END: Final = (
    *_SHOWN_BEFORE_END,
    "changes",
    "notes",
    "sealed",
    "fair_rounds",
    "fair_seeds",
    "rating_changes",
)
"""Those of which it tells in full once the match is over."""
_OWN_AFTER_END: Final = ("orders", "plans")
"""Those of which it tells only what is of the guest's own seats then."""
_ANSWER: Final = ("answer", "seat", "ordinal", "by")
_BY_PERSON: Final = (PLAYER, FORCED, CLOCK)
"""Who gives the answers of a person's seat while it is his."""


@dataclass(slots=True)
class DamagedMatch:
    """The facts about a match that can be told without reading its records."""

    game: str
    over: bool
    mine: bool
    """Whether the guest opened it, and so may remove it."""
    own: list[int]
    """The guest's seats."""


async def damaged_match(store: Store, match: str, session: str | None) -> DamagedMatch:
    """Return a match as far as it can be told of any. Raises Missing."""
    table = MATCHES.c
    async with store.reading() as connection:
        person = func.coalesce(ACCOUNTS.c.id, SESSIONS.c.hash).label("known")
        query = select(table.game, table.status, table.owner, person)
        query = query.join(ACCOUNTS, ACCOUNTS.c.id == table.owner, isouter=True)
        joined = query.join(SESSIONS, SESSIONS.c.hash == table.owner, isouter=True).where(table.id == match)
        row = (await connection.execute(joined)).one_or_none()
        if row is None:
            raise MatchNotFound("there is no such match")
        seats = select(SEATS.c.seat, SEATS.c.session).where(SEATS.c.match == match)
        people = [(seat, name) for seat, name in await connection.execute(seats) if name is not None]
    own = [seat for seat, name in people if session is not None and name == session]
    is_owner = session is not None and row.owner == session
    # The host may have no seat; where he is nobody who was ever here, nobody is known to be the owner.
    known = row.known is not None or any(name == row.owner for _, name in people)
    game = row.game if isinstance(row.game, str) else ""
    return DamagedMatch(game, row.status == "over", is_owner or (bool(own) and not known and row.owner != ""), own)


def is_damaged(room: Room) -> bool:
    """Return whether a match that was read cannot be played on, and has not come to its end under other rules."""
    frozen = room.frozen
    return frozen is not None and (not room.over or frozen.reason == "damaged")


async def _require_damaged(hub: Hub, match: str, session: str | None) -> DamagedMatch:
    """Return a match that cannot be played on. Raises Missing, Shut if it can be, NotYours for strangers."""
    found = await damaged_match(hub.store, match, session)
    with suppress(MatchNotFound, Damaged):
        room = await hub.room(match)
        if not is_damaged(room):
            raise MatchClosed("over" if room.over else "on")
    if not found.mine and not found.own:
        raise NotYours("you are not a player of this match")
    return found


@get("/damaged/{match_id:str}/file", include_in_schema=False, opt=limit.REPLAY)
async def get_remains(request: Asked, hub: TheHub, sessions: TheSessions, match_id: FromPath[str]) -> Response[bytes]:
    """Return what can be read of a damaged match; before its end no more than the guest has known."""
    found = await _require_damaged(hub, match_id, await session_of(request, sessions))
    rows = await asyncio.to_thread(hub.store.backend.remains, match_id)
    data = _after_end(rows, found.own) if found.over else _known_to(rows, found.own)
    body = msgspec.json.format(msgspec.json.encode({"format": "shapan-damaged-1", **data}))
    name = "".join(sign for sign in match_id if sign.isascii() and (sign.isalnum() or sign in "-_"))
    headers = {"content-disposition": f'attachment; filename="shapan-damaged-{name}.json"'}
    return Response(body, media_type=MediaType.JSON, headers=headers)


def _known_to(rows: dict[str, list[dict[str, Any]]], own: list[int]) -> dict[str, list[dict[str, Any]]]:
    """Return what a guest may read of a match that may go on from a backup: no dice to come, no answers of others."""
    kept = {name: rows[name] for name in _SHOWN_BEFORE_END}
    for row in kept["matches"]:
        row.pop("key", None)
    answers = [(row, _own_answer(row["body"], own)) for row in kept["records"]]
    kept["records"] = [{**row, "body": body} for row, body in answers if body]
    return kept


def _own_answer(body: Any, own: list[int]) -> str:
    """Return a record without its hash, which follows from the key; empty unless the guest gave the answer.

    What a bot answered is not his: it may have played for him since he left.
    """
    with suppress(msgspec.DecodeError, TypeError, ValueError):
        record = msgspec.json.decode(body, type=dict[str, Any])
        if record.get("seat") in own and record.get("by") in _BY_PERSON:
            return msgspec.json.encode({name: record[name] for name in _ANSWER if name in record}).decode()
    return ""


def _after_end(rows: dict[str, list[dict[str, Any]]], own: list[int]) -> dict[str, list[dict[str, Any]]]:
    """Return what all may know of a match that is over, and what the guest's own seats had ordered and planned.

    The id of a change that holds for a guest ends with a part of his session.
    """
    changes = [{**row, "name": without_mark(str(row.get("name")))} for row in rows["changes"]]
    private = {name: [row for row in rows.get(name, []) if row.get("seat") in own] for name in _OWN_AFTER_END}
    return {**{name: rows.get(name, []) for name in _SHOWN_AFTER_END}, **private, "changes": changes}


@post("/damaged/{match_id:str}/remove", include_in_schema=False, status_code=303)
async def post_remove(request: Asked, hub: TheHub, sessions: TheSessions, match_id: FromPath[str]) -> Redirect:
    """Remove a damaged match for good."""
    found = await _require_damaged(hub, match_id, await session_of(request, sessions))
    if not found.mine:
        raise NotYours("only who opened the table may remove it")
    await hub.house.remove(match_id)
    return Redirect("/", status_code=303)


ROUTES: list[BaseRouteHandler] = [get_remains, post_remove]
