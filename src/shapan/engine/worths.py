"""What a game's bots take things to be worth, by their names: `data/bots.toml` of its package, table by table."""

from __future__ import annotations

import tomllib
from collections.abc import Collection, Mapping
from importlib.resources import files
from typing import Any, Final

from shapan.engine.data import DataError

FILE: Final = "bots.toml"


def read_worths(
    package: str, tables: Mapping[str, Collection[str]], complete: Collection[str] = ()
) -> dict[str, dict[str, float]]:
    """Return the numbers of each table, by name; `tables` says which names each may have.

    Tables may leave names out, except those that have to be `complete`. Raises DataError, which names file, table and
    name, if the file is no TOML, if a table or name is missing or unknown, or if what a name has is no number.
    """
    try:
        data: dict[str, Any] = tomllib.loads(files(package).joinpath("data", FILE).read_text(encoding="utf-8"))
    except tomllib.TOMLDecodeError as error:
        raise DataError(FILE, str(error)) from None
    for name in sorted(data.keys() ^ tables.keys()):
        raise DataError(f"{FILE}: {name}", "there is no such table" if name in data else "this table is missing")
    found = {table: _numbers(table, data[table], tables[table]) for table in data}
    for table in complete:
        for name in sorted(set(tables[table]) - found[table].keys()):
            raise DataError(f"{FILE}: {table}.{name}", "this number is missing")
    return found


def _numbers(table: str, rows: Any, known: Collection[str]) -> dict[str, float]:
    if not isinstance(rows, dict):
        raise DataError(f"{FILE}: {table}", f"{rows!r} is no table")
    for name, number in rows.items():
        if name not in known:
            raise DataError(f"{FILE}: {table}.{name}", "the game has no such thing")
        if isinstance(number, bool) or not isinstance(number, int | float):
            raise DataError(f"{FILE}: {table}.{name}", f"{number!r} is no number")
    return {name: float(number) for name, number in rows.items()}
