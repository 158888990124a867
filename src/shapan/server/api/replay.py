"""Replays over the API: what was recorded of a match, its review, what turned it, and its file."""

from __future__ import annotations

from typing import Annotated, cast

import msgspec
from litestar import get
from litestar.enums import MediaType
from litestar.exceptions import NotFoundException, PermissionDeniedException
from litestar.handlers.base import BaseRouteHandler
from litestar.openapi.datastructures import ResponseSpec
from litestar.params import FromPath, QueryParameter
from litestar.response import Response

from shapan.server.api.opening import MAX_SEATS
from shapan.server.api.refusal import MATCH, Detail, ShutInfo
from shapan.server.match.frame import shown_to
from shapan.server.match.lifecycle import Damaged, MatchClosed, MatchNotFound
from shapan.server.match.message import SeatInfo
from shapan.server.match.room import Room
from shapan.server.replay import matchfile
from shapan.server.replay.recording import RecordedFrame
from shapan.server.replay.review_queue import Review, Turned
from shapan.server.store.damage import DamagedRow
from shapan.server.web import limit
from shapan.server.web.context import Asked, TheHub, TheSessions, session_of
from shapan.server.web.packing import packed

Viewer = Annotated[int | None, QueryParameter(gt=-1, le=MAX_SEATS)]  # a bound of 0 would not be described


class Replay(msgspec.Struct):
    """What one viewer saw of a match, from its beginning."""

    match: str
    game: str
    rules_version: int
    viewer: int
    viewers: list[int]
    """Whose view may be asked for now; the number of seats is the spectator's."""
    over: bool
    seats: list[SeatInfo]
    frames: list[RecordedFrame]
    at: list[int]
    """Once the match is over, the position of each frame in it: the same moment for every viewer."""


def viewers_of(room: Room, session: str | None) -> list[int]:
    """Return whose recordings somebody may see: his own seats' while the match is on, or the spectator's; then all."""
    if room.over:
        return list(range(room.row.seats + 1))
    return room.seats.views_of(session) or [room.row.seats]


def viewer_of(room: Room, session: str | None, wanted: int | None) -> int:
    """Return the viewer whose recording is asked for. Raises 403 or 404."""
    if wanted is not None and wanted > room.row.seats:
        raise NotFoundException(f"seat: {wanted} is not 0..{room.row.seats}")
    allowed = viewers_of(room, session)
    if wanted is None:
        first = shown_to(room, session)
        return first if first in allowed else allowed[0]
    if wanted not in allowed:
        raise PermissionDeniedException("this view is open to others once the match is over")
    return wanted


@get(
    "/api/matches/{match_id:str}/replay",
    responses={
        **MATCH,
        200: ResponseSpec(Replay, generate_examples=False, description="the recording of a viewer"),
        409: ResponseSpec(ShutInfo, generate_examples=False, description="the match has not begun"),
        403: ResponseSpec(Detail, generate_examples=False, description="another seat's view of a match still on"),
    },
    operation_id="replay",
    tags=["matches"],
    opt=limit.REPLAY,
)
async def get_replay(
    request: Asked, hub: TheHub, sessions: TheSessions, match_id: FromPath[str], seat: Viewer = None
) -> Response[bytes]:
    """Return what a viewer saw of a match, step by step."""
    room = await hub.fresh_room(match_id)
    session = await session_of(request, sessions)
    over = room.over
    viewer = viewer_of(room, session, seat)
    if room.course.waiting:
        raise MatchClosed("waiting")
    room.show(session)
    rows = await hub.reels.frames(room, viewer)
    replay = Replay(
        match_id,
        room.row.game,
        room.row.rules_version,
        viewer,
        viewers_of(room, session) if over else [viewer],
        over,
        # Who is here now is nothing of the match that was.
        [msgspec.structs.replace(seat, away=False, may=[]) for seat in room.seats.people(session)],
        cast(list[RecordedFrame], [frame for _, frame in rows]),  # encoded already
        [position for position, _ in rows] if over else [],
    )
    return await packed(request, msgspec.json.encode(replay))


@get(
    "/api/matches/{match_id:str}/review",
    responses={
        **MATCH,
        200: ResponseSpec(Review, generate_examples=False, description="the review, or how far it is made"),
        409: ResponseSpec(ShutInfo, generate_examples=False, description="the match is still on"),
    },
    operation_id="review",
    tags=["matches"],
)
async def get_review(request: Asked, hub: TheHub, sessions: TheSessions, match_id: FromPath[str]) -> Response[bytes]:
    """Return what the decisions of a finished match were worth, for who may see the replays of all its seats."""
    room = await hub.fresh_room(match_id)
    if not room.over or len(viewers_of(room, await session_of(request, sessions))) <= room.row.seats:
        raise MatchClosed("on")
    return await packed(request, await hub.reviews.find(match_id))


@get(
    "/api/matches/{match_id:str}/turning",
    responses={
        **MATCH,
        200: ResponseSpec(Turned, generate_examples=False, description="what turned it, or that it is not known yet"),
        409: ResponseSpec(ShutInfo, generate_examples=False, description="the match is still on"),
    },
    operation_id="turning",
    tags=["matches"],
)
async def get_turning(request: Asked, hub: TheHub, sessions: TheSessions, match_id: FromPath[str]) -> Response[bytes]:
    """Return what turned a finished match, for who may see the replays of all its seats."""
    room = await hub.fresh_room(match_id)
    if not room.over or len(viewers_of(room, await session_of(request, sessions))) <= room.row.seats:
        raise MatchClosed("on")
    return await packed(request, await hub.reviews.turned(match_id))


@get(
    "/api/matches/{match_id:str}/file",
    responses={
        **MATCH,
        200: ResponseSpec(matchfile.MatchFile, generate_examples=False, description="the match file"),
        409: ResponseSpec(ShutInfo, generate_examples=False, description="the match is still on"),
    },
    operation_id="file",
    tags=["matches"],
    opt=limit.REPLAY,
)
async def get_file(hub: TheHub, match_id: FromPath[str]) -> Response[bytes]:
    """Return a finished match as a file; before the end it would betray all chance to come."""
    room = await hub.fresh_room(match_id)
    if not room.over:
        raise MatchClosed("on")
    try:
        stored = await hub.store.stored(match_id)
    except DamagedRow:
        raise Damaged from None
    if stored is None:
        raise MatchNotFound("there is no such match")
    name = matchfile.file_name(stored.match, stored.made)
    headers = {"content-disposition": f'attachment; filename="{name}"'}
    try:
        file = matchfile.written(stored, stored.made, room.match.start)
    except msgspec.DecodeError:
        raise Damaged from None
    return Response(file, media_type=MediaType.JSON, headers=headers)


ROUTES: list[BaseRouteHandler] = [get_replay, get_review, get_turning, get_file]
