"""What the lobby tells a guest of himself: the matches he has finished, and how many of them he has won."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final

from shapan.engine import text
from shapan.engine.registry import UnknownGame, find
from shapan.server.store.result import Result

_LAST: Final = 5


@dataclass(slots=True)
class GameStanding:
    """A guest's matches of one game."""

    title: str
    played: int
    won: int

    @property
    def percent(self) -> int:
        """How many of a hundred he has won."""
        return round(100 * self.won / self.played)


@dataclass(slots=True)
class Standing:
    """A guest's matches of all games; nobody else's."""

    played: int = 0
    won: int = 0
    games: list[GameStanding] = field(default_factory=list)
    last: list[bool] = field(default_factory=list)
    """Whether he won the latest ones, the latest first."""


def standing(results: list[Result], language: str) -> Standing:
    """Return what a guest's results, the latest first, come to."""
    by_game: dict[str, list[bool]] = {}
    for result in results:
        by_game.setdefault(result.game, []).append(result.won)
    games = [GameStanding(_title(name, language), len(won), sum(won)) for name, won in by_game.items()]
    games.sort(key=lambda game: (-game.played, game.title))
    won = [result.won for result in results]
    return Standing(len(won), sum(won), games, won[:_LAST])


def _title(name: str, language: str) -> str:
    try:
        return text.catalogue(find(name), language).get("game.name", name)
    except UnknownGame:  # it is not installed any more
        return name
