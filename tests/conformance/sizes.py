"""How large the runs of the kit are: read from `sizes.toml`."""

from __future__ import annotations

import tomllib
from functools import cache
from pathlib import Path

from shapan.engine.conformance import Report, check
from shapan.engine.game import Game

SEEDS = {"usual": 1, "long": 2}


@cache
def table() -> dict[str, dict[str, list[int]]]:
    return tomllib.loads((Path(__file__).parent / "sizes.toml").read_text(encoding="utf-8"))


def size_of(kind: str, name: str) -> tuple[int, int]:
    """Return how many matches and decisions a kind of run of a game takes."""
    rows = table()[kind]
    matches, decisions = rows.get(name, rows["default"])
    return matches, decisions


def kept(game: Game, kind: str) -> Report:
    """Hold a game to the laws in a run of the `usual` or the `long` tier."""
    return check(game, *size_of(kind, game.name), seed=SEEDS[kind])
