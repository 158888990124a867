"""Where members get mail."""

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects import postgresql

revision = "0027"
down_revision = "0026"
branch_labels = None
depends_on = None

SECONDS = sa.Integer().with_variant(sa.BigInteger, "postgresql")


def word(most: int) -> sa.types.TypeEngine[str]:
    """Return the type of a short text."""
    return sa.String(most).with_variant(postgresql.VARCHAR(most, collation="C"), "postgresql")


def upgrade() -> None:
    """Make the table."""
    op.create_table(
        "addresses",
        sa.Column("account", word(64), primary_key=True),
        sa.Column("mail", word(254), nullable=False),
        sa.Column("proved", SECONDS, nullable=True),
        sa.Column("notices", sa.Boolean, nullable=False),
        sa.Column("ending", word(64), nullable=False),
        sa.Column("language", word(16), nullable=False),
        sa.Column("origin", sa.Text, nullable=False),
        sa.Column("mailed", SECONDS, nullable=True),
        sa.PrimaryKeyConstraint("account", name="pk_addresses"),
        sa.ForeignKeyConstraint(["account"], ["accounts.id"], name="fk_addresses_account_accounts"),
        sa.UniqueConstraint("ending", name="uq_addresses_ending"),
    )
    op.create_index("ix_addresses_mail", "addresses", ["mail"])
