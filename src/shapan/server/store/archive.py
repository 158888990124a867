"""The files that `pg_dump` writes: which tables are in one, and their rows, as `pg_restore` reads them.

PostgreSQL's programs are run with the address of the database in their environment; nothing of a file is run.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from tempfile import NamedTemporaryFile, TemporaryFile
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
_COPY: Final = re.compile(rb"^COPY (?:\S+\.)?(\S+) \((.*)\) FROM stdin;\n$")


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
    schemas: dict[str, dict[str, str]] = {}
    for schema, table in _listed(source):
        if schema != SCRATCH and not schema.startswith(BEFORE):
            schemas.setdefault(schema, {})[table] = schema
    ours = [tables for tables in schemas.values() if tables.keys() >= OURS]
    if len(ours) != 1:
        how = "the backup of another program" if not ours else "a backup of several databases of Shapan"
        raise Fault(f"{source} is {how}: name another one")
    return ours[0]


def _listed(source: Path) -> dict[tuple[str, str], str]:
    """Return the lines of a dump's list that are of rows, by schema and table. Raises Fault."""
    listed = run([program("pg_restore"), "--list", str(source)], source).decode(errors="replace")
    found = ((_ENTRY.match(line), line) for line in listed.splitlines())
    return {(entry[1], entry[2]): line for entry, line in found if entry}


def noted_revision(source: Path, found: dict[str, str]) -> str:
    """Return which schema a dump has. Raises Fault where it does not say so."""
    with rows(source, found, [REVISIONS]) as tables:
        noted = [line.decode(errors="replace").strip() for _, _, lines in tables for line in lines]
    if len(noted) != 1:
        raise Fault(f"{source} does not say which schema it has: it was changed")
    return noted[0]


@contextmanager
def rows(
    source: Path, found: Mapping[str, str], wanted: Sequence[str]
) -> Iterator[Iterator[tuple[str, list[str], Iterator[bytes]]]]:
    """Give the wanted tables of a dump in that order, each with its columns and its rows as `COPY` writes them.

    One program reads them all: to start one for each table takes longer than the rest. Raises Fault where they break
    off, or one is not there; the tables come to an end before.
    """
    listed, whole = _listed(source), list[str]()
    with NamedTemporaryFile("w", encoding="utf-8") as chosen, TemporaryFile() as errors:
        chosen.writelines(f"{listed[found[table], table]}\n" for table in wanted)
        chosen.flush()
        command = [program("pg_restore"), "--data-only", f"--use-list={chosen.name}", "--file=-", str(source)]
        with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=errors) as process:  # noqa: S603 - PostgreSQL's own program
            assert process.stdout is not None
            try:
                yield _tables(iter(process.stdout), wanted, whole)
                for _ in process.stdout:  # what it says behind the rows
                    pass
            finally:
                process.stdout.close()
        if process.returncode or len(whole) < len(wanted):
            errors.seek(0)
            table = wanted[min(len(whole), len(wanted) - 1)]
            raise Fault(f"{source} is damaged, {table} cannot be read ({_last(errors.read())}): take another backup")


def _tables(
    lines: Iterator[bytes], wanted: Sequence[str], whole: list[str]
) -> Iterator[tuple[str, list[str], Iterator[bytes]]]:
    """Yield tables out of the lines of `pg_restore`, up to one that is not there whole; note those that are."""

    def each(table: str) -> Iterator[bytes]:
        for line in lines:
            if line == b"\\.\n":
                whole.append(table)
                return
            yield line

    for table in wanted:
        head = next((copy for line in lines if (copy := _COPY.match(line))), None)
        if head is None or _bare(head[1].decode()) != table:
            return
        rows = each(table)
        yield table, [_bare(name) for name in head[2].decode().split(", ")], rows
        for _ in rows:  # those that nobody wanted
            pass
        if whole[-1:] != [table]:
            return


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
