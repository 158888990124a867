"""The tables of the database. Alembic's revisions make the same (a test compares them)."""

from __future__ import annotations

from sqlalchemy import BigInteger, Column, Double, ForeignKey, Integer, Table, Text, UniqueConstraint

from shapan.server.store.club_schema import (
    CLUB_MEMBERS,
    CLUBS,
    TOURNAMENT_ACTS,
    TOURNAMENT_PLAYERS,
    TOURNAMENT_ROUNDS,
    TOURNAMENT_SEATS,
    TOURNAMENT_TABLES,
    TOURNAMENTS,
)
from shapan.server.store.columns import METADATA, SECONDS, Blank, Boolean, LargeBinary, word
from shapan.server.store.notice_schema import (
    ADDRESSES,
    DELIVERIES,
    HOOKS,
    MUTES,
    NOTICE_SETTINGS,
    NOTICES,
    PUSHES,
    TURNS,
)
from shapan.server.store.people_schema import (
    ACCOUNTS,
    AUDIT,
    CREDENTIALS,
    RATING_CHANGES,
    RATINGS,
    REPORTS,
    SANCTIONS,
    SESSIONS,
    TICKETS,
    TIES,
)
from shapan.server.store.replay_schema import (
    RECORDED_PARTS,
    RECORDINGS,
    REVIEW_POINTS,
    REVIEWS,
)

__all__ = [
    "ADDRESSES",
    "DELIVERIES",
    "HOOKS",
    "MUTES",
    "NOTICE_SETTINGS",
    "PUSHES",
    "NOTICES",
    "TURNS",
    "METADATA",
    "SESSIONS",
    "ACCOUNTS",
    "TIES",
    "REPORTS",
    "SANCTIONS",
    "AUDIT",
    "CREDENTIALS",
    "TICKETS",
    "RATINGS",
    "RATING_CHANGES",
    "CLUBS",
    "CLUB_MEMBERS",
    "TOURNAMENTS",
    "TOURNAMENT_PLAYERS",
    "TOURNAMENT_ROUNDS",
    "TOURNAMENT_TABLES",
    "TOURNAMENT_SEATS",
    "TOURNAMENT_ACTS",
    "RECORDINGS",
    "RECORDED_PARTS",
    "REVIEWS",
    "REVIEW_POINTS",
]

REVISION = "0040"
"""The newest revision in `migrations/versions`."""

# What guests have left of what all processes together give them.
BUCKETS = Table(
    "buckets",
    METADATA,
    Column("name", word(96), primary_key=True),
    Column("tokens", Double, nullable=False),
    # Milliseconds.
    Column("at", BigInteger, nullable=False, index=True),
)

MATCHES = Table(
    "matches",
    METADATA,
    Column("id", word(32), primary_key=True),
    Column("game", word(64), nullable=False),
    Column("rules_version", Integer, nullable=False),
    Column("seats", Integer, nullable=False),
    Column("options", Text, nullable=False),
    Column("undo", word(16), nullable=False),
    # The key of all chance of the match; nothing derived from it leaves the server before the end.
    Column("key", LargeBinary(32), nullable=False),
    Column("owner", word(64), nullable=False, index=True),
    # seating (people are still waited for), on, over.
    Column("status", word(16), nullable=False, default="on"),
    Column("made", SECONDS, nullable=False),
    Column("touched", SECONDS, nullable=False),
    # Seconds a decision, 0 without a clock; whether strangers find the table in the lobby; what may be said at it.
    Column("pace", Integer, nullable=False, default=0, server_default="0"),
    # Or the seconds of each seat for the whole match, and those that a decision adds.
    Column("bank", Integer, nullable=False, default=0, server_default="0"),
    Column("increment", Integer, nullable=False, default=0, server_default="0"),
    Column("listed", Boolean, nullable=False, default=False, server_default="0"),
    Column("chat", word(16), nullable=False, default="free", server_default="free"),
    # The next match of this table, and the seat that opened it.
    Column("rematch", word(32), nullable=True),
    Column("rematch_by", Integer, nullable=True),
    # Whether who is asked may ask for a hint.
    Column("hints", Boolean, nullable=False, default=False, server_default="0"),
    # Whether its bots speak.
    Column("talk", Boolean, nullable=False, default=False, server_default="0"),
    # What becomes of a seat whose person is late twice in a row: a bot sits in, or its default answers are given.
    Column("late", word(16), nullable=False, default="bot", server_default="bot"),
    # Whether people may wait as reserves to take over a seat that becomes free.
    Column("reserves", Boolean, nullable=False, default=False, server_default="0"),
    # Milliseconds that a reaction window lasts at least where several people play.
    Column("window", Integer, nullable=False, default=4000, server_default="4000"),
    # What the links of open seats are made from.
    Column("secret", LargeBinary(32), nullable=False, server_default=Blank()),
    # The seats that won a finished match, as JSON; NULL until it is over.
    Column("winners", Text, nullable=True),
    # Whether its people have called it off: then it has no winners, and counts for nothing.
    Column("voided", Boolean, nullable=False, default=False, server_default="0"),
    # Nanoseconds: what was opened later has more, also within one second.
    Column("opened", BigInteger, nullable=False, server_default="0"),
    # The process that plays it, NULL for none; and when its clock is to be looked at while none does.
    Column("home", Integer, nullable=True, index=True),
    Column("due", SECONDS, nullable=True),
    # Whether its people make the key of its chance together: empty, seeds, reveal.
    Column("fair", word(16), nullable=False, default="", server_default=""),
    # Who finds it in the lobby though strangers do not: empty (no one), friends (of its owner), club-ID.
    Column("circle", word(32), nullable=False, default="", server_default=""),
    # Whether it is rated: empty (no), wish, on (since it began), done, void (it did not begin so).
    Column("rated", word(16), nullable=False, default="", server_default="", index=True),
    # The value of `touched` up to which `turns` says who is asked; NULL: not at all.
    Column("turned", SECONDS, nullable=True),
    # In which language people talk, for whom it is (new, old), empty: any; and when it is to be played.
    Column("language", word(16), nullable=False, default="", server_default=""),
    Column("experience", word(16), nullable=False, default="", server_default=""),
    Column("date", SECONDS, nullable=True),
)

