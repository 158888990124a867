"""Dealing with somebody: what the host, or a vote, has decided about a person at the table is done and told to all."""

from __future__ import annotations

from contextlib import suppress
from functools import partial

import msgspec

from shapan.engine.game import VOID
from shapan.server.match.arrangement import renew_links
from shapan.server.match.attendance import withdraw
from shapan.server.match.host_action import Deed
from shapan.server.match.lifecycle import MatchClosed
from shapan.server.match.note import Note
from shapan.server.match.room import Room
from shapan.server.match.timeouts import run_out
from shapan.server.match.void_vote import change_name
from shapan.server.match.waiting_room import MUTED, REMOVED, UNMUTED, mark_id
from shapan.server.store.row import SeatRow


async def deal(room: Room, session: str, seat: int, deed: Deed, name: str) -> bool:
    """Do something about the person of a seat, or vote for it; tell whether it is done.

    A repeat with the same name makes good what the first try has missed. Raises NotYours, Shut, StoreError or Stale.
    """
    if _is_done(room, seat, name):
        if _is_removed(room, seat, name):
            await _renew_links(room, session, seat, name)
        return True
    if not room.course.waiting:
        room.course.going()
    if deed in ("mute", "unmute") and room.seats[seat].muted == (deed == "mute"):
        return True  # a repeat changes nothing
    if not room.hosting.vote(session, seat, deed):
        room.publish()
        return False
    voted = not room.hosting.decides(session, seat)
    by = -1 if voted else next(iter(room.seats.stays_of(session)), -1)
    if deed != "time":
        room.spare()
    if deed == "time":
        await _let_time_run_out(room, seat, by, voted)
    elif deed in ("mute", "unmute"):
        muted = deed == "mute"
        mark = mark_id(f"{deed}:{seat}:{name}", MUTED if muted else UNMUTED, room.seats[seat].session or "")
        await room.amend(
            seat,
            lambda: msgspec.structs.replace(room.seats[seat], muted=muted),
            lambda: room.notes.new(f"{deed}d", seat, by, voted=voted),
            mark,
        )
    else:
        person = room.seats[seat].session
        if room.window.held is not None:
            # Else it would close, or stay open, by whether it was he for whom it was open.
            await _let_time_run_out(room, seat, by, voted)
        if room.course.waiting or not room.course.ended:
            await _replace(room, seat, deed, person, name, by, voted)
        await _renew_links(room, session, seat, name)
    room.hosting.settle(seat)
    room.publish()
    return True


async def call_off(room: Room, session: str | None, agrees: bool, name: str) -> bool:
    """Agree that the match is called off, or refuse; tell whether it is. Raises NotYours, Shut, StoreError or Stale."""
    name = change_name(name)
    if name in room.decisions:
        return True
    room.course.going()
    if not agrees:
        room.voiding.refuse(session)
    elif room.voiding.agree(session):
        note = room.voiding.note()
        await room.change(name, room.voiding.record)
        await room.tell(lambda: note)
        return True
    room.publish()
    return False


async def close_table(room: Room) -> None:
    """Let a table know that the round of its tournament is closed; if it has not begun, it is called off.

    Raises StoreError or Stale.
    """
    if room.frozen or (room.over and not room.course.waiting):
        return
    if room.course.waiting:
        await room.change(change_name("round"), lambda: _called_off(room))
        await room.note_end()
    await room.tell(lambda: room.notes.new("round_closed", 0))


def _called_off(room: Room) -> dict[str, list[int]]:
    """Return the record that ends a match nobody has begun. Raises Shut."""
    if not room.course.waiting or room.match.over:
        raise MatchClosed("begun")
    return {VOID: []}


def _is_done(room: Room, seat: int, name: str) -> bool:
    """Return whether someone has been replaced or removed under this id already."""
    return room.done([seat], name) or _is_removed(room, seat, name)


def _is_removed(room: Room, seat: int, name: str) -> bool:
    return any(change.startswith(f"{seat}:{name}{REMOVED}") for change in room.changes)


async def _renew_links(room: Room, session: str, seat: int, name: str) -> None:
    """Make new links before the match begins: the old ones would let a removed person in from another browser."""
    if room.course.waiting:
        await renew_links(room, session, f"{seat}:{name}", by_host=False)


async def _replace(room: Room, seat: int, deed: Deed, person: str | None, name: str, by: int, voted: bool) -> None:
    """Let a bot play for the person of a seat, who may sit down again, or remove him for good."""
    bot = next(iter(room.seats.bot_names), "")
    if person is None:
        raise MatchClosed("closed")
    if deed == "bot" and room.seats[seat].kind == "bot":
        return  # his time has run out for the second time
    if room.course.waiting:
        name = mark_id(name, REMOVED, person)
    elif deed == "remove":

        def check() -> None:
            if room.seats[seat].session != person or room.seats.has_left(seat):
                raise MatchClosed("closed")

        if not bot:
            await room.tell(lambda: room.notes.new("removed", seat, by, voted=voted))
        note = partial(room.notes.new, "removed", seat, by, voted=voted)
        await withdraw(room, seat, name, check, note, removed=True)
        return

    def row() -> SeatRow:
        old = room.seats[seat]
        if old.session != person or room.seats.has_left(seat):
            raise MatchClosed("closed")
        if room.course.waiting:
            empty = room.gathering.empty_row(seat)
            return msgspec.structs.replace(empty, kind="bot", bot=bot) if deed == "bot" else empty
        return msgspec.structs.replace(old, kind="bot", bot=bot)

    def tell() -> Note:
        return room.notes.new("removed" if room.course.waiting else "bot", seat, by, voted=voted)

    await room.reseat(seat, name, row, tell)


async def _let_time_run_out(room: Room, seat: int, by: int, voted: bool) -> None:
    """Answer for a seat as the clock does. In a reaction window for all: who has answered must not be seen."""
    window = room.window.held is not None
    seats = [one for one in room.match.waiting if room.seats.is_person(one) and (window or one == seat)]
    for one in seats:
        await room.tell(lambda one=one: room.notes.new("timed", one, by, voted=voted))  # type: ignore[misc]
    with suppress(MatchClosed):  # answered at the last moment
        await run_out(room, seats)
