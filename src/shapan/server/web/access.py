"""Access: which request is being answered, for the log, and one line about each: its route, never its address."""

from __future__ import annotations

import ipaddress
import logging
import re
import secrets
import time
from contextvars import ContextVar
from dataclasses import dataclass
from typing import Any, Final

from litestar.types import ASGIApp, Message, Receive, Scope, Send

from shapan.server.web.health import ALIVE, READY
from shapan.server.web.metering import route_of

LOG = logging.getLogger("shapan.request")
HEADER: Final = b"x-request-id"
_ID: Final = re.compile(rb"[A-Za-z0-9-]{8,64}")
_NETWORKS: Final = {4: 24, 6: 48}
"""Bits that are kept of an address."""


@dataclass(slots=True)
class Answering:
    """A request that is being answered."""

    id: str
    ended: bool = False
    """Whether it has been answered: tasks that it began, such as those of bots, go on without it."""


_NOW: ContextVar[Answering | None] = ContextVar("shapan-request", default=None)


def request_id() -> str:
    """Return the id of the request that is being answered, empty outside of one."""
    now = _NOW.get()
    return "" if now is None or now.ended else now.id


def logged(app: ASGIApp, proxied: bool) -> ASGIApp:
    """Return an application whose requests are logged; with `proxied` their ids are those that the proxy gives."""

    async def answer(scope: Scope, receive: Receive, send: Send) -> None:
        given: Any = scope
        if given["type"] not in ("http", "websocket"):
            await app(scope, receive, send)
            return
        now, begun, status = Answering(_id_of(given) if proxied else ""), time.perf_counter(), 0
        now.id = now.id or secrets.token_hex(8)
        _NOW.set(now)

        async def noting(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
            elif message["type"] == "websocket.accept":
                status = 101
            await send(message)

        try:
            await app(scope, receive, noting)
        finally:
            if given["path"] not in (ALIVE, READY):
                LOG.info("answered", extra={"fields": _fields(given, status, time.perf_counter() - begun)})
            now.ended = True

    return answer


def _fields(scope: Any, status: int, seconds: float) -> dict[str, Any]:
    method, route = route_of(scope)
    return {
        "method": method,
        "route": route,
        "status": status,
        "seconds": round(seconds, 4),
        "client": cut(scope["client"][0]) if scope.get("client") else "",
    }


def cut(address: str) -> str:
    """Return an address without what tells one machine of a network from another."""
    try:
        found = ipaddress.ip_address(address)
    except ValueError:
        return ""
    mapped = getattr(found, "ipv4_mapped", None)
    found = mapped or found
    network = ipaddress.ip_network((found, _NETWORKS[found.version]), strict=False)
    return str(network)


def _id_of(scope: Any) -> str:
    sent = [value for name, value in scope["headers"] if name.lower() == HEADER]
    return sent[0].decode() if len(sent) == 1 and _ID.fullmatch(sent[0]) else ""
