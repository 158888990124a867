"""The files that `pg_dump` writes: which tables are in one, and their rows, as `pg_restore` reads them.

PostgreSQL's programs are run with the address of the database in their environment; nothing of a file is run.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from tempfile import TemporaryFile
from typing import IO, Final

from sqlalchemy.engine import Connection

from shapan.server.store.backup import DUMP
from shapan.server.store.fault import Fault
from shapan.server.store.postgres import Postgres

SCRATCH: Final = "shapan_scratch"
"""The schema in which a dump is unpacked."""
BEFORE: Final = "shapan_before_restore"
"""The schema in which a restore keeps the tables that it replaces."""
REVISIONS: Final = "alembic_version"
OURS: Final = frozenset({REVISIONS, "matches", "records"})
"""Tables by which a database of Shapan is known."""
_ENTRY: Final = re.compile(r"^\d+; \d+ \d+ TABLE DATA (\S+) (\S+) ")
_COPY: Final = re.compile(rb"^COPY \S+ \((.*)\) FROM stdin;\n$")


def is_dump(path: Path) -> bool:
    """Return whether a file is a dump in PostgreSQL's custom format."""
    with suppress(OSError), path.open("rb") as file:
        return file.read(len(DUMP)) == DUMP
    return False


def check_dump(source: Path) -> None:
    """Raise Fault unless a file is a dump."""
    if not source.is_file():
        raise Fault(f"there is no file {source}")
    if not is_dump(source):
        raise Fault(f"{source} is no backup of a PostgreSQL database; a file of SQLite goes there by shapan db move")


def entries(source: Path) -> dict[str, str]:
    """Return the tables of a dump whose rows it holds, each with its schema. Raises Fault if they are not ours."""
    listed = run([program("pg_restore"), "--list", str(source)], source).decode(errors="replace")
    schemas: dict[str, dict[str, str]] = {}
    for line in listed.splitlines():
        entry = _ENTRY.match(line)
        if entry and entry[1] != SCRATCH and not entry[1].startswith(BEFORE):
            schemas.setdefault(entry[1], {})[entry[2]] = entry[1]
    ours = [tables for tables in schemas.values() if tables.keys() >= OURS]
    if len(ours) != 1:
        how = "the backup of another program" if not ours else "a backup of several databases of Shapan"
        raise Fault(f"{source} is {how}: name another one")
    return ours[0]


def noted_revision(source: Path, found: dict[str, str]) -> str:
    """Return which schema a dump has. Raises Fault where it does not say so."""
    with rows(source, found[REVISIONS], REVISIONS) as (_, lines):
        noted = [line.decode(errors="replace").strip() for line in lines]
    if len(noted) != 1:
        raise Fault(f"{source} does not say which schema it has: it was changed")
    return noted[0]


@contextmanager
def rows(source: Path, schema: str, table: str) -> Iterator[tuple[list[str], Iterator[bytes]]]:
    """Give the columns of a table of a dump, and its rows as `COPY` writes them. Raises Fault where they break off."""
    command = [program("pg_restore"), "--data-only", f"--schema={schema}", f"--table={table}", "--file=-", str(source)]
    with TemporaryFile() as errors, subprocess.Popen(command, stdout=subprocess.PIPE, stderr=errors) as process:  # noqa: S603 - PostgreSQL's own program
        assert process.stdout is not None
        lines = iter(process.stdout)
        head = next((found for line in lines if (found := _COPY.match(line))), None)
        whole = False

        def each() -> Iterator[bytes]:
            nonlocal whole
            for line in lines:
                if line == b"\\.\n":
                    whole = True
                    return
                yield line

        try:
            yield [] if head is None else [_bare(name) for name in head[1].decode().split(", ")], each()
            if not whole:
                for _ in each():  # those that nobody wanted
                    pass
            for _ in lines:  # what it says behind the rows
                pass
        finally:
            process.stdout.close()
        if process.wait() or head is None or not whole:
            errors.seek(0)
            raise Fault(f"{source} is damaged, {table} cannot be read ({_last(errors.read())}): take another backup")


def _bare(name: str) -> str:
    return name[1:-1].replace('""', '"') if name.startswith('"') else name


# Programs


def program(name: str, connection: Connection | None = None) -> str:
    """Return where one of PostgreSQL's programs is. Raises Fault if it is missing, or older than the server."""
    path = shutil.which(name)
    if path is None:
        raise Fault(f"{name} is not installed: install the client programs of PostgreSQL (postgresql-client)")
    if connection is not None:
        server = int(connection.exec_driver_sql("SHOW server_version_num").scalar_one()) // 10_000
        said = run([path, "--version"], name).decode(errors="replace")
        version = re.search(r"\) (\d+)", said)
        if version is None or int(version[1]) < server:
            here = "of an unknown version" if version is None else f"of version {version[1]}"
            raise Fault(f"{name} is {here}, the server of version {server}: install postgresql-client-{server}")
    return path


def run(command: list[str], place: object, out: IO[bytes] | None = None) -> bytes:
    """Run a program and return what it writes, unless that goes to a file. Raises Fault with the last it says."""
    environment = {**os.environ, **place.environment()} if isinstance(place, Postgres) else None
    with TemporaryFile() as errors:
        done = subprocess.run(  # noqa: S603 - PostgreSQL's own program
            command,
            stdout=out or subprocess.PIPE,
            stderr=errors,
            check=False,
            env=environment,
            stdin=subprocess.DEVNULL,
        )
        errors.seek(0)
        if done.returncode:
            raise Fault(f"{place}: {Path(command[0]).name} has failed ({_last(errors.read())})")
    return done.stdout or b""


def _last(errors: bytes) -> str:
    """Return the first complaint of a program, without its name."""
    lines = [line for line in errors.decode(errors="replace").splitlines() if line.strip()]
    said = next((line for line in lines if "error" in line.lower()), lines[-1] if lines else "no reason given")
    return re.sub(r"^\S+: (error: )?", "", said).strip()
