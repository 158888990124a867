"""What is said of input that cannot be understood: one line, with what would be right."""

from __future__ import annotations

from collections.abc import Iterable
from difflib import get_close_matches


class UsageError(Exception):
    """Input that cannot be understood; becomes `shapan: ...` on standard error and exit code 2."""


def did_you_mean(word: str, known: Iterable[str]) -> str:
    """Return "; did you mean X?" for a word that is nearly a known one, else an empty text."""
    plain = {name.lower().replace("-", "_"): name for name in known}
    found = get_close_matches(word.lower().replace("-", "_"), plain, 1, 0.6)
    return f"; did you mean {plain[found[0]]}?" if found else ""
