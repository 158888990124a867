"""Requests to addresses that people name reach nothing inside, whatever stands for it."""

from __future__ import annotations

import asyncio
import socket
import ssl
import threading

import pytest

from server import apart
from server.receiver import NAME, certificate, receiving
from shapan.server.notify import outside
from shapan.server.notify.outside import Outside, Refused, Unreached, is_public

INNER = (
    "127.0.0.1",
    "127.8.9.1",
    "0.0.0.0",
    "10.0.0.1",
    "172.16.3.4",
    "192.168.1.1",
    "100.64.0.1",
    "169.254.169.254",
    "192.0.0.8",
    "198.18.0.1",
    "224.0.0.1",
    "240.0.0.1",
    "255.255.255.255",
    "::",
    "::1",
    "fe80::1",
    "fe80::1%eth0",
    "fc00::1",
    "fd12:3456::1",
    "ff02::1",
    "2001:db8::1",
    "::ffff:127.0.0.1",
    "::ffff:10.0.0.1",
    "::ffff:a9fe:a9fe",
    "::127.0.0.1",
    "64:ff9b::7f00:1",
    "64:ff9b::a00:1",
    "2002:7f00:1::",
    "2002:c0a8:101::1",
    "not an address",
)


@pytest.mark.parametrize("address", INNER)
def test_inner_addresses_are_none_of_the_open_network(address: str) -> None:
    assert not is_public(address)


@pytest.mark.parametrize("address", ["93.184.216.34", "2606:2800:220:1:248:1893:25c8:1946", "64:ff9b::5db8:d822"])
def test_others_are(address: str) -> None:
    assert is_public(address)


@pytest.mark.parametrize(
    ("url", "reason"),
    [
        ("http://example.org/", "scheme"),
        ("ftp://example.org/", "scheme"),
        ("https://127.0.0.1/", "inner"),
        ("https://[::1]/", "inner"),
        ("https://[::ffff:127.0.0.1]/", "inner"),
        ("https:///path", "address"),
        ("https://a:b@example.org/", "address"),
        ("https://example.org:99999/", "address"),
        ("https://example.org/a b", "address"),
        ("https://example.org/\r\nHost: x", "address"),
        ("https://exämple.org/", "address"),
        ("https://example.org\\@inner/", "address"),
        ("https://example.org/" + "x" * 2000, "address"),
    ],
)
def test_an_address_that_is_none_of_https_is_refused(url: str, reason: str) -> None:
    with pytest.raises(Refused) as refused:
        Outside().check(url)
    assert refused.value.reason == reason


def post(there: Outside, url: str) -> int:
    return apart.run(there.post(url, {"Content-Type": "text/plain"}, b"hello"))


