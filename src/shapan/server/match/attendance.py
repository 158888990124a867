"""Attendance: people who come, go, hand their seat to a bot, sit down again or take a holiday.

All of it is stored before it counts; ids make a repeat harmless. Who sits where is no record of the match: a bot's
answers stand in the log as a bot's.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from functools import partial
from secrets import token_hex
from typing import Any, Final

import msgspec

from shapan.engine.match import Refusal
from shapan.engine.prompt import Reason
from shapan.server.match.holiday import NoHoliday, holiday_of
from shapan.server.match.lifecycle import MatchClosed, NotYours
from shapan.server.match.night import night_of
from shapan.server.match.note import Note, written
from shapan.server.match.room import Room
from shapan.server.match.seats import name_at
from shapan.server.match.waiting_room import is_barred, is_muted
from shapan.server.store.reserves import Takeover
from shapan.server.store.row import SeatRow

TAKEN_OVER: Final = "reserve:"
"""Begins the name of the change by which a reserve takes a seat over. A colon: no client can have used it."""
SEATED: Final = ":seated"
"""Ends the name of the change by which a bot takes the seat of who has left. A colon: no client can have used it."""


async def leave(room: Room, seat: int, name: str) -> None:
    """Let a seat leave for good. Raises Shut, StoreError or Stale.

    It is a record of the match, in which the seat cannot win any more. Unless the match ends with it, a bot plays the
    seat from now on, if one is installed.
    """

    def check() -> None:
        room.course.going()
        if room.seats.has_left(seat):
            raise MatchClosed("closed")

    await withdraw(room, seat, name, check, lambda: room.notes.new("left", seat))


async def withdraw(
    room: Room, seat: int, name: str, check: Callable[[], None], tell: Callable[[], Note], *, removed: bool = False
) -> None:
    """Store that a seat has left for good, then that a bot plays it; what the second misses, the first makes good.

    A seat that others have `removed` does not end the match where a bot can play on.
    """
    bot, person = room.seats[seat].bot or next(iter(room.seats.bot_names), ""), room.seats[seat].session

    def record() -> dict[str, Any]:
        check()
        if bot and removed:
            return {"leave": seat, "bot": True, "removed": True}
        ends = room.match.game.leave_ends(room.match.live, {*room.match.gone, seat})
        return {"leave": seat, **({"bot": True} if bot and not ends else {})}

    await room.change(f"{seat}:{name}", record)

    def kept() -> SeatRow:
        if room.seats[seat].session != person:  # another person has taken the seat over meanwhile
            raise MatchClosed("closed")
        return msgspec.structs.replace(room.seats[seat], kind="left", bot=bot, offered=False)

    if bot and not room.match.over and room.seats[seat].kind != "left":
        with suppress(MatchClosed):
            await room.reseat(seat, f"{name}{SEATED}", kept, tell)


async def claim(room: Room, seat: int, name: str) -> None:
    """Let a seat claim the victory over those who have left. Raises Refusal, Shut, StoreError or Stale."""

    def record() -> dict[str, Any]:
        room.course.going()
        room.seats.sitting(seat)
        if not room.match.may_claim(seat):
            raise Refusal(Reason(room.match.game.refusal_rule(room.match.live), "no_claim"))
        return {"claim": seat}

    await room.change(f"{seat}:{name}", record)


async def hand(room: Room, session: str, seat: int, bot: str, name: str) -> None:
    """Hand a seat to a bot. Raises NotYours, Shut, StoreError or Stale."""

    def tell() -> Note:
        by = next(iter(room.seats.stays_of(session)), -1) if room.seats[seat].session != session else -1
        return room.notes.new("bot", seat, by)

    def row() -> SeatRow:
        room.course.going()
        room.spare()
        return room.seats.handed(session, seat, bot)

    await room.reseat(seat, name, row, tell)


async def sit_down(room: Room, session: str, seat: int, name: str) -> None:
    """Let the person of a seat play it again. Raises NotYours, Shut, StoreError or Stale."""

    def row() -> SeatRow:
        room.course.going()
        return room.seats.taken(session, seat)

    if room.seats[seat].session == session and room.seats.is_person(seat):
        room.course.going()
        return
    await room.reseat(seat, name, row, lambda: room.notes.new("back", seat))
    _welcome(room, seat, session)


async def renew(room: Room, seat: int, session: str, back: str) -> None:
    """Let the link with hash `back` be the one that gives a seat back. Raises NotYours, Shut, StoreError or Stale."""

    def row() -> SeatRow:
        if room.seats[seat].session != session:
            raise NotYours("this is not your seat")
        if room.seats.has_left(seat):
            raise MatchClosed("closed")
        return msgspec.structs.replace(room.seats[seat], back=back)

    await room.amend(seat, row)


async def sleep(room: Room, seat: int, session: str, night: str) -> None:
    """Let a person say when they sleep, or with nothing that they have not. Raises NotYours, Shut, StoreError, Stale.

    Raises ValueError for what is no night.
    """
    night_of(night)

    def row() -> SeatRow:
        if room.seats[seat].session != session:
            raise NotYours("this is not your seat")
        if room.seats.has_left(seat):
            raise MatchClosed("closed")
        return msgspec.structs.replace(room.seats[seat], night=night)

    await room.amend(seat, row)
    room.publish()


async def take_holiday(room: Room, seat: int, session: str, days: int) -> None:
    """Let a person be away for some days more, or with none be back. Raises NotYours, Shut, StoreError, Stale.

    Raises NoHoliday for more days than are left, and while they are asked after they were late already.
    """

    def row() -> SeatRow:
        room.course.going()
        if room.seats[seat].session != session:
            raise NotYours("this is not your seat")
        room.seats.sitting(seat)
        now, old = room.now.wall(room.now()), holiday_of(room.seats[seat].holiday)
        if days and room.clock.missed.get(seat) and seat in room.match.decisions:
            raise NoHoliday("late")
        new = old.taken(days, now) if days else old.ended(now)
        return msgspec.structs.replace(room.seats[seat], holiday=new.written())

    await room.amend(seat, row)
    room.publish()


async def come_back(room: Room, seat: int, session: str, back: str) -> None:
    """Let the person of a seat play on in another session, by the link with hash `back`; the old one has no seat.

    Raises Shut, StoreError or Stale.
    """
    if room.seats[seat].session == session and room.seats.is_person(seat):
        return

    def tell() -> Note:
        return room.notes.new("back" if room.seats[seat].kind == "bot" else "moved", seat)

    def row() -> SeatRow:
        return room.seats.returned(session, seat, back)

    # A colon: no client can have used this id.
    await room.reseat(seat, f"back:{token_hex(8)}", row, tell, same_person=True)
    _welcome(room, seat, session)


async def adopt(room: Room, guest: str, member: str, name: str) -> None:
    """Give a guest's seats to the member they are. Raises Shut where the member sits already, StoreError or Stale."""
    seats = room.seats.seats_of(guest)
    if room.seats.seats_of(member) or is_barred(room.changes, member):
        raise MatchClosed("closed")
    for seat in seats:

        def row(seat: int = seat) -> SeatRow:
            old = room.seats[seat]
            if old.session != guest:
                raise MatchClosed("closed")
            called = name_at(seat, name, room.seats.rows) if len(seats) == 1 and not old.muted else old.name
            return msgspec.structs.replace(old, session=member, name=called)

        # A colon: no client can have used this id.
        tell = partial(room.notes.new, "moved", seat)
        await room.reseat(seat, f"adopt:{token_hex(8)}", row, tell, same_person=True)
    if seats:
        room.wake()
        room.seats.presence.greet(member)
        room.publish()


