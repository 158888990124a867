"""Expected playing times: the median of matches finished here, or until there are enough, of matches of bots.

A game's `lengths.toml` is made by `bench/lengths.py`. A guest reads one figure of many matches, never that of one.
"""

from __future__ import annotations

import time
from statistics import median
from typing import Any, Final

import msgspec

from shapan.engine.game import Game
from shapan.engine.length import duration, length_text, measured
from shapan.engine.text import catalogue, package_of
from shapan.server.store.result import Length, lengths
from shapan.server.store.storage import Store
from shapan.server.words import say

ENOUGH: Final = 5
"""Finished matches from which on their median is shown in place of the one measured with bots."""
_KEPT: Final = 300.0
"""Seconds for which a median is kept: the store reads many records for it."""


class LengthInfo(msgspec.Struct, frozen=True):
    """The playing time of a game in words: alone with bots, among people, and where the figures are from."""

    minutes: int
    """Alone; for sorting."""
    alone: str
    people: str
    source: str
    text: str
    """Both in one line."""


class Lengths:
    """The playing times of games on one server."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._found: dict[str, tuple[float, list[Length]]] = {}

    async def describe(self, game: Game[Any], language: str) -> LengthInfo | None:
        """Return the playing time of a game, or None if it is unknown."""
        played, known = await self._played(game.name), measured(package_of(game))
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
        texts = catalogue(game, language)
        words = [duration(texts, one) if one else "" for one in minutes]
        return LengthInfo(minutes[0] or minutes[1], words[0], words[1], source, length_text(texts, *minutes))

    async def _played(self, game: str) -> list[Length]:
        now = time.monotonic()
        kept = self._found.get(game)
        if kept is None or now - kept[0] > _KEPT:
            kept = self._found[game] = (now, await lengths(self._store, game))
        return kept[1]


def _minutes(seconds: list[int]) -> int:
    return max(1, round(median(seconds) / 60))
