"""HEAD: whatever can be got is answered to it as to GET, without the body."""

from __future__ import annotations

from typing import Any, cast

from litestar.types import ASGIApp, Message, Receive, Scope, Send


def answering_head(app: ASGIApp) -> ASGIApp:
    """Return an application that answers HEAD as this one answers GET, if it does."""

    async def answer(scope: Scope, receive: Receive, send: Send) -> None:
        given: Any = scope
        if given["type"] != "http" or given["method"] != "HEAD":
            await app(scope, receive, send)
            return

        async def send_head(message: Message) -> None:
            if message["type"] == "http.response.body":
                message["body"] = b""
            await send(message)

        await app(cast(Any, {**given, "method": "GET"}), receive, send_head)

    return answer
