"""What is stored of fair dice: the rounds of a table, and the seeds that its people have committed to."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from sqlalchemy import delete, insert, select, update
from sqlalchemy.engine import Connection
from sqlalchemy.ext.asyncio import AsyncConnection

from shapan.server.store.backend import upsert
from shapan.server.store.damage import DamagedRow, checked
from shapan.server.store.fault import Conflict
from shapan.server.store.row import FairRound, FairSeed
from shapan.server.store.schema import FAIR_ROUNDS, FAIR_SEEDS, SEATS
from shapan.server.store.writer import AtHome, Writer


class FairStore:
    """The rounds of fair tables, changed by the one writer."""

    def __init__(self, writer: Writer | AtHome) -> None:
        self._writer = writer

    async def commit(self, match: str, round_: int, kept: FairSeed) -> None:
        """Store what a seat commits to, in place of what it did before. Raises Conflict if the round is bound."""

        def job(connection: Connection) -> None:
            query = select(FAIR_ROUNDS.c.table, FAIR_ROUNDS.c.void)
            row = connection.execute(query.where(*_round(match, round_))).one_or_none()
            if row is None or row.table or row.void:
                raise Conflict("the round is bound or void")
            key = {"match": match, "round": round_, "seat": kept.seat}
            values = {"session": kept.session, "commit": kept.commit, "seed": kept.seed}
            connection.execute(upsert(connection, FAIR_SEEDS, key, values))

        await self._writer.do(job)

    async def bind(self, match: str, round_: int, table: str, bound: int, seats: Sequence[int]) -> None:
        """Store what a table has agreed on, and when: the people of some seats reveal their seeds now.

        What others have committed to who sat there before is of no use any more. Raises Conflict.
        """

        def job(connection: Connection) -> None:
            bind(connection, match, round_, table, bound)
            mine = (FAIR_SEEDS.c.match == match, FAIR_SEEDS.c.round == round_)
            connection.execute(delete(FAIR_SEEDS).where(*mine, FAIR_SEEDS.c.seat.not_in(seats)))

        await self._writer.do(job)

    async def reveal(self, match: str, round_: int, seat: int, seed: bytes) -> None:
        """Store the seed of a seat."""
        mine = (FAIR_SEEDS.c.match == match, FAIR_SEEDS.c.round == round_, FAIR_SEEDS.c.seat == seat)

        def job(connection: Connection) -> None:
            connection.execute(update(FAIR_SEEDS).where(*mine).values(seed=seed))

        await self._writer.do(job)

    async def void(self, match: str, round_: int, why: str, new: FairRound, waiting: Sequence[int]) -> None:
        """Store that a round comes to nothing, and the next one; some seats are not ready any more. Raises Conflict."""

        def job(connection: Connection) -> None:
            done = connection.execute(
                update(FAIR_ROUNDS).where(*_round(match, round_), FAIR_ROUNDS.c.void == "").values(void=why)
            )
            if not done.rowcount:
                raise Conflict("the round is void")
            add_rounds(connection, match, [new])
            late = (SEATS.c.match == match, SEATS.c.seat.in_(waiting))
            connection.execute(update(SEATS).where(*late).values(ready=False))

        await self._writer.do(job)


def bind(connection: Connection, match: str, round_: int, table: str, bound: int) -> None:
    """Store what a table has agreed on. Raises Conflict if it has already, or the round is void."""
    free = (FAIR_ROUNDS.c.table == "", FAIR_ROUNDS.c.void == "")
    done = connection.execute(update(FAIR_ROUNDS).where(*_round(match, round_), *free).values(table=table, bound=bound))
    if not done.rowcount:
        raise Conflict("the round is bound or void")


def forget_sessions(connection: Connection, match: str) -> None:
    """Forget whose the seeds of a match are: once it begins, they are those of its seats."""
    connection.execute(update(FAIR_SEEDS).where(FAIR_SEEDS.c.match == match).values(session=None))


def add_rounds(connection: Connection, match: str, rounds: Iterable[FairRound]) -> None:
    """Store rounds of a match with their seeds."""
    for one in rounds:
        values = {"secret": one.secret, "table": one.table, "bound": one.bound, "void": one.void}
        connection.execute(insert(FAIR_ROUNDS).values(match=match, round=one.round, **values))
        for kept in one.seeds:
            seed = {"session": kept.session, "commit": kept.commit, "seed": kept.seed}
            connection.execute(insert(FAIR_SEEDS).values(match=match, round=one.round, seat=kept.seat, **seed))


async def rounds_of(connection: AsyncConnection, match: str) -> list[FairRound]:
    """Return the rounds of a match in order. Raises DamagedRow."""
    query = select(FAIR_ROUNDS).where(FAIR_ROUNDS.c.match == match).order_by(FAIR_ROUNDS.c.round)
    rounds = [_round_of(row) for row in await connection.execute(query)]
    seeds = select(FAIR_SEEDS).where(FAIR_SEEDS.c.match == match).order_by(FAIR_SEEDS.c.round, FAIR_SEEDS.c.seat)
    for row in await connection.execute(seeds):
        for one in rounds:
            if one.round == row.round:
                one.seeds.append(_seed_of(row))
    if [one.round for one in rounds] != list(range(len(rounds) or 1)):
        raise DamagedRow("fair_rounds: a round is missing")
    return rounds


def _round(match: str, round_: int) -> tuple[Any, Any]:
    return FAIR_ROUNDS.c.match == match, FAIR_ROUNDS.c.round == round_


def _round_of(row: Any) -> FairRound:
    names = [name for name in FairRound.__struct_fields__ if name != "seeds"]
    return checked("fair_rounds", FairRound, {name: getattr(row, name) for name in names})


def _seed_of(row: Any) -> FairSeed:
    return checked("fair_seeds", FairSeed, {name: getattr(row, name) for name in FairSeed.__struct_fields__})
