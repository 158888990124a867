"""Moderation: reports, what moderators have laid upon people, and all that moderators did."""

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects import postgresql

revision = "0024"
down_revision = "0023"
branch_labels = None
depends_on = None

SECONDS = sa.Integer().with_variant(sa.BigInteger, "postgresql")


def word(most: int) -> sa.types.TypeEngine[str]:
    """Return the type of a short text."""
    return sa.String(most).with_variant(postgresql.VARCHAR(most, collation="C"), "postgresql")


def upgrade() -> None:
    """Add the tables."""
    op.create_table(
        "reports",
        sa.Column("id", word(32), nullable=False),
        sa.Column("place", word(32), nullable=False),
        sa.Column("session", word(64), nullable=False),
        sa.Column("about", word(64), nullable=False),
        sa.Column("name", word(64), nullable=False),
        sa.Column("message", sa.Integer, nullable=True),
        sa.Column("text", sa.Text, nullable=False),
        sa.Column("chat", sa.Text, nullable=False),
        sa.Column("made", SECONDS, nullable=False),
        sa.Column("closed", SECONDS, nullable=True),
        sa.PrimaryKeyConstraint("id", name="pk_reports"),
    )
    op.create_index("ix_reports_about", "reports", ["about"])
    op.create_index("ix_reports_closed", "reports", ["closed"])
    op.create_table(
        "sanctions",
        sa.Column("id", word(32), nullable=False),
        sa.Column("about", word(64), nullable=False),
        sa.Column("name", word(64), nullable=False),
        sa.Column("kind", word(16), nullable=False),
        sa.Column("reason", sa.Text, nullable=False),
        sa.Column("made", SECONDS, nullable=False),
        sa.Column("until", SECONDS, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_sanctions"),
    )
    op.create_index("ix_sanctions_about", "sanctions", ["about"])
    op.create_index("ix_sanctions_until", "sanctions", ["until"])
    op.create_table(
        "audit",
        sa.Column("id", word(32), nullable=False),
        sa.Column("account", word(64), nullable=False),
        sa.Column("about", word(64), nullable=False),
        sa.Column("name", word(64), nullable=False),
        sa.Column("what", word(16), nullable=False),
        sa.Column("text", sa.Text, nullable=False),
        sa.Column("made", SECONDS, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_audit"),
    )
    op.create_index("ix_audit_made", "audit", ["made"])
