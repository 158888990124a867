"""The API: frames down, answers up. Its contract is `docs/reference/server-api.md`."""

from __future__ import annotations

from typing import Annotated, Any

import msgspec
from litestar import WebSocket, get, post, websocket
from litestar.exceptions import PermissionDeniedException
from litestar.handlers.base import BaseRouteHandler
from litestar.params import FromPath, FromQuery, JSONBody, QueryParameter
from litestar.response import Response

from shapan.engine.ground import End, Ruler
from shapan.engine.segment import FORCED, PLAYER
from shapan.server.api.caller import TheCaller, post_change, seat_of, seats_of
from shapan.server.api.opening import Id, NewMatch, Unfit, open_match
from shapan.server.api.refusal import CHANGE, MATCH, OPENING, UnfitInfo, Verdict, spec, verdict
from shapan.server.api.stream import Line, send_frames
from shapan.server.hub.hint import Hint
from shapan.server.match.attendance import claim, leave
from shapan.server.match.invitation import invitation
from shapan.server.match.lifecycle import Elsewhere, MatchNotFound
from shapan.server.match.message import FrameMessage, InvitationInfo
from shapan.server.match.offer import Options
from shapan.server.match.room import Room
from shapan.server.match.waiting_actions import leave_room
from shapan.server.match.way import Ways
from shapan.server.name import tidy
from shapan.server.web import limit
from shapan.server.web.context import Asked, TheHub, TheSessions, language_of, session_of
from shapan.server.web.forward import FORWARD, forwarding

MISSING_CODE = 4404
FAR = 2**31
"""No table reaches so far: what lies beyond is as good as there."""

Count = Annotated[int, QueryParameter(ge=0, le=2**31)]
Ordinal = Annotated[int, msgspec.Meta(ge=0, le=2**31)]
Codes = Annotated[list[int], msgspec.Meta(max_length=512)]
At = Annotated[list[int], msgspec.Meta(min_length=2, max_length=2)]
Word = Annotated[str, msgspec.Meta(max_length=64)]
Place = Annotated[str, msgspec.Meta(max_length=128)]


class Answer(msgspec.Struct):
    """An answer to the open decision `ordinal`; `id` is new for each answer, the same for a repeat."""

    id: Id
    ordinal: Ordinal
    codes: Codes
    seat: int | None = None
    declined: bool = False
    """The client has declined by itself, where the decision was `idle`: an undo goes past it."""


class Picked(msgspec.Struct):
    """The first picks of an answer; `at` is a point of the ground that follows them, in words."""

    ordinal: Ordinal
    picked: Codes
    seat: int | None = None
    at: At | None = None
    word: Word = ""


class Asking(msgspec.Struct):
    """A code whose refusal is to be explained, behind picks that are made already; code 0 is to stop there.

    In place of the code `at` may be given, a point of the ground; `word` where several answers take points.
    """

    ordinal: Ordinal
    code: int = 0
    picked: Codes = []
    seat: int | None = None
    at: At | None = None
    word: Word = ""


class Pointed(msgspec.Struct):
    """A place of the table (`piece:<id>`, `zone:<id>`, `panel:<seat>`) or a point of its ground that is pointed at."""

    ordinal: Ordinal
    place: Place = ""
    seat: int | None = None
    at: At | None = None


class Tip(msgspec.Struct):
    """One end of a ruler: a point, or the piece that stands there."""

    at: At
    piece: Word = ""


class Measured(msgspec.Struct):
    """The two ends of a ruler that somebody lays on a table to scale."""

    one: Tip
    other: Tip
    seat: int | None = None


class Puzzled(msgspec.Struct):
    """The open decision for which a hint is wanted."""

    ordinal: Ordinal
    seat: int | None = None


class Wish(msgspec.Struct):
    """An undo, a leaving, or a claim of the victory."""

    id: Id
    seat: int | None = None


class Laid(msgspec.Struct):
    """What a ruler tells; null where the game tells nothing of it."""

    ruler: Ruler | None


class Done(msgspec.Struct):
    """It has been done, now or before."""

    ok: bool = True


class Opened(msgspec.Struct):
    """A new match."""

    id: str
    url: str
    joins: list[InvitationInfo]


def joins_of(room: Room, session: str | None) -> list[InvitationInfo]:
    """Return the links of the open seats, for who opened the match."""
    if not room.seats.is_host(session):
        return []
    free = [row.seat for row in room.seats if row.kind == "open"]
    return [InvitationInfo(seat, f"/join/{invitation(room.row, seat)}") for seat in free]


