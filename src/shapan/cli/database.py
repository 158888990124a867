"""`shapan db`: the database of the table: its schema, its backups."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated

from cyclopts import App, Parameter

from shapan.cli.complaint import Complaint

Database = Annotated[
    str,
    Parameter(
        env_var="SHAPAN_DATABASE",
        help="Address of a PostgreSQL database in place of the file in the data folder: postgresql://USER@HOST/NAME.",
    ),
]
Data = Annotated[Path | None, Parameter(help="Folder in which matches are kept; without it the usual one.")]

db = App(
    name="db",
    help="Look after the database of the table: schema, backups, moves.",
    default_parameter=Parameter(negative=(), show_default=False),
    help_format="plaintext",
)


@db.command
def upgrade(*, data: Data = None) -> None:
    """Bring the database to the schema of this program. The server does so itself when it starts."""
    from shapan.server.store import backup as keeper

    with _faults():
        had, now = keeper.upgrade(_database(data))
    changed = "already" if had == now.revision else f"before: {had}"
    print(f"{_database(data)}: schema {now.revision} ({changed}), {_matches(now.matches)}")


@db.command
def backup(file: Path, /, *, data: Data = None) -> None:
    """Copy the database to a new file and check the copy. The server may run meanwhile.

    Parameters
    ----------
    file
        The new file. Keep it to yourself: it holds the dice and the hidden cards of all matches.

    """
    from shapan.server.store import backup as keeper

    with _faults():
        made = keeper.backup(_database(data), file.expanduser().absolute())
    print(f"{file}: {_matches(made.matches)}, schema {made.revision}, checked")


@db.command
def restore(file: Path, /, *, force: bool = False, damaged: bool = False, data: Data = None) -> None:
    """Put a backup in the place of the database. The server must not run.

    Parameters
    ----------
    file
        The backup.
    force
        Replace the database that is there; it is kept beside the new one.
    damaged
        Take the backup although some of its rows cannot be read.

    """
    from shapan.server.store import backup as keeper

    with _faults():
        done = keeper.restore(_database(data), file.expanduser().absolute(), force, damaged)
    print(f"{_database(data)}: {_matches(done.matches)} from {file}")
    if done.kept is not None:
        print(f"The old database is kept as {done.kept}")


@db.command
def move(source: str, target: str, /) -> None:
    """Copy all that is kept to another, empty database, and compare it. No server may run on either.

    Parameters
    ----------
    source
        A file, such as shapan.sqlite3 in the data folder, or the address of a PostgreSQL database. It stays as it is.
    target
        The same of where it goes.

    """
    from shapan.server.store.move import move as run
    from shapan.server.store.move import place_of

    with _faults():
        start, end = place_of(source), place_of(target)
        done = run(start, end, lambda table, rows: print(f"{table}: {rows}", flush=True))
    print(f"{end}: {_matches(done.matches)} and all that belongs to them, {done.rows} rows, compared")


def _matches(number: int) -> str:
    return f"{number} match{'' if number == 1 else 'es'}"


def _database(data: Path | None) -> Path:
    from shapan.server.settings import Settings

    settings = Settings()
    if data is not None:
        settings.data = data.expanduser().absolute()
    return settings.database


@contextmanager
def _faults() -> Iterator[None]:
    """Turn what is in the way into a complaint."""
    from shapan.server.store.fault import Fault

    try:
        yield
    except Fault as fault:
        raise Complaint(str(fault)) from None
