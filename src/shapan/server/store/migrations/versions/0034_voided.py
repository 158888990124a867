"""Voided: the matches that their people have called off."""

import sqlalchemy as sa
from alembic import op

revision = "0034"
down_revision = "0033"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the column."""
    op.add_column("matches", sa.Column("voided", sa.Boolean, nullable=False, server_default="0"))
