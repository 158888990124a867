"""What people do at a table besides playing: talk, hand a seat over, sit down again, play once more."""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec
from litestar import get
from litestar.exceptions import PermissionDeniedException
from litestar.handlers.base import BaseRouteHandler
from litestar.params import FromPath, FromQuery, JSONBody

from shapan.bots import has_personality, parted
from shapan.engine.dossier import Dossier
from shapan.server.api.caller import TheCaller, check_seat, post_change, seat_of, seats_of
from shapan.server.api.match import Count, Done
from shapan.server.api.opening import Id, Unfit
from shapan.server.api.refusal import CHANGE, MATCH, UnfitInfo, spec
from shapan.server.match.apply_action import call_off, deal
from shapan.server.match.arrangement import is_arranged, open_seat
from shapan.server.match.attendance import hand, sit_down
from shapan.server.match.chat import ChatMessage, Refs, Unspeakable, checked, find
from shapan.server.match.frame import shown_to
from shapan.server.match.host_action import Deed
from shapan.server.match.lifecycle import MatchClosed
from shapan.server.match.mention import refs_to
from shapan.server.match.order import DECIDES
from shapan.server.match.quote import lines_of, quote_of
from shapan.server.match.remark import remark
from shapan.server.match.room import Room
from shapan.server.match.waiting_actions import put_bot, say_ready
from shapan.server.match.window import windows_of
from shapan.server.store.moderation import MUTE, SUSPEND
from shapan.server.store.row import Order
from shapan.server.web import limit
from shapan.server.web.context import Asked, TheHub, TheSessions, session_of

TALK: dict[int, Any] = {**CHANGE, 422: spec(UnfitInfo, "the table does not allow it")}
ORDER: dict[int, Any] = {**CHANGE, 422: spec(UnfitInfo, "no such kind of window")}
SEAT: dict[int, Any] = {**CHANGE, 422: spec(UnfitInfo, "no such seat or bot")}


class Saying(msgspec.Struct, forbid_unknown_fields=True):
    """Something to say: words or a set phrase; `id` is new for each message, the same for a repeat."""

    id: Id
    text: str | None = None
    phrase: Annotated[str, msgspec.Meta(max_length=64)] | None = None
    seat: int | None = None
    about: int | None = None
    """With a remark (`ui.tell.*`): about which seat."""
    mentions: Annotated[list[int], msgspec.Meta(max_length=16)] = []
    """With a text: the seats of those who are named in it, one U+FFFC there for each, in order."""
    line: int | None = None
    """The line of the sender's log that is quoted, by its number there, ..."""
    epoch: int = 0
    """... and the epoch of the frame that it was told in."""
    cause: Annotated[str, msgspec.Meta(max_length=64)] | None = None
    """The name of a cause in the dossier that bears the remark out; the server puts in its words and numbers."""


class Said(msgspec.Struct):
    """What was said, in order."""

    chat: list[ChatMessage]


class Reseating(msgspec.Struct, forbid_unknown_fields=True):
    """A seat to be handed to a bot (by default the first), or to be taken again by its person.

    Before the beginning a seat may be given to a bot, or opened to people.
    """

    id: Id
    seat: Annotated[int, msgspec.Meta(ge=0, le=1000)]
    to: Literal["bot", "me", "open"]
    bot: Annotated[str, msgspec.Meta(max_length=64)] = ""


class CoachRead(msgspec.Struct, forbid_unknown_fields=True):
    """What the person of a guided match has read: `waits` of his frame."""

    mark: Annotated[str, msgspec.Meta(max_length=2000)]


class Readiness(msgspec.Struct, forbid_unknown_fields=True):
    """Whether a guest wants the match to begin."""

    id: Id
    ready: bool


class Ordering(msgspec.Struct, forbid_unknown_fields=True):
    """A standing order: for a kind of window (empty: for all), what is answered, and for how long."""

    id: Id
    answer: Literal["pass", "decides", "ask", "none"]
    kind: Annotated[str, msgspec.Meta(max_length=64)] = ""
    until: Literal["match", "turn"] = "match"
    seat: int | None = None


class Dealing(msgspec.Struct, forbid_unknown_fields=True):
    """What is to be done about the person of a seat: by the host at once, else as a vote."""

    id: Id
    seat: Annotated[int, msgspec.Meta(ge=0, le=1000)]
    deed: Deed


class Dealt(msgspec.Struct):
    """Whether it is done; else the vote has been counted, and others have to agree."""

    done: bool


class CallingOff(msgspec.Struct, forbid_unknown_fields=True):
    """Whether a person agrees that the match is called off; the first who does proposes it."""

    id: Id
    agrees: bool


