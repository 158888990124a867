"""A player who beats bots alone is offered stronger ones for the next match."""

from __future__ import annotations

from shapan.bots.registry import parted, ranks
from shapan.engine.game import VOID
from shapan.server.match.room import Room


def stronger_bots(room: Room, session: str | None) -> str | None:
    """Return the bot of the level above for a person who, alone with bots of one level, is the only winner.

    None without a level above, for a loser, where other people had seats, and once the next match is open.
    """
    outcome, own = room.match.outcome, room.seats.stays_of(session)
    if outcome is None or outcome.result == VOID or room.row.rematch is not None or list(outcome.winners) != own:
        return None
    others = [seat for seat in room.seats if seat.seat not in own]
    levels = {parted(seat.bot)[0] if seat.kind == "bot" and seat.session is None else "" for seat in others}
    known = ranks()
    level = levels.pop() if len(levels) == 1 else ""
    return known[known.index(level) + 1] if level in known[:-1] else None
