"""StarCraft: the definition. Every part of the game is named here once.

Rules in `rules/`, a chapter of the spec a file; what lies on the table in `state.py`; options in `ruleset.py`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from shapan.engine.actions import DONE
from shapan.engine.answer_totals import Change
from shapan.engine.chance import Stream
from shapan.engine.dossier import Dossier
from shapan.engine.event import Event
from shapan.engine.fact import add_figures
from shapan.engine.game import Game, Outcome
from shapan.engine.kinds import UNKNOWN
from shapan.engine.match_summary import MatchSummary
from shapan.engine.prompt import Prompt
from shapan.engine.question import prompts_of
from shapan.engine.scene import Line, Odds, Phrase, Piece, Scene
from shapan.engine.table import Table
from shapan.engine.zone import Zone
from shapan.games.starcraft import agenda, board, cards, formulas, names
from shapan.games.starcraft.actions import ACTIONS, STREAMS
from shapan.games.starcraft.affairs import AFFAIRS
from shapan.games.starcraft.board import headings, subject
from shapan.games.starcraft.board.changes import changes
from shapan.games.starcraft.board.closing import closing
from shapan.games.starcraft.board.closing import ending as ending_of
from shapan.games.starcraft.board.consequences import follows
from shapan.games.starcraft.board.dossier import DOSSIERS, sum_up
from shapan.games.starcraft.board.event_words import label_after
from shapan.games.starcraft.board.moments import LANDMARKS, MOMENTS
from shapan.games.starcraft.bots import RATE
from shapan.games.starcraft.bots.judgement import JUDGEMENT, features
from shapan.games.starcraft.bots.mistakes import mistakes
from shapan.games.starcraft.events import EVENTS, LEFT
from shapan.games.starcraft.position import Reader
from shapan.games.starcraft.records import UNIT_KINDS
from shapan.games.starcraft.resample import deal_anew
from shapan.games.starcraft.rules import (
    battle,
    build,
    destroying,
    ending,
    event_cards,
    event_choices,
    execution,
    forces,
    losing,
    mobilize,
    payment,
    planning,
    regroup,
    research,
    retreat,
    setup,
    skirmish,
    start,
)  # fmt: skip
from shapan.games.starcraft.ruleset import OPTIONS, resolve_options, ruleset
from shapan.games.starcraft.serialization import FIGURES
from shapan.games.starcraft.state import StarCraft

REMOVED = (20, 15, 10, 5, 0)
"""SC-1.6: by the seats above two, how many cards of the first two stages stay out."""

add_figures(StarCraft, FIGURES)


class StarCraftGame(Game[StarCraft]):
    """The game of orders in stacks and battles in a galaxy."""

    name = "starcraft"
    prefix = "SC"
    min_seats = 2
    max_seats = names.MAX_SEATS
    options = OPTIONS
    results = ending.RESULTS
    rules_version = 5
    cut_off = ()
    streams = STREAMS
    actions = ACTIONS
    events = EVENTS
    completed = headings.COMPLETED
    affairs = AFFAIRS
    verbs = headings.VERBS
    view_class = StarCraft
    lenient = True
    rows = frozenset({"at", "skirmishes", "pair.pairs", "support.units", *names.PLANETS, "ranks", "points"})
    max_decisions = 60_000
    native = True
    longest_row = 1_024
    horizon = 1
    moments = MOMENTS
    landmarks = LANDMARKS
    dossiers = DOSSIERS
    judgement = JUDGEMENT
    prompts = prompts_of(
        setup,
        forces,
        planning,
        execution,
        build,
        payment,
        mobilize,
        research,
        start,
        losing,
        battle,
        skirmish,
        retreat,
        event_choices,
        event_cards,
        regroup,
    )
    steps = (
        setup.first_step,
        setup.faction_step,
        setup.tiles_step,
        setup.planet_step,
        setup.z_step,
        setup.forces_begin_step,
        forces.forces_step,
        setup.hands_step,
        planning.round_step,
        planning.planning_step,
        execution.turn_step,
        execution.execute_step,
        build.build_step,
        mobilize.mobilize_step,
        battle.battle_step,
        research.research_step,
        execution.end_turn_step,
        regroup.regroup_step,
        event_cards.event_step,
        event_cards.end_step,
        setup.opening_step,
    )

    def resolve_options(self, options: Mapping[str, Any], seats: int) -> dict[str, Any]:
        return resolve_options(options, seats)

    def setup(self, options: Mapping[str, Any], seats: int) -> StarCraft:
        state = StarCraft(seats=seats, rules=ruleset(options))
        state.box = Zone(
            [
                card
                for race in names.RACE_OF
                for card in (
                    *cards.DECKS[race],
                    *(c for tech in cards.TECHS_OF[race] for c in cards.CARDS_OF_TECH[tech]),
                )
            ]
        )
        state.planet_pile = state.deck(list(range(len(names.PLANETS))))
        for stage, deck in enumerate(cards.EVENT_DECK):
            is_open = not state.rules.galactic_conquest
            there = [card for card in deck if is_open or cards.EVENT_OF[card] != cards.THE_END_DRAWS_NEAR]
            state.event_heaps[stage] = state.deck(there)
            state.events_left[stage] = len(there) - (REMOVED[seats - 2] if stage != names.STAGE_III else 0)
        state.supply = [state.deck(list(names.ORDER_TOKENS), 1 << seat) for seat in range(seats)]
        for seat in range(seats):
            state.drawn[seat] = Zone(sees=0)
        state.push(agenda.FIRST_STEP)
        return state

    def view(self, state: StarCraft, viewer: int) -> StarCraft:
        """Section 6, SC-2.4: what a viewer sees; by an option not even his own orders in the stacks."""
        view: StarCraft = state.seen(viewer)
        if state.rules.hide_own_orders:
            for stack in view.stacks:
                stack.cards[:] = [UNKNOWN] * len(stack.cards)
        return view

    def resample(self, state: StarCraft, seat: int, rng: Stream) -> None:
        deal_anew(state, seat, rng)

    def reason(self, state: StarCraft) -> dict[str, Any]:
        found: dict[str, Any] = {"points": list(state.points)}
        special = [names.SPECIALS[state.factions[seat]] for seat in range(state.seats) if state.fulfilled >> seat & 1]
        return {**found, "special": special} if special else found

    def board(self, view: StarCraft, viewer: int, legal: Sequence[int], prompt: Prompt[StarCraft] | None) -> Scene:
        return board.make_scene(view, viewer, legal, prompt, self.target)

    def label_after(
        self, view: StarCraft, prompt: Prompt[StarCraft], seat: int, arg: int, picked: Sequence[int], code: int
    ) -> Phrase | None:
        return label_after(view, seat, picked, code) if prompt.key == "event" else None

    def label(self, view: StarCraft, code: int) -> Phrase:
        return board.label(view, code)

    def group(self, view: StarCraft, prompt: Prompt[StarCraft], code: int) -> Phrase | None:
        return None if code == DONE else headings.group(code)

    def about(self, view: StarCraft, prompt: Prompt[StarCraft] | None, seat: int, arg: int) -> list[str]:
        return subject.about(view)

    def changes(self, view: StarCraft, prompt: Prompt[StarCraft], seat: int, arg: int, code: int) -> Iterable[Change]:
        return () if code == DONE else changes(view, seat, code)

    def follows(
        self, view: StarCraft, prompt: Prompt[StarCraft], seat: int, arg: int, picked: Sequence[int]
    ) -> list[Line]:
        return follows(view, seat, picked)

    def question(self, view: StarCraft, prompt: Prompt[StarCraft], seat: int, arg: int) -> Phrase:
        return board.question(view, prompt, seat, arg)

    def cards(self) -> list[Piece]:
        return board.all_cards()

    def preview(self, view: StarCraft, prompt: Prompt[StarCraft], seat: int, code: int) -> Odds | None:
        return board.preview(view, prompt, seat, code)

    def read_position(self, data: Mapping[str, Any], options: Mapping[str, Any], seats: int) -> StarCraft:
        state = self.setup(options, seats)
        Reader(data, state).read()
        return state

    def still_in(self, state: StarCraft, seat: int) -> bool:
        return seat in state.living()

    def team(self, state: StarCraft, seat: int) -> list[int]:
        return [other for other in range(state.seats) if state.are_mates(seat, other)]

    def on_leave(self, state: StarCraft, table: Table[StarCraft], seat: int) -> None:
        """[ruling] Who leaves is played on by default answers: his pieces stay as they are."""
        table.tell(LEFT, seat)

    def idle_answer(
        self, view: StarCraft, prompt: Prompt[StarCraft], seat: int, arg: int, legal: Sequence[int]
    ) -> list[int] | None:
        """SC-3.9: in a window the one answer that is left to who destroys nothing of his own."""
        return list(legal) if isinstance(prompt, destroying.Window) and len(legal) == 1 else None

    def why_idle(
        self, view: StarCraft, prompt: Prompt[StarCraft], seat: int, arg: int, legal: Sequence[int]
    ) -> Phrase | None:
        one = isinstance(prompt, destroying.Window) and len(legal) == 1
        return Phrase(f"idle.{prompt.key}") if one else None

    def features(self, state: StarCraft) -> list[list[float]]:
        return features(state)

    def evaluate(self, view: StarCraft, seat: int) -> float:
        return self.judge(view)[seat] if self.judgement.weights else super().evaluate(view, seat)

    def mistakes(self, view: StarCraft, prompt: Prompt[StarCraft], seat: int, options: Sequence[int]) -> Sequence[int]:
        return mistakes(view, prompt, seat, options)

    def rate(
        self, view: StarCraft, prompt: Prompt[StarCraft], seat: int, arg: int, code: int, picked: Sequence[int]
    ) -> float:
        return RATE.rate(view, prompt, seat, arg, code, picked)

    def refusal_rule(self, state: StarCraft) -> str:
        return "SC-3"

    def ending(self, view: StarCraft, outcome: Outcome) -> Phrase:
        return ending_of(view, outcome) or super().ending(view, outcome)

    def closing(self, view: StarCraft, outcome: Outcome, told: Sequence[Event]) -> MatchSummary | None:
        return closing(view, outcome, told)

    def sum_up(self, view: StarCraft, dossiers: list[Dossier]) -> None:
        sum_up(view, dossiers)

    def rounds(self, state: StarCraft) -> int:
        return state.round

    def groups(self, state: StarCraft) -> dict[str, list[str]]:
        return {"faction": [names.FACTIONS[one] if one >= 0 else "none" for one in state.factions]}

    def measures(self, state: StarCraft) -> dict[str, list[int]]:
        """Return points, the capacities of the cards, workers, areas, bases, and what the units have cost."""
        seats = range(state.seats)
        return {
            "points": list(state.points),
            "resources": [formulas.resource_total(state, seat) for seat in seats],
            "workers": [formulas.workers_of(state, seat) for seat in seats],
            "areas": [len(formulas.controlled(state, seat)) for seat in seats],
            "bases": [formulas.bases_of(state, seat) for seat in seats],
            "units": [
                sum([number * names.TOTAL_COST[place % UNIT_KINDS] for place, number in enumerate(state.units[seat])])
                for seat in seats
            ],
        }


RATE.check(StarCraftGame.prompts)
GAME = StarCraftGame()
