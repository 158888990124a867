"""Metering: requests are counted by the template of their address, never by the address, which may hold secrets."""

from __future__ import annotations

import time
from typing import Any, Final

from litestar.types import ASGIApp, Message, Receive, Scope, Send

from shapan.server.tally import TALLY

_UNROUTED: Final = "unrouted"
"""Stands for all addresses that the server does not have."""
_METHODS: Final = frozenset({"GET", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"})


def route_of(scope: Any) -> tuple[str, str]:
    """Return method and template of the address of a request; what a client makes up for either is named by a word."""
    method = scope.get("method", "")
    known = method if method in _METHODS else "other"
    return "" if scope["type"] == "websocket" else known, scope.get("path_template") or _UNROUTED


def metered(app: ASGIApp) -> ASGIApp:
    """Return an application whose answered requests are counted, and otherwise does as `app`."""

    async def answer(scope: Scope, receive: Receive, send: Send) -> None:
        given: Any = scope
        if given["type"] != "http":
            await app(scope, receive, send)
            return
        begun = time.perf_counter()

        async def counting(message: Message) -> None:
            if message["type"] == "http.response.start":
                TALLY.request(*route_of(given), message["status"], time.perf_counter() - begun)
            await send(message)

        await app(scope, receive, counting)

    return answer
