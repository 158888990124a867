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
from collections.abc import Container, Sequence
from concurrent.futures import ThreadPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import suppress
from time import perf_counter
from typing import Any, Final, Literal

import msgspec
from sqlalchemy import delete, insert, select, update
from sqlalchemy.engine import Connection

from shapan.engine.registry import UnknownGame, find
from shapan.server.match.cluster import Cluster
from shapan.server.match.thinking import Measure, Thinkers
from shapan.server.replay.review import CARE, QUICK, Plan, ReviewEnd, ReviewPoint, plan, points
from shapan.server.replay.turning_point import Turning
from shapan.server.store.fault import Conflict
from shapan.server.store.row import MatchRow
from shapan.server.store.schema import REVIEW_POINTS, REVIEWS
from shapan.server.store.storage import Store
from shapan.server.store.writer import StoreError

LOG = logging.getLogger("shapan.server")
MAX_WAITING: Final = 64
"""Matches in the queue; those that come then are reviewed when somebody asks for it."""
PIECE: Final = 4
"""Decisions of bots looked at in one go; those of people are looked at one by one, so that each is shown at once."""
_LEARNS: Final = 3
"""The pace is learnt from about so many pieces."""
NICE: Final = 12
PATIENCE: Final = 900.0
"""Seconds for one piece: on a busy machine a process that lets all others go first hardly gets a turn."""
State = Literal["waiting", "making", "done", "none"]


class Review(msgspec.Struct):
    """The review of a finished match: whether it is made, how far, and of its points those that there are.

    Decisions of people come first. `state`: `waiting` for its turn, `making`, `done`, or `none` where the rules of
    today cannot follow the match.
    """

    match: str
    state: State
    done: int = 0
    total: int = 0
    measure: Measure = "chance"
    points: list[ReviewPoint] = []
    end: ReviewEnd | None = None
    seconds: int | None = None
    """About how long the rest takes once it is being made; None where that is not known."""
    ahead: int = 0
    """How many other reviews are made before it."""


class Turned(msgspec.Struct):
    """What turned a finished match: whether it is known, and once it is `done` what it was.

    `state`: `waiting`, `done`, or `none` where the rules of today cannot follow the match.
    """

    match: str
    state: Literal["waiting", "done", "none"]
    measure: Measure = "chance"
    turning: Turning | None = None


class Pace:
    """How long decisions take to look at, as the last ones did; before the first as long as they may."""

    def __init__(self) -> None:
        self._usual = {True: CARE.seconds, False: QUICK.seconds}

    def note(self, found: Sequence[ReviewPoint], seconds: float) -> None:
        """Learn from a piece: all its decisions were people's, or all were bots'."""
        if found:
            person, each = found[0].person, seconds / len(found)
            self._usual[person] += (each - self._usual[person]) / _LEARNS

    def seconds(self, made: Plan, have: Container[int]) -> int:
        """Return about how many seconds the points of a plan take that there are not yet."""
        own = set(made.own)
        return round(sum(self._usual[number in own] for number in range(len(made.places)) if number not in have))


