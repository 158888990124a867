"""SQLite: the database file is made, checked, brought to the present schema; its lock tells that a server uses it.

Whatever is wrong with file or folder becomes a `Fault`: one line that names the place and the remedy.
"""

from __future__ import annotations

import errno
import os
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, Literal

from sqlalchemy import create_engine, event
from sqlalchemy.engine import Connection, Engine
from sqlalchemy.exc import DBAPIError
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine

from shapan.server.store.backend import PATIENCE, READERS
from shapan.server.store.damage import remains
from shapan.server.store.fault import Fault, InUse, is_garbled
from shapan.server.store.revision import make_schema, revision_of, upgrade
from shapan.server.store.schema import REVISION

LOCK: Final = "shapan.lock"
_MAX_CHECKED = 32 << 20
"""A database up to this size is checked whole at each start: that takes less than a tenth of a second."""


@dataclass(frozen=True, slots=True)
class Facts:
    """What a database says of itself."""

    revision: str | None
    """The schema, None in an empty file."""
    matches: int


@dataclass(frozen=True, slots=True)
class Sqlite:
    """A database in one file, with a write-ahead log and full synchronisation.

    What is confirmed survives a kill and a power cut.
    """

    path: Path

    def __str__(self) -> str:
        return str(self.path)

    def writing(self, *, patient: bool = False) -> Engine:
        """Return the engine of the one writer, whose transactions keep others from writing; all are patient."""
        engine = create_engine(f"sqlite:///{self.path}", pool_size=1, max_overflow=0, hide_parameters=True)
        prepare(engine, "IMMEDIATE")
        return engine

    def reading(self) -> AsyncEngine:
        """Return an engine whose transactions see one state of the database."""
        address = f"sqlite+aiosqlite:///{self.path}"
        engine = create_async_engine(address, pool_size=READERS, pool_timeout=PATIENCE, hide_parameters=True)
        prepare(engine.sync_engine, "DEFERRED")
        return engine

    def migrate(self) -> str | None:
        """Bring the database to the present schema; return which it had. Raises Fault, SchemaError if it is newer."""
        return migrate(self.path)

    @contextmanager
    def serving(self) -> Iterator[None]:
        """Hold the folder as the one server that serves it. Raises InUse or Fault."""
        make_folder(self.path.parent)
        with using(self.path.parent, "serve"):
            yield

    @contextmanager
    def sharing(self) -> Iterator[None]:
        """Hold the folder against being replaced while something is added to it. Raises InUse or Fault."""
        make_folder(self.path.parent)
        with using(self.path.parent):
            yield

    @contextmanager
    def alone(self) -> Iterator[None]:
        """Hold the folder against all others. Raises InUse or Fault."""
        make_folder(self.path.parent)
        with using(self.path.parent, "alone"):
            yield

    def remains(self, match: str) -> dict[str, list[dict[str, Any]]]:
        """Return all rows of a match by table as they are stored, bytes that are no text as hexadecimal digits."""
        return remains(self.path, match)


def make_folder(folder: Path) -> None:
    """Make the data folder. Raises Fault."""
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    except (FileExistsError, NotADirectoryError):
        raise Fault(f"{folder} is or lies in a file, not a folder: choose another place with --data") from None
    except OSError as error:
        raise Fault(f"{folder} cannot be made ({error.strerror}): choose another place with --data") from None


# Checking


def facts_of(path: Path, check: str = "integrity_check") -> Facts:
    """Return what a database says of itself, after a check for damage. Raises Fault for what is no database of ours."""
    try:
        with closing(sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True, timeout=5)) as connection:
            return _facts(connection, path, check)
    except (sqlite3.Error, UnicodeDecodeError) as error:
        raise fault_of(error, path) from None


def _facts(connection: sqlite3.Connection, path: Path, check: str) -> Facts:
    if check and connection.execute(f"PRAGMA {check}(1)").fetchone() != ("ok",):
        raise Fault(_damaged(path))
    tables = {name for (name,) in connection.execute("SELECT name FROM sqlite_schema WHERE type = 'table'")}
    if not tables:
        return Facts(None, 0)
    if not {"alembic_version", "matches", "records"} <= tables:
        raise Fault(f"{path} is the database of another program: move it away, or choose another place")
    row = connection.execute("SELECT version_num FROM alembic_version").fetchone()
    [matches] = connection.execute("SELECT count(*) FROM matches").fetchone()
    return Facts(None if row is None else str(row[0]), int(matches))


def _damaged(path: Path) -> str:
    return f"{path} is damaged: move it away and put a backup in its place (shapan db restore FILE)"


