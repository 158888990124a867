"""Turns in the store: who is asked since when, what was sent of it by which channel, and where it is sent.

A turn follows from its match. What has to be told follows from turns; so nothing is lost with a process or a backup.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable, Sequence
from typing import Any, Final

import msgspec
from sqlalchemy import ColumnElement, Select, and_, case, delete, exists, false, func, insert, or_, select, update
from sqlalchemy.engine import Connection
from sqlalchemy.ext.asyncio import AsyncEngine

from shapan.server.store.backend import upsert
from shapan.server.store.fault import Conflict
from shapan.server.store.people import now
from shapan.server.store.row import Number
from shapan.server.store.schema import (
    ACCOUNTS,
    ADDRESSES,
    DELIVERIES,
    HOOKS,
    MATCHES,
    NOTICE_SETTINGS,
    NOTICES,
    PUSHES,
    SEATS,
    SERVER_KEYS,
    SESSIONS,
    TURNS,
)
from shapan.server.store.writer import AtHome, Writer

TABLE: Final = -1
"""The seat of a table as such: its webhooks tell whose turn it is there."""
RESERVE: Final = "reserve"
"""The kind of turn of a reserve who is asked to take over a seat."""
HOOK: Final = "hook"
"""The channel of webhooks."""
PUSH: Final = "push"
"""The channel of browsers that are closed."""
MAIL: Final = "mail"
"""The channel of mail: of all that waits for a member one letter is made."""
MAX_PUSHES: Final = 10
"""Browsers of one person that are told; a further one takes the place of the first."""
MAX_HOOKS: Final = 5
"""Webhooks of one person."""
HOOK_PATIENCE: Final = 3 * 24 * 3600
"""Seconds for which messages to a webhook may fail; with the next one that fails it is switched off."""
OFF: Final = 0
"""Stands where it is known since when a webhook fails: it is switched off."""
MAX_TRIES: Final = 6
SENT_KEPT: Final = 7 * 24 * 3600
FAILED_KEPT: Final = 30 * 24 * 3600
"""Seconds for which it is known what was sent, and what could not be."""


class Asked(msgspec.Struct, frozen=True):
    """A seat that is asked now, and whose it is."""

    seat: int
    person: str
    kind: str
    """turn, ready (the others wait for this one before the match begins), or reserve: asked to take over a seat."""
    ordinal: int
    """Which question it is."""


class Turn(msgspec.Struct):
    """A seat that is asked, as it is stored."""

    match: str
    seat: int
    person: str
    kind: str
    ordinal: int
    since: Number
    at: Number | None
    """When to look at it; None once nothing is left to tell."""
    stage: int
    """How often its person was told."""
    at_once: bool = False
    """Whether its person wants to be told without delay, also while looking at the table."""


class Delivery(msgspec.Struct):
    """A notice on its way by one channel."""

    id: str
    person: str
    match: str
    seat: int
    ordinal: int
    stage: int
    channel: str
    target: str
    tries: int
    """How often it was tried, this time included."""
    kind: str = "turn"
    notice: str | None = None
    """Of what it tells in place of a turn."""
    who: str = ""
    """The member who has invited them."""


class Hook(msgspec.Struct):
    """A webhook: of a person, or with a match of a table."""

    id: str
    person: str
    match: str | None
    url: str
    form: str
    """json or discord."""
    secret: str
    language: str
    origin: str
    made: int
    failed: int | None = None
    """Since when it takes no message; OFF once it is sent none."""


class Subscription(msgspec.Struct):
    """A browser that is told though it is closed."""

    id: str
    person: str
    login: str
    """The session of the browser: when it ends, so does this."""
    endpoint: str
    key: str
    auth: str
    language: str
    origin: str
    made: int


class TurnStore:
    """Turns, deliveries and webhooks."""

    def __init__(self, read: AsyncEngine, writer: Writer | AtHome) -> None:
        self._read = read
        self._writer = writer

    # Turns

    async def follow(self, match: str, asked: Sequence[Asked], now: int, delay: int) -> bool:
        """Store who is asked at a table as it stood at a moment; they are told after so many seconds.

        Return whether that is all up to the last change: what happens within the same second is followed later.
        """

        def job(connection: Connection) -> bool:
            known = {row.seat: row for row in connection.execute(select(TURNS).where(TURNS.c.match == match))}
            wanted = {one.seat: one for one in asked if one.seat != TABLE or _has_hook(connection, match)}
            gone = [seat for seat in known if seat not in wanted]
            if gone:
                connection.execute(delete(TURNS).where(TURNS.c.match == match, TURNS.c.seat.in_(gone)))
            fresh = [one for seat, one in wanted.items() if not _is_same(known.get(seat), one)]
            hasty = _hasty(connection, [one.person for one in fresh])
            for one in fresh:
                at = now if one.person in hasty else now + delay
                values = {**msgspec.structs.asdict(one), "since": now, "at": at, "stage": 0}
                key = {"match": match, "seat": values.pop("seat")}
                connection.execute(upsert(connection, TURNS, key, values))
            for seat, one in wanted.items():  # a seat whose person has another id from now on
                if seat in known and one not in fresh and known[seat].person != one.person:
                    mine = (TURNS.c.match == match, TURNS.c.seat == seat)
                    connection.execute(update(TURNS).where(*mine).values(person=one.person))
            done = update(MATCHES).where(MATCHES.c.id == match, MATCHES.c.touched < now)
            return bool(connection.execute(done.values(turned=MATCHES.c.touched)).rowcount)

        return await self._writer.do(job)

    async def behind(self, most: int, *, shared: bool) -> list[str]:
        """Return tables of several people for which it is not stored who is asked now; of `shared` those at no home."""
        people = select(func.count(SEATS.c.session.distinct())).where(SEATS.c.match == MATCHES.c.id).scalar_subquery()
        query = select(MATCHES.c.id).where(
            MATCHES.c.status != "over",
            or_(MATCHES.c.turned.is_(None), MATCHES.c.turned != MATCHES.c.touched),
            people > 1,
            *([MATCHES.c.home.is_(None)] if shared else []),
        )
        async with self._read.connect() as connection:
            rows = await connection.scalars(query.order_by(MATCHES.c.touched.desc(), MATCHES.c.id).limit(most))
            return [name for name in rows if isinstance(name, str)]

    async def due(self, now: int, home: int | None, most: int, *, shared: bool) -> list[Turn]:
        """Return turns that are due, the longest first; of `shared` matches those at this home or none."""
        here: list[ColumnElement[bool]] = [or_(MATCHES.c.home.is_(None), MATCHES.c.home == home)] if shared else []
        query = (
            select(TURNS, func.coalesce(NOTICE_SETTINGS.c.at_once, false()).label("at_once"))
            .join(MATCHES, MATCHES.c.id == TURNS.c.match)
            .join(NOTICE_SETTINGS, NOTICE_SETTINGS.c.person == TURNS.c.person, isouter=True)
            .where(TURNS.c.at <= now, *here)
            .order_by(TURNS.c.at, TURNS.c.match, TURNS.c.seat)
            .limit(most)
        )
        async with self._read.connect() as connection:
            return [_turn(row) for row in (await connection.execute(query)).all()]

    async def put_off(self, turn: Turn, at: int | None) -> None:
        """Look at a turn later, or not any more."""

        def job(connection: Connection) -> None:
            connection.execute(update(TURNS).where(_same(turn)).values(at=at))

        await self._writer.do(job)

    async def tell(self, turn: Turn, now: int, at: int | None) -> int:
        """Note that a person is told of a turn, and what is to be sent where; look at it again at a time.

        Return how much is to be sent: nothing where another process was first.
        """

        def job(connection: Connection) -> int:
            told = update(TURNS).where(_same(turn)).values(at=at, stage=turn.stage + 1)
            if not connection.execute(told).rowcount:
                return 0
            rows = [
                {
                    **{name: getattr(turn, name) for name in ("person", "match", "seat", "ordinal", "since")},
                    "id": secrets.token_urlsafe(16),
                    "stage": turn.stage + 1,
                    "channel": channel,
                    "target": target,
                    "tries": 0,
                    "at": now,
                    "state": "due",
                    "made": now,
                }
                for channel, target in _ways(connection, turn)
            ]
            if rows:
                connection.execute(insert(DELIVERIES), rows)
            return len(rows)

        return await self._writer.do(job)

    # Deliveries

    async def take(self, now: int, most: int, lease: int) -> list[Delivery]:
        """Return deliveries that are due; no one else takes them for so many seconds.

        Those whose turn is over are removed.
        """
        query = select(DELIVERIES.c.id).where(DELIVERIES.c.at <= now).limit(1)
        async with self._read.connect() as connection:
            if (await connection.execute(query)).first() is None:
                return []

        def job(connection: Connection) -> list[Delivery]:
            turn = and_(DELIVERIES.c.notice.is_(None), *(TURNS.c[name] == DELIVERIES.c[name] for name in _TURN))
            notice = and_(NOTICES.c.id == DELIVERIES.c.notice, NOTICES.c.state == "open")
            stands = or_(exists().where(turn), exists().where(notice))
            connection.execute(delete(DELIVERIES).where(DELIVERIES.c.at <= now, ~stands))
            due = (
                select(
                    DELIVERIES,
                    func.coalesce(TURNS.c.kind, NOTICES.c.kind).label("kind"),
                    func.coalesce(ACCOUNTS.c.name, "").label("who"),
                )
                .join(TURNS, turn, isouter=True)
                .join(NOTICES, notice, isouter=True)
                .join(ACCOUNTS, ACCOUNTS.c.id == NOTICES.c.by, isouter=True)
                .where(DELIVERIES.c.at <= now)
                .order_by(DELIVERIES.c.at, DELIVERIES.c.id)
                .limit(most)
                .with_for_update(skip_locked=True, of=DELIVERIES)
            )
            found = [_delivery(row) for row in connection.execute(due)]
            ids = [one.id for one in found]
            taken = {"at": now + lease, "tries": DELIVERIES.c.tries + 1}
            if ids:
                connection.execute(update(DELIVERIES).where(DELIVERIES.c.id.in_(ids)).values(taken))
            return found

        return await self._writer.do(job)

    async def settle(self, delivery: Delivery, state: str, at: int | None = None) -> None:
        """Note what became of a delivery: sent, failed, or due again at a time."""
        values = {"state": state, "at": at}
        statement = update(DELIVERIES).where(DELIVERIES.c.id == delivery.id).values(values)
        await self._writer.do(lambda connection: connection.execute(statement))

    async def wait(self, delivery: Delivery, at: int) -> None:
        """Try a delivery at a time, as if it had not been tried now."""
        values = {"state": "due", "at": at, "tries": delivery.tries - 1}
        statement = update(DELIVERIES).where(DELIVERIES.c.id == delivery.id).values(values)
        await self._writer.do(lambda connection: connection.execute(statement))

    async def told_of(self, person: str) -> list[Turn]:
        """Return the turns of a person that they were told of, the oldest first."""
        query = select(TURNS, false().label("at_once")).where(TURNS.c.person == person, TURNS.c.stage > 0)
        async with self._read.connect() as connection:
            rows = await connection.execute(query.order_by(TURNS.c.since, TURNS.c.match))
            return [_turn(row) for row in rows.all()]

    async def drop(self, delivery: Delivery) -> None:
        """Remove a delivery that is void."""
        statement = delete(DELIVERIES).where(DELIVERIES.c.id == delivery.id)
        await self._writer.do(lambda connection: connection.execute(statement))

    async def tidy(self, now: int) -> None:
        """Forget what was sent a while ago, what could not be, and webhooks of tables whose match is over."""
        old = or_(
            and_(DELIVERIES.c.state == "sent", DELIVERIES.c.made < now - SENT_KEPT),
            and_(DELIVERIES.c.state == "failed", DELIVERIES.c.made < now - FAILED_KEPT),
        )
        over = HOOKS.c.match.in_(select(MATCHES.c.id).where(MATCHES.c.status == "over"))

        def job(connection: Connection) -> None:
            connection.execute(delete(DELIVERIES).where(old))
            connection.execute(delete(HOOKS).where(over))

        await self._writer.do(job)

    # How people want to be told

    async def at_once(self, person: str) -> bool:
        """Return whether a person wants to be told without delay, also while looking at the table."""
        query = select(NOTICE_SETTINGS.c.at_once).where(NOTICE_SETTINGS.c.person == person)
        async with self._read.connect() as connection:
            return bool(await connection.scalar(query))

    async def set_at_once(self, person: str, *, wanted: bool) -> None:
        """Store whether a person wants that."""

        def job(connection: Connection) -> None:
            connection.execute(upsert(connection, NOTICE_SETTINGS, {"person": person}, {"at_once": wanted}))

        await self._writer.do(job)

    async def hooks_of(self, person: str) -> list[Hook]:
        """Return the webhooks of a person, and of tables that they have added, the oldest first."""
        query = select(HOOKS).where(HOOKS.c.person == person).order_by(HOOKS.c.made, HOOKS.c.id)
        async with self._read.connect() as connection:
            return [_hook(row) for row in (await connection.execute(query)).all()]

    async def hook(self, key: str) -> Hook | None:
        """Return a webhook."""
        async with self._read.connect() as connection:
            row = (await connection.execute(select(HOOKS).where(HOOKS.c.id == key))).one_or_none()
            return None if row is None else _hook(row)

    async def add_hook(self, hook: Hook) -> None:
        """Store a webhook. Raises Conflict if its person has too many."""

        def job(connection: Connection) -> None:
            mine = select(func.count()).select_from(HOOKS).where(HOOKS.c.person == hook.person)
            if (connection.scalar(mine) or 0) >= MAX_HOOKS:
                raise Conflict("there are too many webhooks")
            connection.execute(insert(HOOKS).values(msgspec.structs.asdict(hook)))

        await self._writer.do(job)

    async def remove_hook(self, person: str, key: str) -> None:
        """Remove a webhook of a person, and what is to be sent there."""

        def job(connection: Connection) -> None:
            mine = and_(HOOKS.c.person == person, HOOKS.c.id == key)
            if connection.execute(delete(HOOKS).where(mine)).rowcount:
                there = and_(DELIVERIES.c.channel == HOOK, DELIVERIES.c.target == key)
                connection.execute(delete(DELIVERIES).where(there))

        await self._writer.do(job)

    async def subscribe(self, new: Subscription) -> None:
        """Store a browser that is told, in place of what it was before, and of a person's first one if need be."""
        values = msgspec.structs.asdict(new)
        key = {"id": values.pop("id")}

        def job(connection: Connection) -> None:
            connection.execute(upsert(connection, PUSHES, key, values))
            mine = select(PUSHES.c.id).where(PUSHES.c.person == new.person)
            kept = list(connection.scalars(mine.order_by(PUSHES.c.made.desc(), PUSHES.c.id)))
            connection.execute(delete(PUSHES).where(PUSHES.c.id.in_(kept[MAX_PUSHES:])))

        await self._writer.do(job)

    async def subscription(self, key: str) -> Subscription | None:
        """Return a browser that is told, as long as its session holds."""
        async with self._read.connect() as connection:
            row = (await connection.execute(_holding(PUSHES.c.id == key))).one_or_none()
            return None if row is None else _subscription(row)

    async def subscriptions(self, person: str) -> int:
        """Return how many browsers of a person are told."""
        async with self._read.connect() as connection:
            return len((await connection.execute(_holding(PUSHES.c.person == person))).all())

    async def remove_subscription(self, person: str, key: str) -> None:
        """Tell a browser no more."""
        statement = delete(PUSHES).where(PUSHES.c.person == person, PUSHES.c.id == key)
        await self._writer.do(lambda connection: connection.execute(statement))

    async def server_key(self, name: str, make: Callable[[], str]) -> str:
        """Return a key of this server, made if there is none."""

        def job(connection: Connection) -> str:
            found = connection.scalar(select(SERVER_KEYS.c.secret).where(SERVER_KEYS.c.name == name))
            if found is None:
                found = make()
                connection.execute(insert(SERVER_KEYS).values(name=name, secret=found))
            return str(found)

        return await self._writer.do(job)

    async def note_hook(self, key: str, failed: int | None) -> None:
        """Note that a webhook could not be reached by any try, which switches it off after a while; or could."""
        since: Any = failed
        if failed is not None:
            long = HOOKS.c.failed <= failed - HOOK_PATIENCE
            since = case((HOOKS.c.failed.is_(None), failed), (long, OFF), else_=HOOKS.c.failed)
        statement = update(HOOKS).where(HOOKS.c.id == key).values(failed=since)
        await self._writer.do(lambda connection: connection.execute(statement))


