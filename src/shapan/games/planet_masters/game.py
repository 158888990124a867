"""Planet Masters: the definition. Every part of the game is named here once.

Rules in `rules/`, a chapter a file; numbers of PM-7 in `state.py`; options in `ruleset.py`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final, Self

from shapan.engine.actions import DONE
from shapan.engine.answer_totals import Change
from shapan.engine.dossier import Dossier
from shapan.engine.event import Event
from shapan.engine.game import Game, Outcome
from shapan.engine.kinds import Enum, Kind, Seat
from shapan.engine.match_summary import MatchSummary
from shapan.engine.prompt import Prompt
from shapan.engine.question import prompts_of
from shapan.engine.scene import Line, Odds, Phrase, Piece, Scene
from shapan.engine.table import Table
from shapan.engine.view import write
from shapan.games.planet_masters import board, evaluation, names, subject
from shapan.games.planet_masters.actions import ACTIONS, DO_END, DO_PASS, STREAMS
from shapan.games.planet_masters.affairs import AFFAIRS
from shapan.games.planet_masters.cards import all_cards
from shapan.games.planet_masters.changes import changes
from shapan.games.planet_masters.consequences import follows
from shapan.games.planet_masters.dossier import DOSSIERS, sum_up
from shapan.games.planet_masters.events import EVENTS, LEFT
from shapan.games.planet_masters.headings import HEADINGS, VERBS
from shapan.games.planet_masters.judgement import JUDGEMENT, features
from shapan.games.planet_masters.moments import MOMENTS, closing
from shapan.games.planet_masters.odds import odds_of
from shapan.games.planet_masters.outcome_line import ending
from shapan.games.planet_masters.position import read_position
from shapan.games.planet_masters.rules import action, build, conquer, council, manage, setup, turn
from shapan.games.planet_masters.rules.council import show_votes
from shapan.games.planet_masters.rules.ending import RESULTS
from shapan.games.planet_masters.ruleset import DATA, OPTIONS, STANDARD, numbers_of, resolve_options, ruleset
from shapan.games.planet_masters.state import SETUP, PlanetMasters, new_state

FIGURES: Final = ("planets", "win_faces", "resources", "influence", "votes", "attack", "defense")
"""What statistics tell of a seat at the end."""


class PlanetMastersGame(Game[PlanetMasters]):
    """The game of five faces on planets, six on weapons, and one home die that nobody can take."""

    name = "planet_masters"
    prefix = "PM"
    min_seats = 2
    max_seats = names.MAX_SEATS
    native = True
    options = OPTIONS
    data = DATA
    numbers = STANDARD
    results = RESULTS
    landmarks = ("attack_won", "attack_failed", "cancelled", "motion_passed", "colony_gained", "won", "cap")
    streams = STREAMS
    actions = ACTIONS
    events = EVENTS
    affairs = AFFAIRS
    verbs = VERBS
    headings = HEADINGS
    moments = MOMENTS
    dossiers = DOSSIERS
    view_class = PlanetMasters
    judgement = JUDGEMENT
    observation_version = 3
    max_decisions = 400_000
    """`max_rounds` goes up to 9,999 (PM-6.5), of six seats with some questions each."""
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

    def resolve_options(self, options: Mapping[str, Any], seats: int) -> dict[str, Any]:
        return resolve_options(options, seats)

    def varied(self, name: str, tables: Mapping[str, Any]) -> Self:
        new = super().varied(name, tables)
        new.numbers = numbers_of(new.tables)
        return new

    def setup(self, options: Mapping[str, Any], seats: int) -> PlanetMasters:
        return new_state(ruleset(options, seats, self.numbers), seats)

    def show_answers(self, view: PlanetMasters, prompt: Prompt[PlanetMasters], answers: Mapping[int, Any]) -> None:
        show_votes(view, answers)

    def ending(self, view: PlanetMasters, outcome: Outcome) -> Phrase:
        return ending(view, outcome) or super().ending(view, outcome)

    def closing(self, view: PlanetMasters, outcome: Outcome, told: Sequence[Event]) -> MatchSummary | None:
        return closing(view, outcome, told)

    def on_leave(self, state: PlanetMasters, table: Table[PlanetMasters], seat: int) -> None:
        """PM-E25: a player who leaves is replaced; N does not change.

        [ruling] The bot that takes over is the simplest: it gives the default answers of section 5.
        """
        table.tell(LEFT, seat)

    def unspent(
        self, view: PlanetMasters, prompt: Prompt[PlanetMasters], seat: int, codes: Sequence[int]
    ) -> Phrase | None:
        """PM-3.2, 5.0: points that are not spent are lost, and who passes has no action."""
        if DO_END in codes and view.points:
            return Phrase("unspent.points", {"number": view.points})
        return Phrase("unspent.nothing") if DO_PASS in codes else super().unspent(view, prompt, seat, codes)

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
        state = state.copy()
        show_votes(state, answers)
        return write(state)

    def read_position(self, data: Mapping[str, Any], options: Mapping[str, Any], seats: int) -> PlanetMasters:
        return read_position(data, ruleset(options, seats, self.numbers), seats)

    def cards(self) -> list[Piece]:
        return all_cards()

    def board(
        self, view: PlanetMasters, viewer: int, legal: Sequence[int], prompt: Prompt[PlanetMasters] | None
    ) -> Scene:
        return board.make_scene(view, viewer, legal, prompt)

    def preview(self, view: PlanetMasters, prompt: Prompt[PlanetMasters], seat: int, code: int) -> Odds | None:
        return odds_of(view, seat, code)

    def label(self, view: PlanetMasters, code: int) -> Phrase:
        return board.label(view, code)

    def about(self, view: PlanetMasters, prompt: Prompt[PlanetMasters] | None, seat: int, arg: int) -> list[str]:
        return subject.about(view, seat if prompt is not None else -1)

    def changes(
        self, view: PlanetMasters, prompt: Prompt[PlanetMasters], seat: int, arg: int, code: int
    ) -> Iterable[Change]:
        return () if code == DONE else changes(view, seat, code)

    def follows(
        self, view: PlanetMasters, prompt: Prompt[PlanetMasters], seat: int, arg: int, picked: Sequence[int]
    ) -> list[Line]:
        return follows(view, seat, picked)

    def question(self, view: PlanetMasters, prompt: Prompt[PlanetMasters], seat: int, arg: int) -> Phrase:
        return board.question(view, prompt, seat)

    def sum_up(self, view: PlanetMasters, dossiers: list[Dossier]) -> None:
        sum_up(view, dossiers)

    def evaluate(self, view: PlanetMasters, seat: int) -> float:
        return self.judge(view)[seat]

    def features(self, state: PlanetMasters) -> list[list[float]]:
        return features(state)

    def rate(
        self, view: PlanetMasters, prompt: Prompt[PlanetMasters], seat: int, arg: int, code: int, picked: Sequence[int]
    ) -> float:
        return evaluation.RATINGS[prompt.key](view, seat, code)

    def groups(self, state: PlanetMasters) -> dict[str, list[str]]:
        return {"race": [self.numbers.race_names[race] for race in state.races]}

    def measures(self, state: PlanetMasters) -> dict[str, list[int]]:
        rows = [state.totals(seat) for seat in range(state.seats)]
        return {name: [getattr(row, name) for row in rows] for name in FIGURES}

    def rounds(self, state: PlanetMasters) -> int:
        return state.round

    def conserved(self, state: PlanetMasters) -> dict[str, int]:
        return {
            "colony dice": len(state.galaxy) + sum(len(dice) for dice in state.colonies),
            "weapon dice": len(state.supply) + sum(len(dice) for dice in state.fleet),
            "distinct dice": len({*state.galaxy, *state.supply}.union(*state.colonies, *state.fleet)),
        }


GAME = PlanetMastersGame()
