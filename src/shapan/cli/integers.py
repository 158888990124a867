"""Whole numbers on the command line: written as such, for cyclopts alone would round 2.5."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Any

from cyclopts import Parameter, Token

from shapan.cli.errors import UsageError


def whole(_: Any, tokens: Sequence[Token]) -> int:
    """Return the whole number that was written."""
    token = tokens[0]
    try:
        return int(token.value)
    except ValueError:
        where = f"{token.keyword}: " if token.keyword else ""
        raise UsageError(f"{where}{token.value[:60]!r} is not a whole number") from None


Whole = Annotated[int, Parameter(converter=whole)]
WholeOrNone = Annotated[int | None, Parameter(converter=whole)]
