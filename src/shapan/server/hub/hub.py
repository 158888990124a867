"""The hub: opens matches and their rematches, gives seats, and has all rooms looked after."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Awaitable, Callable, Mapping, Sequence
from contextlib import suppress
from functools import partial
from typing import Any, Final, Unpack

import msgspec
from sqlalchemy.exc import SQLAlchemyError

from shapan.bots.handicap import ODDS
from shapan.bots.registry import of_personality, parted
from shapan.engine.game import Game, PositionError
from shapan.engine.options import OptionError, settled
from shapan.server.hub.bot import Bots, BotSource
from shapan.server.hub.bot_chat import BotChat
from shapan.server.hub.calls import Calls
from shapan.server.hub.follower import DAYS, LIVE, Follower
from shapan.server.hub.hint import Hints
from shapan.server.hub.keeper import Keeper
from shapan.server.hub.length import Lengths
from shapan.server.hub.new_table import TableSettings, check_options, invite, new_row, settings_of
from shapan.server.hub.planner import Planner
from shapan.server.hub.recruiter import Recruiter
from shapan.server.hub.rooms import Rooms
from shapan.server.hub.starter import Starter
from shapan.server.hub.watch import Watch
from shapan.server.hub.window_keeper import WindowKeeper
from shapan.server.match.attendance import adopt, arrive, come_back, renew
from shapan.server.match.chat import Refs
from shapan.server.match.cluster import Cluster
from shapan.server.match.fairness import first_rounds
from shapan.server.match.guide import NoGuide, begin
from shapan.server.match.invitation import is_of_table, is_valid, table_of
from shapan.server.match.lifecycle import SLOW, MatchClosed, MatchFull, MatchNotFound, NotYours, Sanctioned
from shapan.server.match.room import Room
from shapan.server.match.seats import name_at, named, people_of
from shapan.server.match.stronger import stronger_bots
from shapan.server.match.waiting_room import is_barred, is_muted
from shapan.server.replay.recording_store import RecordingStore
from shapan.server.replay.review_queue import Reviews
from shapan.server.settings import Settings
from shapan.server.store.clubs import PREFIX
from shapan.server.store.fault import Conflict
from shapan.server.store.guest_quota import kept_of
from shapan.server.store.moderation import SUSPEND
from shapan.server.store.notice import MENTION, TAKEN
from shapan.server.store.people import hash_of
from shapan.server.store.reserves import gone_seat
from shapan.server.store.row import MatchRow, SeatRow
from shapan.server.store.storage import Store
from shapan.server.store.writer import StoreError

A_DAY: Final = 24 * 3600
"""Seconds for which a table counts as under way after the last move."""


class Hub:
    """What one server does with matches: opens them, lets people and bots sit, and looks after their rooms."""

    def __init__(self, store: Store, settings: Settings, source: BotSource, cluster: Cluster | None = None) -> None:
        self.store = store
        self.settings = settings
        self.source = source
        self.house = Rooms(store, settings)
        self.reels = RecordingStore(store)
        self.lengths = Lengths(store)
        self.cluster = cluster
        self.hints = Hints(cluster)
        self.reviews = Reviews(store, cluster)
        self.calls = Calls()
        self.watch = Watch(self.house, store, settings)
        self.follower = Follower(self.house, store)
        self.recruiter = Recruiter(self.house, store, settings)
        self._opening = asyncio.Lock()
        """Held while tables are counted and one is added, so that none slips by."""
        self._bots = Bots(self.house, source, settings, cluster)
        self._windows = WindowKeeper(self.house)
        self._planner = Planner(self.house, self._bots.schedule)
        self._talker = BotChat(self.house)
        self._starter = Starter(self.house, settings.countdown)
        self._keeper = Keeper(self.reels, self.reviews, settings)
        self.house.entering += [
            self._starter.look_after,
            self._bots.look_after,
            self._windows.look_after,
            self._planner.look_after,
            self._talker.look_after,
            self._keeper.look_after,
            self.calls.look_after,
            self.follower.look_after,
        ]
        self.house.leaving += [self.watch.forget, self._starter.forget, self._bots.forget, self._windows.forget]
        self.house.leaving += [self._talker.forget, self._planner.forget, self.follower.forget]

    async def start(self) -> None:
        """Start the watch over clocks and presence, and go on with the reviews."""
        await self.house.homes.start(self.house.lose)
        if self.cluster is not None:
            self.cluster.start()
        await self.reviews.start(resume=not self.settings.home)
        await self.watch.start(self.settings.tick)
        if self.settings.tick > 0:
            self.follower.start()
            self.recruiter.start()
        if self.settings.home:
            await self.calls.start(self.store, self.house.rooms)
            if self._bots.budget is not None:
                self._bots.budget.share(self.store)

    def waiting_bots(self) -> dict[str, int]:
        """Return how many answers of bots wait for a turn, by kind of work."""
        return self._bots.waiting()

    @property
    def closing(self) -> bool:
        """Whether the server stops."""
        return self.house.closing

    async def room(self, match: str) -> Room:
        """Return the room of a match. Raises Missing."""
        return await self.house.room(match)

    async def fresh_room(self, match: str) -> Room:
        """Return the room of a match, read again if another process has gone on with it. Raises Missing."""
        return await self.house.fresh_room(match)

    async def glance(self, match: str) -> Room:
        """Return the room of a match, to look at only. Raises Missing or Damaged."""
        return await self.house.glance(match)

    async def act(self, match: str, change: Callable[[Room], Awaitable[None]]) -> None:
        """Make a change, on a room read again if it has fallen behind. Raises what the change raises."""
        await self.house.act(match, change)

    # Opening

    async def open(
        self,
        game: Game[Any],
        seats: Sequence[SeatRow],
        options: Mapping[str, Any],
        undo: str,
        owner: str,
        name: str = "",
        *,
        after: MatchRow | None = None,
        rated: bool = False,
        reserves: bool | None = None,
        **settings: Unpack[TableSettings],
    ) -> Room:
        """Open a match, with `after` as the rematch of another, with `guide` as the guided one of its game.

        It begins at once, or where people are still to come once all are there and ready. Unless it is said, it has
        `reserves` where people come and go.

        Raises OptionError or PositionError for what the game does not allow, Full where its owner has too much open or
        kept, Conflict if there is a rematch or a match called `name` already.
        """
        seats = named(seats)
        options = settled(game.options, options, people_of(seats))
        row = new_row(game, seats, options, undo, owner, name, settings, rated=rated, reserves=reserves)
        match = begin(game, row)
        check_options(game, seats, options)
        invite(row, seats)
        async with self._opening:
            if not row.is_of_tournament:
                await self._check_bounds(owner)
            await self.store.add_match(row, seats, after, rounds := first_rounds(row))
        room = Room(row, seats, match, self.store, self.settings.now)
        room.fair.rounds = rounds
        if self.settings.home:
            return room  # who is asked for it first plays it
        room.seats.presence.note()
        return self.house.enter(room)

    async def _check_bounds(self, owner: str) -> None:
        """Raise Full if a guest has as many tables, or as much on them, as he may have."""
        limits = self.settings.limits
        if limits is None:
            return
        tables, size = await kept_of(self.store, owner, A_DAY)
        if tables >= limits.tables:
            raise MatchFull("too_many_tables")
        if size >= limits.storage:
            raise MatchFull("storage_full")

    async def rematch(self, room: Room, session: str | None, *, stronger: bool = False) -> str:
        """Open the next match of a table, with the same people and settings, and return its id; or the one opened.

        `stronger`: its bots are those of the level above, where they are offered. Raises NotYours for who has no seat
        there, has left or is suspended, MatchClosed unless the match is over, or where no stronger bots are offered.
        Seats that their people have left for good are played by bots.
        """
        stays = room.seats.stays_of(session)
        if session is None or not stays:
            raise NotYours("you are not a player of this match, or have left it")
        if not room.over:
            raise MatchClosed("frozen" if room.frozen else "on")
        if room.row.rematch is None:
            await self.check_sanctions(session, SUSPEND)
            row, by = room.row, stays[0]
            seats = [self._again(seat, left=room.seats.has_left(seat.seat)) for seat in room.seats]
            if stronger:
                bot = stronger_bots(room, session)
                if bot is None:
                    raise MatchClosed("closed")
                seats = [
                    msgspec.structs.replace(seat, bot=of_personality(bot, parted(seat.bot)[1]))
                    if seat.kind == "bot"
                    else seat
                    for seat in seats
                ]
            try:
                new = await self.open(
                    room.match.game,
                    seats,
                    row.options,
                    row.undo,
                    session,
                    reserves=row.reserves,
                    rated=bool(row.rated),
                    after=msgspec.structs.replace(row, rematch_by=by),
                    **settings_of(row),
                )
                row.rematch, row.rematch_by = new.row.id, by
            except (OptionError, PositionError, NoGuide):
                raise MatchClosed("frozen") from None  # the game of today does not play this any more
            except Conflict:
                stored = await self.store.match(row.id)
                assert stored is not None
                row.rematch, row.rematch_by = stored.rematch, stored.rematch_by
            room.publish()
        assert room.row.rematch is not None
        return room.row.rematch

    def _again(self, old: SeatRow, *, left: bool) -> SeatRow:
        """Return the seat of a rematch: people get theirs back unless they have left, also if a bot played for them."""
        if left or (old.kind == "bot" and old.session is None):
            bots = self.source.names()
            bot = old.bot if parted(old.bot)[0] in bots or old.bot.startswith(ODDS) else next(iter(bots), "")
            name = old.name if old.kind == "bot" else ""
            return SeatRow(old.seat, "bot", name, bot) if bot else SeatRow(old.seat, "open")
        if old.session is None:
            return SeatRow(old.seat, "open")
        return SeatRow(old.seat, "player", old.name, session=old.session)

    async def invited(self, token: str, session: str | None = None) -> tuple[str, int] | None:
        """Return match and seat that an invitation is for: that of a table is for its first seat that is open.

        For a member whom the host of a waiting table has blocked it is as if its links had been renewed, and for
        everyone who is not of the club to which a table is open.
        """
        place = await self._place_of(token)
        if place is None or self.settings.accounts == "off":
            return place
        room, hidden = await self.fresh_room(place[0]), await self.hidden_from(session)
        if room.row.circle.startswith(PREFIX) and not room.seats.seats_of(session):
            club = await self.store.clubs.club(room.row.circle.removeprefix(PREFIX), session or "")
            if club is None:
                return None
        is_shut = (
            room.course.waiting and not room.seats.seats_of(session) and {room.seats.host, room.row.owner} & hidden
        )
        return None if is_shut else place

    async def _place_of(self, token: str) -> tuple[str, int] | None:
        match = table_of(token)
        if match is None:
            return await self.store.seat_of_token(token)
        try:
            room = await self.fresh_room(match)
        except MatchNotFound:
            return None
        if not is_of_table(room.row, token):
            return None
        return match, next((row.seat for row in room.seats if row.kind == "open"), 0)

    async def check_sanctions(self, session: str, *kinds: str) -> None:
        """Raise Sanctioned where a moderator has muted or suspended a person, as far as it is one of `kinds`."""
        if self.settings.accounts == "on":
            for sanction in await self.store.moderation.sanctions_of(session):
                if sanction.kind in kinds:
                    raise Sanctioned(f"not before {sanction.ends}: {sanction.reason}")

    async def tell_mentioned(self, room: Room, writer: SeatRow, refs: Refs | None) -> None:
        """See to it that those who are named in a message are told of it, as far as they do not look at the table."""
        here = room.seats.presence.has_stream
        people = [] if refs is None else sorted({person for person, _ in refs.to if not here(person)})
        if people:
            delay = LIVE if room.row.timed and room.row.pace < SLOW else DAYS
            at, by = self.follower.now(), writer.session or ""
            with suppress(StoreError):  # the message is said
                await self.store.notices.mention(room.row.id, by, writer.seat, people, at, delay)

    async def read_mentions(self, match: str, session: str) -> None:
        """Take note that someone opens a table: what is said to them there they see, and who has their seat."""
        with suppress(StoreError, Conflict, SQLAlchemyError):  # then they are told once too often
            if await self.store.notices.read(match, session, MENTION, TAKEN):
                self.calls.ring(session)

    async def hidden_from(self, session: str | None) -> set[str]:
        """Return whose tables someone does not find, since they have blocked them."""
        if session is None or self.settings.accounts == "off":
            return set()
        return await self.store.ties.blocked_by(session)

    async def sit(self, token: str, session: str, name: str) -> Room:
        """Give the open seat of an invitation to a guest.

        Raises Missing, NotYours for a guest at a rated table, or Conflict if it is taken or too late.
        """
        place = await self.invited(token, session)
        if place is None:
            raise MatchNotFound("there is no such invitation")
        room = await self.room(place[0])
        if not room.seats.seats_of(session):
            if room.over or room.frozen:
                raise Conflict("the match is over")
            await self.check_sanctions(session, SUSPEND)
            if is_barred(room.changes, session):
                raise Conflict("he was removed from this table")
            if room.row.rated == "wish" and await self.store.accounts.account(session) is None:
                raise NotYours("only members can sit down at a rated table: log in first")
            if not is_valid(room.row, place[1], token):  # renewed meanwhile
                raise MatchNotFound("there is no such invitation")
            muted = is_muted(room.changes, session)
            called = partial(name_at, place[1], "" if muted else name)
            await room.take_seat(place[1], session, called, muted=muted)
            room = await self.room(place[0])  # another one, if the host has changed the table meanwhile
            await arrive(room, place[1], session)
            await self.end_invitations(room)
        return room

    async def end_invitations(self, room: Room) -> None:
        """End the invitations to a table at which no seat is open any more."""
        if self.settings.accounts == "on" and room.course.waiting and not any(row.kind == "open" for row in room.seats):
            await self.store.notices.end_invitations(room.row.id)

    # Coming back

    async def return_link(self, match: str, seat: int, session: str) -> str:
        """Return the secret of a new link that gives a seat back to its person; an earlier one is of no use any more.

        Only its hash is kept: it can be told once. Raises NotYours, Shut or StoreError.
        """
        token = secrets.token_urlsafe(32)
        await self.house.act(match, lambda room: renew(room, seat, session, hash_of(token)))
        return token

    async def back_of(self, token: str) -> tuple[str, int] | None:
        """Return match and seat that a link gives back."""
        return await self.store.seat_of_back(token)

    async def come_back(self, token: str, session: str) -> tuple[str, int]:
        """Give a seat back to its person, in his session of today; return match and seat.

        Raises Missing, or Shut if he has left for good.
        """
        place = await self.back_of(token)
        if place is None:
            raise MatchNotFound("there is no such link")
        await self.house.act(place[0], lambda room: come_back(room, place[1], session, hash_of(token)))
        return place

    # Members

    async def adopt(self, match: str, guest: str, member: str, name: str) -> None:
        """Give a guest's seats at a table to the member they are. Raises Missing, Elsewhere, Shut or StoreError."""
        await self.house.act(match, lambda room: adopt(room, guest, member, name))

    async def take_over(self, guest: str, member: str) -> None:
        """Give a guest's finished matches to the member they are, and tables where the guest has no seat."""
        for match in await self.store.accounts.take_over(guest, member):
            if (room := self.house.rooms.get(match)) is not None:
                room.outdate()

    def forget_people(self, gone: Mapping[str, str]) -> None:
        """Read the tables of deleted members again: they have a pseudonym there, and said nothing."""
        for room in list(self.house.rooms.values()):
            for row in room.seats:
                if row.session is not None and row.session in gone:
                    room.chat.blank(row.seat, gone[row.session])
                    room.outdate()
            for former in room.reserves.formers:
                if former.person in gone:
                    room.chat.blank(gone_seat(former.number), gone[former.person])
            known = {row.person for row in room.reserves.rows} | {former.person for former in room.reserves.formers}
            if known & gone.keys():
                room.outdate()

    # Ending

    def stop_streams(self) -> None:
        """Let all streams end."""
        self.house.stop_streams()
        self.calls.stop()

    async def close(self) -> None:
        """Let the streams end, stop the bots, finish what is under way."""
        self.stop_streams()
        await self.calls.close()
        if self.cluster is not None:
            await asyncio.to_thread(self.cluster.close)
        await self.watch.stop()
        await self._starter.close()
        await self._talker.close()
        await self._bots.close()
        await self._windows.close()
        await self._planner.close()
        await self.hints.close()
        await self.reviews.close()
        await self.recruiter.close()
        await self.house.settle()
        await self.follower.close()
        await self._keeper.close()
        await self.house.close()
