"""Accounts in the store: members, what they prove who they are by, their log-ins, and tickets that are good once."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Sequence
from functools import partial
from typing import Any, Final

import msgspec
from sqlalchemy import ColumnElement, Delete, Select, and_, delete, exists, func, insert, or_, select, update
from sqlalchemy.engine import Connection
from sqlalchemy.ext.asyncio import AsyncEngine

from shapan.server.store import person
from shapan.server.store.base import BaseStore
from shapan.server.store.fault import Conflict
from shapan.server.store.people import now
from shapan.server.store.schema import ACCOUNTS, CREDENTIALS, MATCHES, SEATS, SESSIONS, TICKETS
from shapan.server.store.writer import StoreError, Writer

ROLES: Final = ("player", "host", "moderator", "admin")
PASSWORD: Final = "password"  # noqa: S105 - a kind of credential
CODE: Final = "code"
PASSKEY: Final = "passkey"
_ENDED_KEPT: Final = 24 * 3600
"""Seconds for which it is known of a log-in that it was ended: as long as a process may take to learn it, and more."""
GUEST_KEPT: Final = 90 * 24 * 3600
"""Seconds for which a guest is known who does not come and holds nothing."""


class AccountRow(msgspec.Struct):
    """A member."""

    id: str
    name: str
    folded: str
    made: int
    seen: int
    changed: int
    state: str = "on"
    role: str = "player"
    renamed: int | None = None
    gone_at: int | None = None


class LoginRow(msgspec.Struct):
    """A session: a guest's, or one log-in of a member."""

    hash: str
    name: str
    """What its person is called."""
    made: int
    account: str | None = None
    agent: str = ""
    seen: int | None = None
    expires: int | None = None
    fresh: int | None = None
    """When its person last proved who they are."""


