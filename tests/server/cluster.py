"""A PostgreSQL server for the tests: Debian's program on a folder of its own, reached by a socket in it."""

from __future__ import annotations

import os
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import count
from pathlib import Path

from sqlalchemy import create_engine

from shapan.server.store.postgres import Postgres

TEMPLATE = "shapan_template"
_NUMBERS = count()
_USER = "postgres"


def programs() -> Path | None:
    """Return the folder of PostgreSQL's programs, None where there are none."""
    found = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"))
    there = shutil.which("initdb")
    return found[-1].parent if found else Path(there).resolve().parent if there else None


class Cluster:
    """A server on a folder of its own."""

    def __init__(self, programs: Path, folder: Path, *, durable: bool = False) -> None:
        self.socket = str(folder)
        self._sync = "on" if durable else "off"
        self._programs = programs
        self._data = folder / "data"
        self._as_user: list[str] = []
        if os.geteuid() == 0:  # PostgreSQL does not run as root
            shutil.chown(folder, _USER)
            self._as_user = ["setpriv", f"--reuid={_USER}", "--clear-groups"]

    def make(self) -> None:
        """Make its folder."""
        self._run("initdb", "-U", _USER, "-A", "trust", "-N", "-E", "UTF8")

    def start(self) -> None:
        """Start it."""
        sync = f"-c fsync={self._sync} -c max_connections=60"
        options = f"-c listen_addresses= -c unix_socket_directories={self.socket} {sync}"
        self._run("pg_ctl", "-w", "-s", "-o", options, "-l", f"{self.socket}/log", "start")

    def crash(self) -> None:
        """Stop it as if the machine had lost its power."""
        self._run("pg_ctl", "-w", "-s", "-m", "immediate", "stop")

    def _run(self, program: str, *words: str) -> None:
        command = [*self._as_user, str(self._programs / program), "-D", str(self._data), *words]
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL, cwd="/")


@contextmanager
def running(programs: Path, *, durable: bool = False) -> Iterator[Cluster]:
    """Run a server whose databases are lost at the end; a `durable` one writes to the disk as it does elsewhere."""
    folder = Path(tempfile.mkdtemp(prefix="shapan-pg-"))
    try:
        server = Cluster(programs, folder, durable=durable)
        server.make()
        server.start()
        try:
            yield server
        finally:
            server.crash()
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def address(socket: str, name: str) -> str:
    """Return the address of a database."""
    return f"postgresql://{_USER}@/{name}?host={socket}"


def make(socket: str, name: str, template: str = "template0") -> str:
    """Make a database and return its address."""
    engine = create_engine(Postgres.at(address(socket, "postgres")).url, isolation_level="AUTOCOMMIT")
    with engine.connect() as connection:
        connection.exec_driver_sql(f'CREATE DATABASE "{name}" TEMPLATE "{template}" STRATEGY wal_log')
    engine.dispose()
    return address(socket, name)


def new(socket: str) -> str:
    """Make a database that is as a server makes it, and return its address."""
    return make(socket, f"shapan_{next(_NUMBERS)}", TEMPLATE)
