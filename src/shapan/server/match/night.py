"""Nights: the hours in which someone sleeps, by the clock of where they live. No deadline of days falls in them.

A night is written as `+02:00 22:30 8`: how far their clock is ahead of UTC, when the night begins there, and its hours.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Final, NamedTuple

MAX_HOURS: Final = 8
_MINUTE, _HOUR, _DAY = 60, 3600, 86_400
_NIGHT: Final = re.compile(r"([+-])(\d\d):(\d\d) (\d\d):(\d\d) ([1-8])", re.ASCII)
_FARTHEST: Final = 14 * _HOUR


class Night(NamedTuple):
    """A night, in seconds: when it begins in a day of UTC, and how long it is."""

    begins: int
    length: int


def night_of(words: str) -> Night | None:
    """Return the night that some words say, None for none. Raises ValueError for what is no night."""
    if not words:
        return None
    found = _NIGHT.fullmatch(words)
    if found is None:
        raise ValueError("a night is written as +02:00 22:30 8")
    sign, hours, minutes, hour, minute, length = found.groups()
    ahead = int(hours) * _HOUR + int(minutes) * _MINUTE
    begins = int(hour) * _HOUR + int(minute) * _MINUTE
    if ahead > _FARTHEST or int(minutes) * _MINUTE >= _HOUR or begins >= _DAY or int(minute) * _MINUTE >= _HOUR:
        raise ValueError("there is no such time of day")
    return Night((begins - (ahead if sign == "+" else -ahead)) % _DAY, int(length) * _HOUR)


def after_nights(moment: float, nights: Iterable[Night]) -> float:
    """Return a moment, by the machine's time, or where it falls in nights the end of these; each counts once."""
    left = list(nights)
    while left:
        asleep = [night for night in left if (moment - night.begins) % _DAY < night.length]
        if not asleep:
            break
        moment = max(moment - (moment - night.begins) % _DAY + night.length for night in asleep)
        left = [night for night in left if night not in asleep]
    return moment
