"""Whether bots speak at a table, and the words that fill a set phrase."""

import sqlalchemy as sa
from alembic import op

revision = "0011"
down_revision = "0010"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the columns: at tables from before bots keep silent."""
    op.add_column("matches", sa.Column("talk", sa.Boolean, nullable=False, server_default="0"))
    op.add_column("chat", sa.Column("words", sa.Text, nullable=True))
