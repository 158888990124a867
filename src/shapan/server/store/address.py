"""Addresses in the store: where members get mail, once they have shown that the address is theirs."""

from __future__ import annotations

from typing import Any

import msgspec
from sqlalchemy import ColumnElement, delete, or_, select, update
from sqlalchemy.engine import Connection

from shapan.server.store.backend import upsert
from shapan.server.store.base import BaseStore
from shapan.server.store.schema import ACCOUNTS, ADDRESSES


class AddressRow(msgspec.Struct):
    """Where a member gets mail."""

    account: str
    mail: str
    ending: str
    """The secret of the link that ends notices."""
    language: str
    origin: str
    """The address of this server in links."""
    proved: int | None = None
    notices: bool = True
    mailed: int | None = None
    """When the last notice went there."""


class AddressStore(BaseStore):
    """The addresses of all members."""

    async def _found(self, which: ColumnElement[bool]) -> list[AddressRow]:
        query = (
            select(ADDRESSES)
            .join(ACCOUNTS, ACCOUNTS.c.id == ADDRESSES.c.account)
            .where(which, ACCOUNTS.c.state == "on")
            .order_by(ADDRESSES.c.account)
        )
        async with self._read.connect() as connection:
            return [_row(row) for row in (await connection.execute(query)).all()]

    async def of(self, account: str) -> AddressRow | None:
        """Return the address of a member."""
        found = await self._found(ADDRESSES.c.account == account)
        return found[0] if found else None

    async def proved(self, mail: str) -> list[AddressRow]:
        """Return the members who have shown that an address is theirs."""
        found = await self._found(ADDRESSES.c.mail == mail)
        return [row for row in found if row.proved is not None]

    async def put(self, row: AddressRow) -> None:
        """Store the address of a member in place of an earlier one."""
        values = msgspec.structs.asdict(row)
        key = {"account": values.pop("account")}
        await self._writer.do(lambda connection: connection.execute(upsert(connection, ADDRESSES, key, values)))

    async def change(self, account: str, **values: Any) -> None:
        """Change something of a member's address."""
        statement = update(ADDRESSES).where(ADDRESSES.c.account == account).values(values)
        await self._writer.do(lambda connection: connection.execute(statement))

    async def claim(self, account: str, at: int, apart: int) -> bool:
        """Note that a letter of notices is sent now; return whether the last one is so many seconds ago, or more.

        Of several processes that would send one only the first may.
        """
        due = or_(ADDRESSES.c.mailed.is_(None), ADDRESSES.c.mailed <= at - apart)
        statement = update(ADDRESSES).where(ADDRESSES.c.account == account, due).values(mailed=at)
        return await self._writer.do(lambda connection: connection.execute(statement).rowcount > 0)

    async def prove(self, account: str, mail: str, at: int) -> bool:
        """Note that an address is its member's; return whether it is still the one that was shown."""
        mine = (ADDRESSES.c.account == account, ADDRESSES.c.mail == mail)
        statement = update(ADDRESSES).where(*mine).values(proved=at)
        return await self._writer.do(lambda connection: connection.execute(statement).rowcount > 0)

    async def end(self, ending: str) -> bool:
        """Send no more notices by the secret of a link; return whether there was such a link."""
        statement = update(ADDRESSES).where(ADDRESSES.c.ending == ending).values(notices=False)
        return await self._writer.do(lambda connection: connection.execute(statement).rowcount > 0)

    async def remove(self, account: str) -> None:
        """Remove the address of a member."""

        def job(connection: Connection) -> None:
            connection.execute(delete(ADDRESSES).where(ADDRESSES.c.account == account))

        await self._writer.do(job)


def _row(row: Any) -> AddressRow:
    values = {name: getattr(row, name) for name in AddressRow.__struct_fields__}
    return AddressRow(**{**values, "notices": bool(row.notices)})
