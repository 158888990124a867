"""Tournaments in the store: who plays, which rounds were paired, and what their tables came to.

Whatever may happen once only is an update that names what was seen: of several processes one makes it.
"""

from __future__ import annotations

import secrets
from collections.abc import Mapping, Sequence
from typing import Any, Final

import msgspec
from sqlalchemy import ColumnElement, and_, delete, exists, func, insert, or_, select, update
from sqlalchemy.engine import Connection

from shapan.server.store.base import BaseStore
from shapan.server.store.damage import checked, decoded, readable
from shapan.server.store.fault import Conflict
from shapan.server.store.people import now
from shapan.server.store.row import SEATING
from shapan.server.store.schema import (
    ACCOUNTS,
    CLUB_MEMBERS,
    CLUBS,
    MATCHES,
    SANCTIONS,
    TOURNAMENT_ACTS,
    TOURNAMENT_PLAYERS,
    TOURNAMENT_ROUNDS,
    TOURNAMENT_SEATS,
    TOURNAMENT_TABLES,
    TOURNAMENTS,
)

MAX_TOURNAMENTS: Final = 50
"""Tournaments of one club, those that are over included."""
MAX_PLAYERS: Final = 128
_MAX_DEEDS: Final = 200
_PARTS: Final = (TOURNAMENT_ACTS, TOURNAMENT_SEATS, TOURNAMENT_TABLES, TOURNAMENT_ROUNDS, TOURNAMENT_PLAYERS)


class Tournament(msgspec.Struct):
    """A tournament, as it was set up and as it stands."""

    id: str
    club: str
    name: str
    game: str
    options: dict[str, Any]
    seats: int
    least: int
    pace: int
    form: str
    """robin or swiss."""
    rounds: int
    """0: as many as are usual for so many players."""
    seed: str
    state: str
    """open (for sign-ups), on, paused, over."""
    until: int | None
    """Until when one can sign up; None: until the host starts it."""
    auto: bool
    """Whether each round follows by itself on the one before."""
    round: int
    """The latest round, 0 before the first."""
    made: int
    bank: int = 0
    """Seconds that each player has for the whole match, and what each decision adds; 0: `pace` counts."""
    increment: int = 0


class Entrant(msgspec.Struct):
    """Someone who has signed up."""

    number: int
    account: str
    name: str
    state: str
    """in, out (withdrawn), removed."""
    gone: bool
    """Whether the account was deleted."""
    here: bool
    """Whether they can be paired: still of the club, and not suspended."""


class Chair(msgspec.Struct):
    """Where someone sits in a round, and what it came to."""

    round: int
    number: int
    board: int
    """0 for a bye."""
    seat: int
    points: int | None
    mark: str


class Board(msgspec.Struct):
    """A table of a round."""

    round: int
    board: int
    match: str
    state: str
    """planned (its match is still to be opened), open, over, closed (by the host), void."""


class Deed(msgspec.Struct):
    """Something that a host did."""

    name: str
    what: str
    about: int | None
    made: int


class Whole(msgspec.Struct):
    """A tournament with all that belongs to it."""

    tournament: Tournament
    players: list[Entrant]
    boards: list[Board]
    chairs: list[Chair]
    running: bool
    """Whether the latest round is on."""


