"""A plan: what is played. Plain data, so that it can be sent to a worker, kept in a folder and compared."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from hashlib import blake2b
from typing import Any

from shapan import __version__, bots
from shapan.bots import Bot
from shapan.engine import registry
from shapan.engine.chance import derive, key_of
from shapan.engine.game import Game
from shapan.lab import watchdog


@dataclass(slots=True)
class Plan:
    """What is played. Match i has a key of its own, made from the seed and i, and the line-up i modulo their number."""

    game: str
    seats: int
    lineups: list[list[str]]
    """Bots by seat, taken in turns."""
    options: dict[str, Any]
    """The options that were given; the others have their defaults."""
    seed: str
    matches: int
    until: int = 0
    """A ladder ends when every interval is at most so many points wide; 0 for never."""
    variant: str = ""
    """The name of a variant; empty for the game as it is."""
    tables: dict[str, dict[str, dict[str, Any]]] = field(default_factory=dict)
    """What the variant changes in the game's data tables; its options are among the options."""
    patience: float = watchdog.SECONDS
    """Seconds without an answer after which a match is given up; 0 waits for ever. No result depends on it."""

    def definition(self) -> Game[Any]:
        """Return the game, or the variant of it, which is known to this plan only."""
        game = registry.find(self.game)
        return game.varied(self.variant, self.tables) if self.variant else game

    def bots(self) -> dict[str, Bot]:
        """Return the bots by name."""
        return {name: bots.find(name) for name in sorted({name for lineup in self.lineups for name in lineup})}

    def lineup(self, match: int) -> list[str]:
        """Return the bots of a match, by seat."""
        return self.lineups[match % len(self.lineups)]

    def key(self, match: int) -> bytes:
        """Return the key of a match: with game, seats and options it fixes all chance, also that of the bots."""
        return derive(key_of(self.seed), "match", match)

    def write(self) -> dict[str, Any]:
        """Return the plan as JSON, with all options and the versions that its results depend on."""
        game = self.definition()
        return {
            "program": __version__,
            "game": self.game,
            "rules_version": game.rules_version,
            "seats": self.seats,
            "lineups": self.lineups,
            "options": game.resolve(self.options, self.seats),
            "seed": self.seed,
            "variant": self.variant,
            "tables": self.tables,
            "matches": self.matches,
            "until": self.until,
        }

    def digest(self) -> str:
        """Return 16 hexadecimal digits that differ for different plans."""
        return digest_of(self.write())


def digest_of(written: dict[str, Any]) -> str:
    """Return the digest of a written plan."""
    return blake2b(plain(written).encode(), digest_size=8).hexdigest()


def plain(data: Any) -> str:
    """Return JSON in one way of writing."""
    return json.dumps(data, ensure_ascii=False, sort_keys=True, separators=(",", ":"))
