"""Crews 2.1: effects are carried out: the operations that decide what happens, and those about cards and counts.

Operations about places stand in `moves`, those about actions in `generated`.
"""

from __future__ import annotations

from collections.abc import Sequence

from shapan.engine.kinds import UNKNOWN
from shapan.engine.table import Table
from shapan.games.malifaux import actions, events, formulas, names, roster, select, static, value
from shapan.games.malifaux.cards import words
from shapan.games.malifaux.cards.cost import Cost
from shapan.games.malifaux.cards.effect import Effect, Release
from shapan.games.malifaux.cards.selector import Selector
from shapan.games.malifaux.context import AS_ACTION, Deed, Here
from shapan.games.malifaux.records import Choice
from shapan.games.malifaux.rules import choices, conditions, costs, damage, duel, fate, hooks, killing, markers, stones
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


# Damage, healing, conditions


@op("damage")
def _damage(state: Malifaux, table: Table[Malifaux], here: Here, effect: Effect) -> None:
    mods = sum(1 if mod == "+" else -1 for mod in effect.words("flip_mods"))
    tag = roster.TAG.get(effect.word("tag"), here.tag)
    for model in hit(state, table, here, effect.who()):
        if not state.is_up(model) and not state.models.buried[model]:
            continue
        if effect.has("unless") and is_saved(state, table, here, model, effect.costs("unless")):
            continue
        before, here.it = here.it, model
        damage.damage(
            state, table, here, model, effect.amount(), blasts=effect.numbers("blast"), mods=mods,
            irreducible=effect.flag("irreducible"), ignore=effect.words("ignore"), tag=tag, named=True,
        )  # fmt: skip
        here.it = before
        if here.deed.void and here.kind == AS_ACTION:
            return


def hurt_self(state: Malifaux, table: Table[Malifaux], here: Here, number: int) -> None:
    """Crews 1: damage to oneself as a cost."""
    damage.hurt(state, table, here, here.me, number)


@op("heal")
def _heal(state: Malifaux, table: Table[Malifaux], here: Here, effect: Effect) -> None:
    models = whom(state, table, here, effect.who())
    for model in models:
        before, here.it = here.it, model
        damage.heal(state, table, here, model, damage.heal_amount(state, table, here, effect.amount()))
        here.it = before


@op("condition")
def _condition(state: Malifaux, table: Table[Malifaux], here: Here, effect: Effect) -> None:
    mode = effect.word("mode", "gain")
    for model in whom(state, table, here, effect.who()):
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


# Cards, stones, tokens


@op("draw")
def _draw(state: Malifaux, table: Table[Malifaux], here: Here, effect: Effect) -> None:
    seat = value.player(state, here, effect.word("side"))
    fate.draw(state, table, seat, value.value(state, here, effect.number("n")))
    here.deed.drawers.append(seat)


@op("discard")
def _discard(state: Malifaux, table: Table[Malifaux], here: Here, effect: Effect) -> None:
    seat, number = value.player(state, here, effect.word("side")), value.value(state, here, effect.number("n"))
    if effect.flag("random"):
        for _ in range(min(number, len(state.hands[seat].cards))):
            fate.discard(state, table, seat, table.draw(actions.HAND + seat, state.hands[seat].cards))
        return
    if effect.flag("optional") and (not state.hands[seat].cards or not asks_yes(state, table, seat, here)):
        return
    fate.discard_own(state, table, seat, number)


def limit_hands(state: Malifaux, table: Table[Malifaux], deed: Deed) -> None:
    """MFX-2.1: an effect that drew cards is finished: who holds too many discards."""
    for seat in (0, 1):
        if seat in deed.drawers:
            fate.keep_limit(state, table, seat, hooks.hand_limit(state, seat))
    deed.drawers.clear()


