"""Matches that stand where a test wants them: played by the engine at once, and laid into the data of a server."""

from __future__ import annotations

import secrets
import time
from collections.abc import Callable, Collection, Sequence
from typing import Any

import msgspec
from sqlalchemy import create_engine, insert

from browser.conftest import Server
from browser.person import Data, Person
from shapan import bots
from shapan.engine.match import Match
from shapan.engine.registry import find
from shapan.server.store.row import MatchRow, SeatRow
from shapan.server.store.schema import MATCHES, RECORDS, SEATS
from shapan.server.store.sqlite import prepare
from shapan.server.store.storage import match_values

Played = Match[Any]
Until = Callable[[Played], bool]
MOST = 2_000
"""Answers within which a match must come to where it is wanted."""


def asked(match: Played, seat: int, *kinds: str) -> bool:
    """Whether a seat is asked, and one of these kinds of question where there are some."""
    decision = match.decisions.get(seat)
    return decision is not None and (not kinds or decision.prompt.key in kinds)


def over(match: Played) -> bool:
    """Whether a match is over."""
    return match.over


_OVER: dict[tuple[Any, ...], Played] = {}


def played(
    game: str, seats: int, until: Until, *, key: bytes = b"prepared", options: Data | None = None, bot: str = "random"
) -> Played:
    """Return a match that bots have played until something holds of it; with the same key it is always the same.

    One that is over is made once.
    """
    made = (game, seats, key, tuple((options or {}).items()), bot)
    if until is over and made in _OVER:
        return _OVER[made]
    match: Played = Match(find(game), seats, options or {}, key, "friendly")
    mind = bots.find(bot)
    for _ in range(MOST):
        if until(match):
            if until is over:
                _OVER[made] = match
            return match
        assert not match.over, "the match has ended before"
        seat = min(match.decisions)
        match.answer(seat, bots.answer(mind, match, seat))
    raise AssertionError(f"not within {MOST} answers")


def lay(server: Server, match: Played, person: Person | None, *seats: str | Person, **rest: Any) -> str:
    """Lay a match into a server's data and return its id; seats are `me`, `hot`, `bot:<name>`, or somebody else."""
    session, name = person.session(server) if person else "", secrets.token_urlsafe(9)
    row = MatchRow(
        name,
        match.game.name,
        match.game.rules_version,
        match.seats,
        dict(match.given_options),
        match.undo_mode,
        match.key,
        session,
        **{"hints": sum(not (isinstance(seat, str) and seat.startswith("bot")) for seat in seats) < 2, **rest},
    )
    rows = [
        _seat(seat, kind, session) if isinstance(kind, str) else _seat(seat, "me", kind.session(server))
        for seat, kind in enumerate(seats)
    ]
    now = int(time.time())
    engine = create_engine(f"sqlite:///{server.data / 'shapan.sqlite3'}")
    prepare(engine, "IMMEDIATE")
    with engine.begin() as connection:
        connection.execute(insert(MATCHES).values(match_values(row, now, now)))
        connection.execute(insert(SEATS), [{"match": name, **msgspec.structs.asdict(seat)} for seat in rows])
        bodies = [msgspec.json.encode(record).decode() for record in match.log]
        if bodies:
            records = [{"match": name, "number": n, "body": body, "made": now} for n, body in enumerate(bodies)]
            connection.execute(insert(RECORDS), records)
    engine.dispose()
    return name


def _seat(seat: int, kind: str, session: str) -> SeatRow:
    kind, _, bot = kind.partition(":")
    return SeatRow(seat, "bot", "", bot) if kind == "bot" else SeatRow(seat, "player", "", session=session)


def stages(
    game: str, seats: int, kinds: Collection[str], *, keys: Sequence[bytes], most: int = 400, **options: Any
) -> dict[str, Played]:
    """Return for each kind of question a match in which it is asked, from the first of some keys that has one."""
    found: dict[str, Played] = {}
    for key in keys:
        match: Played = Match(find(game), seats, options, key, "friendly")
        for _ in range(most):
            if match.over:
                break
            for decision in match.decisions.values():
                if decision.prompt.key in kinds and decision.prompt.key not in found:
                    found[decision.prompt.key] = match.clone()
            seat = min(match.decisions)
            match.answer(seat, bots.answer(bots.find("random"), match, seat))
        if set(found) == set(kinds):
            break
    return found
