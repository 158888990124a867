"""Crews 2.1: effects are carried out: the operations that decide what happens, and those about cards and counts.

Operations about places stand in `moves`, those about actions in `generated`.
"""

from __future__ import annotations

from collections.abc import Sequence

from shapan.engine.kinds import UNKNOWN
from shapan.engine.table import Table
from shapan.games.malifaux import actions, names, select, static, value
from shapan.games.malifaux.cards.effect import Effect, Release
from shapan.games.malifaux.cards.selector import Selector
from shapan.games.malifaux.context import AS_ACTION, Deed, Here
from shapan.games.malifaux.records import Choice
from shapan.games.malifaux.rules import choices, costs, duel, hooks, killing, markers
from shapan.games.malifaux.rules.ops import OPS, op
from shapan.games.malifaux.state import Malifaux


def effects(state: Malifaux, table: Table[Malifaux], here: Here, row: Sequence[Effect]) -> None:
    """MFX-6.18: carry out effects in their order; what hangs on a Black Joker does not happen (MFX-6.4)."""
    for effect in row:
        if here.deed.void and here.kind == AS_ACTION:
            return
        OPS[effect.op](state, table, here, effect)


def fresh(seat: int, me: int) -> Here:
    """Return where an effect stands that belongs to no deed."""
    return Here(me, seat, Deed(seat, me))


# Whom (crews 2.2)


def whom(state: Malifaux, table: Table[Malifaux], here: Here, selector: Selector) -> list[int]:
    """Return the models that an effect concerns: all that are meant, or so many of them as are chosen."""
    found = select.found(state, here, selector)
    if selector.count is None or selector.markers:
        return found
    number, seat = value.value(state, here, selector.count), here.seat
    if selector.chosen_by == "enemy":
        seat = 1 - here.seat
    chosen: list[int] = []
    while found and len(chosen) < number:
        one = choices.one_of(state, table, seat, here.me, found, may_leave=selector.up_to)
        if one < 0:
            break
        chosen.append(one)
        found = [other for other in found if other != one]
    return chosen


def hit(state: Malifaux, table: Table[Malifaux], here: Here, selector: Selector) -> list[int]:
    """MFX-6.17: return the models that one effect hits, in the order that its player chooses."""
    return hooks.in_order(state, table, here.seat, here.me, whom(state, table, here, selector))


def one_marker(state: Malifaux, table: Table[Malifaux], here: Here, selector: Selector) -> int:
    """Return the marker that an effect concerns, by choice of its player; -1 for none."""
    word = selector.single()
    if word:
        return value.marker_of(here, word)
    return choices.one_of(state, table, here.seat, here.me, select.markers(state, here, selector), marker=True)


# Control


@op("if")
def _if(state: Malifaux, table: Table[Malifaux], here: Here, effect: Effect) -> None:
    if effect.has("condition"):
        holds = value.truth(state, here, effect.number("condition"))
    else:
        holds = bool(select.found(state, here, effect.who("selector")))
    effects(state, table, here, effect.effects("effects" if holds else "otherwise"))


@op("each")
def _each(state: Malifaux, table: Table[Malifaux], here: Here, effect: Effect) -> None:
    if effect.has("times"):
        for _ in range(value.value(state, here, effect.number("times"))):
            effects(state, table, here, effect.effects())
        return
    for model in hit(state, table, here, effect.who()):
        before, here.it = here.it, model
        effects(state, table, here, effect.effects())
        here.it = before


@op("choose")
def _choose(state: Malifaux, table: Table[Malifaux], here: Here, effect: Effect) -> None:
    if effect.flag("suit"):
        here.number = table.pick(duel.ask_suit, here.seat)
        effects(state, table, here, effect.effects())
    elif effect.has("number"):
        least, most = effect.numbers("number")
        here.number = table.pick(choices.ask_choose, here.seat, least | most << 8)
        effects(state, table, here, effect.effects())
    elif effect.has("options"):
        rows = effect.options()
        chosen = table.pick(choices.ask_choose, here.seat, (len(rows) - 1) << 8 | max(0, here.tag) << 16)
        effects(state, table, here, rows[chosen])
    else:
        selector = effect.who()
        here.is_chosen_marker = bool(selector.markers)
        if selector.markers:
            here.chosen = one_marker(state, table, here, selector)
        else:
            found = whom(state, table, here, selector)
            here.chosen = found[0] if found else UNKNOWN
        effects(state, table, here, effect.effects("effects" if here.chosen >= 0 else "otherwise"))


