"""Ratings: what members are worth in each pool, what each rated match changed, and which tables are rated."""

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects import postgresql

revision = "0022"
down_revision = "0021"
branch_labels = None
depends_on = None

SECONDS = sa.Integer().with_variant(sa.BigInteger, "postgresql")


def word(most: int) -> sa.types.TypeEngine[str]:
    """Return the type of a short text."""
    return sa.String(most).with_variant(postgresql.VARCHAR(most, collation="C"), "postgresql")


def upgrade() -> None:
    """Add the tables and the column: no match that there is was rated."""
    op.add_column("matches", sa.Column("rated", word(16), nullable=False, server_default=""))
    op.create_index("ix_matches_rated", "matches", ["rated"])
    op.create_table(
        "ratings",
        sa.Column("account", word(64), nullable=False),
        sa.Column("pool", word(96), nullable=False),
        sa.Column("mu", sa.Double, nullable=False),
        sa.Column("sigma", sa.Double, nullable=False),
        sa.Column("matches", sa.Integer, nullable=False),
        sa.PrimaryKeyConstraint("account", "pool", name="pk_ratings"),
        sa.ForeignKeyConstraint(["account"], ["accounts.id"], name="fk_ratings_account_accounts"),
    )
    op.create_table(
        "rating_changes",
        sa.Column("match", word(32), nullable=False),
        sa.Column("account", word(64), nullable=False),
        sa.Column("pool", word(96), nullable=False),
        sa.Column("number", sa.BigInteger, nullable=False),
        sa.Column("rank", sa.Integer, nullable=False),
        sa.Column("party", sa.Integer, nullable=False),
        sa.Column("mu", sa.Double, nullable=False),
        sa.Column("sigma", sa.Double, nullable=False),
        sa.Column("made", SECONDS, nullable=False),
        sa.PrimaryKeyConstraint("match", "account", name="pk_rating_changes"),
        sa.ForeignKeyConstraint(["match"], ["matches.id"], name="fk_rating_changes_match_matches"),
        sa.ForeignKeyConstraint(["account"], ["accounts.id"], name="fk_rating_changes_account_accounts"),
    )
    op.create_index("ix_rating_changes_account", "rating_changes", ["account"])
