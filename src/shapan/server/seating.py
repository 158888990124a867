"""Seating: who holds the seats of a match, who plays them now, and what a guest may do with them.

A seat row's `kind` is player (a person plays), bot, open, or left (its person has left for good). `session` is the
person whose seat it is: it stays with a seat that is handed to a bot, so that he can sit down again. `bot` names the
bot that plays; it is set for the kinds bot and left.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import msgspec

from shapan.engine.match import Match
from shapan.server.frames import FrozenInfo, SeatInfo
from shapan.server.presence import AWAY, LONG_AWAY, Presence
from shapan.server.rows import MatchRow, SeatRow


class Shut(Exception):
    """A request that comes too late; `reason` is closed, withdrawn, over, on (not over yet), frozen or handed."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


class NotYours(Exception):
    """A seat that the guest may do nothing with."""


def people_of(seats: Sequence[SeatRow]) -> int:
    """Return how many people sit at a table or may come: open seats count, and those who let a bot sit in."""
    return sum(row.kind in ("player", "open") or (row.kind == "bot" and row.session is not None) for row in seats)


class Seating:
    """The seats of one match and the people who hold them."""

    def __init__(self, row: MatchRow, seats: list[SeatRow], match: Match[Any], now: Callable[[], float]) -> None:
        self.row = row
        self.seats = seats
        self.match = match
        self.now = now
        self.frozen: FrozenInfo | None = None
        self.stale = False
        self.presence = Presence(now)
        self.bot_names: list[str] = []
        """Bots that may sit in, the one to propose first."""

    def seats_of(self, session: str | None) -> list[int]:
        """Return the seats that a guest holds, also those he has left or handed to a bot."""
        return [row.seat for row in self.seats if session is not None and row.session == session]

    def viewer_of(self, session: str | None, wanted: int | None = None, before: int = -1) -> int:
        """Return the viewer a guest is: the wanted seat if it is his, his that is asked, his first, or a spectator.

        Of several people at one screen the one who was there `before` stays until another of them is asked.
        """
        mine = self.seats_of(session)
        if wanted in mine:
            return wanted
        played = [seat for seat in mine if self.is_person(seat)]
        asked = [seat for seat in played if self.is_asked(seat)]
        if before in (asked or played):
            return before
        return (asked or played or self.stays_of(session) or mine or [self.row.seats])[0]

    def stays_of(self, session: str | None) -> list[int]:
        """Return the seats that a guest holds and has not left for good."""
        return [seat for seat in self.seats_of(session) if not self.has_left(seat)]

    def is_asked(self, seat: int) -> bool:
        """Tell whether a seat still has something to answer."""
        return seat in self.match.decisions

    @property
    def shared(self) -> bool:
        """Whether two or more people play here, those who may come or sit down again included."""
        return people_of([row for row in self.seats if not self.has_left(row.seat)]) > 1

    def is_alone(self, seat: int) -> bool:
        """Tell whether the person of a seat plays with bots only: at the other seats no person sits, sat or may sit."""
        others = [row for row in self.seats if row.seat != seat]
        return self.is_person(seat) and not any(row.kind == "open" or row.session is not None for row in others)

    def is_person(self, seat: int) -> bool:
        """Tell whether a person plays a seat now."""
        return self.seats[seat].kind == "player" and seat not in self.match.left

    def has_left(self, seat: int) -> bool:
        """Tell whether the person of a seat has left for good."""
        return self.seats[seat].kind == "left" or seat in self.match.left

    def sitting(self, seat: int) -> None:
        """Raise Shut unless a person plays this seat now: what a bot plays, nobody else answers."""
        if not self.is_person(seat):
            raise Shut("closed" if self.has_left(seat) else "handed")

    def people(self, session: str | None) -> list[SeatInfo]:
        """Return who sits where, as a guest is told."""
        return [
            SeatInfo(
                row.seat,
                row.name,
                self._kind(row, session),
                row.bot,
                self.is_away(row, session),
                self.may(row, session),
            )
            for row in self.seats
        ]

    def _kind(self, row: SeatRow, session: str | None) -> str:
        if self.has_left(row.seat):
            return "left"
        if row.kind in ("bot", "open"):
            return row.kind
        return "you" if row.seat in self.seats_of(session) else "player"

    def is_away(self, row: SeatRow, session: str | None = None, limit: float = AWAY) -> bool:
        """Tell whether the person who plays a seat has had no stream for longer than `limit`; never of oneself."""
        if not self.is_person(row.seat) or row.session is None or row.session == session:
            return False
        return self.presence.gone_for(row.session) > limit

    def may(self, row: SeatRow, session: str | None) -> list[str]:
        """Return what a guest may do with a seat now: bot, take, leave."""
        if session is None or self.frozen or self.match.over or self.has_left(row.seat):
            return []
        if row.session == session:
            if row.kind == "bot":
                return ["take", "leave"]
            return ["bot", "leave"] if self.bot_names else ["leave"]
        free = row.kind == "open" or self.is_away(row, limit=LONG_AWAY)
        return ["bot"] if self.bot_names and session == self.row.owner and free else []

    def mood(self) -> tuple[list[int], list[int], int, bool]:
        """Return who is away, who long, the number of spectators, whether somebody looks on: what no record changes."""
        away = [row.seat for row in self.seats if self.is_away(row)]
        long = [seat for seat in away if self.is_away(self.seats[seat], limit=LONG_AWAY)]
        return away, long, self.watching, self.is_watched

    @property
    def watching(self) -> int:
        """The number of spectators."""
        return self.presence.watchers({row.session for row in self.seats})

    @property
    def is_watched(self) -> bool:
        """Whether somebody without a seat looks on: by a stream, or by asking for the table again and again."""
        return self.watching > 0 or self.presence.looked({row.session for row in self.seats})

    def bots_asked(self) -> list[tuple[int, int, str]]:
        """Return (seat, ordinal, bot) of the decisions that bots have to take."""
        if self.frozen or self.stale or self.match.over:
            return []
        bots = {row.seat: row.bot for row in self.seats if row.bot and row.kind in ("bot", "left")}
        decisions = self.match.decisions.values()
        return [(d.seat, d.ordinal, bots[d.seat]) for d in decisions if d.seat in bots and self.is_asked(d.seat)]

    # What a seat becomes

    def handed(self, session: str, seat: int, bot: str) -> SeatRow:
        """Return the row of a seat that a guest hands to a bot. Raises NotYours or Shut."""
        row = self.seats[seat]
        if self.has_left(seat):
            raise Shut("closed")
        if session not in (row.session, self.row.owner):
            raise NotYours("this is not your seat")
        if row.kind == "bot":
            raise Shut("handed")
        if "bot" not in self.may(row, session):
            raise NotYours("its player is here or was here a moment ago")
        return msgspec.structs.replace(row, kind="bot", bot=bot)

    def taken(self, session: str, seat: int) -> SeatRow:
        """Return the row of a seat whose person sits down again. Raises NotYours or Shut."""
        row = self.seats[seat]
        if row.session != session:
            raise NotYours("this is not your seat")
        if self.has_left(seat):
            raise Shut("closed")
        return msgspec.structs.replace(row, kind="player", bot="")
