"""Requests to addresses that people name: only to public ones, so that no one reaches inner services through us.

The name is resolved once, all that it resolves to has to be public, and the connection goes to what was looked at. No
redirect is followed.
"""

from __future__ import annotations

import asyncio
import ipaddress
import socket
import ssl
import threading
from collections.abc import Awaitable, Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from typing import Final
from urllib.parse import urlsplit

LIMIT: Final = 5.0
"""Seconds for a request, all in all."""
MAX_ANSWER: Final = 64 * 1024
"""Bytes that are read of an answer."""
LONGEST: Final = 2000
"""Characters of an address."""
_STATUS: Final = slice(9, 12)
_NAT64: Final = ipaddress.ip_network("64:ff9b::/96")
_PROTOCOLS: Final = ipaddress.ip_network("192.0.0.0/24")
"""Of which not each Python says that it is inner."""

THREADS: Final = 4
"""Names that are resolved at a time."""

Resolve = Callable[[str, int], Awaitable[list[str]]]


class Refused(Exception):
    """An address that nothing is sent to; the reason is one of `scheme`, `address`, `inner`."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


class Unreached(Exception):
    """An address that did not answer in time, or with something that is no answer."""


class Names:
    """Resolves names in threads of its own: a name whose server is silent holds up a thread for long after its time."""

    def __init__(self) -> None:
        self._pool = ThreadPoolExecutor(THREADS, "shapan-names")
        self._free = threading.Semaphore(THREADS)

    async def resolve(self, host: str, port: int) -> list[str]:
        """Return the addresses that a name stands for. Raises OSError, also where all threads are taken."""
        if not self._free.acquire(blocking=False):
            raise BlockingIOError
        asked = self._pool.submit(socket.getaddrinfo, host, port, type=socket.SOCK_STREAM)
        asked.add_done_callback(lambda _: self._free.release())
        return [str(row[4][0]) for row in await asyncio.wrap_future(asked)]


def is_public(address: str) -> bool:
    """Return whether an address is one of the open network, also in all of its disguises."""
    try:
        found = ipaddress.ip_address(address.partition("%")[0])
    except ValueError:
        return False
    if isinstance(found, ipaddress.IPv6Address):
        inner = found.ipv4_mapped or found.sixtofour or (found.teredo or (None, None))[1]
        if found in _NAT64 or found.packed[:12] == bytes(12):
            inner = ipaddress.IPv4Address(found.packed[12:])
        if inner is not None:
            return _is_open(inner) and not found.is_loopback
    return _is_open(found)


def _is_open(address: ipaddress.IPv4Address | ipaddress.IPv6Address) -> bool:
    special = address.is_multicast or address.is_reserved or address.is_unspecified or address in _PROTOCOLS
    return address.is_global and not special


class Outside:
    """Sends requests; tests let it reach private addresses."""

    def __init__(
        self, resolver: Resolve | None = None, context: ssl.SSLContext | None = None, *, private: bool = False
    ) -> None:
        self._resolve = resolver or Names().resolve
        self._context = context
        self._private = private

    def check(self, url: str) -> tuple[str, int, str]:
        """Return host, port and path of an address. Raises Refused where it is none of https, or an inner one."""
        try:
            parts = urlsplit(url)
            host, port = parts.hostname or "", parts.port or 443
        except ValueError:
            raise Refused("address") from None
        if parts.scheme != "https":
            raise Refused("scheme")
        if len(url) > LONGEST or not url.isascii() or not url.isprintable() or " " in url or "\\" in url:
            raise Refused("address")
        if not host or parts.username is not None or parts.password is not None:
            raise Refused("address")
        with suppress(ValueError):
            ipaddress.ip_address(host)
            if not self._private and not is_public(host):
                raise Refused("inner")
        return host, port, f"{parts.path or '/'}{'?' + parts.query if parts.query else ''}"

    async def post(self, url: str, headers: Mapping[str, str], body: bytes) -> int:
        """Send something and return the status of the answer. Raises Refused or Unreached."""
        host, port, path = self.check(url)
        try:
            async with asyncio.timeout(LIMIT):
                return await self._post(host, port, path, headers, body)
        except (OSError, TimeoutError, ValueError, asyncio.IncompleteReadError, asyncio.LimitOverrunError) as error:
            raise Unreached(type(error).__name__) from None

    async def _post(self, host: str, port: int, path: str, headers: Mapping[str, str], body: bytes) -> int:
        try:
            addresses = await self._resolve(host, port)
        except socket.gaierror:  # the same answer as for an inner one: no one learns which names there are inside
            addresses = []
        if not addresses or not (self._private or all(map(is_public, addresses))):
            raise Refused("inner")
        if self._context is None:
            self._context = await asyncio.to_thread(ssl.create_default_context)
        reader, writer = await asyncio.open_connection(
            addresses[0], port, limit=MAX_ANSWER, ssl=self._context, server_hostname=host
        )
        try:
            name = f"[{host}]" if ":" in host else host
            lines = {
                "Host": name if port == 443 else f"{name}:{port}",
                "User-Agent": "Shapan",
                "Connection": "close",
                "Content-Length": str(len(body)),
                **headers,
            }
            head = "".join(f"{key}: {value}\r\n" for key, value in lines.items())
            writer.write(f"POST {path} HTTP/1.1\r\n{head}\r\n".encode("latin-1") + body)
            await writer.drain()
            return _status(await reader.readuntil(b"\r\n\r\n"))
        finally:
            writer.close()
            with suppress(OSError, TimeoutError):
                await asyncio.wait_for(writer.wait_closed(), 0.2)


def _status(head: bytes) -> int:
    """Return the status of an answer. Raises ValueError."""
    if not head.startswith((b"HTTP/1.1 ", b"HTTP/1.0 ")):
        raise ValueError("no answer of HTTP")
    return int(head[_STATUS])
