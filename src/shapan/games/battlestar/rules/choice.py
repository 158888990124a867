"""Questions that many rules ask in the same form: for one of some players, for yes or no."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from shapan.engine.actions import DONE
from shapan.engine.prompt import Reason
from shapan.engine.table import Table
from shapan.games.battlestar.actions import WHO, YES
from shapan.games.battlestar.question import Question
from shapan.games.battlestar.state import Battlestar


class AskWho(Question):
    """A question for a player; `arg` is the mask of those who may be named, bit 6 set where none may be too."""

    open = True
    families = (WHO,)
    decline = "no"

    def legal(self, state: Battlestar, seat: int, arg: int) -> Sequence[int]:
        codes = [WHO.codes[other] for other in range(state.seats) if arg >> other & 1]
        return [*codes, DONE] if arg & MAY else codes

    def why(self, state: Battlestar, seat: int, arg: int, code: int) -> Reason:
        return Reason(self.rule, "no_target")


MAY: Final = 1 << 6


def mask_of(seats: Sequence[int]) -> int:
    """Return the mask of some seats."""
    return sum(1 << seat for seat in seats)


def ask_who(
    state: Battlestar, table: Table[Battlestar], prompt: AskWho, seat: int, targets: Sequence[int], *, may: bool = False
) -> int:
    """Ask for one of several players and return it; -1 for nobody, also where there is nobody to name (R51)."""
    if not targets:
        return -1
    code = table.ask(prompt, seat, mask_of(targets) | (MAY if may else 0))
    return -1 if code == DONE else WHO.value(code)


class AskYes(Question):
    """A question of yes or no."""

    open = True
    families = (YES,)
    decline = "no"

    def legal(self, state: Battlestar, seat: int, arg: int) -> list[int]:
        return [YES.code(), DONE]
