"""Who won stands beside a finished match; of those that are stored already it is noted when they are next looked at."""

import sqlalchemy as sa
from alembic import op

revision = "0012"
down_revision = "0011"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the column."""
    op.add_column("matches", sa.Column("winners", sa.Text, nullable=True))
