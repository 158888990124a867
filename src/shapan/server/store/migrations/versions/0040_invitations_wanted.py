"""From whom somebody wants to be invited to tables: everyone, friends, nobody."""

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects import postgresql

revision = "0040"
down_revision = "0039"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the column; empty stands for what is usual."""
    word = sa.String(16).with_variant(postgresql.VARCHAR(16, collation="C"), "postgresql")
    op.add_column("notice_settings", sa.Column("invitations", word, nullable=False, server_default=""))
