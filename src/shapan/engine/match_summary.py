"""The closing: what is told of a match that is over, beside who has won and why: key figures, who was who."""

# Stays plain: draws for people

from __future__ import annotations

import msgspec

from shapan.engine.scene import Fact, Phrase, Piece


class SeatSummary(msgspec.Struct, omit_defaults=True):
    """One seat at the end."""

    seat: int
    side: Phrase | None = None
    """What it was all along, such as its side."""
    tone: str = ""
    """bad for the side that the others were up against; a rim, and never without the word of `side`."""
    note: Phrase | None = None
    title: Phrase | None = None
    """Whom it played."""
    pieces: list[Piece] = []
    """What it owned or hid, face up."""
    values: list[int] = []
    """Its numbers, as `MatchSummary.columns` call them."""
    progress: list[int] = []
    """As of a panel."""


class MatchSummary(msgspec.Struct, omit_defaults=True):
    """The end of a match for one viewer."""

    rule: str = ""
    """The rule by which it ended so."""
    figures: list[Fact] = []
    """Key figures of the whole table: of sides that win together."""
    columns: list[Phrase] = []
    standings: list[SeatSummary] = []
    """Of sides in seat order, else the winner first."""
    won: list[Piece] = []
    """Pieces of the winners, to be drawn large."""
    lost: list[Piece] = []
    """Pieces of others, to be drawn small."""
    margin: list[Phrase] = []
    """How close it was, in a sentence or two: what the others lacked, or the winners had to spare."""
