"""Whether a table gives hints."""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the column: tables from before give none."""
    with op.batch_alter_table("matches") as table:
        table.add_column(sa.Column("hints", sa.Boolean, nullable=False, server_default="0"))