@post("/matches", responses=OPENING, operation_id="open_match", tags=["matches"], opt=limit.OPENING)
async def post_match(request: Asked, hub: TheHub, sessions: TheSessions, data: JSONBody[NewMatch]) -> Response[Opened]:
    """Open a match; a repeat with the same id gives the first one."""
    named = next((seat.name for seat in data.seats if seat.kind == "me"), "")
    guest, cookies = await sessions.admit(request, tidy(named))
    room = await open_match(hub, data, guest, language_of(request))
    opened = Opened(room.row.id, f"/match/{room.row.id}", joins_of(room, guest.id))
    return Response(opened, status_code=201, cookies=cookies)


@get("/api/matches/{match_id:str}/frame", responses=MATCH, operation_id="frame", tags=["matches"])
async def get_frame(
    request: Asked,
    hub: TheHub,
    sessions: TheSessions,
    match_id: FromPath[str],
    after: Count = 0,
    epoch: Count = 0,
    seat: FromQuery[int | None] = None,
) -> FrameMessage:
    """Return the viewer's frame, with the events from `after` on if they are of `epoch`."""
    room = await hub.fresh_room(match_id)
    session = await session_of(request, sessions)
    room.show(session)
    return Line(room, session, seat, after, epoch).first()


class Since(msgspec.Struct):
    """How the table stood for a seat when its person's last answer had taken effect."""

    log: int
    """How many events the seat had been told."""
    stood: dict[str, list[str]]
    """By piece its zone and its face, as the seat saw them."""


@get("/api/matches/{match_id:str}/since", responses={**MATCH, 403: CHANGE[403]}, operation_id="since", tags=["matches"])
async def get_since(
    request: Asked, hub: TheHub, sessions: TheSessions, match_id: FromPath[str], seat: FromQuery[int | None] = None
) -> Since:
    """Return how the table stood after the last move of an own seat; nothing where it has not moved."""
    room = await hub.room(match_id)
    session = await session_of(request, sessions)
    own = seat_of(room, session, seat)
    if own not in room.seats.views_of(session):
        raise PermissionDeniedException("you have left this match")
    move = None if room.course.waiting else room.moves.of(own)
    return Since(0, {}) if move is None else Since(move.log, {piece: list(at) for piece, at in move.stood.items()})


@post_change("answers", "matches", name="answer")
async def post_answer(caller: TheCaller, data: JSONBody[Answer]) -> Done:
    """Answer the open decision; a repeat with the same id changes nothing."""

    async def change(room: Room) -> None:
        seat = seat_of(room, caller.session, data.seat)
        await room.answer(seat, data.codes, data.ordinal, data.id, FORCED if data.declined else PLAYER)

    await caller.act_once(data.id, change)
    return Done()


@post_change("undo", "matches")
async def post_undo(caller: TheCaller, data: JSONBody[Wish]) -> Done:
    """Take the last answer back."""

    async def change(room: Room) -> None:
        mine = seats_of(room, caller.session) if data.seat is None else []
        able = [seat for seat in mine if room.seats.is_person(seat) and room.answers.may_undo(seat)]
        await room.undo(able[0] if able else seat_of(room, caller.session, data.seat), data.id)

    await caller.act_once(data.id, change)
    return Done()


@post_change("leave", "matches")
async def post_leave(caller: TheCaller, data: JSONBody[Wish]) -> Done:
    """Leave for good: a bot plays the seat, unless the game ends with it. Before the beginning it is open again."""

    async def change(room: Room) -> None:
        go = leave_room if room.course.waiting else leave
        free = [row.seat for row in room.seats if row.kind == "open" and data.seat in (None, row.seat)]
        if room.done(free, data.id):
            return  # left before: by now the seat has no person who could be asked
        if not room.done(seats_of(room, caller.session), data.id):
            await go(room, seat_of(room, caller.session, data.seat), data.id)

    await caller.act(change)
    return Done()


@post_change("claim", "matches")
async def post_claim(caller: TheCaller, data: JSONBody[Wish]) -> Done:
    """Claim the victory over those who have left; as long as somebody else could still win, it is refused."""

    async def change(room: Room) -> None:
        await claim(room, seat_of(room, caller.session, data.seat), data.id)

    await caller.act_once(data.id, change)
    return Done()