def test_a_name_that_stands_for_an_inner_address_is_refused_and_nothing_is_opened(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async def no_connection(*_: object, **__: object) -> None:
        raise AssertionError

    monkeypatch.setattr(asyncio, "open_connection", no_connection)
    for found in (["10.0.0.1"], ["93.184.216.34", "127.0.0.1"], ["::ffff:192.168.0.1"], []):

        async def resolver(host: str, port: int, found: list[str] = found) -> list[str]:
            return found

        with pytest.raises(Refused):
            post(Outside(resolver), "https://example.org/")


def test_a_name_is_resolved_once_and_the_connection_goes_to_what_was_looked_at(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    answers, opened = [["93.184.216.34"], ["127.0.0.1"]], []

    async def resolver(host: str, port: int) -> list[str]:
        return answers.pop(0)

    async def connection(host: str, port: int, **rest: object) -> None:
        opened.append((host, port, rest["server_hostname"]))
        raise OSError

    monkeypatch.setattr(asyncio, "open_connection", connection)
    with pytest.raises(Unreached):
        post(Outside(resolver), "https://example.org/x")
    assert opened == [("93.184.216.34", 443, "example.org")] and len(answers) == 1


def test_names_that_are_not_found_and_inner_ones_get_the_same_answer() -> None:
    async def unknown(host: str, port: int) -> list[str]:
        raise socket.gaierror

    async def inner(host: str, port: int) -> list[str]:
        return ["10.0.0.1"]

    said = []
    for resolver in (unknown, inner):
        with pytest.raises(Refused) as refused:
            post(Outside(resolver), "https://example.org/")
        said.append(refused.value.reason)
    assert said == ["inner", "inner"]


def test_names_whose_server_is_silent_hold_up_only_threads_of_their_own(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(outside, "LIMIT", 0.05)
    speaks, asked = threading.Event(), []

    def silent(host: str, *_: object, **__: object) -> list[object]:
        asked.append(threading.current_thread().name)
        speaks.wait(60)
        raise socket.gaierror

    monkeypatch.setattr(socket, "getaddrinfo", silent)

    async def work() -> list[str]:
        there, said = Outside(), []
        for _ in range(6):
            try:
                await there.post("https://example.org/", {}, b"")
            except Unreached as error:
                said.append(str(error))
        speaks.set()
        return said

    assert apart.run(work()) == ["TimeoutError"] * 4 + ["BlockingIOError"] * 2
    assert len(asked) == 4 and all(name.startswith("shapan-names") for name in asked)


def test_redirects_are_not_followed_and_a_foreign_certificate_is_refused() -> None:
    with receiving() as receiver:
        receiver.answers, receiver.location = [301], receiver.url("/elsewhere")
        assert post(receiver.outside(), receiver.url("/here?a=b")) == 301
        (message,) = receiver.received
        assert (message.path, message.headers["host"], message.body) == (
            "/here?a=b",
            f"{NAME}:{receiver.port}",
            b"hello",
        )

        async def resolver(host: str, port: int) -> list[str]:
            return ["127.0.0.1"]

        with pytest.raises(Unreached):
            post(Outside(resolver, private=True), receiver.url())
        trusted = ssl.create_default_context(cadata=certificate()[0].decode())
        with pytest.raises(Unreached):
            post(Outside(resolver, trusted, private=True), f"https://another.example:{receiver.port}/")
        assert len(receiver.received) == 1


class Sink:
    """A connection that takes what is written."""

    def write(self, data: bytes) -> None:
        assert data.startswith(b"POST / HTTP/1.1\r\nHost: example.org\r\n")

    async def drain(self) -> None:
        pass

    async def wait_closed(self) -> None:
        pass

    def close(self) -> None:
        pass


def answered(answer: bytes, monkeypatch: pytest.MonkeyPatch, *, ends: bool = True) -> str:
    """Return what becomes of a request that is answered so."""

    async def resolver(host: str, port: int) -> list[str]:
        return ["93.184.216.34"]

    async def connection(*_: object, limit: int, **__: object) -> tuple[asyncio.StreamReader, Sink]:
        reader = asyncio.StreamReader(limit=limit)
        reader.feed_data(answer)
        if ends:
            reader.feed_eof()
        return reader, Sink()

    monkeypatch.setattr(asyncio, "open_connection", connection)
    try:
        return str(post(Outside(resolver), "https://example.org"))
    except Unreached as error:
        return str(error)


@pytest.mark.parametrize(
    ("answer", "result"),
    [
        (b"HTTP/1.1 201 Created\r\n\r\n", "201"),
        (b"HTTP/1.1 x\r\n\r\n", "ValueError"),
        (b"SSH-2.0-x\r\n\r\n", "ValueError"),
        (b"HTTP/1.1 200 OK\r\n" + b"a: b\r\n" * 40_000, "LimitOverrunError"),
        (b"HTTP/1.1 200 OK\r\n", "IncompleteReadError"),
    ],
)
def test_what_is_no_answer_is_none(answer: bytes, result: str, monkeypatch: pytest.MonkeyPatch) -> None:
    assert answered(answer, monkeypatch) == result


def test_an_answer_is_not_waited_for_long(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(outside, "LIMIT", 0.1)
    assert answered(b"HTTP/1.1 200 OK\r\n", monkeypatch, ends=False) == "TimeoutError"