async def offer(room: Room, session: str | None, seat: int, *, offered: bool) -> None:
    """Let the person of a seat offer it to the reserves, or keep it. Raises NotYours, Shut, StoreError or Stale.

    They play on until somebody accepts.
    """
    if room.seats[seat].offered == offered and room.seats[seat].session == session:
        return
    tell = partial(room.notes.new, "offered" if offered else "kept", seat)
    await room.amend(seat, partial(room.reserves.offered_row, session, seat, offered), tell)


async def take_over(room: Room, session: str) -> None:
    """Let a reserve who is asked have the seat. Raises Shut where somebody was first, StoreError or Stale."""

    def make() -> Takeover:
        now = room.now.wall(room.now())
        reserve = room.reserves.asked(session, now, room.clock)
        new = room.reserves.taken_row(reserve, muted=is_muted(room.changes, session))
        seat, old = new.seat, room.seats[new.seat]
        former = room.reserves.former(old, now)
        if former is None:  # nobody has it: such seats are taken as by an invitation
            raise MatchClosed("closed")
        called = old.name or f"#{seat + 1}"
        note = msgspec.structs.replace(room.notes.new("replaced", seat), called=called)
        notes = room.notes.renewed(seat, called)
        record = {"replace": seat} if seat in room.match.gone else None
        return Takeover(
            old,
            new,
            f"{seat}:{TAKEN_OVER}{token_hex(8)}",  # a colon: no client can have used this id
            former,
            room.reserves.without(session),
            written(note),
            [written(one) for one in notes],
            room.seats.owner_after(new, same_person=False),
            None if record is None else (len(room.match.log), msgspec.json.encode(record)),
        )

    await room.take_over(session, make)


async def succeed(room: Room, session: str) -> None:
    """Take note, in the room that was read again, of a person who has taken a seat over: their time begins now."""
    for seat in room.seats.stays_of(session):
        room.clock.change_hands(seat, room.now(), to_person=True)
        if seat in room.match.decisions:
            room.clock.arrive(seat, room.now())
        _welcome(room, seat, session)
    await room.keep_snapshot()  # no record tells when they came


async def arrive(room: Room, seat: int, session: str) -> None:
    """Take note of a person who has taken an open seat: his clock begins now."""
    room.wake()
    await room.reread_seats()
    asked = seat in room.match.decisions and not room.course.waiting
    if asked:
        room.clock.arrive(seat, room.now())
    _welcome(room, seat, session)
    if asked and room.clock.runs:
        await room.keep_snapshot()  # no record tells when he came


def _welcome(room: Room, seat: int, session: str) -> None:
    """Give who sits down the time to look around; what the others have agreed without them is asked again."""
    room.wake()
    room.voiding.lapse()
    room.seats.presence.greet(session)
    room.clock.missed.pop(seat, None)
    if seat in room.match.decisions:
        room.clock.welcome(seat, room.now())
    room.publish()