class AccountStore(BaseStore):
    """Members and all that belongs to them."""

    def __init__(self, read: AsyncEngine, writer: Writer) -> None:
        super().__init__(read, writer)
        self._gathering = asyncio.Lock()

    # Log-ins

    async def login(self, key: str) -> LoginRow | None:
        """Return a session by the hash of its token; None if there is none, or if it has ended."""
        found = await self._rows(_logins(SESSIONS.c.hash == key))
        return _login(found[0]) if found else None

    async def logins_of(self, account: str) -> list[LoginRow]:
        """Return the log-ins of a member, the latest used first."""
        found = await self._rows(
            _logins(SESSIONS.c.account == account).order_by(SESSIONS.c.seen.desc(), SESSIONS.c.hash)
        )
        return [_login(row) for row in found]

    async def open_login(self, new: LoginRow, replaces: str | None = None) -> bool:
        """Store a log-in, in place of another one; who logs in calls a deletion off. Return whether there was one.

        Raises Conflict if the account has gone.
        """

        def job(connection: Connection) -> bool:
            row = connection.execute(
                select(ACCOUNTS.c.gone_at, ACCOUNTS.c.state).where(ACCOUNTS.c.id == new.account)
            ).one()
            if row.state != "on":
                raise Conflict("the account is gone")
            if replaces is not None:
                connection.execute(update(SESSIONS).where(SESSIONS.c.hash == replaces).values(ended=now()))
            _insert_login(connection, new)
            if replaces is not None:
                person.renew_login(connection, replaces, new.hash, new.account or "")
            connection.execute(update(ACCOUNTS).where(ACCOUNTS.c.id == new.account).values(seen=new.made, gone_at=None))
            return row.gone_at is not None and replaces is None

        return await self._writer.do(job)

    async def note_seen(self, key: str, at: int) -> bool:
        """Store when a session was last used; return whether there still is one."""
        statement = update(SESSIONS).where(SESSIONS.c.hash == key).values(seen=at)
        return await self._writer.do(lambda connection: connection.execute(statement).rowcount > 0)

    async def end_logins(self, account: str, key: str | None = None, *, but: str = "") -> list[str]:
        """End one log-in of a member, or all but one; return those that were ended."""
        mine = and_(SESSIONS.c.account == account, SESSIONS.c.ended.is_(None), SESSIONS.c.hash != but)
        which = mine if key is None else and_(mine, SESSIONS.c.hash == key)
        return await self._writer.do(lambda connection: _end(connection, which))

    async def news(self, since: int) -> tuple[list[str], dict[str, str]]:
        """Return which log-ins have ended since a moment, and which accounts have changed.

        By account it is the pseudonym of one that is gone, else nothing.
        """
        ended = await self._rows(select(SESSIONS.c.hash).where(SESSIONS.c.ended >= since))
        changed = await self._rows(
            select(ACCOUNTS.c.id, ACCOUNTS.c.name, ACCOUNTS.c.state).where(ACCOUNTS.c.changed >= since)
        )
        return [row.hash for row in ended], {row.id: row.name if row.state == "gone" else "" for row in changed}

    async def tidy(self) -> None:
        """Forget log-ins and tickets whose time is over, and guests who have not come for long and hold nothing.

        One that takes too long does not keep the others from being done. Raises StoreError at the end.
        """
        over = or_(SESSIONS.c.ended < now() - _ENDED_KEPT, SESSIONS.c.expires < now())
        statements = [
            delete(SESSIONS).where(over),
            delete(SESSIONS).where(_unused(now() - GUEST_KEPT)),
            *person.forget_strangers(),
            delete(TICKETS).where(TICKETS.c.expires < now()),
        ]
        failed: StoreError | None = None
        for statement in statements:
            try:
                await self._writer.do(partial(_execute, statement))
            except StoreError as error:
                failed = failed or error
        if failed is not None:
            raise failed

    # Members

    async def sign_up(
        self, row: AccountRow, proofs: Sequence[tuple[str, str, str]], new: LoginRow, before: str | None
    ) -> None:
        """Store a member with credentials (kind, id, secret) and the first log-in, in place of the guest they were.

        Raises Conflict if the name is taken, or the guest has become a member already.
        """

        def job(connection: Connection) -> None:
            connection.execute(insert(ACCOUNTS).values(msgspec.structs.asdict(row)))
            if before is not None:  # whoever knows the guest's cookie is not logged in by it
                guest = and_(SESSIONS.c.hash == before, SESSIONS.c.account.is_(None), SESSIONS.c.ended.is_(None))
                if not connection.execute(update(SESSIONS).where(guest).values(ended=now())).rowcount:
                    raise Conflict("the guest is gone")
            _insert_credentials(connection, row.id, proofs)
            _insert_login(connection, new)
            if before is not None:
                person.renew_login(connection, before, new.hash, row.id)

        await self._writer.do(job)

    async def account(self, account: str) -> AccountRow | None:
        """Return a member."""
        return await self._account(ACCOUNTS.c.id == account)

    async def account_called(self, folded: str) -> AccountRow | None:
        """Return the member of a name, as it is folded."""
        return await self._account(ACCOUNTS.c.folded == folded)

    async def _account(self, which: ColumnElement[bool]) -> AccountRow | None:
        found = await self._rows(select(ACCOUNTS).where(which))
        return _account(found[0]) if found else None

    async def accounts(self) -> list[AccountRow]:
        """Return all members by name."""
        return [_account(row) for row in await self._rows(select(ACCOUNTS).order_by(ACCOUNTS.c.folded))]

    async def rename(self, account: str, name: str, folded: str, since: int) -> None:
        """Change the name of a member who has not done so since a moment. Raises Conflict if not, or if it is taken."""
        rested = or_(ACCOUNTS.c.renamed.is_(None), ACCOUNTS.c.renamed < since)
        await self._change(account, rested, name=name, folded=folded, renamed=now())

    async def set_role(self, account: str, role: str) -> None:
        """Give a member a role; all log-ins end, so that each has the rights of its beginning. Raises Conflict."""
        await self._change(account, role=role)
        await self.end_logins(account)

    async def set_gone(self, account: str, at: int) -> list[str]:
        """Let a member be deleted at a time, unless they log in before; return the log-ins, which end.

        Raises Conflict.
        """
        await self._change(account, gone_at=at)
        return await self.end_logins(account)

    async def leaving(self) -> list[str]:
        """Return the members whose time to be deleted has come."""
        due = and_(ACCOUNTS.c.gone_at <= now(), ACCOUNTS.c.state == "on")
        return [row.id for row in await self._rows(select(ACCOUNTS.c.id).where(due))]

    async def forget(self, account: str) -> None:
        """Remove a member; what they played stays, under a pseudonym."""
        pseudonym = f"gone-{secrets.token_hex(4)}"
        await self._writer.do(lambda connection: person.forget(connection, account, pseudonym))

    async def gather(self, account: str) -> dict[str, Any]:
        """Return all that is stored of a member.

        It is read match by match and for one member at a time, so that nobody waits for it.
        """
        async with self._gathering:
            async with self._read.connect() as connection:
                found = await connection.run_sync(person.gather, account)
                rows = await connection.run_sync(person.matches_of, account)
            matches = []
            for row in rows:
                async with self._read.connect() as connection:
                    played = await connection.run_sync(person.played_in, account, row.id)
                matches.append(await asyncio.to_thread(person.told_match, row, *played))
            return {**found, "matches": matches}

    async def take_over(self, guest: str, account: str) -> list[str]:
        """Give a member what a guest has finished, and the tables where the guest has no seat; return them."""
        return await self._writer.do(lambda connection: person.take_over(connection, guest, account))

    async def _change(self, account: str, fits: ColumnElement[bool] | None = None, **values: Any) -> None:
        """Change a member. Raises Conflict if they do not fit, or have gone."""
        mine = and_(ACCOUNTS.c.id == account, ACCOUNTS.c.state == "on")

        def job(connection: Connection) -> None:
            which = mine if fits is None else and_(mine, fits)
            if not connection.execute(update(ACCOUNTS).where(which).values(changed=now(), **values)).rowcount:
                raise Conflict("the account has changed")

        await self._writer.do(job)

    # Credentials and tickets

    async def credentials(self, account: str, kind: str) -> list[Any]:
        """Return what a member has of one kind of credential, the oldest first."""
        mine = and_(CREDENTIALS.c.account == account, CREDENTIALS.c.kind == kind)
        return await self._rows(select(CREDENTIALS).where(mine).order_by(CREDENTIALS.c.made, CREDENTIALS.c.id))

    async def password(self, folded: str) -> tuple[str, str] | None:
        """Return the account of a name, and the hash of its password."""
        query = (
            select(ACCOUNTS.c.id, CREDENTIALS.c.secret)
            .join(CREDENTIALS, and_(CREDENTIALS.c.account == ACCOUNTS.c.id, CREDENTIALS.c.kind == PASSWORD))
            .where(ACCOUNTS.c.folded == folded, ACCOUNTS.c.state == "on")
        )
        found = await self._rows(query)
        return (found[0].id, found[0].secret) if found else None

    async def replace_credentials(
        self, account: str, kind: str, proofs: Sequence[tuple[str, str]], keep: str | None = None
    ) -> list[str]:
        """Store credentials (id, secret) of one kind in place of a member's earlier ones.

        With `keep` all log-ins but that one end; return those.
        """

        def job(connection: Connection) -> list[str]:
            mine = and_(CREDENTIALS.c.account == account, CREDENTIALS.c.kind == kind)
            connection.execute(delete(CREDENTIALS).where(mine))
            _insert_credentials(connection, account, [(kind, *secret) for secret in proofs])
            others = and_(SESSIONS.c.account == account, SESSIONS.c.ended.is_(None), SESSIONS.c.hash != keep)
            return [] if keep is None else _end(connection, others)

        return await self._writer.do(job)

    async def add_credential(self, account: str, kind: str, key: str, secret: str, counter: int, label: str) -> None:
        """Store one more credential. Raises Conflict if somebody has it."""
        row: dict[str, Any] = {
            "kind": kind,
            "id": key,
            "account": account,
            "secret": secret,
            "counter": counter,
            "label": label[:64],
        }
        row["made"] = now()
        await self._writer.do(lambda connection: connection.execute(insert(CREDENTIALS).values(row)))

    async def credential(self, kind: str, key: str) -> Any:
        """Return a credential of a member who has not gone, or None."""
        one = and_(CREDENTIALS.c.kind == kind, CREDENTIALS.c.id == key, ACCOUNTS.c.state == "on")
        joined = select(CREDENTIALS).join(ACCOUNTS, ACCOUNTS.c.id == CREDENTIALS.c.account)
        found = await self._rows(joined.where(one))
        return found[0] if found else None

    async def count_credential(self, kind: str, key: str, old: int, new: int) -> None:
        """Store that a credential was used, and its new counter. Raises Conflict if it is not the old one any more."""
        one = and_(CREDENTIALS.c.kind == kind, CREDENTIALS.c.id == key, CREDENTIALS.c.counter == old)

        def job(connection: Connection) -> None:
            if not connection.execute(update(CREDENTIALS).where(one).values(counter=new, used=now())).rowcount:
                raise Conflict("it was used meanwhile")

        await self._writer.do(job)

    async def remove_credential(self, account: str, kind: str, key: str) -> None:
        """Remove a credential of a member."""
        mine = and_(CREDENTIALS.c.account == account, CREDENTIALS.c.kind == kind, CREDENTIALS.c.id == key)
        await self._writer.do(lambda connection: connection.execute(delete(CREDENTIALS).where(mine)))

    async def use_code(self, folded: str, key: str) -> str | None:
        """Use up a code of the member of a name; return the account, None if it is not theirs or was used before."""

        def job(connection: Connection) -> str | None:
            mine = select(ACCOUNTS.c.id).where(ACCOUNTS.c.folded == folded, ACCOUNTS.c.state == "on")
            code = and_(CREDENTIALS.c.kind == CODE, CREDENTIALS.c.id == key, CREDENTIALS.c.account.in_(mine))
            unused = and_(code, CREDENTIALS.c.used.is_(None))
            if not connection.execute(update(CREDENTIALS).where(unused).values(used=now())).rowcount:
                return None
            return connection.scalar(mine)

        return await self._writer.do(job)

    async def keep_ticket(self, key: str, purpose: str, account: str | None, expires: int) -> None:
        """Store a ticket."""
        row = {"hash": key, "purpose": purpose, "account": account, "expires": expires}
        await self._writer.do(lambda connection: connection.execute(insert(TICKETS).values(row)))

    async def ticket(self, key: str, purpose: str) -> str | None:
        """Return whose a ticket is that is still good; it stays so."""
        good = and_(TICKETS.c.hash == key, TICKETS.c.purpose == purpose, TICKETS.c.expires >= now())
        found = await self._rows(select(TICKETS.c.account).where(good))
        return found[0].account if found else None

    async def take_ticket(self, key: str, purpose: str) -> tuple[str | None] | None:
        """Take a ticket that is still good, for this once; return whose it is, None if there is none."""
        good = and_(TICKETS.c.hash == key, TICKETS.c.purpose == purpose, TICKETS.c.expires >= now())

        def job(connection: Connection) -> tuple[str | None] | None:
            row = connection.execute(select(TICKETS.c.account).where(good)).one_or_none()
            if row is None or not connection.execute(delete(TICKETS).where(good)).rowcount:
                return None
            return (row.account,)

        return await self._writer.do(job)