@op("may")
def _may(state: Malifaux, table: Table[Malifaux], here: Here, effect: Effect) -> None:
    seat = value.player(state, here, effect.word("by"))
    if not costs.can_pay(state, here, effect.costs()):
        return
    if asks_yes(state, table, seat, here):
        costs.pay(state, table, here, effect.costs())
        effects(state, table, here, effect.effects())


def asks_yes(state: Malifaux, table: Table[Malifaux], seat: int, here: Here) -> bool:
    """D22: ask whether an optional effect happens."""
    state.choice = Choice(model=here.me, about=here.it)
    return table.ask(choices.ask_may, seat, max(0, here.tag)) == actions.YES


def wants(state: Malifaux, table: Table[Malifaux], here: Here) -> bool:
    """D22: ask the owner of an ability whether it is used."""
    return asks_yes(state, table, here.seat, here)


def one_of(state: Malifaux, table: Table[Malifaux], seat: int, here: Here, number: int) -> int:
    """D22: let a seat choose one of some things by number."""
    if number == 1:
        return 0
    return table.pick(choices.ask_choose, seat, (number - 1) << 8 | max(0, here.tag) << 16)


@op("sequence")
def _sequence(state: Malifaux, table: Table[Malifaux], here: Here, effect: Effect) -> None:
    if effect.word("moment") == "after_action":
        here.deed.later += [(one, here) for one in effect.effects()]
    else:
        effects(state, table, here, effect.effects())


# Markers as costs, and models that count as markers


def stand_ins(state: Malifaux, here: Here, selector: Selector) -> list[int]:
    """Walking Dead: return the models that may count as markers that a selector means."""
    found: list[int] = []
    if static.is_printed(state, "flag counts_as_marker"):
        return found
    types = set(selector.markers)
    for model in state.up():
        types_of = static.flag_words(state, model, "counts_as_marker")
        if not types & set(types_of) or not state.are_friends(model, here.me):
            continue
        if selector.inches is None or select.near_model(state, here, model, selector):
            found.append(model)
    return found


def remove_one(state: Malifaux, table: Table[Malifaux], here: Here, selector: Selector) -> None:
    """Remove a marker that is chosen, or a model that counts as one."""
    there, models = select.markers(state, here, selector), stand_ins(state, here, selector)
    if there and (not models or selector.single()):
        remove(state, table, here, choices.one_of(state, table, here.seat, here.me, there, marker=True), here.me)
        return
    model = choices.one_of(state, table, here.seat, here.me, models, may_leave=bool(there))
    if model >= 0:
        kill_as_marker(state, table, here, model)
    elif there:
        remove(state, table, here, choices.one_of(state, table, here.seat, here.me, there, marker=True), here.me)


def kill_as_marker(state: Malifaux, table: Table[Malifaux], here: Here, model: int) -> None:
    """Walking Dead, E35: a model that counted as a corpse and was removed is killed without a corpse."""
    here.deed.removed += 1
    killing.kill(state, table, here, model, leaves=False)


def remove(state: Malifaux, table: Table[Malifaux], here: Here, marker: int, by: int) -> None:
    """A marker is removed by a model."""
    if marker < 0 or state.markers.types[marker] == UNKNOWN:
        return
    here.deed.removed += 1
    before, here.marker = here.marker, marker
    hooks.marker_at(state, table, "marker_removed", marker, by)
    here.marker = before
    if state.markers.types[marker] != UNKNOWN:
        markers.remove(state, table, marker)


def kill_triggers(state: Malifaux, table: Table[Malifaux], here: Here, model: int) -> None:
    """MFX-5.3 `kill`: the declared triggers of that timing, when the target was killed by the action."""
    deed = here.deed
    if model != deed.target:
        return
    for place, effect_row in list(deed.kill_triggers):
        deed.kill_triggers.remove((place, effect_row))
        effects(state, table, place, effect_row)


def release(state: Malifaux, table: Table[Malifaux], here: Here, release_: Release, model: int) -> None:
    """MFX-12.7: a buried model passes its test, or needs none, and what the release says happens."""
    if release_.test is not None:
        stat = names.STATS.index(release_.test.stat)
        tn = value.value(state, here, release_.test.tn), 0
        if not duel.put_to_test(state, table, model, stat, tn, 0, here):
            if state.activation is not None and state.activation.model == model:
                state.activation.ended = 1
            return
    effects(state, table, here, release_.effects)
