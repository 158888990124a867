"""The part of a match file that tells how the key of the match was made, and what is wrong with one that was changed.

The match's id is nowhere but in what its people have committed to: a file says no more than it can prove.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Any, Final, Literal

import msgspec

from shapan.server.match.fairness import void_chain
from shapan.server.match.seed import SERVER, canonical, commitment, match_key, table_digest
from shapan.server.store.row import FairRound, FairSeed, MatchRow

MAX_ROUNDS: Final = 10_000
Hex = Annotated[str, msgspec.Meta(pattern="^[0-9a-f]{64}$", max_length=64)]
Round = Annotated[int, msgspec.Meta(ge=0, le=2**31)]


class SeedPart(msgspec.Struct, forbid_unknown_fields=True):
    """What a seat has committed to, and its seed if it was told."""

    seat: Annotated[int, msgspec.Meta(ge=0, le=63)]
    commit: Hex
    seed: Hex | None = None


class RoundPart(msgspec.Struct, forbid_unknown_fields=True):
    """A round: the server's commitment and its seed, what the table was bound to, why it came to nothing."""

    round: Round
    server: Hex
    secret: Hex | None = None
    table: Annotated[str, msgspec.Meta(max_length=64_000)] = ""
    void: Literal["", "late", "changed"] = ""
    seeds: Annotated[list[SeedPart], msgspec.Meta(max_length=64)] = []


class FairPart(msgspec.Struct, forbid_unknown_fields=True):
    """How the key was made: the rounds, of which only the last one is not void."""

    mode: Literal["seeds", "reveal"]
    match: Annotated[str, msgspec.Meta(max_length=32)]
    rounds: Annotated[list[RoundPart], msgspec.Meta(min_length=1, max_length=MAX_ROUNDS)]


class TableSeat(msgspec.Struct, forbid_unknown_fields=True):
    """A seat as the table was bound to it."""

    bot: str
    kind: Literal["player", "bot"]


class BoundTable(msgspec.Struct, forbid_unknown_fields=True):
    """What a table has agreed on."""

    before: str
    commits: dict[str, Hex]
    fair: Literal["seeds", "reveal"]
    game: str
    match: str
    options: dict[str, Any]
    round: int
    rules_version: int
    seats: list[TableSeat]
    server: Hex
    undo: str


class Unproved(Exception):
    """A part of a file that does not fit the others."""


def fair_part(row: MatchRow, rounds: Sequence[FairRound], *, over: bool) -> FairPart | None:
    """Return how the key of a match was made, None without fair dice. Before its end no seed is told."""
    match = match_of(rounds) or row.id
    parts = [
        RoundPart(
            one.round,
            commitment(match, one.round, SERVER, one.secret).hex(),
            one.secret.hex() if over else None,
            one.table,
            one.void,  # type: ignore[arg-type]
            [
                SeedPart(kept.seat, kept.commit.hex(), kept.seed.hex() if over and kept.seed else None)
                for kept in one.seeds
            ],
        )
        for one in rounds
    ]
    return FairPart(row.fair, match, parts) if parts else None  # type: ignore[arg-type]


def match_of(rounds: Sequence[FairRound]) -> str:
    """Return the id that a match had at the table where its key was made, empty before it is bound."""
    bound = [one.table for one in rounds if one.table]
    return msgspec.json.decode(bound[-1], type=BoundTable).match if bound else ""


def rows_of(part: FairPart) -> list[FairRound]:
    """Return a part of a checked file as it is stored."""
    return [
        FairRound(
            one.round,
            bytes.fromhex(one.secret or ""),
            one.table,
            0,
            one.void,
            [FairSeed(kept.seat, None, bytes.fromhex(kept.commit), _bytes(kept.seed)) for kept in one.seeds],
        )
        for one in part.rounds
    ]


def _bytes(text: str | None) -> bytes | None:
    return None if text is None else bytes.fromhex(text)


# What is checked


def check_seeds(part: FairPart) -> tuple[int, int]:
    """Return how many people have given seeds to the key, and how many rounds are void. Raises Unproved."""
    for place, one in enumerate(part.rounds):
        if one.round != place:
            raise Unproved(f"round {place} is missing: after {place} of them comes round {one.round}")
        if bool(one.void) != (place < len(part.rounds) - 1):
            raise Unproved(f"round {place} is {'void' if one.void else 'not void'}: all but the last one are")
        secret = bytes.fromhex(one.secret or "")
        if commitment(part.match, one.round, SERVER, secret).hex() != one.server:
            raise Unproved(f"round {place}: the server's seed is not the one it committed to")
        for kept in one.seeds:
            _check_seed(part, one, kept)
    last = part.rounds[-1]
    if not last.seeds:
        raise Unproved("no one but the server gave a seed")
    return len(last.seeds), len(part.rounds) - 1


def _check_seed(part: FairPart, one: RoundPart, kept: SeedPart) -> None:
    if kept.seed is None and not one.void:
        raise Unproved(f"round {one.round}: the seed of seat {kept.seat} is missing")
    if kept.seed is not None:
        found = commitment(part.match, one.round, kept.seat, bytes.fromhex(kept.seed)).hex()
        if found != kept.commit:
            raise Unproved(f"round {one.round}: the seed of seat {kept.seat} is not the one it committed to")


def check_table(part: FairPart, file: Any) -> str:
    """Return the digest of what the table was bound to, which is the match in the file. Raises Unproved."""
    last = part.rounds[-1]
    table = read_table(last.table)
    told: dict[str, tuple[Any, Any]] = {
        "match": (table.match, part.match),
        "fair": (table.fair, part.mode),
        "round": (table.round, last.round),
        "server": (table.server, last.server),
        "commits": (table.commits, {str(kept.seat): kept.commit for kept in last.seeds}),
        "game": (table.game, file.game),
        "rules_version": (table.rules_version, file.rules_version),
        "options": (canonical(table.options), canonical(file.options)),
        "undo": (table.undo, file.undo),
        "seats": (len(table.seats), file.seats),
        "before": (table.before, void_chain(part.match, rows_of(part)[:-1])),
    }
    for field, (bound, found) in told.items():
        if bound != found:
            raise Unproved(f"{field} is not what the table was bound to")
    people = {str(seat) for seat, one in enumerate(table.seats) if one.kind == "player"}
    if people != set(table.commits):
        raise Unproved("commits is not of the people at the table")
    return table_digest(last.table).hex()


def read_table(text: str) -> BoundTable:
    """Return what a table was bound to. Raises Unproved unless it is written in the one way."""
    try:
        if canonical(msgspec.json.decode(text)) != text:
            raise Unproved("what the table was bound to is not written in the canonical way")
        return msgspec.json.decode(text, type=BoundTable)
    except (msgspec.DecodeError, UnicodeEncodeError, ValueError, RecursionError) as error:
        raise Unproved(f"what the table was bound to cannot be read: {error}") from None


def check_key(part: FairPart, key: str) -> None:
    """Raise Unproved unless the key of a match was made of its seeds."""
    last = part.rounds[-1]
    seeds = {kept.seat: bytes.fromhex(kept.seed) for kept in last.seeds if kept.seed is not None}
    if match_key(part.match, last.round, bytes.fromhex(last.secret or ""), seeds).hex() != key:
        raise Unproved("the key of the match is not made of the seeds")
