"""What guests have left of what all processes together give them."""

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects import postgresql

revision = "0015"
down_revision = "0014"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the table."""
    op.create_table(
        "buckets",
        sa.Column(
            "name", sa.String(96).with_variant(postgresql.VARCHAR(96, collation="C"), "postgresql"), primary_key=True
        ),
        sa.Column("tokens", sa.Double, nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("name", name="pk_buckets"),
    )
    op.create_index("ix_buckets_at", "buckets", ["at"])
