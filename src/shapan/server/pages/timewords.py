"""Times in words: paces, clocks, and what is left for a decision."""

from __future__ import annotations

from typing import Final

from shapan.server.words import say

DAY: Final = 24 * 3600


def pace_words(seconds: int, language: str) -> str:
    """Return a pace in words."""
    if not seconds:
        return say(language, "ui.pace_none")
    for length, key in ((DAY, "ui.pace_days"), (3600, "ui.pace_hours"), (60, "ui.pace_minutes")):
        if seconds % length == 0:
            count = seconds // length
            return say(language, "ui.pace_day" if length == DAY and count == 1 else key, count=count)
    return say(language, "ui.pace_seconds", count=seconds)


def clock_words(pace: int, bank: int, increment: int, language: str) -> str:
    """Return a clock in words."""
    if not bank:
        return pace_words(pace, language)
    return say(language, "ui.bank", bank=pace_words(bank, language), increment=pace_words(increment, language))


def time_words(left: int, language: str) -> str:
    """Return the time left for a decision, in words: seconds at the end, else minutes, hours or days."""
    seconds = max(0, left) // 1000
    for length, least, key in ((86_400, 172_800, "ui.pace_days"), (3600, 7200, "ui.pace_hours")):
        if seconds >= least:
            return say(language, key, count=seconds // length)
    return f"{seconds // 60}:{seconds % 60:02}"
