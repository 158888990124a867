"""Tables of what is kept of matches that are over: recordings, reviews."""

from __future__ import annotations

from sqlalchemy import Column, ForeignKey, Integer, Table

from shapan.server.store.columns import METADATA, LargeBinary, word

RECORDINGS = Table(
    "recordings",
    METADATA,
    Column("match", word(32), ForeignKey("matches.id"), primary_key=True),
    # Records that are recorded, parts that there are, and what a recorder needs to go on.
    Column("number", Integer, nullable=False),
    Column("parts", Integer, nullable=False),
    Column("reel", LargeBinary, nullable=False),
)

RECORDED_PARTS = Table(
    "recorded_parts",
    METADATA,
    Column("match", word(32), ForeignKey("matches.id"), primary_key=True),
    Column("viewer", Integer, primary_key=True),
    Column("part", Integer, primary_key=True),
    # The part replaces all that the viewer had from this position on.
    Column("first", Integer, nullable=False),
    Column("body", LargeBinary, nullable=False),
)

REVIEWS = Table(
    "reviews",
    METADATA,
    Column("match", word(32), ForeignKey("matches.id"), primary_key=True),
    # planned, making, done, or none where it cannot be made; how many points it has, and what is to be looked at.
    Column("state", word(16), nullable=False),
    Column("total", Integer, nullable=False),
    Column("plan", LargeBinary, nullable=False),
)

REVIEW_POINTS = Table(
    "review_points",
    METADATA,
    Column("match", word(32), ForeignKey("matches.id"), primary_key=True),
    Column("number", Integer, primary_key=True),
    Column("body", LargeBinary, nullable=False),
)
