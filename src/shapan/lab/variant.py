"""Variants: options and data tables of a game changed by one TOML file.

game = "planet_masters"
name = "strong-cruisers"

[options]
max_rounds = 60

[tables.weapons.cruiser]
attack = 2
"""

from __future__ import annotations

import re
import tomllib
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from shapan.engine.data import DataError
from shapan.engine.game import Game
from shapan.engine.options import OptionError
from shapan.lab.errors import LabError

MAX_BYTES: Final = 1 << 20
_ENTRIES: Final = ("game", "name", "note", "options", "tables")
_NAME: Final = re.compile(r"[A-Za-z0-9][A-Za-z0-9 ._-]{0,60}")


@dataclass(slots=True)
class Variant:
    """What a file changes. Plain data: a plan carries it to its workers."""

    name: str
    options: dict[str, Any]
    tables: dict[str, dict[str, dict[str, Any]]]


def read(path: Path, game: Game[Any]) -> Variant:
    """Return the variant of a file, checked for a game. Raises Fault with file, path and rule."""
    try:
        with path.open("rb") as file:
            content = file.read(MAX_BYTES + 1)
        if len(content) > MAX_BYTES:
            raise LabError(f"{path}: too long for a variant: at most {MAX_BYTES} bytes are read")
        data = tomllib.loads(content.decode())
    except OSError as error:
        raise LabError(f"{path}: {error.strerror}") from None
    except UnicodeDecodeError:
        raise LabError(f"{path}: not UTF-8 text") from None
    except tomllib.TOMLDecodeError as error:
        raise LabError(f"{path}: not TOML: {error}") from None
    except (RecursionError, ValueError):
        raise LabError(f"{path}: not TOML that can be read: nested too deeply, or a number too long") from None
    for name in data:
        if name not in _ENTRIES:
            raise LabError(f"{path}: {name}: there is no such entry; known: {', '.join(_ENTRIES)}")
    if data.get("game", game.name) != game.name:
        raise LabError(f"{path}: game: this is a variant of {data['game']!r}, not of {game.name}")
    name = data.get("name", path.stem)
    if not isinstance(name, str) or not _NAME.fullmatch(name):
        raise LabError(f"{path}: name: {name!r} is no name of letters, digits, spaces, dots, _ and -")
    options, tables = data.get("options", {}), data.get("tables", {})
    try:
        return Variant(name, _options(game, options), _plain(game.varied(name, tables), tables))
    except DataError as error:
        raise LabError(f"{path}: {error}") from None
    except OptionError as error:
        rule = next((option.rule for option in game.options if option.name == error.field), "")
        raise LabError(f"{path}: {error}" + (f" ({rule})" if rule else "")) from None


def _options(game: Game[Any], given: Any) -> dict[str, Any]:
    """Check options one by one; how they go together is checked with the number of seats."""
    if not isinstance(given, dict):
        raise DataError("options", f"{given!r} is not a table")
    known = {option.name: option for option in game.options}
    for name, value in given.items():
        if name not in known:
            raise OptionError(name, f"there is no such option; known: {', '.join(known) or 'none'}")
        known[name].check(value)
    return given


def _plain(varied: Game[Any], given: dict[str, Any]) -> dict[str, Any]:
    """Return the given values as they were checked, rows and tables that change nothing left out."""
    changed = {
        table: {
            row: {field: varied.tables[table][row][field] for field in fields} for row, fields in rows.items() if fields
        }
        for table, rows in given.items()
    }
    return {table: rows for table, rows in changed.items() if rows}
