"""Fate duel with acts that are one answer: a verb with its target, a path of points and cards.

FTD-8: an act is given whole. With an attack or a charge cards of the hand may be spent; their values add up to at least
ten, and the attack gains two. A charge is a path that ends within reach of its target, and an attack on it.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar, Final

from engine.toys.fate_duel import actions, events, names, questions
from engine.toys.fate_duel.board import PLACES, aim, leg
from engine.toys.fate_duel.game import FateDuel
from engine.toys.fate_duel.geometry import length, toward
from engine.toys.fate_duel.questions import CHEATING, DEPLOYING, DISCARDING, WALKING
from engine.toys.fate_duel.rules import close_step, duel, place_step, push_next, turn_step
from engine.toys.fate_duel.state import Fate, is_up
from shapan.engine.actions import DONE, Actions, Form
from shapan.engine.event import Events
from shapan.engine.ground import Aim, Leg
from shapan.engine.offers import Places
from shapan.engine.prompt import Prompt, Reason
from shapan.engine.row import Row
from shapan.engine.shape import ONE, Part
from shapan.engine.table import Table

COST: Final = 10
BOOST: Final = 2

ACTIONS = Actions()
for old in actions.ACTIONS.by_number.values():
    form = Form(joined={"at": ("x", "y")}) if old.name == "step" else old.form
    ACTIONS.family(old.number, old.name, form, old.tested, **dict(old.parameters))
WALK, STEP, ATTACK, PASS = (ACTIONS.by_name[name] for name in ("walk", "step", "attack", "pass"))
CHARGE: Final = ACTIONS.family(8, "charge", model=names.MODEL)
AT: Final = ACTIONS.family(9, "at", target=names.MODEL)
SPEND: Final = ACTIONS.family(10, "spend", card=names.CARD)

EVENTS = Events()
EVENTS.types = list(events.EVENTS.types)
SPENT: Final = EVENTS.add("spent", "FTD-8.2", seat=names.SEAT, card=names.CARD)
CHARGED: Final = EVENTS.add("charged", "FTD-8.3", model=names.MODEL, target=names.MODEL)

CARDS: Final = Part("cards", (SPEND,), optional=True, heap=True)


class Act(Prompt[Fate]):
    """The verb with its model, the target of a charge, the way points, the cards."""

    key, rule, many = "act", "FTD-8.1", True
    families = (WALK, ATTACK, CHARGE, PASS, AT, STEP, SPEND)
    rows = (
        Row("walk", (Part("", (WALK,)), Part("path", (STEP,)))),
        Row("attack", (Part("", (ATTACK,)), CARDS)),
        Row("charge", (Part("", (CHARGE,)), Part("target", (AT,), ONE), Part("path", (STEP,)), CARDS)),
        Row("pass", (Part("", (PASS,)),)),
    )

    def next(self, state: Fate, seat: int, arg: int, picked: Sequence[int]) -> Sequence[int]:
        if not picked:
            return [*questions.ACTING.legal(state, seat, arg), *charges(state, seat)]
        verb, legs, spent = parts_of(picked)
        if PASS.has(verb):
            return ()
        if WALK.has(verb):
            return WALKING.next(state, seat, WALK.value(verb), legs)
        if ATTACK.has(verb):
            return [DONE, *spending(state, seat, spent)]
        if len(picked) == 1:
            return [AT.codes[target] for target in targets(state, CHARGE.value(verb))]
        return [DONE, *(() if spent else ways(state, picked)), *(spending(state, seat, spent) if legs else ())]

    def test_next(self, state: Fate, seat: int, arg: int, picked: Sequence[int], code: int) -> bool:
        if not STEP.has(code):
            return code in self.next(state, seat, arg, picked)
        return bool(picked) and self.fault(state, picked, code) is None

    def fault(self, state: Fate, picked: Sequence[int], code: int) -> Reason | None:
        """FTD-3.2, FTD-3.3: why a way point may not follow."""
        verb, legs, spent = parts_of(picked)
        if not (WALK.has(verb) or (CHARGE.has(verb) and len(picked) > 1)) or spent:
            return Reason(self.rule, "not_possible")
        return WALKING.fault(state, WALK.value(verb), legs, code)

    def why_not_next(self, state: Fate, seat: int, arg: int, picked: Sequence[int], code: int) -> Reason:
        if STEP.has(code) and picked and (fault := self.fault(state, picked, code)):
            return fault
        if SPEND.has(code) and SPEND.value(code) not in state.hands[seat].cards:
            return Reason("FTD-8.2", "not_possible")
        if SPEND.has(code) and (broken := self.limits(state, seat, arg, picked)):
            return broken
        return Reason(self.rule, "not_possible")

    def limits(self, state: Fate, seat: int, arg: int, picked: Sequence[int]) -> Reason | None:
        verb, legs, spent = parts_of(picked)
        if spent and worth(spent) < COST:
            return Reason("FTD-8.2", "too_little", {"cost": COST}, "cards")
        if CHARGE.has(verb) and not (legs and is_reached(state, AT.value(picked[1]), legs[-1])):
            return Reason("FTD-8.3", "out_of_reach", path="path")
        return None


def parts_of(picked: Sequence[int]) -> tuple[int, list[int], list[int]]:
    """Return the verb, the way points and the cards of an act."""
    return picked[0] if picked else DONE, [c for c in picked if STEP.has(c)], [c for c in picked if SPEND.has(c)]


def worth(spent: Sequence[int]) -> int:
    """FTD-8.2: the values of some cards together."""
    return sum(names.VALUE[SPEND.value(code)] for code in spent)


def spending(state: Fate, seat: int, spent: Sequence[int]) -> list[int]:
    """FTD-8.2: the cards that may be spent next, such that with higher ones the cost can still be met."""
    left = sorted(SPEND.codes[card] for card in state.hands[seat].cards if SPEND.codes[card] not in spent)
    so_far = worth(spent)
    return [code for place, code in enumerate(left) if so_far + worth(left[place:]) >= COST]


def charges(state: Fate, seat: int) -> list[int]:
    """FTD-8.3: the models with both acts left that can charge somebody."""
    own = (2 * seat, 2 * seat + 1)
    return [CHARGE.codes[model] for model in own if state.acts[model] == 2 and targets(state, model)]


def targets(state: Fate, model: int) -> list[int]:
    """FTD-8.3: the enemies that a model can charge."""
    enemies = [2 - model // 2 * 2, 3 - model // 2 * 2]
    return [enemy for enemy in enemies if is_up(state, enemy) and ways(state, [CHARGE.code(model), AT.code(enemy)])]


def ways(state: Fate, picked: Sequence[int]) -> list[int]:
    """FTD-8.3: the straight leg to the target of a charge, if it ends within reach."""
    model, target, legs = CHARGE.value(picked[0]), AT.value(picked[1]), list(picked[2:])
    x, y, left = WALKING.reached(state, model, legs)
    gap = length(x, y, state.xs[target], state.ys[target]) - 2 * names.RADIUS
    code = STEP.code(*toward(x, y, state.xs[target], state.ys[target], max(0, min(left, gap))))
    fits = WALKING.fault(state, model, legs, code) is None and is_reached(state, target, code)
    return [code] if fits else []


def is_reached(state: Fate, target: int, code: int) -> bool:
    """FTD-8.3: whether a way point lies within reach of a model."""
    x, y = STEP.values(code)
    square = (x - state.xs[target]) ** 2 + (y - state.ys[target]) ** 2
    return square <= (2 * names.RADIUS + names.REACH + names.EPS) ** 2


ACTING: Final = Act()


def act_step(state: Fate, table: Table[Fate], seat: int) -> None:
    """FTD-8.1: one act of one seat, in one answer."""
    state.active = seat
    picks = table.ask_many(ACTING, seat)
    verb, legs, spent = parts_of(picks)
    for code in spent:  # FTD-8.2
        hand = state.hands[seat]
        state.move(hand, hand.cards.index(SPEND.value(code)), state.discards[seat])
        table.tell(SPENT, seat, SPEND.value(code))
    state.boost = BOOST if spent else 0
    if PASS.has(verb):
        state.acts[2 * seat] = state.acts[2 * seat + 1] = 0
        table.tell(events.PASSED, seat)
    elif ATTACK.has(verb):
        state.acts[ATTACK.value(verb)] -= 1
        duel(state, table, *ATTACK.values(verb))
    else:
        model = WALK.value(verb)
        state.acts[model] -= 1 + CHARGE.has(verb)
        for code in legs:
            state.xs[model], state.ys[model] = STEP.values(code)
            table.tell(events.WALKED, model, state.xs[model], state.ys[model])
        if CHARGE.has(verb):
            charge(state, table, model, AT.value(picks[1]))
    state.boost = 0
    push_next(state, seat)


def charge(state: Fate, table: Table[Fate], model: int, target: int) -> None:
    """FTD-8.3: a charge ends with an attack."""
    table.tell(CHARGED, model, target)
    duel(state, table, model, target)


BY_MODEL: Final = PLACES[actions.WALK]


class WholeActs(FateDuel):
    """The same game with whole acts."""

    name = "fate_duel_whole"
    actions = ACTIONS
    events = EVENTS
    prompts: ClassVar[tuple[Prompt[Any], ...]] = (DEPLOYING, ACTING, CHEATING, DISCARDING)
    steps = (place_step, turn_step, act_step, close_step)
    rows = frozenset({"path", "at"})
    places: ClassVar[Places] = {**PLACES, CHARGE: BY_MODEL, AT: BY_MODEL}

    def aim(self, view: Fate, prompt: Prompt[Fate], seat: int, arg: int, picked: Sequence[int]) -> Aim | None:
        if prompt.key != self.prompts[1].key:
            return super().aim(view, prompt, seat, arg, picked)
        verb, legs, spent = parts_of(picked)
        moves = WALK.has(verb) or (CHARGE.has(verb) and len(picked) > 1)
        return aim(view, WALKING, seat, WALK.value(verb), legs) if moves and not spent else None

    def leg(
        self, view: Fate, prompt: Prompt[Fate], seat: int, arg: int, picked: Sequence[int], code: int
    ) -> Leg | None:
        if prompt.key != self.prompts[1].key:
            return super().leg(view, prompt, seat, arg, picked, code)
        verb, legs, _ = parts_of(picked)
        return leg(view, WALK.value(verb), legs, code)

    def rate(self, view: Any, prompt: Any, seat: int, arg: int, code: int, picked: Sequence[int]) -> float:
        if CHARGE.has(code) or AT.has(code):
            return 2.0
        return 0.5 if SPEND.has(code) else super().rate(view, prompt, seat, arg, code, picked)


GAME = WholeActs()
