"""Seeds of fair dice: how they are committed to, and how the key of a match's chance is made of them.

All digests are 32 bytes of BLAKE2b whose `person` is the use, over parts with their lengths before them, so that no two
uses and no two lists of parts give the same. See docs/design/fair-dice.md.
"""

from __future__ import annotations

import json
import secrets
from collections.abc import Mapping
from hashlib import blake2b
from typing import Any, Final

SIZE: Final = 32
"""Bytes of a seed, a digest and a key."""
SERVER: Final = 255
"""Stands in a commitment where the seat of a person would; no match has so many seats."""
START: Final = bytes(SIZE)
"""The digest of what someone has seen who has seen nothing."""

Part = bytes | str | int


def new_seed() -> bytes:
    """Return a seed, from the machine's entropy."""
    return secrets.token_bytes(SIZE)


def digest(use: str, *parts: Part) -> bytes:
    """Return the digest of some parts for a use; numbers count as 8 bytes, texts as UTF-8."""
    hashed = blake2b(digest_size=SIZE, person=use.encode())
    for part in parts:
        body = part.to_bytes(8, "little") if isinstance(part, int) else part.encode() if isinstance(part, str) else part
        hashed.update(len(body).to_bytes(8, "little") + body)
    return hashed.digest()


def commitment(match: str, round_: int, seat: int, seed: bytes) -> bytes:
    """Return by what a seat (`SERVER`: the server) commits to a seed, which it keeps to itself."""
    return digest("shapan-commit", match, round_, seat, seed)


def table_digest(table: str) -> bytes:
    """Return the digest of what a table has agreed on, from its canonical JSON."""
    return digest("shapan-table", table)


def match_key(match: str, round_: int, secret: bytes, seeds: Mapping[int, bytes]) -> bytes:
    """Return the key of a match's chance, from the server's seed and those of people, by seat.

    Nothing else that the server may choose is in it: it could try names or bots until the dice suit someone.
    """
    parts = [part for seat in sorted(seeds) for part in (seat, seeds[seat])]
    return digest("shapan-key", match, round_, secret, *parts)


def void_digest(told: Mapping[str, Any]) -> str:
    """Return what stands in the next table for a round that came to nothing."""
    return digest("shapan-void", canonical(told)).hex()


def seen_digest(before: bytes, event: Any) -> bytes:
    """Return the digest of what someone has seen, from that before an event and the event."""
    return digest("shapan-seen", before, canonical(event))


def canonical(value: Any) -> str:
    """Return the one way in which a value is written as JSON. Raises ValueError for numbers that are not whole."""
    return json.dumps(_checked(value), ensure_ascii=False, sort_keys=True, separators=(",", ":"))


def _checked(value: Any) -> Any:
    if isinstance(value, float):
        raise ValueError("numbers that are not whole are written in several ways")
    for inner in value.values() if isinstance(value, Mapping) else value if isinstance(value, list | tuple) else ():
        _checked(inner)
    return value
