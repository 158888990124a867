"""Seats: who holds the seats of a match, who plays them now, and what a guest may do with them.

A seat row's `kind` is player (a person plays), bot, open, or left (its person has left for good). `session` is the
person whose seat it is: it stays with a seat that is handed to a bot, so that he can sit down again. `bot` names the
bot that plays; it is set for the kinds bot and left.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Final

import msgspec

from shapan.engine.options import telling
from shapan.engine.text import LANGUAGES
from shapan.server.match.lifecycle import Lifecycle, MatchClosed, NotYours
from shapan.server.match.message import SeatInfo
from shapan.server.match.presence import AWAY, LONG_AWAY, Presence
from shapan.server.name import told_apart
from shapan.server.store.row import SeatRow
from shapan.server.words import seat_name

LATE: Final = "late:"
"""Begins the name of the change by which a bot sits in for who was late. A colon: no client can have used it."""


def people_of(seats: Sequence[SeatRow]) -> int:
    """Return how many people sit at a table or may come: open seats count, and those who let a bot sit in."""
    return sum(row.kind in ("player", "open") or (row.kind == "bot" and row.session is not None) for row in seats)


def waits(seats: Sequence[SeatRow]) -> bool:
    """Tell whether a new table waits for its people: a seat is open, or they do not all sit at one screen."""
    return any(row.kind == "open" for row in seats) or len({row.session for row in seats if row.session}) > 1


def named(seats: Sequence[SeatRow]) -> list[SeatRow]:
    """Return the seats of a new table with names that differ: who comes later gets a number."""
    rows = list(seats)
    for place, row in enumerate(rows):
        rows[place] = msgspec.structs.replace(row, name=name_at(row.seat, row.name, rows, rows[:place]))
    return rows


def name_at(seat: int, name: str, seats: Iterable[SeatRow], before: Iterable[SeatRow] | None = None) -> str:
    """Return the name that a person gets at a seat: none that somebody has there, by himself or for want of one.

    `before` are the seats whose own names count, by default those of all others.
    """
    others = [row for row in seats if row.seat != seat]
    usual = [
        seat_name(language, row.seat, kind, "")
        for row in others
        if not row.name
        for language in LANGUAGES
        for kind in ("bot", "open", "player")
    ]
    return told_apart(name, [*(row.name for row in (others if before is None else before) if row.name), *usual])


def late_seats(changes: Mapping[str, int]) -> set[int]:
    """Return the seats whose last change, of those stored by id with their times, was that their time had run out."""
    last: dict[int, tuple[int, bool]] = {}
    for name, made in changes.items():
        seat, _, change = name.partition(":")
        if seat.isdecimal() and not change.startswith(("bot:", "clock:")):  # answers that others gave for it
            # within one second who was late may have sat down again, and not the other way round
            last[int(seat)] = max(last.get(int(seat), (0, False)), (made, not change.startswith(LATE)))
    return {seat for seat, (_, other) in last.items() if not other}


class Seats:
    """The seats of one match and the people who hold them: `rows[n]` is always that of seat n."""

    def __init__(self, course: Lifecycle, rows: list[SeatRow]) -> None:
        self.rows = rows
        self.presence = Presence(course.now)
        self.late: set[int] = set()
        """Seats that a bot plays since the time of their people ran out."""
        self.bot_names: list[str] = []
        """Bots that may sit in, the one to propose first."""
        self._course = course
        self._match = course.match

    def __getitem__(self, seat: int) -> SeatRow:
        return self.rows[seat]

    def __iter__(self) -> Iterator[SeatRow]:
        return iter(self.rows)

    def put(self, row: SeatRow) -> None:
        """Let a seat be held as a row says."""
        self.rows = [row if old.seat == row.seat else old for old in self.rows]

    @property
    def bots(self) -> dict[int, str]:
        """The seats that bots play, and which."""
        found = {row.seat: row.bot for row in self.rows if row.bot and row.kind in ("bot", "left")}
        for seat in sorted(self._match.gone - self._match.left - found.keys()):  # its row was not stored in time
            if self.bot_names:
                found[seat] = self.rows[seat].bot or self.bot_names[0]
        return found

    def seats_of(self, session: str | None) -> list[int]:
        """Return the seats that a guest holds, also those he has left or handed to a bot."""
        return [row.seat for row in self.rows if session is not None and row.session == session]

    def views_of(self, session: str | None) -> list[int]:
        """Return the seats whose view a guest has: while the match is on, none that he has left or was removed from.

        What a bot is dealt there since is nobody's.
        """
        mine = self.seats_of(session)
        return mine if self._course.over else [seat for seat in mine if not self.has_left(seat)]

    def stays_of(self, session: str | None) -> list[int]:
        """Return the seats that a guest holds and has not left for good."""
        return [seat for seat in self.seats_of(session) if not self.has_left(seat)]

    @property
    def host(self) -> str | None:
        """The session of who sees to the table: who opened it, while he sits there, or is here without a seat.

        After him it is who has sat there longest. A table of a tournament has none.
        """
        owner = self._course.row.owner
        if self._course.row.is_of_tournament:
            return None
        if self.stays_of(owner):
            return owner
        people = [row for row in self.rows if row.session is not None and not self.has_left(row.seat)]
        if not people or (not self.seats_of(owner) and not self.presence.has_gone(owner)):
            return owner or None
        return min(people, key=lambda row: (row.sat, row.seat)).session

    def is_host(self, session: str | None) -> bool:
        """Tell whether a guest sees to the table."""
        return session is not None and session == self.host

    def owner_after(self, new: SeatRow, *, same_person: bool) -> str | None:
        """Return whose the table is once a seat is held as a row says, None where that stays as it is.

        Where another person takes the seat of the owner, it is who has sat there longest of the others.
        """
        old, owner = self.rows[new.seat], self._course.row.owner
        if old.session != owner or new.session in (None, owner) or self.seats_of(owner) != [new.seat]:
            return None
        others = [row for row in self.rows if row.session not in (None, owner) and not self.has_left(row.seat)]
        if same_person or not others:
            return new.session
        return min(others, key=lambda row: (row.sat, row.seat)).session

    @property
    def shared(self) -> bool:
        """Whether two or more people play here, those who may come or sit down again included."""
        return people_of([row for row in self.rows if not self.has_left(row.seat)]) > 1

    def is_alone(self, seat: int) -> bool:
        """Tell whether the person of a seat plays with bots only: at the other seats no person sits, sat or may sit."""
        others = [row for row in self.rows if row.seat != seat]
        return self.is_person(seat) and not any(row.kind == "open" or row.session is not None for row in others)

    def is_person(self, seat: int) -> bool:
        """Tell whether a person plays a seat now."""
        return self.rows[seat].kind == "player" and seat not in self._match.gone

    @property
    def left_to_bots(self) -> bool:
        """Whether only bots play now, and a person may still take a seat back."""
        people = any(self.is_person(row.seat) for row in self.rows)
        return not people and any(row.kind == "bot" and row.session is not None for row in self.rows)

    def has_left(self, seat: int) -> bool:
        """Tell whether the person of a seat has left for good."""
        return self.rows[seat].kind == "left" or seat in self._match.gone

    def sitting(self, seat: int) -> None:
        """Raise Shut unless a person plays this seat now: what a bot plays, nobody else answers."""
        if not self.is_person(seat):
            raise MatchClosed("closed" if self.has_left(seat) else "handed")

    def people(self, session: str | None) -> list[SeatInfo]:
        """Return who sits where, as a guest is told."""
        bots = self.bots
        return [
            SeatInfo(
                row.seat,
                row.name,
                self._kind(row, session),
                bots.get(row.seat, row.bot),
                self.is_away(row, session),
                self.may(row, session),
                row.kind == "bot" and row.seat in self.late,
                person=row.session is not None,
            )
            for row in self.rows
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

    def is_gone(self, row: SeatRow) -> bool:
        """Tell whether the person of a seat is not here any more, neither by a stream nor by asking again and again."""
        return row.session is not None and self.presence.has_gone(row.session)

    def may(self, row: SeatRow, session: str | None) -> list[str]:
        """Return what a guest may do with a seat now: claim, bot, take, leave, and before the beginning open."""
        if session is None or self._course.frozen or self._match.over or self.has_left(row.seat):
            return []
        if self._course.waiting:
            return self._may_before(row, session)
        if row.session == session:
            if row.kind == "bot":
                return ["take", "leave"]
            claim = ["claim"] if self._match.may_claim(row.seat) else []
            return [*claim, *(["bot"] if self.bot_names else []), "leave"]
        free = (row.kind == "open" or self.is_away(row, limit=LONG_AWAY)) and not self._is_held(row.seat)
        return ["bot"] if self.bot_names and self.is_host(session) and free else []

    def _is_held(self, seat: int) -> bool:
        """Tell whether a seat is asked in a reaction window that is held: to hand it over would tell who is awaited."""
        decision = self._match.decisions.get(seat)
        return decision is not None and decision.prompt.reaction and self.shared

    def _may_before(self, row: SeatRow, session: str) -> list[str]:
        if row.kind == "player":
            return ["leave"] if row.session == session else []
        if not self.is_host(session):
            return []
        return [*(["bot"] if self.bot_names else []), *(["open"] if self.may_open(row) else [])]

    def may_open(self, row: SeatRow) -> bool:
        """Tell whether a person may sit where a bot does: not as another one where the questions show hidden things."""
        return row.kind == "bot" and not (
            people_of(self.rows) and telling(self._match.game.options, self._match.options)
        )

    def mood(self) -> tuple[list[int], list[int], int, bool]:
        """Return who is away, who long, the number of spectators, whether somebody looks on: what no record changes."""
        away = [row.seat for row in self.rows if self.is_away(row)]
        long = [seat for seat in away if self.is_away(self.rows[seat], limit=LONG_AWAY)]
        return away, long, self.watching, self.is_watched

    @property
    def watching(self) -> int:
        """The number of spectators."""
        return self.presence.watchers({row.session for row in self.rows})

    @property
    def is_watched(self) -> bool:
        """Whether somebody without a seat looks on: by a stream, or by asking for the table again and again."""
        return self.watching > 0 or self.presence.looked({row.session for row in self.rows})

    # What a seat becomes

    def handed(self, session: str, seat: int, bot: str) -> SeatRow:
        """Return the row of a seat that a guest hands to a bot. Raises NotYours or Shut."""
        row = self.rows[seat]
        if self.has_left(seat):
            raise MatchClosed("closed")
        if session != row.session and not self.is_host(session):
            raise NotYours("this is not your seat")
        if row.kind == "bot":
            raise MatchClosed("handed")
        if "bot" not in self.may(row, session):
            raise NotYours("its player is here or was here a moment ago, or a reaction is asked of him")
        return msgspec.structs.replace(row, kind="bot", bot=bot)

    def taken(self, session: str, seat: int) -> SeatRow:
        """Return the row of a seat whose person sits down again. Raises NotYours or Shut."""
        row = self.rows[seat]
        if row.session != session:
            raise NotYours("this is not your seat")
        if self.has_left(seat):
            raise MatchClosed("closed")
        return msgspec.structs.replace(row, kind="player", bot="", offered=False)

    def returned(self, session: str, seat: int, back: str) -> SeatRow:
        """Return the row of a seat whose person takes it again in another session, by the link with hash `back`.

        Raises Shut if the link is of no use any more: renewed, or he has left for good.
        """
        row = self.rows[seat]
        if row.back != back or self.has_left(seat):
            raise MatchClosed("closed")
        return msgspec.structs.replace(row, kind="player", bot="", session=session)
