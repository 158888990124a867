"""Faults of the place where matches are kept: one line each, which names the place and the remedy."""

from __future__ import annotations

from typing import Final

from sqlalchemy.exc import DataError, DBAPIError

OWN: Final = (OverflowError, UnicodeEncodeError)
"""What drivers say of values that they cannot hand on."""


class Fault(Exception):
    """Something of this machine that is in the way: what, where, and what to do about it."""


class SchemaError(Fault):
    """The database was made by a newer Shapan."""


class InUse(Fault):
    """A server uses the data."""


class Conflict(Exception):
    """A write that cannot be: the number, the id or the seat is taken."""


def is_garbled(error: BaseException | None) -> bool:
    """Tell whether the driver could not read as text what SQLite answered: a file that is damaged, unseen by checks."""
    return isinstance(error, UnicodeDecodeError) or str(error).startswith("Could not decode to UTF-8")


def is_deadlock(error: DBAPIError) -> bool:
    """Tell whether PostgreSQL has undone a transaction because it and others waited for one another."""
    return getattr(error.orig, "sqlstate", None) == "40P01"


def is_own(error: Exception) -> bool:
    """Tell whether a write failed by what it asks: by a value that the database does not take, or by its length."""
    if isinstance(error, DBAPIError):
        return isinstance(error, DataError) or getattr(error.orig, "sqlstate", None) == "57014"  # it took too long
    return isinstance(error, OWN)


def cause_of(error: DBAPIError) -> str:
    """Return what a database says of an error, without the values read or written: they may be private."""
    if is_garbled(error.orig):
        return "the database is damaged"
    # PostgreSQL tells the row beside it.
    told = getattr(getattr(error.orig, "diag", None), "message_primary", None)
    return str(told or error.orig)
