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


@contextmanager
def cluster(programs: Path) -> Iterator[str]:
    """Run a server whose databases are lost at the end; give the folder of its socket."""
    folder = Path(tempfile.mkdtemp(prefix="shapan-pg-"))
    as_user = []
    if os.geteuid() == 0:  # PostgreSQL does not run as root
        shutil.chown(folder, _USER)
        as_user = ["setpriv", f"--reuid={_USER}", "--clear-groups"]
    data = folder / "data"
    options = f"-c listen_addresses= -c unix_socket_directories={folder} -c fsync=off -c max_connections=60"
    control = [str(programs / "pg_ctl"), "-D", str(data), "-w", "-s"]

    def run(*words: str) -> None:
        subprocess.run([*as_user, *words], check=True, stdout=subprocess.DEVNULL, cwd="/")

    try:
        run(str(programs / "initdb"), "-D", str(data), "-U", _USER, "-A", "trust", "-N", "-E", "UTF8")
        run(*control, "-o", options, "-l", str(folder / "log"), "start")
        try:
            yield str(folder)
        finally:
            run(*control, "-m", "immediate", "stop")
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
