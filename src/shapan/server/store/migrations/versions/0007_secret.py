"""A secret of its own for the invitations of a match, which had been made from the key of its dice."""

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the column: links that were given out before go on to lead to their seats."""
    op.add_column("matches", sa.Column("secret", sa.LargeBinary(32), nullable=False, server_default=sa.text("x''")))
    op.execute("UPDATE matches SET secret = key")