def fault_of(error: sqlite3.Error | UnicodeDecodeError, path: Path) -> Fault:
    """Return an error of SQLite as what it means for whoever runs the server."""
    name = getattr(error, "sqlite_errorname", "")
    if is_garbled(error):
        return Fault(_damaged(path))
    if name == "SQLITE_NOTADB":
        return Fault(f"{path} is not a database: move it away, or choose another place")
    if name.startswith("SQLITE_CORRUPT"):
        return Fault(_damaged(path))
    if name == "SQLITE_FULL":
        return Fault(f"{path} cannot grow, the disk is full: make room")
    if name.startswith(("SQLITE_BUSY", "SQLITE_LOCKED")):
        return Fault(f"{path} is in use by another program: stop it first")
    if name.startswith(("SQLITE_READONLY", "SQLITE_CANTOPEN", "SQLITE_PERM")):
        return Fault(f"{path} cannot be opened and written ({error}): look at its permissions and its folder's")
    return Fault(f"{path} cannot be used ({error})")


# Bringing up to date


def migrate(path: Path) -> str | None:
    """Bring a database to the present schema and return which it had. Raises SchemaError if it is newer, or Fault."""
    if path.exists():
        if not path.is_file():
            raise Fault(f"{path} is not a file: move it away, or choose another place")
        if not os.access(path, os.R_OK | os.W_OK):
            raise Fault(f"{path} cannot be read and written: look at its owner and permissions")
        facts_of(path, "quick_check" if path.stat().st_size <= _MAX_CHECKED else "")
    _make(path)
    engine = create_engine(f"sqlite:///{path}")
    prepare(engine, "IMMEDIATE")
    try:
        with engine.begin() as connection:
            had = revision_of(connection)
            if _is_empty(connection):
                make_schema(connection)
            elif had != REVISION:
                upgrade(connection, path)
    except UnicodeDecodeError as error:
        raise fault_of(error, path) from None
    except DBAPIError as error:
        if isinstance(error.orig, sqlite3.Error):
            raise fault_of(error.orig, path) from None
        raise
    finally:
        engine.dispose()
    return had


def _make(path: Path) -> None:
    """Make the file if need be, for its owner alone: it holds the keys of the dice."""
    try:
        os.close(os.open(path, os.O_RDWR | os.O_CREAT, 0o600))
    except OSError as error:
        raise Fault(f"{path} cannot be made ({error.strerror}): look at its folder, or choose another place") from None


def _is_empty(connection: Connection) -> bool:
    return not connection.exec_driver_sql("SELECT count(*) FROM sqlite_schema").scalar()


def _text(body: bytes) -> str:
    return body.decode(errors="replace")


def prepare(engine: Any, begin: str) -> None:
    """Set up SQLite connections; transactions are begun by us, not by the driver."""

    def connect(connection: sqlite3.Connection, _: Any) -> None:
        connection.isolation_level = None
        # Otherwise one text that is none ends the reading of all rows beside it.
        getattr(connection, "driver_connection", connection).text_factory = _text
        cursor = connection.cursor()
        for pragma in (
            "busy_timeout=5000",
            "journal_mode=WAL",
            "synchronous=FULL",
            "foreign_keys=ON",
        ):
            cursor.execute(f"PRAGMA {pragma}")
        cursor.close()

    def start(connection: Connection) -> None:
        connection.exec_driver_sql(f"BEGIN {begin}")

    event.listen(engine, "connect", connect)
    event.listen(engine, "begin", start)


# The lock


_BEGIN: Final = {"share": "BEGIN", "serve": "BEGIN IMMEDIATE", "alone": "BEGIN EXCLUSIVE"}


@contextmanager
def using(folder: Path, way: Literal["share", "serve", "alone"] = "share") -> Iterator[None]:
    """Hold the lock of a data folder. Raises InUse or Fault.

    Who adds to the data shares it with others and with the one server that serves them; who replaces them is alone. It
    is SQLite's own lock on an empty database beside the real one: the system drops it when a process ends, whatever
    way it ends, on every system that SQLite knows.
    """
    path = folder / LOCK
    try:
        descriptor = os.open(path, os.O_RDWR | os.O_CREAT, 0o600)
        os.close(descriptor)
    except OSError as error:
        if error.errno in (errno.ENOSPC, errno.EDQUOT):
            raise Fault(f"{path} cannot be made, the disk is full: make room") from None
        raise Fault(f"{folder} cannot be written ({error.strerror}): choose another place with --data") from None
    with closing(sqlite3.connect(path, timeout=0, isolation_level=None)) as connection:
        if not _held(connection, _BEGIN[way], path):
            if way == "serve" and _held(connection, _BEGIN["share"], path):
                raise InUse(f"{folder} is in use, another server runs on it: use that one, or another folder by --data")
            reason = "a server is running on it" if way == "alone" else "it is being restored"
            raise InUse(f"{folder} is in use, {reason}: wait or stop that first")
        yield


def _held(connection: sqlite3.Connection, begin: str, path: Path) -> bool:
    """Take a lock and tell whether it was to be had. Raises Fault."""
    try:
        connection.execute(begin)
        connection.execute("SELECT count(*) FROM sqlite_schema").fetchone()
    except sqlite3.OperationalError as error:
        if connection.in_transaction:
            connection.execute("ROLLBACK")
        if not getattr(error, "sqlite_errorname", "").startswith("SQLITE_BUSY"):
            raise fault_of(error, path) from None
        return False
    return True
