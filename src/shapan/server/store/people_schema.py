"""Tables of people: log-ins, members, what they have said of each other, moderation, ratings."""

from __future__ import annotations

from sqlalchemy import BigInteger, Column, Double, ForeignKey, Integer, Table, Text

from shapan.server.store.columns import METADATA, SECONDS, Boolean, word

SESSIONS = Table(
    "sessions",
    METADATA,
    Column("hash", word(64), primary_key=True),
    Column("name", word(64), nullable=False, default=""),
    Column("made", SECONDS, nullable=False),
    # Whose log-in it is, NULL for a guest; with which program, when last, until when.
    Column("account", word(64), nullable=True, index=True),
    Column("agent", word(64), nullable=False, default="", server_default=""),
    Column("seen", SECONDS, nullable=True),
    Column("expires", SECONDS, nullable=True),
    # When its person last proved who he is, and when it was ended.
    Column("fresh", SECONDS, nullable=True),
    Column("ended", SECONDS, nullable=True, index=True),
)

# Members. The id is that of the guest who became one: seats and tables hold it.
ACCOUNTS = Table(
    "accounts",
    METADATA,
    Column("id", word(64), primary_key=True),
    Column("name", word(64), nullable=False),
    # What the name shares with all that look like it.
    Column("folded", word(160), nullable=False, unique=True),
    # on, or gone: deleted, and of the person nothing is left.
    Column("state", word(16), nullable=False, default="on"),
    # player, host, moderator or admin.
    Column("role", word(16), nullable=False, default="player"),
    Column("made", SECONDS, nullable=False),
    Column("seen", SECONDS, nullable=False),
    # When the name was last changed, when the account is to be deleted, and when something of this was last changed.
    Column("renamed", SECONDS, nullable=True),
    Column("gone_at", SECONDS, nullable=True),
    Column("changed", SECONDS, nullable=False, index=True),
    # Whether friends see that the member is on line, and if so when that was last.
    Column("shows_online", Boolean, nullable=False, default=True, server_default="1"),
    Column("here", SECONDS, nullable=True),
    # Who sees the finished matches of public tables on the member's page: all, friends, none.
    Column("shows_matches", word(16), nullable=False, default="all", server_default="all"),
)

# What a member has said of another: asked, friend (both have such a row), refused, blocked.
TIES = Table(
    "ties",
    METADATA,
    Column("account", word(64), ForeignKey("accounts.id"), primary_key=True),
    Column("other", word(64), ForeignKey("accounts.id"), primary_key=True, index=True),
    Column("kind", word(16), nullable=False),
    Column("made", SECONDS, nullable=False),
)

# What people at a table have reported of others. It stays when the match goes.
REPORTS = Table(
    "reports",
    METADATA,
    Column("id", word(32), primary_key=True),
    # The match, who reports, of whom, and what that one was called.
    Column("place", word(32), nullable=False),
    Column("session", word(64), nullable=False),
    Column("about", word(64), nullable=False, index=True),
    Column("name", word(64), nullable=False),
    # The number of a message, NULL for a report of a person; why; and what was said last, as JSON.
    Column("message", Integer, nullable=True),
    Column("text", Text, nullable=False),
    Column("chat", Text, nullable=False),
    Column("made", SECONDS, nullable=False),
    Column("closed", SECONDS, nullable=True, index=True),
)

# What moderators have laid upon members and guests: mute or suspend, why, until when.
SANCTIONS = Table(
    "sanctions",
    METADATA,
    Column("id", word(32), primary_key=True),
    Column("about", word(64), nullable=False, index=True),
    Column("name", word(64), nullable=False),
    Column("kind", word(16), nullable=False),
    Column("reason", Text, nullable=False),
    Column("made", SECONDS, nullable=False),
    Column("until", SECONDS, nullable=False, index=True),
)

# All that moderators did: nothing is changed in it.
AUDIT = Table(
    "audit",
    METADATA,
    Column("id", word(32), primary_key=True),
    Column("account", word(64), nullable=False),
    Column("about", word(64), nullable=False),
    Column("name", word(64), nullable=False),
    # mute, suspend, close, lift.
    Column("what", word(16), nullable=False),
    Column("text", Text, nullable=False),
    Column("made", SECONDS, nullable=False, index=True),
)

# What members prove who they are by: a password, codes for when it is lost, passkeys.
CREDENTIALS = Table(
    "credentials",
    METADATA,
    Column("kind", word(16), primary_key=True),
    # The account of a password; else a hash of the code, or of the passkey's own id.
    Column("id", word(64), primary_key=True),
    Column("account", word(64), ForeignKey("accounts.id"), nullable=False, index=True),
    Column("secret", Text, nullable=False),
    Column("counter", BigInteger, nullable=False, default=0),
    Column("label", word(64), nullable=False, default=""),
    Column("made", SECONDS, nullable=False),
    Column("used", SECONDS, nullable=True),
)

# What is good once and for a while: links that set a new password, questions that a passkey signs.
TICKETS = Table(
    "tickets",
    METADATA,
    Column("hash", word(64), primary_key=True),
    Column("purpose", word(16), nullable=False),
    Column("account", word(64), nullable=True, index=True),
    Column("expires", SECONDS, nullable=False, index=True),
)

# What members are worth, by pool: game, speed, two seats or more.
RATINGS = Table(
    "ratings",
    METADATA,
    Column("account", word(64), ForeignKey("accounts.id"), primary_key=True),
    Column("pool", word(96), primary_key=True),
    Column("mu", Double, nullable=False),
    Column("sigma", Double, nullable=False),
    Column("matches", Integer, nullable=False),
)

# What a rated match came to for each member: all that ratings can be made from again, and the rating after it.
RATING_CHANGES = Table(
    "rating_changes",
    METADATA,
    Column("match", word(32), ForeignKey("matches.id"), primary_key=True),
    Column("account", word(64), ForeignKey("accounts.id"), primary_key=True, index=True),
    Column("pool", word(96), nullable=False),
    # Matches are counted in this order.
    Column("number", BigInteger, nullable=False),
    # Where the party came, 1 is best; those who won or lost together are one party.
    Column("rank", Integer, nullable=False),
    Column("party", Integer, nullable=False),
    Column("mu", Double, nullable=False),
    Column("sigma", Double, nullable=False),
    Column("made", SECONDS, nullable=False),
    # Whether it changes nothing where the member would lose by it: they took over a seat in the midst of the match.
    Column("spared", Boolean, nullable=False, default=False, server_default="0"),
)
