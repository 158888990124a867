"""Fairness: how the people of a waiting table and the server make the key of its match together.

Each commits to a seed, the table is bound to what it has agreed on, each reveals its seed: no one can choose by what
the others have chosen. All of it is stored; what is to be done next follows from that. See docs/design/fair-dice.md.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

import msgspec

from shapan.server.match.lifecycle import SLOW, Lifecycle, MatchClosed
from shapan.server.match.message import FairInfo
from shapan.server.match.seats import Seats
from shapan.server.match.seed import SERVER, canonical, commitment, match_key, new_seed, table_digest, void_digest
from shapan.server.store.row import FairRound, FairSeed, MatchRow, SeatRow

SEEDS: Final = "seeds"
REVEAL: Final = "reveal"
LATE: Final = "late"
CHANGED: Final = "changed"
LIVE: Final = 30
"""Seconds within which browsers reveal their seeds ..."""
_DAY: Final = 24 * 3600
"""... and those of people who come and go."""


class BadSeed(Exception):
    """A commitment or a seed that does not belong here: the field at fault and what is wrong with it."""

    def __init__(self, field: str, detail: str) -> None:
        super().__init__(f"{field}: {detail}")
        self.field = field
        self.detail = detail


class Fairness:
    """The rounds of one table; without fair dice there are none."""

    def __init__(self, course: Lifecycle, seats: Seats) -> None:
        self.rounds: list[FairRound] = []
        self._course = course
        self._seats = seats
        self._since = course.now()
        """Since when this room is there: who was cut off with the one before gets some time."""

    @property
    def on(self) -> bool:
        """Whether the table has fair dice."""
        return bool(self.rounds)

    @property
    def current(self) -> FairRound:
        """The round that is not void."""
        return self.rounds[-1]

    def seed_of(self, seat: int) -> FairSeed | None:
        """Return what the person who sits at a seat now has committed to."""
        row = self._seats[seat]
        mine = (kept for kept in self.current.seeds if kept.seat == seat and kept.session == row.session)
        return next(mine, None) if row.kind == "player" else None

    def has_committed(self, seat: int) -> bool:
        """Return whether no one waits for the commitment of a seat."""
        return not self.on or self._seats[seat].kind != "player" or self.seed_of(seat) is not None

    # What is to be done

    @property
    def flaw(self) -> str:
        """Why the round comes to nothing: the table is not what it was bound to, a seed is late; empty if it goes on.

        Where seeds are told at once, each that is not used any more costs a round: who knows them could try again.
        """
        if not self.on or not self._course.waiting:
            return ""
        if not self.current.table:
            used = [self.seed_of(row.seat) for row in self._people()]
            stale = self._course.row.fair == SEEDS and any(kept not in used for kept in self.current.seeds)
            return CHANGED if stale else ""
        if self.table() != self.current.table or not all(row.ready for row in self._people()):
            return CHANGED
        return LATE if not self.is_complete and self._deadline <= self._course.now() else ""

    @property
    def is_bound(self) -> bool:
        """Whether the table has agreed, and its people reveal their seeds."""
        return self.on and self._course.waiting and bool(self.current.table)

    @property
    def is_complete(self) -> bool:
        """Whether all seeds are known: the match can begin."""
        kept = [self.seed_of(row.seat) for row in self._people()]
        return bool(kept) and all(one is not None and one.seed is not None for one in kept)

    @property
    def due(self) -> float | None:
        """When there is something to do about the round, None as long as it waits for the table to be ready."""
        if self.flaw or (self.is_bound and self.is_complete):
            return self._course.now()
        return self._deadline if self.is_bound else None

    @property
    def _deadline(self) -> float:
        length = _DAY if self._course.row.pace >= SLOW else LIVE
        return max(self._course.now.at(self.current.bound) + length, self._since + LIVE)

    @property
    def late(self) -> list[int]:
        """The seats whose people have not revealed their seeds."""
        return [row.seat for row in self._people() if (kept := self.seed_of(row.seat)) is None or kept.seed is None]

    def _people(self) -> Sequence[SeatRow]:
        return [row for row in self._seats if row.kind == "player"]

    # What is checked

    def check_round(self, seat: int, round_: int, *, bound: bool) -> None:
        """Raise Shut unless a seat may commit (once `bound`: reveal) in this round now."""
        if not self._course.waiting:
            raise MatchClosed("begun")
        if not self.on or round_ != self.current.round or bool(self.current.table) != bound or self.flaw:
            raise MatchClosed("closed")
        self._seats.sitting(seat)

    def committed(self, seat: int, commit: bytes, seed: bytes | None) -> FairSeed:
        """Return what is stored of a commitment. Raises BadSeed, or Shut for a second one where seeds are told."""
        told = self._course.row.fair == SEEDS
        if told != (seed is not None):
            raise BadSeed("seed", "is told with the commitment" if told else "is told only once the table is bound")
        known = self.seed_of(seat)
        if told and known is not None and (known.commit, known.seed) != (commit, seed):
            raise MatchClosed("closed")
        if seed is not None:
            self._check_seed(seat, commit, seed)
        return FairSeed(seat, self._seats[seat].session, commit, seed)

    def disclosed(self, seat: int, seed: bytes) -> FairSeed:
        """Return what is stored of a seat whose seed is revealed. Raises BadSeed unless it has committed to it."""
        kept = self.seed_of(seat)
        if kept is None:
            raise MatchClosed("closed")
        self._check_seed(seat, kept.commit, seed)
        return msgspec.structs.replace(kept, seed=seed)

    def _check_seed(self, seat: int, commit: bytes, seed: bytes) -> None:
        if commitment(self._course.row.id, self.current.round, seat, seed) != commit:
            raise BadSeed("seed", "is not the one that was committed to")

    # What it comes to

    @property
    def seats(self) -> list[int]:
        """The seats of people, whose seeds the key is made of."""
        return [row.seat for row in self._people()]

    def bind(self, table: str, at: int) -> None:
        """Take note of what the table has agreed on."""
        self.current.table, self.current.bound = table, at
        self.current.seeds = [kept for kept in self.current.seeds if kept.seat in self.seats]

    def put(self, kept: FairSeed) -> None:
        """Take note of what a seat has committed to."""
        self.current.seeds = [*(one for one in self.current.seeds if one.seat != kept.seat), kept]

    def table(self) -> str:
        """Return what the table agrees on as things stand, as canonical JSON.

        Names are not in it: it can never be changed, and a person may want to be forgotten.
        """
        row, match = self._course.row, self._course.row.id
        commits = {str(one.seat): kept.commit.hex() for one in self._people() if (kept := self.seed_of(one.seat))}
        return canonical(
            {
                "before": void_chain(match, self.rounds[:-1]),
                "commits": commits,
                "fair": row.fair,
                "game": row.game,
                "match": match,
                "options": row.options,
                "round": self.current.round,
                "rules_version": self._course.match.game.rules_version,
                "seats": [{"bot": one.bot, "kind": one.kind} for one in self._seats],
                "server": commitment(match, self.current.round, SERVER, self.current.secret).hex(),
                "undo": row.undo,
            }
        )

    def key(self) -> bytes:
        """Return the key of the match, once all seeds are known."""
        kept = (self.seed_of(row.seat) for row in self._people())
        seeds = {one.seat: one.seed for one in kept if one is not None and one.seed is not None}
        return match_key(self._course.row.id, self.current.round, self.current.secret, seeds)

    def next_round(self) -> FairRound:
        """Return the round behind this one."""
        return FairRound(self.current.round + 1, new_seed())

    # What is told

    def info(self) -> FairInfo | None:
        """Return what everyone is told: nothing of it is a seed."""
        if not self.on:
            return None
        row, now = self._course.row, self.current
        waiting = self._course.waiting
        shown = [kept for kept in now.seeds if not waiting or kept == self.seed_of(kept.seat)]
        left = round((self._deadline - self._course.now()) * 1000) if self.is_bound else None
        return FairInfo(
            mode=row.fair,
            round=now.round,
            server=commitment(row.id, now.round, SERVER, now.secret).hex(),
            commits={str(kept.seat): kept.commit.hex() for kept in shown},
            table=now.table if waiting else "",
            digest=table_digest(now.table).hex() if now.table else "",
            revealed=[kept.seat for kept in shown if kept.seed is not None] if self.is_bound else [],
            left=None if left is None else max(0, left),
            voided=len(self.rounds) - 1,
        )


def void_chain(match: str, rounds: Sequence[FairRound]) -> str:
    """Return what stands in a table for all rounds before it that came to nothing; empty without any."""
    before = ""
    for one in rounds:
        before = void_digest({**_public(match, one), "before": before})
    return before


def _public(match: str, one: FairRound) -> dict[str, Any]:
    """Return what everyone may know of a round."""
    return {
        "commits": {str(kept.seat): kept.commit.hex() for kept in one.seeds},
        "revealed": [kept.seat for kept in one.seeds if kept.seed is not None],
        "round": one.round,
        "server": commitment(match, one.round, SERVER, one.secret).hex(),
        "table": one.table,
        "void": one.void,
    }


def first_rounds(row: MatchRow) -> list[FairRound]:
    """Return the rounds of a new table."""
    return [FairRound(0, new_seed())] if row.fair else []
