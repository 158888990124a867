"""How long a match takes: the median of those finished here; until there are enough, what was measured with bots.

A game's `lengths.toml` is made by `bench/lengths.py`. A guest reads one figure of many matches, never that of one.
"""

from __future__ import annotations

import time
import tomllib
from functools import cache
from importlib.resources import files
from statistics import median
from typing import Any, Final

import msgspec

from shapan.engine.game import Game
from shapan.engine.text import package_of
from shapan.server.store.result import Length, lengths
from shapan.server.store.storage import Store
from shapan.server.words import say

FILE: Final = "lengths.toml"
ENOUGH: Final = 5
"""So many finished matches say more than what was measured with bots."""
_KEPT: Final = 300.0
"""Seconds for which what the store said is kept: it reads many records."""
_HOUR: Final = 60


class Measured(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Minutes of a match as they were measured with bots."""

    seats: int
    matches: int
    questions: int
    """What one person is asked in a match."""
    alone: int
    people: int


class Told(msgspec.Struct, frozen=True):
    """How long a game takes, in words: alone with bots, among people, and how it is known."""

    minutes: int
    """Alone; for sorting."""
    alone: str
    people: str
    source: str


@cache
def measured(game: Game[Any]) -> Measured | None:
    """Return what was measured of a game with bots, None if nothing was."""
    path = files(package_of(game)) / FILE
    return msgspec.convert(tomllib.loads(path.read_text(encoding="utf-8")), Measured) if path.is_file() else None


class Lengths:
    """Knows how long games take on one server."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._found: dict[str, tuple[float, list[Length]]] = {}

    async def told(self, game: Game[Any], language: str) -> Told | None:
        """Return how long a game takes, None where nobody knows."""
        played, known = await self._played(game.name), measured(game)
        alone = [one.seconds for one in played if one.people == 1]
        people = [one.seconds for one in played if one.people > 1]
        counted = [many for many in (alone, people) if len(many) >= ENOUGH]
        if known is None and not counted:
            return None
        minutes = [
            _minutes(many) if len(many) >= ENOUGH else usual
            for many, usual in ((alone, known.alone if known else 0), (people, known.people if known else 0))
        ]
        source = (
            say(language, "ui.length_here", count=sum(map(len, counted)))
            if counted
            else say(language, "ui.length_measured", count=known.matches if known else 0)
        )
        words = [duration(one, language) if one else "" for one in minutes]
        return Told(minutes[0] or minutes[1], words[0], words[1], source)

    async def _played(self, game: str) -> list[Length]:
        now = time.monotonic()
        kept = self._found.get(game)
        if kept is None or now - kept[0] > _KEPT:
            kept = self._found[game] = (now, await lengths(self._store, game))
        return kept[1]


def _minutes(seconds: list[int]) -> int:
    return max(1, round(median(seconds) / 60))


def duration(minutes: int, language: str) -> str:
    """Return a length in words: minutes, or hours and quarters of one."""
    if minutes < _HOUR:
        return say(language, "ui.pace_minutes", count=minutes)
    quarters = 15 * round(minutes / 15)
    hours, rest = divmod(quarters, _HOUR)
    words = say(language, "ui.pace_hours", count=hours)
    return f"{words} {say(language, 'ui.pace_minutes', count=rest)}" if rest else words
