"""Fair dice: the rounds in which a table makes the key of its match, and the seeds of its people."""

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects import postgresql

revision = "0018"
down_revision = "0016"
branch_labels = None
depends_on = None


def _word(most: int) -> sa.types.TypeEngine[str]:
    return sa.String(most).with_variant(postgresql.VARCHAR(most, collation="C"), "postgresql")


def upgrade() -> None:
    """Add the column and make the tables."""
    op.add_column("matches", sa.Column("fair", _word(16), nullable=False, server_default=""))
    op.create_table(
        "fair_rounds",
        sa.Column("match", _word(32), sa.ForeignKey("matches.id"), primary_key=True),
        sa.Column("round", sa.Integer, primary_key=True),
        sa.Column("secret", sa.LargeBinary(32), nullable=False),
        sa.Column("table", sa.Text, nullable=False),
        sa.Column("bound", sa.Integer().with_variant(sa.BigInteger, "postgresql"), nullable=False),
        sa.Column("void", _word(16), nullable=False),
        sa.PrimaryKeyConstraint("match", "round", name="pk_fair_rounds"),
    )
    op.create_table(
        "fair_seeds",
        sa.Column("match", _word(32), sa.ForeignKey("matches.id"), primary_key=True),
        sa.Column("round", sa.Integer, primary_key=True),
        sa.Column("seat", sa.Integer, primary_key=True),
        sa.Column("session", _word(64), nullable=True),
        sa.Column("commit", sa.LargeBinary(32), nullable=False),
        sa.Column("seed", sa.LargeBinary(32), nullable=True),
        sa.PrimaryKeyConstraint("match", "round", "seat", name="pk_fair_seeds"),
    )
