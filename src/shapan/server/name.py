"""Names that people give themselves: what of them is shown to others, and when two are the same to the eye."""

from __future__ import annotations

import unicodedata
from collections.abc import Collection
from itertools import count
from typing import Final

from shapan.server.alike import LATIN

LONGEST: Final = 40
REFUSED: Final = frozenset({"Cc", "Cs", "Co", "Zl", "Zp"})
"""Categories of signs that nobody can read."""
UNSEEN: Final = frozenset({"Cf", "Mn", "Me", "Zs"})
"""Categories of signs that cannot be seen alone."""
TURNING: Final = frozenset("\u200e\u200f\u061c\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")
"""Marks that change the direction of what stands after them, also outside the words they stand in."""
BLANK: Final = frozenset("\u115f\u1160\u2800\u3164\uffa0\U00013441\U00013442\U0001d159")
"""Letters and symbols by their category, and nothing to the eye: fillers of Hangul, Braille without dots, others."""
_IGNORABLE: Final = (
    *((0xAD, 0xAD), (0x34F, 0x34F), (0x61C, 0x61C), (0x17B4, 0x17B5), (0x180B, 0x180F), (0x200B, 0x200F)),
    *((0x202A, 0x202E), (0x2060, 0x206F), (0xFDD0, 0xFDEF), (0xFE00, 0xFE0F), (0xFEFF, 0xFEFF), (0xFFF0, 0xFFFB)),
    *((0x1BCA0, 0x1BCA3), (0x1D173, 0x1D17A), (0xE0000, 0xE0FFF)),
)
"""What is drawn as nothing (Default_Ignorable_Code_Point), anchors of notes, and what never is a sign."""
MAX_MARKS: Final = 3
"""Marks above and below one sign; no script needs more, and a pile of them covers the lines of others."""
_ALIKE: Final = str.maketrans(
    "\u0430\u0432\u0435\u0456\u0458\u043a\u043c\u043d\u043e\u0440\u0441\u0455\u0442\u0443\u0445\u04bb\u0501\u051b\u051d"
    "\u03b1\u03b2\u03b5\u03b6\u03b7\u03b9\u03ba\u03bc\u03bd\u03bf\u03c1\u03c4\u03c5\u03c7\u0131"
    "01l|",
    "abeijkmhopcstyxhdqw" + "abezhikmnoptyxi" + "oiii",
)
"""Small letters of other alphabets that, small or capital, look like Latin ones; signs that look like one another."""
_JOINERS: Final = "\u200c\u200d"
_EMOJI: Final = "\ufe0f"
"""Asks for the coloured form of the sign before it."""


def unfit(letter: str) -> bool:
    """Tell whether a sign may not stand in what others are shown."""
    return unicodedata.category(letter) in REFUSED or letter in TURNING


def hidden(letter: str) -> bool:
    """Tell whether a sign is drawn as nothing at all, or as a blank."""
    code = ord(letter)
    return letter in BLANK or code & 0xFFFE == 0xFFFE or any(first <= code <= last for first, last in _IGNORABLE)


def unseen(words: str) -> bool:
    """Tell whether nothing of some words can be seen."""
    return all(unicodedata.category(letter) in UNSEEN or unfit(letter) or hidden(letter) for letter in words)


def tidy(name: str) -> str:
    """Return a name without what hides, turns or cannot be seen, empty if nothing is left; joiners in place stay."""
    kept = "".join(
        " " if letter in BLANK or letter.isspace() else letter
        for place, letter in enumerate(name)
        if letter.isspace() or letter in BLANK or not (unfit(letter) or hidden(letter)) or _joins(name, place)
    )
    kept = " ".join(without_piles(kept).split())
    return "" if unseen(kept) else kept


def without_piles(words: str) -> str:
    """Return words without the marks that are too many upon one sign."""
    kept, run = [], 0
    for letter in words:
        run = run + 1 if unicodedata.category(letter) in {"Mn", "Me"} else 0
        if run <= MAX_MARKS:
            kept.append(letter)
    return "".join(kept)


def _joins(name: str, place: int) -> bool:
    """Tell whether a sign that is not seen changes how its neighbours look, as it is meant to."""
    letter, before, after = name[place], name[max(0, place - 1) : place], name[place + 1 : place + 2]
    if letter == _EMOJI:
        return bool(before) and not (unseen(before) or before.isalpha())
    if letter not in _JOINERS or not before or not after:
        return False
    if letter == "\u200d" and unicodedata.category(after) == "So":
        return before == _EMOJI or unicodedata.category(before) in {"So", "Sk"}
    return min(before, after) >= "\u0600" and max(before, after) <= "\u0dff"  # scripts whose letters join


def same(name: str) -> str:
    """Return what two names share that look the same.

    Case, width, what is not seen, and from which alphabet a letter is make no difference.
    """
    shown = "".join(letter for letter in name if not (unfit(letter) or hidden(letter)))
    # Before case goes: a capital nu is an N, a small one a v.
    latin = unicodedata.normalize("NFKC", shown).translate(LATIN)
    plain = unicodedata.normalize("NFKC", latin.casefold())
    return " ".join(plain.translate(LATIN).translate(_ALIKE).split())


def told_apart(name: str, taken: Collection[str]) -> str:
    """Return a name that none of those taken looks like: itself, or with the first number that makes it so."""
    known = {same(other) for other in taken}
    if not name or same(name) not in known:
        return name
    for number in count(2):
        end = f" {number}"
        other = name[: LONGEST - len(end)].rstrip() + end
        if same(other) not in known:
            return other
    raise AssertionError
