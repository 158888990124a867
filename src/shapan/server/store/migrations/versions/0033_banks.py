"""Banks: the time that each seat has for the whole match, and what a decision adds to it."""

import sqlalchemy as sa
from alembic import op

revision = "0033"
down_revision = "0032"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the columns."""
    for name in ("bank", "increment"):
        op.add_column("matches", sa.Column(name, sa.Integer, nullable=False, server_default="0"))
