"""Links by which people take their own seats again: each from a secret of its own, of which the hash is kept."""

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the column: nobody has asked for such a link yet."""
    op.add_column("seats", sa.Column("back", sa.String(64), nullable=True))
    op.create_index("ix_seats_back", "seats", ["back"], unique=True)
