"""Planet Masters: the definition. Every part of the game is named here once.

Rules in `rules/`, a chapter a file; formulas of PM-7 in `formulas.py`; options in `ruleset.py`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Self

from shapan.engine.game import Game, Outcome
from shapan.engine.kinds import Enum, Kind, Seat
from shapan.engine.prompt import Prompt
from shapan.engine.question import prompts_of
from shapan.engine.scene import Phrase, Scene
from shapan.engine.table import Table
from shapan.games.planet_masters import board, evaluation, judgement, names
from shapan.games.planet_masters.actions import ACTIONS, STREAMS
from shapan.games.planet_masters.ending import ending
from shapan.games.planet_masters.events import EVENTS, LEFT
from shapan.games.planet_masters.formulas import FIGURES
from shapan.games.planet_masters.position import read_position, write_position
from shapan.games.planet_masters.rules import action, build, conquer, council, manage, setup, turn
from shapan.games.planet_masters.rules.ending import RESULTS
from shapan.games.planet_masters.ruleset import DATA, OPTIONS, STANDARD, numbers_of, resolve_options, ruleset
from shapan.games.planet_masters.state import SETUP, PlanetMasters, new_state
from shapan.games.planet_masters.view import View, make_view, show_votes


class PlanetMastersGame(Game[PlanetMasters]):
    """The game of five faces on planets, six on weapons, and one home die that nobody can take."""

    name = "planet_masters"
    prefix = "PM"
    least_seats = 2
    most_seats = names.MOST_SEATS
    options = OPTIONS
    data = DATA
    numbers = STANDARD
    results = RESULTS
    landmarks = ("attack_won", "attack_failed", "cancelled", "motion_passed", "won", "cap")
    streams = STREAMS
    actions = ACTIONS
    events = EVENTS
    view_class = View
    prompts = prompts_of(setup, build, manage, action, conquer, council)
    steps = (
        setup.setup_step,
        turn.turn_step,
        build.build_step,
        build.spend_step,
        manage.manage_step,
        action.action_step,
        turn.end_step,
    )

    def resolve(self, options: Mapping[str, Any], seats: int) -> dict[str, Any]:
        return resolve_options(options, seats)

    def varied(self, name: str, tables: Mapping[str, Any]) -> Self:
        new = super().varied(name, tables)
        new.numbers = numbers_of(new.tables)
        return new

    def setup(self, options: Mapping[str, Any], seats: int) -> PlanetMasters:
        return new_state(ruleset(options, seats, self.numbers), seats)

    def view(self, state: PlanetMasters, viewer: int) -> View:
        return make_view(state)

    def show_answers(self, view: View, prompt: Prompt[PlanetMasters], answers: Mapping[int, Any]) -> None:
        show_votes(view, answers)

    def ending(self, view: View, outcome: Outcome) -> Phrase:
        return ending(view, outcome) or super().ending(view, outcome)

    def on_leave(self, state: PlanetMasters, table: Table[PlanetMasters], seat: int) -> None:
        """PM-E25: a player who leaves is replaced; N does not change.

        [ruling] The bot that takes over is the simplest: it gives the default answers of section 5.
        """
        table.tell(LEFT, seat)

    def refusal_rule(self, state: PlanetMasters) -> str:
        """Return the rule that refuses who is not asked (13.4).

        [ruling] So it also refuses an entry for what the engine answers by itself, and any answer after the end.
        """
        return "PM-1.4" if state.step == SETUP else "PM-2.1"

    def exists(self, state: PlanetMasters, kind: Kind, value: int) -> bool:
        """Tell whether a seat or die is of this match: N seats, their home dice, and dice by the options."""
        if isinstance(kind, Seat):
            return value < state.seats
        if kind is names.DIE:
            rules = state.ruleset
            return (
                value < state.seats
                or names.FIRST_COLONY <= value < names.FIRST_COLONY + rules.colony_dice
                or names.FIRST_WEAPON <= value < names.FIRST_WEAPON + rules.weapon_dice
            )
        return isinstance(kind, Enum) or value < kind.size

    def write_position(self, state: PlanetMasters, answers: Mapping[int, Sequence[int]]) -> dict[str, Any]:
        return write_position(state, answers)

    def read_position(self, data: Mapping[str, Any], options: Mapping[str, Any], seats: int) -> PlanetMasters:
        return read_position(data, ruleset(options, seats, self.numbers), seats)

    def board(
        self,
        view: View,
        viewer: int,
        legal: Sequence[int],
        prompt: Prompt[PlanetMasters] | None,
    ) -> Scene:
        return board.make_scene(view, viewer, legal, prompt)

    def label(self, view: View, code: int) -> Phrase:
        return board.label(view, code)

    def question(self, view: View, prompt: Prompt[PlanetMasters], seat: int, arg: int) -> Phrase:
        return board.question(view, prompt, seat)

    def evaluate(self, view: View, seat: int) -> float:
        return judgement.evaluate(view, seat)

    def judge(self, state: PlanetMasters) -> list[float]:
        return judgement.judge(state)

    def rate(
        self,
        view: View,
        prompt: Prompt[PlanetMasters],
        seat: int,
        arg: int,
        code: int,
        picked: Sequence[int],
    ) -> float:
        return evaluation.rate(view, prompt, seat, code, picked)

    def groups(self, state: PlanetMasters) -> dict[str, list[str]]:
        return {"race": [self.numbers.race_names[race] if race >= 0 else "none" for race in state.races]}

    def measures(self, state: PlanetMasters) -> dict[str, list[int]]:
        return {name: [formula(state, seat) for seat in range(state.seats)] for name, formula in FIGURES.items()}

    def rounds(self, state: PlanetMasters) -> int:
        return state.round

    def conserved(self, state: PlanetMasters) -> dict[str, int]:
        return {
            "colony dice": len(state.galaxy) + sum(len(dice) for dice in state.colonies),
            "weapon dice": len(state.supply) + sum(len(dice) for dice in state.fleet),
            "distinct dice": len({*state.galaxy, *state.supply}.union(*state.colonies, *state.fleet)),
        }


GAME = PlanetMastersGame()
