"""Members: their accounts, what they prove who they are by, and their log-ins."""

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects import postgresql

revision = "0016"
down_revision = "0015"
branch_labels = None
depends_on = None

SECONDS = sa.Integer().with_variant(sa.BigInteger, "postgresql")


def word(most: int) -> sa.types.TypeEngine[str]:
    """Return the type of a short text."""
    return sa.String(most).with_variant(postgresql.VARCHAR(most, collation="C"), "postgresql")


def upgrade() -> None:
    """Add the tables, and to sessions whose log-in each is: those there are are guests'."""
    op.create_table(
        "accounts",
        sa.Column("id", word(64), primary_key=True),
        sa.Column("name", word(64), nullable=False),
        sa.Column("folded", word(160), nullable=False),
        sa.Column("state", word(16), nullable=False),
        sa.Column("role", word(16), nullable=False),
        sa.Column("made", SECONDS, nullable=False),
        sa.Column("seen", SECONDS, nullable=False),
        sa.Column("renamed", SECONDS, nullable=True),
        sa.Column("gone_at", SECONDS, nullable=True),
        sa.Column("changed", SECONDS, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_accounts"),
        sa.UniqueConstraint("folded", name="uq_accounts_folded"),
    )
    op.create_index("ix_accounts_changed", "accounts", ["changed"])
    op.create_table(
        "credentials",
        sa.Column("kind", word(16), primary_key=True),
        sa.Column("id", word(64), primary_key=True),
        sa.Column("account", word(64), nullable=False),
        sa.Column("secret", sa.Text, nullable=False),
        sa.Column("counter", sa.BigInteger, nullable=False),
        sa.Column("label", word(64), nullable=False),
        sa.Column("made", SECONDS, nullable=False),
        sa.Column("used", SECONDS, nullable=True),
        sa.PrimaryKeyConstraint("kind", "id", name="pk_credentials"),
        sa.ForeignKeyConstraint(["account"], ["accounts.id"], name="fk_credentials_account_accounts"),
    )
    op.create_index("ix_credentials_account", "credentials", ["account"])
    op.create_table(
        "tickets",
        sa.Column("hash", word(64), primary_key=True),
        sa.Column("purpose", word(16), nullable=False),
        sa.Column("account", word(64), nullable=True),
        sa.Column("expires", SECONDS, nullable=False),
        sa.PrimaryKeyConstraint("hash", name="pk_tickets"),
    )
    op.create_index("ix_tickets_account", "tickets", ["account"])
    op.create_index("ix_tickets_expires", "tickets", ["expires"])
    op.add_column("sessions", sa.Column("account", word(64), nullable=True))
    op.add_column("sessions", sa.Column("agent", word(64), nullable=False, server_default=""))
    for name in ("seen", "expires", "fresh", "ended"):
        op.add_column("sessions", sa.Column(name, SECONDS, nullable=True))
    op.create_index("ix_sessions_account", "sessions", ["account"])
    op.create_index("ix_sessions_ended", "sessions", ["ended"])
