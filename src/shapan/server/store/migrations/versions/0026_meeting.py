"""What an open table says of itself to strangers: language, experience, and the date of its match."""

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects import postgresql

revision = "0026"
down_revision = "0025"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the columns: tables that there are say nothing."""
    word = sa.String(16).with_variant(postgresql.VARCHAR(16, collation="C"), "postgresql")
    op.add_column("matches", sa.Column("language", word, nullable=False, server_default=""))
    op.add_column("matches", sa.Column("experience", word, nullable=False, server_default=""))
    op.add_column("matches", sa.Column("date", sa.Integer().with_variant(sa.BigInteger, "postgresql"), nullable=True))
