"""`shapan account`: looks after the members of a server, also while it runs."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable
from typing import Annotated, Any, TypeVar

from cyclopts import App, Parameter

from shapan.cli.database import ConfigFile, Data, Database, faults, settings_for
from shapan.cli.errors import UsageError, did_you_mean

T = TypeVar("T")

account = App(
    name="account",
    help="Look after the accounts of a server: list, roles, new passwords, deletion. The server may run meanwhile.",
    default_parameter=Parameter(negative=(), show_default=False),
    help_format="plaintext",
)


@account.command(name="list")
def list_(*, data: Data = None, database: Database = "", config: ConfigFile = None) -> None:
    """List the members: name, role, since when, last seen, and when the account is to be deleted."""

    async def find(store: Any, _: Any) -> list[Any]:
        return [row for row in await store.accounts.accounts() if row.state == "on"]

    rows = with_store(find, data, database, config)
    for row in rows:
        gone = "" if row.gone_at is None else f", to be deleted on {_day(row.gone_at)}"
        print(f"{row.name}: {row.role}, since {_day(row.made)}, last seen {_day(row.seen)}{gone}")
    if not rows:
        print("no accounts")


@account.command
def role(name: str, role: str, /, *, data: Data = None, database: Database = "", config: ConfigFile = None) -> None:
    """Give a member a role. The member is logged out everywhere.

    Parameters
    ----------
    name
        The name of the account.
    role
        player, host, moderator or admin.

    """
    from shapan.server.store.account import ROLES

    if role not in ROLES:
        raise UsageError(f"ROLE must be {', '.join(ROLES)}, not {role!r}{did_you_mean(role, ROLES)}")

    async def change(store: Any, _: Any) -> str:
        row = await _find(store, name)
        await store.accounts.set_role(row.id, role)
        return str(row.name)

    print(f"{with_store(change, data, database, config)}: {role}")


@account.command
def reset(name: str, /, *, data: Data = None, database: Database = "", config: ConfigFile = None) -> None:
    """Print a link by which a member sets a new password. It works once, within a day.

    Parameters
    ----------
    name
        The name of the account. Make sure that the person who asks for the link is its owner.

    """
    from shapan.server.people.members import new_reset

    async def make(store: Any, settings: Any) -> str:
        token = await new_reset(store.accounts, (await _find(store, name)).id)
        host = settings.hosts[0] if settings.hosts else ""
        address = f"https://{host}" if settings.secure and host else f"http://{host or '127.0.0.1'}:{settings.port}"
        return f"{address}/account/reset/{token}"

    print(with_store(make, data, database, config))


@account.command
def delete(
    name: str,
    /,
    *,
    now: Annotated[bool, Parameter(help="Delete it at once instead of in 14 days.")] = False,
    data: Data = None,
    database: Database = "",
    config: ConfigFile = None,
) -> None:
    """Delete an account in 14 days, unless its member logs in before. The member is logged out everywhere.

    Parameters
    ----------
    name
        The name of the account. Its seats in matches stay under a made-up name.

    """
    from shapan.server.people.members import LEAVING

    async def go(store: Any, _: Any) -> str:
        row = await _find(store, name)
        if now:
            await store.accounts.forget(row.id)
        else:
            await store.accounts.set_gone(row.id, round(time.time()) + LEAVING)
        return str(row.name)

    when = "deleted" if now else f"to be deleted in {LEAVING // 86_400} days"
    print(f"{with_store(go, data, database, config)}: {when}")


async def _find(store: Any, name: str) -> Any:
    """Return a member by name. Raises Complaint."""
    from shapan.server.people.names import folded, normal

    row = await store.accounts.account_called(folded(normal(name)))
    if row is None or row.state != "on":
        names = [row.name for row in await store.accounts.accounts() if row.state == "on"]
        raise UsageError(f"there is no account {name!r}{did_you_mean(name, names)}")
    return row


def with_store(work: Callable[[Any, Any], Awaitable[T]], data: Any, database: str, config: Any) -> T:
    """Do something with the store of a server and its settings."""
    with faults():
        from shapan.server.store.choice import backend_of
        from shapan.server.store.storage import Store

        settings = settings_for(data, database, config)
        settings.home = ""  # a command is none of the processes that play matches
        backend = backend_of(settings)

        async def do() -> T:
            store = Store(backend)
            await store.start()
            try:
                return await work(store, settings)
            finally:
                await store.stop()

        with backend.sharing():
            backend.migrate()
            return asyncio.run(do())


def _day(seconds: int) -> str:
    return time.strftime("%Y-%m-%d", time.gmtime(seconds))
