"""The course of a match: what it was begun with, where it stands, whether it goes on, and what stands in the way.

Seats, window and answers of a room all look at one course. Only the room changes it.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from shapan.engine.match import Match
from shapan.server.match.message import FrozenInfo
from shapan.server.store.row import MatchRow


class Missing(Exception):
    """There is no such match, or its game is not installed."""


class Stale(Exception):
    """The room has fallen behind the store and must be read again."""


class Shut(Exception):
    """A request that comes too late; `reason` is closed, withdrawn, over, on (not over yet), frozen or handed."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


class NotYours(Exception):
    """A seat that the guest may do nothing with."""


class Course:
    """One match as it is played."""

    def __init__(self, row: MatchRow, match: Match[Any], now: Callable[[], float]) -> None:
        self.row = row
        self.match = match
        self.now = now
        self.frozen: FrozenInfo | None = None
        self.stale = False

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
        if self.frozen:
            raise Shut("frozen")
        if self.match.over:
            raise Shut("over")
