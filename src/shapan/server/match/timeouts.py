"""Time-outs: the clock answers for who is late, and a bot sits in for who misses two decisions in a row.

The log says that such an answer is the clock's.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from typing import Any

import msgspec

from shapan.server.match.clock import MAX_MISSED
from shapan.server.match.lifecycle import MatchClosed
from shapan.server.match.room import Room
from shapan.server.match.seats import LATE
from shapan.server.store.row import SeatRow


async def time_out(room: Room) -> None:
    """Answer for the people who have not answered in time; a bot sits in for who misses two decisions in a row."""
    await run_out(room, list(room.match.decisions), by_clock=True)


async def run_out(room: Room, seats: Sequence[int], *, by_clock: bool = False) -> None:
    """Answer for some people as the clock does, or if it is due the clock itself."""
    late = []
    for seat, decision in list(room.match.decisions.items()):
        asked = seat in seats and (not by_clock or room.is_late(seat)) and room.answers.waits_for_person(seat)
        if asked and room.match.decisions.get(seat) is decision:
            await _answer_for(room, seat, decision.ordinal, by_clock)
            late.append((seat, decision.ordinal))
    await room.close_window()  # only then the answers to one count
    for seat, ordinal in late:
        sits_in = room.row.late == "bot" and room.seats.bot_names
        if room.clock.missed.get(seat, 0) >= MAX_MISSED and sits_in:
            await _sit_in(room, seat, ordinal)


async def _answer_for(room: Room, seat: int, ordinal: int, by_clock: bool) -> None:
    def record() -> dict[str, Any]:
        room.answers.asked(seat, ordinal)
        if by_clock and not room.is_late(seat):
            raise MatchClosed("closed")
        return room.answers.default(seat, ordinal)

    # A colon: no client can have used this id.
    await room.change(f"{seat}:clock:{ordinal}", record)


async def _sit_in(room: Room, seat: int, ordinal: int) -> None:
    def row() -> SeatRow:
        room.course.going()
        room.seats.sitting(seat)
        return msgspec.structs.replace(room.seats[seat], kind="bot", bot=room.seats.bot_names[0])

    with suppress(MatchClosed):
        await room.reseat(seat, f"{LATE}{ordinal}", row, lambda: room.notes.new("late", seat))
