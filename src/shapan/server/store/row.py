"""Rows: what is stored of a match, as plain data."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Annotated, Any, Final, NamedTuple

import msgspec
from msgspec import Meta

MAX_SEATS: Final = 64
Number = Annotated[int, Meta(ge=0, le=2**31)]
Seat = Annotated[int, Meta(ge=0, lt=MAX_SEATS)]

CIRCLE: Final = "^(friends|club-[A-Za-z0-9_-]{16})?(?!\\n)$"
USUAL_WINDOW = 4000
"""Milliseconds that a reaction window lasts at least, if nobody says otherwise."""


class SeatRow(msgspec.Struct):
    """A place at the table: who holds it."""

    seat: Seat
    kind: Annotated[str, Meta(pattern="^(player|bot|open|left)$")]
    name: str = ""
    bot: str = ""
    session: str | None = None
    token_hash: str | None = None
    ready: bool = False
    """Whether its person wants to begin; means nothing once the match has begun."""
    back: str | None = None
    """The hash of the secret by which its person takes the seat again; None before he has asked for one."""
    sat: Number = 0
    """How many had come to the table before its person; 0 for those who sat there from the beginning."""
    muted: bool = False
    """Whether the others have taken the word from him."""
    night: Annotated[str, Meta(max_length=16)] = ""
    """When its person sleeps (`match/night.py`); empty: they have not said."""
    holiday: Annotated[str, Meta(max_length=32)] = ""
    """The holidays its person has taken (`match/holiday.py`)."""
    offered: bool = False
    """Whether its person wants a reserve to take it over."""

    @property
    def whose(self) -> str:
        """Its kind by whose it is: a person's seat stays a player's while a bot plays it."""
        return "player" if self.kind == "bot" and self.session is not None else self.kind


SEATING: Final = "seating"
"""Status of a match that has not begun: its people are waited for."""
TOURNAMENT: Final = "tournament:"
"""Begins the owner of a match that a tournament has opened; the id of that follows."""


class MatchRow(msgspec.Struct):
    """What a match was begun with."""

    id: str
    game: str
    rules_version: Number
    seats: Annotated[int, Meta(ge=1, le=MAX_SEATS)]
    options: dict[str, Any]
    undo: Annotated[str, Meta(pattern="^(friendly|strict)$")]
    key: bytes
    owner: str
    status: Annotated[str, Meta(pattern="^(seating|on|over)$")] = "on"
    """seating (people are still waited for), on, over."""
    voided: bool = False
    """Whether its people have called it off: it is over, and counts for nothing."""
    pace: Number = 0
    """Seconds a decision; 0 without a clock, and where each seat has a bank."""
    bank: Number = 0
    """Seconds that each seat has for the whole match; 0: it has no bank."""
    increment: Number = 0
    """Seconds that a bank gains by each decision, up to what it was at the start."""
    listed: bool = False
    """Whether strangers find the table in the lobby."""
    chat: Annotated[str, Meta(pattern="^(free|phrases|off)$")] = "free"
    """What may be said: free, phrases, off."""
    rematch: str | None = None
    """The next match of this table, and the seat that opened it."""
    rematch_by: Seat | None = None
    hints: bool = False
    """Whether who is asked may ask for a hint."""
    late: Annotated[str, Meta(pattern="^(bot|default)$")] = "bot"
    """Who is late twice in a row: a bot sits in, or only the default answers are given for them."""
    reserves: bool = False
    """Whether people may wait as reserves to take over a seat that becomes free."""
    talk: bool = False
    """Whether its bots speak, where the game gives them something to say."""
    guide: bool = False
    """Whether it is the guided first match of its game."""
    window: Number = USUAL_WINDOW
    """Milliseconds that a reaction window lasts at least where several people play."""
    secret: bytes = b""
    """What the links of open seats are made from; empty where there are none."""
    fair: Annotated[str, Meta(pattern="^(seeds|reveal)?$")] = ""
    """Whether its people make the key of its chance together: empty, seeds, reveal."""
    circle: Annotated[str, Meta(pattern=CIRCLE)] = ""
    """Who finds the table though strangers do not: no one, the friends of its owner, or a club, who alone sit down."""
    rated: Annotated[str, Meta(pattern="^(wish|on|done|void)?$")] = ""
    """Whether the match counts for ratings: empty (no), wish, on (it began so), done, void."""
    language: Annotated[str, Meta(max_length=16)] = ""
    """In which language its people talk; empty: any."""
    experience: Annotated[str, Meta(pattern="^(new|old)?$")] = ""
    """For whom it is: beginners, people who know the game, or all."""
    date: Annotated[int, Meta(ge=0, le=2**36)] | None = None
    """When it is to be played, in seconds; None where no one has agreed on a date."""

    @property
    def timed(self) -> bool:
        """Whether it has a clock."""
        return self.pace > 0 or self.bank > 0

    @property
    def is_of_tournament(self) -> bool:
        """Whether a tournament has opened it: then no one is its host, and its seats stay those of its players."""
        return self.owner.startswith(TOURNAMENT)


class Reserve(msgspec.Struct):
    """Somebody who waits to take over a seat of a match."""

    person: str
    name: str
    number: Number
    """By it they stand in line."""
    made: Annotated[int, Meta(ge=0, le=2**36)]
    hidden: bool = False
    """Whether no one else is told of them, and they are not asked: someone who sits there has blocked them."""
    seat: Seat | None = None
    """The seat that they are asked to take over, None while they wait."""
    asked: Annotated[int, Meta(ge=0, le=2**36)] | None = None
    until: Annotated[int, Meta(ge=0, le=2**36)] | None = None
    """Since when they are asked, and until when they may accept, in seconds."""


class Former(msgspec.Struct):
    """Somebody who had a seat of a match before another took it over."""

    number: Number
    seat: Seat
    person: str
    name: str
    moved: bool
    """Whether the other one was the same person by another log-in."""
    made: Annotated[int, Meta(ge=0, le=2**36)]


class Sealed(msgspec.Struct):
    """An answer to a reaction window that waits for it to close."""

    seat: Seat
    ordinal: Number
    codes: list[int]
    by: str


class Order(msgspec.Struct):
    """An order of a seat: for a kind of window (empty: all), `pass`, `decides` or `ask`; `until`: for one turn."""

    seat: Seat
    kind: str
    answer: str
    until: str = ""


class FairSeed(msgspec.Struct):
    """What a seat has committed to in a round of fair dice, and its seed once it has told it."""

    seat: Seat
    session: str | None
    commit: bytes
    seed: bytes | None = None


class FairRound(msgspec.Struct):
    """A round in which a table makes the key of its match."""

    round: Number
    secret: bytes
    """The server's seed."""
    table: str = ""
    """What the table has agreed on, as canonical JSON; empty before."""
    bound: Annotated[int, Meta(ge=0, le=2**36)] = 0
    """When the table was bound to it, by the machine's time."""
    void: Annotated[str, Meta(pattern="^(late|changed)?$")] = ""
    """Why it came to nothing: somebody revealed no seed in time, or the table changed."""
    seeds: list[FairSeed] = []


