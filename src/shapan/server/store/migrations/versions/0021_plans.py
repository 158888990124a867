"""Plans: answers that a seat gives in advance."""

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects import postgresql

revision = "0021"
down_revision = "0020"
branch_labels = None
depends_on = None


def _word(most: int) -> sa.types.TypeEngine[str]:
    return sa.String(most).with_variant(postgresql.VARCHAR(most, collation="C"), "postgresql")


def upgrade() -> None:
    """Make the table."""
    op.create_table(
        "plans",
        sa.Column("match", _word(32), sa.ForeignKey("matches.id"), primary_key=True),
        sa.Column("seat", sa.Integer, primary_key=True),
        sa.Column("place", sa.Integer, primary_key=True),
        sa.Column("body", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("match", "seat", "place", name="pk_plans"),
    )