class TournamentStore(BaseStore):
    """Tournaments, their players and rounds."""

    async def of_club(self, club: str) -> list[tuple[Tournament, int]]:
        """Return the tournaments of a club with how many signed up, those that are over last, the latest first.

        Damaged ones are passed over.
        """
        mine = TOURNAMENT_PLAYERS.c.tournament == TOURNAMENTS.c.id
        count = select(func.count()).where(mine, TOURNAMENT_PLAYERS.c.state == "in").scalar_subquery()
        query = select(TOURNAMENTS, count.label("count")).where(TOURNAMENTS.c.club == club)
        rows = await self._rows(query.order_by(TOURNAMENTS.c.state == "over", TOURNAMENTS.c.made.desc()))
        return list(readable(rows, lambda row: (_tournament(row), row.count)))

    async def begun(self) -> list[str]:
        """Return the tournaments that have begun and are not over."""
        query = select(TOURNAMENTS.c.id).where(TOURNAMENTS.c.state.in_(("on", "paused")))
        return [row.id for row in await self._rows(query)]

    async def due(self) -> list[str]:
        """Return the tournaments in which there is something to do, as far as the store knows.

        A sign-up has ended, a table is to be opened or its match is over, a round is to be closed or to be paired.
        """
        board, one = TOURNAMENT_TABLES.c, TOURNAMENTS.c
        mine = board.tournament == one.id
        played = exists().where(MATCHES.c.id == board.match, MATCHES.c.status.in_(("on", SEATING)))
        ended = exists().where(mine, or_(board.state == "planned", and_(board.state == "open", ~played)))
        left = exists().where(mine, board.round == one.round, board.state.in_(("planned", "open")))
        round_ = TOURNAMENT_ROUNDS.c
        running = exists().where(round_.tournament == one.id, round_.state == "on")
        due = or_(
            and_(one.state == "open", one.until <= now()),
            and_(one.state.in_(("on", "paused")), or_(ended, and_(running, ~left))),
            and_(one.state == "on", one.auto, ~running),
        )
        return [row.id for row in await self._rows(select(one.id).where(due))]

    async def never_begun(self) -> list[str]:
        """Return the matches of closed tables that still wait for their people."""
        board = TOURNAMENT_TABLES.c
        query = select(board.match).join(MATCHES, MATCHES.c.id == board.match)
        query = query.where(board.state == "closed", MATCHES.c.status == SEATING)
        return [row.match for row in await self._rows(query)]

    async def find(self, key: str) -> Whole | None:
        """Return a tournament with all that belongs to it. Raises DamagedRow."""
        rows = await self._rows(select(TOURNAMENTS).where(TOURNAMENTS.c.id == key))
        if not rows:
            return None
        boards = select(*_columns(TOURNAMENT_TABLES, Board)).where(TOURNAMENT_TABLES.c.tournament == key)
        chairs = select(*_columns(TOURNAMENT_SEATS, Chair)).where(TOURNAMENT_SEATS.c.tournament == key)
        rounds = select(TOURNAMENT_ROUNDS.c.round).where(
            TOURNAMENT_ROUNDS.c.tournament == key, TOURNAMENT_ROUNDS.c.state == "on"
        )
        tournament = _tournament(rows[0])
        order = (TOURNAMENT_SEATS.c.round, TOURNAMENT_SEATS.c.board, TOURNAMENT_SEATS.c.seat)
        return Whole(
            tournament,
            [_entrant(row) for row in await self._rows(_entrants(key, tournament.club))],
            [
                Board(*row)
                for row in await self._rows(boards.order_by(TOURNAMENT_TABLES.c.round, TOURNAMENT_TABLES.c.board))
            ],
            [Chair(*row) for row in await self._rows(chairs.order_by(*order))],
            bool(await self._rows(rounds)),
        )

    async def deeds(self, key: str) -> list[Deed]:
        """Return what hosts did of late, the latest first, with their names of today."""
        columns = [TOURNAMENT_ACTS.c[name] for name in ("what", "about", "made")]
        query = select(ACCOUNTS.c.name, *columns).join(ACCOUNTS, ACCOUNTS.c.id == TOURNAMENT_ACTS.c.account)
        rows = await self._rows(
            query.where(TOURNAMENT_ACTS.c.tournament == key)
            .order_by(TOURNAMENT_ACTS.c.made.desc(), TOURNAMENT_ACTS.c.id)
            .limit(_MAX_DEEDS)
        )
        return [Deed(*row) for row in rows]

    async def make(self, new: Tournament) -> None:
        """Store a new tournament; one that is there already stays.

        Raises Conflict if the club has as many as it may.
        """

        def job(connection: Connection) -> None:
            # Held: of two at a time each would count without the other.
            connection.execute(select(CLUBS.c.id).where(CLUBS.c.id == new.club).with_for_update())
            if connection.scalar(select(TOURNAMENTS.c.club).where(TOURNAMENTS.c.id == new.id)) == new.club:
                return
            count = select(func.count()).where(TOURNAMENTS.c.club == new.club)
            if (connection.scalar(count) or 0) >= MAX_TOURNAMENTS:
                raise Conflict("too many tournaments")
            row = {**msgspec.structs.asdict(new), "options": msgspec.json.encode(new.options).decode()}
            connection.execute(insert(TOURNAMENTS).values(row))

        await self._writer.do(job)

    async def enter(self, key: str, account: str) -> None:
        """Sign a member up, also one who had left the club and is back.

        Raises Conflict once that has ended, or all places are taken, and for who was removed.
        """

        def job(connection: Connection) -> None:
            _hold(connection, key, "open")
            theirs = and_(TOURNAMENT_PLAYERS.c.tournament == key, TOURNAMENT_PLAYERS.c.account == account)
            if (state := connection.scalar(select(TOURNAMENT_PLAYERS.c.state).where(theirs))) is not None:
                if state == "removed":
                    raise Conflict("removed")
                connection.execute(update(TOURNAMENT_PLAYERS).where(theirs).values(state="in"))
                return
            mine = TOURNAMENT_PLAYERS.c.tournament == key
            count, last = connection.execute(
                select(func.count(), func.coalesce(func.max(TOURNAMENT_PLAYERS.c.number), 0)).where(mine)
            ).one()
            if count >= MAX_PLAYERS:
                raise Conflict("full")
            row = {"tournament": key, "number": last + 1, "account": account, "state": "in", "made": now()}
            connection.execute(insert(TOURNAMENT_PLAYERS).values(row))

        await self._writer.do(job)

    async def withdraw(self, key: str, account: str) -> None:
        """Let a member withdraw: before the first round as if they had not signed up, later from the next round on."""

        def job(connection: Connection) -> None:
            theirs = and_(TOURNAMENT_PLAYERS.c.tournament == key, TOURNAMENT_PLAYERS.c.account == account)
            theirs = and_(theirs, TOURNAMENT_PLAYERS.c.state == "in")
            # Held: who is being paired by another process meanwhile has a seat, and must not vanish.
            if connection.scalar(select(TOURNAMENTS.c.round).where(TOURNAMENTS.c.id == key).with_for_update()):
                connection.execute(update(TOURNAMENT_PLAYERS).where(theirs).values(state="out"))
            else:
                connection.execute(delete(TOURNAMENT_PLAYERS).where(theirs))

        await self._writer.do(job)

    async def remove(self, key: str, number: int, by: str) -> None:
        """Let a host remove a player, from the next round on."""

        def job(connection: Connection) -> None:
            theirs = and_(TOURNAMENT_PLAYERS.c.tournament == key, TOURNAMENT_PLAYERS.c.number == number)
            playing = and_(theirs, TOURNAMENT_PLAYERS.c.state == "in")
            if connection.execute(update(TOURNAMENT_PLAYERS).where(playing).values(state="removed")).rowcount:
                _note(connection, key, by, "remove", number)

        await self._writer.do(job)

    async def turn(self, key: str, what: str, before: Sequence[str], state: str, by: str) -> None:
        """Let a host pause, resume or end it. Raises Conflict if it stands otherwise than was seen."""

        def job(connection: Connection) -> None:
            _hold(connection, key, *before)
            connection.execute(update(TOURNAMENTS).where(TOURNAMENTS.c.id == key).values(state=state))
            _note(connection, key, by, what)

        await self._writer.do(job)

    async def note(self, key: str, what: str, by: str) -> None:
        """Write down what a host did."""
        await self._writer.do(lambda connection: _note(connection, key, by, what))

    async def wait(self, key: str) -> None:
        """Leave the sign-up open until the host starts: at its end there were too few."""
        waits = and_(TOURNAMENTS.c.id == key, TOURNAMENTS.c.state == "open")
        await self._writer.do(
            lambda connection: connection.execute(update(TOURNAMENTS).where(waits).values(until=None))
        )

    # Rounds

    async def begin_round(
        self, seen: Whole, rounds: int, tables: Sequence[Sequence[int]], byes: Sequence[int], bye: int
    ) -> None:
        """Store the next round, in which these play: once. Raises Conflict if it was, or someone has come or gone.

        Args:
            seen: The tournament from which the round was made.
            rounds: How many there will be.
            tables: By board the numbers of the players in the order of their seats.
            byes: Who has a bye, each worth `bye` parts of a point.

        """
        key, number = seen.tournament.id, seen.tournament.round + 1
        present = {one.number for one in seen.players if one.state == "in" and one.here}

        def job(connection: Connection) -> None:
            still = and_(TOURNAMENTS.c.id == key, TOURNAMENTS.c.round == number - 1)
            still = and_(still, TOURNAMENTS.c.state.in_(("open", "on")))
            on = {"round": number, "rounds": rounds, "state": "on", "until": None}
            if not connection.execute(update(TOURNAMENTS).where(still).values(on)).rowcount:
                raise Conflict("the round was made")
            now_in = [_entrant(row) for row in connection.execute(_entrants(key, seen.tournament.club))]
            if {one.number for one in now_in if one.state == "in" and one.here} != present:
                raise Conflict("someone has come or gone")
            first = {"tournament": key, "round": number}
            connection.execute(insert(TOURNAMENT_ROUNDS).values({**first, "state": "on", "made": now()}))
            for board, table in enumerate(tables, 1):
                row = {**first, "board": board, "match": secrets.token_urlsafe(9), "state": "planned"}
                connection.execute(insert(TOURNAMENT_TABLES).values(row))
                for seat, player in enumerate(table):
                    row = {**first, "number": player, "board": board, "seat": seat, "points": None, "mark": ""}
                    connection.execute(insert(TOURNAMENT_SEATS).values(row))
            for place, player in enumerate(byes):
                row = {**first, "number": player, "board": 0, "seat": place, "points": bye, "mark": "bye"}
                connection.execute(insert(TOURNAMENT_SEATS).values(row))

        await self._writer.do(job)

    async def opened(self, key: str, board: Board) -> None:
        """Note that the match of a table is open."""
        planned = and_(_of_board(key, board), TOURNAMENT_TABLES.c.state == "planned")
        statement = update(TOURNAMENT_TABLES).where(planned).values(state="open")
        await self._writer.do(lambda connection: connection.execute(statement))

    async def record(self, key: str, board: Board, state: str, results: Mapping[int, tuple[int, str]]) -> None:
        """Store what a table came to, once: by seat the parts of a point, and a mark."""

        def job(connection: Connection) -> None:
            still = and_(_of_board(key, board), TOURNAMENT_TABLES.c.state.in_(("planned", "open")))
            if not connection.execute(update(TOURNAMENT_TABLES).where(still).values(state=state)).rowcount:
                return
            for seat, (points, mark) in results.items():
                table = TOURNAMENT_SEATS.c
                there = (table.tournament == key, table.round == board.round, table.board == board.board)
                values = {"points": points, "mark": mark}
                connection.execute(update(TOURNAMENT_SEATS).where(*there, table.seat == seat).values(values))

        await self._writer.do(job)

    async def close_round(self, key: str, number: int, rounds: int) -> None:
        """Note that a round is over, if all its tables are; after the last one so is the tournament."""

        def job(connection: Connection) -> None:
            table = TOURNAMENT_TABLES.c
            still = exists().where(table.tournament == key, table.round == number, table.state.in_(("planned", "open")))
            mine = (TOURNAMENT_ROUNDS.c.tournament == key, TOURNAMENT_ROUNDS.c.round == number)
            done = update(TOURNAMENT_ROUNDS).where(*mine, TOURNAMENT_ROUNDS.c.state == "on", ~still)
            if connection.execute(done.values(state="over")).rowcount and number >= rounds:
                connection.execute(update(TOURNAMENTS).where(TOURNAMENTS.c.id == key).values(state="over"))

        await self._writer.do(job)

    async def finish(self, key: str) -> None:
        """End a tournament that cannot go on: too few are left."""
        statement = update(TOURNAMENTS).where(TOURNAMENTS.c.id == key).values(state="over")
        await self._writer.do(lambda connection: connection.execute(statement))


