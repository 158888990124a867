"""What the lobby tells a guest of himself: the matches he has finished, and how many of them he has won."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Final, Literal

from shapan.engine import text
from shapan.engine.game import Game
from shapan.engine.registry import UnknownGame, find
from shapan.server.store.result import Result
from shapan.server.words import say

_LAST: Final = 5

Ending = Literal["won", "drawn", "lost"]


@dataclass(slots=True)
class GameRecord:
    """A guest's matches of one game."""

    title: str
    played: int
    won: int

    @property
    def percent(self) -> int:
        """How many of a hundred he has won."""
        return round(100 * self.won / self.played)


@dataclass(slots=True)
class PlayerRecord:
    """A guest's matches of all games; nobody else's."""

    played: int = 0
    won: int = 0
    games: list[GameRecord] = field(default_factory=list)
    uncounted: int = 0
    """Those in which a bot played for him: neither won nor lost."""
    last: list[Ending] = field(default_factory=list)
    """How the latest ones ended for him, the latest first."""
    latest: str = ""
    """The latest match, and the title of its game."""
    title: str = ""
    seconds: str = ""
    """How long he takes for a decision, in words; empty where nothing is known."""


def standing(results: list[Result], seconds: int | None, language: str) -> PlayerRecord:
    """Return what a guest's results, the latest first, come to."""
    counted = [result for result in results if not result.stood_in]
    results, uncounted = counted, len(results) - len(counted)
    endings = [ending_of(result) for result in results]
    by_game: dict[str, list[bool]] = {}
    for result, ending in zip(results, endings, strict=True):
        by_game.setdefault(result.game, []).append(ending == "won")
    games = [GameRecord(title_of(name, language), len(won), sum(won)) for name, won in by_game.items()]
    games.sort(key=lambda game: (-game.played, game.title))
    return PlayerRecord(
        len(endings),
        endings.count("won"),
        games,
        uncounted,
        endings[:_LAST],
        results[0].match if results else "",
        title_of(results[0].game, language) if results else "",
        "" if seconds is None else say(language, "ui.pace_seconds", count=seconds),
    )


def ending_of(result: Result) -> Ending:
    """Return how a match ended for who sat in a seat."""
    game = _known(result.game)
    if game is not None and game.is_drawn(result.winners, result.seats):
        return "drawn"
    return "won" if result.seat in result.winners else "lost"


def title_of(name: str, language: str) -> str:
    """Return the title of a game, or its name where it is not installed any more."""
    game = _known(name)
    return name if game is None else text.catalogue(game, language).get("game.name", name)


def _known(name: str) -> Game[Any] | None:
    """Return the game of a name; None where it is not installed any more."""
    try:
        return find(name)
    except UnknownGame:
        return None
