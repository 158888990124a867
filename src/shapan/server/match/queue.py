"""The queue: for whom a table waits, since when and until when, by what everyone sees and by nothing else.

Whether someone says that they have planned ahead is their own word in the log of the table, good until they answer.
"""

from __future__ import annotations

from dataclasses import dataclass

from shapan.engine.scene import Phrase
from shapan.server.match.holiday import holiday_of
from shapan.server.match.room import Room
from shapan.server.match.visible_state import public_question


@dataclass(slots=True, frozen=True)
class Awaited:
    """A person who is waited for; moments by the server's time."""

    seat: int
    question: Phrase | None
    since: float
    until: float | None
    """None without a clock, and while it stands still."""
    away: float | None
    """Until when they are on holiday."""
    planned: bool
    """Whether they say that they have planned ahead. Of no one while a reaction window is held."""


@dataclass(slots=True, frozen=True)
class Queue:
    """Who is asked, and whose turns come next."""

    awaited: list[Awaited]
    bots: list[int]
    """Bots that are asked too: they answer soon."""
    next: list[int]
    """Seats in the order in which their turns come."""


def queue(room: Room) -> Queue:
    """Return for whom a table waits: the same for every viewer, whatever is sealed."""
    match = room.match
    if room.course.waiting or room.frozen or match.over:
        return Queue([], [], [])
    asked = match.waiting
    people = [seat for seat in asked if room.seats.is_person(seat)]
    running = room.clock.runs and not room.paused
    scene = match.game.board(match.view(match.seats), match.seats, [], None)
    return Queue(
        [
            Awaited(
                seat,
                public_question(match, seat),
                room.clock.asked if room.clock.runs else room.hosting.since(seat),
                room.clock.due(seat) if running else None,
                _away(room, seat),
                room.window.held is None and seat in room.plans.said,
            )
            for seat in people
        ],
        [seat for seat in asked if seat not in people and seat in room.seats.bots],
        [seat for seat in scene.turns if seat not in asked],
    )


def _away(room: Room, seat: int) -> float | None:
    until = holiday_of(room.seats[seat].holiday).until
    return until if until > room.now.wall(room.now()) else None
