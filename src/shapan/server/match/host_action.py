"""Hosting: what the people at a table may do about one of them who holds it up, or disturbs it.

The host decides alone. Against him, and while he is not here, the others vote: more than half of those who sit there
and are here. What may be done, and when, follows from what everybody at the table sees: who is asked and since when,
who is away. Nothing depends on what is sealed in a reaction window.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, Literal

import msgspec

from shapan.server.match.lifecycle import Lifecycle, NotYours
from shapan.server.match.message import SeatInfo, VoteInfo
from shapan.server.match.seats import Seats
from shapan.server.match.window import Window
from shapan.server.settings import PATIENCE

Deed = Literal["time", "bot", "remove", "mute", "unmute"]
"""What may be done about somebody: his time runs out, a bot plays for him, he goes, he may not write, or may again."""
_ABOUT_TIME: Final = ("time", "bot", "remove")


class HostActions:
    """Who of one match holds it up, what may be done about it, and the votes that were given."""

    def __init__(self, course: Lifecycle, seats: Seats, window: Window) -> None:
        self.patience = PATIENCE
        self.due: Callable[[], float] = _never
        """Until when no one holds up a table where people come and go: nights and holidays count as well."""
        self._course = course
        self._match = course.match
        self._seats = seats
        self._window = window
        self._asked: dict[int, float] = {}
        """Since when each seat that is asked has given no sign, as everybody sees it."""
        self._begun = course.now()
        self._pending: object = None
        self._key = ""
        self._votes: dict[tuple[int, str], set[str]] = {}

    # Who holds the table up

    def note(self, key: str) -> None:
        """Take note of a record; `key` stands for what a spectator sees.

        The time begins anew only for a question with which something public has changed: else it would tell of it.
        """
        now, waiting = self._course.now(), self._match.waiting
        anew = self._match.pending is not self._pending and key != self._key
        self._asked = {seat: now if anew else self._asked.get(seat, now) for seat in waiting}
        self._pending, self._key = self._match.pending, key
        if anew:
            self._votes = {vote: given for vote, given in self._votes.items() if vote[1] not in _ABOUT_TIME}

    def begin(self) -> None:
        """Take note that the match begins: whatever was decided in the waiting room is decided."""
        self._asked, self._votes, self._begun = {}, {}, self._course.now()

    def touch(self, seat: int) -> None:
        """Take note of a sign that everybody sees."""
        if seat in self._asked or seat in self._match.waiting:
            self._asked[seat] = self._course.now()

    def since(self, seat: int) -> float:
        """Return since when a seat is asked, as everyone sees it: at the earliest since the table was read back."""
        return self._asked.get(seat, self._begun)

    @property
    def bound(self) -> float:
        """Seconds after which somebody holds the table up: never less than a decision has."""
        return max(self.patience, self._course.row.pace, self._course.row.bank)

    def holds_up(self, seat: int) -> bool:
        """Tell whether a person holds the table up: he is asked, and has been away or silent for long.

        In a reaction window it is the same for all who are asked, whether they have answered or not.
        """
        if self._course.waiting or self._course.ended or not self._seats.is_person(seat):
            return False
        if seat not in self._match.waiting or self._seats.is_alone(seat):
            return False
        now = self._course.now()
        if now < self.due():
            return False
        if self._window.held is not None:
            return now - self._window.held.opened >= self.bound
        row = self._seats[seat]
        away = row.session is not None and self._seats.presence.gone_for(row.session) >= self.bound
        return away or now - self._asked.get(seat, self._begun) >= self.bound

    # Who may do what

    def is_here(self, session: str | None) -> bool:
        """Tell whether somebody is here: by a stream, or by asking again and again."""
        return session is not None and not self._seats.presence.has_gone(session)

    def decides(self, session: str | None, seat: int) -> bool:
        """Tell whether a guest decides alone about a seat: the host, but not about himself."""
        return session is not None and session == self._seats.host and session != self._seats[seat].session

    def voters(self, seat: int) -> list[str]:
        """Return who may vote about the person of a seat: the others who play and are here; nobody where the host is.

        Against the host the others vote, whether he is here or not.
        """
        person, host = self._seats[seat].session, self._seats.host
        if host != person and self.is_here(host):
            return []
        sessions = dict.fromkeys(row.session for row in self._seats if self._seats.is_person(row.seat))
        return [one for one in sessions if one is not None and one != person and self.is_here(one)]

    def deeds(self, seat: int) -> list[Deed]:
        """Return what may be done about a seat now, by whom ever."""
        row = self._seats[seat]
        if self._course.frozen or self._match.over or row.session is None or not self._seats.is_person(seat):
            return []
        found: list[Deed] = []
        bots: list[Deed] = ["bot"] if self._seats.bot_names else []
        if self._course.waiting:
            found += [] if self._course.row.is_of_tournament else [*bots, "remove"]
        elif self.holds_up(seat):
            found += ["time", *bots, "remove"]
        if self._course.row.chat != "off":
            found.append("unmute" if row.muted else "mute")
        return found

    def may(self, session: str | None, seat: int) -> tuple[list[Deed], bool]:
        """Return what a guest may do about a seat, and whether the others have to agree."""
        if session is None or self._seats[seat].session == session:
            return [], False
        if self.decides(session, seat):
            return self.deeds(seat), False
        return (self.deeds(seat), True) if session in self.voters(seat) else ([], False)

    # Votes

    def vote(self, session: str, seat: int, deed: Deed) -> bool:
        """Count the vote of a guest; tell whether it is decided. Raises NotYours."""
        deeds, by_vote = self.may(session, seat)
        if deed not in deeds:
            raise NotYours("that cannot be done about this seat now, or not by you")
        if not by_vote:
            return True
        self._votes.setdefault((seat, deed), set()).add(session)
        return 2 * len(self._given(seat, deed)) > len(self.voters(seat))

    def settle(self, seat: int) -> None:
        """Forget the votes about a seat: it is decided."""
        self._votes = {vote: given for vote, given in self._votes.items() if vote[0] != seat}

    def _given(self, seat: int, deed: str) -> list[str]:
        return [voter for voter in self.voters(seat) if voter in self._votes.get((seat, deed), ())]

    def told(self, people: list[SeatInfo], session: str | None) -> list[SeatInfo]:
        """Return who sits where, with what may be done about him and what was voted."""
        host = self._seats.host
        return [self._told(info, session, host) for info in people]

    def _told(self, info: SeatInfo, session: str | None, host: str | None) -> SeatInfo:
        seat = info.seat
        deeds, by_vote = self.may(session, seat)
        possible = self.deeds(seat)
        votes = [
            VoteInfo(deed, [min(self._seats.stays_of(voter)) for voter in given], len(self.voters(seat)))
            for (about, deed) in sorted(self._votes)
            if about == seat and deed in possible and (given := self._given(seat, deed))
        ]
        return msgspec.structs.replace(
            info,
            host=host is not None and self._seats[seat].session == host and not self._seats.has_left(seat),
            holds_up=self.holds_up(seat),
            muted=self._seats[seat].muted,
            deeds=list(deeds),
            by_vote=by_vote,
            votes=votes,
        )

    def mood(self) -> tuple[object, ...]:
        """Return what of this changes without a record: who holds up, who is host, who may vote."""
        seats = range(self._course.row.seats)
        return (
            [seat for seat in seats if self.holds_up(seat)],
            self._seats.host,
            [self.voters(seat) for seat in seats if self._seats.is_person(seat)],
        )


def _never() -> float:
    return 0.0
