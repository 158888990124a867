"""Tournaments of clubs: players, rounds, tables, what they came to, and what hosts did."""

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects import postgresql

revision = "0035"
down_revision = "0034"
branch_labels = None
depends_on = None

SECONDS = sa.Integer().with_variant(sa.BigInteger, "postgresql")


def word(most: int) -> sa.types.TypeEngine[str]:
    """Return the type of a short text."""
    return sa.String(most).with_variant(postgresql.VARCHAR(most, collation="C"), "postgresql")


def part(name: str, key: str, *columns: sa.schema.SchemaItem) -> None:
    """Make a table whose rows belong to a tournament, told apart by the columns of a key."""
    op.create_table(
        name,
        sa.Column("tournament", word(32), nullable=False),
        *columns,
        sa.PrimaryKeyConstraint(*key.split(), name=f"pk_{name}"),
        sa.ForeignKeyConstraint(["tournament"], ["tournaments.id"], name=f"fk_{name}_tournament_tournaments"),
    )


def upgrade() -> None:
    """Add the tables."""
    op.create_table(
        "tournaments",
        sa.Column("id", word(32), nullable=False),
        sa.Column("club", word(32), nullable=False),
        sa.Column("name", word(64), nullable=False),
        sa.Column("game", word(64), nullable=False),
        sa.Column("options", sa.Text, nullable=False),
        sa.Column("seats", sa.Integer, nullable=False),
        sa.Column("least", sa.Integer, nullable=False),
        sa.Column("pace", sa.Integer, nullable=False),
        sa.Column("bank", sa.Integer, nullable=False),
        sa.Column("increment", sa.Integer, nullable=False),
        sa.Column("form", word(16), nullable=False),
        sa.Column("rounds", sa.Integer, nullable=False),
        sa.Column("seed", word(64), nullable=False),
        sa.Column("state", word(16), nullable=False),
        sa.Column("until", SECONDS, nullable=True),
        sa.Column("auto", sa.Boolean, nullable=False),
        sa.Column("round", sa.Integer, nullable=False),
        sa.Column("made", SECONDS, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_tournaments"),
        sa.ForeignKeyConstraint(["club"], ["clubs.id"], name="fk_tournaments_club_clubs"),
    )
    op.create_index("ix_tournaments_club", "tournaments", ["club"])
    op.create_index("ix_tournaments_state", "tournaments", ["state"])
    part(
        "tournament_players",
        "tournament number",
        sa.Column("number", sa.Integer, nullable=False),
        sa.Column("account", word(64), nullable=False),
        sa.Column("state", word(16), nullable=False),
        sa.Column("made", SECONDS, nullable=False),
        sa.ForeignKeyConstraint(["account"], ["accounts.id"], name="fk_tournament_players_account_accounts"),
        sa.UniqueConstraint("tournament", "account", name="uq_tournament_players_tournament_account"),
    )
    op.create_index("ix_tournament_players_account", "tournament_players", ["account"])
    part(
        "tournament_rounds",
        "tournament round",
        sa.Column("round", sa.Integer, nullable=False),
        sa.Column("state", word(16), nullable=False),
        sa.Column("made", SECONDS, nullable=False),
    )
    part(
        "tournament_tables",
        "tournament round board",
        sa.Column("round", sa.Integer, nullable=False),
        sa.Column("board", sa.Integer, nullable=False),
        sa.Column("match", word(32), nullable=False),
        sa.Column("state", word(16), nullable=False),
    )
    part(
        "tournament_seats",
        "tournament round number",
        sa.Column("round", sa.Integer, nullable=False),
        sa.Column("number", sa.Integer, nullable=False),
        sa.Column("board", sa.Integer, nullable=False),
        sa.Column("seat", sa.Integer, nullable=False),
        sa.Column("points", sa.Integer, nullable=True),
        sa.Column("mark", word(16), nullable=False),
    )
    part(
        "tournament_acts",
        "id",
        sa.Column("id", word(32), nullable=False),
        sa.Column("account", word(64), nullable=False),
        sa.Column("what", word(16), nullable=False),
        sa.Column("about", sa.Integer, nullable=True),
        sa.Column("made", SECONDS, nullable=False),
    )
    op.create_index("ix_tournament_acts_tournament", "tournament_acts", ["tournament"])
