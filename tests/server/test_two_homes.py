"""Two processes that claim, write, leave and lose their sessions in any order: never do two write to one match."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from itertools import count

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from sqlalchemy import create_engine, func, insert, select
from sqlalchemy.engine import Connection, Engine

from server import apart, cluster
from shapan.server.hub.home import WAY, Homes, Way
from shapan.server.match.lifecycle import Elsewhere
from shapan.server.settings import Settings
from shapan.server.store.fault import Conflict
from shapan.server.store.home import LOCKS
from shapan.server.store.postgres import Postgres
from shapan.server.store.row import MatchRow, SeatRow
from shapan.server.store.schema import RECORDS
from shapan.server.store.storage import Store
from shapan.server.store.writer import HOME, StoreError

MATCHES = ("one", "two")
_NAMES = count()

steps = st.lists(
    st.tuples(
        st.sampled_from(["claim", "write", "write", "write", "end", "leave"]),
        st.integers(0, 1),
        st.sampled_from(MATCHES),
        st.booleans(),
    ),
    min_size=5,
    max_size=40,
)


@dataclass
class Side:
    """A process: its store, its homes, and by which store it wrote to each match last."""

    name: str
    store: Store
    homes: Homes
    held: dict[str, Store] = field(default_factory=dict)


@dataclass
class Course:
    """What has happened to a match: who claimed it, and whose writes were acknowledged, each in order."""

    claims: list[int] = field(default_factory=list)
    writes: list[int] = field(default_factory=list)


@pytest.fixture(scope="module")
def shared(socket: str) -> Iterator[tuple[str, Engine]]:
    address = cluster.new(socket)
    engine = create_engine(Postgres.at(address).url)
    yield address, engine
    engine.dispose()


def end(engine: Engine, name: str) -> None:
    with engine.begin() as connection:
        connection.exec_driver_sql(
            "SELECT pg_terminate_backend(l.pid) FROM pg_locks l JOIN processes p ON p.id = l.objid"
            f" WHERE l.classid = {LOCKS} AND p.name = '{name}'"
        )


async def claim(side: Side, match: str, course: Course) -> None:
    """Claim a match as a request does."""
    with suppress(Elsewhere, StoreError, Conflict):
        store = await asyncio.wait_for(side.homes.claim(match), 5)
        side.held[match] = store
        course.claims.append(side.homes._mine[match])


async def write(side: Side, match: str, course: Course) -> None:
    """Write as the room of an earlier claim does. The number is free: nothing but the home decides."""
    store = side.held.get(match)
    if store is None:
        return

    def job(connection: Connection) -> int:
        number = connection.scalar(select(func.count()).select_from(RECORDS).where(RECORDS.c.match == match)) or 0
        home: int = connection.info[HOME]
        connection.execute(insert(RECORDS).values(match=match, number=number, body=str(home), made=0))
        return home

    with suppress(StoreError, Conflict):
        course.writes.append(await store.writer.do(job))


async def run(address: str, engine: Engine, plan: list[tuple[str, int, str, bool]], prefix: str) -> None:
    sides = []
    for name in ("p1", "p2"):
        store = Store(Postgres.at(address, name))
        await store.start()
        homes = Homes(store, Settings(home=name))
        await homes.start(lambda: None)
        sides.append(Side(name, store, homes))
    names = {match: f"{prefix}{match}" for match in MATCHES}
    courses = {match: Course() for match in names.values()}
    try:
        for match in names.values():
            row = MatchRow(match, "pig", 1, 2, {}, "strict", b"k", "s")
            await sides[0].store.add_match(row, [SeatRow(0, "player"), SeatRow(1, "player")])
        under_way: list[asyncio.Task[None]] = []
        for kind, which, of, at_once in plan:
            side, match = sides[which], names[of]
            if kind == "claim":
                WAY.set(Way(sides[1 - which].name if at_once else ""))
                under_way.append(asyncio.create_task(claim(side, match, courses[match])))
            elif kind == "write":
                under_way.append(asyncio.create_task(write(side, match, courses[match])))
            elif kind == "end":
                await asyncio.to_thread(end, engine, side.name)
            else:
                side.homes.leave(match, None)
            if not at_once:
                await asyncio.gather(*under_way)
                under_way.clear()
        await asyncio.gather(*under_way)
    finally:
        for side in sides:
            await side.homes.stop({})
            await side.store.stop()
    for match, course in courses.items():
        with engine.connect() as connection:
            query = select(RECORDS.c.body).where(RECORDS.c.match == match).order_by(RECORDS.c.number)
            stored = [int(body) for body in connection.scalars(query)]
        blocks = [home for place, home in enumerate(stored) if place == 0 or stored[place - 1] != home]
        # One after the other: who writes has claimed it, and who wrote before has not come back without a new claim.
        claims = iter(course.claims)
        assert all(home in claims for home in blocks), (stored, course.claims)
        assert Counter(course.writes) <= Counter(stored), (course.writes, stored)


@settings(max_examples=20, deadline=None, derandomize=True, database=None, suppress_health_check=list(HealthCheck))
@given(plan=steps)
def test_never_do_two_processes_write_to_one_match(
    shared: tuple[str, Engine], plan: list[tuple[str, int, str, bool]]
) -> None:
    apart.run(run(*shared, plan, f"m{next(_NAMES)}-"))
