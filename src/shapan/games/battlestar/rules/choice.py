"""Questions that many rules ask in the same form: for one of some players, for yes or no."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from shapan.engine.actions import DONE
from shapan.engine.question import Question, question
from shapan.games.battlestar import actions
from shapan.games.battlestar.state import Battlestar, Table

MAY: Final = 1 << 6


def who(key: str, rule: str) -> Question[Battlestar]:
    """Return a question for a player; `arg` is the mask of those who may be named, with `MAY` where none may be too."""
    return question(key, rule, actions.WHO, open=True, decline="no", why="no_target")(named)


def named(state: Battlestar, seat: int, arg: int) -> Sequence[int]:
    """Return the players of a mask."""
    seats = [other for other in range(state.seats) if arg >> other & 1]
    return [*seats, -1] if arg & MAY else seats


def ask_who(
    state: Battlestar, table: Table, ask: Question[Battlestar], seat: int, targets: Sequence[int], *, may: bool = False
) -> int:
    """Ask for one of several players and return it; -1 for nobody, also where there is nobody to name (R51)."""
    named = sum(1 << target for target in targets)
    return table.pick(ask, seat, named | (MAY if may else 0)) if targets else -1


def yes(key: str, rule: str, *, plan: bool = False) -> Question[Battlestar]:
    """Return a question of yes or no."""
    return question(key, rule, actions.YES, open=True, plan=plan, decline="no")(yes_or_no)


def yes_or_no(state: Battlestar, seat: int, arg: int) -> Sequence[int]:
    """Return both answers."""
    return (actions.YES.code(), DONE)
