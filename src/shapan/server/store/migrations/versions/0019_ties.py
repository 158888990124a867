"""Friends and blocks: what members are to each other, and when a member was last here, for friends."""

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects import postgresql

revision = "0019"
down_revision = "0018"
branch_labels = None
depends_on = None

SECONDS = sa.Integer().with_variant(sa.BigInteger, "postgresql")


def word(most: int) -> sa.types.TypeEngine[str]:
    """Return the type of a short text."""
    return sa.String(most).with_variant(postgresql.VARCHAR(most, collation="C"), "postgresql")


def upgrade() -> None:
    """Add the table, and the columns of accounts."""
    op.create_table(
        "ties",
        sa.Column("account", word(64), nullable=False),
        sa.Column("other", word(64), nullable=False),
        sa.Column("kind", word(16), nullable=False),
        sa.Column("made", SECONDS, nullable=False),
        sa.PrimaryKeyConstraint("account", "other", name="pk_ties"),
        sa.ForeignKeyConstraint(["account"], ["accounts.id"], name="fk_ties_account_accounts"),
        sa.ForeignKeyConstraint(["other"], ["accounts.id"], name="fk_ties_other_accounts"),
    )
    op.create_index("ix_ties_other", "ties", ["other"])
    op.add_column("accounts", sa.Column("shows_online", sa.Boolean, nullable=False, server_default="1"))
    op.add_column("matches", sa.Column("circle", word(32), nullable=False, server_default=""))
    op.add_column("accounts", sa.Column("here", SECONDS, nullable=True))
