"""Notices: whose turn it is, what was sent of it, webhooks, and how people want to be told."""

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects import postgresql

revision = "0023"
down_revision = "0022"
branch_labels = None
depends_on = None

SECONDS = sa.Integer().with_variant(sa.BigInteger, "postgresql")


def word(most: int) -> sa.types.TypeEngine[str]:
    """Return the type of a short text."""
    return sa.String(most).with_variant(postgresql.VARCHAR(most, collation="C"), "postgresql")


def upgrade() -> None:
    """Add the column and make the tables; of turns that began before no one is told."""
    op.add_column("matches", sa.Column("turned", SECONDS, nullable=True))
    op.execute("UPDATE matches SET turned = touched")
    op.create_table(
        "turns",
        sa.Column("match", word(32), sa.ForeignKey("matches.id"), primary_key=True),
        sa.Column("seat", sa.Integer, primary_key=True),
        sa.Column("person", word(64), nullable=False),
        sa.Column("kind", word(16), nullable=False),
        sa.Column("ordinal", sa.BigInteger, nullable=False),
        sa.Column("since", SECONDS, nullable=False),
        sa.Column("at", SECONDS, nullable=True),
        sa.Column("stage", sa.Integer, nullable=False),
        sa.PrimaryKeyConstraint("match", "seat", name="pk_turns"),
    )
    op.create_index("ix_turns_person", "turns", ["person"])
    op.create_index("ix_turns_at", "turns", ["at"])
    op.create_table(
        "deliveries",
        sa.Column("id", word(32), primary_key=True),
        sa.Column("person", word(64), nullable=False),
        sa.Column("match", word(32), sa.ForeignKey("matches.id"), nullable=False),
        sa.Column("seat", sa.Integer, nullable=False),
        sa.Column("ordinal", sa.BigInteger, nullable=False),
        sa.Column("since", SECONDS, nullable=False),
        sa.Column("stage", sa.Integer, nullable=False),
        sa.Column("channel", word(16), nullable=False),
        sa.Column("target", word(64), nullable=False),
        sa.Column("tries", sa.Integer, nullable=False),
        sa.Column("at", SECONDS, nullable=True),
        sa.Column("state", word(16), nullable=False),
        sa.Column("made", SECONDS, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_deliveries"),
    )
    for name in ("person", "match", "at"):
        op.create_index(f"ix_deliveries_{name}", "deliveries", [name])
    op.create_table(
        "hooks",
        sa.Column("id", word(32), primary_key=True),
        sa.Column("person", word(64), nullable=False),
        sa.Column("match", word(32), sa.ForeignKey("matches.id"), nullable=True),
        sa.Column("url", sa.Text, nullable=False),
        sa.Column("form", word(16), nullable=False),
        sa.Column("secret", word(64), nullable=False),
        sa.Column("language", word(16), nullable=False),
        sa.Column("origin", sa.Text, nullable=False),
        sa.Column("made", SECONDS, nullable=False),
        sa.Column("failed", SECONDS, nullable=True),
        sa.PrimaryKeyConstraint("id", name="pk_hooks"),
    )
    for name in ("person", "match"):
        op.create_index(f"ix_hooks_{name}", "hooks", [name])
    op.create_table(
        "notice_settings",
        sa.Column("person", word(64), primary_key=True),
        sa.Column("at_once", sa.Boolean, nullable=False),
        sa.PrimaryKeyConstraint("person", name="pk_notice_settings"),
    )
