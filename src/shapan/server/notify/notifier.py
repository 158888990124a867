"""The notifier: every few seconds it looks at whose turn it is, and tells those who are not there.

All that it knows stands in the store: whose turn it is since when, what was sent and how often it was tried. What a
process leaves undone another takes up; between a message and the note that it was sent it can be sent twice.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from importlib.util import find_spec
from math import ceil
from typing import TYPE_CHECKING, Final, Protocol

from sqlalchemy.exc import SQLAlchemyError

from shapan.server.hub.follower import asked_at
from shapan.server.hub.hub import Hub
from shapan.server.match.clock import REMINDER
from shapan.server.match.lifecycle import SLOW, Damaged, Elsewhere, MatchClosed, MatchNotFound
from shapan.server.match.room import Room
from shapan.server.notify.outside import Outside
from shapan.server.notify.webhook import Failed, Gone, Webhooks
from shapan.server.notify.wording import notice_of, one_line
from shapan.server.settings import Rate
from shapan.server.store.fault import Conflict
from shapan.server.store.notice import ALL, DAYS, INVITED, MENTION, TAKEN, NoticeRow
from shapan.server.store.people import now
from shapan.server.store.turn import HOOK, MAIL, MAX_TRIES, PUSH, RESERVE, TABLE, Delivery, Turn
from shapan.server.store.writer import StoreError
from shapan.server.tally import TALLY

if TYPE_CHECKING:
    from shapan.server.notify.mail import Mails
    from shapan.server.notify.push import Pushes
    from shapan.server.store.address import AddressRow

LOG = logging.getLogger("shapan.server")
PATIENCE: Final = 15 * 60
"""Seconds after a question from which on people are told though a page of theirs is open."""
AN_HOUR: Final = 3600
"""Seconds between two letters of notices."""
LETTERS: Final = Rate(20 / (24 * 3600), 20)
"""Letters to one member: 20 a day ..."""
RESETS: Final = Rate(5 / (24 * 3600), 5)
"""... and of those that anyone can ask for, 5 a day, which take nothing from the others."""
TELLS: Final = Rate(60 / 3600, 60)
"""Messages to the webhooks and browsers of one person: 60 an hour, tries included."""
_EVERY: Final = 3.0
_TIDY: Final = 3600
_MOST: Final = 50
"""Turns that are looked at in one round."""
_MAX_SENT: Final = 24
"""Messages that are sent in one round ..."""
_AT_ONCE: Final = 8
"""... and at a time; each takes 20 s at most."""
_LEASE: Final = 90
"""Seconds for which no one else sends what one process has taken up: as long as a round may take, and more."""
_SOON, _LATER = 20, 120
"""Seconds after which a turn is looked at again."""


def wants_mention(room: Room, where: str) -> bool:
    """Return whether someone who wants to be told at slow tables (`days`), at all or nowhere is told at a table."""
    return where == ALL or (where == DAYS and room.row.pace >= SLOW)


def is_to_tell(room: Room, person: str, kind: str) -> bool:
    """Return whether somebody who was written to sits at the table, and does not look; or may still come to it.

    Who is told that another person has their seat sits there no more.
    """
    if kind == INVITED:
        return room.awaits(person)
    if kind == TAKEN:
        return not room.seats.stays_of(person)
    return bool(room.seats.stays_of(person)) and not room.seats.presence.has_stream(person)


class Channel(Protocol):
    """A way by which people are told."""

    async def send(self, room: Room, delivery: Delivery, at: int) -> None:
        """Send a notice. Raises Gone or Failed."""

    async def give_up(self, delivery: Delivery, at: int) -> None:
        """Take note that a notice could not be sent by any try."""


class Notifier:
    """Tells people whose turn it is."""

    def __init__(self, hub: Hub) -> None:
        self._hub = hub
        self._turns = hub.store.turns
        self._notices = hub.store.notices
        self.outside = Outside()
        self.webhooks = Webhooks(hub.store, self.outside)
        self.channels: dict[str, Channel] = {HOOK: self.webhooks}
        self.pushes: Pushes | None = None
        """How browsers are told that are closed; None without what the extra `online` brings."""
        if find_spec("cryptography") is not None:
            from shapan.server.notify.push import Pushes

            self.channels[PUSH] = self.pushes = Pushes(hub.store, self.outside)
        self.mails: Mails | None = None
        """How members get mail; None where none is sent."""
        settings = hub.settings
        if settings.accounts == "on" and settings.mail_host and settings.mail_from and find_spec("aiosmtplib"):
            from shapan.server.notify.mail import Mails

            self.mails = Mails(settings)
        self._tasks: list[asyncio.Task[None]] = []
        self._tidied = 0
        self.now: Callable[[], int] = now

    def start(self) -> None:
        """Look from now on; who is slow to take a message holds up no look."""
        self._tasks = [asyncio.create_task(self._run(work), name="shapan-notices") for work in (self.look, self.send)]

    async def close(self) -> None:
        """Look no more; what is under way is sent again by whoever comes next."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    @staticmethod
    async def _run(work: Callable[[], Awaitable[None]]) -> None:
        while True:
            await asyncio.sleep(_EVERY)
            try:
                await work()
            except (StoreError, Conflict, SQLAlchemyError, OSError) as error:
                LOG.warning("notices wait: %s", type(error).__name__)
            except Exception:  # whatever it is, the next look may go well
                LOG.exception("notices wait")

    async def run_once(self) -> None:
        """Look at all turns that are due, and send what is to be sent."""
        await self.look()
        await self.send()

    # Whom to tell

    async def look(self) -> None:
        """Look at the turns that are due: who is to be told now, who later, who not any more."""
        homes = self._hub.house.homes
        for turn in await self._turns.due(self.now(), homes.session, _MOST, shared=homes.shared):
            try:
                room = await self._hub.room(turn.match)
                await self._look_at(room, turn)
            except Elsewhere:  # who plays it looks
                continue
            except (MatchNotFound, Damaged, MatchClosed):
                await self._turns.put_off(turn, None)
            except Exception as error:  # noqa: BLE001 - its words may tell what is hidden; the other turns go on
                LOG.error("a turn could not be looked at: %s", type(error).__name__)  # noqa: TRY400
                await self._turns.put_off(turn, self.now() + _LATER)
        await self._look_at_notices()
        if self.now() >= self._tidied + _TIDY:
            self._tidied = self.now()
            await self._turns.tidy(self._tidied)
            await self._notices.tidy(self._tidied)

    async def _look_at_notices(self) -> None:
        """Look at what else is to be told, and see to it that it is sent if its person still wants it."""
        homes = self._hub.house.homes
        for notice in await self._notices.due(self.now(), homes.session, _MOST, shared=homes.shared):
            try:
                await self._look_at_notice(await self._hub.room(notice.match), notice)
            except Elsewhere:
                continue
            except (MatchNotFound, Damaged, MatchClosed):
                await self._notices.put_off(notice, None)
            except (StoreError, Conflict, SQLAlchemyError, OSError):
                raise
            except Exception as error:  # noqa: BLE001 - what is stored may say anything; the others go on
                LOG.error("a notice could not be looked at: %s", type(error).__name__)  # noqa: TRY400
                await self._notices.put_off(notice, None)

    async def _look_at_notice(self, room: Room, notice: NoticeRow) -> None:
        at, heard = self.now(), notice.kind == INVITED and self._hub.calls.hears(notice.person)
        if not await self._is_wanted(room, notice):
            await self._notices.put_off(notice, None)
        elif heard and at < notice.since + PATIENCE:  # the lobby shows it
            await self._notices.put_off(notice, at + _SOON)
        else:
            await self._notices.tell(notice, at)
            self._hub.calls.ring(notice.person)

    async def _is_wanted(self, room: Room, notice: NoticeRow) -> bool:
        """Return whether something is still so, and its person wants to hear it, and of whose doing it is."""
        if await self._notices.shuts_out(notice.match, notice.person, notice.by):
            return False
        if notice.kind == MENTION and not wants_mention(room, await self._notices.mentions(notice.person)):
            return False
        if notice.kind == INVITED and not await self._notices.invitations(notice.person, notice.match):
            return False
        return is_to_tell(room, notice.person, notice.kind)

    async def _look_at(self, room: Room, turn: Turn) -> None:
        at = self.now()
        asked = next((one for one in asked_at(room) if one.seat == turn.seat), None)
        if asked is None or (asked.kind, asked.ordinal, asked.person) != (turn.kind, turn.ordinal, turn.person):
            self._hub.follower.follow_again(room)
            await self._turns.put_off(turn, at + _LATER)
        elif not self._is_open(room, turn):
            await self._turns.put_off(turn, at + _LATER)
        elif (later := self._reminder(room, turn, at)) != at:
            await self._turns.put_off(turn, later)
        elif self._is_there(room, turn, at):
            await self._turns.put_off(turn, at + _SOON)
        else:
            told = turn.stage + 1
            later_at = self._reminder_at(room, turn, at) if told == 1 and turn.seat != TABLE else None
            await self._turns.tell(turn, at, later_at)

    @staticmethod
    def _is_open(room: Room, turn: Turn) -> bool:
        """Return whether a person has not answered by sealing; of this only they are told, or not told."""
        return turn.kind != "turn" or room.window.is_asked(turn.seat)

    def _is_there(self, room: Room, turn: Turn, at: int) -> bool:
        """Return whether a person has a page open that calls them already, and that for long enough."""
        if turn.at_once or turn.seat == TABLE or at >= turn.since + PATIENCE:
            return False
        return room.seats.presence.has_stream(turn.person) or self._hub.calls.hears(turn.person)

    def _reminder(self, room: Room, turn: Turn, at: int) -> int | None:
        """Return when to tell a person: now, or of a turn told once already when little time is left."""
        return at if turn.stage == 0 else self._reminder_at(room, turn, at)

    @staticmethod
    def _reminder_at(room: Room, turn: Turn, at: int) -> int | None:
        """Return when a quarter of the time is left, at the earliest now; None where no one has hours to answer."""
        if turn.kind == RESERVE:
            asked = room.reserves.of(turn.person)
            if asked is None or asked.until is None or asked.asked is None or asked.until - asked.asked < SLOW:
                return None
            soon = asked.until - (asked.until - asked.asked) * REMINDER
            return at + max(0, round(soon - room.now.wall(room.now())))
        if room.course.waiting or room.clock.limit < SLOW:
            return None
        return at + max(0, round(room.clock.reminder - room.now()))

    # What to send

    async def send(self) -> None:
        """Send what is due, some of it at a time."""
        width = asyncio.Semaphore(_AT_ONCE)

        async def one(work: Awaitable[None]) -> None:
            async with width:
                await work

        letters: dict[str, list[Delivery]] = {}
        rest = []
        for delivery in await self._turns.take(self.now(), _MAX_SENT, _LEASE):
            if delivery.channel == MAIL:
                letters.setdefault(delivery.person, []).append(delivery)
            else:
                rest.append(delivery)
        works = [*map(self._send, rest), *(self._write(*letter) for letter in letters.items())]
        await asyncio.gather(*map(one, works))

    async def _write(self, person: str, deliveries: list[Delivery]) -> None:
        """Send a member one letter of all that waits, at most one an hour."""
        row = await self._hub.store.addresses.of(person)
        waits = [] if row is None or row.proved is None or not row.notices else await self._waiting(person, deliveries)
        if row is None or self.mails is None or not waits:
            for delivery in deliveries:
                await self._turns.drop(delivery)
            return
        at = self.now()
        if later := await self._later(row, at):
            for delivery in deliveries:
                await self._turns.wait(delivery, later)
            return
        lines = []
        for room, delivery in waits:
            notice = notice_of(room, delivery, row.language)
            lines += [one_line(notice, row.language), row.origin + notice.path, ""]
        try:
            await self.mails.notify(row, lines[:-1], sum(told.notice is None for _, told in waits))
        except Failed as error:
            await self._hub.store.addresses.change(person, mailed=row.mailed)
            for delivery in deliveries:
                await self._fail(delivery, str(error))
            return
        for delivery in deliveries:
            TALLY.notices[delivery.channel, "sent"] += 1
            await self._turns.settle(delivery, "sent")

    async def _later(self, row: AddressRow, at: int) -> int:
        """Return when a member may get a letter, 0 for now: it is theirs to be sent by no one else then."""
        if not await self._hub.store.addresses.claim(row.account, at, AN_HOUR):
            return max((row.mailed or 0) + AN_HOUR, at + _LATER)
        if wait := await self._hub.store.quotas.take({f"mail:{row.account}": LETTERS}, at * 1000):
            await self._hub.store.addresses.change(row.account, mailed=row.mailed)
            return at + ceil(wait)
        return 0

    async def _waiting(self, person: str, deliveries: list[Delivery]) -> list[tuple[Room, Delivery]]:
        """Return what a person was told of and has still to answer, and what else is to be delivered."""
        found = []
        turns = [
            Delivery("", person, turn.match, turn.seat, turn.ordinal, turn.stage, MAIL, "", 0, turn.kind)
            for turn in await self._turns.told_of(person)
        ]
        for told in [*turns, *(one for one in deliveries if one.notice is not None)]:
            try:
                room = await self._hub.glance(told.match)
            except (MatchNotFound, Damaged):
                continue
            if self._still_asked(room, told):
                found.append((room, told))
        return found

    async def _send(self, delivery: Delivery) -> None:
        channel = self.channels.get(delivery.channel)
        if delivery.tries > MAX_TRIES:  # the process died in each
            await self._fail(delivery, "cut off")
            return
        try:
            room = await self._hub.glance(delivery.match)
            if channel is None or not self._still_asked(room, delivery):
                await self._turns.drop(delivery)
                return
            if wait := await self._quota(delivery):
                await self._turns.wait(delivery, self.now() + ceil(wait))
                return
            await channel.send(room, delivery, self.now())
        except (Gone, MatchNotFound, Damaged):
            await self._turns.drop(delivery)
            return
        except Failed as error:
            await self._fail(delivery, str(error))
            return
        except (StoreError, Conflict, SQLAlchemyError):
            raise
        except Exception as error:  # noqa: BLE001 - its words may name an address; the others go on
            await self._fail(delivery, type(error).__name__)
            return
        TALLY.notices[delivery.channel, "sent"] += 1
        await self._turns.settle(delivery, "sent")

    async def _quota(self, delivery: Delivery) -> float:
        """Count a message of a person; return 0, or the seconds after which it may be sent."""
        person = delivery.person
        if not person and (hook := await self._turns.hook(delivery.target)) is not None:
            person = hook.person
        return await self._hub.store.quotas.take({f"tell:{person}": TELLS}, self.now() * 1000) if person else 0

    @staticmethod
    def _still_asked(room: Room, delivery: Delivery) -> bool:
        if delivery.notice is not None:
            return is_to_tell(room, delivery.person, delivery.kind)
        asked = any(one.seat == delivery.seat and one.ordinal == delivery.ordinal for one in asked_at(room))
        return asked and (delivery.kind != "turn" or room.window.is_asked(delivery.seat))

    async def _fail(self, delivery: Delivery, reason: str) -> None:
        """Try it again after 2, 4, 8, 16, 32 minutes; then it is kept as failed."""
        again = delivery.tries < MAX_TRIES
        TALLY.notices[delivery.channel, "again" if again else "failed"] += 1
        LOG.warning("a notice could not be sent by %s, try %d: %s", delivery.channel, delivery.tries, reason)
        if again:
            await self._turns.settle(delivery, "due", self.now() + 60 * 2**delivery.tries)
            return
        await self._turns.settle(delivery, "failed")
        channel = self.channels.get(delivery.channel)
        if channel is not None:
            await channel.give_up(delivery, self.now())
