"""The way of a request: by which match the proxy chose this process, and whether it was sent on from another one.

The proxy says both in headers, so that no request goes in circles; it strips them from what comes from outside.
"""

from __future__ import annotations

from typing import Final

from litestar.types import ASGIApp, Receive, Scope, Send

from shapan.server.hub.home import WAY, Way

_SENT: Final = b"x-sent"
_MATCH: Final = b"x-match"


class NoteWay:
    """Takes note of the way of each request."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Handle a request."""
        told = dict(scope.get("headers", ()))
        WAY.set(Way(told.get(_SENT, b"").decode("latin-1").removeprefix("@"), told.get(_MATCH, b"").decode("latin-1")))
        await self._app(scope, receive, send)
