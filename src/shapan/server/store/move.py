"""A move: all that is kept goes from one database to another of whatever kind, in one transaction, and is read back."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from hashlib import blake2b
from pathlib import Path
from typing import Any, Final

from sqlalchemy import Table, exists, func, insert, select
from sqlalchemy.engine import Connection
from sqlalchemy.exc import DBAPIError

from shapan.server.store.backend import Backend
from shapan.server.store.fault import Fault, cause_of
from shapan.server.store.postgres import Postgres
from shapan.server.store.proof import check_rows
from shapan.server.store.schema import BUCKETS, MATCHES, METADATA, PROCESSES
from shapan.server.store.sqlite import Sqlite

_TABLES: Final = [table for table in METADATA.sorted_tables if table not in (PROCESSES, BUCKETS)]
"""What is moved: which processes served the one database, and how much, is nothing to the other."""
_LOT: Final = 500
"""Rows that are held in memory at a time."""


@dataclass(frozen=True, slots=True)
class Moved:
    """What a move has done."""

    matches: int
    rows: int


def place_of(words: str) -> Backend:
    """Return the database at an address, or in a file. Raises Fault."""
    return Postgres.at(words) if "://" in words else Sqlite(Path(words).expanduser().absolute())


def move(source: Backend, target: Backend, tell: Callable[[str, int], None] = lambda table, rows: None) -> Moved:
    """Copy all that is kept in one database to another, which must be empty; tell how many rows each table has.

    The source is brought to the present schema, and otherwise stays as it is. Raises Fault, and the target then has
    nothing of it; InUse if a server runs on either.
    """
    if source == target:
        raise Fault(f"{source} is the database itself: name another one as the target")
    if isinstance(source, Sqlite) and not source.path.is_file():
        raise Fault(f"there is no database {source}")
    with source.alone(), target.alone():
        source.migrate()
        if isinstance(source, Sqlite):
            check_rows(source.path)
        target.migrate()
        rows = 0
        with _transaction(source) as read, _transaction(target) as write:
            _check_empty(write, target)
            for table in _TABLES:
                count = _copy(read, write, table)
                tell(table.name, count)
                rows += count
                if _digest(write, table) != _digest(read, table):
                    raise Fault(f"{target} gives back other rows of {table.name} than were written: nothing was moved")
            matches = read.scalar(select(func.count()).select_from(MATCHES)) or 0
    return Moved(matches, rows)


@contextmanager
def _transaction(backend: Backend) -> Iterator[Connection]:
    engine = backend.writing(patient=True)
    try:
        with engine.begin() as connection:
            yield connection
    except DBAPIError as error:
        raise Fault(f"{backend}: {cause_of(error)}") from None
    finally:
        engine.dispose()


def _check_empty(connection: Connection, target: Backend) -> None:
    for table in _TABLES:
        if connection.scalar(select(exists().select_from(table))):
            raise Fault(f"{target} has something in it already: name an empty database")


def _copy(read: Connection, write: Connection, table: Table) -> int:
    """Copy the rows of a table and return how many there are."""
    count = 0
    for lot in _lots(read, table):
        write.execute(insert(table), lot)
        count += len(lot)
    return count


def _lots(connection: Connection, table: Table) -> Iterator[list[dict[str, Any]]]:
    columns = [column for column in table.c if column is not MATCHES.c.home]
    query = select(*columns).order_by(*table.primary_key)
    with closing(connection.execute(query, execution_options={"stream_results": True})) as found:
        for lot in found.mappings().partitions(_LOT):
            yield [dict(row) for row in lot]


def _digest(connection: Connection, table: Table) -> bytes:
    """Return a digest of all rows of a table, the same whatever kind of database holds them."""
    digest = blake2b()
    for lot in _lots(connection, table):
        for row in lot:
            digest.update(repr([int(value) if isinstance(value, bool) else value for value in row.values()]).encode())
    return digest.digest()