@op("reveal")
def _reveal(state: Malifaux, table: Table[Malifaux], here: Here, effect: Effect) -> None:
    """Crews 7.18: the top cards are shown; some go, then what follows, then the rest."""
    seat, number = value.player(state, here, effect.word("side")), value.value(state, here, effect.number("n"))
    deed, row = here.deed, state.flipped[seat]
    deed.shown = []
    for _ in range(number):
        card = fate.turn_up(state, table, seat, row)
        if card != UNKNOWN:
            deed.shown.append(card)
            table.tell(events.SHOWN, seat, card)
    word = effect.word("discard")
    suit = here.number if word == "chosen" else words.SUITS.index(word) if word else UNKNOWN
    gone = [card for card in deed.shown if names.SUIT_OF[card] == suit] if word else []
    for card in gone:
        fate.discard_flipped(state, seat, card)
    effects(state, table, here, effect.effects("then"))
    rest = [card for card in deed.shown if card not in gone]
    for card in rest:
        if card not in row.cards:
            continue
        if effect.word("rest") == "hand":
            state.move(row, row.cards.index(card), state.hands[seat])
        elif effect.word("rest") == "discard":
            fate.discard_flipped(state, seat, card)
    if effect.word("rest") == "hand":
        here.deed.drawers.append(seat)
    elif effect.word("rest", "top") == "top":
        back_on_top(state, table, here.seat, seat, here.me)


@op("stack")
def _stack(state: Malifaux, table: Table[Malifaux], here: Here, effect: Effect) -> None:
    """MFX-1.10: look at the top cards and put them back in any order."""
    seat, number = value.player(state, here, effect.word("side")), value.value(state, here, effect.number("n"))
    for _ in range(number):
        fate.turn_up(state, table, seat, state.looked[here.seat])
    row = state.looked[here.seat]
    while row.cards:
        state.move(row, 0, state.tops[seat])


def back_on_top(state: Malifaux, table: Table[Malifaux], chooser: int, seat: int, model: int) -> None:
    """Rake the Eyes: shown cards go back on top of the deck in an order that is chosen; the last one lies uppermost."""
    row = state.flipped[seat]
    shown = list(row.cards)
    state.choice = Choice(model=model, options=list(range(len(shown))), marks=shown)
    order = table.pick_many(hooks.ask_order, chooser) if len(shown) > 1 else list(range(len(shown)))
    for place in order:
        state.move(row, row.cards.index(shown[place]), state.tops[seat], 0)


@op("stone")
def _stone(state: Malifaux, table: Table[Malifaux], here: Here, effect: Effect) -> None:
    seat = value.player(state, here, effect.word("side"))
    state.stones[seat] = max(0, state.stones[seat] + value.value(state, here, effect.number("n")))
    table.tell(events.STONES_CHANGED, seat, state.stones[seat])


@op("pass_token")
def _pass_token(state: Malifaux, table: Table[Malifaux], here: Here, effect: Effect) -> None:
    seat, number = value.player(state, here, effect.word("side")), value.value(state, here, effect.number("n"))
    number = max(number, -state.pass_tokens[seat])
    state.pass_tokens[seat] += number
    if number:
        table.tell(events.TOKENS_GAINED if number > 0 else events.TOKENS_LOST, seat, abs(number))


@op("token")
def _token(state: Malifaux, table: Table[Malifaux], here: Here, effect: Effect) -> None:
    token, number = names.TOKENS.index(effect.word("name")), value.value(state, here, effect.number("n"))
    for model in whom(state, table, here, effect.who()):
        formulas.change_token(state, model, token, max(number, -state.token(model, token)))
        table.tell(events.TOKEN_CHANGED, model, token, abs(number))


# Tests and killing


@op("test")
def _test(state: Malifaux, table: Table[Malifaux], here: Here, effect: Effect) -> None:
    mods = sum(1 if mod == "+" else -1 for mod in effect.words("mods"))
    given = effect.stat()
    stat, fixed = (UNKNOWN, given) if isinstance(given, int) else (names.STATS.index(given), UNKNOWN)
    tn = value.value(state, here, effect.number("tn")), names.packed(effect.word("suits"))
    for model in hit(state, table, here, effect.who()):
        if not state.is_in_play(model):
            continue
        passed = duel.put_to_test(state, table, model, stat, tn, mods, here, fixed)
        before, here.it = here.it, model
        effects(state, table, here, effect.effects("on_pass" if passed else "on_fail"))
        here.it = before


@op("kill")
def _kill(state: Malifaux, table: Table[Malifaux], here: Here, effect: Effect) -> None:
    for model in hit(state, table, here, effect.who()):
        if not state.is_in_play(model):
            continue
        if effect.has("unless") and is_saved(state, table, here, model, effect.costs("unless")):
            continue
        killing.kill(state, table, here, model, demise=not effect.flag("ignore_demise"))


