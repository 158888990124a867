"""Damaged rows: what the database holds where something else belongs. Each row is checked as it is read.

SQLite keeps anything in any column. One bad row may cost its own match, never those beside it.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterable, Iterator
from contextlib import closing, suppress
from pathlib import Path
from typing import Any, Final, TypeVar

import msgspec
from sqlalchemy import Table, delete, select
from sqlalchemy.engine import Connection

from shapan.server.store.schema import MATCHES, METADATA, TOURNAMENT_TABLES

T = TypeVar("T")
LATEST_TIME: Final = 2**36
"""Seconds since 1970 behind which a time is damage."""
_SECRETS: Final = frozenset(
    {"secret", "owner", "session", "person", "account", "token_hash", "back", "seed", "night", "holiday", "refs"}
)
"""Columns that no file shows."""
_DERIVED: Final = frozenset(
    {
        *("snapshots", "recordings", "recorded_parts", "reviews", "review_points"),
        *("turns", "deliveries", "hooks", "memos", "reserves", "notices", "mutes"),
    }
)
"""Tables that can be made again from the others, or say what is the business of one person."""


class DamagedRow(Exception):
    """A row that cannot be read: its table, and what is wrong where."""


def checked(table: str, kind: type[T], fields: dict[str, Any]) -> T:
    """Return a row as a structure. Raises DamagedRow; its words show nothing of what was read."""
    try:
        return msgspec.convert(fields, kind, strict=False, builtin_types=(bytes,))
    except msgspec.ValidationError as error:
        raise DamagedRow(f"{table}: {error}") from None


def decoded(table: str, column: str, body: Any, kind: type[T]) -> T:
    """Return what a column holds as JSON. Raises DamagedRow."""
    try:
        return msgspec.json.decode(body, type=kind)
    except (msgspec.DecodeError, TypeError, ValueError, RecursionError):
        raise DamagedRow(f"{table}: `{column}` is not the JSON that belongs there") from None


def is_time(value: Any) -> bool:
    """Return whether a value is a time in seconds since 1970."""
    return isinstance(value, int) and 0 <= value <= LATEST_TIME


def readable(rows: Iterable[Any], read: Callable[[Any], T]) -> Iterator[T]:
    """Yield what can be read of some rows, and pass over the others."""
    for row in rows:
        try:
            yield read(row)
        except DamagedRow:
            continue


# What is left of a match


def tables_of() -> list[Table]:
    """Return the tables that belong to matches, each before those that it points to.

    What a table of a tournament came to belongs to the tournament, and stays when its match goes.
    """
    found = reversed(METADATA.sorted_tables)
    return [table for table in found if table is MATCHES or ("match" in table.c and table is not TOURNAMENT_TABLES)]


def remove(match: str) -> Callable[[Connection], None]:
    """Return the write that removes all that is stored of a match."""

    def job(connection: Connection) -> None:
        for table in tables_of():
            column = table.c.id if table is MATCHES else table.c.match
            connection.execute(delete(table).where(column == match))

    return job


def remains(database: Path, match: str) -> dict[str, list[dict[str, Any]]]:
    """Return all rows of a match by table as they are stored, bytes that are no text as hexadecimal digits.

    Secrets of people are left out, and what can be made again.
    """
    found: dict[str, list[dict[str, Any]]] = {}
    with closing(sqlite3.connect(f"{database.absolute().as_uri()}?mode=ro", uri=True, timeout=5)) as connection:
        connection.text_factory = bytes
        connection.row_factory = sqlite3.Row
        for table in reversed(tables_of()):
            if table.name not in _DERIVED:
                column = "id" if table is MATCHES else "match"
                query = f'SELECT * FROM "{table.name}" WHERE "{column}" = ? ORDER BY rowid'  # noqa: S608 - our own names
                found[table.name] = list(_rows(connection, query, match))
    return found


def shown_rows(connection: Connection, match: str) -> dict[str, list[dict[str, Any]]]:
    """Return what `remains` does, from a connection."""
    found: dict[str, list[dict[str, Any]]] = {}
    for table in reversed(tables_of()):
        if table.name not in _DERIVED:
            column = table.c.id if table is MATCHES else table.c.match
            query = select(table).where(column == match).order_by(*table.primary_key)
            rows = connection.execute(query).mappings()
            found[table.name] = [
                {name: _shown(value) for name, value in row.items() if name not in _SECRETS} for row in rows
            ]
    return found


def _rows(connection: sqlite3.Connection, query: str, match: str) -> Iterator[dict[str, Any]]:
    """Yield the rows of a match, up to the first that the file itself does not give."""
    with suppress(sqlite3.DatabaseError):
        for row in connection.execute(query, (match,)):
            names = [name for name in row.keys() if name not in _SECRETS]  # noqa: SIM118 - a Row, no dict
            yield {name: _shown(row[name]) for name in names}


def _shown(value: Any) -> Any:
    if not isinstance(value, bytes):
        return value
    try:
        return value.decode()
    except UnicodeDecodeError:
        return {"hex": value.hex()}
