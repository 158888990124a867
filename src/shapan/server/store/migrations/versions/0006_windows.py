"""Reaction windows: how long they last, answers that wait for them to close, and standing orders."""

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the column and make the tables."""
    op.add_column("matches", sa.Column("window", sa.Integer, nullable=False, server_default="4000"))
    op.create_table(
        "sealed",
        sa.Column("match", sa.String(32), sa.ForeignKey("matches.id"), primary_key=True),
        sa.Column("seat", sa.Integer, primary_key=True),
        sa.Column("ordinal", sa.Integer, nullable=False),
        sa.Column("codes", sa.Text, nullable=False),
        sa.Column("by", sa.String(16), nullable=False),
    )
    op.create_table(
        "orders",
        sa.Column("match", sa.String(32), sa.ForeignKey("matches.id"), primary_key=True),
        sa.Column("seat", sa.Integer, primary_key=True),
        sa.Column("kind", sa.String(64), primary_key=True),
        sa.Column("answer", sa.String(16), nullable=False),
        sa.Column("until", sa.String(64), nullable=False),
    )
