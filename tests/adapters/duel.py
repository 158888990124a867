"""Odd or even, a game for parallel environments: all seats show one to three fingers at once, so many rounds.

ODD-1: who has shown the number that no other seat has shown gains a point. ODD-2: most points win after the rounds.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Annotated, Any, Final

from shapan.engine.actions import Actions
from shapan.engine.event import Events
from shapan.engine.game import Game
from shapan.engine.kinds import Count, Many, Seat
from shapan.engine.options import Option
from shapan.engine.prompt import Prompt
from shapan.engine.state import State
from shapan.engine.table import Table

FINGERS, POINTS = Count(2), Count(20)
ACTIONS: Final = Actions(done=False)
SHOW: Final = ACTIONS.family(1, "show", fingers=FINGERS)
EVENTS: Final = Events()
SHOWN: Final = EVENTS.add("shown", "ODD-1", seat=Seat(4), fingers=FINGERS)


@dataclass(slots=True, eq=False)
class Odd(State):
    rounds: int = 5
    points: list[int] = field(default_factory=list)


@dataclass(slots=True)
class View:
    rounds: Annotated[int, POINTS]
    points: Annotated[list[int], Many(POINTS, 4, by_seat=True)]


class Show(Prompt[Odd]):
    key, rule, open, secret, families = "show", "ODD-1", True, True, (SHOW,)

    def legal(self, state: Odd, seat: int, arg: int) -> Sequence[int]:
        return SHOW.codes


QUESTION: Final = Show()


def round_step(state: Odd, table: Table[Odd]) -> None:
    shown = [SHOW.value(code) for code in table.ask_all(QUESTION, range(state.seats))]
    state.disclose()
    for seat, fingers in enumerate(shown):
        table.tell(SHOWN, seat, fingers)
        state.points[seat] += shown.count(fingers) == 1
    state.rounds -= 1
    if not state.rounds:
        table.finish(0, [1 + sum(other > points for other in state.points) for points in state.points])
    state.push(1)


class OddGame(Game[Odd]):
    name, prefix, package = "odd", "ODD", "engine"
    min_seats, max_seats, simultaneous = 2, 4, True
    options = (Option("rounds", 5, least=1, most=10, rule="ODD-2"),)
    actions, events, prompts, view_class = ACTIONS, EVENTS, (QUESTION,), View
    steps = (round_step,)
    max_decisions = 40

    def setup(self, options: Mapping[str, Any], seats: int) -> Odd:
        return Odd(rounds=options["rounds"], points=[0] * seats, agenda=[(1,)])

    def view(self, state: Odd, viewer: int) -> View:
        return View(state.rounds, state.points[:])


ODD: Final = OddGame()
