"""What handlers are given: the hub, the sessions, the body, and who asks in which language."""

from __future__ import annotations

from typing import Any

from litestar import Request
from litestar.di import NamedDependency
from litestar.exceptions import HTTPException

from shapan.server.hub.hub import Hub
from shapan.server.web.session import Connection, Sessions
from shapan.server.words import COOKIE, choose

TheHub = NamedDependency[Hub]
TheSessions = NamedDependency[Sessions]
Asked = Request[Any, Any, Any]


class SentRequest(Request[Any, Any, Any]):
    """A request whose body may be anything: what is no JSON is its sender's fault, whatever the reader trips over."""

    async def json(self) -> Any:
        """Return the body, read as JSON. Raises 400."""
        try:
            (await self.body()).decode()
            return await super().json()
        except UnicodeDecodeError as error:
            detail = f"the body is not valid UTF-8 from byte {error.start} on"
            raise HTTPException(detail=detail, status_code=400) from None
        except RecursionError:
            raise HTTPException(detail="nested too deeply", status_code=400) from None


def language_of(connection: Connection) -> str:
    """Return the language of a request."""
    return choose(connection.cookies.get(COOKIE), connection.headers.get("accept-language", ""))


async def session_of(connection: Connection, sessions: Sessions) -> str | None:
    """Return the session of a request."""
    guest = await sessions.find(connection)
    return None if guest is None else guest.id
