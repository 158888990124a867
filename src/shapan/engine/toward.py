"""Ways to a goal: the answers that do something to a place of the table, for people who point there first.

They are made from the view of the seat and its own legal answers, and from nothing else.
"""

# Stays plain: reads what people point at

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Final

from shapan.engine.actions import DONE
from shapan.engine.game import Game
from shapan.engine.offers import things
from shapan.engine.point_answers import point_of
from shapan.engine.previews import complete
from shapan.engine.prompt import Prompt

MAX_WAYS: Final = 7
"""So many ways are listed at most."""
MAX_PICKS: Final = 3
"""A way comes to its goal within so many picks."""
MAX_ROWS: Final = 150
"""Rows that are made longer for one goal."""
MAX_POINTS: Final = 40
"""Points of the ground that are looked at for one goal."""
MAX_COMPLETED: Final = 3
"""So many picks at most are chosen unasked."""


def ways(
    game: Game[Any], view: Any, viewer: int, prompt: Prompt[Any], arg: int, legal: Sequence[int], place: str
) -> list[list[int]]:
    """Return the answers, or their beginnings, that lead to a place: of each beginning the best, the best first."""
    search = _Search(game, view, viewer, prompt, arg, place)
    rows = [[code] for code in legal if code != DONE or not prompt.many]
    found: dict[tuple[int, ...], tuple[float, list[int]]] = {}
    for length in range(MAX_PICKS if prompt.many else 1):
        leading, others = search.sort(rows if not length else search.longer(rows))
        for row in leading:
            rated, begin = search.rate(row), tuple(row[:-1] or row)
            if begin not in found or rated > found[begin][0]:
                found[begin] = rated, row
        rows = others
    best = sorted(found.values(), key=lambda one: one[0], reverse=True)[:MAX_WAYS]
    return [search.complete(row) for _, row in best]


@dataclass(slots=True)
class _Search:
    """What is looked for, and how much more may be looked at: there are too many rows to try all of them."""

    game: Game[Any]
    view: Any
    viewer: int
    prompt: Prompt[Any]
    arg: int
    place: str
    rows: int = MAX_ROWS
    points: int = MAX_POINTS

    def sort(self, found: Iterable[list[int]]) -> tuple[list[list[int]], list[list[int]]]:
        """Return the rows whose last pick leads to the place, and the others."""
        rows = list(found)
        onto, offering = self._places(row[-1] for row in rows)
        leading, others = list[list[int]](), list[list[int]]()
        for row in rows:
            leads = row[-1] in onto or (len(row) > 1 and (row[-1] in offering or self._ends_beside(row)))
            (leading if leads else others).append(row)
        return leading, others

    def _places(self, codes: Iterable[int]) -> tuple[set[int], set[int]]:
        """Return the codes that lead to the place, and those that it offers itself."""
        scene = self.game.board(self.view, self.viewer, list(dict.fromkeys(codes)), self.prompt)
        targets = [(target, where) for where, thing in things(scene) for target in thing.targets]
        onto = {target.code for target, _ in targets if self.place in (*target.onto, *target.into)}
        return onto, {target.code for target, where in targets if where == self.place}

    def _ends_beside(self, row: Sequence[int]) -> bool:
        """Return whether the last pick is a point of the ground that reaches the place, as a charge's end does."""
        code = row[-1]
        if code == DONE or not self.points or not point_of(self.game.actions.of(code), code):
            return False
        self.points -= 1
        leg = self.game.leg(self.view, self.prompt, self.viewer, self.arg, row[:-1], code)
        return leg is not None and any(f"piece:{one.target}" == self.place for one in leg.target_lines)

    def longer(self, rows: Iterable[Sequence[int]]) -> Iterator[list[int]]:
        """Yield rows with one pick more."""
        for row in rows:
            if not self.rows:
                return
            self.rows -= 1
            options = self.prompt.offers(self.view, self.viewer, self.arg, row)
            yield from ([*row, code] for code in options if code != DONE)

    def rate(self, row: Sequence[int]) -> float:
        """Rate a row by its first and its last pick."""
        places = {0, len(row) - 1}
        rate = self.game.rate
        return sum(rate(self.view, self.prompt, self.viewer, self.arg, row[at], row[:at]) for at in places)

    def complete(self, row: list[int]) -> list[int]:
        """Return a row with the best picks behind it until the answer may stop; as it is where that takes many."""
        if not self.prompt.many:
            return row
        game, view, viewer = self.game, self.view, self.viewer
        return complete(game, view, viewer, self.prompt, self.arg, row, MAX_COMPLETED, early=True) or row
