"""Who sits where in a match at the keyboard."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any


@dataclass(slots=True)
class Seating:
    """Who sits where: people at this keyboard, a bot by name at every other seat, and in which language."""

    people: list[int]
    bots: dict[int, str]
    language: str
    told: dict[int, int] = field(default_factory=dict)
    """For each viewer, how many events he has read."""

    def dump(self) -> dict[str, Any]:
        """Return the seating as JSON."""
        return {
            "people": self.people,
            "bots": {str(seat): name for seat, name in self.bots.items()},
            "language": self.language,
            "told": {str(viewer): count for viewer, count in self.told.items()},
        }
