"""Requests that were sent on: the proxy marks them with the process that it sent them to, so that none goes in circles.

The mark counts only between processes: the proxy strips it from what comes from outside.
"""

from __future__ import annotations

from typing import Final

from litestar.types import ASGIApp, Receive, Scope, Send

from shapan.server.hub.home import SENT

HEADER: Final = "x-sent"
_NAME: Final = HEADER.encode()


class NoteSent:
    """Takes note of where a request was sent on to."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Handle a request."""
        mark = next((value for name, value in scope.get("headers", ()) if name == _NAME), b"")
        SENT.set(mark.decode("latin-1").removeprefix("@"))
        await self._app(scope, receive, send)
