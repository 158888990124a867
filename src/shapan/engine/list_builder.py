"""The muster: a crew, an army or a deck that is put together from a list, as a part of the scene.

What may be taken next the open question alone says (`Prompt.next`); the muster names the answers and draws them. Each
thing is known by a name that never changes, so that a list which somebody has kept can be laid out again.
"""

# Stays plain: msgspec makes its Structs from classes of Python

from __future__ import annotations

import msgspec

from shapan.engine.phrase import Phrase
from shapan.engine.piece import Line, Piece


class Sorting(msgspec.Struct, omit_defaults=True):
    """A way to sort what can be taken: its name, and its headings in their order."""

    label: Phrase
    heads: list[Line]
    """Each with what holds for all below it, if there is something to say."""


class Offered(msgspec.Struct, omit_defaults=True):
    """Something that can be taken: its card, what it costs, how many there may be."""

    name: str
    code: int
    piece: Piece
    cost: int = 0
    most: int = 1
    text: Phrase | None = None
    """What it is good for, in one line."""
    heads: list[int] = []
    """Under which heading it stands, by sorting."""
    counts: list[int] = []
    """What it adds to each of the sums."""


class Ready(msgspec.Struct, omit_defaults=True):
    """A list that is filled in at one press: the names of what it takes, or the answer that it is."""

    label: Phrase
    names: list[str] = []
    code: int = -1
    pieces: list[Piece] = []
    """What it holds, where it is an answer of its own."""
    note: Phrase | None = None


class Rest(msgspec.Struct, omit_defaults=True):
    """What becomes of what is not spent: so much is kept at most, the rest is lost."""

    most: int
    kept: str
    """Text key, with {kept}, {lost}, {left}; with `_lost` behind it where something is lost."""
    glyph: str = ""
    rule: str = ""


class Muster(msgspec.Struct, omit_defaults=True):
    """What is put together from a list: what there is, for how much, what is in it already, lists that are ready."""

    kind: str
    """What lists are kept as: those of one kind can be filled in where another of it was made."""
    title: Phrase
    note: Phrase | None = None
    unit: str = "common.value"
    """Text key of an amount, with {value}."""
    budget: int = -1
    """-1: nothing is paid, and one thing is taken."""
    given: list[Piece] = []
    """What is in it without being taken."""
    sortings: list[Sorting] = []
    offered: list[Offered] = []
    sums: list[Phrase] = []
    start: list[int] = []
    """What is given adds to each of the sums."""
    ready: list[Ready] = []
    rest: Rest | None = None
    about: list[Line] = []
    """What it is put together for, as a line of heads and texts."""
    goals: list[Piece] = []
    """Cards that the last line of `about` is of: each is named, and read by whoever points at it."""
    others: list[Line] = []
    """How far the others are, by what all know."""
