"""Tables of clubs and their tournaments."""

from __future__ import annotations

from sqlalchemy import Column, ForeignKey, Integer, Table, Text, UniqueConstraint

from shapan.server.store.columns import METADATA, SECONDS, Boolean, LargeBinary, word

# Clubs, and their members: who has the link of a club joins it. The link is made from the secret.
CLUBS = Table(
    "clubs",
    METADATA,
    Column("id", word(32), primary_key=True),
    Column("name", word(64), nullable=False),
    Column("owner", word(64), ForeignKey("accounts.id"), nullable=False, index=True),
    Column("secret", LargeBinary(32), nullable=False),
    Column("made", SECONDS, nullable=False),
)

CLUB_MEMBERS = Table(
    "club_members",
    METADATA,
    Column("club", word(32), ForeignKey("clubs.id"), primary_key=True),
    Column("account", word(64), ForeignKey("accounts.id"), primary_key=True, index=True),
    Column("made", SECONDS, nullable=False),
)

# Tournaments of clubs.
TOURNAMENTS = Table(
    "tournaments",
    METADATA,
    Column("id", word(32), primary_key=True),
    Column("club", word(32), ForeignKey("clubs.id"), nullable=False, index=True),
    Column("name", word(64), nullable=False),
    # What is played: options as JSON, seats a table at most and at least; seconds a decision, or of a bank.
    Column("game", word(64), nullable=False),
    Column("options", Text, nullable=False),
    Column("seats", Integer, nullable=False),
    Column("least", Integer, nullable=False),
    Column("pace", Integer, nullable=False),
    Column("bank", Integer, nullable=False),
    Column("increment", Integer, nullable=False),
    # robin or swiss; how many rounds, 0 for what is usual for so many players; what all chance follows from.
    Column("form", word(16), nullable=False),
    Column("rounds", Integer, nullable=False),
    Column("seed", word(64), nullable=False),
    # open (for sign-ups), on, paused, over; until when one can sign up; whether rounds follow by themselves.
    Column("state", word(16), nullable=False, index=True),
    Column("until", SECONDS, nullable=True),
    Column("auto", Boolean, nullable=False),
    # The latest round.
    Column("round", Integer, nullable=False),
    Column("made", SECONDS, nullable=False),
)

TOURNAMENT_PLAYERS = Table(
    "tournament_players",
    METADATA,
    Column("tournament", word(32), ForeignKey("tournaments.id"), primary_key=True),
    Column("number", Integer, primary_key=True),
    Column("account", word(64), ForeignKey("accounts.id"), nullable=False, index=True),
    # in, out (withdrawn), removed.
    Column("state", word(16), nullable=False),
    Column("made", SECONDS, nullable=False),
    UniqueConstraint("tournament", "account"),
)

# Rounds that were paired, each once; on or over.
TOURNAMENT_ROUNDS = Table(
    "tournament_rounds",
    METADATA,
    Column("tournament", word(32), ForeignKey("tournaments.id"), primary_key=True),
    Column("round", Integer, primary_key=True),
    Column("state", word(16), nullable=False),
    Column("made", SECONDS, nullable=False),
)

# The tables of a round: planned (its match is still to be opened), open, over, closed (by the host), void.
TOURNAMENT_TABLES = Table(
    "tournament_tables",
    METADATA,
    Column("tournament", word(32), ForeignKey("tournaments.id"), primary_key=True),
    Column("round", Integer, primary_key=True),
    Column("board", Integer, primary_key=True),
    Column("match", word(32), nullable=False),
    Column("state", word(16), nullable=False),
)

# Who sits where in a round, at board 0 with a bye; and what it came to.
TOURNAMENT_SEATS = Table(
    "tournament_seats",
    METADATA,
    Column("tournament", word(32), ForeignKey("tournaments.id"), primary_key=True),
    Column("round", Integer, primary_key=True),
    Column("number", Integer, primary_key=True),
    Column("board", Integer, nullable=False),
    Column("seat", Integer, nullable=False),
    # In parts of a point, NULL before the end; and played, bye, noshow, out, void.
    Column("points", Integer, nullable=True),
    Column("mark", word(16), nullable=False),
)

# What hosts did: nothing is changed in it.
TOURNAMENT_ACTS = Table(
    "tournament_acts",
    METADATA,
    Column("id", word(32), primary_key=True),
    Column("tournament", word(32), ForeignKey("tournaments.id"), nullable=False, index=True),
    Column("account", word(64), nullable=False),
    # start, next, close, pause, resume, end, remove; and whom it is about, by number.
    Column("what", word(16), nullable=False),
    Column("about", Integer, nullable=True),
    Column("made", SECONDS, nullable=False),
)
