"""Guests: a random cookie, of which the server keeps only a hash."""

from __future__ import annotations

import re
import secrets
from dataclasses import dataclass
from typing import Any

from litestar.connection import ASGIConnection
from litestar.datastructures import Cookie

from shapan.server.settings import Settings
from shapan.server.store.people import hash_of
from shapan.server.store.storage import Store

_TOKEN = re.compile(r"[A-Za-z0-9_-]{43}")
_YEAR = 365 * 24 * 3600

Connection = ASGIConnection[Any, Any, Any, Any]


@dataclass(slots=True)
class Guest:
    """Somebody with a session: the hash of the cookie, and the name he last used."""

    id: str
    name: str


class Sessions:
    """Knows guests by their cookie."""

    def __init__(self, store: Store, settings: Settings) -> None:
        self._store = store
        self._secure = settings.secure
        self._known: dict[str, Guest] = {}
        self.cookie = "__Host-shapan" if settings.secure else "shapan"

    async def find(self, connection: Connection) -> Guest | None:
        """Return the guest of a request, None if he has no session here."""
        token = connection.cookies.get(self.cookie, "")
        if not _TOKEN.fullmatch(token):
            return None
        session = hash_of(token)
        guest = self._known.get(session)
        if guest is None:
            name = await self._store.session_name(session)
            if name is not None:
                guest = self._known[session] = Guest(session, name)
        return guest

    async def admit(self, connection: Connection, name: str = "") -> tuple[Guest, list[Cookie]]:
        """Return the guest of a request, made one if need be, and the cookies to send him."""
        guest = await self.find(connection)
        if guest is None:
            token = connection.cookies.get(self.cookie, "")
            if self._secure or not _TOKEN.fullmatch(token):
                token = secrets.token_urlsafe(32)
            # Else: another server at this address made it (cookies do not know ports); both may know him by it.
            guest = Guest(hash_of(token), name)
            await self._store.keep_session(guest.id, name)
            self._known[guest.id] = guest
            return guest, [self._cookie(token)]
        if name and name != guest.name:
            guest.name = name
            await self._store.keep_session(guest.id, name)
        return guest, []

    async def enter(self, connection: Connection, name: str) -> tuple[Guest, list[Cookie]]:
        """Return the guest of a request, made with a name if need be; who is known keeps the name that he has."""
        known = await self.find(connection)
        return await self.admit(connection, name) if known is None else (known, [])

    def _cookie(self, token: str) -> Cookie:
        return Cookie(
            self.cookie, value=token, path="/", max_age=_YEAR, httponly=True, samesite="lax", secure=self._secure
        )
