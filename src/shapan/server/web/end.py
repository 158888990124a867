"""The end: a request that is not answered when the server has to stop is told to come again."""

from __future__ import annotations

import asyncio
from typing import Any, Final

from litestar.types import ASGIApp, Message, Receive, Scope, Send

_BODY: Final = b'{"status_code":503,"detail":"the server stops; send it again with the same id"}'
_HEADERS: Final = [
    (b"content-type", b"application/json"),
    (b"content-length", str(len(_BODY)).encode()),
    (b"cache-control", b"no-store"),
    (b"x-content-type-options", b"nosniff"),
    (b"retry-after", b"1"),
]


def answering_end(app: ASGIApp) -> ASGIApp:
    """Return an application that answers 503 to what is cut off: 500 would call that a fault of the server."""

    async def answer(scope: Scope, receive: Receive, send: Send) -> None:
        given: Any = scope
        if given["type"] != "http":
            await app(scope, receive, send)
            return
        begun = False

        async def note(message: Message) -> None:
            nonlocal begun
            begun = True
            await send(message)

        try:
            await app(scope, receive, note)
        except asyncio.CancelledError:
            if begun:
                raise
            await send({"type": "http.response.start", "status": 503, "headers": _HEADERS})
            await send({"type": "http.response.body", "body": _BODY, "more_body": False})

    return answer
