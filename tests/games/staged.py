"""Moments of whole matches, for the tests of the games: who is shown what, and whether it is said in words."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import msgspec

from shapan import bots
from shapan.engine.game import Game
from shapan.engine.match import FRIENDLY, Match
from shapan.engine.moment import Moment
from shapan.engine.text import LANGUAGES, catalogue, say

MOST = 3_000
"""Answers of a match, at most."""


def played(game: Game[Any], seats: int, key: str, bot: str = "random", **options: Any) -> Match[Any]:
    """Return a match that bots have played to its end."""
    match: Match[Any] = Match(game, seats, options, key, FRIENDLY)
    mind = bots.find(bot)
    for _ in range(MOST):
        if match.over:
            return match
        seat = min(match.decisions)
        match.answer(seat, bots.answer(mind, match, seat))
    raise AssertionError(f"not over within {MOST} answers")


def staged(match: Match[Any], viewer: int) -> list[tuple[str, Moment]]:
    """Return the moments of a viewer with the keys of their events."""
    rows = zip(match.told(viewer), match.moments_for(viewer), strict=True)
    return [(match.game.events.types[event.kind].key, moment) for event, moment in rows if moment is not None]


def phrases(data: Any) -> Iterator[dict[str, Any]]:
    """Yield every phrase in plain data."""
    if isinstance(data, dict):
        if "key" in data:
            yield data
        for value in data.values():
            yield from phrases(value)
    elif isinstance(data, list):
        for value in data:
            yield from phrases(value)


def unsaid(game: Game[Any], thing: Any) -> list[str]:
    """Return what is not said in words, or not wholly, in some language."""
    found = []
    for phrase in phrases(msgspec.to_builtins(thing)):
        for language in LANGUAGES:
            text = say(game, language, phrase["key"], phrase.get("words"))
            if phrase["key"] not in catalogue(game, language) or re.search(r"\{\w+\}", text):
                found.append(f"{language}: {phrase} says {text!r}")
    return found
