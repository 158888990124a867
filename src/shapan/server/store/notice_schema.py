"""The tables of the database that say who is told of what, and how."""

from __future__ import annotations

from sqlalchemy import BigInteger, Column, ForeignKey, Integer, Table, Text, UniqueConstraint

from shapan.server.store.columns import METADATA, SECONDS, Boolean, word

# Whose turn it is at the tables of several people, by what all see, and when that is looked at to tell them of it. It
# follows from the matches, and is written again where it has fallen behind. See docs/design/notices.md.
TURNS = Table(
    "turns",
    METADATA,
    Column("match", word(32), ForeignKey("matches.id"), primary_key=True),
    # -1 for the table as such, whose webhooks tell whose turn it is.
    Column("seat", Integer, primary_key=True),
    Column("person", word(64), nullable=False, index=True),
    # turn, or ready: the others wait for them before the match begins.
    Column("kind", word(16), nullable=False),
    # Which question it is.
    Column("ordinal", BigInteger, nullable=False),
    Column("since", SECONDS, nullable=False),
    # When to look at it, NULL once nothing is left to tell; and how often they were told.
    Column("at", SECONDS, nullable=True, index=True),
    Column("stage", Integer, nullable=False),
)

# What was sent to whom by which channel, or is still to be sent.
DELIVERIES = Table(
    "deliveries",
    METADATA,
    Column("id", word(32), primary_key=True),
    Column("person", word(64), nullable=False, index=True),
    # Of which turn it tells; it is void once that is over.
    Column("match", word(32), ForeignKey("matches.id"), nullable=False, index=True),
    Column("seat", Integer, nullable=False),
    Column("ordinal", BigInteger, nullable=False),
    Column("since", SECONDS, nullable=False),
    Column("stage", Integer, nullable=False),
    # How, and to which of their hooks.
    Column("channel", word(16), nullable=False),
    Column("target", word(64), nullable=False),
    Column("tries", Integer, nullable=False),
    # When to try it, NULL once it is sent or has failed; due, sent or failed.
    Column("at", SECONDS, nullable=True, index=True),
    Column("state", word(16), nullable=False),
    Column("made", SECONDS, nullable=False),
    # Of which of the notices it tells, in place of a turn.
    Column("notice", word(32), nullable=True, index=True),
)

# What people are told besides turns: that someone wrote to them at a table, that they are invited to one, that
# another person has taken their seat over.
NOTICES = Table(
    "notices",
    METADATA,
    Column("id", word(32), primary_key=True),
    Column("match", word(32), ForeignKey("matches.id"), nullable=False),
    Column("person", word(64), nullable=False, index=True),
    # mention: someone has written to them; invited: the host would like to have them there; taken: somebody else has
    # their seat now.
    Column("kind", word(16), nullable=False),
    # Whose doing it is, and from which seat.
    Column("by", word(64), nullable=False, index=True),
    Column("seat", Integer, nullable=False),
    Column("since", SECONDS, nullable=False),
    # When to look at it, NULL once nothing is left to tell; and when its person was told, NULL before.
    Column("at", SECONDS, nullable=True, index=True),
    Column("told", SECONDS, nullable=True),
    # open; read: its person has looked; declined: they do not come.
    Column("state", word(16), nullable=False),
    UniqueConstraint("match", "person", "kind"),
)

# Whom somebody does not want to hear at a table.
MUTES = Table(
    "mutes",
    METADATA,
    Column("match", word(32), ForeignKey("matches.id"), primary_key=True),
    Column("person", word(64), primary_key=True, index=True),
    Column("other", word(64), primary_key=True, index=True),
)

# Addresses of other programs that are told: when it is a person's turn, or with a match whose turn it is there.
HOOKS = Table(
    "hooks",
    METADATA,
    Column("id", word(32), primary_key=True),
    Column("person", word(64), nullable=False, index=True),
    Column("match", word(32), ForeignKey("matches.id"), nullable=True, index=True),
    Column("url", Text, nullable=False),
    # json or discord.
    Column("form", word(16), nullable=False),
    # What messages are signed with.
    Column("secret", word(64), nullable=False),
    # In which language, and with which address of this server in links.
    Column("language", word(16), nullable=False),
    Column("origin", Text, nullable=False),
    Column("made", SECONDS, nullable=False),
    # Since when all tries fail, NULL since a message was taken, 0 once it is switched off.
    Column("failed", SECONDS, nullable=True),
)

# Browsers that are told though they are closed, by a service of their maker.
PUSHES = Table(
    "pushes",
    METADATA,
    # The hash of the address at that service.
    Column("id", word(64), primary_key=True),
    Column("person", word(64), nullable=False, index=True),
    # The session of the browser: when it ends, so does this.
    Column("login", word(64), nullable=False, index=True),
    Column("endpoint", Text, nullable=False),
    # For what only that browser can read.
    Column("key", word(128), nullable=False),
    Column("auth", word(64), nullable=False),
    Column("language", word(16), nullable=False),
    Column("origin", Text, nullable=False),
    Column("made", SECONDS, nullable=False),
)

# Where members get mail.
ADDRESSES = Table(
    "addresses",
    METADATA,
    Column("account", word(64), ForeignKey("accounts.id"), primary_key=True),
    Column("mail", word(254), nullable=False, index=True),
    # When its person has shown that it is theirs.
    Column("proved", SECONDS, nullable=True),
    # Whether notices go there too, and the secret of the link that ends it.
    Column("notices", Boolean, nullable=False),
    Column("ending", word(64), nullable=False, unique=True),
    Column("language", word(16), nullable=False),
    Column("origin", Text, nullable=False),
    # When the last notice went there.
    Column("mailed", SECONDS, nullable=True),
)

# How people want to be told.
NOTICE_SETTINGS = Table(
    "notice_settings",
    METADATA,
    Column("person", word(64), primary_key=True),
    # Also while they look at the table, and without delay.
    Column("at_once", Boolean, nullable=False),
    # Whether they are told that someone wrote to them: days (at slow tables), all, off; empty: as usual.
    Column("mentions", word(16), nullable=False, default="", server_default=""),
    # Who may invite them to tables by their name: all, friends, off; empty: as usual, all.
    Column("invitations", word(16), nullable=False, default="", server_default=""),
)
