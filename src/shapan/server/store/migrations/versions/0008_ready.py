"""Tables wait until all are seated and ready; matches that are stored already have begun."""

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the column."""
    op.add_column("seats", sa.Column("ready", sa.Boolean, nullable=False, server_default="0"))
