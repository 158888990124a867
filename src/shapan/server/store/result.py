"""Results: who won finished matches, and how long they took, read from the store without playing them again."""

from __future__ import annotations

from dataclasses import dataclass
from statistics import median
from typing import Any

from sqlalchemy import ColumnElement, String, case, cast, exists, func, or_, select

from shapan.server.store.damage import checked, decoded, readable
from shapan.server.store.schema import CHANGES, MATCHES, RECORDS, SEATS
from shapan.server.store.storage import GUIDE, Store

LONGEST_BREAK = 300
"""Seconds between two records that count at most: who goes away for longer is not playing."""
TIMED = 10
"""So many of a guest's latest matches say how fast he decides."""
LATEST = 200
"""So many finished matches of a game at most say how long it takes."""


@dataclass(slots=True)
class Result:
    """A finished match in which a guest sat in one seat."""

    match: str
    game: str
    seat: int
    seats: int
    winners: list[int]
    """Whom the rules call so: all seats where rivals drew."""
    stood_in: bool = False
    """Whether a bot answered for him: after he ran out of time, handed over or left."""


@dataclass(slots=True)
class Length:
    """How long a finished match was played, in seconds, by how many people."""

    game: str
    people: int
    seconds: int


async def results_of(store: Store, session: str) -> list[Result]:
    """Return how the finished matches ended in which a guest had one seat, the latest first; guided ones apart."""
    own = (
        select(SEATS.c.match, func.min(SEATS.c.seat).label("seat"))
        .where(SEATS.c.session == session)
        .group_by(SEATS.c.match)
        .having(func.count() == 1)
        .subquery()
    )
    seats = select(func.count()).where(SEATS.c.match == MATCHES.c.id).scalar_subquery()
    bot = answered_by("bot", MATCHES.c.id, own.c.seat).label("stood_in")
    query = (
        select(MATCHES.c.id, MATCHES.c.game, MATCHES.c.winners, own.c.seat, seats.label("seats"), bot)
        .join(own, own.c.match == MATCHES.c.id)
        .where(MATCHES.c.status == "over", MATCHES.c.winners.is_not(None), MATCHES.c.options.not_like(f'%"{GUIDE}"%'))
        .order_by(MATCHES.c.touched.desc(), MATCHES.c.id)
    )
    async with store.reading() as connection:
        rows = (await connection.execute(query)).all()
    return list(readable(rows, _result))


def _result(row: Any) -> Result:
    winners = decoded("matches", "winners", row.winners, list[int])
    fields = {"match": row.id, "game": row.game, "seat": row.seat, "seats": row.seats, "winners": winners}
    return checked("matches", Result, {**fields, "stood_in": row.stood_in})


def answered_by(
    who: str,
    match: ColumnElement[str],
    seat: ColumnElement[int],
    since: ColumnElement[int] | None = None,
    until: ColumnElement[int] | None = None,
) -> ColumnElement[bool]:
    """Return the condition that a bot or the clock answered for a seat, by the ids of its answers: `0:bot:17`.

    Between two times, in seconds, if they are given.
    """
    first, behind = (cast(seat, String).concat(f":{who}{end}") for end in ":;")
    answers = []
    for table, name in ((RECORDS, RECORDS.c.decision), (CHANGES, CHANGES.c.name)):
        found = [table.c.match == match, name >= first, name < behind]
        if since is not None:
            found += [table.c.made >= since, table.c.made <= until]
        answers.append(exists().where(*found))
    return or_(*answers)


async def decision_seconds(store: Store, results: list[Result]) -> int | None:
    """Return how many seconds a guest takes for a decision, the median of the latest matches; None without any."""
    latest = {result.match: result.seat for result in results[:TIMED]}
    if not latest:
        return None
    before = func.lag(RECORDS.c.made).over(partition_by=RECORDS.c.match, order_by=RECORDS.c.number)
    since = func.coalesce(before, MATCHES.c.made)
    query = select(RECORDS.c.match, RECORDS.c.decision, (RECORDS.c.made - since).label("gap"))
    mine = query.join(MATCHES, MATCHES.c.id == RECORDS.c.match).where(RECORDS.c.match.in_(latest))
    async with store.reading() as connection:
        rows = (await connection.execute(mine)).all()
    gaps = [
        min(row.gap, LONGEST_BREAK)
        for row in rows
        if isinstance(row.gap, int) and _is_own(row.decision, latest[row.match])
    ]
    return max(0, round(median(gaps))) if gaps else None


def _is_own(decision: object, seat: int) -> bool:
    """Return whether the id of an answer is one that a client made for a seat: those of bots and clock are not."""
    words = decision.split(":") if isinstance(decision, str) else []
    return len(words) > 1 and words[0] == str(seat) and words[1] not in ("bot", "clock")


async def guided_by(store: Store, session: str) -> set[str]:
    """Return the games whose guided match a guest has finished."""
    mine = select(SEATS.c.match).where(SEATS.c.session == session)
    query = select(MATCHES.c.game).where(
        MATCHES.c.id.in_(mine), MATCHES.c.status == "over", MATCHES.c.options.like(f'%"{GUIDE}"%')
    )
    async with store.reading() as connection:
        return set(await connection.scalars(query))


async def lengths(store: Store, game: str) -> list[Length]:
    """Return how long the latest finished matches of a game were played by people alone or with bots.

    Guided ones, those without people and those in which a bot played for somebody do not count.
    """
    people = (
        select(SEATS.c.match, func.count().label("people"))
        .where(SEATS.c.session.is_not(None))
        .group_by(SEATS.c.match)
        .subquery()
    )
    bot = answered_by("bot", MATCHES.c.id, SEATS.c.seat)
    latest = (
        select(MATCHES.c.id, people.c.people)
        .join(people, people.c.match == MATCHES.c.id)
        .where(MATCHES.c.game == game, MATCHES.c.status == "over", MATCHES.c.owner != "")
        .where(MATCHES.c.winners.is_not(None), MATCHES.c.options.not_like(f'%"{GUIDE}"%'))
        .where(~exists().where(SEATS.c.match == MATCHES.c.id, SEATS.c.session.is_not(None), bot))
        .order_by(MATCHES.c.touched.desc())
        .limit(LATEST)
        .subquery()
    )
    before = func.lag(RECORDS.c.made).over(partition_by=RECORDS.c.match, order_by=RECORDS.c.number)
    passed = RECORDS.c.made - before
    gap = case((passed < 0, 0), (passed > LONGEST_BREAK, LONGEST_BREAK), else_=passed)
    gaps = select(RECORDS.c.match, gap.label("gap")).where(RECORDS.c.match.in_(select(latest.c.id))).subquery()
    query = (
        select(latest.c.people, func.coalesce(func.sum(gaps.c.gap), 0).label("seconds"))
        .join(gaps, gaps.c.match == latest.c.id)
        .group_by(latest.c.id, latest.c.people)
    )
    async with store.reading() as connection:
        rows = (await connection.execute(query)).all()
    return [Length(game, row.people, int(row.seconds)) for row in rows]
