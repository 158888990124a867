"""A database from elsewhere, looked at whole: what may be in it, and whether each row can be read."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Iterator, Sequence
from contextlib import closing
from pathlib import Path
from typing import Any, Final

import msgspec
from sqlalchemy import Column, Integer, LargeBinary, String, Table, select
from sqlalchemy.engine import Connection

from shapan.server.store.fault import Fault
from shapan.server.store.schema import CHAT, MATCHES, METADATA, NOTES, PLANS, RECORDS, SEALED
from shapan.server.store.sqlite import fault_of

_JSON: Final = frozenset(
    {MATCHES.c.options, MATCHES.c.winners, RECORDS.c.body, CHAT.c.words, NOTES.c.body, PLANS.c.body, SEALED.c.codes}
)
"""Columns whose texts are JSON."""
_SHOWN: Final = 3
"""So many damaged rows are named."""


def check_schema(path: Path) -> None:
    """Refuse a database that would do something by itself: triggers, views, virtual tables. Raises Fault."""
    try:
        with closing(sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True, timeout=5)) as connection:
            rows = connection.execute("SELECT type, name, rootpage FROM sqlite_schema ORDER BY type, name").fetchall()
    except (sqlite3.Error, UnicodeDecodeError) as error:
        raise fault_of(error, path) from None
    for kind, name, page in rows:
        if kind not in ("table", "index") or not page:
            what = kind if kind not in ("table", "index") else "virtual table"
            raise Fault(f"{path} has a {what} {name!a}, which no backup of Shapan has: it was changed by others")


def check_rows(path: Path) -> None:
    """Read each row of a database of the present schema. Raises Fault, which names the first damaged ones."""
    with closing(sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True, timeout=5)) as connection:
        connection.text_factory = bytes  # a text that is none must not end the reading of the others
        try:
            found = [row for table in METADATA.sorted_tables for row in _damaged(connection, table)]
        except sqlite3.Error as error:
            raise fault_of(error, path) from None
    if found:
        raise Fault(f"{path} {told_damage(found)}")


def told_damage(found: list[str]) -> str:
    """Return what is said of damaged rows: the first of them, and how many more there are."""
    more = f", and {len(found) - _SHOWN} more" if len(found) > _SHOWN else ""
    return f"has rows that cannot be read: {'; '.join(found[:_SHOWN])}{more}"


def damaged_rows(connection: Connection) -> Iterator[str]:
    """Yield what is wrong with the rows of a database of the present schema, whichever kind it is."""
    for table in METADATA.sorted_tables:
        with closing(connection.execute(select(table), execution_options={"stream_results": True})) as rows:
            yield from _wrong_rows(table, ([_as_bytes(value) for value in row] for row in rows))


def _as_bytes(value: Any) -> Any:
    """Return texts and bytes as SQLite gives them here."""
    return value.encode() if isinstance(value, str) else bytes(value) if isinstance(value, memoryview) else value


def _damaged(connection: sqlite3.Connection, table: Table) -> Iterator[str]:
    names = ", ".join(f'"{column.name}"' for column in table.columns)
    return _wrong_rows(table, connection.execute(f'SELECT {names} FROM "{table.name}"'))  # noqa: S608 - our own names


def _wrong_rows(table: Table, rows: Iterable[Sequence[Any]]) -> Iterator[str]:
    """Yield what is wrong with the rows of a table: table, row and column."""
    columns = list(table.columns)
    keys = [place for place, column in enumerate(columns) if column.primary_key]
    for row in rows:
        for column, value in zip(columns, row, strict=True):
            wrong = _wrong(column, value)
            if wrong:
                key = ", ".join(_shown(row[place]) for place in keys)
                yield f"{table.name} ({key}), {column.name}: {wrong}"
                break


def _wrong(column: Column[Any], value: Any) -> str:
    """Return what is wrong with a value, "" if nothing is."""
    if value is None:
        return "" if column.nullable else "is missing"
    if isinstance(column.type, LargeBinary | String):
        # The text factory gives texts as bytes too: SQLite itself says what a value is where the two matter.
        if not isinstance(value, bytes):
            return "is a number"
        return "" if isinstance(column.type, LargeBinary) else _wrong_text(value, column in _JSON)
    if isinstance(column.type, Integer) or column.type.python_type is bool:
        return "" if isinstance(value, int) else "is no whole number"
    return ""


def _wrong_text(value: bytes, is_json: bool) -> str:
    try:
        value.decode()
        if is_json:
            msgspec.json.decode(value)
    except UnicodeDecodeError:
        return "is no UTF-8 text"
    except (msgspec.DecodeError, RecursionError):
        return "is no JSON"
    return ""


def _shown(value: Any) -> str:
    return ascii(value.decode(errors="replace")) if isinstance(value, bytes) else str(value)