def _columns(table: Any, kind: Any) -> list[Any]:
    return [table.c[name] for name in kind.__struct_fields__]


def _tournament(row: Any) -> Tournament:
    fields = {name: getattr(row, name) for name in Tournament.__struct_fields__}
    options = decoded("tournaments", "options", fields["options"], dict[str, Any])
    return checked("tournaments", Tournament, {**fields, "options": options})


def _entrants(key: str, club: str) -> Any:
    member = exists().where(CLUB_MEMBERS.c.club == club, CLUB_MEMBERS.c.account == ACCOUNTS.c.id)
    suspended = exists().where(
        SANCTIONS.c.about == ACCOUNTS.c.id, SANCTIONS.c.kind == "suspend", SANCTIONS.c.until > now()
    )
    columns = [TOURNAMENT_PLAYERS.c.number, TOURNAMENT_PLAYERS.c.account, ACCOUNTS.c.name, TOURNAMENT_PLAYERS.c.state]
    query = select(*columns, (ACCOUNTS.c.state != "on").label("gone"), and_(member, ~suspended).label("here"))
    query = query.join(ACCOUNTS, ACCOUNTS.c.id == TOURNAMENT_PLAYERS.c.account)
    return query.where(TOURNAMENT_PLAYERS.c.tournament == key).order_by(TOURNAMENT_PLAYERS.c.number)


