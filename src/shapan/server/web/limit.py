"""Limits: how often a guest and an address may ask, and how many requests and streams they may have open.

Generous for play, too little to hurt with. This
machine itself is not counted by address: there are the people of a table at home, or a proxy that speaks for everybody.
"""

from __future__ import annotations

import ipaddress
import math
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, Final, Literal

from litestar.connection import ASGIConnection
from litestar.exceptions import TooManyRequestsException
from litestar.types import ASGIApp, Receive, Scope, Send

from shapan.server.bucket import Buckets
from shapan.server.settings import LimitSettings, Rate
from shapan.server.store.people import hash_of

KIND: Final = "limit"
"""The key in a handler's `opt` under which it names its limit; without it POST is a change, and the rest are reads."""
OPENING: Final = {KIND: "opening"}
REPLAY: Final = {KIND: "replay"}
CHAT: Final = {KIND: "chat"}
HINT: Final = {KIND: "hint"}
WAYS: Final = {KIND: "ways"}
TOO_MANY_STREAMS: Final = 4429
"""The close code of a stream too many."""
POLICY: Final = 1008
"""The close code of a stream whose client does not stop talking."""
_SAFE: Final = frozenset({"GET", "HEAD", "OPTIONS"})


class Limits:
    """The limits of one server."""

    def __init__(self, settings: LimitSettings, clock: Callable[[], float] = time.monotonic) -> None:
        self._settings = settings
        self._clock = clock
        rates = {
            "change": settings.change,
            "opening": settings.opening,
            "replay": settings.replay,
            "chat": settings.chat,
            "hint": settings.hint,
            "ways": settings.ways,
            "read": settings.read,
        }
        many = settings.address_factor
        self._by_session = {kind: Buckets(rate, clock) for kind, rate in rates.items()}
        self._by_address = {
            kind: Buckets(Rate(rate.a_second * many, rate.burst * many), clock) for kind, rate in rates.items()
        }
        self._open: dict[str, Counter[str]] = {"streams": Counter(), "requests": Counter()}

    def wait(self, kind: str, session: str, address: str) -> float:
        """Count a request; return 0, or the seconds after which it may be sent again."""
        waits = [0.0]
        if session:
            waits.append(self._by_session[kind].take(session))
        if address:
            waits.append(self._by_address[kind].take(address))
        return max(waits)

    def count(self, kind: str, session: str, address: str) -> None:
        """Count a request. Raises 429, with the seconds after which it may be sent again."""
        wait = self.wait(kind, session, address)
        if wait:
            raise TooManyRequestsException(
                "too many requests, wait a little", headers={"retry-after": str(math.ceil(wait))}
            )

    def listening(self) -> Buckets:
        """Return a bucket for what one client sends on a stream."""
        return Buckets(self._settings.talk, self._clock)

    @contextmanager
    def at_once(self, kind: Literal["streams", "requests"], session: str, address: str) -> Iterator[bool]:
        """Count a stream or a request while it is open; give whether it may be."""
        bound, opened = getattr(self._settings, kind), self._open[kind]
        most = {session: bound, address: bound * self._settings.address_factor}
        most.pop("", None)
        free = all(opened[name] < bound for name, bound in most.items())
        if free:
            opened.update(most.keys())
        try:
            yield free
        finally:
            if free:
                for name in most:
                    opened[name] -= 1
                    if not opened[name]:
                        del opened[name]


class LimitRequests:
    """The middleware that tells those who ask too much to wait."""

    def __init__(self, app: ASGIApp, limits: Limits, cookie: str) -> None:
        self.app = app
        self._limits = limits
        self._cookie = cookie

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Count a request, and hand it on or refuse it."""
        given: Any = scope
        session, address = asker(given, self._cookie)
        if given["type"] == "http" and not given["path"].startswith(("/static/", "/games/")):
            self._limits.count(kind_of(given), session, address)
        if given["type"] != "websocket":
            with self._limits.at_once("requests", session, address) as free:
                if not free:
                    raise TooManyRequestsException("too many requests at a time", headers={"retry-after": "1"})
                await self.app(scope, receive, send)
            return
        self._limits.count("read", session, address)
        with self._limits.at_once("streams", session, address) as free:
            if free:
                await self._listen_within_bounds(scope, receive, send)
            else:
                await _turn_away(receive, send)

    async def _listen_within_bounds(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Run a stream; end it if the client, from whom nothing is read, does not stop talking."""
        bucket, flooded = self._limits.listening(), False

        async def bounded() -> Any:
            nonlocal flooded
            message = await receive()
            if message["type"] == "websocket.receive" and bucket.take(""):
                flooded = True
                return {"type": "websocket.disconnect", "code": POLICY}
            return message

        await self.app(scope, bounded, send)
        if flooded:
            close: Any = {"type": "websocket.close", "code": POLICY, "reason": "nothing is read here"}
            await send(close)


async def _turn_away(receive: Any, send: Any) -> None:
    """Accept a stream and end it with a code: from a refused handshake a browser learns nothing."""
    await receive()
    await send({"type": "websocket.accept", "subprotocol": None, "headers": []})
    await send({"type": "websocket.close", "code": TOO_MANY_STREAMS, "reason": "too many streams"})


def kind_of(scope: Any) -> str:
    """Return the kind of limit for a request, also for one that no handler is there for."""
    named = scope["route_handler"].opt.get(KIND) if "route_handler" in scope else None
    return str(named or ("read" if scope["method"] in _SAFE else "change"))


def asker(scope: Any, cookie: str) -> tuple[str, str]:
    """Return the names under which a guest and an address are counted; the first is empty without a cookie."""
    token = ASGIConnection[Any, Any, Any, Any](scope).cookies.get(cookie)
    return hash_of(token) if token else "", address_of(scope.get("client"))


def address_of(client: Any) -> str:
    """Return the name under which an address is counted, empty for this machine: a network of IPv6 counts as one."""
    if not client:
        return ""
    try:
        address = ipaddress.ip_address(client[0])
    except ValueError:
        return str(client[0])
    if isinstance(address, ipaddress.IPv6Address):
        if address.ipv4_mapped is None and not address.is_loopback:
            return str(ipaddress.ip_network((address, 64), strict=False))
        address = address.ipv4_mapped or address
    return "" if address.is_loopback else str(address)
