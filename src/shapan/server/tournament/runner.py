"""The runner: opens the tables of tournaments, notes what they came to, closes rounds and pairs the next ones.

All it knows is in the store, where each step is taken once by an update: any process may take any step.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Mapping
from contextlib import suppress
from time import monotonic
from typing import Final

from sqlalchemy.exc import SQLAlchemyError

from shapan.engine.game import VOID as CALLED_OFF
from shapan.engine.game import PositionError
from shapan.engine.match import Match
from shapan.engine.options import OptionError
from shapan.engine.registry import UnknownGame, find
from shapan.server.hub.hub import Hub
from shapan.server.match.apply_action import close_table
from shapan.server.match.lifecycle import Damaged, Elsewhere, MatchClosed, MatchNotFound
from shapan.server.match.room import Room
from shapan.server.people.periodic import Periodic
from shapan.server.store.clubs import PREFIX
from shapan.server.store.damage import DamagedRow
from shapan.server.store.fault import Conflict
from shapan.server.store.people import now
from shapan.server.store.row import SEATING, TOURNAMENT, SeatRow
from shapan.server.store.tournaments import Board, Tournament, Whole
from shapan.server.store.writer import StoreError
from shapan.server.tournament.history import Round
from shapan.server.tournament.points import NO_SHOW, OUT, PLAYED, VOID, bye_points, points_of
from shapan.server.tournament.robin import robin_round
from shapan.server.tournament.sizes import table_sizes, usual_rounds
from shapan.server.tournament.swiss import swiss_round

LOG = logging.getLogger("shapan.server")
_EVERY: Final = 5.0
_ALL_EVERY: Final = 300.0
"""Seconds after which all that has begun is looked at, matches that are on too: an end may not have been noted."""
Results = Mapping[int, tuple[int, str]]
"""By seat the parts of a point, and a mark."""


class Runner(Periodic):
    """Goes on with tournaments while a server runs."""

    def __init__(self, hub: Hub) -> None:
        super().__init__("tournaments", self.run_once, _EVERY)
        self._hub = hub
        self._store = hub.store.tournaments
        self._lock = asyncio.Lock()
        """Held by who looks at tournaments: a click does not open what is being opened."""
        self._looked = 0.0
        """When all were looked at last."""

    async def run_once(self) -> None:
        """Go on with the tournaments in which something is to be done, every five minutes with all that have begun."""
        found, all_ = await self._store.due(), self._looked + _ALL_EVERY < monotonic()
        if all_:
            self._looked, found = monotonic(), list(dict.fromkeys([*found, *await self._store.begun()]))
        await self._look_at(found, all_)
        for match in await self._store.never_begun():
            with suppress(MatchNotFound, Elsewhere, MatchClosed):  # Damaged too
                await self._hub.act(match, close_table)

    async def _look_at(self, keys: list[str], all_: bool) -> None:
        for key in keys:
            try:
                await self.look(key, all_=all_)
            except (SQLAlchemyError, OSError, StoreError):
                raise
            except Conflict:  # another process took the step
                continue
            except Exception as error:  # noqa: BLE001 - whatever it is, the others go on; its words may tell too much
                LOG.error("a tournament could not go on: %s", type(error).__name__)  # noqa: TRY400

    async def look(self, key: str, *, all_: bool = False) -> None:
        """Take all steps of a tournament that can be taken now, with `all_` those too that the store does not know of.

        Raises Conflict if another process took one.
        """
        async with self._lock:
            whole = await self._store.find(key)
            if whole is None:
                return
            if whole.tournament.state == "open":
                until = whole.tournament.until
                if until is not None and until <= now() and not await self._pair(whole):
                    await self._store.wait(key)
            elif whole.running:
                await self._go_on(whole, all_)
                whole = await self._store.find(key) or whole
            if whole.tournament.state == "on" and whole.tournament.auto and not whole.running:
                await self._next(whole)
            whole = await self._store.find(key) or whole
            await self._open_tables(whole)

    async def begin(self, key: str) -> bool:
        """Pair the first round, or by a host's click the next one; tell whether there are enough players.

        Raises Conflict where there is nothing to pair now.
        """
        async with self._lock:
            whole = await self._store.find(key)
            if whole is None or whole.running or whole.tournament.state not in ("open", "on"):
                raise Conflict("there is nothing to pair")
            if whole.tournament.state == "on":
                await self._next(whole)
            elif not await self._pair(whole):
                return False
            await self._open_tables(await self._store.find(key) or whole)
        return True

    async def close_round(self, key: str, number: int | None = None) -> bool:
        """Close the round that is on, and only if it is `number`; tell whether it was.

        Tables that are still open count as they stand.
        """
        async with self._lock:
            whole = await self._store.find(key)
            if whole is None or not whole.running or number not in (None, whole.tournament.round):
                return False
            boards = _open_boards(whole)
            for board in boards:
                await self._store.record(key, board, "closed", await self._as_it_stands(whole, board))
            await self._store.close_round(key, whole.tournament.round, whole.tournament.rounds)
        for board in boards:
            with suppress(
                MatchNotFound, Elsewhere, MatchClosed, StoreError
            ):  # of one that has not begun it is tried again
                await self._hub.act(board.match, close_table)
        return True

    # Rounds

    async def _next(self, whole: Whole) -> None:
        """Pair the next round; where too few are left the tournament is over."""
        if not await self._pair(whole):
            await self._store.finish(whole.tournament.id)

    async def _pair(self, whole: Whole) -> bool:
        """Pair a round; tell whether there were enough for a table. Raises Conflict."""
        one = whole.tournament
        present = [player.number for player in whole.players if player.state == "in" and player.here]
        if not table_sizes(len(present), one.seats, one.least):
            return False
        rounds = one.rounds or usual_rounds(one.form, len(present), one.seats)
        made = await asyncio.to_thread(pairing, whole, present, rounds)
        await self._store.begin_round(whole, rounds, made.tables, made.byes, bye_points(one.seats))
        return True

    async def _go_on(self, whole: Whole, all_: bool) -> None:
        """Open what is to be opened, note what is over, and close the round once all is."""
        key = whole.tournament.id
        await self._open_tables(whole)
        for board in _open_boards(whole):
            results = await self._results(board, all_)
            if results is not None:
                await self._store.record(key, board, "over" if results else "void", results or _void(whole, board))
        await self._store.close_round(key, whole.tournament.round, whole.tournament.rounds)

    async def _open_tables(self, whole: Whole) -> None:
        """Open the matches of the tables that are planned; one that is there already stays."""
        for board in whole.boards:
            if board.state == "planned":
                try:
                    await self._open(whole, board)
                except (OptionError, PositionError, UnknownGame):  # the game of today does not play this any more
                    await self._store.record(whole.tournament.id, board, "void", _void(whole, board))
                    continue
                await self._store.opened(whole.tournament.id, board)

    async def _open(self, whole: Whole, board: Board) -> None:
        one, players = whole.tournament, {player.number: player for player in whole.players}
        seats = [
            SeatRow(chair.seat, "player", players[chair.number].name, session=players[chair.number].account)
            for chair in whole.chairs
            if (chair.round, chair.board) == (board.round, board.board)
        ]
        with suppress(Conflict):
            await self._hub.open(
                find(one.game),
                seats,
                one.options,
                "friendly",
                f"{TOURNAMENT}{one.id}",
                board.match,
                pace=one.pace,
                bank=one.bank,
                increment=one.increment,
                circle=f"{PREFIX}{one.club}",
            )

    async def _results(self, board: Board, all_: bool) -> Results | None:
        """Return what a table came to: None as long as it is played, nothing if it counts for nothing."""
        try:
            row = await self._hub.store.match(board.match)
            if row is not None and row.status in ("on", SEATING) and not all_:
                return None
            room = await self._hub.glance(board.match)
        except (MatchNotFound, Damaged, DamagedRow):
            return {}
        return {} if room.frozen else results_of(room) if room.over else None

    async def _as_it_stands(self, whole: Whole, board: Board) -> Results:
        """Return what a table counts whose round is closed before its end."""
        try:
            room = await self._hub.glance(board.match)
        except (MatchNotFound, Damaged):
            return _void(whole, board)
        if room.frozen:
            return _void(whole, board)
        return (results_of(room) or _void(whole, board)) if room.over else standing_of(room)


def pairing(whole: Whole, present: list[int], rounds: int) -> Round:
    """Return who meets whom in the next round of a tournament."""
    one, past = whole.tournament, rounds_of(whole)
    if one.form == "robin":
        first = {chair.number for chair in whole.chairs if chair.round == 1}
        entered = [player.number for player in whole.players if not first or player.number in first]
        everyone = entered if first else present
        return robin_round(everyone, set(present), past, one.seats, one.least, rounds, one.seed)
    scores = dict.fromkeys(present, 0)
    for chair in whole.chairs:
        if chair.number in scores:
            scores[chair.number] += chair.points or 0
    return swiss_round(scores, past, one.seats, one.least, one.seed)


def rounds_of(whole: Whole) -> list[Round]:
    """Return who met whom in the rounds of a tournament; tables that count for nothing brought no one together."""
    void = {(board.round, board.board) for board in whole.boards if board.state == "void"}
    found = []
    for number in range(1, whole.tournament.round + 1):
        tables: dict[int, list[int]] = {}
        for chair in whole.chairs:
            if chair.round == number and (number, chair.board) not in void:
                tables.setdefault(chair.board, []).append(chair.number)
        byes = tables.pop(0, [])
        found.append(Round([tuple(table) for table in tables.values()], byes))
    return found


def results_of(room: Room) -> Results:
    """Return what a finished match came to; nothing if it has no outcome. Who was replaced to the end comes last."""
    match, outcome = room.match, room.match.outcome
    if outcome is None or room.row.voided or outcome.result == CALLED_OFF:
        return {}
    gone = _gone(room)
    ranks = [0] * len(room.seats.rows)
    for rank, seats in match.game.parties(match.live, outcome, gone):
        for seat in seats:
            ranks[seat] = rank
    return {seat: (points, OUT if seat in gone else PLAYED) for seat, points in enumerate(points_of(ranks))}


def standing_of(room: Room) -> Results:
    """Return what a match counts that has not ended: who is there shares the first place, who is not comes last.

    Before the beginning that is who is ready; who is not gets nothing.
    """
    waiting = room.course.waiting
    gone = {row.seat for row in room.seats if not row.ready} if waiting else _gone(room)
    points = points_of([2 if row.seat in gone else 1 for row in room.seats])
    mark = NO_SHOW if waiting else OUT
    return {
        seat: (0 if waiting and seat in gone else worth, mark if seat in gone else PLAYED)
        for seat, worth in enumerate(points)
    }


def _gone(room: Room) -> set[int]:
    return {row.seat for row in room.seats if row.kind != "player"} | set(room.match.gone)


def _open_boards(whole: Whole) -> list[Board]:
    now_on = whole.tournament.round
    return [board for board in whole.boards if board.round == now_on and board.state in ("planned", "open")]


def _void(whole: Whole, board: Board) -> Results:
    there = (board.round, board.board)
    return {chair.seat: (0, VOID) for chair in whole.chairs if (chair.round, chair.board) == there}


def min_seats(one: Tournament) -> int:
    """Return the size of the smallest table that a game allows with some options, in a row up to the wanted size.

    Raises OptionError or PositionError if it does not allow the wanted size.
    """
    game = find(one.game)
    Match(game, one.seats, one.options, bytes(16), "friendly")
    least = one.seats
    while least > max(2, game.min_seats):
        try:
            Match(game, least - 1, one.options, bytes(16), "friendly")
        except (OptionError, PositionError):
            break
        least -= 1
    return least
