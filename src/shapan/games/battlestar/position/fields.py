"""A written position of Battlestar, with the rules it is read by (13.2)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from shapan.engine import position
from shapan.games.battlestar.opening import new_state
from shapan.games.battlestar.ruleset import Ruleset
from shapan.games.battlestar.state import Battlestar


class Fields(position.Fields[Battlestar]):
    """The fields of a position, with what it leaves to chance."""

    def __init__(self, data: Mapping[str, Any], rules: Ruleset, seats: int) -> None:
        super().__init__(data, new_state(rules, seats))
        self.rules = rules
        self.missing_civilians = 0
        """Civilian ships of area 3 that the position leaves to chance."""
