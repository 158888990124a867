"""Nights: the hours in which the person of a seat sleeps."""

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects import postgresql

revision = "0028"
down_revision = "0027"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the column."""
    kind = sa.String(16).with_variant(postgresql.VARCHAR(16, collation="C"), "postgresql")
    op.add_column("seats", sa.Column("night", kind, nullable=False, server_default=""))
