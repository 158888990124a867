"""Battlefield: the definition. Every part of the game is named here once.

Rules in `rules/`, a chapter of the spec a file; what lies on the table in `state.py`; options in `ruleset.py`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from typing import Any

from shapan.engine.actions import DONE
from shapan.engine.answer_totals import Change
from shapan.engine.chance import Stream
from shapan.engine.dossier import Dossier
from shapan.engine.event import Event
from shapan.engine.fact import add_figures
from shapan.engine.game import Game, Outcome
from shapan.engine.match_summary import MatchSummary
from shapan.engine.prompt import Prompt
from shapan.engine.question import prompts_of
from shapan.engine.scene import Line, Odds, Phrase, Piece, Scene, Target
from shapan.engine.table import Table
from shapan.engine.words import Words
from shapan.games.battlefield import board, names, pacts
from shapan.games.battlefield.abilities import EFFECTS
from shapan.games.battlefield.actions import ACTIONS, STREAMS
from shapan.games.battlefield.affairs import AFFAIRS
from shapan.games.battlefield.board import headings, subject
from shapan.games.battlefield.board.changes import changes
from shapan.games.battlefield.board.closing import closing
from shapan.games.battlefield.board.closing import ending as ending_of
from shapan.games.battlefield.board.consequences import follows
from shapan.games.battlefield.board.dossier import DOSSIERS, sum_up
from shapan.games.battlefield.board.moments import LANDMARKS, MOMENTS
from shapan.games.battlefield.board.preview import preview
from shapan.games.battlefield.bots import RATE
from shapan.games.battlefield.bots.battle import mixture
from shapan.games.battlefield.bots.judgement import JUDGEMENT, features
from shapan.games.battlefield.bots.observe import observation_names, observe
from shapan.games.battlefield.events import EVENTS, LEFT
from shapan.games.battlefield.position import Reader
from shapan.games.battlefield.resample import deal_anew
from shapan.games.battlefield.rules import (
    attack,
    capture,
    combat,
    danger,
    development,
    elimination,
    ending,
    fight_actions,
    guests,
    modifications,
    orders,
    setup,
    special,
    special_effects,
    strategy,
    titles,
    treaties,
    turn,
    units,
)  # fmt: skip
from shapan.games.battlefield.ruleset import OPTIONS, resolve_options, ruleset
from shapan.games.battlefield.serialization import FIGURES
from shapan.games.battlefield.state import Battlefield
from shapan.games.battlefield.words import UnitWords

add_figures(Battlefield, FIGURES)


class BattlefieldGame(Game[Battlefield]):
    """The game of factions round a ring of territories."""

    name = "battlefield"
    prefix = "BF"
    min_seats = 2
    max_seats = names.MAX_SEATS
    options = OPTIONS
    results = ending.RESULTS
    rules_version = 7
    cut_off = ()
    streams = STREAMS
    actions = ACTIONS
    events = EVENTS
    completed = headings.COMPLETED
    affairs = AFFAIRS
    verbs = headings.VERBS
    view_class = Battlefield
    undealt = frozenset({"treaties", "proposal"})
    """BF-12.6: by an option nobody knows the treaties of others; the worlds of a seat have none of them."""
    lenient = True
    windows_refuse = True
    rows = frozenset({"ranks", "left", "right", "row.cards", "order.units", "order.territories"})
    max_decisions = 60_000
    longest_row = 1024
    most_rows = 96
    moments = MOMENTS
    landmarks = LANDMARKS
    dossiers = DOSSIERS
    horizon = 1
    judgement = JUDGEMENT
    prompts = prompts_of(
        setup,
        turn,
        development,
        units,
        modifications,
        orders,
        guests,
        strategy,
        treaties,
        fight_actions,
        attack,
        combat,
        danger,
        capture,
        special,
        special_effects,
        titles,
    )
    steps = (
        setup.factions_step,
        setup.layout_step,
        setup.first_cards_step,
        turn.turn_step,
        turn.draw_step,
        turn.develop_step,
        turn.battle_step,
        turn.fight_step,
        turn.declare_step,
        turn.post_step,
        turn.end_step,
        turn.act_step,
    )

    def resolve_options(self, options: Mapping[str, Any], seats: int) -> dict[str, Any]:
        return resolve_options(options, seats)

    def setup(self, options: Mapping[str, Any], seats: int) -> Battlefield:
        rules = ruleset(options, seats)
        state = Battlefield(seats=seats, rules=rules)
        state.basic_pile = state.deck(list(names.BASIC_PILE))
        state.faction_pile = state.deck(list(range(len(names.FACTIONS))))
        state.territory_pile = state.deck(list(range(len(names.TERRITORIES))))
        state.pile_left = rules.territories
        state.combat_sets = [state.deck(list(range(len(names.COMBAT_CARDS))), 1 << seat) for seat in range(seats)]
        state.push(turn.TURN_STEP, 0)
        state.push(turn.FIRST_CARDS_STEP)
        state.push(turn.LAYOUT_STEP)
        state.push(turn.FACTIONS_STEP)
        return state

    def view(self, state: Battlefield, viewer: int) -> Battlefield:
        """Section 6, BF-12.6: what a viewer sees; by an option only treaties and proposals that he is a party of."""
        view: Battlefield = state.seen(viewer)
        view.treaties = pacts.known(state, viewer, state.treaties)
        view.proposal = pacts.known(state, viewer, state.proposal)
        return view

    def resample(self, state: Battlefield, seat: int, rng: Stream) -> None:
        deal_anew(state, seat, rng)

    def reason(self, state: Battlefield) -> dict[str, Any]:
        return {"goal": ending.GOALS[state.goal] if state.goal >= 0 else None}

    def words(self, state: Battlefield) -> Words:
        return UnitWords(state)

    def board(self, view: Battlefield, viewer: int, legal: Sequence[int], prompt: Prompt[Battlefield] | None) -> Scene:
        return board.make_scene(view, viewer, legal, prompt, self.target)

    def target(self, view: Battlefield, code: int) -> Target:
        """Clauses, deals, points and retreats are put together in forms."""
        made = super().target(view, code)
        made.choices = board.choices(view, code)
        return made

    def label(self, view: Battlefield, code: int) -> Phrase:
        return board.label(view, code)

    def group(self, view: Battlefield, prompt: Prompt[Battlefield], code: int) -> Phrase | None:
        return None if code == DONE else headings.group(view, code)

    def about(self, view: Battlefield, prompt: Prompt[Battlefield] | None, seat: int, arg: int) -> list[str]:
        return subject.about(view, "" if prompt is None else prompt.key, arg)

    def changes(
        self, view: Battlefield, prompt: Prompt[Battlefield], seat: int, arg: int, code: int
    ) -> Iterable[Change]:
        return () if code == DONE else changes(view, seat, prompt.key, code)

    def follows(
        self, view: Battlefield, prompt: Prompt[Battlefield], seat: int, arg: int, picked: Sequence[int]
    ) -> list[Line]:
        return follows(view, seat, picked)

    def question(self, view: Battlefield, prompt: Prompt[Battlefield], seat: int, arg: int) -> Phrase:
        return board.question(view, prompt, seat, arg)

    def cards(self) -> list[Piece]:
        return board.all_cards()

    def read_position(self, data: Mapping[str, Any], options: Mapping[str, Any], seats: int) -> Battlefield:
        state = self.setup(options, seats)
        Reader(data, state).read()
        return state

    def still_in(self, state: Battlefield, seat: int) -> bool:
        return state.is_in(seat)

    def current_ranks(self, state: Battlefield, gone: AbstractSet[int]) -> list[int]:
        living = state.living()
        ranks = [int(seat in living) for seat in range(state.seats)]
        ending.rank_fallen(state, ranks, len(living) + 1)
        return ranks

    def on_leave(self, state: Battlefield, table: Table[Battlefield], seat: int) -> None:
        """[ruling] Who leaves is played on by default answers: his domain stays as it is."""
        table.tell(LEFT, seat)

    def refusal_rule(self, state: Battlefield) -> str:
        return "BF-3"

    def observe(self, view: Battlefield, seats: int, seat: int) -> Sequence[float]:
        return observe(view, seats, seat)

    def observation_names(self, seats: int) -> Sequence[str]:
        return observation_names(seats)

    def evaluate(self, view: Battlefield, seat: int) -> float:
        return self.judge(view)[seat] if self.judgement.weights else super().evaluate(view, seat)

    def features(self, state: Battlefield) -> list[list[float]]:
        return features(state)

    def rate(
        self, view: Battlefield, prompt: Prompt[Battlefield], seat: int, arg: int, code: int, picked: Sequence[int]
    ) -> float:
        return RATE.rate(view, prompt, seat, arg, code, picked)

    def mixture(
        self, view: Battlefield, prompt: Prompt[Battlefield], seat: int, arg: int, picked: Sequence[int]
    ) -> Mapping[int, float]:
        return mixture(RATE.mind(view, seat), picked) if prompt is combat.ask_row else {}

    def rounds(self, state: Battlefield) -> int:
        return state.round

    def conserved(self, state: Battlefield) -> dict[str, int]:
        return {"resources in all hands": int(sum(state.resources) <= names.MAX_RESOURCES)}

    def ending(self, view: Battlefield, outcome: Outcome) -> Phrase:
        return ending_of(view, outcome) or super().ending(view, outcome)

    def closing(self, view: Battlefield, outcome: Outcome, told: Sequence[Event]) -> MatchSummary | None:
        return closing(view, outcome, told)

    def sum_up(self, view: Battlefield, dossiers: list[Dossier]) -> None:
        sum_up(view, dossiers)

    def preview(self, view: Battlefield, prompt: Prompt[Battlefield], seat: int, code: int) -> Odds | None:
        return preview(view, prompt, seat, code)

    def groups(self, state: Battlefield) -> dict[str, list[str]]:
        return {"faction": [names.FACTIONS[one] if one >= 0 else "none" for one in state.factions]}


EFFECTS.close()
RATE.check(BattlefieldGame.prompts)
_CHAPTERS = elimination
GAME = BattlefieldGame()
