"""What stands below the API: hosts, methods, bytes that are no text, paths that are no files, at the real server."""

from __future__ import annotations

import gzip
import json
import socket
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from server.test_run import server

JSON = ("Content-Type: application/json", "X-Shapan: 1")
Answer = tuple[int, dict[str, str], bytes]


class Wire:
    """A server, spoken to byte by byte."""

    def __init__(self, address: str) -> None:
        self.address = address
        self.port = int(address.rpartition(":")[2])
        self.host = f"Host: 127.0.0.1:{self.port}"

    def ask(self, path: str, *headers: str, method: str = "GET", body: bytes = b"", host: str | None = None) -> Answer:
        """Send a request on a connection of its own; return status, headers by lower name, body."""
        lines = [f"{method} {path} HTTP/1.1", self.host if host is None else host, *headers, "Connection: close"]
        if body:
            lines.append(f"Content-Length: {len(body)}")
        with socket.create_connection(("127.0.0.1", self.port), timeout=20) as line:
            line.sendall("\r\n".join([*lines, "", ""]).encode("latin-1") + body)
            told = b"".join(iter(lambda: line.recv(65536), b""))
        head, _, rest = told.partition(b"\r\n\r\n")
        first, *fields = head.decode("latin-1").split("\r\n")
        return (
            int(first.split()[1]),
            {name.lower(): value for name, _, value in (f.partition(": ") for f in fields)},
            rest,
        )


@pytest.fixture(scope="module")
def wire(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Wire]:
    with server(tmp_path_factory.mktemp("wire")) as (process, address):
        yield Wire(address)
        process.kill()
        _, errors = process.communicate()
    assert "Traceback" not in errors, errors


def detail(answer: Answer) -> str:
    told: Any = json.loads(answer[2])
    assert told["status_code"] == answer[0]
    return str(told["detail"])


# Hosts

BAD = (
    "Host: 127.0.0.1:port",
    "Host: 127.0.0.1:99999",
    "Host: 127.0.0.1:",
    "Host: 127.0.0.1:80\tx",
    "Host: 127.0.0.1:1:2",
    "Host: 127.0.0.1:22100@evil",
    "Host: evil@127.0.0.1",
    "Host: [::1]evil",
    "Host: [::1]:1evil",
    "Host: [::1",
    "Host: 127.0.0.1/x",
    "Host: ",
    "X-No-Host: 1",
    "Host: 127.0.0.1\r\nHost: 127.0.0.1",
    "Host: 127.0.0.1\r\nHost: evil",
    "Host: evil\r\nHost: 127.0.0.1",
)


@pytest.mark.parametrize("host", BAD)
@pytest.mark.parametrize("path", ["/", "/api/games", "/static/site.css", "/nothing", "/api/nothing"])
def test_a_host_that_is_none_is_refused(wire: Wire, host: str, path: str) -> None:
    assert wire.ask(path, host=host)[0] == 400


@pytest.mark.parametrize("host", ["Host: LOCALHOST", "host: [::1]:8642", "Host: localhost:65535"])
def test_a_name_of_the_server_is_known_with_any_port(wire: Wire, host: str) -> None:
    assert wire.ask("/", host=host)[0] == 200


# Bytes


@pytest.mark.parametrize(
    "body", [b'{"game":"p\xffig"}', b'\xff{"game":"pig"}', b'{"game":"\xed\xa0\x80"}', b'{"\xc0":1}']
)
def test_a_body_that_is_no_text_is_named(wire: Wire, body: bytes) -> None:
    answer = wire.ask("/matches", *JSON, method="POST", body=body)
    assert answer[0] == 400 and "UTF-8" in detail(answer)


@pytest.mark.parametrize(
    "kind", ["application/json", "application/x-www-form-urlencoded", "multipart/form-data; boundary=b"]
)
def test_who_goes_away_in_mid_body_is_no_fault(wire: Wire, kind: str) -> None:
    for path in ("/matches", "/tables"):
        lines = [f"POST {path} HTTP/1.1", wire.host, "X-Shapan: 1", f"Content-Type: {kind}", "Content-Length: 50"]
        with socket.create_connection(("127.0.0.1", wire.port), timeout=20) as line:
            line.sendall("\r\n".join([*lines, "", "--b"]).encode())
    assert wire.ask("/api/games")[0] == 200  # and nothing stands in the log: `wire` looks into it at the end


# Files


