"""Homes: which matches this process plays, where several serve one database. See docs/design/homes.md.

One that is alone plays them all, and none of this is asked for.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from contextlib import suppress
from contextvars import ContextVar
from functools import partial
from typing import Final, NamedTuple

from shapan.engine.registry import UnknownGame, find, games
from shapan.server.match.lifecycle import Elsewhere, MatchClosed, MatchNotFound
from shapan.server.settings import Settings
from shapan.server.store.fault import Conflict
from shapan.server.store.home import BEAT, NEVER, Place
from shapan.server.store.storage import Store
from shapan.server.store.writer import StoreError
from shapan.server.tally import TALLY

LOG = logging.getLogger("shapan.server")
BY_MATCH: Final = "match"
"""To this name a request is sent on that nobody plays the match of, and that was not brought here by its id."""


class Way(NamedTuple):
    """By which way a request has come."""

    sent: str = ""
    """The process to which it was sent on; empty for one that comes from outside."""
    match: str = ""
    """The match by whose id the proxy chose this process; empty without a proxy."""


_OWN: Final = Way()
WAY: ContextVar[Way] = ContextVar("way", default=_OWN)
"""The way of the request that is answered."""
_PATIENCE: Final = 3.0
"""Seconds to wait for the end of a home before the request is forwarded there again."""
_SHORT, _LONG = 0.02, 0.5
"""Seconds between two looks at a home that ends."""
_MAX_AHEAD: Final = 1.0
"""Seconds that the machine's clock may be off the database's: more, and other processes miss what has changed."""
_MAX_TAKEN: Final = 20
"""Matches taken over in one round."""


class Homes:
    """What this process plays, and where the rest is played."""

    def __init__(self, store: Store, settings: Settings) -> None:
        self.name = settings.home
        self._store = store
        self._now = settings.now
        self._session: int | None = None
        """Which process this is, by the session by which it writes; None while it has none."""
        self._told: int | None = None
        """As which process it has told the others its rules."""
        self._mine: dict[str, int] = {}
        """By match as which process it was claimed."""
        self.taken: set[str] = set()
        """Matches that another process played before, or none: their people may have been cut off meanwhile."""
        self._left_here: set[str] = set()
        """Matches that left the memory here, and have not been claimed since."""
        self._leaving: dict[str, asyncio.Task[None]] = {}
        self._losses = 0
        """How often the session has ended."""
        self._ended = False
        self._task: asyncio.Task[None] | None = None

    @property
    def shared(self) -> bool:
        """Whether other processes serve the same database."""
        return bool(self.name)

    @property
    def session(self) -> int | None:
        """Which process this is; None while it has no session by which it writes, and where it is alone."""
        return self._session

    async def start(self, lost: Callable[[], None]) -> None:
        """Give signs of life from now on; `lost` is called when nothing is at home here any more."""
        if not self.shared:
            return

        def forget() -> None:
            LOG.warning("the session with the database has ended; its matches are read again")
            TALLY.sessions_lost += 1
            self._session = None
            self._losses += 1
            self._mine.clear()
            lost()

        self._store.when_lost(forget)
        await self._give_sign()
        self._task = asyncio.create_task(self._beat(), name="home")

    async def stop(self, dues: dict[str, float | None]) -> None:
        """Be at home of nothing any more: others may claim what is played here, and when its clocks are due."""
        if self._task is None:
            return
        self._ended = True
        self._task.cancel()
        await asyncio.gather(self._task, *self._leaving.values(), return_exceptions=True)
        mine = [(match, self._mine.pop(match), due) for match, due in dues.items() if match in self._mine]
        with suppress(StoreError, Conflict):  # all at once: where the database is away, each would wait for itself
            await asyncio.gather(*(self._give_up(*one) for one in mine), self._store.homes.end())

    async def claim(self, match: str) -> Store:
        """Make a match at home here and return the store to write it by.

        Raises Elsewhere where another process plays it, StoreError where this one has no session, Shut or Missing where
        no process knows its rules.
        """
        if not self.shared:
            return self._store
        pause, until = _SHORT, self._now() + _PATIENCE
        while True:
            if match in self._leaving:
                await asyncio.wait([self._leaving[match]])
            place = await self._store.homes.find(match)
            if place is None:
                return self._store
            if place.alive and place.home != self._session:
                if place.name == self.name:  # an earlier session, or a new one that was not told of yet
                    self._session, _ = await self._store.homes.beat()
                elif place.name != WAY.get().sent or self._now() > until:
                    raise Elsewhere(place.name)
                await asyncio.sleep(pause)  # it has ended as a rule, and its lock will be free
                pause = min(_LONG, pause * 2)
                continue
            await self._check_rules(place)
            if not place.alive and not WAY.get().sent and WAY.get().match not in ("", match):
                raise Elsewhere(BY_MATCH, match)
            home = await self._take(match, place.home)
            if home is not None:
                TALLY.claims += home != place.home
                if place.home not in (None, home) or (place.home is None and match not in self._left_here):
                    self.taken.add(match)
                self._left_here.discard(match)
                self._session = self._mine[match] = home
                return self._store.at_home(home)

    async def _take(self, match: str, seen: int | None) -> int | None:
        """Claim a match whose home was `seen`, and return as which process; None if that counts no more."""
        if self._ended:  # a claim behind the end would leave the match at home where nobody is
            raise StoreError("the server stops")
        losses = self._losses
        try:
            home = await self._store.homes.claim(match, seen)
        except BaseException:  # it may have happened, or be still to come
            self._begin_leaving(match, None, self._now())
            raise
        return home if losses == self._losses else None

    def keeps(self, match: str, store: Store) -> bool:
        """Tell whether a match is at home here ever since a claim gave this store."""
        return not self.shared or (match in self._mine and self._mine[match] == store.home)

    async def _check_rules(self, place: Place) -> None:
        """Raise Elsewhere, Shut or Missing where a match is played by rules that this process does not know."""
        missing = None
        try:
            if place.rules_version <= find(place.game).rules_version:
                return
        except UnknownGame as error:
            missing = MatchNotFound(error.public)
        name = await self._store.homes.able(place.game, place.rules_version)
        raise Elsewhere(name) if name else missing or MatchClosed("frozen")

    async def check_change(self, game: str, rules_version: int) -> None:
        """Raise Elsewhere where a match has changed to newer rules than these, and another process knows them."""
        if self.shared and rules_version > find(game).rules_version:
            name = await self._store.homes.able(game, rules_version)
            if name:
                raise Elsewhere(name)

    def leave(self, match: str, due: float | None) -> None:
        """Be at home of a match no more, as it leaves the memory; its clock is to be looked at when it is due."""
        home = self._mine.pop(match, None)
        if home is not None:
            self._left_here.add(match)
            self._begin_leaving(match, home, due)

    def _begin_leaving(self, match: str, home: int | None, due: float | None) -> None:
        if self._ended:
            return  # all is given up
        task = asyncio.create_task(self._give_up(match, home, due), name=f"leave {match}")
        self._leaving[match] = task
        task.add_done_callback(partial(self._left, match))

    def _left(self, match: str, task: asyncio.Task[None]) -> None:
        if self._leaving.get(match) is task:
            del self._leaving[match]

    async def _give_up(self, match: str, home: int | None, due: float | None) -> None:
        with suppress(StoreError, Conflict):  # then others find out by the lock
            await self._store.homes.give_up(match, home, NEVER if due is None else int(self._now.wall(due)))

    async def orphans(self) -> list[str]:
        """Return matches whose clock has to be looked at and that nobody plays; strike off who has died."""
        if not self.shared:
            return []
        now = int(self._now.wall(self._now()))
        known = _known_rules()
        found, dead = await self._store.homes.left(known, _MAX_TAKEN)
        for process in dead:
            await self._store.homes.bury(process)
        return [*found, *await self._store.homes.due(now, known, _MAX_TAKEN)]

    async def _beat(self) -> None:
        while True:
            await asyncio.sleep(BEAT)
            with suppress(StoreError):
                await self._give_sign()

    async def _give_sign(self) -> None:
        """Give a sign of life; a new session tells which rules are known here."""
        self._session, ahead = await self._store.homes.beat()
        if (abs(ahead) > _MAX_AHEAD) != (abs(TALLY.ahead) > _MAX_AHEAD):
            LOG.warning(
                "the clock of this machine is %+.1f s off the database's; %.0f s are too much", ahead, _MAX_AHEAD
            )
        TALLY.ahead = ahead
        if self._session != self._told:
            await self._store.homes.tell_rules(_known_rules())
            self._told = self._session


def _known_rules() -> dict[str, int]:
    """Return the versions of the rules that this process knows, by game."""
    return {game.name: game.rules_version for game in games().values()}
