"""The order in which matches were opened, which only SQLite kept by itself."""

import sqlalchemy as sa
from alembic import op

revision = "0013"
down_revision = "0012"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the column: matches that are stored already were opened in the order of their rows."""
    op.add_column("matches", sa.Column("opened", sa.BigInteger, nullable=False, server_default="0"))
    op.execute("UPDATE matches SET opened = rowid")
