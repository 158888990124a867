"""Dumps: backups of a PostgreSQL database by its own programs, and their way back.

`pg_dump` writes the file and `pg_restore` reads it; nothing in the file is run. Its rows alone are taken, into tables
made here, in a schema of their own that gets its place once every row has been read back and decoded.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from hashlib import blake2b
from pathlib import Path
from typing import IO, Any, Final

from sqlalchemy import MetaData, delete, func, inspect, select, update
from sqlalchemy.engine import Connection

from shapan.server.store import archive
from shapan.server.store.archive import BEFORE, OURS, REVISIONS, SCRATCH
from shapan.server.store.backup import PART, Restored, check_target, settle
from shapan.server.store.fault import Fault
from shapan.server.store.postgres import Postgres, quoted
from shapan.server.store.proof import damaged_rows, told_damage
from shapan.server.store.revision import check_known, make_schema, revision_of, take_back
from shapan.server.store.revision import upgrade as bring_up
from shapan.server.store.schema import MATCHES, METADATA, PROCESSES, REVISION
from shapan.server.store.sqlite import Facts

_CHUNK: Final = 1 << 16
_Digest = tuple[int, int]
"""The number of rows of a table, and a sum over them that is the same in any order."""


def upgrade(database: Postgres) -> tuple[str | None, Facts]:
    """Bring a database to the present schema and return the schema it had, and what it is now. Raises Fault."""
    with database.alone():
        with database.transaction() as connection:
            _facts(connection, database)
        had = database.migrate()
        with database.transaction() as connection:
            return had, _facts(connection, database)


def backup(database: Postgres, target: Path) -> Facts:
    """Dump a database, also one in use, to a new file that gets its name once each row is found in it. Raises Fault."""
    check_target(target)
    part = target.with_name(target.name + PART)
    try:
        with database.snapshot() as (connection, name):
            facts = _facts(connection, database)
            pg_dump = archive.program("pg_dump", connection)
            with _made(part) as file:
                archive.run([pg_dump, *_DUMP, f"--snapshot={name}", *database.words()], database, file)
            found = archive.entries(part)
            with archive.rows(part, found, [*found]) as tables:
                for table, columns, rows in tables:
                    if _sum(rows) != _sum(_stored(connection, None, table, columns)):
                        raise Fault(f"{part} has other rows of {table} than {database}: no backup was made")
        settle(part, target)
    finally:
        part.unlink(missing_ok=True)
    return facts


def restore(database: Postgres, source: Path, force: bool = False, damaged: bool = False) -> Restored[str]:
    """Put a dump in the place of a database. Raises Fault, and has then changed nothing; InUse if a server runs.

    One with rows that cannot be read is refused, unless `damaged` ones shall be taken.
    """
    archive.check_dump(source)
    with database.alone(), _unpacked(database, source, damaged) as scratch, database.transaction() as connection:
        schema = connection.scalar(select(func.current_schema()))
        old = inspect(connection).get_table_names()
        used = [name for name in old if name != REVISIONS and _has_rows(connection, name)]
        if used and not force:
            raise Fault(
                f"{database} has something in it already; --force replaces it and keeps it beside, in a schema {BEFORE}"
            )
        kept = _free_name(inspect(connection).get_schema_names())
        connection.exec_driver_sql("SET LOCAL lock_timeout = '10s'")
        connection.exec_driver_sql(f"CREATE SCHEMA {quoted(kept)}")
        for name in old:
            connection.exec_driver_sql(f"ALTER TABLE {quoted(name)} SET SCHEMA {quoted(kept)}")
        for name in inspect(connection).get_table_names(SCRATCH):
            connection.exec_driver_sql(f"ALTER TABLE {SCRATCH}.{quoted(name)} SET SCHEMA {quoted(schema)}")
        if not used:
            connection.exec_driver_sql(f"DROP SCHEMA {quoted(kept)} CASCADE")
    return Restored(scratch.matches, kept if used else None)


@contextmanager
def rehearsed(database: Postgres, source: Path, damaged: bool = False) -> Iterator[tuple[Postgres, Facts]]:
    """Give a dump as a database, unpacked beside what is in `database` and removed in the end. Raises Fault."""
    archive.check_dump(source)
    with _unpacked(database, source, damaged) as facts:
        yield database.within(SCRATCH), facts


# Unpacking


@contextmanager
def _unpacked(database: Postgres, source: Path, damaged: bool) -> Iterator[Facts]:
    """Unpack a dump into the schema for it, brought up to date and proved. Raises Fault, InUse."""
    found = archive.entries(source)
    revision = archive.noted_revision(source, found)
    check_known(revision, source)
    scratch = database.within(SCRATCH)
    with database.unpacking():
        try:
            with database.transaction() as connection:
                connection.exec_driver_sql(f"DROP SCHEMA IF EXISTS {SCRATCH} CASCADE")  # one that was killed left it
                connection.exec_driver_sql(f"CREATE SCHEMA {SCRATCH}")
            with scratch.transaction() as connection:
                make_schema(connection)
                if revision != REVISION:
                    take_back(connection, revision, _columns(source, found))
                _fill(connection, source, found)
                if revision != REVISION:
                    bring_up(connection, scratch)
                    _check_present(connection, source)
                connection.execute(delete(PROCESSES))  # those that wrote there are none of this database
                connection.execute(update(MATCHES).values(home=None))
                if not damaged and (wrong := list(damaged_rows(connection))):
                    raise Fault(f"{source} {told_damage(wrong)}; --damaged takes the backup as it is")
                facts = _facts(connection, source)
            yield facts
        finally:
            with suppress(Fault), database.transaction() as connection:
                connection.exec_driver_sql(f"DROP SCHEMA IF EXISTS {SCRATCH} CASCADE")


def _fill(connection: Connection, source: Path, found: dict[str, str]) -> None:
    """Put the rows of a dump into the tables that its schema has, and compare what they give back. Raises Fault."""
    reflected = MetaData()
    reflected.reflect(connection)
    known = {table.name: set(table.columns.keys()) for table in reflected.sorted_tables if table.name != REVISIONS}
    if missing := [name for name in known if name not in found]:
        raise Fault(f"{source} has no table {missing[0]}, which all backups of its schema have: it was changed")
    with archive.rows(source, found, [*known]) as tables:
        for table, columns, rows in tables:
            if set(columns) != known[table]:
                raise Fault(f"{source} has other columns in {table} than its schema: it was changed")
            if _copy_in(connection, table, columns, rows) != _sum(_stored(connection, SCRATCH, table, columns)):
                raise Fault(f"{source}: other rows of {table} are given back than were written")


def _columns(source: Path, found: dict[str, str]) -> dict[str, list[str]]:
    """Return the columns of each table of a dump. Raises Fault."""
    with archive.rows(source, found, [*found]) as tables:
        return {table: columns for table, columns, _ in tables}


def _check_present(connection: Connection, source: Path) -> None:
    """Raise Fault unless a database has all that the present schema has."""
    tables = MetaData()
    tables.reflect(connection)
    for name, table in METADATA.tables.items():
        if name not in tables.tables or set(tables.tables[name].columns.keys()) != set(table.columns.keys()):
            raise Fault(f"{source} has other columns in {name} than its schema: it was changed")


def _copy_in(connection: Connection, table: str, columns: list[str], rows: Iterable[bytes]) -> _Digest:
    """Write rows into a table and return their digest."""
    count = total = 0
    waiting: list[bytes] = []
    size = 0
    with _copying(connection, f"COPY {SCRATCH}.{quoted(table)} ({_names(columns)}) FROM STDIN", table) as to:
        for row in rows:
            count, total = count + 1, total + _of_row(row)
            waiting.append(row)
            size += len(row)
            if size >= _CHUNK:
                to.write(b"".join(waiting))
                waiting, size = [], 0
        to.write(b"".join(waiting))
    return count, total


def _stored(connection: Connection, schema: str | None, table: str, columns: list[str]) -> Iterator[bytes]:
    """Yield the rows of a table as a dump has them."""
    place = quoted(table) if schema is None else f"{schema}.{quoted(table)}"
    rest = b""
    with _copying(connection, f"COPY {place} ({_names(columns)}) TO STDOUT", table) as found:
        for block in found:
            *rows, rest = (rest + bytes(block)).split(b"\n")
            yield from (row + b"\n" for row in rows)


def _sum(rows: Iterable[bytes]) -> _Digest:
    count = total = 0
    for row in rows:
        count, total = count + 1, total + _of_row(row)
    return count, total


def _of_row(row: bytes) -> int:
    return int.from_bytes(blake2b(row, digest_size=32).digest(), "big")


def _names(columns: list[str]) -> str:
    return ", ".join(map(quoted, columns))


@contextmanager
def _copying(connection: Connection, statement: str, table: str) -> Iterator[Any]:
    """Give the driver's way to copy rows. Raises Fault where the database refuses one; it may not be shown."""
    from psycopg import Error

    driver: Any = connection.connection.driver_connection
    try:
        with driver.cursor() as cursor, cursor.copy(statement) as copy:
            yield copy
    except Error as error:
        said = error.diag.message_primary or type(error).__name__
        raise Fault(f"{table} cannot be copied ({said}): the backup was changed, or the database is damaged") from None


