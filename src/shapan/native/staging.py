"""What C++ has to know of observations and actions, for matches that are answered from outside."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from shapan.engine.actions import DONE, PARAMETER_BITS
from shapan.engine.game import Game
from shapan.engine.prompt import Prompt
from shapan.native.types import LeavesSubset


@dataclass(slots=True, frozen=True, eq=False)
class Layout:
    """The columns of a row of observations, and the codes of actions by their numbers."""

    game: Game[Any]
    seats: int
    codes: Sequence[int]
    columns: Mapping[Prompt[Any], int]
    """Of each question its place among the questions."""
    view: int
    """How many columns the view takes; behind them observer, who is asked, question, its argument, picks."""
    asked: int
    prompts: int
    argument: int
    picks: int
    width: int

    def sizes(self) -> dict[str, int]:
        """Return the numbers by the names that C++ has for them."""
        return {
            "STAGE": 1, "SEATS": self.seats, "ACTIONS": len(self.codes), "VIEW_WIDTH": self.view,
            "ASKED_AT": self.asked, "PROMPTS_AT": self.prompts, "ARGUMENT_AT": self.argument, "PICKS_AT": self.picks,
            "WIDTH": self.width,
        }  # fmt: skip

    def lines(self) -> list[str]:
        """Return codes by number and numbers by code. Raises LeavesSubset where a number has no code of its own."""
        if any(code < 0 for code in self.codes):
            raise LeavesSubset(2, "actions that are candidates")
        places = {code: place for place, code in enumerate(self.codes)}
        rows = []
        for family in self.game.actions.by_number.values():
            place, step = "0", 1
            for at in reversed(range(len(family.parameters))):
                place = f"(code >> {family.shifts[at]} & {family.masks[at]}L) * {step} + {place}"
                step *= family.parameters[at][1].size
            first = places[family.code(*[0] * len(family.parameters))]
            rows.append(f"    case {family.number}: return {first} + {place};")
        done = [f"    if (!code) return {places[DONE]};"] if DONE in places else []
        codes = ", ".join(f"{code}L" for code in self.codes)
        return [
            f"static const i64 CODES[] = {{{codes}}};",
            "static i64 place_of(i64 code) {",
            *done,
            f"    switch (code >> {PARAMETER_BITS}) {{",
            *rows,
            "    default: leave(RAISED);",
            "    }",
            "}",
        ]
