"""`shapan games`: the games that there are."""

from __future__ import annotations

import json
import sys
from dataclasses import asdict
from typing import Any

from rich.table import Table
from rich.text import Text

from shapan import bots
from shapan.bots.personality import FILE as PERSONALITIES
from shapan.bots.personality import personalities_of
from shapan.cli import arguments
from shapan.cli.screen import screen
from shapan.engine import registry
from shapan.engine.game import Game
from shapan.engine.length import FILE as LENGTHS
from shapan.engine.length import read_lengths
from shapan.engine.origin import origin_of, unreadable
from shapan.engine.text import catalogue, missing_texts, package_of, trouble_with
from shapan.engine.trouble import FileError, one_line, toml_of

EXTRAS = ("guide.toml", LENGTHS, "handicap.toml", "levels.toml", PERSONALITIES)
"""Files of a game that it can do without."""


def games(*, language: str | None = None, others: bool = False, as_json: arguments.AsJson = False) -> None:
    """List the games.

    Parameters
    ----------
    language
        en, zh-Hans or zh-Hant; without it that of the system.
    others
        Only the games that other packages have brought, each with its package.
    as_json
        Print JSON.

    """
    spoken = arguments.language_of(language)
    rows: list[tuple[Game[Any], dict[str, Any]]] = []
    wrong = [*registry.broken().items(), *((f"bot {name}", says) for name, says in bots.broken().items())]
    wrong += unreadable().items()
    for game in registry.games().values():
        if others and origin_of(game) is None:
            continue
        try:
            rows.append((game, _written(game, spoken)))
            wrong += [(game.name, says) for says in _faults(game)]
        except (Exception, SystemExit) as error:  # noqa: BLE001 - a game may be somebody else's
            wrong.append((game.name, trouble_with(game, error)))
    if as_json:
        broken = [{"name": name, "error": says} for name, says in wrong]
        print(json.dumps([*(row for _, row in rows), *broken], ensure_ascii=False, indent=2))
        return
    if others and not rows:
        screen().print("No other package has brought a game; docs/how-to/publish-a-game.md says how one does.")
    table = Table.grid(padding=(0, 2))
    for game, row in rows:
        seats = f"{game.min_seats}-{game.max_seats}" if game.min_seats < game.max_seats else str(game.max_seats)
        title = Text.assemble((row["title"], "bold"), "  ", row["tagline"])
        below = [Text(row["length"], style="dim")] if row["length"] else []
        below += [Text(_told(row["package"]), style="dim")] if row["package"] else []
        table.add_row(Text(game.name, style="bold cyan"), seats, Text("\n").join([title, *below]))
    screen().print(table)
    for name, says in wrong:
        print(f"shapan: {name}: {says}", file=sys.stderr)


def _told(package: dict[str, str]) -> str:
    named = f"{package['name']} {package['version']}".rstrip()
    return "  ".join(part for part in (named, package["author"], package["url"]) if part)


def _faults(game: Game[Any]) -> list[str]:
    """Return what is wrong with the files of a game that goes on all the same."""
    found = [*missing_texts(game), *game.left_out()]
    for path in EXTRAS:
        try:
            if path == LENGTHS:
                read_lengths(package_of(game))
            elif path == PERSONALITIES:
                personalities_of(game)
            else:
                toml_of(package_of(game), path)
        except FileError as error:
            found.append(one_line(str(error)))
    return found


def _written(game: Game[Any], language: str) -> dict[str, Any]:
    texts, origin = catalogue(game, language), origin_of(game)
    return {
        "name": game.name,
        "title": texts.get("game.name", game.name),
        "tagline": texts.get("game.tagline", ""),
        "length": texts.get("game.length", ""),
        "seats": [game.min_seats, game.max_seats],
        "rules_version": game.rules_version,
        "options": [option.name for option in game.options],
        "package": None if origin is None else asdict(origin),
    }
