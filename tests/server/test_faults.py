"""What may be wrong with machine and data at the start: one line that names the place, exit code 2, nothing changed."""

from __future__ import annotations

import ctypes
import logging
import os
import socket
import sqlite3
import subprocess
import sys
from collections.abc import Callable
from contextlib import ExitStack, closing, suppress
from pathlib import Path
from typing import Literal

import pytest

from server.test_run import server
from shapan.cli.command import run as command
from shapan.server import run
from shapan.server.settings import Settings
from shapan.server.store.fault import Fault, InUse
from shapan.server.store.sqlite import fault_of, migrate, using

DATABASE = "shapan.sqlite3"


class Starts:
    """Calls the command `shapan` in this process: to start another one takes longer than all it does."""

    def __init__(self, capsys: pytest.CaptureFixture[str]) -> None:
        self._told = capsys

    def __call__(self, *words: object) -> str:
        """Return the one line on standard error of a `shapan` that does not start."""
        code = command(["--no-open", *map(str, words)])
        told = self._told.readouterr()
        return line_of(code, told.out, told.err)


@pytest.fixture
def started(capsys: pytest.CaptureFixture[str]) -> Starts:
    return Starts(capsys)


def line_of(code: int, out: str, err: str) -> str:
    """Return the one line that a command which does not start writes on standard error."""
    assert code == 2 and not out, (code, out, err)
    [line] = err.splitlines()
    assert line.startswith("shapan: "), line
    return line


def obey_permissions() -> None:
    """Give up the right of the superuser to write where nobody may."""
    if os.geteuid() == 0:
        for capability in (1, 2):  # CAP_DAC_OVERRIDE, CAP_DAC_READ_SEARCH
            ctypes.CDLL(None).prctl(24, capability, 0, 0, 0)  # PR_CAPBSET_DROP


ONE_AFTER_ANOTHER = """
import sys
from shapan.cli.command import run
for folder in sys.argv[1:]:
    print(run(["--no-open", "--data", folder]), flush=True)
"""


def made(folder: Path) -> Path:
    folder.mkdir()
    migrate(folder / DATABASE)
    return folder


def garbled(folder: Path) -> None:
    made(folder)
    path = folder / DATABASE
    body = bytearray(path.read_bytes())
    body[4096:8192] = b"\x5a" * 4096
    path.write_bytes(body)


