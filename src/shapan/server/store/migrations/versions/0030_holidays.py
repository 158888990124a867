"""Holidays: the days in which the person of a seat is away."""

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects import postgresql

revision = "0030"
down_revision = "0029"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the column."""
    kind = sa.String(32).with_variant(postgresql.VARCHAR(32, collation="C"), "postgresql")
    op.add_column("seats", sa.Column("holiday", kind, nullable=False, server_default=""))
