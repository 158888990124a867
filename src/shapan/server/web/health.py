"""Health: whether the server runs (`/healthz`) and whether it can serve matches (`/readyz`), for whoever watches it.

Both are answered before everything else: to any host, as a load balancer asks by address, and without being counted.
They tell nothing but one word or a reason; the database is looked at once a second at most, however often is asked.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable
from typing import Any, Final

from litestar.types import ASGIApp, Receive, Scope, Send
from sqlalchemy.exc import SQLAlchemyError

from shapan.server.store.revision import noted_revision
from shapan.server.store.schema import REVISION
from shapan.server.store.storage import Store
from shapan.server.store.writer import StoreError

LOG = logging.getLogger("shapan.server")
ALIVE: Final = "/healthz"
READY: Final = "/readyz"
WITHIN: Final = 5.0
"""Seconds within which the database must answer."""
_HOLDS: Final = 1.0
"""Seconds for which what was found holds."""
_HEADERS: Final = [
    (b"content-type", b"text/plain; charset=utf-8"),
    (b"cache-control", b"no-store"),
    (b"x-content-type-options", b"nosniff"),
]


class Health:
    """Knows whether a server is ready."""

    def __init__(self, store: Store, stopping: Callable[[], bool], within: float = WITHIN) -> None:
        self._store = store
        self._stopping = stopping
        self._within = within
        self._look: asyncio.Task[str] | None = None
        self._at = float("-inf")
        self._said = ""

    async def trouble(self) -> str:
        """Return why the server is not ready, empty if it is."""
        if self._stopping():
            return "the server stops"
        if self._look is None or (self._look.done() and time.monotonic() - self._at >= _HOLDS):
            self._look = asyncio.create_task(self._of_database(), name="shapan-health")
        return await asyncio.shield(self._look)

    async def _of_database(self) -> str:
        """Look whether the database can be read and written, and has the schema of this program."""
        try:
            async with asyncio.timeout(self._within):
                await self._store.writer.do(lambda _: None)
                async with self._store.reading() as connection:
                    revision = await connection.scalar(noted_revision())
            found = "" if revision == REVISION else "the database has the schema of another version of Shapan"
        except TimeoutError:
            found = f"the database does not answer within {self._within:g} s"
        except (SQLAlchemyError, StoreError, OSError):  # what it says may name addresses
            found = "the database does not answer"
        if found and found != self._said:
            LOG.warning("not ready: %s", found)
        self._said, self._at = found, time.monotonic()
        return found


def answering_health(app: ASGIApp, health: Health) -> ASGIApp:
    """Return an application that answers for its health, and as `app` does otherwise."""

    async def answer(scope: Scope, receive: Receive, send: Send) -> None:
        given: Any = scope
        if given["type"] != "http" or given["path"] not in (ALIVE, READY):
            await app(scope, receive, send)
            return
        given["path_template"] = given["path"]
        if given["method"] != "GET":  # HEAD comes as GET
            await _say(send, 405, "only GET and HEAD", (b"allow", b"GET, HEAD"))
        else:
            trouble = await health.trouble() if given["path"] == READY else ""
            await _say(send, 503 if trouble else 200, trouble or "ok")

    return answer


async def _say(send: Any, status: int, words: str, *more: tuple[bytes, bytes]) -> None:
    body = f"{words}\n".encode()
    headers = [*_HEADERS, *more, (b"content-length", str(len(body)).encode())]
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": body})
