"""MFX-8.4, 8.28: generated actions: melee after a Charge, the same action again, Obey; what ends an activation."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from shapan.engine.kinds import UNKNOWN
from shapan.engine.prompt import Reason
from shapan.engine.table import Table
from shapan.games.malifaux import actions, model_traits, roster, select, value
from shapan.games.malifaux.cards.action import Action
from shapan.games.malifaux.cards.action_filter import ActionFilter
from shapan.games.malifaux.cards.operations import ControlAction, EndActivation, RepeatAction, TakeAction
from shapan.games.malifaux.cards.selector import Selector
from shapan.games.malifaux.context import GENERATED, ONLY_MELEE, UNBOUND, Actor, Source
from shapan.games.malifaux.records import Choice
from shapan.games.malifaux.rules import acting, card_actions, choices, options, verbs
from shapan.games.malifaux.rules.ops import op
from shapan.games.malifaux.state import Malifaux


class FreeAct(acting.Act):
    """MFX-8.28: an action that an effect generates; it may be left."""

    key = "free_action"
    rule = "MFX-8.28"
    families = (*acting.FIRST, *acting.PARTS, actions.ACTOR, actions.ACTIONS.of(actions.DECLINE))

    def who(self, state: Malifaux, seat: int, arg: int) -> Actor:
        return Actor(state.asked().model, seat, state.choice)

    def first(self, state: Malifaux, who: Actor) -> list[int]:
        assert who.free is not None
        return [actions.DECLINE, *who.free.options]

    def drawn_first(self, state: Malifaux, who: Actor, number: int) -> int:
        first = self.first(state, who)
        return first[number % len(first)]

    def plain(self, picked: Sequence[int]) -> Sequence[int]:
        return [code for code in picked if not actions.ACTOR.has(code)]

    def limit(self, state: Malifaux, who: Actor, code: int) -> Reason | None:
        """MFX-8.4, 8.28: return why no effect generates an action now, None where something else stands against it."""
        only_melee = Reason("MFX-8.28", "only_melee")
        if not actions.ACT.has(code):
            return only_melee if who.has(ONLY_MELEE) else None
        action = model_traits.action(state, who.model, actions.ACT.value(code))
        if action is None:
            return None
        as_melee = action.range_type == "projectile" and options.melee_reach(state, who.model) > 0
        if who.has(ONLY_MELEE) and action.range_type != "melee" and not as_melee:
            return only_melee
        if action.bonus:
            return Reason("MFX-8.4", "no_free_bonus")
        return Reason("MFX-8.28", "not_generated") if options.is_possible(state, who, action) else None


ask_free_action: Final = FreeAct()


def allowed(state: Malifaux, who: Actor, action: Action, filter_: ActionFilter) -> bool:
    """MFX-8.4: tell whether an action of a card is one that an effect may generate."""
    if action.bonus and not filter_.bonus:
        return False
    if filter_.kind and action.kind != filter_.kind:
        return False
    if (not filter_.names_model and action.names_model) or (not filter_.attaches_upgrade and action.attaches_upgrade):
        return False
    if filter_.is_open or action.id in filter_.actions:
        return True
    melee = (
        action.range_type == "projectile" and options.melee_reach(state, who.model) > 0 and "melee" in filter_.ranges
    )
    return action.range_type in filter_.ranges or melee


def choice_of(
    state: Malifaux, seat: int, model: int, filter_: ActionFilter, *, rules: int, targets: Sequence[int] = (),
    but: int = UNKNOWN,
) -> Choice:  # fmt: skip
    """MFX-8.28: return what a model may do by an effect: `options` are the first picks."""
    rules |= GENERATED | (ONLY_MELEE if filter_.is_melee else 0)
    choice = Choice(model=model, rules=rules, holders=list(targets), about=but)
    who = Actor(model, seat, choice)
    general = roster.GENERAL_ACTIONS if filter_.is_open else filter_.general
    found = verbs.general(state, who, general) if general and not targets else []
    for action in model_traits.actions(state, model):
        if allowed(state, who, action, filter_) and options.is_possible(state, who, action):
            if (targets or but >= 0) and not options.targets(state, who, action):
                continue
            found.append(actions.ACT.codes[roster.ACTION.numbers[action.id]])
    choice.options = found
    return choice


def offer(
    state: Malifaux, table: Table[Malifaux], seat: int, model: int, filter_: ActionFilter, *, rules: int = 0,
    targets: Sequence[int] = (), but: int = UNKNOWN, plus: int = 0,
) -> None:  # fmt: skip
    """MFX-8.28: let a model take an action that an effect generates, if it can and its player wants."""
    if not state.is_in_play(model) or (state.models.buried[model] and not rules & UNBOUND):
        return
    choice = choice_of(state, seat, model, filter_, rules=rules, targets=targets, but=but)
    if not choice.options:
        return
    state.choice = choice
    answer = table.ask_many(ask_free_action, seat, 1)
    carry_out(state, table, Actor(model, seat, choice), answer, plus)


def carry_out(state: Malifaux, table: Table[Malifaux], who: Actor, answer: Sequence[int], plus: int = 0) -> None:
    """MFX-8.28: carry out an action as it was answered."""
    row = [code for code in answer if not actions.ACTOR.has(code)]
    if row[0] == actions.DECLINE:
        return
    if actions.ACT.has(row[0]):
        action = model_traits.action(state, who.model, actions.ACT.value(row[0]))
        assert action is not None
        card_actions.take(state, table, who, action, row, plus=plus)
    else:
        verbs.do(state, table, who, row)


@op(TakeAction)
def _take_action(state: Malifaux, table: Table[Malifaux], here: Source, effect: TakeAction) -> None:
    rules = 0
    if effect.ignore_limits is not None and value.truth(state, here, effect.ignore_limits):
        rules = UNBOUND
    plus = sum(1 if mod == "+" else -1 for mod in effect.mods)
    targets, but = rule_of(state, here, effect.target)
    for model in choices.whom(state, table, here, effect.who):
        seat = here.seat if state.models.sides[model] == state.models.sides[here.me] else state.models.sides[model]
        offer(state, table, seat, model, effect.filter, rules=rules, targets=targets, but=but, plus=plus)


def rule_of(state: Malifaux, here: Source, rule: object) -> tuple[list[int], int]:
    """MFX-8.28: return the targets that a generated action must have, and the one that it may not."""
    if rule == "same":
        return [here.deed.target], UNKNOWN
    if rule == "different":
        return [], here.deed.target
    if isinstance(rule, Selector):
        return select.found(state, here, rule), UNKNOWN
    return [], UNKNOWN


@op(RepeatAction)
def _repeat(state: Malifaux, table: Table[Malifaux], here: Source, effect: RepeatAction) -> None:
    """E30: the same action again; each repetition is a new action."""
    deed = here.deed
    if deed.card is None or not state.is_in_play(deed.model):
        return
    targets, but = rule_of(state, here, effect.target)
    choice = Choice(model=deed.model, rules=GENERATED, holders=targets, about=but)
    who = Actor(deed.model, here.seat, choice)
    if not options.is_possible(state, who, deed.card):
        return
    choice.options = [actions.ACT.codes[deed.action]]
    state.choice = choice
    carry_out(state, table, who, table.ask_many(ask_free_action, here.seat, 1))


@op(ControlAction)
def _control(state: Malifaux, table: Table[Malifaux], here: Source, effect: ControlAction) -> None:
    """MFX-12.2, E32, E33: the player of an effect makes a model take an action."""
    for model in choices.whom(state, table, here, effect.who):
        offer(state, table, here.seat, model, effect.filter)


@op(EndActivation)
def _end_activation(state: Malifaux, table: Table[Malifaux], here: Source, effect: EndActivation) -> None:
    now = state.activation
    for model in select.found(state, here, effect.who):
        if now is not None and now.model == model:
            now.ended = 1
