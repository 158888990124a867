"""MFX-6, 12: operations that hurt, heal, test and kill, and those of conditions."""

from __future__ import annotations

from shapan.engine.kinds import UNKNOWN
from shapan.engine.table import Table
from shapan.games.malifaux import actions, names, roster, value
from shapan.games.malifaux.cards.effect import Effect
from shapan.games.malifaux.context import AS_ACTION, Here
from shapan.games.malifaux.records import Choice
from shapan.games.malifaux.rules import choices, conditions, damage, duel, fate, killing, ops, order, stones
from shapan.games.malifaux.rules.ops import op
from shapan.games.malifaux.state import Malifaux

# Damage, healing, conditions


@op("damage")
def _damage(state: Malifaux, table: Table[Malifaux], here: Here, effect: Effect) -> None:
    mods = sum(1 if mod == "+" else -1 for mod in effect.words("flip_mods"))
    tag = roster.TAG.get(effect.word("tag"), here.tag)
    amount, found = effect.amount(), choices.whom(state, table, here, effect.who())
    is_open = effect.has("unless") or amount.is_flipped or not amount.bands[0].is_fixed()
    number = UNKNOWN if is_open else amount.bands[0].value + damage.extra_damage(here)
    differing = order.among_hurt(state, here, found, [number] * len(found), tag)
    for model in choices.in_order(state, table, here.seat, here.me, found, differing):
        if not state.is_up(model) and not state.models.buried[model]:
            continue
        if effect.has("unless") and is_saved(state, table, here, model, effect):
            continue
        before, here.it = here.it, model
        damage.damage(
            state, table, here, model, amount, blasts=effect.numbers("blast"), mods=mods,
            irreducible=effect.flag("irreducible"), ignore=effect.words("ignore"), tag=tag, named=True,
        )  # fmt: skip
        here.it = before
        if here.deed.void and here.kind == AS_ACTION:
            return


@op("heal")
def _heal(state: Malifaux, table: Table[Malifaux], here: Here, effect: Effect) -> None:
    models = choices.whom(state, table, here, effect.who())
    for model in models:
        before, here.it = here.it, model
        damage.heal(state, table, here, model, damage.heal_amount(state, table, here, effect.amount()))
        here.it = before


@op("condition")
def _condition(state: Malifaux, table: Table[Malifaux], here: Here, effect: Effect) -> None:
    mode = effect.word("mode", "gain")
    for model in choices.whom(state, table, here, effect.who()):
        if not state.is_in_play(model):
            continue
        if mode == "end_all":
            for condition in conditions.of(state, model):
                conditions.end(state, table, model, condition)
        elif mode == "end_one":
            end_one(state, table, here.seat, model)
        else:
            condition = names.CONDITIONS.index(effect.word("name"))
            number = value.value(state, here, effect.number("value"))
            if mode == "end":
                conditions.end(state, table, model, condition)
            elif mode == "lower":
                conditions.lower(state, table, model, condition, number)
            elif condition == names.ADVERSARY:
                conditions.gain_adversary(state, table, model, roster.ADVERSARY_WORDS.index(effect.word("arg")))
            else:
                conditions.gain(state, table, model, condition, number)


def end_one(state: Malifaux, table: Table[Malifaux], seat: int, model: int) -> None:
    """MFX-8.32: a condition that the player of the effect names ends."""
    there = conditions.of(state, model)
    if not there:
        return
    if len(there) == 1:
        conditions.end(state, table, model, there[0])
        return
    state.choice = Choice(model=model, options=there)
    conditions.end(state, table, model, table.pick(choices.ask_condition, seat))


# Tests and killing


@op("test")
def _test(state: Malifaux, table: Table[Malifaux], here: Here, effect: Effect) -> None:
    mods = sum(1 if mod == "+" else -1 for mod in effect.words("mods"))
    given = effect.stat()
    stat, fixed = (UNKNOWN, given) if isinstance(given, int) else (names.STATS.index(given), UNKNOWN)
    tn = value.value(state, here, effect.number("tn")), names.packed(effect.word("suits"))
    for model in choices.hit(state, table, here, effect.who()):
        if not state.is_in_play(model):
            continue
        passed = duel.put_to_test(state, table, model, stat, tn, mods, here, fixed)
        before, here.it = here.it, model
        ops.effects(state, table, here, effect.effects("on_pass" if passed else "on_fail"))
        here.it = before


@op("kill")
def _kill(state: Malifaux, table: Table[Malifaux], here: Here, effect: Effect) -> None:
    for model in choices.hit(state, table, here, effect.who()):
        if not state.is_in_play(model):
            continue
        if effect.has("unless") and is_saved(state, table, here, model, effect):
            continue
        killing.kill(state, table, here, model, demise=not effect.flag("ignore_demise"))


def is_saved(state: Malifaux, table: Table[Malifaux], here: Here, model: int, effect: Effect) -> bool:
    """D32, E31: let the owner of a target pay with a card, or where it is named with a stone; else it suffers."""
    seat = state.models.sides[model]
    kinds = [one.kind for cost in effect.costs("unless") for one in (cost.any_of or (cost,))]
    with_stone = "stone" in kinds and state.stones[seat] > 0
    if not state.hands[seat].cards and not with_stone:
        return False
    bands = effect.amount().bands if effect.op == "damage" else ()
    damages = [value.value(state, here, one) + damage.extra_damage(here) for one in bands]
    state.choice = Choice(model=model, options=damages)
    code = table.ask(choices.ask_pay, seat, int("stone" in kinds) | (here.tag + 1) << 1)
    if code == actions.SUFFER:
        return False
    if code == actions.PAY_STONE:
        stones.pay_stone(state, table, seat, stones.STONE_PAY)
    else:
        fate.discard(state, table, seat, actions.PAY.value(code))
    return True


@op("credit")
def _credit(state: Malifaux, table: Table[Malifaux], here: Here, effect: Effect) -> None:
    found = choices.whom(state, table, here, effect.who())
    if found:
        here.deed.credited = found[0]


@op("reduce")
def _reduce(state: Malifaux, table: Table[Malifaux], here: Here, effect: Effect) -> None:
    here.deed.saved += value.value(state, here, effect.number("amount"))
    here.deed.saved_minimum = value.value(state, here, effect.number("minimum"))


@op("cap_health")
def _cap(state: Malifaux, table: Table[Malifaux], here: Here, effect: Effect) -> None:
    """Read by `killing.least_health`: nothing happens by itself."""
