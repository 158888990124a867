"""The real server in a process of its own: ports, a kill, an end with an open stream."""

from __future__ import annotations

import json
import signal
import socket
import sqlite3
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import closing, contextmanager
from http.client import HTTPConnection
from pathlib import Path

import pytest
import segno
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from server.people import PIG_HOLD, PIG_ROLL, Data, new_id
from server.quick import ONLY_PIG
from shapan.server.match.presence import AWAY
from shapan.server.run import _listen, terminal_code
from shapan.server.settings import Settings
from shapan.server.web.network import lan_addresses

PROGRAM = """
import sys
from pathlib import Path
from shapan.server.run import serve
from shapan.server.settings import Settings
given = {"data": Path(sys.argv[1]), "port": int(sys.argv[2]), "no_open": True, "bot_delay": 0.0, "limits": None}
serve(Settings(**given, **{name: int(value) for name, _, value in (word.partition("=") for word in sys.argv[3:])}))
"""


@contextmanager
def server(
    folder: Path, port: int = 0, begin: str = ONLY_PIG, **settings: int
) -> Iterator[tuple[subprocess.Popen[str], str]]:
    """Run a server of pig in a process of its own; one of all games where its program has no other beginning."""
    given = [str(folder), str(port), *(f"{name}={n}" for name, n in settings.items())]
    with subprocess.Popen(
        [sys.executable, "-c", begin + PROGRAM, *given],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    ) as process:
        assert process.stdout
        try:
            line = process.stdout.readline()
            yield process, line.removeprefix("Shapan: ").strip().rstrip("/")
        finally:
            process.kill()


class Caller:
    """Somebody without a browser."""

    def __init__(self, address: str) -> None:
        self.address = address
        self.cookie = ""

    def call(self, path: str, data: Data | None = None) -> Data:
        request = urllib.request.Request(self.address + path, method="GET" if data is None else "POST")
        request.add_header("x-shapan", "1")
        request.add_header("cookie", self.cookie)
        if data is not None:
            request.data = json.dumps(data).encode()
            request.add_header("content-type", "application/json")
        for _ in range(100):
            try:
                with urllib.request.urlopen(request, timeout=10) as answer:
                    self.cookie = (answer.headers.get("set-cookie") or self.cookie).partition(";")[0]
                    told: Data = json.load(answer)
                    return told
            except ConnectionError:
                time.sleep(0.05)
        raise AssertionError("no answer")


def test_a_lost_line_is_noticed_and_all_see_within_ten_seconds_who_has_gone() -> None:
    settings = Settings()
    assert 2 * settings.ping + AWAY + settings.tick <= 10


def test_so_many_connections_are_served_and_no_more(tmp_path: Path) -> None:
    with server(tmp_path, max_connections=3) as (_, address):
        host, _, port = address.removeprefix("http://").partition(":")
        with socket.create_connection((host, int(port))), socket.create_connection((host, int(port))) as second:
            second.sendall(b"GET /api/games HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n")
            assert second.recv(100).startswith(b"HTTP/1.1 200")
            with socket.create_connection((host, int(port))), socket.create_connection((host, int(port))) as last:
                last.sendall(b"GET /api/games HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n")
                assert last.recv(100).startswith(b"HTTP/1.1 503")
        for _ in range(1000):
            try:
                Caller(address).call("/api/games")
                break
            except urllib.error.HTTPError:  # the server has not yet seen the others' end
                time.sleep(0.01)
        else:
            raise AssertionError("closed connections are still counted")


def test_a_busy_port_moves_on_to_the_next() -> None:
    first, port = _listen("127.0.0.1", 0)
    with closing(first):
        second, other = _listen("127.0.0.1", port)
        second.close()
    assert port < other <= port + 50


def test_addresses_for_the_network_are_not_loopback() -> None:
    assert not [address for address in lan_addresses() if address.startswith("127.")]


def test_the_code_in_the_terminal_is_that_of_the_link() -> None:
    link = "http://192.168.1.5:8642/"
    halves = {"█": (0, 0), " ": (1, 1), "▀": (0, 1), "▄": (1, 0)}
    drawn: list[list[int]] = []
    for line in terminal_code(link).splitlines():
        drawn += [[halves[sign][half] for sign in line] for half in (0, 1)]
    rows = [list(row) for row in segno.make(link, error="l", micro=False).matrix_iter(border=2)]
    assert drawn[: len(rows)] == rows


