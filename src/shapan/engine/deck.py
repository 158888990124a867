"""A deck of one kind of cards: a heap in the dark with known cards above and below it, and its discards."""

from __future__ import annotations

from dataclasses import dataclass

from shapan.engine.fact import fact
from shapan.engine.part import Part
from shapan.engine.zone import NOBODY, Zone


def hidden() -> Zone:
    """Return a heap that nobody sees."""
    return Zone(sees=NOBODY)


def hidden_row() -> Zone:
    """Return a row of cards that nobody sees, whose places are kept."""
    return Zone(sees=NOBODY, ordered=True)


def open_row() -> Zone:
    """Return an open row, such as discards: the card that came last lies uppermost."""
    return Zone(ordered=True)


def own(seat: int) -> Zone:
    """Return the hand of a seat, which it alone sees."""
    return Zone(sees=1 << seat)


@dataclass(slots=True, eq=False)
class Deck(Part):
    """A deck with all that belongs to it. A card's place in the heap is decided when it is drawn (`Table.take`)."""

    stream: int = -1
    """The random stream that its cards fall from."""
    top: Zone = fact(start=hidden_row)
    """Cards whose place above the others is fixed, uppermost first."""
    heap: Zone = fact(start=hidden)
    bottom: Zone = fact(start=hidden_row)
    """Cards put under the deck, uppermost first."""
    discards: Zone = fact(start=open_row)

    def size(self) -> int:
        """Return how many cards can be drawn before the discards are needed."""
        return len(self.top.cards) + len(self.heap.cards) + len(self.bottom.cards)

    def is_empty(self) -> bool:
        """Tell whether nothing is left to be drawn, and nothing to make a new deck of."""
        return not self.size() and not self.discards.cards
