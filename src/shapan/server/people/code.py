"""Recovery codes: eight secrets to note down, each of which logs in once. Only their hashes are kept."""

from __future__ import annotations

import secrets
from typing import Final

from shapan.server.store.people import hash_of

COUNT: Final = 8
_LETTERS: Final = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789"
"""Without those that look like one another; each is five bits of chance."""
_LENGTH: Final = 16
_GROUP: Final = 4


def new_codes() -> list[str]:
    """Return new codes, in groups of four letters and digits."""
    made = ["".join(secrets.choice(_LETTERS) for _ in range(_LENGTH)) for _ in range(COUNT)]
    return ["-".join(code[at : at + _GROUP] for at in range(0, _LENGTH, _GROUP)) for code in made]


def code_key(code: str) -> str:
    """Return the hash under which a code is kept, however it was typed."""
    return hash_of("code " + "".join(letter for letter in code.upper() if letter in _LETTERS)[:64])
