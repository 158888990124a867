"""Holidays: days in which someone is away, of which each has some a year. No deadline of days falls in them.

What a seat has taken is written as `2026 5 1764547200`: the year, the days taken in it, and until when the last holiday
goes, in seconds since 1970. The hour of the day at which one begins is that at which the last one ends.
"""

from __future__ import annotations

import re
from datetime import UTC, datetime
from math import floor
from typing import Final, NamedTuple

DAYS_A_YEAR: Final = 21
_DAY: Final = 86_400
_HOLIDAY: Final = re.compile(r"(\d{4}) (\d{1,3}) (\d{1,12})", re.ASCII)


class NoHoliday(Exception):
    """A holiday that cannot be taken: `few` days are left, or one was `late` already."""


class Holiday(NamedTuple):
    """What a person has taken this year, and until when they are away."""

    year: int
    used: int
    until: int

    def left(self, now: float) -> int:
        """Return how many days are left in the year of a moment."""
        return DAYS_A_YEAR - (self.used if self.year == _year(now) else 0)

    def taken(self, days: int, now: float) -> Holiday:
        """Return the holiday with some days more, from now on or behind one that goes on. Raises NoHoliday."""
        if not 1 <= days <= self.left(now):
            raise NoHoliday("few")
        used = DAYS_A_YEAR - self.left(now)
        return Holiday(_year(now), used + days, floor(max(self.until, now)) + days * _DAY)

    def ended(self, now: float) -> Holiday:
        """Return the holiday ended now: whole days that are left of it are given back."""
        rest = max(0, floor((self.until - now) / _DAY))
        used = max(0, DAYS_A_YEAR - self.left(now) - rest)
        return Holiday(_year(now), used, min(self.until, floor(now)))

    def written(self) -> str:
        """Return it as it is stored."""
        return f"{self.year} {self.used} {self.until}"


def holiday_of(words: str) -> Holiday:
    """Return what is written of a holiday; what is none was never taken."""
    found = _HOLIDAY.fullmatch(words)
    return Holiday(*map(int, found.groups())) if found else Holiday(0, 0, 0)


def _year(moment: float) -> int:
    return datetime.fromtimestamp(moment, UTC).year