_TURN: Final = ("match", "seat", "person", "ordinal", "since")
"""The columns by which a delivery names its turn."""


def _same(turn: Turn) -> ColumnElement[bool]:
    """Return the condition that a turn is stored as it was read."""
    fixed = [TURNS.c[name] == getattr(turn, name) for name in (*_TURN, "stage")]
    return and_(*fixed, TURNS.c.at.is_not_distinct_from(turn.at))


def _is_same(known: Any, asked: Asked) -> bool:
    return known is not None and (known.kind, known.ordinal) == (asked.kind, asked.ordinal)


def _hasty(connection: Connection, people: Sequence[str]) -> set[str]:
    """Return those of some people who want to be told at once."""
    query = select(NOTICE_SETTINGS.c.person).where(NOTICE_SETTINGS.c.person.in_(people), NOTICE_SETTINGS.c.at_once)
    return set(connection.scalars(query)) if people else set()


def _has_hook(connection: Connection, match: str) -> bool:
    return connection.scalar(select(HOOKS.c.id).where(HOOKS.c.match == match).limit(1)) is not None


def _ways(connection: Connection, turn: Turn) -> list[tuple[str, str]]:
    """Return by which channels to which targets a turn is told."""
    return _hooks(connection, HOOKS.c.match == turn.match) if turn.seat == TABLE else ways_to(connection, turn.person)


