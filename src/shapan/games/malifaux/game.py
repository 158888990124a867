"""Malifaux: the definition. Every part of the game is named here once.

Rules in `rules/`, a chapter of the spec a file; what lies on the table in `state.py`; options in `ruleset.py`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, ClassVar

from shapan.engine.actions import DONE
from shapan.engine.answer_totals import Change
from shapan.engine.chance import Stream
from shapan.engine.dossier import Dossier
from shapan.engine.event import Event
from shapan.engine.fact import add_figures
from shapan.engine.game import Game, Outcome
from shapan.engine.ground import Aim, End, Leg, Ruler, TargetLine
from shapan.engine.match_summary import MatchSummary
from shapan.engine.phrase import Phrase
from shapan.engine.prompt import Prompt
from shapan.engine.question import prompts_of
from shapan.engine.scene import Line, Odds, Piece, Scene
from shapan.engine.table import Table
from shapan.engine.words import Words
from shapan.games.malifaux import agenda, board, custom_card_texts, ground, names, points, resample, roster
from shapan.games.malifaux.actions import ACTIONS, STREAMS
from shapan.games.malifaux.affairs import AFFAIRS
from shapan.games.malifaux.board import headings, subject
from shapan.games.malifaux.board.changes import changes, changes_behind
from shapan.games.malifaux.board.consequences import follows
from shapan.games.malifaux.bots import JUDGEMENT, RATE, features, mistakes
from shapan.games.malifaux.cards.loader import own_cards
from shapan.games.malifaux.events import EVENTS, LEFT
from shapan.games.malifaux.geometry import layout
from shapan.games.malifaux.position.reader import Reader
from shapan.games.malifaux.rules import (
    act,
    acting,
    activation,
    assist,
    card_actions,
    charge,
    choices,
    concentrate,
    conditions,
    control,
    damage_ops,
    demolish,
    disengage,
    duel,
    ending,
    explosives,
    fate,
    generated,
    hire,
    hooks,
    idols,
    interact,
    lasting_ops,
    order,
    position_effects,
    reactions,
    resource_ops,
    schemes,
    scoring,
    setup,
    stones,
    summon_ops,
    triggers,
    turn,
    walk,
)  # fmt: skip
from shapan.games.malifaux.ruleset import LAYOUTS, OPTIONS, resolve_options, ruleset
from shapan.games.malifaux.state import Malifaux
from shapan.games.malifaux.words import MatchWords, label, question
from shapan.games.malifaux.written import FIGURES

add_figures(Malifaux, FIGURES)


class MalifauxGame(Game[Malifaux]):
    """The skirmish of two crews with fate decks."""

    name = "malifaux"
    rules_version = 5
    prefix = "MFX"
    min_seats = names.SEATS
    max_seats = names.SEATS
    options = OPTIONS
    results = ending.RESULTS
    cut_off = ()
    grouped_as: ClassVar[Mapping[str, str]] = {"leader": "model"}
    streams = STREAMS
    actions = ACTIONS
    events = EVENTS
    completed = headings.COMPLETED
    affairs = AFFAIRS
    view_class = Malifaux
    moments = board.MOMENTS
    landmarks = board.LANDMARKS
    dossiers = board.DOSSIERS
    lenient = True
    horizon = 2
    judgement = JUDGEMENT
    rows = frozenset(
        {"at", "nets", "totals", "suits", "ranks", "vp", "path", "to", "place", "items", "schemes", "pick"}
    )
    max_decisions = 20_000
    prompts = prompts_of(
        setup, schemes, explosives, hire, fate, turn, acting, act, generated, walk, charge, disengage, interact,
        concentrate, assist, demolish, reactions, card_actions, duel, triggers, stones, choices, order,
        conditions, hooks, idols, scoring, damage_ops, lasting_ops, resource_ops, summon_ops, control,
    )  # fmt: skip
    steps = (
        setup.scenario_step, setup.attacker_step, setup.zone_step, setup.leader_step, setup.masters_step,
        setup.hire_step, setup.deploy_step, schemes.schemes_step, explosives.explosives_step, setup.begin_step,
        turn.turn_step, turn.discard_step, turn.draw_step, turn.stone_draw_step, turn.initiative_step,
        turn.flip_step, idols.drop_idol, turn.start_effects_step, turn.pass_tokens_step, turn.activation_step,
        turn.activate_step, activation.action_step, activation.end_step, turn.next_step, position_effects.effect_step,
        turn.end_step, turn.score_step, turn.clean_step, turn.final_step,
    )  # fmt: skip

    def resolve_options(self, options: Mapping[str, Any], seats: int) -> dict[str, Any]:
        return resolve_options(options)

    def setup(self, options: Mapping[str, Any], seats: int) -> Malifaux:
        rules = ruleset(options)
        state = Malifaux(seats=seats, rules=rules)
        pieces = [] if rules.layout == LAYOUTS.index("generated") else layout.layout(LAYOUTS[rules.layout])
        state.map = ground.Map(pieces, rules.elevation)
        state.decks = [state.deck(list(range(len(names.CARDS)))) for _ in range(seats)]
        state.scheme_cards = [state.deck(list(range(len(names.SCHEMES))), 1 << seat) for seat in range(seats)]
        state.pool = list(rules.pool)
        state.push(agenda.SCENARIO_STEP)
        return state

    def resample(self, state: Malifaux, seat: int, rng: Stream) -> None:
        resample.deal_anew(state, seat, rng)

    def reason(self, state: Malifaux) -> dict[str, Any]:
        return {"vp": [state.points(seat) for seat in range(state.seats)]}

    def words(self, state: Malifaux) -> Words:
        return MatchWords(state)

    def board(self, view: Malifaux, viewer: int, legal: Sequence[int], prompt: Prompt[Malifaux] | None) -> Scene:
        return board.make_scene(view, viewer, legal, prompt, self.target)

    def aim(self, view: Malifaux, prompt: Prompt[Malifaux], seat: int, arg: int, picked: Sequence[int]) -> Aim | None:
        return board.aim(view, prompt, seat, arg, picked)

    def leg(
        self, view: Malifaux, prompt: Prompt[Malifaux], seat: int, arg: int, picked: Sequence[int], code: int
    ) -> Leg | None:
        return board.leg(view, prompt, seat, arg, picked, code)

    def target_lines(
        self, view: Malifaux, prompt: Prompt[Malifaux], seat: int, arg: int, picked: Sequence[int]
    ) -> list[TargetLine]:
        return board.target_lines(view, prompt, seat, arg, picked)

    def measure(self, view: Malifaux, viewer: int, one: End, other: End) -> Ruler | None:
        return board.measure(view, one, other)

    def preview_after(
        self, view: Malifaux, prompt: Prompt[Malifaux], seat: int, arg: int, picked: Sequence[int], code: int
    ) -> Odds | None:
        return board.preview(view, prompt, seat, arg, picked, code)

    def done_label(
        self, view: Malifaux, prompt: Prompt[Malifaux], seat: int, arg: int, picked: Sequence[int]
    ) -> Phrase:
        return board.done_label(view, picked)

    def group(self, view: Malifaux, prompt: Prompt[Malifaux], code: int) -> Phrase | None:
        return None if code == DONE else headings.group(view, code)

    def verb(self, view: Malifaux, prompt: Prompt[Malifaux], code: int) -> str:
        return "" if code == DONE else headings.verb(view, code)

    def about(self, view: Malifaux, prompt: Prompt[Malifaux] | None, seat: int, arg: int) -> list[str]:
        return subject.about(view, prompt.key if prompt is not None else "", seat)

    def changes(self, view: Malifaux, prompt: Prompt[Malifaux], seat: int, arg: int, code: int) -> Iterable[Change]:
        return () if code == DONE else changes(view, seat, prompt.key, code)

    def changes_behind(
        self, view: Malifaux, prompt: Prompt[Malifaux], seat: int, arg: int, picked: Sequence[int], code: int
    ) -> Iterable[Change]:
        yield from self.changes(view, prompt, seat, arg, code)
        if code != DONE:
            yield from changes_behind(view, picked, code)

    def follows(
        self, view: Malifaux, prompt: Prompt[Malifaux], seat: int, arg: int, picked: Sequence[int]
    ) -> list[Line]:
        return follows(view, prompt.key, seat, picked)

    def question(self, view: Any, prompt: Prompt[Malifaux], seat: int, arg: int) -> Phrase:
        return question(view, prompt, seat, arg)

    def own_texts(self, language: str) -> Mapping[str, str]:
        return custom_card_texts.texts(language)

    def left_out(self) -> Sequence[str]:
        return own_cards().faults

    def label(self, view: Any, code: int) -> Phrase:
        if code == 0:
            return super().label(view, code)
        return points.label(view, code) or label(view, self.actions.of(code), code)

    def label_after(
        self, view: Malifaux, prompt: Prompt[Malifaux], seat: int, arg: int, picked: Sequence[int], code: int
    ) -> Phrase | None:
        return points.label(view, code, picked)

    def read_position(self, data: Mapping[str, Any], options: Mapping[str, Any], seats: int) -> Malifaux:
        state = self.setup(options, seats)
        Reader(data, state).read()
        return state

    def bare_position(self, data: Mapping[str, Any], options: Mapping[str, Any], seats: int) -> Malifaux:
        state = self.setup(options, seats)
        Reader(data, state).read_terrain()
        return state

    def on_leave(self, state: Malifaux, table: Table[Malifaux], seat: int) -> None:
        table.tell(LEFT, seat)

    def refusal_rule(self, state: Malifaux) -> str:
        return "MFX-8.5"

    # Bots

    def rate(self, view: Any, prompt: Prompt[Malifaux], seat: int, arg: int, code: int, picked: Sequence[int]) -> float:
        return RATE.rate(view, prompt, seat, arg, code, picked)

    def mistakes(self, view: Malifaux, prompt: Prompt[Malifaux], seat: int, options: Sequence[int]) -> Sequence[int]:
        return mistakes(view, prompt, seat, options)

    def features(self, state: Malifaux) -> list[list[float]]:
        return features(state)

    def idle_answer(
        self, view: Malifaux, prompt: Prompt[Malifaux], seat: int, arg: int, legal: Sequence[int]
    ) -> list[int] | None:
        return board.idle_answer(view, prompt, seat, arg, legal)

    def why_idle(
        self, view: Malifaux, prompt: Prompt[Malifaux], seat: int, arg: int, legal: Sequence[int]
    ) -> Phrase | None:
        return board.why_idle(view, prompt, seat, arg, legal)

    # Measuring

    def cards(self) -> list[Piece]:
        return board.all_cards()

    def ending(self, view: Malifaux, outcome: Outcome) -> Phrase:
        return board.ending(view, outcome) or super().ending(view, outcome)

    def closing(self, view: Malifaux, outcome: Outcome, told: Sequence[Event]) -> MatchSummary | None:
        return board.closing(view, outcome, told)

    def sum_up(self, view: Malifaux, dossiers: list[Dossier]) -> None:
        board.sum_up(view, dossiers)

    def rounds(self, state: Malifaux) -> int:
        return state.turn

    def progress(self, state: Malifaux) -> int:
        """Return how far a search looks ahead: to the end of the activation that goes on, and of the answer."""
        return names.MAX_MODELS * state.turn + sum(state.models.activated)

    def groups(self, state: Malifaux) -> dict[str, list[str]]:
        leads = [roster.MODELS[card].id if card >= 0 else "" for card in state.leader_models]
        return {"leader": leads}

    def measures(self, state: Malifaux) -> dict[str, list[int]]:
        return {"strategy_points": list(state.strategy_points), "scheme_points": list(state.scheme_points)}


MALIFAUX = MalifauxGame()
RATE.check(MALIFAUX.prompts)
