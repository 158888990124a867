"""MFX-5: triggers: who may declare which, and when they happen."""

from __future__ import annotations

from collections.abc import Sequence

from shapan.engine.kinds import UNKNOWN
from shapan.engine.question import picks
from shapan.engine.table import Table
from shapan.games.malifaux import actions, events, names, roster, static, value
from shapan.games.malifaux.cards.effect import Effect
from shapan.games.malifaux.cards.operations import Flag, If, Modify, Reduce
from shapan.games.malifaux.cards.part import AbilityPart
from shapan.games.malifaux.cards.trigger import Trigger
from shapan.games.malifaux.context import AS_TRIGGER, ActionContext, Source
from shapan.games.malifaux.records import ACTING, RESISTING, Choice
from shapan.games.malifaux.rules import costs, fate, hooks, ops
from shapan.games.malifaux.state import Malifaux

FORCED = 1
"""In the argument of `ask_trigger`: one must be declared (MFX-5.5)."""


# What could be declared


def own(deed: ActionContext) -> list[tuple[int, Trigger]]:
    """MFX-5.1: return the triggers of an action, each with the suits that it needs, packed."""
    if deed.card is None or deed.no_triggers:
        return []
    return [(names.packed(one.suits), one.trigger) for one in deed.card.triggers]


def resisting(state: Malifaux, deed: ActionContext) -> list[tuple[int, str, AbilityPart]]:
    """Crews 7.16: return the abilities that are triggers of the model that resists, with the suits that they need."""
    if deed.target < 0 or deed.no_triggers or deed.stats[RESISTING] == names.SZ:
        return []
    stat = deed.stats[RESISTING]
    word = names.STATS[stat] if stat >= 0 else ""
    return [
        (names.packed(part.suits), ability, part)
        for ability, part in roster.HOOKED[state.models.cards[deed.target]].get("resist_trigger", ())
        if word in part.stats and not static.is_lost(state, deed.target, ability)
    ]


def needs(state: Malifaux, deed: ActionContext) -> list[int]:
    """MFX-1.2: return the suits that triggers of the acting model need, or count beyond what they need."""
    if state.condition(deed.model, names.STUNNED):
        return []
    triggers = own(deed)
    return [suits + roster.COUNTED.get(trigger.id, 0) for suits, trigger in triggers] + [suits for suits, _ in triggers]


def resist_needs(state: Malifaux, deed: ActionContext) -> list[int]:
    """MFX-1.2: return the suits that triggers of the resisting model need."""
    if deed.target < 0 or state.condition(deed.target, names.STUNNED):
        return []
    return [suits for suits, _, _ in resisting(state, deed)]


def place_of(state: Malifaux, deed: ActionContext, side: int, seat: int, tag: int) -> Source:
    """MFX-5.1: return where a trigger stands: whose it is, and on which side."""
    me = deed.target if side == RESISTING else deed.model
    return Source(me, seat, deed, AS_TRIGGER, tag, it=me, cause=deed.model, side=side, marker=deed.chosen_marker)


# Declaring: D17.


@picks("trigger", "MFX-5.1", *(actions.TRIGGER, actions.ACTIONS.of(actions.NO_TRIGGER), actions.COST, actions.NUMBER),
       rows=actions.TRIGGER_ROWS, ordered=True)  # fmt: skip
def ask_trigger(state: Malifaux, seat: int, arg: int, picked: Sequence[int]) -> Sequence[int]:
    """D17: a trigger whose suits are there, with the cards that it costs and the number that it names, or none.

    `Choice.options` are the triggers, `marks` what each costs in cards, `holders` the numbers that each names.
    """
    choice = state.asked()
    hand = state.hands[seat].cards
    if not picked:
        able = [
            actions.TRIGGER.codes[one]
            for one, cost in zip(choice.options, choice.marks, strict=True)
            if cost <= len(hand)
        ]
        return able if arg & FORCED and able else [actions.NO_TRIGGER, *able]
    if picked[0] == actions.NO_TRIGGER:
        return []
    place = choice.options.index(actions.TRIGGER.value(picked[0]))
    cost, span = choice.marks[place], choice.holders[place]
    spent = [actions.COST.value(code) for code in picked[1:] if actions.COST.has(code)]
    if len(spent) < cost:
        return [actions.COST.codes[card] for card in fate.payable(state, seat, cost, spent)]
    if span >= 0 and not any(actions.NUMBER.has(code) for code in picked):
        return [actions.NUMBER.codes[number] for number in range(span & 255, (span >> 8) + 1)]
    return []


def declare(state: Malifaux, table: Table[Malifaux], deed: ActionContext, acting: int, resisting_seat: int) -> None:
    """MFX-4.5 D, 5.1, 5.4: each side may declare one trigger, the acting one first."""
    if not state.condition(deed.model, names.STUNNED):
        _declare_own(state, table, deed, acting)
    if resisting_seat >= 0 and not deed.relented and not state.condition(deed.target, names.STUNNED):
        _declare_resisting(state, table, deed, resisting_seat)


def able_own(state: Malifaux, deed: ActionContext, seat: int) -> list[Trigger]:
    """MFX-5.1: return the triggers of an action that may be declared with the suits of its acting side."""
    able: list[Trigger] = []
    for suits, trigger in own(deed):
        if not names.has_suits(deed.suits[ACTING], suits):
            continue
        here = place_of(state, deed, ACTING, seat, roster.TAG[trigger.id])
        if hooks.is_used(state, here, trigger.once):
            continue
        if value.truth(state, here, trigger.when) and costs.can_pay(state, here, trigger.costs):
            able.append(trigger)
    return able


