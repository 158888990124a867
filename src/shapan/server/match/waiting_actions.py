"""Preparing: what people do at a table before its match begins.

All of it is stored before it counts; ids make a repeat harmless.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from shapan.server.match.room import Room


async def say_ready(room: Room, seats: Sequence[int], ready: bool, name: str) -> None:
    """Let the person of some seats be ready, or not any more. Raises Shut, StoreError or Stale."""
    session = room.seats[seats[0]].session
    if session is not None:
        room.seats.presence.look(session)
    for seat in seats:
        await room.reseat(seat, name, partial(room.gathering.ready_row, seat, ready))


async def leave_room(room: Room, seat: int, name: str) -> None:
    """Let a person go away: his seat is open again. Raises NotYours, Shut, StoreError or Stale."""
    await room.reseat(seat, name, partial(room.gathering.vacated_row, seat))


async def put_bot(room: Room, session: str, seat: int, bot: str, name: str) -> None:
    """Let a bot sit at a seat where nobody does, or another bot. Raises NotYours, Shut, StoreError or Stale."""
    await room.reseat(seat, name, partial(room.gathering.bot_row, session, seat, bot))