def _logins(which: ColumnElement[bool]) -> Select[Any]:
    """Return the statement that reads sessions that hold."""
    return (
        select(SESSIONS, ACCOUNTS.c.name.label("called"))
        .join(ACCOUNTS, ACCOUNTS.c.id == SESSIONS.c.account, isouter=True)
        .where(
            which,
            SESSIONS.c.ended.is_(None),
            or_(SESSIONS.c.expires.is_(None), SESSIONS.c.expires >= now()),
            or_(SESSIONS.c.account.is_(None), ACCOUNTS.c.state == "on"),
        )
    )


def _execute(statement: Delete, connection: Connection) -> None:
    connection.execute(statement)


def _unused(since: int) -> ColumnElement[bool]:
    """Return the condition that a guest has not come since a moment, and has no seat and no table."""
    return and_(
        SESSIONS.c.account.is_(None),
        func.coalesce(SESSIONS.c.seen, SESSIONS.c.made) < since,
        ~exists().where(SEATS.c.session == SESSIONS.c.hash),
        ~exists().where(MATCHES.c.owner == SESSIONS.c.hash),
    )


def _login(row: Any) -> LoginRow:
    """Return a session as it is stored; a name or a moment that cannot be read is none."""
    name = row.name if row.account is None else row.called
    name = name if isinstance(name, str) else ""
    made, seen = (at if isinstance(at, int) else None for at in (row.made, row.seen))
    return LoginRow(row.hash, name, made or 0, row.account, row.agent, seen, row.expires, row.fresh)


def _account(row: Any) -> AccountRow:
    return AccountRow(**{name: getattr(row, name) for name in AccountRow.__struct_fields__})


def _insert_login(connection: Connection, new: LoginRow) -> None:
    row = {**msgspec.structs.asdict(new), "name": ""}
    connection.execute(insert(SESSIONS).values(row))


def _insert_credentials(connection: Connection, account: str, proofs: Sequence[tuple[str, str, str]]) -> None:
    made = now()
    rows = [
        {"kind": kind, "id": key, "account": account, "secret": secret, "made": made} for kind, key, secret in proofs
    ]
    if rows:
        connection.execute(insert(CREDENTIALS), rows)


def _end(connection: Connection, which: ColumnElement[bool]) -> list[str]:
    found = [row.hash for row in connection.execute(select(SESSIONS.c.hash).where(which))]
    connection.execute(update(SESSIONS).where(which).values(ended=now()))
    return found
