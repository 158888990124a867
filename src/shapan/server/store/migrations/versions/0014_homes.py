"""The processes that write to one database, which of them plays a match, and when the clock of one at rest is due."""

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects import postgresql

revision = "0014"
down_revision = "0013"
branch_labels = None
depends_on = None

SECONDS = sa.Integer().with_variant(sa.BigInteger, "postgresql")


def word(most: int) -> sa.types.TypeEngine[str]:
    """Return the type of a short text."""
    return sa.String(most).with_variant(postgresql.VARCHAR(most, collation="C"), "postgresql")


def upgrade() -> None:
    """Add the table and the columns: nobody plays a match at first."""
    op.create_table(
        "processes",
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("name", word(32), nullable=False),
        sa.Column("version", word(32), nullable=False),
        sa.Column("rules", sa.Text, nullable=False),
        sa.Column("began", SECONDS, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_processes"),
    )
    op.add_column("matches", sa.Column("home", sa.Integer, nullable=True))
    op.add_column("matches", sa.Column("due", SECONDS, nullable=True))
    op.create_index("ix_matches_home", "matches", ["home"])
