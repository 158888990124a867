"""Zones: where cards lie and which seats know them.

Every card is a kind (an integer), never a numbered copy. For each place a zone keeps a mask of the viewers who know
the card there, and its group: cards of one group are those that could have been exchanged in the dark. Views,
resampling and the undo horizon follow from the masks; `State.move`, `look`, `reveal` and `shuffle` keep them.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from shapan.engine.kinds import UNKNOWN

EVERYONE: Final = -1
"""The mask of all viewers, spectators included."""

NOBODY: Final = 0


class Zone:
    """Cards in one place. `sees` is the mask of viewers who learn every card that comes here.

    In a zone that is not `ordered` the cards are kept sorted, so that their order carries nothing.
    """

    __slots__ = ("cards", "groups", "masks", "ordered", "sees")

    def __init__(
        self,
        cards: list[int] | None = None,
        sees: int = EVERYONE,
        ordered: bool = False,
        group: int = 0,
    ):
        if cards and sees != EVERYONE and not group:
            raise ValueError("cards in the dark need a group: make the zone with State.deck")
        self.cards: list[int] = []
        self.masks: list[int] = []
        self.groups: list[int] = []
        if cards:  # most zones begin empty, and what a viewer sees of one begins so too
            self.cards = list(cards) if ordered else sorted(cards)
            self.masks = [sees] * len(self.cards)
            self.groups = [group] * len(self.cards)
        self.sees = sees
        self.ordered = ordered

    def __len__(self) -> int:
        return len(self.cards)

    def size(self) -> int:
        """Return how many cards lie there."""
        return len(self.cards)

    def kinds(self) -> list[int]:
        """Return the kinds of the cards that lie there, each once, rising: what a question may offer of a hand."""
        return kinds_among(self.cards)

    @property
    def first(self) -> int:
        """The first card, `UNKNOWN` where none lies or, in what somebody sees, where it is not known."""
        return self.cards[0] if self.cards else UNKNOWN

    def known(self, viewer: int) -> list[int]:
        """Return what a viewer knows of the zone: cards, `UNKNOWN` in their place or, if unordered, at the end."""
        cards, masks = self.cards, self.masks
        if masks and masks.count(masks[0]) == len(masks):  # of a deck or an open row all places are alike
            return cards.copy() if masks[0] >> viewer & 1 else [UNKNOWN] * len(cards)
        rows = zip(cards, masks, strict=True)
        if self.ordered:
            return [card if mask >> viewer & 1 else UNKNOWN for card, mask in rows]
        seen = sorted([card for card, mask in rows if mask >> viewer & 1])
        return seen + [UNKNOWN] * (len(cards) - len(seen))

    def seen(self, viewer: int) -> Zone:
        """Return the zone as a viewer sees it: its cards as far as he knows them; who knows them has no value there."""
        new = Zone.__new__(Zone)
        cards, masks = self.cards, self.masks
        if not cards:
            new.cards = []
        elif masks.count(masks[0]) == len(masks):
            new.cards = cards.copy() if masks[0] >> viewer & 1 else [UNKNOWN] * len(cards)
        else:
            new.cards = self.known(viewer)
        new.ordered = self.ordered
        return new

    def tidy(self) -> None:
        """Sort an unordered zone."""
        size = len(self.cards)
        if self.ordered or size < 2:
            return
        if self.masks.count(self.masks[0]) == size and self.groups.count(self.groups[0]) == size:
            self.cards.sort()
            return
        rows = sorted(zip(self.cards, self.masks, self.groups, strict=True))
        self.cards[:] = [row[0] for row in rows]
        self.masks[:] = [row[1] for row in rows]
        self.groups[:] = [row[2] for row in rows]

    def clear(self) -> None:
        """Take all cards away."""
        self.cards.clear()
        self.masks.clear()
        self.groups.clear()

    def copy(self) -> Zone:
        """Return an independent copy."""
        new = Zone.__new__(Zone)
        new.cards = self.cards.copy()
        new.masks = self.masks.copy()
        new.groups = self.groups.copy()
        new.sees = self.sees
        new.ordered = self.ordered
        return new

    def dump(self) -> Any:
        """Return the zone as plain data."""
        return [
            self.cards[:],
            self.masks[:],
            self.groups[:],
            self.sees,
            int(self.ordered),
        ]

    @classmethod
    def load(cls, data: Any) -> Zone:
        """Return the zone of a dump."""
        new = cls(None, data[3], bool(data[4]))
        new.cards, new.masks, new.groups = list(data[0]), list(data[1]), list(data[2])
        return new


def kinds_among(cards: Sequence[int]) -> list[int]:
    """Return the kinds of some cards, each once, rising."""
    kinds: list[int] = []
    for card in sorted(cards):  # in a heap they lie so already; no set: this is asked wherever a card can be played
        if not kinds or card != kinds[-1]:
            kinds.append(card)
    return kinds
