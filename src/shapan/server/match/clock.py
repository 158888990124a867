"""The clock of a match: so many seconds a decision, the same for all who are asked together; or a bank for each seat.

It tells nothing that a spectator does not see. A question starts it anew only if something public has changed with it;
where an undo leads back to a table, or an answer given again leads on to it, what was left there is left again: so
nobody gains time by taking back.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from typing import Any, Final

from shapan.engine.segment import BOT, CLOCK, PLAYER
from shapan.server.match.bank import Banks
from shapan.server.match.lifecycle import SLOW

RESTART_GRACE: Final = 30.0
"""Seconds that every open decision has at least after a start of the server, and once another process plays it."""
SLOW_GRACE: Final = 3600.0
"""The same where people come and go: who looks in twice a day has not seen that it was away."""
REMINDER: Final = 0.25
"""Who is asked is reminded when this part of the time is left."""
UNDO_GRACE: Final = 10.0
"""Seconds that a decision has at least after an undo, until it has had twice its time."""
WINDOW_TIME: Final = 60
"""Seconds that all have for a reaction window at a table with banks."""
MAX_MISSED: Final = 2
"""Time-outs of a seat in a row after which a bot sits in."""
_REMEMBERED: Final = 256


class Clock:
    """When the open question was asked, and what each table that was left had used up.

    `asked` and `floor` are moments of the server's steady time; nothing is due before `floor` plus the grace. `key`
    stands for what a spectator sees.
    """

    def __init__(self, limit: int, asked: float, bank: int = 0, increment: int = 0) -> None:
        self.limit = limit
        """Seconds a decision, 0 where there are none or where each seat has a bank."""
        self.asked = asked
        self.banks = Banks(bank, increment) if bank else None
        self.in_window = False
        """With banks: whether a reaction is asked, for which all have the same time."""
        self.unkept = False
        """Whether time was given back, or taken, of which nothing stored tells yet."""
        self.floor = 0.0
        self.key = ""
        self.missed: dict[int, int] = {}
        """Time-outs in a row, by seat."""
        self.paused: float | None = None
        """Since when it stands still, as it is stored; None while it runs."""
        self.awake: Callable[[float], float] = _same
        """Moves a moment behind the nights of who is asked, where people come and go."""
        self._over = 0.0
        """Seconds that this table had used up before, beyond what `asked` says."""
        self._undos = 0
        self._spent: dict[str, tuple[float, int]] = {}
        """Seconds used up at a table, and the number of undos when it was left."""
        self._welcomed: set[tuple[str, int]] = set()
        self._undone: dict[str, float] = {}
        """With banks: the tables to which an undo has led, and when it did first."""

    @property
    def runs(self) -> bool:
        """Whether there is a clock at all."""
        return self.limit > 0 or self.banks is not None

    @property
    def _waking_end(self) -> float:
        """When the open decisions are due, if no one slept."""
        grace = SLOW_GRACE if self.limit >= SLOW else RESTART_GRACE
        return max(self.asked + self.limit, self.floor + min(self.limit, grace))

    @property
    def deadline(self) -> float:
        """When the open decisions are due."""
        return self.awake(self._waking_end) if self.limit >= SLOW else self._waking_end

    @property
    def reminder(self) -> float:
        """When a quarter of the time is left."""
        return self.deadline - self.limit * REMINDER

    def due(self, seat: int) -> float:
        """Return when the open decision of a seat is due."""
        if self.banks is None:
            return self.deadline
        if self.in_window:
            return max(self.asked + WINDOW_TIME, self.floor + RESTART_GRACE)
        end = self.banks.due(seat)
        if end is None:  # what all see does not say yet that it is asked
            end = self.asked + self.banks.left(seat, self.asked)
        grace = min(self.banks.start, RESTART_GRACE)
        return max(end, self.floor + grace, self._undone.get(self.key, 0.0) + UNDO_GRACE)

    @property
    def mark(self) -> tuple[object, ...]:
        """What changes where the time of somebody does other than run."""
        if self.banks is None:
            return (self.deadline,)
        return self.asked, self.floor, self.in_window, self.banks.save()["left"], tuple(self.banks.since.items())

    def length(self) -> int:
        """Return how many seconds the open decisions have at most."""
        return self.limit if self.banks is None else WINDOW_TIME if self.in_window else self.banks.start

    def left_to(self, seat: int, now: float) -> int:
        """Return the milliseconds left to a seat that is asked."""
        if self.banks is None:
            return self.left(now)
        return max(0, round((self.due(seat) - now) * 1000))

    def left(self, now: float) -> int:
        """Return the milliseconds left: no more than a decision has, but for a night in between."""
        end = self._waking_end
        night = self.deadline - end
        return max(0, round((min(end - now, self.limit) + night) * 1000))

    def begin(self, asked: Collection[int], at: float, *, window: bool = False) -> None:
        """Let the time of the open decisions begin now."""
        self.asked, self.in_window = at, window and self.banks is not None
        if self.banks is not None:
            self.banks.begin(() if window else asked, at)

    def turn_banks(
        self, key: str, asked: Collection[int], at: float, *, new: bool, window: bool, record: dict[str, Any]
    ) -> None:
        """Take note of a record at a table with banks: what a spectator sees now, and who is asked by that.

        `new`: another question is open, `window`: it is one of a reaction window.
        """
        assert self.banks is not None
        if key == self.key and window == self.in_window:
            return
        back = "undo" in record or "retract" in record
        fresh = new or window != self.in_window
        free = record["seat"] if "answer" in record and record["by"] == BOT else -1
        self.banks.turn(self.key, () if window else asked, at, fresh=fresh, back=back, free=free)
        if "undo" in record:
            self._undone.setdefault(key, at)
        self.key, self.in_window = key, window
        if fresh:
            self.asked = at

    def turn(self, key: str, at: float, *, new: bool, undone: bool) -> None:
        """Take note of a record: what a spectator sees now, whether another question is open, and by an undo."""
        self._undos += undone
        if key == self.key:
            return
        self._spent.pop(self.key, None)
        self._spent[self.key] = max(0.0, at - self.asked) + self._over, self._undos - undone
        while len(self._spent) > _REMEMBERED:
            del self._spent[next(iter(self._spent))]
        self.key = key
        if new:
            used, undos = self._spent.get(key, (0.0, self._undos))
            if undos == self._undos:  # nothing was taken back since: it only looks the same
                used = 0.0
            shown = min(used, max(0.0, self.limit - (UNDO_GRACE if used < 2 * self.limit else 0.0)))
            self.asked, self._over = at - shown, used - shown

    def welcome(self, seat: int, at: float) -> None:
        """Give who sits down the time to look around, once at a table."""
        if (self.key, seat) not in self._welcomed:
            self._welcomed.add((self.key, seat))
            self.floor = at

    def arrive(self, seat: int, at: float) -> None:
        """Let the time of who has taken an open seat begin."""
        self.asked = at
        if self.banks is not None and seat in self.banks.since:
            self.banks.since[seat] = at

    def change_hands(self, seat: int, at: float, *, to_person: bool) -> None:
        """Take note that a bot plays for a person from now on, or the person again: no one thinks at a bot's cost."""
        if self.banks is not None and seat in self.banks.since:
            self.banks.change_hands(seat, at, to_person=to_person)
            self.unkept = True

    def resume(self, away: float, at: float) -> None:
        """Go on after a pause of `away` seconds, in which nobody was here."""
        self.asked += away
        self.floor = max(self.floor, at)
        if self.banks is not None:
            self.banks.shift(away)

    def wake(self, at: float) -> None:
        """Give open decisions the time to come back to: nobody could answer before `at`, or not all the while."""
        self.floor = max(self.floor, at)
        if self.banks is not None and self.banks.wake(at):
            self.unkept = True

    def answered(self, seat: int, by: str) -> None:
        """Take note of who answered: a person, or the clock for him."""
        if by == CLOCK:
            self.missed[seat] = self.missed.get(seat, 0) + 1
        elif by == PLAYER:
            self.missed.pop(seat, None)

    def save(self) -> dict[str, Any]:
        """Return the clock as plain data."""
        return {
            "asked": self.asked,
            "key": self.key,
            "missed": sorted(self.missed.items()),
            "over": self._over,
            "undos": self._undos,
            "spent": {**self._spent},
            **({} if self.banks is None else {"banks": self.banks.save(), "window": self.in_window}),
        }

    def restore(self, data: dict[str, Any]) -> None:
        """Set the clock as it was saved."""
        self.asked, self.key = float(data["asked"]), str(data["key"])
        paused = data.get("paused")
        self.paused = None if paused is None else float(paused)
        self.missed = {int(seat): int(number) for seat, number in data["missed"]}
        self._over, self._undos = float(data["over"]), int(data["undos"])
        self._spent = {str(key): (float(used), int(undos)) for key, (used, undos) in data["spent"].items()}
        if self.banks is not None:
            self.banks.restore(data["banks"])
            self.in_window = bool(data["window"])


def _same(moment: float) -> float:
    return moment
