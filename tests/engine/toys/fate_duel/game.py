"""Fate duel, a test game after Malifaux: points on a table, opposed flips, cheating from a hidden hand.

FTD-1 set-up: each seat places two models on its side. FTD-2 a turn begins: discard in secret, draw to six. FTD-3 the
seats act in turns: walk up to 5 inches or attack within 2. FTD-4 the duel: both flip, the loser may cheat first. FTD-5
damage by the margin. FTD-6 the end: all enemies killed, or the points after the last turn. FTD-7, by an option: the
abilities of models.
All lengths are in 1/1000 inch, all tests are on integers.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

from engine.toys.fate_duel import actions, events, names
from engine.toys.fate_duel.abilities import EFFECTS
from engine.toys.fate_duel.board import PLACES, aim, at_scale, leg, measured, notes, target_lines
from engine.toys.fate_duel.questions import ACTING, CHEATING, DEPLOYING, DISCARDING, WALKING
from engine.toys.fate_duel.rules import act_step, close_step, place_step, turn_step
from engine.toys.fate_duel.state import PLACE_STEP, TURN_STEP, Fate
from shapan.engine.game import Game
from shapan.engine.ground import Aim, End, Leg, Ruler, TargetLine
from shapan.engine.offers import Offers, Places
from shapan.engine.options import Option
from shapan.engine.point_answers import point_of
from shapan.engine.prompt import Prompt
from shapan.engine.scene import Phrase, Scene


class FateDuel(Game[Fate]):
    name, prefix = "fate_duel", "FTD"
    options = (
        Option("turns", 4, least=1, most=12, rule="FTD-6.3", common=True),
        Option("wounds", 4, (2, 4, 7), rule="FTD-5.1"),
        Option("abilities", "off", ("off", "on"), rule="FTD-7.2"),
    )
    results = ("kills", "points")
    streams = {"fate_0": names.CARD, "fate_1": names.CARD}
    actions, events, view_class = actions.ACTIONS, events.EVENTS, Fate
    prompts: ClassVar[tuple[Prompt[Any], ...]] = (DEPLOYING, ACTING, WALKING, CHEATING, DISCARDING)
    steps = (place_step, turn_step, act_step, close_step)
    max_decisions = 600
    places: ClassVar[Places] = PLACES

    def setup(self, options: Mapping[str, Any], seats: int) -> Fate:
        state = Fate(seats=seats, turns=options["turns"], wounds=[options["wounds"]] * 4)
        state.abilities = int(options["abilities"] == "on")
        state.decks = [state.deck(list(range(len(names.NAMES)))) for _ in (0, 1)]
        state.push(TURN_STEP, 1)
        for number in (3, 2, 1, 0):
            state.push(PLACE_STEP, number)
        return state

    def board(self, view: Fate, viewer: int, legal: Sequence[int], prompt: Prompt[Fate] | None) -> Scene:
        offers = Offers(legal, prompt, lambda code: self.target(view, code), self.places)
        return at_scale(super().board(view, viewer, legal, prompt), view, viewer, offers)

    def aim(self, view: Fate, prompt: Prompt[Fate], seat: int, arg: int, picked: Sequence[int]) -> Aim | None:
        return aim(view, prompt, seat, arg, picked) if prompt.key in ("deploy", "path") else None

    def leg(
        self, view: Fate, prompt: Prompt[Fate], seat: int, arg: int, picked: Sequence[int], code: int
    ) -> Leg | None:
        if prompt.key == "deploy":
            return Leg(point_of(actions.DEPLOY, code), notes=notes(view, arg, *actions.DEPLOY.values(code)))
        return leg(view, arg, picked, code)

    def target_lines(
        self, view: Fate, prompt: Prompt[Fate], seat: int, arg: int, picked: Sequence[int]
    ) -> list[TargetLine]:
        return target_lines(view, seat) if prompt.key == "act" else []

    def measure(self, view: Fate, viewer: int, one: End, other: End) -> Ruler:
        return measured(view, one, other)

    def question(self, view: Fate, prompt: Prompt[Fate], seat: int, arg: int) -> Phrase:
        words = {"model": arg} if prompt.key in ("deploy", "path") else {}
        return Phrase(f"prompt.{prompt.key}", {"seat": {"seat": seat}, **words})

    def refusal_rule(self, state: Fate) -> str:
        return "FTD-3.1"

    def conserved(self, state: Fate) -> dict[str, int]:
        piles = (state.decks, state.hands, state.flips, state.discards)
        return {f"cards_{seat}": sum(len(zones[seat]) for zones in piles) for seat in (0, 1)}

    def evaluate(self, view: Fate, seat: int) -> float:
        own, enemy = (sum(view.wounds[2 * side : 2 * side + 2]) + view.points[side] for side in (seat, 1 - seat))
        return (own + 1) / (own + enemy + 2)

    def rate(
        self,
        view: Fate,
        prompt: Prompt[Fate],
        seat: int,
        arg: int,
        code: int,
        picked: Sequence[int],
    ) -> float:
        if actions.CHEAT.has(code):
            return names.VALUE[actions.CHEAT.value(code)] - names.VALUE[view.flips[seat].first] - 4
        return 1 + actions.ATTACK.has(code) - actions.PASS.has(code) if code else 0

    def rounds(self, state: Fate) -> int:
        return state.turn


EFFECTS.close()
GAME = FateDuel()
