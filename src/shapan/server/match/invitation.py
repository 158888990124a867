"""Invitations: the secrets of the links by which people take the open seats of a match."""

from __future__ import annotations

from hashlib import blake2b
from hmac import compare_digest

from shapan.server.store.row import MatchRow

_MARK = "."
"""Between the id of a match and the secret of its table, in no id."""


def invitation(row: MatchRow, seat: int) -> str:
    """Return the secret of an open seat's link, which says nothing of those of others."""
    return _secret(row, str(seat))


def table_invitation(row: MatchRow) -> str:
    """Return the secret of the link that gives whoever follows it the first seat that is open."""
    return f"{row.id}{_MARK}{_secret(row, 'table')}"


def reserve_invitation(row: MatchRow) -> str:
    """Return the secret of the link by which whoever follows it may be a reserve of a table."""
    return _secret(row, "reserve")


def is_of_reserves(row: MatchRow, token: str) -> bool:
    """Tell whether a token is that by which one may be a reserve of a match."""
    return bool(row.secret) and compare_digest(reserve_invitation(row).encode(), token.encode())


def table_of(token: str) -> str | None:
    """Return the match that the link of a table would be of; None for the link of a seat."""
    match, mark, _ = token.partition(_MARK)
    return match if mark else None


def is_of_table(row: MatchRow, token: str) -> bool:
    """Tell whether a token is that of the table of a match."""
    return bool(row.secret) and compare_digest(table_invitation(row).encode(), token.encode())


def is_valid(row: MatchRow, seat: int, token: str) -> bool:
    """Return whether a token gives a seat of a match: that of the seat, or of its table."""
    return is_of_table(row, token) or compare_digest(invitation(row, seat).encode(), token.encode())


def _secret(row: MatchRow, place: str) -> str:
    return blake2b(f"invitation {row.id} {place}".encode(), key=row.secret, digest_size=16).hexdigest()
