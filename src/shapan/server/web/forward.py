"""Requests among several processes: by which way one has come, and how the proxy is told to forward it.

The proxy tells the way in headers, so that no request goes in circles; it strips them from what comes from outside.
"""

from __future__ import annotations

from typing import Final

from litestar.types import ASGIApp, Receive, Scope, Send

from shapan.server.hub.home import WAY, Way
from shapan.server.match.lifecycle import Elsewhere
from shapan.server.tally import TALLY

FORWARD: Final = 421
"""Status of the answer to a request that another process has to answer."""
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


def forwarding(error: Elsewhere) -> dict[str, str]:
    """Return the headers that tell the proxy where to forward a request, and count it."""
    TALLY.sent_on += 1
    to = {"x-accel-redirect": f"@{error.name}"}
    return to | {"x-match": error.match} if error.match else to
