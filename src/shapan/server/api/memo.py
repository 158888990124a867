"""Memos: what the person of a seat writes for themselves. No one else is ever told of it, in no frame and no log."""

from __future__ import annotations

from typing import Annotated, Any, Final
from unicodedata import category

import msgspec
from litestar import get
from litestar.handlers.base import BaseRouteHandler
from litestar.params import FromPath, FromQuery, JSONBody

from shapan.server.api.caller import TheCaller, post_change, seat_of
from shapan.server.api.opening import Unfit
from shapan.server.api.refusal import CHANGE, MATCH, UnfitInfo, spec
from shapan.server.match.lifecycle import MatchClosed
from shapan.server.store.fault import Conflict
from shapan.server.store.memo import Memo
from shapan.server.web import limit
from shapan.server.web.context import Asked, TheHub, TheSessions, session_of

LONGEST: Final = 4000
"""Characters of a memo."""
MEMO: dict[int, Any] = {**CHANGE, 422: spec(UnfitInfo, "too long, or not text")}


class Writing(msgspec.Struct, forbid_unknown_fields=True):
    """The whole memo as it is to be, and the version it was written upon."""

    text: Annotated[str, msgspec.Meta(max_length=LONGEST)]
    version: Annotated[int, msgspec.Meta(ge=0, le=2**31 - 2)]
    seat: int | None = None


@get("/api/matches/{match_id:str}/memo", responses={**MATCH, 403: CHANGE[403]}, operation_id="memo", tags=["table"])
async def get_memo(
    request: Asked, hub: TheHub, sessions: TheSessions, match_id: FromPath[str], seat: FromQuery[int | None] = None
) -> Memo:
    """Return what the caller has written at an own seat, also in a match that is over."""
    room = await hub.room(match_id)
    session = await session_of(request, sessions)
    return await hub.store.memos.of(match_id, seat_of(room, session, seat), session or "")


@post_change("memo", "table", name="keep_memo", responses=MEMO, opt=limit.WAYS)
async def post_memo(caller: TheCaller, data: JSONBody[Writing]) -> Memo:
    """Store what the caller has written at an own seat; 409 `changed` where another device has stored more since."""
    room, seat = await caller.seat(data.seat)
    if room.course.waiting:
        raise MatchClosed("waiting")
    if any(category(letter) in ("Cc", "Cs") and letter not in "\n\t" for letter in data.text):
        raise Unfit("text", "no control characters but line breaks and tabs")
    try:
        return await caller.hub.store.memos.keep(caller.match, seat, caller.session or "", data.text, data.version)
    except Conflict:
        raise MatchClosed("changed") from None


ROUTES: list[BaseRouteHandler] = [get_memo, post_memo]
