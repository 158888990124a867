"""The hub: opens matches, reads them back, keeps their rooms in memory, lets bots play."""

from __future__ import annotations

import asyncio
import logging
import secrets
from collections.abc import Awaitable, Callable, Mapping, Sequence
from contextlib import suppress
from hashlib import blake2b
from typing import Any
from weakref import WeakValueDictionary

import msgspec

from shapan.engine.game import Game, PositionError
from shapan.engine.options import OptionError, settled, telling
from shapan.engine.registry import find
from shapan.server.attendance import arrive
from shapan.server.bots import Bots, BotSource
from shapan.server.chat import latest
from shapan.server.guided import NoGuide, begin
from shapan.server.hints import Hints
from shapan.server.new_rules import under_new_rules
from shapan.server.rebuilding import rebuild
from shapan.server.reels import Reels
from shapan.server.reviews import Reviews
from shapan.server.room import Missing, NotYours, Room, Shut, Stale
from shapan.server.rows import USUAL_WINDOW, MatchRow, SeatRow, Stored
from shapan.server.seating import people_of
from shapan.server.settings import Settings
from shapan.server.storage import Store, hash_of
from shapan.server.watch import Watch
from shapan.server.windows import WindowKeeper
from shapan.server.writer import Conflict, StoreError

LOG = logging.getLogger("shapan.server")


__all__ = ["TELLS", "Hub", "Missing", "invitation", "new_key"]
TELLS = "with this value the questions show who holds what; it is for tables with one person only"


