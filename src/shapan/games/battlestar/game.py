"""Battlestar Galactica: the definition. Every part of the game is named here once.

Rules in `rules/`, a chapter of the spec a file; cards are data (`data/`), read by `cards.py` and `effects.py`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from shapan.engine.actions import DONE
from shapan.engine.answer_totals import Change
from shapan.engine.chance import Stream
from shapan.engine.dossier import Dossier
from shapan.engine.event import Event
from shapan.engine.game import Game, Outcome
from shapan.engine.match_summary import MatchSummary
from shapan.engine.prompt import Prompt
from shapan.engine.question import prompts_of
from shapan.engine.scene import Line, Odds, Phrase, Piece, Scene
from shapan.engine.table import Table
from shapan.games.battlestar import board, names, step_codes
from shapan.games.battlestar.actions import ACTIONS, STREAMS
from shapan.games.battlestar.affairs import AFFAIRS
from shapan.games.battlestar.board import headings, subject
from shapan.games.battlestar.board.changes import changes
from shapan.games.battlestar.board.consequences import follows
from shapan.games.battlestar.board.dossier import DOSSIERS, sum_up
from shapan.games.battlestar.board.prints import all_cards
from shapan.games.battlestar.bots import RATE, judgement
from shapan.games.battlestar.bots.harm import HARM
from shapan.games.battlestar.bots.judgement import JUDGEMENT
from shapan.games.battlestar.counts import conserved
from shapan.games.battlestar.effects import EFFECTS
from shapan.games.battlestar.events import EVENTS, LEFT
from shapan.games.battlestar.initial_state import new_state
from shapan.games.battlestar.position import check_scripts, read_position
from shapan.games.battlestar.position.fill import fill_step
from shapan.games.battlestar.resample import resample
from shapan.games.battlestar.rules import (
    abilities,
    attacks,
    checks,
    crises,
    cylons,
    dice,
    hands,
    jump,
    locations,
    loyalty,
    maintenance,
    modifiers,
    moves,
    people,
    places,
    quorum,
    resources,
    reveal,
    setup,
    space,
    turn,
    vipers,
)
from shapan.games.battlestar.rules import actions as acting
from shapan.games.battlestar.rules.ending import REASONS, RESULTS, is_cylon
from shapan.games.battlestar.ruleset import OPTIONS, resolve_options, ruleset
from shapan.games.battlestar.state import Battlestar
from shapan.games.battlestar.wording import words_of


class BattlestarGame(Game[Battlestar]):
    """The game of hidden traitors: humans flee to Kobol, some of them are Cylons and do not tell."""

    name = "battlestar"
    prefix = "BSG"
    min_seats = 2
    max_seats = names.MAX_SEATS
    options = OPTIONS
    results = RESULTS
    rules_version = 4
    sides = True
    cut_off = ()
    streams = STREAMS
    actions = ACTIONS
    events = EVENTS
    affairs = AFFAIRS
    verbs = headings.VERBS
    moments = board.MOMENTS
    landmarks = ("sleeper_phase", "loyalty_handed_over", "fleet_jumps", "destination_chosen", "final_jump")
    dossiers = DOSSIERS
    view_class = Battlestar
    max_decisions = 20_000
    horizon = 1
    judgement = JUDGEMENT
    observation_version = 4
    native = True
    lenient = True
    rows = frozenset(("boarding", "destinations", "top", "bottom", "basestars", "tokens.tokens"))
    prompts = prompts_of(
        setup,
        turn,
        *(moves, acting, places, people, quorum, loyalty, abilities, locations, maintenance, vipers),
        *(crises, checks, modifiers, resources, hands, dice),
        *(attacks, space, jump, reveal, cylons),
    )
    steps = (
        *(setup.pick_step, setup.deal_step),
        *(turn.start_step, turn.receive_step, turn.movement_step, turn.action_step),
        *(turn.crisis_step, turn.activate_step, turn.jump_step, turn.end_step, fill_step),
    )

    def resolve_options(self, options: Mapping[str, Any], seats: int) -> dict[str, Any]:
        return resolve_options(options, seats)

    def setup(self, options: Mapping[str, Any], seats: int) -> Battlestar:
        state = new_state(ruleset(options, seats), seats)
        state.agenda = [(1,)]
        return state

    def group(self, view: Battlestar, prompt: Prompt[Battlestar], code: int) -> Phrase | None:
        return None if code == DONE else headings.group(code)

    def about(self, view: Battlestar, prompt: Prompt[Battlestar] | None, seat: int, arg: int) -> list[str]:
        return subject.about(view, seat if prompt is not None else -1)

    def changes(self, view: Battlestar, prompt: Prompt[Battlestar], seat: int, arg: int, code: int) -> Iterable[Change]:
        return changes(view, seat, prompt.key, code)

    def follows(
        self, view: Battlestar, prompt: Prompt[Battlestar], seat: int, arg: int, picked: Sequence[int]
    ) -> list[Line]:
        return follows(view, prompt.key, seat, picked)

    def question(self, view: Battlestar, prompt: Prompt[Battlestar], seat: int, arg: int) -> Phrase:
        """Return the question of a prompt with the numbers, cards and checks that its text names."""
        key = prompt.key
        if key in ("action", "move") and view.revealed[seat]:
            key = f"{key}_cylon"
        elif key == "action" and view.in_brig(seat):
            key = "action_brig"
        words = words_of(view, prompt.key, seat, arg)
        if words.get("kept"):
            key = "discard_kept"
        elif key == "contribute" and (view.revealed[seat] or view.in_brig(seat)):
            key = "contribute_one"
        return Phrase(f"prompt.{key}", words)

    def preview(self, view: Battlestar, prompt: Prompt[Battlestar], seat: int, code: int) -> Odds | None:
        return board.preview(view, prompt, seat, code)

    def why_idle(
        self, view: Battlestar, prompt: Prompt[Battlestar], seat: int, arg: int, legal: Sequence[int]
    ) -> Phrase | None:
        return board.why_idle(view, prompt, seat, legal)

    def decides(self, view: Battlestar, prompt: Prompt[Battlestar], seat: int, arg: int, legal: Sequence[int]) -> bool:
        return board.decides(view, prompt, seat, legal)

    def decline_key(
        self, view: Battlestar, prompt: Prompt[Battlestar], seat: int, arg: int, legal: Sequence[int]
    ) -> tuple[tuple[Any, ...], int] | None:
        return board.decline_key(view, prompt, seat, legal)

    def resample(self, state: Battlestar, seat: int, rng: Stream) -> None:
        resample(state, seat, rng)

    def on_leave(self, state: Battlestar, table: Table[Battlestar], seat: int) -> None:
        """[ruling] Who leaves is replaced by the simplest bot: it gives the default answers."""
        table.tell(LEFT, seat)

    def board(self, view: Battlestar, viewer: int, legal: Sequence[int], prompt: Prompt[Battlestar] | None) -> Scene:
        return board.make_scene(view, viewer, legal, prompt, self.target)

    def cards(self) -> list[Piece]:
        return all_cards()

    def ending(self, view: Battlestar, outcome: Outcome) -> Phrase:
        return board.ending(view, outcome) or super().ending(view, outcome)

    def closing(self, view: Battlestar, outcome: Outcome, told: Sequence[Event]) -> MatchSummary | None:
        return board.make_closing(view, outcome, told)

    def sum_up(self, view: Battlestar, dossiers: list[Dossier]) -> None:
        sum_up(view, dossiers)

    def refusal_rule(self, state: Battlestar) -> str:
        """Return the rule that refuses who is not asked."""
        return "BSG-2.3" if state.step == step_codes.SETUP else "BSG-3.0"

    def check_scripts(self, state: Battlestar, scripts: Sequence[list[int] | None]) -> None:
        check_scripts(state, scripts)

    def rests(self, state: Battlestar) -> bool:
        return bool(state.turn_over)

    def reason(self, state: Battlestar) -> dict[str, Any]:
        return {"reason": REASONS[state.reason]} if state.reason >= 0 else {}

    def read_position(self, data: Mapping[str, Any], options: Mapping[str, Any], seats: int) -> Battlestar:
        return read_position(data, ruleset(options, seats), seats)

    def evaluate(self, view: Battlestar, seat: int) -> float:
        return judgement.evaluate(view, seat)

    def features(self, state: Battlestar) -> list[list[float]]:
        return judgement.features(state)

    def rate(
        self, view: Battlestar, prompt: Prompt[Battlestar], seat: int, arg: int, code: int, picked: Sequence[int]
    ) -> float:
        return RATE.rate(view, prompt, seat, arg, code, picked)

    def side(self, view: Battlestar, seat: int) -> str:
        return "cylon" if is_cylon(view, seat) else "human"

    def open_side(self, view: Battlestar, seat: int) -> str:
        return "cylon" if view.revealed[seat] else ""

    def conserved(self, state: Battlestar) -> dict[str, int]:
        return conserved(state)

    def groups(self, state: Battlestar) -> dict[str, list[str]]:
        """Return the character of each seat."""
        return {"character": [names.CHARACTERS[one] if one >= 0 else "none" for one in state.characters]}

    def measures(self, state: Battlestar) -> dict[str, list[int]]:
        """Return the least dial and the distance, which are the same for all."""
        return {
            "least_dial": [min(state.dials)] * state.seats,
            "distance": [state.distance] * state.seats,
            "revealed": list(state.revealed),
        }

    def rounds(self, state: Battlestar) -> int:
        return state.turn


EFFECTS.close()
HARM.check()
RATE.check(BattlestarGame.prompts)
GAME = BattlestarGame()