@pytest.mark.parametrize(
    "path",
    [
        *("/static", "/static/", "/static/dist", "/static/dist/", "/static/dist/assets", "/static/none.css"),
        *("/static/%00", "/static/dist/%00x", "/static/%0a", "/static/%ff", "/static/site.css/x"),
        *("/static/../app.py", "/static/%2e%2e/app.py", "/static//etc/passwd", "/static/" + "a" * 5000),
    ],
)
def test_what_is_no_file_is_not_found_and_tells_no_path(wire: Wire, path: str) -> None:
    status, headers, body = wire.ask(path)
    assert status == 404 and headers["content-type"].startswith("application/json")
    assert json.loads(body) == {"status_code": 404, "detail": "Not Found"}


@pytest.mark.parametrize(
    "path",
    ["/%00", "/match/%00", "/join/%00", "/rules/%00", "/games/%00/cover.svg", "/api/matches/%00/frame", "/tables/%ff"],
)
def test_a_name_that_is_none_is_not_found(wire: Wire, path: str) -> None:
    assert wire.ask(path)[0] == 404


@pytest.mark.parametrize("path", ["/?x=%00", "/api/games?language=%00", "/join?link=%00"])
def test_a_query_with_a_sign_that_is_none_is_refused(wire: Wire, path: str) -> None:
    assert wire.ask(path)[0] == 400


def test_a_file_is_sent_whole_and_not_again_to_who_has_it(wire: Wire) -> None:
    import shapan.server

    for name, kind in (("site.css", "text/css"), ("site.js", "text/javascript"), ("icon.svg", "image/svg+xml")):
        status, headers, body = wire.ask(f"/static/{name}")
        assert status == 200 and headers["content-type"].partition(";")[0] == kind
        assert body == (Path(shapan.server.__path__[0]) / "static" / name).read_bytes()
        status, again, body = wire.ask(f"/static/{name}", f"If-None-Match: {headers['etag']}")
        assert (status, body) == (304, b"") and again["etag"] == headers["etag"]


def test_a_file_is_sent_compressed_to_who_understands_it_and_is_another_thing_then(wire: Wire) -> None:
    _, plain, body = wire.ask("/static/site.css")
    for understood in ("gzip", "br, gzip;q=0.5", "deflate;q=1, *;q=0.1"):
        status, headers, packed = wire.ask("/static/site.css", f"Accept-Encoding: {understood}")
        assert status == 200 and headers["content-encoding"] == "gzip" and headers["vary"] == "accept-encoding"
        assert gzip.decompress(packed) == body and len(packed) < len(body) / 2
        assert headers["etag"] != plain["etag"]
        again = wire.ask("/static/site.css", f"Accept-Encoding: {understood}", f"If-None-Match: {headers['etag']}")
        assert again[0] == 304
        other = wire.ask("/static/site.css", f"Accept-Encoding: {understood}", f"If-None-Match: {plain['etag']}")
        assert other[0] == 200
    for not_understood in ("identity", "br", "gzip;q=0", "*;q=0.0", "gzip;q=0, *"):
        status, headers, sent = wire.ask("/static/site.css", f"Accept-Encoding: {not_understood}")
        assert status == 200 and "content-encoding" not in headers and sent == body
    small = wire.ask("/static/icon.svg", "Accept-Encoding: gzip")
    assert "content-encoding" not in small[1]


def test_the_texts_of_a_game_are_sent_compressed_to_who_understands_it(wire: Wire) -> None:
    _, _, plain = wire.ask("/api/games/pig/texts/zh-Hans")
    _, headers, packed = wire.ask("/api/games/pig/texts/zh-Hans", "Accept-Encoding: gzip")
    assert headers["content-encoding"] == "gzip" and gzip.decompress(packed) == plain


# Methods


@pytest.mark.parametrize(
    "path",
    ["/", "/rules", "/rules/pig", "/api/games", "/api/games/pig/texts/en", "/static/site.css", "/schema/openapi.json"],
)
def test_head_is_answered_like_get_without_a_body(wire: Wire, path: str) -> None:
    got, told = wire.ask(path), wire.ask(path, method="HEAD")
    assert got[0] == told[0] == 200 and got[2] and told[2] == b""
    same = ("content-type", "content-length", "cache-control", "content-security-policy", "etag")
    assert [got[1].get(name) for name in same] == [told[1].get(name) for name in same]


def test_head_of_nothing_is_not_found_and_of_a_change_not_allowed(wire: Wire) -> None:
    assert wire.ask("/nothing", method="HEAD")[0] == wire.ask("/api/matches/none/frame", method="HEAD")[0] == 404
    assert wire.ask("/matches", method="HEAD")[0] == 405
