"""Ratings in the store: which matches are to be rated, what each came to, and what members are worth by it."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from typing import Any, Final

import msgspec
from sqlalchemy import ColumnElement, and_, delete, distinct, func, insert, select, text, tuple_, update
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.engine import Connection

from shapan.server.store.base import BaseStore
from shapan.server.store.people import now
from shapan.server.store.schema import ACCOUNTS, MATCHES, RATING_CHANGES, RATINGS, SEATS

MU: Final = 25.0
SIGMA: Final = 25 / 3
_IDLE: Final = 300
"""Seconds after which a match that no one touches is looked at too: its end may not have been noted."""

Place = tuple[int, str]
"""When a match was last touched, and its id."""
FIRST: Final[Place] = (0, "")

Worth = tuple[float, float]
"""Mu and sigma."""
Rate = Callable[[Sequence[Sequence[Worth]], Sequence[int]], list[list[Worth]]]
"""By parties what their members are worth, and where each party came: what they are worth afterwards."""


class Rating(msgspec.Struct):
    """What a member is worth in a pool."""

    account: str
    pool: str
    mu: float
    sigma: float
    matches: int


class Placed(msgspec.Struct):
    """Where a party came: 1 is best, parties of one rank drew."""

    rank: int
    accounts: list[str]
    spared: list[str] = []
    """Those of them whose rating changes only if they gain by it."""


class RatingStore(BaseStore):
    """Ratings, and what they follow from."""

    async def unrated(self, after: Place = FIRST, most: int = 50) -> list[Place]:
        """Return matches that are over and are to be rated, after a place, the longest untouched first."""
        return await self._unrated(MATCHES.c.status == "over", after, most)

    async def idle(self, after: Place = FIRST, most: int = 50) -> list[Place]:
        """Return matches that may be over unnoted and are to be rated, as `unrated` does."""
        idle = and_(MATCHES.c.status != "over", MATCHES.c.touched < now() - _IDLE)
        return await self._unrated(idle, after, most)

    async def _unrated(self, which: ColumnElement[bool], after: Place, most: int) -> list[Place]:
        later = tuple_(MATCHES.c.touched, MATCHES.c.id) > tuple_(*after)
        query = select(MATCHES.c.touched, MATCHES.c.id).where(MATCHES.c.rated == "on", which, later)
        async with self._read.connect() as connection:
            rows = await connection.execute(query.order_by(MATCHES.c.touched, MATCHES.c.id).limit(most))
            return [(row.touched, row.id) for row in rows]

    async def rate(self, match: str, pool: str, placed: Sequence[Placed], rate: Rate) -> bool:
        """Rate a match, once; without rivals it counts for nothing. Return whether this was the time."""

        def job(connection: Connection) -> bool:
            state = "done" if len(placed) > 1 else "void"
            once = update(MATCHES).where(MATCHES.c.id == match, MATCHES.c.rated == "on").values(rated=state)
            if not connection.execute(once).rowcount:
                return False
            if state == "done":
                _apply(connection, match, pool, placed, rate)
            return True

        return await self._writer.do(job)

    async def of(self, account: str) -> list[Rating]:
        """Return what a member is worth, by pool."""
        query = select(RATINGS).where(RATINGS.c.account == account).order_by(RATINGS.c.pool)
        async with self._read.connect() as connection:
            return [Rating(*row) for row in await connection.execute(query)]

    async def all(self) -> list[Rating]:
        """Return all ratings."""
        async with self._read.connect() as connection:
            rows = await connection.execute(select(RATINGS).order_by(RATINGS.c.account, RATINGS.c.pool))
            return [Rating(*row) for row in rows]

    async def rebuild(self, rate: Rate) -> int:
        """Make all ratings again from what the rated matches came to; return how many matches these are."""

        def job(connection: Connection) -> int:
            columns = RATING_CHANGES.c
            if connection.dialect.name == "postgresql":  # a match that is rated meanwhile waits
                connection.execute(text("LOCK TABLE ratings IN EXCLUSIVE MODE"))
            rows = connection.execute(
                select(
                    columns.match,
                    columns.account,
                    columns.pool,
                    columns.number,
                    columns.rank,
                    columns.party,
                    columns.spared,
                ).order_by(columns.number, columns.match, columns.party, columns.account)
            ).all()
            connection.execute(delete(RATINGS))
            matches: dict[str, list[Any]] = {}
            for row in rows:
                matches.setdefault(row.match, []).append(row)
            for match, found in matches.items():
                parties: dict[int, Placed] = {}
                for row in found:
                    party = parties.setdefault(row.party, Placed(row.rank, []))
                    party.accounts.append(row.account)
                    party.spared = [*party.spared, row.account] if row.spared else party.spared
                _apply(connection, match, found[0].pool, list(parties.values()), rate, again=True)
            gone = select(ACCOUNTS.c.id).where(ACCOUNTS.c.state != "on")
            connection.execute(delete(RATINGS).where(RATINGS.c.account.in_(gone)))
            return len(matches)

        return await self._writer.do(job)


def begins_rated(connection: Connection, match: str) -> None:
    """Note whether a match that begins is rated as was wished: a public table without hints, each seat a member's."""
    seats = SEATS.c
    theirs = and_(seats.match == match, seats.kind == "player", seats.session.in_(_members()))
    people = connection.scalar(select(func.count(distinct(seats.session))).where(theirs))
    fits = and_(MATCHES.c.listed, MATCHES.c.hints.is_(False), MATCHES.c.seats == people, MATCHES.c.seats > 1)
    wished = and_(MATCHES.c.id == match, MATCHES.c.rated == "wish")
    connection.execute(update(MATCHES).where(wished, fits).values(rated="on"))
    connection.execute(update(MATCHES).where(wished).values(rated="void"))