def _entrant(row: Any) -> Entrant:
    return Entrant(row.number, row.account, row.name, row.state, bool(row.gone), bool(row.here))


def _of_board(key: str, board: Board) -> ColumnElement[bool]:
    table = TOURNAMENT_TABLES.c
    return and_(table.tournament == key, table.round == board.round, table.board == board.board)


def _hold(connection: Connection, key: str, *states: str) -> None:
    """Hold a tournament against all others until the transaction ends. Raises Conflict if it stands otherwise."""
    query = select(TOURNAMENTS.c.state).where(TOURNAMENTS.c.id == key).with_for_update()
    if connection.scalar(query) not in states:
        raise Conflict("the tournament stands otherwise")


def _note(connection: Connection, key: str, by: str, what: str, about: int | None = None) -> None:
    row = {"id": secrets.token_urlsafe(12), "tournament": key, "account": by, "what": what, "about": about}
    connection.execute(insert(TOURNAMENT_ACTS).values({**row, "made": now()}))


def end_tournaments(connection: Connection, club: str) -> None:
    """Remove the tournaments of a club that ends."""
    mine = select(TOURNAMENTS.c.id).where(TOURNAMENTS.c.club == club)
    for table in _PARTS:
        connection.execute(delete(table).where(table.c.tournament.in_(mine)))
    connection.execute(delete(TOURNAMENTS).where(TOURNAMENTS.c.club == club))