def ways_to(connection: Connection, person: str) -> list[tuple[str, str]]:
    """Return by which channels to which targets a person is told of something."""
    leaving = select(ACCOUNTS.c.id).where(ACCOUNTS.c.id == person, ACCOUNTS.c.gone_at.is_not(None))
    if connection.scalar(leaving) is not None:
        return []
    here = and_(ADDRESSES.c.account == person, ADDRESSES.c.proved.is_not(None), ADDRESSES.c.notices)
    mails = [(MAIL, "") for _ in connection.execute(select(ADDRESSES.c.account).where(here))]
    pushes = [(PUSH, row.id) for row in connection.execute(_holding(PUSHES.c.person == person))]
    return [*mails, *pushes, *_hooks(connection, and_(HOOKS.c.person == person, HOOKS.c.match.is_(None)))]


def _hooks(connection: Connection, which: ColumnElement[bool]) -> list[tuple[str, str]]:
    hooks = select(HOOKS.c.id).where(which, HOOKS.c.failed.is_distinct_from(OFF)).order_by(HOOKS.c.id)
    return [(HOOK, key) for key in connection.scalars(hooks)]


def _holding(which: ColumnElement[bool]) -> Select[Any]:
    """Return the statement that reads browsers whose sessions have not ended."""
    return (
        select(PUSHES)
        .join(SESSIONS, SESSIONS.c.hash == PUSHES.c.login)
        .where(which, SESSIONS.c.ended.is_(None), or_(SESSIONS.c.expires.is_(None), SESSIONS.c.expires >= now()))
        .order_by(PUSHES.c.id)
    )


def _turn(row: Any) -> Turn:
    values = {name: getattr(row, name) for name in Turn.__struct_fields__}
    return Turn(**{**values, "at_once": bool(row.at_once)})


def _delivery(row: Any) -> Delivery:
    values = {name: getattr(row, name) for name in Delivery.__struct_fields__}
    return Delivery(**{**values, "tries": row.tries + 1})


def _hook(row: Any) -> Hook:
    return Hook(**{name: getattr(row, name) for name in Hook.__struct_fields__})


def _subscription(row: Any) -> Subscription:
    return Subscription(**{name: getattr(row, name) for name in Subscription.__struct_fields__})
