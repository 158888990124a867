"""Backups: a copy of the database made while the server runs, and its way back.

Nothing is put in place before it has been checked whole, and what it replaces is kept beside it.
"""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final, Generic, TypeVar

from shapan.server.store.fault import Fault
from shapan.server.store.proof import check_rows, check_schema
from shapan.server.store.revision import check_known
from shapan.server.store.sqlite import Facts, Sqlite, facts_of, fault_of, make_folder, migrate, using

DUMP: Final = b"PGDMP"
"""What a dump of PostgreSQL begins with."""
BEFORE: Final = ".before-restore"
PART: Final = ".part"
_COMPANIONS: Final = ("-wal", "-shm", "-journal")


Place = TypeVar("Place")


@dataclass(frozen=True, slots=True)
class Restored(Generic[Place]):
    """What a restore has done."""

    matches: int
    kept: Place | None
    """Where the old database is now."""


def upgrade(database: Path) -> tuple[str | None, Facts]:
    """Bring a database to the present schema and return the schema it had, and what it is now. Raises Fault."""
    _check_there(database)
    with using(database.parent, "alone"):
        return migrate(database), facts_of(database)


def backup(database: Path, target: Path) -> Facts:
    """Copy a database, also one in use, to a new file that is checked before it gets its name. Raises Fault."""
    _check_there(database)
    check_target(target)
    part = target.with_name(target.name + PART)
    try:
        _copy(database, part)
        facts = _checked(part)
        settle(part, target)
    finally:
        _remove(part)
    return facts


def restore(database: Path, source: Path, force: bool = False, damaged: bool = False) -> Restored[Path]:
    """Put a backup in the place of a database. Raises Fault, and has then changed nothing; InUse if a server runs.

    One with rows that cannot be read is refused, unless `damaged` ones shall be taken.
    """
    _check_file(source)
    if database.exists() and source.samefile(database):
        raise Fault(f"{source} is the database itself")
    _checked(source)
    check_schema(source)
    make_folder(database.parent)
    with using(database.parent, "alone"):
        if database.exists() and not force:
            raise Fault(f"{database} is there already; --force replaces it and keeps it beside, as *{BEFORE}")
        part = database.with_name(database.name + PART)
        try:
            facts = _prove(source, part, damaged)
            kept = _keep(database) if database.exists() else None
            settle(part, database)
        finally:
            _remove(part)
    return Restored(facts.matches, kept)


@contextmanager
def rehearsed(source: Path, damaged: bool = False) -> Iterator[tuple[Sqlite, Facts]]:
    """Give a backup as a database, a copy that is proved as for a restore and removed in the end. Raises Fault."""
    _check_file(source)
    _checked(source)
    check_schema(source)
    with TemporaryDirectory(prefix="shapan-check-") as folder:
        part = Path(folder) / source.name
        yield Sqlite(part), _prove(source, part, damaged)


def _prove(source: Path, part: Path, damaged: bool) -> Facts:
    """Copy a backup, bring the copy to the present schema and read each of its rows. Raises Fault."""
    _copy(source, part)
    check_schema(part)  # what was copied, whoever has written to the source meanwhile
    migrate(part)
    _to_one_file(part)
    if not damaged:
        _check_rows(part, source)
    return _checked(part)


def check_target(target: Path) -> None:
    """Raise Fault where a backup cannot be written, or would replace something."""
    if target.exists():
        raise Fault(f"{target} is there already: choose another name")
    if not target.parent.is_dir():
        raise Fault(f"there is no folder {target.parent}: make it first")


def _check_file(source: Path) -> None:
    if not source.is_file():
        raise Fault(f"there is no file {source}")
    with source.open("rb") as file:
        if file.read(len(DUMP)) == DUMP:
            raise Fault(f"{source} is the backup of a PostgreSQL database: name that with --database")


def _check_rows(part: Path, source: Path) -> None:
    try:
        check_rows(part)
    except Fault as fault:
        said = str(fault).replace(str(part), str(source))
        raise Fault(f"{said}; --damaged takes the backup as it is") from None


def _check_there(database: Path) -> None:
    if not database.is_file():
        raise Fault(f"there is no database {database}: name its folder with --data")


def _checked(path: Path) -> Facts:
    """Return the facts of a database that has matches of a schema known here. Raises Fault."""
    facts = facts_of(path)
    if facts.revision is None:
        raise Fault(f"{path} is an empty database")
    check_known(facts.revision, path)
    return facts


def _copy(source: Path, target: Path) -> None:
    """Copy by SQLite's online backup: a consistent state, whoever writes meanwhile."""
    _remove(target)
    try:
        os.close(os.open(target, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600))  # it holds the keys of the dice
        with (
            closing(sqlite3.connect(f"{source.absolute().as_uri()}?mode=ro", uri=True, timeout=5)) as read,
            closing(sqlite3.connect(target)) as write,
        ):
            read.backup(write)
            write.execute("PRAGMA journal_mode=DELETE")
    except sqlite3.Error as error:
        raise fault_of(error, target) from None
    except OSError as error:
        raise Fault(f"{target} cannot be written ({error.strerror}): choose another place") from None


def _to_one_file(path: Path) -> None:
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("PRAGMA journal_mode=DELETE")


def settle(part: Path, target: Path) -> None:
    """Give a finished file its name, on the disk too."""
    for place, flags in ((part, os.O_RDWR), (target.parent, os.O_RDONLY)):
        if place == target.parent:
            part.replace(target)
        with suppress(OSError):  # not every system can do so with folders
            descriptor = os.open(place, flags)
            try:
                os.fsync(descriptor)
            finally:
                os.close(descriptor)


def _keep(database: Path) -> Path:
    """Keep the old database under another name, whole, whatever state it is in; return the name."""
    with suppress(sqlite3.Error):
        _to_one_file(database)
    number, kept = 1, database.with_name(database.name + BEFORE)
    while kept.exists():
        number += 1
        kept = database.with_name(f"{database.name}{BEFORE}.{number}")
    # The log beside it goes first: beside another database it would be played into that.
    for end in _COMPANIONS:
        companion = database.with_name(database.name + end)
        if companion.exists():
            companion.replace(kept.with_name(kept.name + end))
    try:
        kept.hardlink_to(database)  # so that there is a database at each moment
    except (OSError, NotImplementedError):
        database.replace(kept)
    return kept


def _remove(path: Path) -> None:
    for end in ("", *_COMPANIONS):
        path.with_name(path.name + end).unlink(missing_ok=True)