def leave_tournaments(connection: Connection, club: str, account: str) -> None:
    """Withdraw a member who leaves a club from its tournaments."""
    mine = select(TOURNAMENTS.c.id).where(TOURNAMENTS.c.club == club, TOURNAMENTS.c.state != "over")
    theirs = and_(TOURNAMENT_PLAYERS.c.account == account, TOURNAMENT_PLAYERS.c.state == "in")
    theirs = and_(theirs, TOURNAMENT_PLAYERS.c.tournament.in_(mine))
    connection.execute(update(TOURNAMENT_PLAYERS).where(theirs).values(state="out"))


def tournaments_told(connection: Connection, account: str) -> list[dict[str, Any]]:
    """Return what a member is told of their tournaments: name, how they take part, and each of their rounds."""
    table = TOURNAMENT_PLAYERS.c
    query = select(TOURNAMENTS.c.id, TOURNAMENTS.c.name, table.number, table.state, table.made)
    query = query.join(TOURNAMENTS, TOURNAMENTS.c.id == table.tournament).where(table.account == account)
    found = []
    for row in connection.execute(query.order_by(table.made, TOURNAMENTS.c.id)).all():
        chairs = TOURNAMENT_SEATS.c
        mine = (chairs.tournament == row.id, chairs.number == row.number)
        rounds = select(chairs.round, chairs.board, chairs.seat, chairs.points, chairs.mark).where(*mine)
        told = [dict(one) for one in connection.execute(rounds.order_by(chairs.round)).mappings()]
        found.append({"name": row.name, "state": row.state, "since": row.made, "rounds": told})
    return found