class Again(msgspec.Struct, forbid_unknown_fields=True):
    """The wish to play once more, `stronger` against the bots of the level above where the frame offers them."""

    id: Id
    stronger: bool = False


class Reopened(msgspec.Struct):
    """The next match of a table."""

    id: str
    url: str


@post_change("chat", "table", name="say", responses=TALK, opt=limit.CHAT)
async def post_chat(caller: TheCaller, data: JSONBody[Saying]) -> ChatMessage:
    """Say something to all at the table; a repeat with the same id says nothing twice."""
    room, number = await caller.seat(data.seat)
    seat = room.seats[number]
    if room.seats.has_left(seat.seat):
        raise PermissionDeniedException("you have left this match")
    if seat.muted:
        raise Unspeakable("muted", "the others have taken the word from you")
    await caller.hub.check_sanctions(caller.session or "", MUTE, SUSPEND)
    words, refs = None, None
    if data.about is None:
        what = checked(room.match.game, room.row.chat, data.text, data.phrase, len(data.mentions))
        refs = refs_to(room.seats, caller.session or "", data.mentions)
        if data.line is not None and room.course.waiting:
            raise Unspeakable("taken", "there is no log yet")
        if data.line is not None:
            refs = refs or Refs()
            refs.quote = quote_of(room.match, number, data.line, data.epoch)
    else:
        if room.row.chat == "off" or data.text is not None:
            raise Unspeakable("chat", "this table has no such remarks")
        dossiers = [] if room.course.waiting else room.match.dossiers()
        key, words = remark(data.phrase or "", seat.seat, data.about, data.cause, dossiers)
        what = "", key
    said = f"{seat.seat}:{data.id}"
    for own in room.seats.seats_of(
        caller.session
    ):  # which of several seats speaks may have changed since the first try
        earlier = await find(caller.hub.store, caller.match, f"{own}:{data.id}")
        if earlier is not None:
            return room.chat.told(earlier)
    message = await room.chat.say(seat, said, what, room.now.wall(room.now()), words, refs)
    room.hosting.touch(seat.seat)
    await caller.hub.tell_mentioned(room, seat, refs)
    return room.chat.told(message)


@get("/api/matches/{match_id:str}/chat", responses=MATCH, operation_id="chat", tags=["table"])
async def get_chat(hub: TheHub, match_id: FromPath[str], after: Count = 0) -> Said:
    """Return what was said behind message `after`, the latest 200 at most."""
    room = await hub.room(match_id)
    return Said(room.chat.after(after))


class Quotes(msgspec.Struct):
    """By message the line of the viewer's log that it quotes; none for a line that was taken back."""

    lines: dict[str, int]


@get("/api/matches/{match_id:str}/quotes", responses=MATCH, operation_id="quotes", tags=["table"])
async def get_quotes(
    hub: TheHub, request: Asked, sessions: TheSessions, match_id: FromPath[str], seat: FromQuery[int | None] = None
) -> Quotes:
    """Return which lines of the viewer's own log the messages quote."""
    room = await hub.room(match_id)
    viewer = shown_to(room, await session_of(request, sessions), seat)
    return Quotes({} if room.course.waiting else lines_of(room.match, viewer, room.chat.messages))


class Hearing(msgspec.Struct, forbid_unknown_fields=True):
    """Whether somebody wants to hear the person of a seat."""

    seat: Annotated[int, msgspec.Meta(ge=0, le=1000)]
    heard: bool


@post_change("hearing", "table", responses={**CHANGE, 422: spec(UnfitInfo, "no such seat")})
async def post_hearing(caller: TheCaller, data: JSONBody[Hearing]) -> Done:
    """Say whether one wants to be told what the person of a seat writes to one; nobody else learns of it."""
    room, _ = await caller.seat(None)
    check_seat(room, data.seat)
    other = room.seats[data.seat].session
    if other not in (None, caller.session):
        await caller.hub.store.notices.mute(caller.match, caller.session or "", other or "", muted=not data.heard)
    return Done()


class Dossiers(msgspec.Struct):
    """What all have seen of each seat; nothing where the game keeps no dossiers."""

    dossiers: list[Dossier]


@get("/api/matches/{match_id:str}/dossiers", responses=MATCH, operation_id="dossiers", tags=["table"])
async def get_dossiers(hub: TheHub, match_id: FromPath[str]) -> Dossiers:
    """Return what all have seen of each seat: the same for every viewer, whoever asks."""
    room = await hub.room(match_id)
    return Dossiers([] if room.course.waiting else room.match.dossiers())


