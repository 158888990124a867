"""What a unit brings to a fight, as one number: told when it begins, read by who stages it (BF-7.5)."""

from __future__ import annotations

from typing import Any, Final

from shapan.engine.kinds import Count
from shapan.engine.phrases import chain
from shapan.games.battlefield import names

DURABILITY_MASK: Final = 3
CASE: Final = 4
"""Times this: how its Attack meets a Defend of the other, -1 to 1 (table 4.1), raised by 1."""
CASE_MASK: Final = 3
BURSTS: Final = 16
"""Its Self-destruct gets through a Defend of the other."""
TRAITS: Final = ("assault", "bulwark", "marksman", "demolition", "surgeon", "plating", "intercept")
ASSAULT, BULWARK, MARKSMAN, DEMOLITION, SURGEON, PLATING, INTERCEPT = (32 << number for number in range(len(TRAITS)))
"""Keywords that count in a fight; Plating only as long as it has saved nothing."""
MARTYR: Final = 32 << len(TRAITS)
"""Black Sun Order: Self-destruct takes one more."""
SHIELDED: Final = MARTYR << 1
"""Zeus Shield: a coin may save a point."""
KEYWORDS: Final = (
    (names.ASSAULT, ASSAULT), (names.BULWARK, BULWARK), (names.MARKSMAN, MARKSMAN), (names.DEMOLITION, DEMOLITION),
    (names.SURGEON, SURGEON), (names.PLATING, PLATING), (names.INTERCEPT, INTERCEPT),
)  # fmt: skip
"""A keyword, and what stands for it here."""


class FightStatsKind(Count):
    """What a unit brings to a fight; texts say its durability and what counts of its keywords, cards and talents."""

    def phrase(self, value: Any) -> Any:
        said: list[Any] = [{"key": "moment.brings", "words": {"durability": value & DURABILITY_MASK}}]
        return chain([*said, *traits(value)])


def traits(standing: int) -> list[dict[str, str]]:
    """Return what counts of a unit besides its numbers, as words."""
    found = [{"term": f"ability.{word}"} for number, word in enumerate(TRAITS) if standing & 32 << number]
    if standing & MARTYR:
        found.append({"term": "ability.martyrdom"})
    return [*found, {"term": "card.zeus_shield"}] if standing & SHIELDED else found


STANDING: Final = FightStatsKind((SHIELDED << 1) - 1)
