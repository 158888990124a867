"""Passwords: kept as argon2id hashes, which cost 19 MiB and some hundredths of a second each, two at a time."""

from __future__ import annotations

import asyncio
import unicodedata
from collections.abc import Callable
from typing import Final, TypeVar

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError

from shapan.server.name import same

T = TypeVar("T")
SHORTEST: Final = 10
LONGEST: Final = 200
_VARIED: Final = 5
"""How many different signs a password has at least."""
_OWN: Final = 4
"""How many letters it has at least beside name, common words, digits; one of many digits needs none."""
_ROUNDS: Final = 2
_AT_ONCE: Final = 2
_WAITING: Final = 32
"""How many may wait for their turn; more are told to come again."""
_COMMON: Final = ("password", "qwerty", "letmein", "iloveyou", "abc", "asdf", "zxcvbn", "admin", "shapan", "woaini")
"""What passwords are made of that are tried first."""


class Busy(Exception):
    """Too many passwords are being looked at."""


class Passwords:
    """Makes and compares hashes of passwords."""

    def __init__(self, memory: int) -> None:
        """`memory`: how much each hash needs, in KiB."""
        self._hasher = PasswordHasher(time_cost=_ROUNDS, memory_cost=memory, parallelism=1)
        self._turn = asyncio.Semaphore(_AT_ONCE)
        self._waiting = 0
        self._nobody = ""
        """The hash of no password: it is compared where there is none, so that it takes as long."""

    async def hash(self, password: str) -> str:
        """Return the hash of a password. Raises Busy."""
        return await self._run(lambda: self._hasher.hash(_plain(password)))

    async def matches(self, kept: str | None, password: str) -> bool:
        """Return whether a password has a hash; without one it takes as long to say no. Raises Busy."""
        self._nobody = self._nobody or await self.hash("nobody")
        return await self._run(lambda: self._matches(kept or self._nobody, password)) and kept is not None

    def is_old(self, kept: str) -> bool:
        """Return whether a hash was made at another cost."""
        return self._hasher.check_needs_rehash(kept)

    def _matches(self, kept: str, password: str) -> bool:
        try:
            return self._hasher.verify(kept, _plain(password))
        except (VerificationError, InvalidHashError):
            return False

    async def _run(self, work: Callable[[], T]) -> T:
        if self._waiting >= _WAITING:
            raise Busy
        self._waiting += 1
        try:
            async with self._turn:
                return await asyncio.to_thread(work)
        finally:
            self._waiting -= 1


def wrong_password(password: str, name: str) -> str:
    """Return what is wrong with a new password, as the end of a key of words; empty if nothing is."""
    if len(password) < SHORTEST:
        return "short"
    if len(password) > LONGEST:
        return "long"
    shown, plain = same(password), same(name)
    rest = shown.replace(plain, "") if plain else shown
    for word in map(same, _COMMON):
        rest = rest.replace(word, "")
    letters = [letter for letter in rest if letter not in same("0123456789") + " .-_!"]
    varied = len(set(shown)) >= _VARIED and (len(letters) >= _OWN or len(rest) >= 2 * SHORTEST)
    return "" if varied else "easy"


def _plain(password: str) -> str:
    """Return a password in the form that all keyboards agree on."""
    return unicodedata.normalize("NFKC", password[:LONGEST])
