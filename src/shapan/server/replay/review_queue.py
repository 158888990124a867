"""Reviews in the database, and the queue in which they are made.

They are made in a process that lets all others go first, a few decisions at a time, and each piece is stored as data:
a restart goes on where it was, and no rules are needed to read them again. A finished match with people is queued at
its end; any other one when somebody asks for it, and then it goes before those that nobody waits for. What turned a
match is known with the plan of its review, before any decision is looked at. A plan takes about a second: those that
somebody waits for are made one after another in a process of their own.
"""

from __future__ import annotations

import asyncio
import logging
from concurrent.futures import ThreadPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import suppress
from typing import Any, Final, Literal

import msgspec
from sqlalchemy import func, insert, select, update
from sqlalchemy.engine import Connection

from shapan.server.match.thinking import Measure, Thinkers
from shapan.server.replay.review import Plan, ReviewEnd, ReviewPoint, plan, points
from shapan.server.replay.turning import Turning
from shapan.server.store.schema import REVIEW_POINTS, REVIEWS
from shapan.server.store.storage import Store
from shapan.server.store.writer import Conflict, StoreError

LOG = logging.getLogger("shapan.server")
MOST_WAITING: Final = 64
"""Matches in the queue; those that come then are reviewed when somebody asks for it."""
PIECE: Final = 4
"""Decisions looked at in one go."""
NICE: Final = 12
PATIENCE: Final = 900.0
"""Seconds for one piece: on a busy machine a process that lets all others go first hardly gets a turn."""
State = Literal["waiting", "making", "done", "none"]


class Review(msgspec.Struct):
    """The review of a finished match: whether it is made, how far, and once it is done all of it.

    `state`: `waiting` for its turn, `making`, `done`, or `none` where the rules of today cannot follow the match.
    """

    match: str
    state: State
    done: int = 0
    total: int = 0
    measure: Measure = "chance"
    points: list[ReviewPoint] = []
    end: ReviewEnd | None = None


class Turned(msgspec.Struct):
    """What turned a finished match: whether it is known, and once it is `done` what it was.

    `state`: `waiting`, `done`, or `none` where the rules of today cannot follow the match.
    """

    match: str
    state: Literal["waiting", "done", "none"]
    measure: Measure = "chance"
    turning: Turning | None = None


