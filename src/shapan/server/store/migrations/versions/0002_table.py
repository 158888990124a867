"""The life of a table: pace, listing, chat, rematch, and the changes that are no records."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the columns and the tables."""
    with op.batch_alter_table("matches") as table:
        table.add_column(sa.Column("pace", sa.Integer, nullable=False, server_default="0"))
        table.add_column(sa.Column("listed", sa.Boolean, nullable=False, server_default="0"))
        table.add_column(sa.Column("chat", sa.String(16), nullable=False, server_default="free"))
        table.add_column(sa.Column("rematch", sa.String(32), nullable=True))
        table.add_column(sa.Column("rematch_by", sa.Integer, nullable=True))
    op.create_table(
        "changes",
        sa.Column("match", sa.String(32), sa.ForeignKey("matches.id"), primary_key=True),
        sa.Column("name", sa.String(96), primary_key=True),
        sa.Column("made", sa.Integer, nullable=False),
    )
    op.create_table(
        "chat",
        sa.Column("match", sa.String(32), sa.ForeignKey("matches.id"), primary_key=True),
        sa.Column("number", sa.Integer, primary_key=True),
        sa.Column("said", sa.String(96), nullable=False),
        sa.Column("seat", sa.Integer, nullable=False),
        sa.Column("name", sa.String(64), nullable=False),
        sa.Column("text", sa.Text, nullable=False),
        sa.Column("phrase", sa.String(64), nullable=True),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.UniqueConstraint("match", "said"),
    )
