"""A table: one match in memory with all that belongs to it, how it stands, and who is told of it.

Nothing is changed here but who looks on: that is the room's.
"""

from __future__ import annotations

import asyncio
from hashlib import sha256
from typing import Any

from shapan.engine.match import Match
from shapan.server.match.answer import Answers
from shapan.server.match.bells import Bells
from shapan.server.match.chat import Chat
from shapan.server.match.clock import Clock
from shapan.server.match.fairness import Fairness
from shapan.server.match.holiday import holiday_of
from shapan.server.match.host_action import HostActions
from shapan.server.match.last_move import LastMoves
from shapan.server.match.lifecycle import SLOW, Lifecycle
from shapan.server.match.message import FrozenInfo
from shapan.server.match.night import after_nights, night_of
from shapan.server.match.note import Notes
from shapan.server.match.order import Orders
from shapan.server.match.plan import Plans
from shapan.server.match.reserve import Reserves
from shapan.server.match.seats import Seats
from shapan.server.match.visible_state import PublicState, public_key
from shapan.server.match.void_vote import VoidVote
from shapan.server.match.waiting_room import WaitingRoom, is_barred
from shapan.server.match.window import Window, reacts
from shapan.server.monotonic import Steady
from shapan.server.store.row import MatchRow, SeatRow
from shapan.server.store.storage import Store
from shapan.server.store.turn import TurnStore


