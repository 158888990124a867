"""What is stored of plans: the answers that seats give in advance, and what has become of earlier ones."""

from __future__ import annotations

import time
from collections.abc import Sequence

import msgspec
from sqlalchemy import delete, insert, select
from sqlalchemy.engine import Connection
from sqlalchemy.ext.asyncio import AsyncConnection

from shapan.server.store.append import APPEND, TOUCH
from shapan.server.store.damage import readable
from shapan.server.store.row import Sealed
from shapan.server.store.schema import CHANGES, PLANS, SEALED
from shapan.server.store.windows import sealed_of
from shapan.server.store.writer import AtHome, Writer


class PlanStore:
    """What is kept of plans, beside the records."""

    def __init__(self, writer: Writer | AtHome) -> None:
        self._writer = writer

    async def keep(self, match: str, seat: int, plans: Sequence[bytes], name: str | None = None) -> None:
        """Store the plans of a seat in place of earlier ones, as change `name` if it is one."""

        def job(connection: Connection) -> None:
            if name is not None:
                connection.execute(insert(CHANGES).values(match=match, name=name, made=int(time.time())))
            _put(connection, match, seat, plans)

        await self._writer.do(job)

    async def append(self, match: str, number: int, body: bytes, name: str, seat: int, plans: Sequence[bytes]) -> None:
        """Store the record that a plan of a seat has come to, and its plans as they are since."""
        made = int(time.time())
        row = {"match": match, "number": number, "body": body.decode(), "decision": name, "made": made}

        def job(connection: Connection) -> None:
            connection.execute(APPEND, [row])
            connection.execute(TOUCH, {"match": match, "touched": made})
            _put(connection, match, seat, plans)

        await self._writer.do(job)

    async def seal(self, match: str, kept: Sealed, name: str, plans: Sequence[bytes]) -> list[Sealed]:
        """Store what a plan answers to the open window, and the plans since; return all answers that are sealed."""

        def job(connection: Connection) -> list[Sealed]:
            connection.execute(insert(CHANGES).values(match=match, name=name, made=int(time.time())))
            connection.execute(delete(SEALED).where(SEALED.c.match == match, SEALED.c.seat == kept.seat))
            codes = msgspec.json.encode(kept.codes).decode()
            connection.execute(
                insert(SEALED).values(match=match, seat=kept.seat, ordinal=kept.ordinal, codes=codes, by=kept.by)
            )
            _put(connection, match, kept.seat, plans)
            return list(readable(connection.execute(select(SEALED).where(SEALED.c.match == match)), sealed_of))

        return await self._writer.do(job)


def _put(connection: Connection, match: str, seat: int, plans: Sequence[bytes]) -> None:
    connection.execute(delete(PLANS).where(PLANS.c.match == match, PLANS.c.seat == seat))
    rows = [{"match": match, "seat": seat, "place": place, "body": body.decode()} for place, body in enumerate(plans)]
    if rows:
        connection.execute(insert(PLANS), rows)


async def plans_of(connection: AsyncConnection, match: str) -> list[tuple[int, str]]:
    """Return seat and body of all plans of a match, in their order."""
    query = select(PLANS.c.seat, PLANS.c.body).where(PLANS.c.match == match).order_by(PLANS.c.seat, PLANS.c.place)
    found = await connection.execute(query)
    return [(seat, body) for seat, body in found if isinstance(seat, int) and isinstance(body, str)]


def forget(connection: Connection, match: str, seat: int) -> None:
    """Remove the plans of a seat whose person has gone."""
    connection.execute(delete(PLANS).where(PLANS.c.match == match, PLANS.c.seat == seat))
