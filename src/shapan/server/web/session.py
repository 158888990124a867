"""Guests: a random cookie, of which the server keeps only a hash."""

from __future__ import annotations

import math
import re
import secrets
import time
from dataclasses import dataclass
from typing import Any

from litestar.connection import ASGIConnection
from litestar.datastructures import Cookie

from shapan.server.settings import Settings
from shapan.server.store.people import hash_of
from shapan.server.store.storage import Store

_TOKEN = re.compile(r"[A-Za-z0-9_-]{43}")
_YEAR = 365 * 24 * 3600
_HOLDS = 5.0
"""Seconds for which a guest is known as he was read, where another process may have given him a new name."""

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
        self._known: dict[str, tuple[Guest, float]] = {}
        """Guests, and until when they are as they were read."""
        self._holds = _HOLDS if settings.home else math.inf
        self.cookie = "__Host-shapan" if settings.secure else "shapan"
        self.other = f"{self.cookie}-other"

    async def find(self, connection: Connection) -> Guest | None:
        """Return the guest of a request, None if he has no session here."""
        for name in (self.cookie, self.other):
            token = connection.cookies.get(name, "")
            guest = await self._guest_of(token) if _TOKEN.fullmatch(token) else None
            if guest is not None:
                return guest
        return None

    async def _guest_of(self, token: str) -> Guest | None:
        session = hash_of(token)
        guest, until = self._known.get(session, (None, 0.0))
        if guest is None or until < time.monotonic():
            name = await self._store.session_name(session)
            guest = None if name is None else self._keep(Guest(session, name))
        return guest

    def _keep(self, guest: Guest) -> Guest:
        self._known[guest.id] = guest, time.monotonic() + self._holds
        return guest

    async def admit(self, connection: Connection, name: str = "") -> tuple[Guest, list[Cookie]]:
        """Return the guest of a request, made one if need be, and the cookies to send him.

        A token that this server did not issue is never taken for his: somebody else may know it. It may be that of
        another server at this address, as cookies do not know ports: it stays his there, under another name.
        """
        guest = await self.find(connection)
        if guest is None:
            token, before = secrets.token_urlsafe(32), connection.cookies.get(self.cookie, "")
            guest = Guest(hash_of(token), name)
            await self._store.keep_session(guest.id, name)
            self._keep(guest)
            kept = [self._cookie(self.other, before)] if _TOKEN.fullmatch(before) else []
            return guest, [self._cookie(self.cookie, token), *kept]
        if name and name != guest.name:
            guest.name = name
            await self._store.keep_session(guest.id, name)
        return guest, []

    async def enter(self, connection: Connection, name: str) -> tuple[Guest, list[Cookie]]:
        """Return the guest of a request, made with a name if need be; who is known keeps the name that he has."""
        known = await self.find(connection)
        return await self.admit(connection, name) if known is None else (known, [])

    def _cookie(self, name: str, token: str) -> Cookie:
        return Cookie(name, value=token, path="/", max_age=_YEAR, httponly=True, samesite="lax", secure=self._secure)