# Keys of this server, shared by its processes.
SERVER_KEYS = Table(
    "server_keys",
    METADATA,
    Column("name", word(32), primary_key=True),
    Column("secret", Text, nullable=False),
)

# The rounds in which a table makes the key of its match; the last one is not void. See docs/design/fair-dice.md.
FAIR_ROUNDS = Table(
    "fair_rounds",
    METADATA,
    Column("match", word(32), ForeignKey("matches.id"), primary_key=True),
    Column("round", Integer, primary_key=True),
    # The server's seed; nobody is told before the match is over.
    Column("secret", LargeBinary(32), nullable=False),
    # What the table has agreed on, as canonical JSON, empty before; and when it was bound to it.
    Column("table", Text, nullable=False),
    Column("bound", SECONDS, nullable=False),
    # Why it came to nothing: empty, late, changed.
    Column("void", word(16), nullable=False),
)

# What the people of a table have committed to in a round, and once they have told it, their seeds.
FAIR_SEEDS = Table(
    "fair_seeds",
    METADATA,
    Column("match", word(32), ForeignKey("matches.id"), primary_key=True),
    Column("round", Integer, primary_key=True),
    Column("seat", Integer, primary_key=True),
    # Whose it is: of another person at this seat it is of no use.
    Column("session", word(64), nullable=True),
    Column("commit", LargeBinary(32), nullable=False),
    Column("seed", LargeBinary(32), nullable=True),
)

# The processes that write to this database together: a new row for each session by which one writes. None where there
# is one process alone.
PROCESSES = Table(
    "processes",
    METADATA,
    Column("id", Integer, primary_key=True),
    # By which name others send requests to it.
    Column("name", word(32), nullable=False),
    Column("version", word(32), nullable=False),
    # By game the version of its rules, as JSON.
    Column("rules", Text, nullable=False),
    Column("began", SECONDS, nullable=False),
)

SEATS = Table(
    "seats",
    METADATA,
    Column("match", word(32), ForeignKey("matches.id"), primary_key=True),
    Column("seat", Integer, primary_key=True),
    Column("kind", word(16), nullable=False),
    Column("name", word(64), nullable=False, default=""),
    Column("bot", word(64), nullable=False, default=""),
    Column("session", word(64), nullable=True, index=True),
    Column("token_hash", word(64), nullable=True, unique=True),
    # Whether its person wants to begin.
    Column("ready", Boolean, nullable=False, default=False, server_default="0"),
    # The hash of the secret by which its person takes the seat again, if he has asked for one.
    Column("back", word(64), nullable=True, unique=True, index=True),
    # How many had come to the table before its person; whether the others have taken the word from him.
    Column("sat", Integer, nullable=False, default=0, server_default="0"),
    Column("muted", Boolean, nullable=False, default=False, server_default="0"),
    # When its person sleeps: how far their clock is ahead of UTC, when the night begins there, its hours; or empty.
    Column("night", word(16), nullable=False, default="", server_default=""),
    # The year, how many days of holiday its person has taken in it, and until when they are away; or empty.
    Column("holiday", word(32), nullable=False, default="", server_default=""),
    # Whether its person wants a reserve to take it over.
    Column("offered", Boolean, nullable=False, default=False, server_default="0"),
)