class Snapshot(NamedTuple):
    """A snapshot as it is stored: after how many records, their digest, and the match without its log."""

    number: int
    digest: str
    body: bytes


@dataclass(slots=True)
class Stored:
    """Everything stored of a match."""

    match: MatchRow
    seats: list[SeatRow]
    records: list[tuple[str, str | None]]
    """Body and decision id, in order."""
    snapshot: Snapshot | None
    times: list[int] = field(default_factory=list)
    """When each record was stored, in seconds."""
    changes: dict[str, int] = field(default_factory=dict)
    """Ids of the changes that are no records, and when each was stored, in seconds."""
    made: int = 0
    """When the match was opened."""
    sealed: list[Sealed] = field(default_factory=list)
    """Answers to a reaction window that wait for it to close; also some of earlier windows."""
    orders: list[Order] = field(default_factory=list)
    rounds: list[FairRound] = field(default_factory=list)
    """Of a fair table, in order."""
    notes: list[tuple[int, str]] = field(default_factory=list)
    """Bodies of what is told of the people at the table, in order."""
    plans: list[tuple[int, str]] = field(default_factory=list)
    """Seat and body of the answers that seats give in advance, in order."""
    reserves: list[Reserve] = field(default_factory=list)
    """Who waits to take over a seat, in order."""
    formers: list[Former] = field(default_factory=list)
    """Who had a seat before, in order."""
