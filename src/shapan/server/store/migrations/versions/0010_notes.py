"""What is told of the people at a table; since when each sits there; whether he may speak."""

import sqlalchemy as sa
from alembic import op

revision = "0010"
down_revision = "0009"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add table and columns: of what came before nothing is told, and who sits already has come first."""
    op.create_table(
        "notes",
        sa.Column("match", sa.String(32), sa.ForeignKey("matches.id", name="fk_notes_match_matches"), nullable=False),
        sa.Column("number", sa.Integer, nullable=False),
        sa.Column("body", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("match", "number", name="pk_notes"),
    )
    op.add_column("seats", sa.Column("sat", sa.Integer, nullable=False, server_default="0"))
    op.add_column("seats", sa.Column("muted", sa.Boolean, nullable=False, server_default="0"))
