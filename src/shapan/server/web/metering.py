"""Metering: requests are counted by the template of their address, never by the address, which may hold secrets."""

from __future__ import annotations

import time
from typing import Any, Final

from litestar.types import ASGIApp, Message, Receive, Scope, Send

from shapan.server.tally import TALLY

UNROUTED: Final = "unrouted"
"""Stands for all addresses that the server does not have."""
_METHODS: Final = frozenset({"GET", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"})


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
                # What stands there a client may choose: names of its own would each be one more row.
                method = given["method"] if given["method"] in _METHODS else "other"
                template = given.get("path_template") or UNROUTED
                TALLY.request(method, template, message["status"], time.perf_counter() - begun)
            await send(message)

        await app(scope, receive, counting)

    return answer
