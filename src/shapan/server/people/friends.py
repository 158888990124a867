"""Friends: members who have asked each other and agreed; and blocks, of which no one is told."""

from __future__ import annotations

from typing import Final

from shapan.server.people.members import Denied
from shapan.server.people.names import folded, normal
from shapan.server.settings import Settings
from shapan.server.store.account import AccountRow
from shapan.server.store.fault import Conflict
from shapan.server.store.moderation import SUSPEND
from shapan.server.store.people import now
from shapan.server.store.storage import Store
from shapan.server.store.ties import Tie, Ties

MAX_FRIENDS: Final = 200
"""Friends of one member, with those who are asked."""
MAX_BLOCKED: Final = 1000
ONLINE: Final = 180
"""Seconds since which a member was here at least once who counts as on line."""
SAID: Final = ("ask", "accept", "refuse", "remove", "block", "unblock")
"""What a member can say of another."""


class Friends:
    """What members say of each other."""

    def __init__(self, store: Store, settings: Settings) -> None:
        self._store = store
        self._ties = store.ties
        self._limits = settings.limits

    async def say(self, account: str, what: str, name: str) -> None:
        """Say something of the member of a name. Raises Denied, which tells no more than the name's own page."""
        other = await self._member_called(name)
        if other.id == account:
            raise Denied("friend", "self")
        try:
            await self._say(account, what, other.id)
        except Conflict:
            raise Denied("friend", "blocks" if what == "block" else "many") from None

    async def _say(self, account: str, what: str, other: str) -> None:
        if what == "ask":
            if self._limits is not None:
                wanted = {f"asking:{account}": self._limits.asking}
                if wait := await self._store.quotas.take(wanted, now() * 1000):
                    raise Denied("friend", "wait", wait)
            if any(one.kind == SUSPEND for one in await self._store.moderation.sanctions_of(account)):
                raise Denied("friend", "suspended")
            await self._ties.ask(account, other, MAX_FRIENDS)
        elif what == "accept":
            await self._ties.accept(account, other, MAX_FRIENDS)
        elif what == "refuse":
            await self._ties.refuse(account, other)
        elif what == "remove":
            await self._ties.remove(account, other)
        elif what == "block":
            await self._ties.block(account, other, MAX_BLOCKED)
        else:
            await self._ties.unblock(account, other)

    async def _member_called(self, name: str) -> AccountRow:
        row = await self._store.accounts.account_called(folded(normal(name)))
        if row is None or row.state != "on":
            raise Denied("friend", "unknown")
        return row

    async def tie(self, account: str, other: str) -> str:
        """Return what a member has said of another, or whether that one waits for an answer (asking)."""
        return await self._ties.tie(account, other)

    async def of(self, account: str) -> Ties:
        """Return what a member is told of others."""
        return await self._ties.of(account)

    async def shows_online(self, account: str) -> bool:
        """Return whether friends see that a member is on line."""
        return await self._ties.shows_online(account)

    async def show_online(self, account: str, shows: bool) -> None:
        """Set whether friends see that a member is on line."""
        await self._ties.show_online(account, shows)


def is_online(friend: Tie) -> bool:
    """Return whether a friend is on line, as far as that is shown."""
    return friend.here is not None and friend.here >= now() - ONLINE
