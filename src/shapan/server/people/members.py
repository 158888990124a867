"""Members: guests who gave themselves a name and something to prove who they are by, so that each device knows them."""

from __future__ import annotations

import asyncio
import secrets
from typing import Final

import msgspec

from shapan.server.people.code import code_key, new_codes
from shapan.server.people.names import folded, normal, wrong_name
from shapan.server.people.password import LONGEST, Busy, Passwords, wrong_password
from shapan.server.settings import Rate, Settings
from shapan.server.store.account import CODE, PASSWORD, AccountRow, AccountStore, LoginRow
from shapan.server.store.fault import Conflict
from shapan.server.store.people import hash_of, now
from shapan.server.store.storage import Store

YEAR: Final = 365 * 24 * 3600
FRESH: Final = 10 * 60
"""Seconds for which who proved who they are may change what they prove it by."""
RENAMED_EVERY: Final = 60 * 24 * 3600
LEAVING: Final = 14 * 24 * 3600
"""Seconds between the wish to be deleted and the deletion; who logs in meanwhile calls it off."""
MODERATORS: Final = ("moderator", "admin")
"""The roles of those who look after the others."""
RESET_GOOD: Final = 24 * 3600
RESET: Final = "reset"
"""The purpose of the tickets that set a new password."""
_CODE_LENGTH: Final = 64


class Denied(Exception):
    """Something a person may not do: the field at fault, and why, as the ends of keys of words."""

    def __init__(self, field: str, reason: str, wait: float = 0.0) -> None:
        super().__init__(f"{field}: {reason}")
        self.field = field
        self.reason = reason
        self.wait = wait
        """Seconds after which it may be tried again, if that is all."""


async def new_reset(accounts: AccountStore, account: str) -> str:
    """Return the token of a link that sets a new password, once and within a day."""
    token = secrets.token_urlsafe(32)
    await accounts.keep_ticket(hash_of(token), RESET, account, now() + RESET_GOOD)
    return token


