"""Profiles: the finished matches of a member, as far as someone else may see them."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from typing import Any, Final

from sqlalchemy import and_, false, func, literal, or_, select, true, union_all, update
from sqlalchemy.engine import Connection

from shapan.server.store.damage import checked, decoded, is_time, readable
from shapan.server.store.result import Result, answered_by
from shapan.server.store.row import SeatRow
from shapan.server.store.schema import ACCOUNTS, FORMER_PLAYERS, MATCHES, SEATS
from shapan.server.store.storage import FRIENDS, GUIDE, Store

SHOWS: Final = ("all", "friends", "none")
"""Who sees the finished matches of a member."""
_MOST: Final = 1000
_EVER: Final = 2**31 - 1


@dataclass(slots=True)
class Played:
    """A finished match of a member."""

    result: Result
    left: bool
    """Whether the member went before the end, or was removed."""
    late: bool
    """Whether time ran out for a decision."""
    at: int
    """When it was last played at."""
    voided: bool = False
    """Whether its people have called it off: it counts for nothing."""


async def played_by(
    store: Store, account: str, viewer: str | None, friends: Collection[str], most: int = _MOST
) -> list[Played]:
    """Return the finished matches of a member in one seat that a viewer with `friends` may see, the latest first.

    Of others these are matches of public tables, of tables of the viewer's friends, and those that the viewer sat in,
    as far as the member shows them. Guided ones are none.
    """
    own = _seats_of(account)
    mine = SEATS.alias()
    seats = select(func.count()).where(SEATS.c.match == MATCHES.c.id).scalar_subquery()
    there = union_all(
        select(SEATS.c.match).where(SEATS.c.session == (viewer or "")),
        select(FORMER_PLAYERS.c.match).where(FORMER_PLAYERS.c.person == (viewer or "")),
    )
    of_friends = and_(MATCHES.c.circle == FRIENDS, MATCHES.c.owner.in_(friends))
    shown = [value for value in SHOWS if value == "all" or (value == "friends" and account in friends)]
    shows = select(ACCOUNTS.c.id).where(ACCOUNTS.c.id == account, ACCOUNTS.c.shows_matches.in_(shown)).exists()
    seen = and_(shows, or_(MATCHES.c.listed, of_friends, MATCHES.c.id.in_(there)))
    query = (
        select(
            MATCHES.c.id,
            MATCHES.c.game,
            MATCHES.c.winners,
            MATCHES.c.voided,
            MATCHES.c.touched,
            own.c.seat,
            own.c.gave_up,
            mine.c.kind,
        )
        .add_columns(
            seats.label("seats"),
            answered_by("bot", MATCHES.c.id, own.c.seat, own.c.since, own.c.until).label("stood_in"),
            answered_by("clock", MATCHES.c.id, own.c.seat, own.c.since, own.c.until).label("late"),
        )
        .join(own, own.c.match == MATCHES.c.id)
        .join(mine, and_(mine.c.match == MATCHES.c.id, mine.c.seat == own.c.seat))
        .where(
            MATCHES.c.status == "over",
            or_(MATCHES.c.winners.is_not(None), MATCHES.c.voided),
            MATCHES.c.options.not_like(f'%"{GUIDE}"%'),
        )
        .where(true() if viewer == account else seen)
        .order_by(MATCHES.c.touched.desc(), MATCHES.c.id)
        .limit(most)
    )
    async with store.reading() as connection:
        rows = (await connection.execute(query)).all()
    return list(readable(rows, _played))


def _seats_of(account: str) -> Any:
    """Return where a member has, or had, one seat of a match: from when to when, and whether they gave it up."""
    formers = FORMER_PLAYERS.c
    one = (
        select(SEATS.c.match, func.min(SEATS.c.seat).label("seat"))
        .where(SEATS.c.session == account)
        .group_by(SEATS.c.match)
        .having(func.count() == 1)
        .subquery()
    )
    before = (
        select(func.max(formers.made))
        .where(formers.match == one.c.match, formers.seat == one.c.seat, ~formers.moved)
        .scalar_subquery()
    )
    since = func.coalesce(before, 0).label("since")
    sits = select(one.c.match, one.c.seat, since, literal(_EVER).label("until"), false().label("gave_up"))
    gave_up = select(formers.match, formers.seat, literal(0), formers.made, true()).where(
        formers.person == account, ~formers.moved
    )
    return union_all(sits, gave_up).subquery()


def _played(row: Any) -> Played:
    winners = [] if row.voided else decoded("matches", "winners", row.winners, list[int])
    fields = {"match": row.id, "game": row.game, "seat": row.seat, "seats": row.seats, "winners": winners}
    result = checked("matches", Result, {**fields, "stood_in": bool(row.stood_in)})
    left = bool(row.gave_up) or row.kind == "left"
    return Played(result, left, bool(row.late), row.touched if is_time(row.touched) else 0, bool(row.voided))


async def seats_of(store: Store, matches: Collection[str]) -> dict[str, list[SeatRow]]:
    """Return who sat at matches, as far as names and kinds tell."""
    found: dict[str, list[SeatRow]] = {}
    query = select(SEATS.c.match, SEATS.c.seat, SEATS.c.kind, SEATS.c.name, SEATS.c.session)
    async with store.reading() as connection:
        rows = await connection.execute(query.where(SEATS.c.match.in_(matches)).order_by(SEATS.c.match, SEATS.c.seat))
        for row in rows:
            found.setdefault(row.match, []).append(SeatRow(row.seat, row.kind, row.name, session=row.session))
    return found


async def may_see(store: Store, account: str, viewer: str | None, friends: Collection[str]) -> bool:
    """Return whether a member shows matches of public tables, and what follows from them, to a viewer."""
    shows = await shows_matches(store, account)
    return viewer == account or shows == "all" or (shows == "friends" and account in friends)


async def shows_matches(store: Store, account: str) -> str:
    """Return who sees the finished matches of a member."""
    async with store.reading() as connection:
        return str(await connection.scalar(select(ACCOUNTS.c.shows_matches).where(ACCOUNTS.c.id == account)))


async def show_matches(store: Store, account: str, shows: str) -> None:
    """Set who sees the finished matches of a member."""
    statement = update(ACCOUNTS).where(ACCOUNTS.c.id == account).values(shows_matches=shows)

    def job(connection: Connection) -> None:
        connection.execute(statement)

    await store.writer.do(job)