# Who waits to take over a seat, in the order of their numbers; and for which one a reserve is asked, until when.
RESERVES = Table(
    "reserves",
    METADATA,
    Column("match", word(32), ForeignKey("matches.id"), primary_key=True),
    Column("person", word(64), primary_key=True, index=True),
    Column("number", Integer, nullable=False),
    Column("name", word(64), nullable=False),
    Column("made", SECONDS, nullable=False),
    # Whether no one else is told of them: someone who sits there has blocked them.
    Column("hidden", Boolean, nullable=False, default=False, server_default="0"),
    Column("seat", Integer, nullable=True),
    Column("asked", SECONDS, nullable=True),
    Column("until", SECONDS, nullable=True, index=True),
)

# Who had a seat of a match before someone else took it over; `moved`: it was the same person by another log-in.
FORMER_PLAYERS = Table(
    "former_players",
    METADATA,
    Column("match", word(32), ForeignKey("matches.id"), primary_key=True),
    Column("number", Integer, primary_key=True),
    Column("seat", Integer, nullable=False),
    Column("person", word(64), nullable=False, index=True),
    Column("name", word(64), nullable=False),
    Column("moved", Boolean, nullable=False, default=False, server_default="0"),
    Column("made", SECONDS, nullable=False),
)

RECORDS = Table(
    "records",
    METADATA,
    Column("match", word(32), ForeignKey("matches.id"), primary_key=True),
    Column("number", Integer, primary_key=True),
    Column("body", Text, nullable=False),
    # The id that a client made for its answer: a repeat finds the first result.
    Column("decision", word(96), nullable=True),
    Column("made", SECONDS, nullable=False),
    UniqueConstraint("match", "decision"),
)

# Changes of a match that are no records of the game (a seat handed over, something said), by the id that a client made.
CHANGES = Table(
    "changes",
    METADATA,
    Column("match", word(32), ForeignKey("matches.id"), primary_key=True),
    Column("name", word(96), primary_key=True),
    Column("made", SECONDS, nullable=False),
)

CHAT = Table(
    "chat",
    METADATA,
    Column("match", word(32), ForeignKey("matches.id"), primary_key=True),
    Column("number", Integer, primary_key=True),
    # Seat and id that a client made: a repeat says nothing twice.
    Column("said", word(96), nullable=False),
    Column("seat", Integer, nullable=False),
    Column("name", word(64), nullable=False),
    Column("text", Text, nullable=False),
    Column("phrase", word(64), nullable=True),
    # What fills the phrase, as JSON.
    Column("words", Text, nullable=True),
    # Milliseconds.
    Column("at", BigInteger, nullable=False),
    # To whom the message is written, as JSON.
    Column("refs", Text, nullable=True),
    UniqueConstraint("match", "said"),
)

# What is told of the people at a table, beside the game.
NOTES = Table(
    "notes",
    METADATA,
    Column("match", word(32), ForeignKey("matches.id"), primary_key=True),
    Column("number", Integer, primary_key=True),
    Column("body", Text, nullable=False),
)

# What the person of a seat writes for themselves during a match: no one else is ever told of it.
MEMOS = Table(
    "memos",
    METADATA,
    Column("match", word(32), ForeignKey("matches.id"), primary_key=True),
    Column("seat", Integer, primary_key=True),
    Column("person", word(64), primary_key=True, index=True),
    Column("text", Text, nullable=False),
    # How often it was changed: who changes an older one is told.
    Column("version", Integer, nullable=False),
    Column("at", SECONDS, nullable=False),
)

# Answers to the reaction window that is open: stored, and no records of the match before it closes.
SEALED = Table(
    "sealed",
    METADATA,
    Column("match", word(32), ForeignKey("matches.id"), primary_key=True),
    Column("seat", Integer, primary_key=True),
    Column("ordinal", Integer, nullable=False),
    Column("codes", Text, nullable=False),
    Column("by", word(16), nullable=False),
)

# What a seat wants answered to reaction windows unasked: by kind (empty: all), for the turn `until` (empty: the match).
ORDERS = Table(
    "orders",
    METADATA,
    Column("match", word(32), ForeignKey("matches.id"), primary_key=True),
    Column("seat", Integer, primary_key=True),
    Column("kind", word(64), primary_key=True),
    Column("answer", word(16), nullable=False),
    Column("until", word(64), nullable=False, default=""),
)

# Answers that a seat gives in advance, in their order, and what has become of earlier ones; as JSON.
PLANS = Table(
    "plans",
    METADATA,
    Column("match", word(32), ForeignKey("matches.id"), primary_key=True),
    Column("seat", Integer, primary_key=True),
    Column("place", Integer, primary_key=True),
    Column("body", Text, nullable=False),
)

SNAPSHOTS = Table(
    "snapshots",
    METADATA,
    Column("match", word(32), ForeignKey("matches.id"), primary_key=True),
    Column("number", Integer, nullable=False),
    # Digest of the records it stands for: a snapshot of another log is not used.
    Column("digest", word(64), nullable=False),
    Column("body", LargeBinary, nullable=False),
)
