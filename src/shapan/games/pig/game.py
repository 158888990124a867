"""Pig, the tutorial game: one die, two to six seats, roll or hold.

A turn: roll as often as you like and add up what falls; a 1 loses the sum and ends the turn; hold banks it. Who banks
`target` points wins at once.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, Final

from shapan.engine.actions import Actions
from shapan.engine.event import Events
from shapan.engine.fact import by_seat, fact
from shapan.engine.game import Game, Outcome
from shapan.engine.kinds import Count, Die, Seat
from shapan.engine.options import Option
from shapan.engine.prompt import Prompt
from shapan.engine.question import question
from shapan.engine.scene import Odds, Phrase, Scene
from shapan.engine.state import State
from shapan.engine.table import Table

MOST: Final = 6
POINTS = Count(1_000)

ACTIONS = Actions()
ROLL: Final = ACTIONS.family(1, "roll").code()
HOLD: Final = ACTIONS.family(2, "hold").code()
CHOICES: Final = (ROLL, HOLD)

EVENTS = Events()
ROLLED: Final = EVENTS.add("rolled", "PIG-2", seat=Seat(MOST), number=Count(6))
LOST: Final = EVENTS.add("lost", "PIG-3", seat=Seat(MOST), points=POINTS)
BANKED: Final = EVENTS.add("banked", "PIG-4", seat=Seat(MOST), points=POINTS, total=POINTS)
WON: Final = EVENTS.add("won", "PIG-5", seat=Seat(MOST))

DIE: Final = 0
TURN: Final = 1


@dataclass(slots=True, eq=False)
class Pig(State):
    """PIG-1: whose turn it is, what was rolled in it, what each seat has banked. Everything is open."""

    MAX_SEATS: ClassVar[int] = MOST

    target: int = fact(POINTS, start=100)
    round: int = 0
    turn: int = fact(Seat(MOST), start=0)
    number: int = fact(Die(6), start=0)
    rolled: int = fact(POINTS, start=0)
    banked: list[int] = by_seat(POINTS, start=0)


@question("roll_or_hold", "PIG-1", *ACTIONS.by_number.values(), open=True)
def ask_roll_or_hold(state: Pig, seat: int, arg: int) -> Sequence[int]:
    """Roll once more, or bank what was rolled."""
    return CHOICES


@ask_roll_or_hold.by_default
def roll_once(state: Pig, seat: int, arg: int) -> int:
    """Roll once, then hold: a match that only the clock plays must come to an end."""
    return HOLD if state.rolled else ROLL


def turn_step(state: Pig, table: Table[Pig], seat: int) -> None:
    """PIG-1..5: one turn."""
    state.turn = seat
    state.round += seat == 0
    while table.ask(ask_roll_or_hold, seat) == ROLL:
        number = state.number = table.roll(DIE)
        table.tell(ROLLED, seat, number)
        if number == 1:  # PIG-3
            table.tell(LOST, seat, state.rolled)
            state.rolled = 0
            break
        state.rolled += number  # PIG-2
    if state.rolled:  # PIG-4
        state.banked[seat] += state.rolled
        table.tell(BANKED, seat, state.rolled, state.banked[seat])
        if state.banked[seat] >= state.target:  # PIG-5
            table.tell(WON, seat)
            table.finish(0, [1 if other == seat else 2 for other in range(state.seats)])
    state.rolled = state.number = 0
    state.push(TURN, (seat + 1) % state.seats)


class PigGame(Game[Pig]):
    """The definition: every part is named here once."""

    name = "pig"
    prefix = "PIG"
    tutorial = True
    min_seats = 2
    max_seats = MOST
    options = (Option("target", 100, least=10, most=1_000, rule="PIG-5", common=True),)
    streams = {"die": Count(6)}
    actions = ACTIONS
    events = EVENTS
    prompts = (ask_roll_or_hold,)
    view_class = Pig
    observation_version = 2
    landmarks = ("lost", "won")
    steps = (turn_step,)

    def setup(self, options: Mapping[str, Any], seats: int) -> Pig:
        return Pig(seats=seats, target=options["target"], agenda=[(TURN, 0)])

    def resume(self, state: Pig) -> None:
        state.agenda = [(TURN, state.turn)]

    def rounds(self, state: Pig) -> int:
        return state.round

    def rate(self, view: Pig, prompt: Prompt[Pig], seat: int, arg: int, code: int, picked: Sequence[int]) -> float:
        enough = view.rolled >= 20 or view.banked[seat] + view.rolled >= view.target
        return float((code == HOLD) == enough)

    def board(self, view: Pig, viewer: int, legal: Sequence[int], prompt: Prompt[Pig] | None) -> Scene:
        scene = super().board(view, viewer, legal, prompt)
        for panel in scene.panels:
            panel.facts[0].most = view.target
        return scene

    def preview(self, view: Pig, prompt: Prompt[Pig], seat: int, code: int) -> Odds | None:
        risk = Phrase("odds.lose" if view.rolled else "odds.end", {"points": view.rolled})
        return Odds(risk, rule="PIG-3") if code == ROLL else None

    def ending(self, view: Pig, outcome: Outcome) -> Phrase:
        seat = outcome.winners[0]
        return Phrase("ending.win", {"seat": {"seat": seat}, "points": view.banked[seat]})


GAME = PigGame()