def _facts(connection: Connection, place: object) -> Facts:
    """Return what a database says of itself. Raises Fault for one that is not ours, SchemaError for a newer one."""
    tables = set(inspect(connection).get_table_names())
    if not tables:
        raise Fault(f"{place} is an empty database")
    if not tables >= OURS:
        raise Fault(f"{place} is the database of another program: name another one")
    revision = revision_of(connection)
    check_known(revision, place)
    return Facts(revision, connection.scalar(select(func.count()).select_from(MATCHES)) or 0)


def _has_rows(connection: Connection, table: str) -> bool:
    return bool(connection.exec_driver_sql(f"SELECT EXISTS (SELECT FROM {quoted(table)})").scalar())  # noqa: S608 - quoted


def _free_name(taken: Iterable[str]) -> str:
    known = set(taken)
    number, name = 1, BEFORE
    while name in known:
        number += 1
        name = f"{BEFORE}_{number}"
    return name


# Files

_DUMP: Final = (
    "--format=custom",
    "--no-owner",
    "--no-privileges",
    "--no-password",
    f"--exclude-schema={SCRATCH}",
    f"--exclude-schema={BEFORE}*",
)


@contextmanager
def _made(path: Path) -> Iterator[IO[bytes]]:
    """Give a new file for its owner alone: it holds the dice and the hidden cards. Raises Fault."""
    path.unlink(missing_ok=True)
    try:
        with os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as file:
            yield file
    except OSError as error:
        raise Fault(f"{path} cannot be written ({error.strerror}): choose another place") from None