def cut(folder: Path) -> None:
    made(folder)
    path = folder / DATABASE
    path.write_bytes(path.read_bytes()[: path.stat().st_size // 2])


def spelt_wrong(folder: Path) -> None:
    """Let SQLite tell of the damage in words that are no text: the name of a table is garbled."""
    made(folder)
    path = folder / DATABASE
    body = path.read_bytes()
    assert body.count(b"CREATE TABLE records") == 1
    path.write_bytes(body.replace(b"CREATE TABLE records", b"CREATE \xff\xfe\xc3\x28E records"))


def a_schema_in_no_letters(folder: Path) -> None:
    """Spoil what no check looks into: a text that is none."""
    made(folder)
    with closing(sqlite3.connect(folder / DATABASE)) as connection:
        connection.execute("UPDATE alembic_version SET version_num = CAST(x'ff30' AS TEXT)")
        connection.commit()


def foreign(folder: Path) -> None:
    folder.mkdir()
    with closing(sqlite3.connect(folder / DATABASE)) as connection:
        connection.execute("CREATE TABLE songs (title TEXT)")


def text(folder: Path) -> None:
    folder.mkdir()
    (folder / DATABASE).write_text("no database, but a letter of some length " * 200)


def newer(folder: Path) -> None:
    made(folder)
    with closing(sqlite3.connect(folder / DATABASE)) as connection:
        connection.execute("UPDATE alembic_version SET version_num = '9999'")
        connection.commit()


def a_file(folder: Path) -> None:
    folder.write_text("not a folder")


def a_folder(folder: Path) -> None:
    (folder / DATABASE).mkdir(parents=True)


@pytest.mark.parametrize(
    ("spoil", "says"),
    [
        (garbled, "is damaged: "),
        (cut, "is damaged: "),
        (spelt_wrong, "is damaged: move it away and put a backup in its place"),
        (a_schema_in_no_letters, "is damaged: "),
        (foreign, "another program: "),
        (text, "is not a database: "),
        (newer, "schema 9999, this Shapan knows up to "),
        (a_file, "not a folder: "),
        (a_folder, "is not a file: "),
    ],
)
def test_unfit_data_are_named_and_left_alone(
    tmp_path: Path, started: Starts, spoil: Callable[[Path], None], says: str
) -> None:
    folder = tmp_path / "data"
    spoil(folder)
    database = folder / DATABASE
    before = database.read_bytes() if database.is_file() else None
    line = started("--data", folder)
    assert str(folder) in line and says in line
    assert (database.read_bytes() if database.is_file() else None) == before


def test_a_folder_below_a_file_is_named(tmp_path: Path) -> None:
    """In a process of its own, as whoever starts it sees it."""
    (tmp_path / "file").touch()
    words = [sys.executable, "-m", "shapan", "--no-open", "--data", str(tmp_path / "file" / "data")]
    ended = subprocess.run(words, capture_output=True, text=True, timeout=60, check=False)
    line = line_of(ended.returncode, ended.stdout, ended.stderr)
    assert f"{tmp_path}/file/data is or lies in a file" in line


@pytest.mark.skipif(sys.platform != "linux", reason="permissions of POSIX, and the superuser's rights of Linux")
def test_data_that_cannot_be_written_are_named(tmp_path: Path) -> None:
    """Folder, parent and database, in one process, which gives up its rights."""
    locked = {"folder": "data", "parent": ".", "database": f"data/{DATABASE}"}
    folders = {what: tmp_path / what / "data" for what in locked}
    for what, folder in folders.items():
        folder.parent.mkdir()
        if what != "parent":
            made(folder)
    places = [tmp_path / what / place for what, place in locked.items()]
    for place in places:
        place.chmod(0o500 if place.is_dir() else 0o400)
    try:
        words = [sys.executable, "-c", ONE_AFTER_ANOTHER, *map(str, folders.values())]
        ended = subprocess.run(
            words, capture_output=True, text=True, timeout=60, check=False, preexec_fn=obey_permissions
        )
    finally:
        for place in places:
            place.chmod(0o700)
    assert ended.stdout.split() == ["2"] * len(locked), ended
    for (what, folder), line in zip(folders.items(), ended.stderr.splitlines(), strict=True):
        assert line.startswith("shapan: ") and str(folder) in line
        assert {"folder": "--data", "parent": "--data", "database": "permissions"}[what] in line


def test_a_full_disk_and_a_busy_database_are_called_by_their_names(tmp_path: Path) -> None:
    full = sqlite3.OperationalError("database or disk is full")
    full.sqlite_errorname = "SQLITE_FULL"
    busy = sqlite3.OperationalError("database is locked")
    busy.sqlite_errorname = "SQLITE_BUSY"
    assert "disk is full" in str(fault_of(full, tmp_path)) and "another program" in str(fault_of(busy, tmp_path))


def test_others_share_a_folder_with_its_server_and_whoever_replaces_it_is_alone(tmp_path: Path) -> None:
    ways: tuple[Literal["share", "serve"], ...] = ("share", "serve")
    for way in ways:
        with using(tmp_path, way), using(tmp_path), pytest.raises(InUse, match="running"), using(tmp_path, "alone"):
            pass
    for way in ways:
        with using(tmp_path, "alone"), pytest.raises(InUse, match="being restored"), using(tmp_path, way):
            pass
    with using(tmp_path), using(tmp_path, "serve"):
        pass


def test_a_second_server_is_refused_and_comes_when_the_first_is_gone(tmp_path: Path, started: Starts) -> None:
    with server(tmp_path) as (process, _):
        line = started("--port", 0, "--data", tmp_path)
        assert f"{tmp_path} is in use, another server runs on it: " in line and "--data" in line
        process.kill()
        process.wait()
    with server(tmp_path) as (_, address):
        assert address.startswith("http://")


def test_the_lock_ends_with_its_process(tmp_path: Path) -> None:
    program = (
        "import sys, time; from pathlib import Path; from shapan.server.store.sqlite import using\n"
        "with using(Path(sys.argv[1]), 'serve'): print(1, flush=True); time.sleep(60)"
    )
    with subprocess.Popen([sys.executable, "-c", program, str(tmp_path)], stdout=subprocess.PIPE) as process:
        assert process.stdout and process.stdout.readline()
        with pytest.raises(InUse), using(tmp_path, "alone"):
            pass
        process.kill()
        process.wait()
        with using(tmp_path, "alone"):
            pass


# Ports


def occupied(stack: ExitStack, *numbers: int) -> int:
    """Listen on ports (0: any) until the stack ends; return the last."""
    port = 0
    for number in numbers:
        listener = stack.enter_context(closing(socket.socket()))
        listener.bind(("127.0.0.1", number))
        listener.listen()
        port = listener.getsockname()[1]
    return port


def test_all_ports_busy_is_said_with_a_remedy() -> None:
    with ExitStack() as stack:
        port = occupied(stack, 0)
        with pytest.raises(Fault, match=f"^port {port} is busy: choose another with --port"):
            run._listen("127.0.0.1", port, 1)


def test_the_last_port_has_no_next(tmp_path: Path, started: Starts) -> None:
    with ExitStack() as stack:
        with suppress(OSError):  # if somebody else has it, that is as good
            occupied(stack, 65_535)
        assert "port 65535 is busy: choose another with --port" in started("--port", 65_535, "--data", tmp_path)


def test_a_host_that_is_not_ours_is_named() -> None:
    with pytest.raises(Fault, match=r"cannot listen on 192\.0\.2\.1"):
        run._listen("192.0.2.1", 0)


def test_any_free_port_is_no_busy_port(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def start(self: run._Server, sockets: list[socket.socket]) -> None:
        self.started = True

    monkeypatch.setattr(run._Server, "run", start)
    run.serve(Settings(data=tmp_path, port=0, no_open=True))
    with ExitStack() as stack:
        port = occupied(stack, 0)
        run.serve(Settings(data=tmp_path, port=port, no_open=True))
    told = capsys.readouterr()
    assert told.out.count("Shapan: http://127.0.0.1:") == 2
    used = told.out.rsplit(":", 1)[1].strip("/\n")
    assert told.err == f"Port {port} is busy; using {used}.\n"


def test_the_logging_of_others_is_left_alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    class Handler(logging.Handler):
        closed = False

        def close(self) -> None:
            self.closed = True

    handler = Handler()
    monkeypatch.setattr(run._Server, "run", lambda self, sockets: setattr(self, "started", True))
    run.serve(Settings(data=tmp_path, port=0, no_open=True))
    assert not handler.closed


def test_a_server_that_does_not_start_says_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(run._Server, "run", lambda self, sockets: None)
    with pytest.raises(Fault, match="could not start"):
        run.serve(Settings(data=tmp_path, port=0, no_open=True))