class Hub:
    """All rooms of one server."""

    def __init__(self, store: Store, settings: Settings, source: BotSource) -> None:
        self.store = store
        self.settings = settings
        self.source = source
        self.closing = False
        self._rooms: dict[str, Room] = {}
        self._loading: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()
        self._bots = Bots(self, source, settings.bot_delay)
        self._windows = WindowKeeper(self)
        self.reels = Reels(store)
        self.hints = Hints()
        self.reviews = Reviews(store)
        self._keeping: dict[str, asyncio.Task[None]] = {}
        self._started = settings.now()
        self.watch = Watch(self, self._rooms)

    async def start(self) -> None:
        """Start the watch over clocks and presence, and go on with the reviews."""
        await self.reviews.start()
        await self.watch.start(self.settings.tick)

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
        pace: int = 0,
        listed: bool = False,
        chat: str = "free",
        hints: bool = False,
        after: MatchRow | None = None,
        guide: bool = False,
        window: int = USUAL_WINDOW,
    ) -> Room:
        """Open a match, with `after` as the rematch of another, with `guide` as the guided one of its game.

        Raises OptionError or PositionError for what the game does not allow, Conflict if there is a rematch or a match
        called `name` already.
        """
        key, options = new_key(), settled(game.options, options, people_of(seats))
        row = MatchRow(
            name or secrets.token_urlsafe(9),
            game.name,
            game.rules_version,
            len(seats),
            dict(options),
            undo,
            key,
            owner,
            pace=pace,
            listed=listed,
            chat=chat,
            hints=hints,
            guide=guide,
            window=window,
        )
        match = begin(game, row)
        if people_of(seats) > 1 and (names := telling(game.options, options)):
            raise OptionError(names[0], TELLS)
        for seat in seats:
            if seat.kind == "open":
                seat.token_hash = hash_of(invitation(row, seat.seat))
        await self.store.add_match(row, seats, after)
        return self._enter(Room(row, list(seats), match, self.store, self.settings.now))

    async def rematch(self, room: Room, session: str | None) -> str:
        """Open the next match of a table, with the same people and settings, and return its id; or the one opened.

        Raises NotYours for who has no seat there or has left, Shut unless the match is over. Seats that their people
        have left for good are played by bots.
        """
        stays = room.stays_of(session)
        if session is None or not stays:
            raise NotYours("you are not a player of this match, or have left it")
        if not room.over:
            raise Shut("frozen" if room.frozen else "on")
        if room.row.rematch is None:
            row, by = room.row, stays[0]
            seats = [self._again(seat) for seat in room.seats]
            try:
                new = await self.open(
                    room.match.game,
                    seats,
                    row.options,
                    row.undo,
                    session,
                    pace=row.pace,
                    listed=row.listed,
                    chat=row.chat,
                    hints=row.hints,
                    guide=row.guide,
                    window=row.window,
                    after=msgspec.structs.replace(row, rematch_by=by),
                )
                row.rematch, row.rematch_by = new.row.id, by
            except (OptionError, PositionError, NoGuide):
                raise Shut("frozen") from None  # the game of today does not play this any more
            except Conflict:
                stored = await self.store.match(row.id)
                assert stored is not None
                row.rematch, row.rematch_by = stored.rematch, stored.rematch_by
            room.publish()
        assert room.row.rematch is not None
        return room.row.rematch

    def _again(self, old: SeatRow) -> SeatRow:
        """Return the seat of a rematch: people get their seats back, also those for whom a bot played."""
        if old.kind == "left" or (old.kind == "bot" and old.session is None):
            bots = self.source.names()
            bot = old.bot if old.bot in bots else next(iter(bots), "")
            name = old.name if old.kind == "bot" else ""
            return SeatRow(old.seat, "bot", name, bot) if bot else SeatRow(old.seat, "open")
        if old.session is None:
            return SeatRow(old.seat, "open")
        return SeatRow(old.seat, "player", old.name, session=old.session)

    async def sit(self, token: str, session: str, name: str) -> Room:
        """Give the open seat of an invitation to a guest. Raises Missing, or Conflict if it is taken or too late.

        After the end the match file holds the key from which anybody can make the invitation.
        """
        place = await self.store.seat_of_token(token)
        if place is None:
            raise Missing("there is no such invitation")
        room = await self.room(place[0])
        if not room.seats_of(session):
            if room.over or room.frozen:
                raise Conflict("the match is over")
            await self.store.take_seat(*place, session, name)
            await arrive(room, place[1], session)
        return room

    # Reading back

    async def room(self, match: str) -> Room:
        """Return the room of a match, from memory or from the store. Raises Missing."""
        room = self._rooms.get(match)
        if room is not None and not room.stale:
            self._rooms[match] = self._rooms.pop(match)  # the latest used stands last
            return room
        async with self._loading.setdefault(match, asyncio.Lock()):
            room = self._rooms.get(match)
            if room is None or room.stale:
                stored = await self.store.stored(match)
                if stored is None:
                    raise Missing("there is no such match")
                fresh = await asyncio.to_thread(rebuild, stored, self.store, self.settings.now)
                if fresh.frozen and stored.match.status == "on":
                    fresh = await self._under_new_rules(stored) or fresh
                if room is None:
                    fresh.chat.messages = await latest(self.store, match)
                else:  # people go on talking while the match is read again
                    fresh.presence, fresh.chat = room.presence, room.chat
                room = self._enter(fresh)
        return room

    async def _under_new_rules(self, stored: Stored) -> Room | None:
        """Return the room of a match that goes on under the rules of today; None where it cannot."""
        name = stored.match.id
        record = await asyncio.to_thread(under_new_rules, stored, find(stored.match.game))
        if record is None:
            return None
        with suppress(Conflict):  # another process goes on with it
            await self.store.append(name, len(stored.records), msgspec.json.encode(record), None)
        again = await self.store.stored(name)
        return None if again is None else await asyncio.to_thread(rebuild, again, self.store, self.settings.now)

    async def fresh_room(self, match: str) -> Room:
        """Return the room of a match, read again if another process has gone on with it."""
        room = await self.room(match)
        if not room.frozen and await self.store.head(match) > len(room.match.log):
            await room.settle()
            if await self.store.head(match) > len(room.match.log) and not room.frozen:
                room.stale = True
                room.publish()
                room = await self.room(match)
        return room

    async def act(self, match: str, change: Callable[[Room], Awaitable[None]]) -> None:
        """Make a change, on a room read again if it has fallen behind. Raises what the change raises."""
        for _ in range(5):
            try:
                await change(await self.room(match))
                return
            except Stale:
                continue
        raise StoreError("the match is being changed elsewhere")

    def _enter(self, room: Room) -> Room:
        self._rooms[room.row.id] = room
        room.keeper = lambda: self._keep_if_due(room)
        room.bot_names = self.source.names()
        room.reseated = lambda: self._reseated(room)
        room.clock.floor = max(room.clock.floor, self._started)
        room.note_window()
        self._bots.look_after(room)
        self._windows.look_after(room)
        self._make_room()
        room.keeper()
        return room

    def _reseated(self, room: Room) -> None:
        room.note_window()
        self._bots.look_after(room)

    def _keep_if_due(self, room: Room) -> None:
        """See to it that a snapshot and a recording are kept, every so often and at the end of the match."""
        due = len(room.match.log) - room.snapshot_at >= self.settings.snapshot_every
        ended = room.match.over and room.row.status == "on"
        if (due or ended) and not room.frozen and room.row.id not in self._keeping:
            self._keeping[room.row.id] = asyncio.create_task(self._keep(room), name=f"keep {room.row.id}")

    async def _keep(self, room: Room) -> None:
        """Record the match, which keeps a snapshot too; where that fails, keep a snapshot alone."""
        number = len(room.match.log)
        ended = room.match.over and room.row.status == "on"
        try:
            await room.note_end()
            if not await self.reels.record_in_turn(room):
                await room.keep_snapshot()
            if ended and self.settings.reviews and any(seat.session for seat in room.seats):
                self.reviews.queue(room.row.id)
        finally:
            del self._keeping[room.row.id]
        if len(room.match.log) > number:
            self._keep_if_due(room)

    def _make_room(self) -> None:
        """Forget rooms that nobody watches, the longest unused first."""
        for match, room in list(self._rooms.items()):
            if len(self._rooms) <= self.settings.most_rooms:
                return
            if room.idle:
                del self._rooms[match]
                self.watch.forget(room)
                self._bots.forget(match)
                self._windows.forget(match)

    def stop_streams(self) -> None:
        """Let all streams end."""
        self.closing = True
        for room in self._rooms.values():
            room.publish()

    async def close(self) -> None:
        """Let the streams end, stop the bots, finish what is under way."""
        self.stop_streams()
        await self.watch.stop()
        await self._bots.close()
        await self._windows.close()
        await self.hints.close()
        await self.reviews.close()
        for room in list(self._rooms.values()):
            await room.settle()
        self.reels.hurry()
        while self._keeping:
            await asyncio.gather(*self._keeping.values(), return_exceptions=True)
        await asyncio.to_thread(self.reels.close)


def new_key() -> bytes:
    """Return the key of a new match's chance, from the machine's entropy."""
    return secrets.token_bytes(16)


def invitation(row: MatchRow, seat: int) -> str:
    """Return the secret of an open seat's link: made from the match's key, which it does not betray."""
    return blake2b(f"invitation {row.id} {seat}".encode(), key=row.key, digest_size=16).hexdigest()