@post_change("picks", "matches")
async def post_picks(caller: TheCaller, data: JSONBody[Picked]) -> Options:
    """Return the next picks of an answer made of several."""
    room, seat = await caller.seat(data.seat)
    picked = data.picked
    if data.at is not None:
        picked = [*picked, room.answers.code_at(seat, data.ordinal, picked, data.at, data.word)]
    return room.answers.next_picks(seat, data.ordinal, picked)


@post_change("ways", "matches", opt=limit.WAYS)
async def post_ways(caller: TheCaller, data: JSONBody[Pointed]) -> Ways:
    """Return what can be done to a place of the table, or at a point of its ground, the best first."""
    room, seat = await caller.seat(data.seat)
    return room.answers.ways(seat, data.ordinal, data.place, data.at or ())


@post_change("why", "matches")
async def post_why(caller: TheCaller, data: JSONBody[Asking]) -> Verdict:
    """Say why a code or a point is not possible; the key is empty if it is, and of a point its cost comes along."""
    room, seat = await caller.seat(data.seat)
    if data.at is None:
        return verdict(room.answers.why_not(seat, data.ordinal, data.code, data.picked))
    code = room.answers.code_at(seat, data.ordinal, data.picked, data.at, data.word)
    found = verdict(room.answers.why_not(seat, data.ordinal, code, data.picked))
    found.code = code
    if not found.key:
        found.leg = room.answers.leg(seat, data.picked, code)
    return found


@post_change("measure", "matches")
async def post_measure(caller: TheCaller, data: JSONBody[Measured]) -> Laid:
    """Return what is told between two places of a table to scale beside their distance: whether one sees the other."""
    room, seat = await caller.seat(data.seat)
    one, other = (End([max(-FAR, min(FAR, value)) for value in tip.at], tip.piece) for tip in (data.one, data.other))
    return Laid(room.answers.measure(seat, one, other))


@post_change("hint", "matches", responses={**CHANGE, 422: spec(UnfitInfo, "this table gives no hints")}, opt=limit.HINT)
async def post_hint(caller: TheCaller, data: JSONBody[Puzzled]) -> Hint:
    """Return what the best answers to the open decision are worth; it takes a second or two and changes nothing."""
    room, seat = await caller.seat(data.seat)
    if not room.row.hints:
        raise Unfit("hints", "this table gives no hints")
    hint = await caller.hub.hints.find(room, seat, data.ordinal)
    room = await caller.room()
    room.answers.asked_of_person(seat, data.ordinal)  # while it was made, the decision may have been closed
    return hint


@websocket("/api/matches/{match_id:str}/stream")
async def stream(
    socket: WebSocket[Any, Any, Any],
    hub: TheHub,
    sessions: TheSessions,
    match_id: FromPath[str],
    after: Count = 0,
    epoch: Count = 0,
    seat: FromQuery[int | None] = None,
    chat: Count = 0,
) -> None:
    """Send the viewer's frames as they change, and what is said behind message `chat`."""
    guest = await sessions.find(socket)
    session = None if guest is None else guest.id
    room: Room | None = None
    try:
        room = await hub.fresh_room(match_id)
    except Elsewhere as error:
        await _forward(socket, error)
        return
    except MatchNotFound:
        pass
    await socket.accept()
    if room is None:
        await socket.close(MISSING_CODE, "no such match")
        return
    if session is not None:
        await hub.read_mentions(match_id, session)
    try:
        line = Line(room, session, seat, after, epoch, chat)
        await send_frames(socket, hub, line, lambda: sessions.holds(guest))
    except MatchNotFound:
        await socket.close(MISSING_CODE, "no such match")


async def _forward(socket: WebSocket[Any, Any, Any], error: Elsewhere) -> None:
    """Have the proxy open the stream at the process that plays the match."""
    headers = [(name.encode(), value.encode()) for name, value in forwarding(error).items()]
    await socket.send({"type": "websocket.http.response.start", "status": FORWARD, "headers": headers})
    await socket.send({"type": "websocket.http.response.body", "body": b"", "more_body": False})


ROUTES: list[BaseRouteHandler] = [
    post_match,
    get_frame,
    get_since,
    post_answer,
    post_undo,
    post_leave,
    post_claim,
    post_picks,
    post_ways,
    post_why,
    post_measure,
    post_hint,
    stream,
]
