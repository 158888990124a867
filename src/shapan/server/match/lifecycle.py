"""The course of a match: what it was begun with, where it stands, whether it goes on, and what stands in the way.

Seats, window and answers of a room all look at one course. Only the room changes it.
"""

from __future__ import annotations

from typing import Any, Final

from shapan.engine.match import Match
from shapan.server.match.message import FrozenInfo
from shapan.server.monotonic import Steady
from shapan.server.store.row import SEATING, MatchRow

SLOW: Final = 3600
"""Seconds a decision from which on people are expected to come and go."""


class MatchNotFound(Exception):
    """There is no such match, or its game is not installed."""


class Elsewhere(Exception):
    """Another process plays the match, or is to play it; requests about it are sent on to that one.

    With a `match` the process is the one that its id falls to.
    """

    def __init__(self, name: str, match: str = "") -> None:
        super().__init__(name)
        self.name = name
        self.match = match


class Stale(Exception):
    """The room has fallen behind the store and must be read again."""


class MatchClosed(Exception):
    """A request that comes too late or too early; the `reason` is one of those of the API."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


class MatchFull(MatchClosed):
    """A bound of what is kept has been reached; `reason` is too_many_tables, storage_full or table_full."""


class Damaged(MatchClosed):
    """What is stored of a match cannot be read; it takes a backup, or its removal."""

    def __init__(self) -> None:
        super().__init__("damaged")


class NotYours(Exception):
    """A seat that the guest may do nothing with."""


class Sanctioned(NotYours):
    """Something that a person may not do for a while, since a moderator said so."""


class Lifecycle:
    """One match as it is played."""

    def __init__(self, row: MatchRow, match: Match[Any], now: Steady) -> None:
        self.row = row
        self.match = match
        self.now = now
        self.frozen: FrozenInfo | None = None
        self.stale = False

    @property
    def waiting(self) -> bool:
        """Whether people are still waited for: nothing of the match is told, and nobody is asked."""
        return self.row.status == SEATING

    @property
    def ended(self) -> bool:
        """Whether nothing can be done in it any more: the match is over, frozen, or gone on with elsewhere."""
        return self.stale or self.frozen is not None or self.match.over

    @property
    def over(self) -> bool:
        """Whether the match has come to its end, also where the rules of today cannot follow it any more."""
        return self.row.status == "over" or (self.match.over and not self.frozen)

    def going(self) -> None:
        """Raise Shut unless the match goes on."""
        if self.waiting:
            raise MatchClosed("waiting")
        if self.frozen:
            raise MatchClosed("frozen")
        if self.match.over:
            raise MatchClosed("over")