class Reviews:
    """The reviews of one server."""

    def __init__(self, store: Store, cluster: Cluster | None = None) -> None:
        self._store = store
        self._thinkers = Thinkers(1, NICE, PATIENCE, cluster)
        self._planners = Thinkers(1, cluster=cluster)
        self._threads = ThreadPoolExecutor(1, "reviews")
        self._queue: list[str] = []
        self._plans: list[str] = []
        self._asked: set[str] = set()
        self._now = ""
        self._pace = Pace()
        self._bell = asyncio.Event()
        self._plan_bell = asyncio.Event()
        self._tasks: list[asyncio.Task[None]] = []

    async def start(self, *, resume: bool = True) -> None:
        """Go on with what was begun before, unless others may be at it: then whoever is asked for a review does."""
        async with self._store.reading() as connection:
            begun = await connection.scalars(select(REVIEWS.c.match).where(REVIEWS.c.state == "making"))
            self._queue += list(begun)[: MAX_WAITING if resume else 0]
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
        elif len(self._queue) >= MAX_WAITING:
            return False
        self._asked |= {match} if first else set()
        self._queue.insert(0 if first else len(self._queue), match)
        self._bell.set()
        return True

    async def find(self, match: str) -> bytes:
        """Return the review of a match as JSON, and see to it that it is made."""
        state, made = await self._known(match)
        if state == "none":
            return msgspec.json.encode(Review(match, "none"))
        if made is None:
            self.queue(match, first=True)
            return msgspec.json.encode(Review(match, "waiting", ahead=self._ahead(match)))
        kept, total = await self._points(match, len(made.places)), len(made.places)
        found = [kept[number] for number in sorted(kept)]
        if state == "done" and len(found) == total:
            return msgspec.json.encode(Review(match, "done", total, total, made.measure, found, made.end))
        self.queue(match, first=True)
        now: State = "making" if match == self._now else "waiting"
        seconds, ahead = self._pace.seconds(made, kept), self._ahead(match)
        review = Review(match, now, len(found), total, made.measure, found, made.end, seconds, ahead)
        return msgspec.json.encode(review)

    def _ahead(self, match: str) -> int:
        """Return how many reviews are made before that of a match."""
        if match == self._now or match not in self._queue:
            return 0
        return self._queue.index(match) + bool(self._now)

    async def _known(self, match: str) -> tuple[str, Plan | None]:
        """Return the state of a review and its plan; a damaged one is forgotten, and made again."""
        async with self._store.reading() as connection:
            table = REVIEWS.c
            row = (await connection.execute(select(table.state, table.plan).where(table.match == match))).one_or_none()
        if row is None:
            return "", None
        if row.state == "none":
            return "none", None
        with suppress(msgspec.DecodeError, TypeError, ValueError):
            if row.state in ("planned", "making", "done"):
                return row.state, msgspec.msgpack.decode(row.plan, type=Plan)
        LOG.warning("the review of match %s is made again: it is damaged", match)
        await self._store.writer.do(_forget(match))
        return "", None

    async def _points(self, match: str, total: int) -> dict[int, ReviewPoint]:
        """Return the points that there are, by their place in the plan; damaged ones are made again."""
        table = REVIEW_POINTS.c
        async with self._store.reading() as connection:
            rows = (await connection.execute(select(table.number, table.body).where(table.match == match))).all()
        found = {}
        for number, body in rows:
            with suppress(msgspec.DecodeError, TypeError, ValueError):
                if isinstance(number, int) and 0 <= number < total:
                    found[number] = msgspec.json.decode(body, type=ReviewPoint)
        return found

    async def turned(self, match: str) -> bytes:
        """Return what turned a match as JSON, and see to it that it is found out, without a review."""
        state, made = await self._known(match)
        if state == "none":
            return msgspec.json.encode(Turned(match, "none"))
        if made is not None:
            return msgspec.json.encode(Turned(match, "done", made.measure, made.turning))
        if match not in self._plans and len(self._plans) < MAX_WAITING:
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
        made = await asyncio.to_thread(_think, self._planners, plan, stored.match, log)
        await self._store.writer.do(_begin(match, made))

    async def _make(self, match: str) -> None:
        """Make a review, or the rest of it."""
        stored = await self._store.stored(match)
        if stored is None:
            return
        log = [msgspec.json.decode(body, type=dict[str, Any]) for body, _ in stored.records]
        state, made = await self._known(match)
        if state == "none":
            return
        if made is None:
            made = await self._thought(plan, stored.match, log)
            await self._store.writer.do(_begin(match, made))
        have = await self._points(match, len(made.places))
        pieces = _pieces(made, have)
        if state == "done" and not pieces:
            return
        await self._store.writer.do(_now(match, "making"))
        while pieces:
            piece, begun = pieces.pop(0), perf_counter()
            found = await self._thought(points, stored.match, log, [made.places[number] for number in piece])
            self._pace.note(found, perf_counter() - begun)
            await self._store.writer.do(_keep(match, piece, found))
            if pieces and self._gives_way():
                self._queue.insert(1, match)
                return
        await self._store.writer.do(_finish(match))

    def _gives_way(self) -> bool:
        """Tell whether nobody waits for the review that is being made, and somebody for the next one."""
        return self._now not in self._asked and bool(self._queue) and self._queue[0] in self._asked

    async def _thought(self, work: Any, *args: Any) -> Any:
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self._threads, _think, self._thinkers, work, *args)


def _think(thinkers: Thinkers, work: Any, row: MatchRow, *args: Any) -> Any:
    """Have some work done about a match, without what is of no use for it: whose the table is, and its secret."""
    game = None
    with suppress(UnknownGame):  # the work meets it too
        game = find(row.game)
    return thinkers.run(work, msgspec.structs.replace(row, owner="", secret=b""), *args, game=game)


def _pieces(made: Plan, have: Container[int]) -> list[list[int]]:
    """Return the points that are to be made, piece by piece: those of people one by one, then those of bots."""
    own = [number for number in made.own if number not in have]
    known = set(made.own)
    others = [number for number in range(len(made.places)) if number not in have and number not in known]
    return [[number] for number in own] + [others[at : at + PIECE] for at in range(0, len(others), PIECE)]


def _forget(match: str) -> Any:
    def job(connection: Connection) -> None:
        for table in (REVIEW_POINTS, REVIEWS):
            connection.execute(delete(table).where(table.c.match == match))

    return job


def _begin(match: str, made: Plan) -> Any:
    """Return the write of a plan; where one has been made beside it, that stays."""
    row = {"match": match, "state": "planned", "total": len(made.places), "plan": msgspec.msgpack.encode(made)}
    return lambda connection: connection.execute(insert(REVIEWS).prefix_with("OR IGNORE").values(row))


def _keep(match: str, numbers: Sequence[int], found: list[ReviewPoint]) -> Any:
    rows = [
        {"match": match, "number": number, "body": msgspec.json.encode(one)}
        for number, one in zip(numbers, found, strict=True)
    ]
    return lambda connection: connection.execute(insert(REVIEW_POINTS).prefix_with("OR REPLACE"), rows)


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
