"""`shapan db`: the database of the table: its schema, its backups."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated, Any

from cyclopts import App, Parameter

from shapan.cli.errors import UsageError
from shapan.cli.integers import whole

Database = Annotated[
    str,
    Parameter(
        env_var="SHAPAN_DATABASE",
        help="Address of a PostgreSQL database in place of the file in the data folder: postgresql://USER@HOST/NAME.",
    ),
]
ConfigFile = Annotated[
    Path | None,
    Parameter(name="--config", env_var="SHAPAN_CONFIG", help="File of settings in TOML; the manual lists them."),
]
Data = Annotated[Path | None, Parameter(help="Folder in which matches are kept; without it the usual one.")]

db = App(
    name="db",
    help="Look after the database of the table: schema, backups, moves.",
    default_parameter=Parameter(negative=(), show_default=False),
    help_format="plaintext",
)


@db.command
def upgrade(*, data: Data = None, database: Database = "", config: ConfigFile = None) -> None:
    """Bring the database to the schema of this program. The server does so itself when it starts."""
    with faults():
        keeper, place = _keeper(data, database, config)
        had, now = keeper.upgrade(place)
    changed = "already" if had == now.revision else f"before: {had}"
    print(f"{place}: schema {now.revision} ({changed}), {_matches(now.matches)}")


@db.command
def backup(file: Path, /, *, data: Data = None, database: Database = "", config: ConfigFile = None) -> None:
    """Copy the database to a new file and check the copy. The server may run meanwhile.

    Parameters
    ----------
    file
        The new file. Keep it to yourself: it holds the dice and the hidden cards of all matches.

    """
    with faults():
        keeper, place = _keeper(data, database, config)
        made = keeper.backup(place, file.expanduser().absolute())
    print(f"{file}: {_matches(made.matches)}, schema {made.revision}, checked")


@db.command
def check(
    file: Path,
    /,
    *,
    matches: Annotated[int, Parameter(converter=whole, help="How many matches to play again; without it 20.")] = 20,
    damaged: bool = False,
    database: Database = "",
    config: ConfigFile = None,
) -> None:
    """Prove that a backup could be restored: unpack it elsewhere, read each row, play matches again.

    Parameters
    ----------
    file
        The backup. It stays as it is, and so do your matches. One of PostgreSQL is unpacked in the database given by
        --database, in a schema that is removed afterwards.
    damaged
        Pass over rows that cannot be read.

    """
    from shapan.server.replay.rehearsal import play_again
    from shapan.server.store import backup as keeper
    from shapan.server.store import dump
    from shapan.server.store.archive import is_dump
    from shapan.server.store.postgres import Postgres

    if matches < 0:
        raise UsageError(f"--matches must be 0 or more, not {matches}")
    source = file.expanduser().absolute()
    with faults():
        address = settings_for(None, database, config).postgres
        of_postgres = bool(address) and is_dump(source)
        unpacked = (
            dump.rehearsed(Postgres.at(address), source, damaged) if of_postgres else keeper.rehearsed(source, damaged)
        )
        with unpacked as (scratch, facts):
            done = play_again(scratch, matches)
    left = f", {done.left_out} of other rules left out" if done.left_out else ""
    print(f"{file}: {_matches(facts.matches)}, each row read; {_matches(done.matches)} played again{left}")


@db.command
def restore(
    file: Path,
    /,
    *,
    force: bool = False,
    damaged: bool = False,
    data: Data = None,
    database: Database = "",
    config: ConfigFile = None,
) -> None:
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
    with faults():
        keeper, place = _keeper(data, database, config)
        done = keeper.restore(place, file.expanduser().absolute(), force, damaged)
    print(f"{place}: {_matches(done.matches)} from {file}")
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

    with faults():
        start, end = place_of(source), place_of(target)
        done = run(start, end, lambda table, rows: print(f"{table}: {rows}", flush=True))
    print(f"{end}: {_matches(done.matches)} and all that belongs to them, {done.rows} rows, compared")


def _matches(number: int) -> str:
    return f"{number} match{'' if number == 1 else 'es'}"


def _keeper(data: Path | None, address: str, config: Path | None) -> tuple[Any, Any]:
    """Return the module that looks after a kind of database, and the database: an address, or a file. Raises Fault."""
    from shapan.server.store import backup as keeper
    from shapan.server.store import dump
    from shapan.server.store.postgres import Postgres

    settings = settings_for(data, address, config)
    return (dump, Postgres.at(settings.postgres)) if settings.postgres else (keeper, settings.database)


def settings_for(data: Path | None, address: str, config: Path | None) -> Any:
    """Return the settings of the server whose database it is. Raises Fault."""
    from shapan.server.config import settings_of

    return settings_of({"data": data, "database": address or None}, config, os.environ)


@contextmanager
def faults() -> Iterator[None]:
    """Turn what is in the way into a complaint."""
    from shapan.server.store.fault import Fault

    try:
        yield
    except Fault as fault:
        raise UsageError(str(fault)) from None