@pytest.mark.slow
def test_nothing_acknowledged_is_lost_by_a_kill(tmp_path: Path) -> None:
    seats = [{"kind": "me"}, {"kind": "hot"}]
    with server(tmp_path) as (process, address):
        ling = Caller(address)
        match = ling.call("/matches", {"game": "pig", "seats": seats, "options": {"target": 900}})["id"]
        for turn in range(15):
            decision = ling.call(f"/api/matches/{match}/frame")["decision"]
            codes = [PIG_HOLD if turn % 4 == 3 else PIG_ROLL]
            ling.call(f"/api/matches/{match}/answers", {"id": new_id(), "ordinal": decision["ordinal"], "codes": codes})
        before = ling.call(f"/api/matches/{match}/frame")
        process.kill()
        process.wait()
    with server(tmp_path) as (_, address):
        ling.address = address
        assert ling.call(f"/api/matches/{match}/frame") == before


@pytest.mark.slow
def test_the_server_stops_soon_though_a_stream_is_open(tmp_path: Path) -> None:
    with closing(socket.socket()) as busy:
        busy.bind(("127.0.0.1", 0))
        busy.listen()
        port = busy.getsockname()[1]
        with server(tmp_path, port) as (process, address):
            assert not address.endswith(f":{port}")
            ling = Caller(address)
            match = ling.call("/matches", {"game": "pig", "seats": [{"kind": "me"}, {"kind": "bot"}]})["id"]
            stream_address = f"{address.replace('http', 'ws')}/api/matches/{match}/stream"
            with connect(stream_address, additional_headers={"cookie": ling.cookie}, proxy=None) as stream:
                assert json.loads(stream.recv(timeout=10))["viewer"] == 0
                process.send_signal(signal.SIGTERM)
                with pytest.raises(ConnectionClosed) as error:
                    stream.recv(timeout=10)
                assert error.value.rcvd and error.value.rcvd.code in (1001, 1012)
            _, errors = process.communicate(timeout=10)
    assert process.returncode in (0, -signal.SIGTERM) and f"Port {port} is busy" in errors


def test_who_waits_for_an_answer_when_the_server_ends_is_told_to_come_again(tmp_path: Path) -> None:
    with server(tmp_path) as (process, address):
        Caller(address).call("/api/games")
        with closing(sqlite3.connect(Settings(data=tmp_path).database, isolation_level=None)) as other:
            other.execute("BEGIN IMMEDIATE")  # nothing can be stored now
            with closing(HTTPConnection(address.removeprefix("http://"))) as line:
                wanted = json.dumps({"game": "pig", "seats": [{"kind": "me"}, {"kind": "hot"}]})
                line.request("POST", "/matches", wanted, {"x-shapan": "1", "content-type": "application/json"})
                with urllib.request.urlopen(f"{address}/healthz") as alive:  # by then the request before it is there
                    assert alive.status == 200
                process.send_signal(signal.SIGTERM)
                told = line.getresponse()
                assert (told.status, told.headers["retry-after"]) == (503, "1")
                assert json.load(told)["detail"].startswith("the server stops")
            other.execute("ROLLBACK")


EARLY = """
import signal, sys, uvicorn
from pathlib import Path
from shapan.server.run import serve
from shapan.server.settings import Settings

usual = uvicorn.Config.get_loop_factory

def pressed(self):  # after the address is printed, before the loop runs
    signal.raise_signal(signal.SIGINT)
    return usual(self)

uvicorn.Config.get_loop_factory = pressed
try:
    serve(Settings(data=Path(sys.argv[1]), port=0, no_open=True))
except KeyboardInterrupt:
    sys.exit(130)
"""


def test_ctrl_c_before_the_loop_runs_ends_the_server_quietly(tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-c", EARLY, tmp_path], check=False, capture_output=True, text=True, timeout=60
    )
    assert (done.returncode, done.stderr) == (130, "") and done.stdout.startswith("Shapan: http://")
