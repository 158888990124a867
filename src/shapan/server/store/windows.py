"""What is stored of reaction windows: sealed answers, and standing orders."""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import Any

import msgspec
from sqlalchemy import delete, insert, select
from sqlalchemy.engine import Connection

from shapan.server.store.append import APPEND, TOUCH
from shapan.server.store.damage import checked, decoded
from shapan.server.store.row import Order, Sealed
from shapan.server.store.schema import CHANGES, ORDERS, SEALED
from shapan.server.store.writer import AtHome, Writer


class WindowStore:
    """What is kept of windows and orders, beside the records."""

    def __init__(self, writer: Writer | AtHome) -> None:
        self._writer = writer

    async def append_all(self, match: str, number: int, bodies: Sequence[bytes]) -> None:
        """Store the answers to a window as records from `number` on, and none of them sealed any more."""
        made = int(time.time())
        rows = [
            {"match": match, "number": number + place, "body": body.decode(), "decision": None, "made": made}
            for place, body in enumerate(bodies)
        ]

        def job(connection: Connection) -> None:
            connection.execute(APPEND, rows)
            connection.execute(delete(SEALED).where(SEALED.c.match == match))
            connection.execute(TOUCH, {"match": match, "touched": made})

        await self._writer.do(job)

    async def seal(self, match: str, seat: int, kept: Sealed | None, name: str) -> list[Sealed]:
        """Store a seat's answer to the open window, or take it back, as change `name`; return all that are sealed."""

        def job(connection: Connection) -> list[Sealed]:
            connection.execute(insert(CHANGES).values(match=match, name=name, made=int(time.time())))
            connection.execute(delete(SEALED).where(SEALED.c.match == match, SEALED.c.seat == seat))
            if kept is not None:
                codes = msgspec.json.encode(kept.codes).decode()
                connection.execute(
                    insert(SEALED).values(match=match, seat=seat, ordinal=kept.ordinal, codes=codes, by=kept.by)
                )
            return [sealed_of(row) for row in connection.execute(select(SEALED).where(SEALED.c.match == match))]

        return await self._writer.do(job)

    async def keep_order(self, match: str, order: Order, name: str) -> None:
        """Store a standing order in place of an earlier one, or with an empty answer take it back; as change `name`."""

        def job(connection: Connection) -> None:
            connection.execute(insert(CHANGES).values(match=match, name=name, made=int(time.time())))
            same = (ORDERS.c.match == match, ORDERS.c.seat == order.seat, ORDERS.c.kind == order.kind)
            connection.execute(delete(ORDERS).where(*same))
            if order.answer:
                connection.execute(insert(ORDERS).values(match=match, **msgspec.structs.asdict(order)))

        await self._writer.do(job)


def sealed_of(row: Any) -> Sealed:
    """Return a sealed answer as it is stored. Raises DamagedRow."""
    codes = decoded("sealed", "codes", row.codes, list[int])
    return checked("sealed", Sealed, {"seat": row.seat, "ordinal": row.ordinal, "codes": codes, "by": row.by})


def order_of(row: Any) -> Order:
    """Return a standing order as it is stored. Raises DamagedRow."""
    return checked("orders", Order, {name: getattr(row, name) for name in Order.__struct_fields__})
