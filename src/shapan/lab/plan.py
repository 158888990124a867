"""A plan: what is played. Plain data, so that it can be sent to a worker, kept in a folder and compared."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from hashlib import blake2b
from typing import Any, Final

from shapan import __version__, bots
from shapan.bots import Bot
from shapan.bots.search_bot import SearchBot
from shapan.engine import registry
from shapan.engine.chance import derive, key_of
from shapan.engine.game import Game
from shapan.engine.judgement import Judgement
from shapan.lab import watchdog

JUDGED: Final = "@"
"""Between a search and the name of the judgement that it goes by."""


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
    judgements: dict[str, list[float]] = field(default_factory=dict)
    """Weights by name: the search `search:100@NAME` goes by them in place of the game's, in this plan only."""
    per_deal: int = 1
    """So many matches, one after the other, have the same key: the same deal for different line-ups."""
    patience: float = watchdog.SECONDS
    """Seconds without an answer after which a match is given up; 0 waits for ever. No result depends on it."""

    def definition(self) -> Game[Any]:
        """Return the game, or the variant of it, which is known to this plan only."""
        game = registry.find(self.game)
        return game.varied(self.variant, self.tables) if self.variant else game

    def bots(self) -> dict[str, Bot]:
        """Return the bots by name."""
        return {name: self._bot(name) for name in sorted({name for lineup in self.lineups for name in lineup})}

    def _bot(self, name: str) -> Bot:
        base, _, whose = name.rpartition(JUDGED)
        if whose not in self.judgements:
            return bots.find(name)
        bot = bots.find(base)
        if not isinstance(bot, SearchBot):
            raise bots.UnknownBot(f"the bot {base!r} does not search: it goes by no judgement")
        return bot.judging(name, Judgement(self.definition().judgement.features, self.judgements[whose]))

    def lineup(self, match: int) -> list[str]:
        """Return the bots of a match, by seat."""
        return self.lineups[match % len(self.lineups)]

    def key(self, match: int) -> bytes:
        """Return the key of a match: with game, seats and options it fixes all chance, also that of the bots."""
        return derive(key_of(self.seed), "match", match // self.per_deal)

    def write(self) -> dict[str, Any]:
        """Return the plan as JSON, with all options and the versions that its results depend on."""
        game = self.definition()
        more = {"judgements": self.judgements, "per_deal": self.per_deal}
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
            **{name: value for name, value in more.items() if value not in ({}, 1)},
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
