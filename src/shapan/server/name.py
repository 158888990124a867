"""Names that people give themselves: what of them is shown to others."""

from __future__ import annotations

import unicodedata
from typing import Final

REFUSED: Final = frozenset({"Cc", "Cs", "Co", "Zl", "Zp"})
"""Categories of signs that nobody can read."""
UNSEEN: Final = frozenset({"Cf", "Mn", "Me", "Zs"})
"""Categories of signs that cannot be seen alone."""
TURNING: Final = frozenset("\u200e\u200f\u061c\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")
"""Marks that change the direction of what stands after them, also outside the words they stand in."""


def unfit(letter: str) -> bool:
    """Tell whether a sign may not stand in what others are shown."""
    return unicodedata.category(letter) in REFUSED or letter in TURNING


def unseen(words: str) -> bool:
    """Tell whether nothing of some words can be seen."""
    return all(unicodedata.category(letter) in UNSEEN for letter in words)


def tidy(name: str) -> str:
    """Return a name without the signs that hide or turn others, empty if nothing of it can be seen."""
    kept = "".join(letter for letter in " ".join(name.split()) if not unfit(letter))
    return "" if unseen(kept) else kept
