"""What handlers are given: the hub, the sessions, and who asks in which language."""

from __future__ import annotations

from typing import Any

from litestar import Request
from litestar.di import NamedDependency

from shapan.server.hub.hub import Hub
from shapan.server.web.session import Connection, Sessions
from shapan.server.words import COOKIE, choose

TheHub = NamedDependency[Hub]
TheSessions = NamedDependency[Sessions]
Asked = Request[Any, Any, Any]


def language_of(connection: Connection) -> str:
    """Return the language of a request."""
    return choose(connection.cookies.get(COOKIE), connection.headers.get("accept-language", ""))


async def session_of(connection: Connection, sessions: Sessions) -> str | None:
    """Return the session of a request."""
    guest = await sessions.find(connection)
    return None if guest is None else guest.id
