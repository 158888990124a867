"""What handlers are given: the hub, the sessions, the body, and who asks in which language."""

from __future__ import annotations

from collections.abc import AsyncGenerator
from typing import Any

from litestar import Request
from litestar.di import NamedDependency
from litestar.exceptions import HTTPException, InternalServerException

from shapan.server.hub.hub import Hub
from shapan.server.web.guard import SCRIPTED
from shapan.server.web.session import Connection, Sessions
from shapan.server.words import COOKIE, choose

TheHub = NamedDependency[Hub]
TheSessions = NamedDependency[Sessions]
Asked = Request[Any, Any, Any]


class SentRequest(Request[Any, Any, Any]):
    """A request whose body may be anything: what is no JSON is its sender's fault, whatever the reader trips over.

    So it is if the sender goes away before its end: no fault of the server, and nothing for its log.
    """

    async def stream(self) -> AsyncGenerator[bytes, None]:
        """Give the body as it comes. Raises 400 where it does not come whole."""
        try:
            async for piece in super().stream():
                yield piece
        except InternalServerException:
            raise HTTPException(detail="the body has not come whole", status_code=400) from None

    async def body(self) -> bytes:
        """Return the body; a form holds no NUL, which no browser sends and PostgreSQL does not store. Raises 400."""
        body = await super().body()
        if (b"%00" in body or b"\0" in body) and not self.scope["path"].startswith(SCRIPTED):
            raise HTTPException(detail="the form holds a sign that is none (NUL)", status_code=400)
        return body

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