def _members() -> Any:
    return select(ACCOUNTS.c.id).where(ACCOUNTS.c.state == "on")


def _apply(
    connection: Connection, match: str, pool: str, placed: Sequence[Placed], rate: Rate, *, again: bool = False
) -> None:
    """Change the ratings of those who played a match, and note what it came to."""
    make: Any = {"sqlite": sqlite.insert, "postgresql": postgresql.insert}[connection.dialect.name]
    for account in sorted(account for party in placed for account in party.accounts):  # in one order: no deadlock
        new = make(RATINGS).values(account=account, pool=pool, mu=MU, sigma=SIGMA, matches=0)
        connection.execute(new.on_conflict_do_nothing())
        connection.execute(select(RATINGS.c.mu).where(_rating(account, pool)).with_for_update())
    before = [[_worth(connection, account, pool) for account in party.accounts] for party in placed]
    after = rate(before, [party.rank for party in placed])
    people = [account for party in placed for account in party.accounts]
    latest = select(func.max(RATING_CHANGES.c.number)).where(RATING_CHANGES.c.account.in_(people))
    number = max(time.time_ns(), (connection.scalar(latest) or 0) + 1)  # the clocks of two machines may differ
    for place, (party, worth, old) in enumerate(zip(placed, after, before, strict=True)):
        for account, new_worth, (was, unsure) in zip(party.accounts, worth, old, strict=True):
            spared = account in party.spared
            keeps = spared and new_worth[0] <= was
            mu, sigma = (was, unsure) if keeps else new_worth
            counted = {"mu": mu, "sigma": sigma, "matches": RATINGS.c.matches + (0 if keeps else 1)}
            connection.execute(update(RATINGS).where(_rating(account, pool)).values(counted))
            if again:
                own = and_(RATING_CHANGES.c.match == match, RATING_CHANGES.c.account == account)
                connection.execute(update(RATING_CHANGES).where(own).values(mu=mu, sigma=sigma))
                continue
            row = {"match": match, "account": account, "pool": pool, "number": number, "rank": party.rank}
            row |= {"party": place, "mu": mu, "sigma": sigma, "made": now(), "spared": spared}
            connection.execute(insert(RATING_CHANGES).values(row))


def _rating(account: str, pool: str) -> ColumnElement[bool]:
    return and_(RATINGS.c.account == account, RATINGS.c.pool == pool)


def _worth(connection: Connection, account: str, pool: str) -> Worth:
    row = connection.execute(select(RATINGS.c.mu, RATINGS.c.sigma).where(_rating(account, pool))).one()
    return row.mu, row.sigma