def able_resisting(state: Malifaux, deed: ActionContext, seat: int) -> list[tuple[str, AbilityPart]]:
    """Crews 7.16: return the abilities that the resisting side may declare as triggers with its suits."""
    able: list[tuple[str, AbilityPart]] = []
    for suits, ability, part in resisting(state, deed):
        here = place_of(state, deed, RESISTING, seat, roster.TAG[ability])
        here.before_damage = True
        if names.has_suits(deed.suits[RESISTING], suits) and (
            part.timing == "resolved" or value.truth(state, here, part.when)
        ):
            able.append((ability, part))
    return able


def _declare_own(state: Malifaux, table: Table[Malifaux], deed: ActionContext, seat: int) -> None:
    able = able_own(state, deed, seat)
    if not able:
        return
    assert deed.card is not None
    forced = deed.card.triggers_forced or any(trigger.forced for trigger in able)
    state.choice = Choice(
        model=deed.model, options=[roster.TRIGGER.numbers[one.id] for one in able],
        marks=[costs.discards_of(one.costs) for one in able],
        holders=[one.numbers[0] | one.numbers[1] << 8 if one.numbers else UNKNOWN for one in able],
    )  # fmt: skip
    answer = table.ask_many(ask_trigger, seat, FORCED if forced else 0)
    if answer[0] == actions.NO_TRIGGER:
        return
    number = actions.TRIGGER.value(answer[0])
    trigger = next(one for one in able if roster.TRIGGER.numbers[one.id] == number)
    here = place_of(state, deed, ACTING, seat, roster.TAG[trigger.id])
    here.number = next((actions.NUMBER.value(code) for code in answer if actions.NUMBER.has(code)), 0)
    given = [actions.COST.value(code) for code in answer if actions.COST.has(code)]
    costs.pay(state, table, here, trigger.costs, given)
    hooks.note_used(state, here, trigger.once)
    table.tell(events.TRIGGERED, deed.model, number)
    _note(state, table, deed, here, trigger.timing, trigger.effects)


def _declare_resisting(state: Malifaux, table: Table[Malifaux], deed: ActionContext, seat: int) -> None:
    able = able_resisting(state, deed, seat)
    if not able:
        return
    state.choice = Choice(
        model=deed.target, options=[roster.TRIGGER.numbers[ability] for ability, _ in able],
        marks=[0] * len(able), holders=[UNKNOWN] * len(able),
    )  # fmt: skip
    answer = table.ask_many(ask_trigger, seat, 0)
    if answer[0] == actions.NO_TRIGGER:
        return
    number = actions.TRIGGER.value(answer[0])
    ability, part = next(one for one in able if roster.TRIGGER.numbers[one[0]] == number)
    here = place_of(state, deed, RESISTING, seat, roster.TAG[ability])
    table.tell(events.TRIGGERED, deed.target, number)
    _note(state, table, deed, here, part.timing, part.effects, part)


def _note(
    state: Malifaux, table: Table[Malifaux], deed: ActionContext, here: Source, timing: str,
    effects: tuple[Effect, ...], part: AbilityPart | None = None,
) -> None:  # fmt: skip
    """MFX-5.3: a trigger happens at once, with the action, at the killing, or after it."""
    if timing == "declare":
        ops.effects(state, table, here, effects)
    elif timing == "resolving":
        deed.resolving += ((here, effects),)
    elif timing == "kill":
        deed.kill_triggers += ((here, effects),)
    else:
        deed.after += ((timing, here, effects, part),)


# What they do (MFX-5.3)


def before_effects(state: Malifaux, table: Table[Malifaux], deed: ActionContext) -> None:
    """MFX-5.3: changes of damage by `resolving` triggers apply to the flip of the action; the rest waits for it."""
    waiting: list[tuple[Source, tuple[Effect, ...]]] = []
    for here, effects in deed.resolving:
        now: list[Effect] = []
        for effect in effects:
            if isinstance(effect, If) and effect.condition is not None and changes_damage(effect):
                holds = value.truth(state, here, effect.condition)
                now += effect.effects if holds else effect.otherwise
            else:
                now.append(effect)
        ops.effects(state, table, here, [effect for effect in now if changes_damage(effect)])
        waiting.append((here, tuple(effect for effect in now if not changes_damage(effect))))
    deed.resolving = tuple(waiting)


def after_effects(state: Malifaux, table: Table[Malifaux], deed: ActionContext) -> None:
    """MFX-5.3, 6.4: the other effects of `resolving` triggers come last; a Black Joker takes them away."""
    if deed.void:
        return
    for here, effects in deed.resolving:
        ops.effects(state, table, here, effects)


def changes_damage(effect: Effect) -> bool:
    """MFX-5.3: tell whether an effect has to come before the damage: modifiers, flags and reductions."""
    if isinstance(effect, If):
        inner = (*effect.effects, *effect.otherwise)
        return effect.condition is not None and any(changes_damage(one) for one in inner)
    return isinstance(effect, Modify | Flag | Reduce)


def after_action(state: Malifaux, table: Table[Malifaux], deed: ActionContext) -> None:
    """MFX-5.3: triggers that come after the whole action, by their timing.

    [ruling] A trigger has a target if its effect names who is at the other end of the action.
    """
    for timing, here, effects, part in deed.after:
        if here.me < 0 or not state.is_in_play(here.me):
            continue
        won = deed.success if here.side == ACTING else not deed.success
        if (timing == "success" and not won) or (timing == "fail" and won):
            continue
        about, word = (deed.target, "target") if here.side == ACTING else (deed.model, "attacker")
        gone = about >= 0 and not state.is_in_play(about)
        if gone and any(roster.names_word(effect, word) for effect in effects):
            continue
        if part is not None and not value.truth(state, here, part.when):
            continue
        ops.effects(state, table, here, effects)
