"""The table of action numbers: every action of a game has one place in a dense row, the same in every state.

The codes of the engine are wide and have gaps; networks want 0..n-1. `DONE` comes first if the game has it, then
family by family (in the order of their numbers) every combination of parameters. Families that no list holds, or
whose list would be too long, get `CANDIDATES` places instead: place k is the k-th action of that family that the
open decision offers.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from shapan.engine.actions import DONE, PARAMETER_BITS, Family
from shapan.engine.game import Game
from shapan.engine.prompt import MAX_CANDIDATES

CANDIDATES: Final = MAX_CANDIDATES
"""Places of a family whose actions are offered as candidates."""

MAX_LISTED: Final = 4_096
"""A family with more actions than this is offered as candidates."""

MAX_KNOWN: Final = 1_024
"""So many lists of actions are remembered with their masks."""

Mask = NDArray[np.int8]
"""1 for each action that may be taken, 0 for the others."""


class ActionIndex:
    """The dense table of one game and rules version."""

    def __init__(self, game: Game[Any]) -> None:
        self.names: list[str] = []
        """A name for each place, such as `conquer defender=1` or `step #3`."""
        self.codes: list[int] = []
        """The code of each place, -1 for a candidate's."""
        self.wide: dict[int, int] = {}
        """First place of each family that is offered as candidates, by family number."""
        self.families: list[Family] = []
        """Those families."""
        if game.actions.done or any(prompt.many for prompt in game.prompts):
            self._add("done", DONE)
        for number in sorted(game.actions.by_number):
            family = game.actions.by_number[number]
            if family.tested or _count(family) > MAX_LISTED:
                self.wide[number] = len(self.codes)
                self.families.append(family)
                for place in range(CANDIDATES):
                    self._add(f"{family.name} #{place}", -1)
            else:
                self._add_listed(family)
        self.places = {code: place for place, code in enumerate(self.codes) if code >= 0}
        self._known: dict[tuple[int, ...], tuple[dict[int, int], Mask]] = {}
        """Lists met before: most decisions offer one of few."""

    def __len__(self) -> int:
        return len(self.codes)

    def _add(self, name: str, code: int) -> None:
        self.names.append(name)
        self.codes.append(code)

    def _add_listed(self, family: Family) -> None:
        kinds = [kind for _, kind in family.parameters]
        for values in product(*(range(kind.size) for kind in kinds)):
            words = (f" {name}={kind.word(v)}" for (name, kind), v in zip(family.parameters, values, strict=True))
            self._add(family.name + "".join(words), family.code(*values))

    def offered(self, codes: Sequence[int]) -> dict[int, int]:
        """Return the codes of a decision by their places, in the order of the places; not to be changed."""
        return self.looked_up(codes)[0]

    def looked_up(self, codes: Sequence[int]) -> tuple[dict[int, int], Mask]:
        """Return the codes of a decision by their places, and the mask of the places; neither is to be changed."""
        key = tuple(codes)
        known = self._known.get(key)
        if known is None:
            offered = self._place(key)
            mask: Mask = np.zeros(len(self.codes), np.int8)
            mask[list(offered)] = 1
            known = offered, mask
            if len(self._known) >= MAX_KNOWN:
                self._known.clear()
            self._known[key] = known
        return known

    def _place(self, codes: Sequence[int]) -> dict[int, int]:
        places = self.places
        found = {places[code]: code for code in codes if code in places}
        wide: dict[int, list[int]] = {number: [] for number in self.wide}
        for code in codes:
            if code not in places:
                wide[family_number(code)].append(code)
        for number, row in wide.items():
            found.update(enumerate(_spread(row), self.wide[number]))
        return dict(sorted(found.items()))


def family_number(code: int) -> int:
    """Return the number of the family of a code."""
    return code >> PARAMETER_BITS


def _count(family: Family) -> int:
    count = 1
    for _, kind in family.parameters:
        count *= kind.size
    return count


def _spread(codes: list[int]) -> list[int]:
    """Return at most `CANDIDATES` of the codes, taken evenly."""
    if len(codes) <= CANDIDATES:
        return codes
    return [codes[place * len(codes) // CANDIDATES] for place in range(CANDIDATES)]
