"""Mentions: people of a table who are named in a message, as seats that hold their people, not as words."""

from __future__ import annotations

from collections.abc import Sequence

from shapan.server.match.chat import MAX_NAMED, Refs, Unspeakable
from shapan.server.match.seats import Seats


def refs_to(seats: Seats, session: str, named: Sequence[int]) -> Refs | None:
    """Return whom a message of a guest names, by their seats; None for nobody.

    Raises Unspeakable for more than MAX_NAMED, and for a seat whose person is not there: nobody's, a bot's, one's own,
    or of someone who has left for good.
    """
    if len(named) > MAX_NAMED:
        raise Unspeakable("mentions", f"{MAX_NAMED} at most")
    to = []
    for seat in named:
        person = seats[seat].session if 0 <= seat < len(seats.rows) and not seats.has_left(seat) else None
        if person is None or person == session:
            raise Unspeakable("mentions", "nobody else sits there who could be told")
        to.append((person, seat))
    return Refs(to) if to else None
