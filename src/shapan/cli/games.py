"""`shapan games`: the games that there are."""

from __future__ import annotations

import json
from typing import Any

from rich.table import Table
from rich.text import Text

from shapan.cli import given
from shapan.cli.screen import screen
from shapan.engine import registry
from shapan.engine.game import Game
from shapan.engine.text import catalogue


def games(*, language: str | None = None, as_json: given.AsJson = False) -> None:
    """List the games.

    Parameters
    ----------
    language
        en, zh-Hans or zh-Hant; without it that of the system.
    as_json
        Print JSON.

    """
    spoken = given.language_of(language)
    if as_json:
        rows = [_written(game, spoken) for game in registry.games().values()]
        print(json.dumps(rows, ensure_ascii=False, indent=2))
        return
    table = Table.grid(padding=(0, 2))
    for game in registry.games().values():
        row = _written(game, spoken)
        seats = f"{game.least_seats}-{game.most_seats}" if game.least_seats < game.most_seats else str(game.most_seats)
        title = Text.assemble((row["title"], "bold"), "  ", row["tagline"])
        length = Text(row["length"], style="dim")
        table.add_row(Text(game.name, style="bold cyan"), seats, Text("\n").join([title, length]) if length else title)
    screen().print(table)


def _written(game: Game[Any], language: str) -> dict[str, Any]:
    texts = catalogue(game, language)
    return {
        "name": game.name,
        "title": texts.get("game.name", game.name),
        "tagline": texts.get("game.tagline", ""),
        "length": texts.get("game.length", ""),
        "seats": [game.least_seats, game.most_seats],
        "rules_version": game.rules_version,
        "options": [option.name for option in game.options],
    }