@post_change("seat", "table", responses=SEAT)
async def post_seat(caller: TheCaller, data: JSONBody[Reseating]) -> Done:
    """Hand a seat to a bot, sit down again; before the beginning, who opened the table may also open a bot's seat."""
    session, bots = caller.session, caller.hub.source.names()

    async def change(room: Room) -> None:
        if session is None or not (room.seats.is_host(session) or room.seats.seats_of(session)):
            raise PermissionDeniedException("you are not a player of this match")
        check_seat(room, data.seat)
        if is_arranged(room, data.id):
            return
        if room.done([data.seat], data.id) and (
            room.seats.is_host(session) or session == room.seats[data.seat].session
        ):
            return
        if data.to == "me":
            await sit_down(room, session, data.seat, data.id)
            return
        if data.to == "open":
            await open_seat(room, session, data.seat, data.id)
            return
        bot = data.bot or next(iter(bots), "")
        if parted(bot)[0] not in bots or not has_personality(room.match.game, bot):
            raise Unfit("bot", f"there is no bot {bot!r}; known: {', '.join(bots)}")
        give = put_bot if room.course.waiting else hand
        await give(room, session, data.seat, bot, data.id)

    await caller.act(change)
    await caller.hub.end_invitations(await caller.room())
    return Done()


@post_change("people", "table", name="deal", responses={**CHANGE, 422: spec(UnfitInfo, "no such seat")})
async def post_dealing(caller: TheCaller, data: JSONBody[Dealing]) -> Dealt:
    """Do something about somebody who holds the table up or disturbs it: the host at once, the others by a vote."""
    session, meant = caller.session, (await caller.room()).reserves.formers[:]
    dealt = Dealt(done=True)

    async def change(room: Room) -> None:
        if session is None or not (room.seats.is_host(session) or room.seats.stays_of(session)):
            raise PermissionDeniedException("you are not a player of this match")
        check_seat(room, data.seat)
        if any(one.seat == data.seat and not one.moved for one in room.reserves.formers[len(meant) :]):
            raise MatchClosed("closed")  # somebody else has the seat since
        dealt.done = await deal(room, session, data.seat, data.deed, data.id)

    await caller.act(change)
    return dealt


@post_change("void", "table", name="call_off")
async def post_void(caller: TheCaller, data: JSONBody[CallingOff]) -> Dealt:
    """Call the match off, if all who still play agree and half of its people or more have gone; or refuse."""
    dealt = Dealt(done=True)

    async def change(room: Room) -> None:
        dealt.done = await call_off(room, caller.session, data.agrees, data.id)

    await caller.act(change)
    return dealt


@post_change("ready", "table")
async def post_ready(caller: TheCaller, data: JSONBody[Readiness]) -> Done:
    """Say that all own seats are ready to begin, or not any more."""

    async def change(room: Room) -> None:
        await say_ready(room, seats_of(room, caller.session), data.ready, data.id)

    await caller.act(change)
    return Done()


@post_change("coach", "table")
async def post_coach(caller: TheCaller, data: JSONBody[CoachRead]) -> Done:
    """Say that what the coach of a guided match says has been read: the others, who wait for it, go on."""
    room, _ = await caller.seat(None)
    room.read_on(data.mark)
    return Done()


@post_change("rematch", "table", opt=limit.OPENING)
async def post_rematch(caller: TheCaller, data: JSONBody[Again]) -> Reopened:
    """Open the next match of this table, or find the one that is open already."""
    new = await caller.hub.rematch(await caller.room(), caller.session, stronger=data.stronger)
    return Reopened(new, f"/match/{new}")


@post_change("orders", "table", name="order", responses=ORDER)
async def post_order(caller: TheCaller, data: JSONBody[Ordering]) -> Done:
    """Set a standing order for reaction windows, or take it back; only the seat itself learns of it."""

    async def change(room: Room) -> None:
        known = [prompt.key for prompt in windows_of(room.match.game)]
        if data.kind not in ("", *known):
            raise Unfit("kind", f"there is no window {data.kind!r}; known: {', '.join(known)}")
        seat = seat_of(room, caller.session, data.seat)
        if data.answer == DECIDES and not room.seats.is_alone(seat):
            raise Unfit("answer", "by this order others would learn what the hand holds: it is for who plays alone")
        answer = "" if data.answer == "none" else data.answer
        until = room.orders.turn() if data.until == "turn" else ""
        await room.set_order(Order(seat, data.kind, answer, until), data.id)

    await caller.act_once(data.id, change)
    return Done()


ROUTES: list[BaseRouteHandler] = [
    post_chat,
    get_chat,
    get_quotes,
    post_hearing,
    get_dossiers,
    post_seat,
    post_dealing,
    post_void,
    post_ready,
    post_coach,
    post_rematch,
    post_order,
]
