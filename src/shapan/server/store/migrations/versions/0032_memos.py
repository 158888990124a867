"""Memos: what the person of a seat writes for themselves."""

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects import postgresql

revision = "0032"
down_revision = "0031"
branch_labels = None
depends_on = None


def _word(most: int) -> sa.types.TypeEngine[str]:
    return sa.String(most).with_variant(postgresql.VARCHAR(most, collation="C"), "postgresql")


def upgrade() -> None:
    """Make the table."""
    op.create_table(
        "memos",
        sa.Column("match", _word(32), sa.ForeignKey("matches.id"), primary_key=True),
        sa.Column("seat", sa.Integer, primary_key=True),
        sa.Column("person", _word(64), primary_key=True),
        sa.Column("text", sa.Text, nullable=False),
        sa.Column("version", sa.Integer, nullable=False),
        sa.Column("at", sa.Integer().with_variant(sa.BigInteger, "postgresql"), nullable=False),
        sa.PrimaryKeyConstraint("match", "seat", "person", name="pk_memos"),
    )
    op.create_index("ix_memos_person", "memos", ["person"])
