"""Profiles: who sees the finished matches of a member."""

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects import postgresql

revision = "0020"
down_revision = "0019"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the column: what was played in public is shown to all."""
    word = sa.String(16).with_variant(postgresql.VARCHAR(16, collation="C"), "postgresql")
    op.add_column("accounts", sa.Column("shows_matches", word, nullable=False, server_default="all"))