class Table(Bells):
    """One match with everything that is not the match: seats, window, answers, clock, chat, streams, the store."""

    def __init__(
        self,
        row: MatchRow,
        seats: list[SeatRow],
        match: Match[Any],
        store: Store,
        now: Steady | None = None,
    ) -> None:
        super().__init__()
        now = now or Steady()
        self.row = row
        self.match = match
        self.now = now
        self.course = Lifecycle(row, match, now)
        self.seats = Seats(self.course, seats)
        self.reserves = Reserves(self.course, self.seats)
        self.fair = Fairness(self.course, self.seats)
        self.gathering = WaitingRoom(self.course, self.seats, self.fair)
        self.orders = Orders(self.course)
        self.window = Window(self.course, self.seats, self.orders)
        self.plans = Plans(self.course, self.seats, self.window)
        self.hosting = HostActions(self.course, self.seats, self.window)
        self.hosting.due = lambda: self.clock.deadline if self.clock.limit >= SLOW else 0.0
        self.answers = Answers(self.course, self.seats, self.window, self.orders)
        self.public = PublicState()
        self.notes = Notes(self.course)
        self.voiding = VoidVote(self.course, self.seats, self.notes)
        self.moves = LastMoves(match)
        self.last_moves: set[int] = set()
        """While the room is made from the store: the numbers of the records that are the last moves of seats."""
        self.run_by(Clock(row.pace, now(), row.bank, row.increment))
        if row.timed:
            self.clock.key = public_key(match)
            self.begin_clock(now())
        self.chat = Chat(row, [], store, lambda: self.seats.rows)
        self.coach_read = ""
        """Of a guided match: what the person has read of what is said while others are asked."""
        self.changes: set[str] = set()
        """Ids of the changes that are no records."""
        self.max_changes: int | None = None
        """How many records and other changes there may be before nothing can be taken back any more."""
        self.decisions: dict[str, int] = {}
        """Decision ids by record number: a repeat gives the first result."""
        self.digest = sha256()
        self.snapshot_at = 0
        self._store = store
        self._lock = asyncio.Lock()
        self._tasks: set[asyncio.Task[Any]] = set()

    def run_by(self, clock: Clock) -> None:
        """Let the match have a clock, which runs out in no one's night."""
        self.clock = clock
        clock.awake = self._awake

    def begin_clock(self, at: float) -> None:
        """Let the time of who is asked begin at a moment."""
        self.clock.begin(self.match.waiting, at, window=reacts(self.match))

    def _awake(self, moment: float) -> float:
        """Return a moment behind holidays and nights of all people who are asked, whether they have answered or not."""
        pending = self.match.pending
        asked = () if pending is None else pending.seats
        people = [self.seats[seat] for seat in asked if self.seats.is_person(seat)]
        wall = self.now.wall(moment)
        back = max([wall, *(holiday_of(row.holiday).until for row in people)])
        return moment + after_nights(back, filter(None, (night_of(row.night) for row in people))) - wall

    # How it stands

    @property
    def frozen(self) -> FrozenInfo | None:
        """Why the match is only shown, None while it goes on."""
        return self.course.frozen

    @property
    def stale(self) -> bool:
        """Whether the room has fallen behind the store and must be read again."""
        return self.course.stale

    @property
    def over(self) -> bool:
        """Whether the match has come to its end, also where the rules of today cannot follow it any more."""
        return self.course.over

    @property
    def due(self) -> float | None:
        """When the clock answers for somebody, None if it has nobody to answer for."""
        if not self._is_timed:
            return None
        ends = (self.clock.due(seat) for seat in self.match.decisions if self.answers.waits_for_person(seat))
        first = min(ends, default=None)
        return None if first is None else max(first, self.window.moment)

    @property
    def _is_timed(self) -> bool:
        """Whether time runs for who is asked."""
        return self.clock.runs and not (self.frozen or self.match.over or self.paused)

    def is_late(self, seat: int) -> bool:
        """Tell whether the clock has to answer for a seat that is asked."""
        self.clock.wake(self.now.woke)
        return self._is_timed and max(self.clock.due(seat), self.window.moment) <= self.now()

    @property
    def is_due(self) -> bool:
        """Whether the clock has to answer for somebody now."""
        now = self.now()
        self.clock.wake(self.now.woke)
        due = self.due
        return due is not None and due <= now

    @property
    def paused(self) -> bool:
        """Whether the match rests because nobody is here: bots do not answer, and the clock stands still.

        With a slow clock people come and go, and it goes on without them as long as somebody has a seat to play.
        """
        if self.seats.presence.quiet_since is None:
            return False
        return self.row.pace < SLOW or not any(self.seats.is_person(row.seat) for row in self.seats)

    @property
    def start_due(self) -> float | None:
        """When something is to be done about the beginning of the match; None while somebody is missing."""
        due = self.fair.due
        return self.gathering.due if due is None and not self.fair.is_bound else due

    @property
    def is_start_due(self) -> bool:
        """Whether it is time for that."""
        due = self.start_due
        return due is not None and due <= self.now()

    @property
    def idle(self) -> bool:
        """Whether nobody watches, nothing is under way, no bot is to answer, nothing about to close or begin."""
        asked = self.answers.asked_of_bots() or any(one not in self.plans.looked for one in self.plans.asked())
        busy = self.watchers or self._tasks or self.chat.busy or (asked and not self.paused)
        return not busy and self.window.due is None and self.start_due is None

    @property
    def changing(self) -> bool:
        """Whether a change is under way: it may be stored and not be seen here yet."""
        return bool(self._tasks)

    @property
    def turns(self) -> TurnStore:
        """Where it is stored who is asked, as long as the match is played here."""
        return self._store.turns

    def awaits(self, person: str) -> bool:
        """Return whether somebody who does not sit here may still come: it waits for people, a seat is open."""
        free = any(row.kind == "open" for row in self.seats)
        gone = is_barred(self.changes, person) or bool(self.seats.seats_of(person))
        return self.course.waiting and free and not gone and not (self.over or self.frozen)

    # Who is told

    def show(self, session: str | None, *, stream: bool = False) -> None:
        """Take note of who is shown the table, once or by a stream.

        A client that is about to pass learns at once of the first who looks on: under his eyes nothing is passed.
        A match that has rested goes on.
        """
        self.wake()
        declines = any(
            self.answers.is_forced(seat) or self.answers.why_idle(seat) is not None for seat in self.match.decisions
        )
        presence = self.seats.presence
        (presence.enter if stream else presence.look)(session)
        if declines and self.seats.is_watched:
            self.publish()

    def wake(self) -> None:
        """Take note that somebody is here: a match that has rested goes on, with the time that was left."""
        paused, since, now = self.paused, self.seats.presence.quiet_since, self.now()
        self.seats.presence.note()
        if paused and since is not None:
            self.clock.resume(now - since, now)
            self.bot_bell()
            self.plan_bell()

    def publish(self) -> None:
        """Tell all who watch, and those who look after the room, that something has changed."""
        self.gathering.note()
        bells = (self.bot_bell, self.window_bell, self.plan_bell, self.start_bell, self.talk_bell, self.keeper)
        for watcher in (*self.watchers, *bells):
            watcher()
        self.lobby_bell(None)
        self.turn_bell()

    def whisper(self, seat: int) -> None:
        """Tell those who look on from a seat, and the keepers of bots and windows, of what only that seat can see.

        The others are not even made to look: a frame sent to them now would tell when somebody has answered.
        """
        session = self.seats[seat].session
        for watcher in self.watchers if session is not None else ():
            watcher(session)
        if session is not None:
            self.lobby_bell(session)
        self.bot_bell()
        self.window_bell()
        self.plan_bell()

    def read_on(self, mark: str) -> None:
        """Take note that the person of a guided match has read what is said; the others go on. Nothing is stored."""
        if self.row.guide and mark != self.coach_read:
            self.coach_read = mark
            self.publish()
