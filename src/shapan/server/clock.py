"""The clock of a match: so many seconds a decision, the same for all who are asked together.

It tells nothing that a spectator does not see. A question starts it anew only if something public has changed with it;
an undo gives back what was left when the same table was left before, so that nobody gains time by it.
"""

from __future__ import annotations

from typing import Any, Final

from shapan.engine.stretch import CLOCK, PLAYER

RESTART_GRACE: Final = 30.0
"""Seconds that every open decision has at least after a start of the server."""
UNDO_GRACE: Final = 10.0
"""Seconds that a decision has at least after an undo."""
MOST_MISSED: Final = 2
"""Time-outs of a seat in a row after which a bot sits in."""
_REMEMBERED: Final = 256


class Clock:
    """When the open question was asked, and what each table that was left had used up.

    `asked` and `floor` are in seconds since 1970; nothing is due before `floor` plus the grace. `key` stands for what
    a spectator sees.
    """

    def __init__(self, limit: int, asked: float) -> None:
        self.limit = limit
        self.asked = asked
        self.floor = 0.0
        self.key = ""
        self.missed: dict[int, int] = {}
        """Time-outs in a row, by seat."""
        self._spent: dict[str, float] = {}

    @property
    def deadline(self) -> float:
        """When the open decisions are due."""
        return max(self.asked + self.limit, self.floor + min(self.limit, RESTART_GRACE))

    def left(self, now: float) -> int:
        """Return the milliseconds left."""
        return max(0, min(round((self.deadline - now) * 1000), self.limit * 1000))

    def turn(self, key: str, at: float, *, new: bool, undone: bool) -> None:
        """Take note of a record: what a spectator sees now, whether another question is open, and by an undo."""
        if key == self.key:
            return
        self._spent.pop(self.key, None)
        self._spent[self.key] = max(0.0, at - self.asked)
        while len(self._spent) > _REMEMBERED:
            del self._spent[next(iter(self._spent))]
        self.key = key
        if new:
            used = self._spent.get(key, 0.0) if undone else 0.0
            self.asked = at - min(used, max(0.0, self.limit - UNDO_GRACE))

    def answered(self, seat: int, by: str) -> None:
        """Take note of who answered: a person, or the clock for him."""
        if by == CLOCK:
            self.missed[seat] = self.missed.get(seat, 0) + 1
        elif by == PLAYER:
            self.missed.pop(seat, None)

    def save(self) -> dict[str, Any]:
        """Return the clock as plain data."""
        return {"asked": self.asked, "key": self.key, "missed": sorted(self.missed.items()), "spent": {**self._spent}}

    def restore(self, data: dict[str, Any]) -> None:
        """Set the clock as it was saved."""
        self.asked, self.key = float(data["asked"]), str(data["key"])
        self.missed = {int(seat): int(number) for seat, number in data["missed"]}
        self._spent = {str(key): float(used) for key, used in data["spent"].items()}
