"""Late: what becomes of a seat whose person is late twice in a row."""

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects import postgresql

revision = "0031"
down_revision = "0030"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the column."""
    kind = sa.String(16).with_variant(postgresql.VARCHAR(16, collation="C"), "postgresql")
    op.add_column("matches", sa.Column("late", kind, nullable=False, server_default="bot"))
