"""Operations that hurt, heal, test and kill, and those of conditions."""

from __future__ import annotations

from shapan.engine.kinds import UNKNOWN
from shapan.engine.table import Table
from shapan.games.malifaux import actions, names, roster, value
from shapan.games.malifaux.cards.operations import CapHealth, Conditioned, Credit, Damage, Heal, Kill, Reduce, Trial
from shapan.games.malifaux.context import AS_ACTION, Source
from shapan.games.malifaux.records import Choice
from shapan.games.malifaux.rules import choices, conditions, damage, duel, fate, killing, ops, order, stones
from shapan.games.malifaux.rules.ops import op
from shapan.games.malifaux.state import Malifaux

# Damage, healing, conditions


@op(Damage)
def _damage(state: Malifaux, table: Table[Malifaux], here: Source, effect: Damage) -> None:
    mods = sum(1 if mod == "+" else -1 for mod in effect.flip_mods)
    tag = roster.TAG.get(effect.tag or "", here.tag)
    amount, found = effect.amount, choices.whom(state, table, here, effect.who)
    is_open = bool(effect.unless) or amount.is_flipped or not amount.bands[0].is_fixed()
    number = UNKNOWN if is_open else amount.bands[0].value + damage.extra_damage(here)
    differing = order.among_hurt(state, here, found, [number] * len(found), tag)
    for model in order.in_order(state, table, here.seat, here.me, found, differing):
        if not state.is_up(model) and not state.models.buried[model]:
            continue
        if effect.unless and pay_or_suffer(state, table, here, model, effect):
            continue
        before, here.it = here.it, model
        damage.damage(
            state, table, here, model, amount, blasts=effect.blast, mods=mods,
            irreducible=effect.irreducible, ignore=effect.ignore, tag=tag, named=True,
        )  # fmt: skip
        here.it = before
        if here.deed.void and here.kind == AS_ACTION:
            return


@op(Heal)
def _heal(state: Malifaux, table: Table[Malifaux], here: Source, effect: Heal) -> None:
    models = choices.whom(state, table, here, effect.who)
    for model in models:
        before, here.it = here.it, model
        damage.heal(state, table, here, model, damage.heal_amount(state, table, here, effect.amount))
        here.it = before


@op(Conditioned)
def _condition(state: Malifaux, table: Table[Malifaux], here: Source, effect: Conditioned) -> None:
    mode = effect.mode
    for model in choices.whom(state, table, here, effect.who):
        if not state.is_in_play(model):
            continue
        if mode == "end_all":
            for condition in conditions.of(state, model):
                conditions.end(state, table, model, condition)
        elif mode == "end_one":
            conditions.end_one(state, table, here.seat, model)
        else:
            condition = names.CONDITIONS.index(effect.name)
            number = value.value(state, here, effect.value)
            if mode == "end":
                conditions.end(state, table, model, condition)
            elif mode == "lower":
                conditions.lower(state, table, model, condition, number)
            elif condition == names.ADVERSARY:
                conditions.gain_adversary(state, table, model, roster.ADVERSARY_WORDS.index(effect.arg))
            else:
                conditions.gain(state, table, model, condition, number)


# Tests and killing


@op(Trial)
def _test(state: Malifaux, table: Table[Malifaux], here: Source, effect: Trial) -> None:
    mods = sum(1 if mod == "+" else -1 for mod in effect.mods)
    given = effect.stat
    stat, fixed = (names.STATS.index(given), UNKNOWN) if isinstance(given, str) else (UNKNOWN, given.value)
    tn = value.value(state, here, effect.tn), names.packed(effect.suits)
    for model in order.hit(state, table, here, effect.who):
        if not state.is_in_play(model):
            continue
        passed = duel.put_to_test(state, table, model, stat, tn, mods, here, fixed)
        before, here.it = here.it, model
        ops.effects(state, table, here, effect.on_pass if passed else effect.on_fail)
        here.it = before


@op(Kill)
def _kill(state: Malifaux, table: Table[Malifaux], here: Source, effect: Kill) -> None:
    for model in order.hit(state, table, here, effect.who):
        if not state.is_in_play(model):
            continue
        if effect.unless and pay_or_suffer(state, table, here, model, effect):
            continue
        killing.kill(state, table, here, model, demise=not effect.ignore_demise)


def pay_or_suffer(state: Malifaux, table: Table[Malifaux], here: Source, model: int, effect: Damage | Kill) -> bool:
    """D32, E31: let the owner of a target pay with a card, or a stone where one is named; return whether he does."""
    seat = state.models.sides[model]
    may_stone = any(one.stone for cost in effect.unless for one in (cost.any_of or (cost,)))
    with_stone = may_stone and state.stones[seat] > 0
    if not state.hands[seat].cards and not with_stone:
        return False
    bands = effect.amount.bands if isinstance(effect, Damage) else ()
    damages = [value.value(state, here, one) + damage.extra_damage(here) for one in bands]
    state.choice = Choice(model=model, options=damages)
    code = table.ask(choices.ask_pay, seat, int(may_stone) | (here.tag + 1) << 1)
    if code == actions.SUFFER:
        return False
    if code == actions.PAY_STONE:
        stones.pay_stone(state, table, seat, stones.STONE_PAY)
    else:
        fate.discard(state, table, seat, actions.PAY.value(code))
    return True


@op(Credit)
def _credit(state: Malifaux, table: Table[Malifaux], here: Source, effect: Credit) -> None:
    found = choices.whom(state, table, here, effect.who)
    if found:
        here.deed.credited = found[0]


@op(Reduce)
def _reduce(state: Malifaux, table: Table[Malifaux], here: Source, effect: Reduce) -> None:
    here.deed.saved += value.value(state, here, effect.amount)
    here.deed.saved_minimum = value.value(state, here, effect.minimum)


@op(CapHealth)
def _cap(state: Malifaux, table: Table[Malifaux], here: Source, effect: CapHealth) -> None:
    """Read by `killing.min_health`: nothing happens by itself."""
