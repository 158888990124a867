"""Web Push: the browsers that are told, and the key by which their services know this server."""

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects import postgresql

revision = "0025"
down_revision = "0024"
branch_labels = None
depends_on = None


def word(most: int) -> sa.types.TypeEngine[str]:
    """Return the type of a short text."""
    return sa.String(most).with_variant(postgresql.VARCHAR(most, collation="C"), "postgresql")


def upgrade() -> None:
    """Make the tables."""
    op.create_table(
        "pushes",
        sa.Column("id", word(64), primary_key=True),
        sa.Column("person", word(64), nullable=False),
        sa.Column("login", word(64), nullable=False),
        sa.Column("endpoint", sa.Text, nullable=False),
        sa.Column("key", word(128), nullable=False),
        sa.Column("auth", word(64), nullable=False),
        sa.Column("language", word(16), nullable=False),
        sa.Column("origin", sa.Text, nullable=False),
        sa.Column("made", sa.Integer().with_variant(sa.BigInteger, "postgresql"), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_pushes"),
    )
    op.create_index("ix_pushes_person", "pushes", ["person"])
    op.create_index("ix_pushes_login", "pushes", ["login"])
    op.create_table(
        "server_keys",
        sa.Column("name", word(32), primary_key=True),
        sa.Column("secret", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("name", name="pk_server_keys"),
    )
