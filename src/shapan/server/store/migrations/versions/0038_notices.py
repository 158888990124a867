"""What people are told besides turns, whom they do not hear at a table, and whom a message refers to."""

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects import postgresql

revision = "0038"
down_revision = "0035"
branch_labels = None
depends_on = None

SECONDS = sa.Integer().with_variant(sa.BigInteger, "postgresql")


def word(most: int) -> sa.types.TypeEngine[str]:
    """Return the type of a short text."""
    return sa.String(most).with_variant(postgresql.VARCHAR(most, collation="C"), "postgresql")


def upgrade() -> None:
    """Make the tables and columns."""
    op.create_table(
        "notices",
        sa.Column("id", word(32), nullable=False),
        sa.Column("match", word(32), nullable=False),
        sa.Column("person", word(64), nullable=False),
        sa.Column("kind", word(16), nullable=False),
        sa.Column("by", word(64), nullable=False),
        sa.Column("seat", sa.Integer, nullable=False),
        sa.Column("since", SECONDS, nullable=False),
        sa.Column("at", SECONDS, nullable=True),
        sa.Column("told", SECONDS, nullable=True),
        sa.Column("state", word(16), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_notices"),
        sa.ForeignKeyConstraint(["match"], ["matches.id"], name="fk_notices_match_matches"),
        sa.UniqueConstraint("match", "person", "kind", name="uq_notices_match_person_kind"),
    )
    op.create_index("ix_notices_person", "notices", ["person"])
    op.create_index("ix_notices_by", "notices", ["by"])
    op.create_index("ix_notices_at", "notices", ["at"])
    op.create_table(
        "mutes",
        sa.Column("match", word(32), nullable=False),
        sa.Column("person", word(64), nullable=False),
        sa.Column("other", word(64), nullable=False),
        sa.PrimaryKeyConstraint("match", "person", "other", name="pk_mutes"),
        sa.ForeignKeyConstraint(["match"], ["matches.id"], name="fk_mutes_match_matches"),
    )
    op.create_index("ix_mutes_person", "mutes", ["person"])
    op.create_index("ix_mutes_other", "mutes", ["other"])
    op.add_column("chat", sa.Column("refs", sa.Text, nullable=True))
    op.add_column("deliveries", sa.Column("notice", word(32), nullable=True))
    op.create_index("ix_deliveries_notice", "deliveries", ["notice"])
    op.add_column("notice_settings", sa.Column("mentions", word(16), nullable=False, server_default=""))
