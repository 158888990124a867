"""Reserves: who waits to take over a seat, who had it before, and whether a table allows it."""

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects import postgresql

revision = "0039"
down_revision = "0038"
branch_labels = None
depends_on = None

SECONDS = sa.Integer().with_variant(sa.BigInteger, "postgresql")


def word(most: int) -> sa.types.TypeEngine[str]:
    """Return the type of a short text."""
    return sa.String(most).with_variant(postgresql.VARCHAR(most, collation="C"), "postgresql")


def upgrade() -> None:
    """Add tables and columns."""
    for table, name in (("matches", "reserves"), ("seats", "offered"), ("rating_changes", "spared")):
        op.add_column(table, sa.Column(name, sa.Boolean, nullable=False, server_default="0"))
    op.create_table(
        "reserves",
        sa.Column("match", word(32), nullable=False),
        sa.Column("person", word(64), nullable=False),
        sa.Column("number", sa.Integer, nullable=False),
        sa.Column("name", word(64), nullable=False),
        sa.Column("made", SECONDS, nullable=False),
        sa.Column("hidden", sa.Boolean, nullable=False, server_default="0"),
        sa.Column("seat", sa.Integer, nullable=True),
        sa.Column("asked", SECONDS, nullable=True),
        sa.Column("until", SECONDS, nullable=True),
        sa.PrimaryKeyConstraint("match", "person", name="pk_reserves"),
        sa.ForeignKeyConstraint(["match"], ["matches.id"], name="fk_reserves_match_matches"),
    )
    op.create_index("ix_reserves_person", "reserves", ["person"])
    op.create_index("ix_reserves_until", "reserves", ["until"])
    op.create_table(
        "former_players",
        sa.Column("match", word(32), nullable=False),
        sa.Column("number", sa.Integer, nullable=False),
        sa.Column("seat", sa.Integer, nullable=False),
        sa.Column("person", word(64), nullable=False),
        sa.Column("name", word(64), nullable=False),
        sa.Column("moved", sa.Boolean, nullable=False, server_default="0"),
        sa.Column("made", SECONDS, nullable=False),
        sa.PrimaryKeyConstraint("match", "number", name="pk_former_players"),
        sa.ForeignKeyConstraint(["match"], ["matches.id"], name="fk_former_players_match_matches"),
    )
    op.create_index("ix_former_players_person", "former_players", ["person"])
