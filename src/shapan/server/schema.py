"""The tables of the database. Alembic's first revision makes the same (a test compares them)."""

from __future__ import annotations

from sqlalchemy import (
    Column,
    ForeignKey,
    Integer,
    LargeBinary,
    MetaData,
    String,
    Table,
    Text,
    UniqueConstraint,
)

REVISION = "0001"
"""The newest revision in `migrations/versions`."""

METADATA = MetaData(
    naming_convention={
        "ix": "ix_%(column_0_label)s",
        "uq": "uq_%(table_name)s_%(column_0_N_name)s",
        "fk": "fk_%(table_name)s_%(column_0_name)s_%(referred_table_name)s",
        "pk": "pk_%(table_name)s",
    }
)

SESSIONS = Table(
    "sessions",
    METADATA,
    Column("hash", String(64), primary_key=True),
    Column("name", String(64), nullable=False, default=""),
    Column("made", Integer, nullable=False),
)

MATCHES = Table(
    "matches",
    METADATA,
    Column("id", String(32), primary_key=True),
    Column("game", String(64), nullable=False),
    Column("rules_version", Integer, nullable=False),
    Column("seats", Integer, nullable=False),
    Column("options", Text, nullable=False),
    Column("undo", String(16), nullable=False),
    # The key of all chance of the match; nothing derived from it leaves the server before the end.
    Column("key", LargeBinary(32), nullable=False),
    Column("owner", String(64), nullable=False, index=True),
    Column("status", String(16), nullable=False, default="on"),
    Column("made", Integer, nullable=False),
    Column("touched", Integer, nullable=False),
)

SEATS = Table(
    "seats",
    METADATA,
    Column("match", String(32), ForeignKey("matches.id"), primary_key=True),
    Column("seat", Integer, primary_key=True),
    Column("kind", String(16), nullable=False),
    Column("name", String(64), nullable=False, default=""),
    Column("bot", String(64), nullable=False, default=""),
    Column("session", String(64), nullable=True, index=True),
    Column("token_hash", String(64), nullable=True, unique=True),
)

RECORDS = Table(
    "records",
    METADATA,
    Column("match", String(32), ForeignKey("matches.id"), primary_key=True),
    Column("number", Integer, primary_key=True),
    Column("body", Text, nullable=False),
    # The id that a client made for its answer: a repeat finds the first result.
    Column("decision", String(96), nullable=True),
    Column("made", Integer, nullable=False),
    UniqueConstraint("match", "decision"),
)

SNAPSHOTS = Table(
    "snapshots",
    METADATA,
    Column("match", String(32), ForeignKey("matches.id"), primary_key=True),
    Column("number", Integer, nullable=False),
    # Digest of the records it stands for: a snapshot of another log is not used.
    Column("digest", String(64), nullable=False),
    Column("body", LargeBinary, nullable=False),
)
