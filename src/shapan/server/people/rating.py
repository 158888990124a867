"""Ratings of members: how a finished match changes them, by the library `openskill` of the extra `online`.

A match is rated by whichever process finds it first; the store sees to it that this happens once.
"""

from __future__ import annotations

import logging
from collections.abc import Sequence
from functools import cache
from importlib.util import find_spec
from typing import Any, Final

from sqlalchemy.exc import SQLAlchemyError

from shapan.engine.game import VOID
from shapan.server.hub.hub import Hub
from shapan.server.match.lifecycle import SLOW, Damaged, MatchNotFound
from shapan.server.match.room import Room
from shapan.server.people.periodic import Periodic
from shapan.server.store.fault import Conflict
from shapan.server.store.rating import FIRST, Placed, Worth
from shapan.server.store.writer import StoreError

LOG = logging.getLogger("shapan.server")
_EVERY: Final = 5.0
_SURE: Final = 4.0
"""A rating with a larger sigma is not known well yet."""


def has_ratings() -> bool:
    """Return whether the library is installed."""
    return find_spec("openskill") is not None


@cache
def _model() -> Any:
    from openskill.models import PlackettLuce

    return PlackettLuce()


def rate(parties: Sequence[Sequence[Worth]], ranks: Sequence[int]) -> list[list[Worth]]:
    """Return what the members of parties are worth after a match in which the parties came at these ranks."""
    model = _model()
    teams = [[model.rating(mu=mu, sigma=sigma) for mu, sigma in party] for party in parties]
    rated = model.rate(teams, ranks=[float(rank) for rank in ranks])
    return [[(one.mu, one.sigma) for one in team] for team in rated]


def pool_of(game: str, pace: int, seats: int) -> str:
    """Return the pool of a match: matches of different pools say little of each other."""
    return f"{game}:{'days' if pace >= SLOW else 'live'}:{2 if seats == 2 else 3}"


def shown_rating(mu: float, sigma: float) -> tuple[int, int, bool]:
    """Return a rating as it is shown: points, how far it may be off, and whether it is known well."""
    return round(1500 + 40 * (mu - 25)), round(80 * sigma), sigma <= _SURE


def placed_of(room: Room) -> list[Placed]:
    """Return where the parties of a finished match came; none where it cannot be said or was played without rivals.

    Nor of one that was called off. Who has left, was replaced by a reserve, or by a bot and stayed away to the end,
    comes last. A reserve counts with the seat, but loses nothing by it [ruling].
    """
    match, outcome = room.match, room.match.outcome
    if (
        outcome is None
        or room.row.voided
        or outcome.result == VOID
        or room.frozen
        or len({row.session for row in room.seats}) < len(room.seats.rows)
    ):
        return []
    gone = {row.seat for row in room.seats if row.kind != "player"} | set(match.gone)
    parties = match.game.parties(match.live, outcome, gone)
    formers = [former for former in room.reserves.formers if not former.moved]
    gave_up = dict.fromkeys(former.person for former in formers)
    spared = {room.seats[former.seat].session or "" for former in formers} - gave_up.keys()
    placed = [Placed(rank, [room.seats[seat].session or "" for seat in seats]) for rank, seats in parties]
    for one in placed:
        one.spared = [account for account in one.accounts if account in spared]
    last = max((rank for rank, seats in parties if not gone.issuperset(seats)), default=0) + 1
    sit = {row.session for row in room.seats}  # who has come back by the link of another counts once, with that seat
    return placed + [Placed(last, [person]) for person in gave_up if person not in sit]


class Ratings(Periodic):
    """Rates matches once they are over."""

    def __init__(self, hub: Hub) -> None:
        super().__init__("ratings", self.run_once, _EVERY)
        self._hub = hub
        self._store = hub.store.ratings
        self._running: dict[str, int] = {}
        """Matches that were looked at and cannot be rated yet, with when they had been touched."""
        self._over = self._idle = FIRST
        """Up to where matches were looked at: those that cannot be rated yet hold up no others."""

    async def run_once(self) -> None:
        """Rate the matches that are over."""
        over, idle = await self._store.unrated(self._over), await self._store.idle(self._idle)
        self._over, self._idle = (found[-1] if found else FIRST for found in (over, idle))
        for touched, match in (*over, *idle):
            if self._running.get(match) == touched:
                continue
            try:
                await self._look_at(match, touched)
            except (SQLAlchemyError, OSError, StoreError, Conflict):
                raise
            except Exception as error:  # noqa: BLE001 - whatever it is, the other matches are rated
                LOG.error("a match could not be rated: %s", type(error).__name__)  # noqa: TRY400
                self._running[match] = touched

    async def _look_at(self, match: str, touched: int) -> None:
        """Rate a match if it is over."""
        try:
            room = await self._hub.glance(match)
        except (MatchNotFound, Damaged):
            await self._store.rate(match, "", [], rate)
            return
        if room.over or room.frozen:
            self._running.pop(match, None)
            pool = pool_of(room.row.game, room.row.pace, room.row.seats)
            await self._store.rate(match, pool, placed_of(room), rate)
        else:
            self._running[match] = touched
