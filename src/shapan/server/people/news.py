"""News: what waits for someone besides their turns, as their page of notices lists it; the bell counts it."""

from __future__ import annotations

from contextlib import suppress

from shapan.server.hub.hub import Hub
from shapan.server.match.invitation import table_invitation
from shapan.server.match.lifecycle import Damaged, MatchNotFound
from shapan.server.match.room import Room
from shapan.server.store.notice import MENTION, TAKEN, NoticeRow


async def told(hub: Hub, person: str) -> list[tuple[Room, NoticeRow]]:
    """Return what someone was told of tables and has not looked at: who wrote to them, who has their seat now."""
    found = []
    for one in await hub.store.notices.told_of(person, MENTION, TAKEN):
        with suppress(MatchNotFound, Damaged):
            found.append((await hub.glance(one.match), one))
    return found


async def invited(hub: Hub, person: str, match: str | None = None) -> list[tuple[Room, str]]:
    """Return the tables, or the one, to which a member is invited and may still come, and by whom."""
    found = []
    for name, host in await hub.store.notices.invitations(person, match):
        with suppress(MatchNotFound, Damaged):
            room = await hub.glance(name)
            if room.awaits(person) and await hub.invited(table_invitation(room.row), person):
                found.append((room, host))
    return found


async def _seats(hub: Hub, person: str) -> int:
    """Return how many seats someone is asked to take over."""
    found = 0
    for one in await hub.store.reserves.of(person):
        with suppress(MatchNotFound, Damaged):
            own = (await hub.glance(one.match)).reserves.of(person)
            found += own is not None and own.seat is not None and not own.hidden
    return found


async def count(hub: Hub, person: str) -> int:
    """Return how much waits for someone: invitations, messages, seats that were taken or are theirs to take, friends.

    Of friends those are counted who would be one.
    """
    news = len(await told(hub, person)) + await _seats(hub, person)
    if hub.settings.accounts == "on":
        news += len(await invited(hub, person)) + await hub.store.ties.asking(person)
    return news