class Members:
    """Makes members of guests, and lets them in."""

    def __init__(self, store: Store, settings: Settings) -> None:
        self._store = store
        self._accounts = store.accounts
        self._limits = settings.limits
        self._passwords = Passwords(settings.password_memory)

    # In

    async def sign_up(
        self, guest: LoginRow | None, name: str, password: str, agent: str, address: str
    ) -> tuple[str, list[str]]:
        """Make a member of a guest, who keeps the id; return the token of the log-in, and the recovery codes.

        Raises Denied.
        """
        name = await self.free_name(name)
        if reason := wrong_password(password, name):
            raise Denied("password", reason)
        await self.count_new(address)
        account = account_of(guest)
        return await self.register(guest, account, name, (PASSWORD, account, await self._hash(password)), agent)

    async def free_name(self, name: str) -> str:
        """Return a name for a new member as it is kept. Raises Denied."""
        name = checked_name(name)
        if await self._accounts.account_called(folded(name)) is not None:
            raise Denied("name", "taken")
        return name

    async def register(
        self, guest: LoginRow | None, account: str, name: str, proof: tuple[str, str, str], agent: str
    ) -> tuple[str, list[str]]:
        """Store a new member with what they prove who they are by. Returns and raises as `sign_up` does."""
        at, codes = now(), new_codes()
        row = AccountRow(account, name, folded(name), at, at, at)
        token, new = new_login(account, agent)
        proofs = [proof, *((CODE, code_key(code), "") for code in codes)]
        try:
            await self._accounts.sign_up(row, proofs, new, None if guest is None else guest.hash)
        except Conflict:
            raise Denied("name", "taken") from None
        return token, codes

    async def log_in(self, name: str, password: str, agent: str, address: str) -> tuple[str, bool]:
        """Let a member in by password; return the token of the log-in, and whether that called a deletion off.

        What is wrong is not told: an unknown name costs the same work. Raises Denied.
        """
        called = folded(normal(name))
        await self._count_try(called, address)
        found = await self._accounts.password(called)
        if not await self._matches(None if found is None else found[1], password) or found is None:
            raise Denied("password", "wrong")
        if self._passwords.is_old(found[1]):
            await self._accounts.replace_credentials(found[0], PASSWORD, [(found[0], await self._hash(password))])
        return await self._enter(found[0], agent)

    async def recover(self, name: str, code: str, agent: str, address: str) -> tuple[str, bool]:
        """Let a member in by a recovery code, which is used up. Returns and raises as `log_in` does."""
        called = folded(normal(name))
        await self._count_try(called, address)
        account = await self._accounts.use_code(called, code_key(code[:_CODE_LENGTH]))
        if account is None:
            raise Denied("code", "wrong")
        return await self._enter(account, agent)

    async def is_good_reset(self, token: str) -> bool:
        """Return whether a link sets a new password."""
        return await self._accounts.ticket(hash_of(token), RESET) is not None

    async def reset(self, token: str, password: str, agent: str) -> tuple[str, list[str]] | None:
        """Set a new password by a link, which is used up; return the token of a log-in and those that were ended.

        None if the link is no good. Raises Denied.
        """
        account = await self._accounts.ticket(hash_of(token), RESET)
        row = None if account is None else await self._accounts.account(account)
        if row is None:
            return None
        if reason := wrong_password(password, row.name):
            raise Denied("password", reason)
        kept = await self._hash(password)
        if await self._accounts.take_ticket(hash_of(token), RESET) is None:
            return None
        made, new = new_login(row.id, agent)
        ended = await self._accounts.replace_credentials(row.id, PASSWORD, [(row.id, kept)], new.hash)
        await self._accounts.open_login(new)
        return made, ended

    async def _enter(self, account: str, agent: str) -> tuple[str, bool]:
        token, new = new_login(account, agent)
        try:
            return token, await self._accounts.open_login(new)
        except Conflict:
            raise Denied("password", "wrong") from None

    # Once in

    async def prove(self, login: LoginRow, password: str, agent: str, address: str) -> str:
        """Take the proof of who a member is; return the token of the log-in that takes the place of theirs.

        Raises Denied.
        """
        assert login.account is not None
        row = await self._accounts.account(login.account)
        assert row is not None
        await self._count_try(row.folded, address)
        found = await self._accounts.password(row.folded)
        if not await self._matches(None if found is None else found[1], password):
            raise Denied("password", "wrong")
        return await self.renew(login, agent)

    async def renew(self, login: LoginRow, agent: str) -> str:
        """Give a member a new log-in, with new rights, in place of theirs; return its token."""
        assert login.account is not None
        token, new = new_login(login.account, agent)
        try:
            await self._accounts.open_login(new, login.hash)
        except Conflict:
            raise Denied("password", "wrong") from None
        return token

    async def set_password(self, login: LoginRow, password: str) -> list[str]:
        """Give a member a new password; all other log-ins end, and are returned. Raises Denied."""
        assert login.account is not None
        if reason := wrong_password(password, login.name):
            raise Denied("password", reason)
        kept = (login.account, await self._hash(password))
        return await self._accounts.replace_credentials(login.account, PASSWORD, [kept], login.hash)

    async def renew_codes(self, account: str) -> list[str]:
        """Return new recovery codes; the earlier ones are of no use any more."""
        codes = new_codes()
        await self._accounts.replace_credentials(account, CODE, [(code_key(code), "") for code in codes])
        return codes

    async def codes_left(self, account: str) -> int:
        """Return how many recovery codes a member has not used yet."""
        return sum(row.used is None for row in await self._accounts.credentials(account, CODE))

    async def rename(self, account: str, name: str) -> None:
        """Change a member's name. Raises Denied."""
        name = checked_name(name)
        other = await self._accounts.account_called(folded(name))
        if other is not None and other.id != account:
            raise Denied("name", "taken")
        row = await self._accounts.account(account)
        if row is not None and row.renamed is not None and row.renamed > now() - RENAMED_EVERY:
            raise Denied("name", "again")
        try:
            await self._accounts.rename(account, name, folded(name), now() - RENAMED_EVERY)
        except Conflict:
            raise Denied("name", "taken") from None

    async def is_moderator(self, account: str) -> bool:
        """Return whether a member looks after the others."""
        row = await self._accounts.account(account)
        return row is not None and row.state == "on" and row.role in MODERATORS

    async def renamed_at(self, account: str) -> int | None:
        """Return when a member last changed the name."""
        row = await self._accounts.account(account)
        return None if row is None else row.renamed

    async def leave(self, account: str) -> list[str]:
        """Let a member be deleted in two weeks; return the log-ins, which end."""
        return await self._accounts.set_gone(account, now() + LEAVING)

    async def gather(self, account: str) -> bytes:
        """Return all that is stored of a member, as JSON."""
        found = await self._accounts.gather(account)
        return await asyncio.to_thread(lambda: msgspec.json.format(msgspec.json.encode(found), indent=2))

    async def logins(self, account: str) -> list[LoginRow]:
        """Return the log-ins of a member, the latest used first."""
        return await self._accounts.logins_of(account)

    async def end_logins(self, account: str, key: str | None = None, *, but: str = "") -> list[str]:
        """End one log-in of a member, or all but one; return those that were ended."""
        return await self._accounts.end_logins(account, key, but=but)

    # Bounds

    async def _count_try(self, called: str, address: str) -> None:
        """Count a try to log in. Raises Denied, for a name that nobody has as well."""
        if self._limits is not None:
            wanted = {f"login:{hash_of(called)}": self._limits.login}
            if address:
                wanted[f"login-from:{address}"] = self._limits.login_address
            await self._count(wanted, "password")

    async def count_address(self, address: str) -> None:
        """Count a try to log in without a name. Raises Denied."""
        if self._limits is not None and address:
            await self._count({f"login-from:{address}": self._limits.login_address}, "password")

    async def count_new(self, address: str) -> None:
        """Count a new account. Raises Denied."""
        if self._limits is not None and address:
            await self._count({f"signup:{address}": self._limits.signup}, "name")

    async def _count(self, wanted: dict[str, Rate], field: str) -> None:
        if wait := await self._store.quotas.take(wanted, now() * 1000):
            raise Denied(field, "wait", wait)

    async def _hash(self, password: str) -> str:
        try:
            return await self._passwords.hash(password)
        except Busy:
            raise Denied("password", "wait", 1.0) from None

    async def _matches(self, kept: str | None, password: str) -> bool:
        try:
            return await self._passwords.matches(kept, password[:LONGEST])
        except Busy:
            raise Denied("password", "wait", 1.0) from None


def checked_name(name: str) -> str:
    """Return a name as it is kept. Raises Denied."""
    if reason := wrong_name(name):
        raise Denied("name", reason)
    return normal(name)


def account_of(guest: LoginRow | None) -> str:
    """Return the id of a new member: that of the guest they were."""
    return hash_of(secrets.token_urlsafe(32)) if guest is None else guest.hash


def is_fresh(login: LoginRow) -> bool:
    """Return whether a member has proved who they are a moment ago."""
    return login.fresh is not None and login.fresh >= now() - FRESH


def new_login(account: str, agent: str) -> tuple[str, LoginRow]:
    """Return the token of a new log-in, and what is kept of it."""
    token, at = secrets.token_urlsafe(32), now()
    return token, LoginRow(hash_of(token), "", at, account, agent, at, at + YEAR, at)
