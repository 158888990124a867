"""Connections that hold on to the server: half a request, a letter at a time, and more of them than it has handles."""

from __future__ import annotations

import http.client
import json
import socket
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

import pytest
from uvicorn import Config
from uvicorn.server import ServerState

from server.quick import ONLY_PIG
from shapan.engine.registry import games
from shapan.engine.text import LANGUAGES
from shapan.server.web.deadline import DeadlineProtocol

HEADER = b"GET / HTTP/1.1\r\nHost: here\r\n"
POST = b"POST / HTTP/1.1\r\nHost: here\r\nContent-Length: 5\r\n\r\n"
UPGRADE = b"Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: YQ==\r\n\r\n"


class Loop:
    """Timers that a test lets ring."""

    def __init__(self) -> None:
        self.now = 0.0
        self.timers: list[Any] = []

    def call_later(self, seconds: float, work: Callable[[], None], *rest: Any) -> Any:
        timer = Timer(self.now + seconds, work)
        self.timers.append(timer)
        return timer

    def create_task(self, work: Any, **rest: Any) -> Any:
        work.close()  # what is answered is no matter here
        return Task()

    def pass_by(self, seconds: float) -> None:
        self.now += seconds
        for timer in self.timers:
            if not timer.done and timer.at <= self.now:
                timer.done = True
                timer.work()


class Timer:
    def __init__(self, at: float, work: Callable[[], None]) -> None:
        self.at, self.work, self.done = at, work, False

    def cancel(self) -> None:
        self.done = True


class Task:
    def add_done_callback(self, done: Any) -> None:
        """Nothing runs, so nothing ends."""


class Transport:
    """A line to somebody who reads nothing."""

    closed = False
    protocol: Any = None
    written = b""

    def close(self) -> None:
        self.closed = True

    def is_closing(self) -> bool:
        return self.closed

    def get_extra_info(self, name: str) -> Any:
        return None

    def set_protocol(self, protocol: Any) -> None:
        self.protocol = protocol

    def write(self, data: bytes) -> None:
        self.written += data

    def resume_reading(self) -> None:
        """It was never stopped."""

    def pause_reading(self) -> None:
        """What is sent comes all the same."""


class Stream:
    """What an upgraded connection is handed to."""

    def __init__(self, **given: Any) -> None:
        """Nothing is needed."""

    def connection_made(self, transport: Any) -> None:
        """Nothing is done."""

    def data_received(self, data: bytes) -> None:
        """Nothing is read."""


async def nothing(scope: Any, receive: Any, send: Any) -> None:
    """Answer nothing."""


@pytest.fixture
def line() -> tuple[Loop, Transport, DeadlineProtocol]:
    loop, transport = Loop(), Transport()
    config = Config(nothing, log_config=None, http=DeadlineProtocol, ws=Stream)  # type: ignore[arg-type]
    protocol = DeadlineProtocol(config, ServerState(), {}, loop)  # type: ignore[arg-type]
    protocol.connection_made(transport)
    return loop, transport, protocol


Line = tuple[Loop, Transport, DeadlineProtocol]


@pytest.mark.parametrize("sent", [b"", b"G", b"\r\n", HEADER])
def test_a_header_that_does_not_end_ends_the_connection(line: Line, sent: bytes) -> None:
    loop, transport, protocol = line
    protocol.data_received(sent)
    loop.pass_by(9)
    for letter in b"X-Slow: 1\r\n" if sent == HEADER else b"":
        protocol.data_received(bytes([letter]))
    assert not transport.closed
    loop.pass_by(1)
    assert transport.closed, "letters in between give no more time"


@pytest.mark.parametrize("sent", [b"\r\n", b"G", HEADER, POST + b"12345" + HEADER])
def test_the_header_of_a_later_request_has_as_long(line: Line, sent: bytes) -> None:
    loop, transport, protocol = line
    protocol.data_received(POST + b"12345")
    loop.pass_by(1000)
    assert not transport.closed, "an answer may take its time"
    protocol.data_received(sent)
    loop.pass_by(9.5)
    assert not transport.closed
    loop.pass_by(0.5)
    assert transport.closed


def test_a_body_that_does_not_end_ends_the_connection(line: Line) -> None:
    loop, transport, protocol = line
    protocol.data_received(POST)
    loop.pass_by(29)
    protocol.data_received(b"1234")
    assert not transport.closed
    loop.pass_by(1)
    assert transport.closed


PIECE = b"a" * 10_000


@pytest.mark.parametrize("begin", [b"", b"GET /", HEADER + b"X-Long: ", HEADER + b"Cookie: a="])
def test_a_header_that_is_too_long_is_read_no_further(line: Line, begin: bytes) -> None:
    _, transport, protocol = line
    protocol.data_received(begin)
    for _ in range(6):
        protocol.data_received(PIECE if begin else b"\r\n" * 5_000)
        assert not transport.closed
    protocol.data_received(PIECE if begin else b"\r\n" * 5_000)
    assert transport.closed and transport.written.startswith(b"HTTP/1.1 431 ")


@pytest.mark.parametrize("lines", [b"a:b\r\n" * 5_000, b"X: " + b"a" * 70_000 + b"\r\n"], ids=["many", "long"])
def test_a_header_that_comes_at_once_has_the_same_bound(line: Line, lines: bytes) -> None:
    _, transport, protocol = line
    protocol.data_received(HEADER + lines + b"\r\n")
    assert transport.closed and transport.written.startswith(b"HTTP/1.1 431 ")
    assert not protocol.tasks, "nothing has been asked"


