"""Sessions: guests and members, each known by a random cookie, of which the server keeps only a hash."""

from __future__ import annotations

import asyncio
import logging
import math
import re
import secrets
import time
from collections.abc import Callable, Iterable
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

from litestar.connection import ASGIConnection
from litestar.datastructures import Cookie
from sqlalchemy.exc import SQLAlchemyError

from shapan.server.people.names import free_name
from shapan.server.settings import Settings
from shapan.server.store.account import LoginRow
from shapan.server.store.fault import Conflict
from shapan.server.store.people import hash_of, now
from shapan.server.store.storage import Store
from shapan.server.store.writer import StoreError

LOG = logging.getLogger("shapan.server")
_TOKEN = re.compile(r"[A-Za-z0-9_-]{43}")
_YEAR = 365 * 24 * 3600
_HOLDS = 5.0
"""Seconds for which a guest is known as he was read, where another process may have given him a new name."""
_EVERY = 1.0
"""Seconds between two looks at which log-ins were ended elsewhere."""
_BACK = 60
"""Seconds that such a look goes back: the clocks of two machines may differ by as much."""
_SEEN_EVERY = 3600
_GUEST_SEEN_EVERY = 24 * 3600
_HERE_EVERY = 60.0
"""Seconds between two notes of which members are here."""

Connection = ASGIConnection[Any, Any, Any, Any]


@dataclass(slots=True)
class Guest:
    """Somebody with a session: the id that seats hold, and the name they last used; a member's is the account's."""

    id: str
    name: str
    login: LoginRow
    """The session by which they are known."""

    @property
    def is_member(self) -> bool:
        """Whether they have an account."""
        return self.login.account is not None


class Sessions:
    """Knows guests and members by their cookie."""

    def __init__(self, store: Store, settings: Settings) -> None:
        self._store = store
        self._secure = settings.secure
        self._known: dict[str, tuple[Guest, float]] = {}
        """Guests by the hash of the cookie, and until when they are as they were read."""
        self._holds = _HOLDS if settings.home else math.inf
        self._has_members = settings.accounts == "on"
        self._task: asyncio.Task[None] | None = None
        self._here: set[str] = set()
        """Members who were here since that was last stored."""
        self._gone: set[str] = set()
        """Members who are known to have been deleted since the start."""
        self.when_gone: Callable[[dict[str, str]], None] = lambda _: None
        """Called once it is known that members have been deleted, with their pseudonyms."""
        self.cookie = "__Host-shapan" if settings.secure else "shapan"
        self.other = f"{self.cookie}-other"

    async def find(self, connection: Connection) -> Guest | None:
        """Return the guest of a request, None if he has no session here."""
        for name in (self.cookie, self.other):
            guest = await self._guest_of(connection.cookies.get(name, ""))
            if guest is not None:
                return guest
        return None

    async def find_beside(self, connection: Connection) -> Guest | None:
        """Return the guest that a member was in this browser before logging in."""
        guest = await self._guest_of(connection.cookies.get(self.other, ""))
        return None if guest is None or guest.is_member else guest

    async def _guest_of(self, token: str) -> Guest | None:
        if not _TOKEN.fullmatch(token):
            return None
        key = hash_of(token)
        guest, until = self._known.get(key, (None, 0.0))
        if guest is None or until < time.monotonic():
            login = await self._store.accounts.login(key)
            if login is None or (login.account is not None and not self._has_members):
                self._known.pop(key, None)
                return None
            guest = self._keep(Guest(login.account or key, login.name, login))
        if guest.is_member:
            self._here.add(guest.id)
        every = _SEEN_EVERY if guest.is_member else _GUEST_SEEN_EVERY
        if (guest.login.seen or guest.login.made) < now() - every:
            guest.login.seen = now()
            with suppress(StoreError, Conflict):  # to read goes on where nothing can be stored
                if not await self._store.accounts.note_seen(key, now()):
                    self._known.pop(key, None)
                    return None
        return guest

    def _keep(self, guest: Guest) -> Guest:
        self._known[guest.login.hash] = guest, time.monotonic() + self._holds
        return guest

    async def admit(self, connection: Connection, name: str = "") -> tuple[Guest, list[Cookie]]:
        """Return the guest of a request, made one if need be, and the cookies to send him.

        A token that this server did not issue is never taken for his: somebody else may know it. It may be that of
        another server at this address, as cookies do not know ports: it stays his there, under another name.
        A member keeps the name of the account; a guest who wants that of a member gets it with a number.
        """
        guest = await self.find(connection)
        if guest is not None and guest.is_member:
            return guest, []
        name = await free_name(self._store.accounts, name) if self._has_members else name
        if guest is None:
            token, before = secrets.token_urlsafe(32), connection.cookies.get(self.cookie, "")
            guest = Guest(hash_of(token), name, LoginRow(hash_of(token), name, now()))
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

    # Members

    async def take_up(self, connection: Connection, token: str) -> list[Cookie]:
        """Return the cookies by which a browser is logged in from now on; the guest that it was is kept beside."""
        before = connection.cookies.get(self.cookie, "")
        guest = await self._guest_of(before)
        beside = [self._cookie(self.other, before)] if guest is not None and not guest.is_member else []
        return [self._cookie(self.cookie, token), *beside]

    def drop(self) -> list[Cookie]:
        """Return the cookie by which a browser is logged out."""
        gone = self._cookie(self.cookie, "")
        gone.max_age = 0
        return [gone]

    def forget(self, keys: Iterable[str]) -> None:
        """Take note that sessions have ended."""
        for key in keys:
            self._known.pop(key, None)

    def reread(self, people: Iterable[str]) -> None:
        """Take note that something of members has changed: each is read again when he next asks."""
        changed = set(people)
        for key, (guest, _) in self._known.items() if changed else ():
            if guest.id in changed:
                self._known[key] = guest, 0.0

    def holds(self, guest: Guest | None) -> bool:
        """Return whether a session has not been ended; who has one open is here."""
        if guest is not None and guest.is_member:
            self._here.add(guest.id)
        return guest is None or guest.login.hash in self._known

    async def start(self) -> None:
        """Learn from now on which log-ins are ended by other processes, and by commands."""
        if self._has_members:
            self._task = asyncio.create_task(self._follow(), name="sessions")

    async def note_here(self) -> None:
        """Store which members were here since this was last done."""
        here, self._here = self._here, set()
        if here:
            await self._store.ties.note_here(here)

    async def close(self) -> None:
        """Learn no more."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    async def _follow(self) -> None:
        noted = time.monotonic()
        while True:
            await asyncio.sleep(_EVERY)
            try:
                if noted < time.monotonic() - _HERE_EVERY:
                    noted = time.monotonic()
                    await self.note_here()
                ended, changed = await self._store.accounts.news(now() - _BACK)
            except (SQLAlchemyError, OSError, StoreError, Conflict) as error:
                LOG.warning("log-ins that were ended cannot be seen: %s", type(error).__name__)
                continue
            self.forget(ended)
            self.reread(changed)
            gone = {one: name for one, name in changed.items() if name and one not in self._gone}
            self._gone.update(gone)
            if gone:
                self.forget([key for key, (guest, _) in self._known.items() if guest.id in gone])
                self.when_gone(gone)

    def _cookie(self, name: str, token: str) -> Cookie:
        return Cookie(name, value=token, path="/", max_age=_YEAR, httponly=True, samesite="lax", secure=self._secure)
