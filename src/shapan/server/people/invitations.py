"""Inviting: the host of a table that waits for its people asks members by their names to come.

Who invites learns no more than the page of a member tells: not whether they have blocked them, nor whether they look.
"""

from __future__ import annotations

from typing import Final

from shapan.server.hub.follower import LIVE
from shapan.server.hub.hub import Hub
from shapan.server.match.room import Room
from shapan.server.match.waiting_room import is_barred
from shapan.server.people.members import Denied
from shapan.server.people.names import folded, normal
from shapan.server.store.account import AccountRow
from shapan.server.store.clubs import PREFIX
from shapan.server.store.fault import Conflict
from shapan.server.store.moderation import SUSPEND
from shapan.server.store.people import hash_of, now
from shapan.server.store.ties import BLOCKED

MAX_INVITED: Final = 20
"""Members who are invited to one table, those who have declined included."""
MAX_PROPOSED: Final = 60
"""Members of one's clubs who are proposed."""


class Inviting:
    """Invitations of members to tables, by their names."""

    def __init__(self, hub: Hub) -> None:
        self._hub = hub
        self._store = hub.store

    async def invite(self, room: Room, host: str, name: str) -> None:
        """Invite the member of a name to a table. Raises Denied."""
        check_host(room, host)
        if not any(row.kind == "open" for row in room.seats):
            raise Denied("invite", "full")
        other = await self._store.accounts.account_called(folded(normal(name)))
        if other is None or other.state != "on":
            raise Denied("invite", "unknown")
        await self._check(room, host, other)
        await self._count(host, other.id)
        try:
            at = self._hub.follower.now()
            await self._store.notices.invite(room.row.id, host, other.id, at, LIVE, MAX_INVITED)
        except Conflict:
            raise Denied("invite", "many") from None
        self._hub.calls.ring(other.id)

    async def _check(self, room: Room, host: str, other: AccountRow) -> None:
        """Raise Denied for whom the host cannot mean, by what the host knows."""
        if other.id == host:
            raise Denied("invite", "self")
        if await self._store.ties.tie(host, other.id) == BLOCKED:
            raise Denied("invite", "blocked")
        if is_barred(room.changes, other.id):
            raise Denied("invite", "removed")
        circle = room.row.circle
        if circle.startswith(PREFIX) and await self._store.clubs.club(circle.removeprefix(PREFIX), other.id) is None:
            raise Denied("invite", "club")
        if any(one.kind == SUSPEND for one in await self._store.moderation.sanctions_of(host)):
            raise Denied("invite", "suspended")

    async def _count(self, host: str, other: str) -> None:
        limits = self._hub.settings.limits
        if limits is None:
            return
        pair = hash_of(f"{host} {other}")[:32]
        wanted = {f"inviting:{host}": limits.inviting, f"inviting-one:{pair}": limits.inviting_one}
        if wait := await self._store.quotas.take(wanted, now() * 1000):
            raise Denied("invite", "wait", wait)

    async def withdraw(self, room: Room, host: str, name: str) -> None:
        """End the invitation of the member of a name, as long as they have not declined. Raises Denied."""
        check_host(room, host)
        for one in await self._store.notices.invited(room.row.id):
            if one.name == name:
                await self._store.notices.end_invitations(room.row.id, one.person)
                self._hub.calls.ring(one.person)

    async def proposed(self, room: Room, host: str) -> list[str]:
        """Return whom a host may have in mind: friends, then members of the table's club or of all their clubs."""
        store, circle = self._store, room.row.circle
        here = {row.session for row in room.seats} | {one.person for one in await store.notices.invited(room.row.id)}
        ties = await store.ties.of(host)
        away = here | {host} | {tie.account for tie in ties.blocked}
        found = {tie.account: tie.name for tie in ties.friends}
        clubs = [club for club in await store.clubs.of(host) if not circle.startswith(PREFIX) or club.circle == circle]
        fellows = [row for club in clubs for row in await store.clubs.members(club.id)]
        if circle.startswith(PREFIX):
            found = {account: name for account, name in found.items() if account in dict(fellows)}
        for account, name in fellows[:MAX_PROPOSED]:
            found.setdefault(account, name)
        return [name for account, name in found.items() if account not in away]


def check_host(room: Room, host: str) -> None:
    """Raise Denied unless somebody is the host of a table that waits for its people."""
    if not room.seats.is_host(host):
        raise Denied("invite", "host")
    if not room.course.waiting or room.over or room.frozen:
        raise Denied("invite", "begun")
