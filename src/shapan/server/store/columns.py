"""What the tables of the database are made with: the types of their columns, and how keys are named."""

from __future__ import annotations

from typing import Any

from sqlalchemy import BigInteger, Integer, MetaData, String, types
from sqlalchemy.dialects import postgresql
from sqlalchemy.ext.compiler import compiles
from sqlalchemy.sql.expression import FunctionElement


class Boolean(types.Boolean):
    """0 or 1, read as it is stored: what is neither is found with its row, not while all are fetched."""

    def result_processor(self, dialect: Any, coltype: Any) -> None:
        """Return no conversion."""


class LargeBinary(types.LargeBinary):
    """Bytes, read as they are stored."""

    def result_processor(self, dialect: Any, coltype: Any) -> None:
        """Return no conversion."""


class Blank(FunctionElement[bytes]):
    """No bytes, as a default."""

    inherit_cache = True


@compiles(Blank)
def _blank(element: Blank, compiler: Any, **_: Any) -> str:
    return "x''" if compiler.dialect.name == "sqlite" else "''"


def word(most: int) -> types.TypeEngine[str]:
    """Return the type of a short text, which is compared by its bytes."""
    return String(most).with_variant(postgresql.VARCHAR(most, collation="C"), "postgresql")


SECONDS = Integer().with_variant(BigInteger, "postgresql")
"""Since 1970."""

METADATA = MetaData(
    naming_convention={
        "ix": "ix_%(column_0_label)s",
        "uq": "uq_%(table_name)s_%(column_0_N_name)s",
        "fk": "fk_%(table_name)s_%(column_0_name)s_%(referred_table_name)s",
        "pk": "pk_%(table_name)s",
    }
)