class Reviews:
    """The reviews of one server."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._thinkers = Thinkers(1, NICE, PATIENCE)
        self._planners = Thinkers(1)
        self._threads = ThreadPoolExecutor(1, "reviews")
        self._queue: list[str] = []
        self._plans: list[str] = []
        self._asked: set[str] = set()
        self._now = ""
        self._bell = asyncio.Event()
        self._plan_bell = asyncio.Event()
        self._tasks: list[asyncio.Task[None]] = []

    async def start(self) -> None:
        """Go on with what was begun before."""
        async with self._store.reading() as connection:
            begun = await connection.scalars(select(REVIEWS.c.match).where(REVIEWS.c.state == "making"))
            self._queue += list(begun)[:MOST_WAITING]
        self._bell.set()
        work, planning = self._work(), self._plan_all()
        self._tasks = [asyncio.create_task(work, name="reviews"), asyncio.create_task(planning, name="review plans")]

    async def close(self) -> None:
        """Stop; what is stored is gone on with at the next start."""
        for task in self._tasks:
            task.cancel()
        self._thinkers.close()
        self._planners.close()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        self._threads.shutdown(cancel_futures=True)

    def queue(self, match: str, first: bool = False) -> bool:
        """See to it that a match is reviewed; `first`: somebody waits for it. Returns False where the queue is full."""
        if match == self._now:
            self._asked |= {match} if first else set()
            return True
        if match in self._queue:
            if not first:
                return True
            self._queue.remove(match)
        elif len(self._queue) >= MOST_WAITING:
            return False
        self._asked |= {match} if first else set()
        self._queue.insert(0 if first else len(self._queue), match)
        self._bell.set()
        return True

    async def find(self, match: str) -> bytes:
        """Return the review of a match as JSON, and see to it that it is made."""
        async with self._store.reading() as connection:
            table = REVIEWS.c
            row = (
                await connection.execute(select(table.state, table.total, table.plan).where(table.match == match))
            ).one_or_none()
            if row is not None and row.state == "done":
                kept = await connection.scalars(_points_of(match))
                bodies = [msgspec.Raw(body) for body in kept]
                made = msgspec.msgpack.decode(row.plan, type=Plan)
                review = Review(match, "done", row.total, row.total, made.measure, bodies, made.end)  # type: ignore[arg-type]
                return msgspec.json.encode(review)
            done = await connection.scalar(_count_of(match)) or 0
        if row is not None and row.state == "none":
            return msgspec.json.encode(Review(match, "none"))
        self.queue(match, first=True)
        state: State = "making" if match == self._now and row is not None else "waiting"
        return msgspec.json.encode(Review(match, state, done, 0 if row is None else row.total))

    async def turned(self, match: str) -> bytes:
        """Return what turned a match as JSON, and see to it that it is found out, without a review."""
        async with self._store.reading() as connection:
            table = REVIEWS.c
            row = (await connection.execute(select(table.state, table.plan).where(table.match == match))).one_or_none()
        if row is not None and row.state == "none":
            return msgspec.json.encode(Turned(match, "none"))
        if row is not None:
            made = msgspec.msgpack.decode(row.plan, type=Plan)
            return msgspec.json.encode(Turned(match, "done", made.measure, made.turning))
        if match not in self._plans and len(self._plans) < MOST_WAITING:
            self._plans.append(match)
            self._plan_bell.set()
        return msgspec.json.encode(Turned(match, "waiting"))

    async def _work(self) -> None:
        while True:
            self._bell.clear()
            while self._queue:
                self._now = self._queue.pop(0)
                try:
                    await self._make(self._now)
                except (StoreError, Conflict, BrokenProcessPool, TimeoutError) as error:  # who asks for it tries again
                    LOG.warning("the review of match %s was given up: %s", self._now, type(error).__name__)
                except Exception:  # damaged records, rules that fail: there will be none
                    LOG.warning("match %s cannot be reviewed", self._now, exc_info=True)
                    with suppress(StoreError, Conflict):
                        await self._store.writer.do(_none(self._now))
                finally:
                    if self._now not in self._queue:
                        self._asked.discard(self._now)
                    self._now = ""
            await self._bell.wait()

    async def _plan_all(self) -> None:
        """Make the plans that somebody waits for; whoever is refused asks again."""
        while True:
            self._plan_bell.clear()
            while self._plans:
                match = self._plans[0]
                try:
                    await self._plan(match)
                except (StoreError, Conflict, BrokenProcessPool, TimeoutError) as error:
                    LOG.warning("what turned match %s was not found out: %s", match, type(error).__name__)
                except Exception:  # damaged records, rules that fail: nothing will be known of it
                    LOG.warning("match %s cannot be judged", match, exc_info=True)
                    with suppress(StoreError, Conflict):
                        await self._store.writer.do(_none(match))
                finally:
                    self._plans.remove(match)
            await self._plan_bell.wait()

    async def _plan(self, match: str) -> None:
        """Make a plan and keep it, unless there is one."""
        stored = await self._store.stored(match)
        async with self._store.reading() as connection:
            known = await connection.scalar(select(REVIEWS.c.state).where(REVIEWS.c.match == match))
        if stored is None or known is not None:
            return
        log = [msgspec.json.decode(body, type=dict[str, Any]) for body, _ in stored.records]
        made = await asyncio.to_thread(self._planners.run, plan, stored.match, log)
        await self._store.writer.do(_begin(match, made))

    async def _make(self, match: str) -> None:
        """Make a review, or the rest of it."""
        stored = await self._store.stored(match)
        if stored is None:
            return
        log = [msgspec.json.decode(body, type=dict[str, Any]) for body, _ in stored.records]
        made = await self._thought(plan, stored.match, log)
        async with self._store.reading() as connection:
            state = await connection.scalar(select(REVIEWS.c.state).where(REVIEWS.c.match == match))
            done = await connection.scalar(_count_of(match)) or 0
        if state in ("done", "none"):
            return
        if state is None:
            await self._store.writer.do(_begin(match, made))
        await self._store.writer.do(_now(match, "making"))
        while done < len(made.places):
            found = await self._thought(points, stored.match, log, made.places[done : done + PIECE])
            await self._store.writer.do(_keep(match, done, found))
            done += len(found)
            if done < len(made.places) and self._gives_way():
                self._queue.insert(1, match)
                return
        await self._store.writer.do(_finish(match))

    def _gives_way(self) -> bool:
        """Tell whether nobody waits for the review that is being made, and somebody for the next one."""
        return self._now not in self._asked and bool(self._queue) and self._queue[0] in self._asked

    async def _thought(self, work: Any, *args: object) -> Any:
        return await asyncio.get_running_loop().run_in_executor(self._threads, self._thinkers.run, work, *args)


def _points_of(match: str) -> Any:
    table = REVIEW_POINTS.c
    return select(table.body).where(table.match == match).order_by(table.number)


def _count_of(match: str) -> Any:
    return select(func.count()).select_from(REVIEW_POINTS).where(REVIEW_POINTS.c.match == match)


def _begin(match: str, made: Plan) -> Any:
    """Return the write of a plan; where one has been made beside it, that stays."""
    row = {"match": match, "state": "planned", "total": len(made.places), "plan": msgspec.msgpack.encode(made)}
    return lambda connection: connection.execute(insert(REVIEWS).prefix_with("OR IGNORE").values(row))


def _keep(match: str, first: int, found: list[ReviewPoint]) -> Any:
    rows = [{"match": match, "number": first + at, "body": msgspec.json.encode(one)} for at, one in enumerate(found)]
    return lambda connection: connection.execute(insert(REVIEW_POINTS), rows)


def _now(match: str, state: str) -> Any:
    return lambda connection: connection.execute(update(REVIEWS).where(REVIEWS.c.match == match).values(state=state))


def _finish(match: str) -> Any:
    return _now(match, "done")


def _none(match: str) -> Any:
    def job(connection: Connection) -> None:
        done = connection.execute(update(REVIEWS).where(REVIEWS.c.match == match).values(state="none"))
        if not done.rowcount:
            connection.execute(insert(REVIEWS).values(match=match, state="none", total=0, plan=b""))

    return job