def test_a_header_of_a_usual_length_is_read(line: Line) -> None:
    _, transport, protocol = line
    cookies = b"Cookie: " + b"a=" + b"b" * 40_000 + b"\r\n"
    for _ in range(3):  # each request anew
        protocol.data_received(HEADER + cookies + b"\r\n")
        protocol.cycle.response_complete = True
    assert not transport.closed


@pytest.mark.parametrize("rest", [b"1;", b"0\r\nX: "], ids=["in a piece", "behind the last"])
def test_what_frames_a_body_is_bounded_too(line: Line, rest: bytes) -> None:
    _, transport, protocol = line
    protocol.data_received(HEADER + b"Transfer-Encoding: chunked\r\n\r\n" + rest)
    for _ in range(104):
        protocol.data_received(PIECE)
    assert not transport.closed
    protocol.data_received(PIECE)
    assert transport.closed and not transport.written


def test_a_stream_has_no_deadline(line: Line) -> None:
    loop, transport, protocol = line
    protocol.data_received(HEADER + UPGRADE)
    assert isinstance(transport.protocol, Stream)
    loop.pass_by(1000)
    assert not transport.closed


PROGRAM = """
import sys
from pathlib import Path
from shapan.server.run import serve
from shapan.server.settings import Settings
from shapan.server.web.deadline import DeadlineProtocol
DeadlineProtocol.header_within = float(sys.argv[2])
serve(Settings(data=Path(sys.argv[1]), port=0, no_open=True, limits=None))
"""


@contextmanager
def waiting(folder: Path, header_within: float) -> Iterator[tuple[subprocess.Popen[str], int]]:
    """Run a server that waits so many seconds for a header; give it and its port."""
    command = [sys.executable, "-c", ONLY_PIG + PROGRAM, str(folder), str(header_within)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        assert process.stdout
        try:
            yield process, int(process.stdout.readline().rstrip("/\n").rpartition(":")[2])
        finally:
            process.kill()


def test_the_server_keeps_to_it(tmp_path: Path) -> None:
    with waiting(tmp_path, 0.2) as (_, port), socket.create_connection(("127.0.0.1", port), timeout=20) as half:
        half.sendall(HEADER)
        assert half.recv(100) == b""


# Handles

FEW = 72


def handles(process: subprocess.Popen[str]) -> int:
    return len(list(Path(f"/proc/{process.pid}/fd").iterdir()))


@pytest.mark.slow
@pytest.mark.skipif(sys.platform != "linux", reason="only Linux can bound the files of another process and count them")
def test_without_handles_who_sits_at_a_table_is_served(tmp_path: Path) -> None:
    import resource

    with waiting(tmp_path, 3600) as (process, port), ExitStack() as stack:
        resource.prlimit(process.pid, resource.RLIMIT_NOFILE, (FEW, FEW))
        seated = http.client.HTTPConnection("127.0.0.1", port, timeout=20)
        stack.callback(seated.close)
        cookie = ""

        def call(path: str, data: Any = None, language: str = "en") -> tuple[int, bytes]:
            nonlocal cookie
            headers = {
                "accept-language": language,
                "cookie": cookie,
                "x-shapan": "1",
                "content-type": "application/json",
            }
            body = None if data is None else json.dumps(data)
            seated.request("GET" if data is None else "POST", path, body, headers)
            answer = seated.getresponse()
            cookie = (answer.headers.get("set-cookie") or cookie).partition(";")[0]
            return answer.status, answer.read()

        status, told = call("/matches", {"game": "pig", "seats": [{"kind": "me"}, {"kind": "hot"}]})
        assert status == 201
        match = json.loads(told)["id"]
        for _ in range(2 * FEW):
            if handles(process) == FEW:
                break
            assert call(f"/api/matches/{match}/frame")[0] == 200  # the server looks at what has come
            stack.enter_context(socket.create_connection(("127.0.0.1", port), timeout=20))
        assert handles(process) == FEW
        paths = ["/", "/rules", "/replays", f"/match/{match}", f"/replay/{match}", "/static/site.css", "/nothing"]
        paths += ["/api/games", f"/api/matches/{match}/frame", f"/api/matches/{match}/replay", "/schema/openapi.json"]
        for game in games():
            paths += [f"/games/{game}/cover.svg", f"/games/{game}/symbols.svg", f"/rules/{game}"]
            paths += [f"/api/games/{game}/texts/{language}" for language in LANGUAGES]
        wrong = {path: call(path)[0] for path in paths}
        wrong |= {
            f"{path} {language}": call(path, language=language)[0]
            for path in ["/", "/rules", *(f"/rules/{game}" for game in games())]
            for language in LANGUAGES
        }
        assert {path: status for path, status in wrong.items() if status not in (200, 404)} == {}
        ordinal = json.loads(call(f"/api/matches/{match}/frame")[1])["decision"]["ordinal"]
        answer = {"id": "roll", "ordinal": ordinal, "codes": [1 << 40]}
        assert call(f"/api/matches/{match}/answers", answer)[0] == 200
        assert handles(process) == FEW
        process.kill()
        assert process.communicate()[1].count("Traceback") == 0