def is_saved(state: Malifaux, table: Table[Malifaux], here: Here, model: int, unless: Sequence[Cost]) -> bool:
    """D32, E31: let the owner of a target pay with a card, or where it is named with a stone; else it suffers."""
    seat = state.models.sides[model]
    kinds = [one.kind for cost in unless for one in (cost.any_of or (cost,))]
    with_stone = "stone" in kinds and state.stones[seat] > 0
    if not state.hands[seat].cards and not with_stone:
        return False
    code = table.ask(choices.ask_pay, seat, int("stone" in kinds) | max(0, here.tag) << 1)
    if code == actions.SUFFER:
        return False
    if code == actions.PAY_STONE:
        stones.pay_stone(state, table, seat, stones.STONE_PAY)
    else:
        fate.discard(state, table, seat, actions.PAY.value(code))
    return True


@op("credit")
def _credit(state: Malifaux, table: Table[Malifaux], here: Here, effect: Effect) -> None:
    found = whom(state, table, here, effect.who())
    if found:
        here.deed.credited = found[0]


@op("reduce")
def _reduce(state: Malifaux, table: Table[Malifaux], here: Here, effect: Effect) -> None:
    here.deed.saved += value.value(state, here, effect.number("amount"))
    here.deed.saved_minimum = value.value(state, here, effect.number("minimum"))


@op("cap_health")
def _cap(state: Malifaux, table: Table[Malifaux], here: Here, effect: Effect) -> None:
    """Read by `killing.least_health`: nothing happens by itself."""


# What holds for a while


@op("modify")
def _modify(state: Malifaux, table: Table[Malifaux], here: Here, effect: Effect) -> None:
    """A number is changed: of the deed that goes on at once, of models for a while."""
    if effect.has("when") and not value.truth(state, here, effect.number("when")):
        return
    deed, subject, scope = here.deed, effect.word("subject"), effect.word("scope")
    number = static.made_value(state, here, effect, UNKNOWN) if subject != "suits" else 0
    if scope in {"this_action", "this_flip", "this_duel"}:
        if subject == "damage":
            deed.more_damage += number
        elif subject == "damage_flip":
            deed.plus_flip += max(0, number)
            deed.minus_flip += max(0, -number)
        elif subject == "blast":
            deed.more_blasts += number
        elif subject == "range":
            for model in select.found(state, here, effect.who()):
                deed.wider.append((model, roster.TAG[effect.word("ability")], number))
        else:
            for model in select.found(state, here, effect.who()):
                deed.changes.append((model, effect, number))
        return
    last(state, table, here, effect, scope, number)


@op("flag")
def _flag(state: Malifaux, table: Table[Malifaux], here: Here, effect: Effect) -> None:
    if effect.has("when") and not value.truth(state, here, effect.number("when")):
        return
    deed, name, until = here.deed, effect.word("name"), effect.word("until")
    if name == "action_fails":
        deed.fails = True
    elif name == "no_markers":
        deed.leaves_nothing = True
    elif name == "minus_as_plus":
        deed.turned = True
    elif name == "counts_as_activated":
        for model in whom(state, table, here, effect.who()):
            state.models.activated[model] = 1
    elif name == "no_summon_token":
        deed.no_token = True
    elif until in {"this_action", "this_flip", "this_duel"}:
        for model in select.found(state, here, effect.who()):
            deed.changes.append((model, effect, UNKNOWN))
    else:
        last(state, table, here, effect, until, UNKNOWN)


@op("grant")
def _grant(state: Malifaux, table: Table[Malifaux], here: Here, effect: Effect) -> None:
    last(state, table, here, effect, effect.word("until"), UNKNOWN)


def last(state: Malifaux, table: Table[Malifaux], here: Here, effect: Effect, until: str, made: int) -> None:
    """MFX-7.7, 12.18: an effect lasts: on the models that are meant, or as an area round its source."""
    number, selector = roster.lasting_number(effect), effect.who()
    if selector.single():
        holders = select.found(state, here, selector)
    else:
        holders = [here.me]
    for model in holders:
        state.lasting.append((model, number, names.SPANS.get(until, names.UNTIL_END_PHASE), here.me, made, UNKNOWN))
        if here.deed.action != UNKNOWN:
            table.tell(events.LASTS, model, here.deed.action)


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
    types = set(selector.markers)
    found = []
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
