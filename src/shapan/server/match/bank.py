"""Banks: the time that each seat has for the whole match, and what it gets for each decision.

The time of all who are asked runs at once, each from their own bank. An answer ends it and earns the increment, but no
bank is ever fuller than it was at the start. Only what a spectator sees moves a bank: a question that follows another
with nothing public between them is the same one here, and earns nothing. Nor does a table that an undo leads back to:
what was used there stays used. Who hands their seat to a bot has used the time up to then; that of the bot is free.

Reaction windows take nothing and give nothing, so that no bank tells who could react; see docs/design/windows.md.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any, Final

_REMEMBERED: Final = 256


class Banks:
    """What is left to each seat of a match, in seconds, and whose time runs since when. Moments are the server's."""

    def __init__(self, start: int, increment: int) -> None:
        self.start = start
        self.increment = increment
        self.since: dict[int, float] = {}
        """By seat whose time runs, since when."""
        self._left: dict[int, float] = {}
        """What those have left who have used some, when their time began to run."""
        self._backs = 0
        """How many answers were taken back."""
        self._paid: dict[tuple[str, int], int] = {}
        """By table and seat that was paid there, how many answers had been taken back by then."""

    def left(self, seat: int, now: float) -> float:
        """Return the seconds that a seat has left."""
        return max(0.0, self._left.get(seat, self.start) - max(0.0, now - self.since.get(seat, now)))

    def due(self, seat: int) -> float | None:
        """Return when the bank of a seat is used up, None if its time does not run."""
        since = self.since.get(seat)
        return None if since is None else since + self._left.get(seat, self.start)

    def begin(self, asked: Collection[int], at: float) -> None:
        """Let the time of these seats run from now on, whatever ran before."""
        self.since = dict.fromkeys(asked, at)

    def turn(self, key: str, asked: Collection[int], at: float, *, fresh: bool, back: bool, free: int = -1) -> None:
        """Take note that something public has changed: who was asked at table `key`, and who is asked now.

        With `fresh` another question is open, with `back` an answer was taken back; the seat `free` was answered for by
        a bot, and its time did not count.
        """
        self._backs += back
        runs = {seat: since for seat, since in self.since.items() if seat in asked and not fresh}
        for seat in self.since.keys() - runs.keys() - {free}:
            left = self.left(seat, at) + (0 if back or self._was_paid(key, seat) else self.increment)
            self._left[seat] = min(left, self.start)
        self.since = {**dict.fromkeys(asked, at), **runs}

    def _was_paid(self, key: str, seat: int) -> bool:
        """Tell whether a seat was paid at a table to which an answer taken back has led again; it is from now on."""
        paid = self._paid.pop((key, seat), self._backs)
        self._paid[key, seat] = self._backs
        while len(self._paid) > _REMEMBERED:
            del self._paid[next(iter(self._paid))]
        return paid < self._backs

    def change_hands(self, seat: int, at: float, *, to_person: bool) -> None:
        """Charge a seat that is asked for what its person has used up to now; what a bot has used is not charged."""
        if seat in self.since:
            if not to_person:
                self._left[seat] = self.left(seat, at)
            self.since[seat] = at

    def shift(self, away: float) -> None:
        """Let a time not count in which the clock stood still."""
        self.since = {seat: since + away for seat, since in self.since.items()}

    def wake(self, at: float) -> bool:
        """Let no time count before a moment, in what is open now; tell whether some had counted."""
        late = any(since < at for since in self.since.values())
        self.since = {seat: max(since, at) for seat, since in self.since.items()}
        return late

    def save(self) -> dict[str, Any]:
        """Return the banks as plain data; `since` as it is."""
        return {
            "left": sorted(self._left.items()),
            "since": sorted(self.since.items()),
            "backs": self._backs,
            "paid": [[key, seat, backs] for (key, seat), backs in self._paid.items()],
        }

    def restore(self, data: Mapping[str, Any]) -> None:
        """Set the banks as they were saved."""
        self._left = {int(seat): float(left) for seat, left in data["left"]}
        self.since = {int(seat): float(since) for seat, since in data["since"]}
        self._backs = int(data["backs"])
        self._paid = {(str(key), int(seat)): int(backs) for key, seat, backs in data["paid"]}
