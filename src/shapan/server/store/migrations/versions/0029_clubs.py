"""Clubs: members who find each other's tables, and who is one of them."""

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects import postgresql

revision = "0029"
down_revision = "0028"
branch_labels = None
depends_on = None

SECONDS = sa.Integer().with_variant(sa.BigInteger, "postgresql")


def word(most: int) -> sa.types.TypeEngine[str]:
    """Return the type of a short text."""
    return sa.String(most).with_variant(postgresql.VARCHAR(most, collation="C"), "postgresql")


def upgrade() -> None:
    """Add the tables."""
    op.create_table(
        "clubs",
        sa.Column("id", word(32), nullable=False),
        sa.Column("name", word(64), nullable=False),
        sa.Column("owner", word(64), nullable=False),
        sa.Column("secret", sa.LargeBinary(32), nullable=False),
        sa.Column("made", SECONDS, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_clubs"),
        sa.ForeignKeyConstraint(["owner"], ["accounts.id"], name="fk_clubs_owner_accounts"),
    )
    op.create_index("ix_clubs_owner", "clubs", ["owner"])
    op.create_table(
        "club_members",
        sa.Column("club", word(32), nullable=False),
        sa.Column("account", word(64), nullable=False),
        sa.Column("made", SECONDS, nullable=False),
        sa.PrimaryKeyConstraint("club", "account", name="pk_club_members"),
        sa.ForeignKeyConstraint(["club"], ["clubs.id"], name="fk_club_members_club_clubs"),
        sa.ForeignKeyConstraint(["account"], ["accounts.id"], name="fk_club_members_account_accounts"),
    )
    op.create_index("ix_club_members_account", "club_members", ["account"])
