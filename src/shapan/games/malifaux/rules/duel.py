"""MFX-4: duels, simple and opposed, in their steps: modify, flip, cheat, triggers, success."""

from __future__ import annotations

from collections.abc import Sequence

from shapan.engine.actions import DONE
from shapan.engine.kinds import UNKNOWN
from shapan.engine.question import picks, question
from shapan.engine.table import Table
from shapan.games.malifaux import actions, events, formulas, names, roster, static
from shapan.games.malifaux.context import ActionContext, Source
from shapan.games.malifaux.records import ACTING, DUEL, RESISTING, Duel
from shapan.games.malifaux.rules import fate, ops, stones, triggers
from shapan.games.malifaux.rules.fate import Cheat
from shapan.games.malifaux.rules.ops import LATER
from shapan.games.malifaux.state import Malifaux

WITH_STONE, WITH_FOCUS = 1, 2
"""In the argument of `ask_modify`: what may be used."""


class Side:
    """MFX-4.1: one side of a duel: who flips for it, its model and stat, and what has been settled so far."""

    __slots__ = ("card", "may_stone", "model", "mods", "net", "seat", "stat", "suits", "total", "up")

    def __init__(self, model: int, seat: int, stat: int, suits: int = 0, may_stone: bool = True) -> None:
        self.model = model
        self.seat = seat
        self.stat = stat
        """MFX-4.1: the stat after changes."""
        self.suits = suits
        self.net = 0
        self.mods: list[tuple[int, int]] = []
        """Every + and -, with its reason."""
        self.card = UNKNOWN
        self.total = 0
        self.up: list[int] = []
        """All cards of its flip."""
        self.may_stone = may_stone
        """E32: not for a model that somebody else controls."""


# Step A: what changes the flip (MFX-4.5)


@picks("modify", "MFX-9.2", *(actions.ACTIONS.of(actions.NOTHING), actions.STONE, actions.ACTIONS.of(actions.FOCUSED)),
       rows=actions.MODIFY_ROWS, ordered=True, open=True, plan=True)  # fmt: skip
def ask_modify(state: Malifaux, seat: int, arg: int, picked: Sequence[int]) -> Sequence[int]:
    """D14: a soulstone for a suit or a plus, Focused, both, or nothing."""
    if not picked:
        stones_ = actions.STONE.codes if arg & WITH_STONE else ()
        return [actions.NOTHING, *stones_, *((actions.FOCUSED,) if arg & WITH_FOCUS else ())]
    if actions.STONE.has(picked[0]) and len(picked) == 1 and arg & WITH_FOCUS:
        return [DONE, actions.FOCUSED]
    return []


def begin(state: Malifaux, sides: Sequence[Side], deed: ActionContext, tn: tuple[int, int] | None) -> Duel:
    """MFX-4.5 A: lay open what a duel begins with."""
    resisting = sides[RESISTING] if len(sides) == 2 else None
    target = resisting.model if resisting is not None else deed.target if deed.action != UNKNOWN else UNKNOWN
    before = state.duel
    duel = state.duel = Duel(model=sides[ACTING].model, action=deed.action, target=target, caused_by=deed.caused_by)
    state.blow = None
    if before is not None and before.caused_by == target >= 0 and before.model == duel.model and before.success:
        duel.passed = [before.tested, before.tn, before.cards[ACTING], before.totals[ACTING]]
    for place, side in enumerate(sides):
        duel.seats.append(side.seat)
        duel.stats.append(side.stat)
        duel.given.append(side.suits)
        duel.mods += [(place, change, why if why >= 0 else roster.LASTS) for change, why in side.mods if change]
    if tn is not None:
        duel.tn, duel.tn_suits = tn
    duel.tested = deed.stats[RESISTING] if resisting is not None else deed.stats[ACTING]
    duel.as_melee, duel.relented = int(deed.as_melee), int(deed.relented)
    return duel


def modify(state: Malifaux, table: Table[Malifaux], duel: Duel, place: int, side: Side, deed: ActionContext) -> None:
    """MFX-4.5 A: a side may use a soulstone (MFX-9.2 b) and Focused."""
    opposed = len(duel.stats) == 2
    can_stone = side.may_stone and stones.is_user(state, side.model) and stones.has_stone(state, side.seat)
    can_focus = opposed and state.condition(side.model, names.FOCUSED) > 0
    how = WITH_STONE * can_stone | WITH_FOCUS * can_focus
    if not how:
        return
    for code in table.ask_many(ask_modify, side.seat, how):
        if actions.STONE.has(code):
            stones.pay_stone(state, table, side.seat, stones.STONE_ENHANCE)
            stone = actions.STONE.value(code)
            if stone == actions.PLUS:
                side.mods.append((1, roster.BY_STONE))
                duel.mods.append((place, 1, roster.BY_STONE))
            else:
                side.suits += names.ONE_SUIT[stone]
                duel.given[place] = side.suits
        elif code == actions.FOCUSED:
            formulas.change_condition(state, side.model, names.FOCUSED, -1)
            table.tell(events.FOCUS_USED, side.model)
            side.mods.append((1, roster.BY_FOCUSED))
            duel.mods.append((place, 1, roster.BY_FOCUSED))
            deed.focused |= 1 << (side.model != deed.model)
            if side.model == deed.model:
                duel.focused = 1


# Steps B and C: flips and cheating


def flip_all(state: Malifaux, table: Table[Malifaux], duel: Duel, sides: Sequence[Side]) -> None:
    """MFX-4.5 B: flips, acting side first."""
    for side in sides:
        side.net = fate.capped(state, sum([change for change, _ in side.mods]))
        duel.nets.append(side.net)
    for place, change, reason in duel.mods:
        fate.tell_change(table, sides[place].model, change, reason)
    for place, side in enumerate(sides):
        side.card = fate.flip(state, table, side.seat, DUEL, side.net)
        side.up = list(state.flip.cards) if state.flip is not None else []
        duel.cards.append(UNKNOWN)
        duel.totals.append(0)
        duel.suits.append(0)
        add_up(duel, place, side)


def add_up(duel: Duel, place: int, side: Side) -> None:
    """MFX-4.1: write down a side's total and suits as they are with its card; one face down counts for nothing yet."""
    value = names.VALUE[side.card] if side.card != UNKNOWN else 0
    suit = names.SUIT_OF[side.card] if side.card != UNKNOWN else names.NOBODY
    side.total = side.stat + value
    duel.cards[place], duel.totals[place] = side.card, side.total
    duel.suits[place] = side.suits + (names.ONE_SUIT[suit] if suit >= 0 else 0)


def cheat_all(state: Malifaux, table: Table[Malifaux], duel: Duel, sides: Sequence[Side], deed: ActionContext) -> None:
    """MFX-3.5: the side with the lower total decides first, with equal totals the resisting one."""
    order = list(range(len(sides)))
    if len(sides) == 2 and sides[RESISTING].total <= sides[ACTING].total:
        order = [RESISTING, ACTING]
    flipped = [side.card for side in sides]
    down: list[int] = []
    duel.waiting = list(order)
    for place in order:
        side = sides[place]
        other = flipped[1 - place] if len(sides) == 2 else UNKNOWN
        how = cheating(state, side, flipped[place], other, deed)
        card = fate.cheat(state, table, side.seat, side.card, how)
        duel.waiting.remove(place)
        if card == side.card:
            continue
        deed.cheaters += (side.model,)
        if card == UNKNOWN:
            down.append(place)
        side.card = card
        add_up(duel, place, side)
        ops.at(state, table, "after_cheat", side.model, deed)
    for place in down:
        sides[place].card = fate.show_down(state, table, sides[place].seat)
        add_up(duel, place, sides[place])


def cheating(state: Malifaux, side: Side, flipped: int, other: int, deed: ActionContext) -> Cheat:
    """Return how a side may cheat its flip."""
    if state.flip is not None:
        state.flip.seat, state.flip.net, state.flip.cards, state.flip.result = side.seat, side.net, side.up, flipped
    allowed = fate.may_cheat(state, side.seat, side.net, flipped, other)
    if allowed and static.has_flag(state, side.model, "cannot_cheat", deed):
        allowed = False
    if not allowed:
        return Cheat(False)
    cost = static.cheat_cost(state, side.model, deed)
    return Cheat(True, cost, static.has_flag(state, side.model, "face_down_cheat"))


# Step D: suits


@question("suit", "MFX-1.2", actions.SUIT, open=True)
def ask_suit(state: Malifaux, seat: int, arg: int) -> Sequence[int]:
    """D29: the suit of a Red Joker, or one that an effect names."""
    return range(len(names.SUITS))


def settle_suits(state: Malifaux, table: Table[Malifaux], side: Side, needed: Sequence[int]) -> None:
    """MFX-1.2: give a Red Joker its suit where one of some needs could be met by it."""
    suit = names.SUIT_OF[side.card]
    if side.card == names.RED_JOKER and any(
        not names.has_suits(side.suits, need) and names.has_suits(side.suits + names.ONE_SUIT[one], need)
        for need in needed
        for one in range(len(names.SUITS))
    ):
        suit = table.pick(ask_suit, side.seat)
        table.tell(events.SUIT_CHOSEN, side.seat, suit)
    if suit >= 0:
        side.suits += names.ONE_SUIT[suit]


def final_suits(state: Malifaux, side: Side, deed: ActionContext) -> None:
    """Crews 7.19, By the Book: take the suits of a total away, or add to them."""
    for effect, _, _ in static.holding(state, "modify suits", side.model, deed):
        letters = roster.word_of(effect)
        side.suits = 0 if letters == "none" else side.suits + names.packed(letters)


# The duel


def fight(
    state: Malifaux, table: Table[Malifaux], deed: ActionContext, sides: Sequence[Side], tn: tuple[int, int] | None
) -> bool:
    """MFX-4.3 to 4.5, 4.10: a duel or test from step A to E; return whether the acting side has won.

    One side is a simple duel, two are an opposed one; `tn` is the target number and the suits that go with it.
    """
    acting, resisting = sides[ACTING], sides[RESISTING] if len(sides) == 2 else None
    deed.opposed = resisting is not None
    duel = begin(state, sides, deed, tn)
    for place, side in enumerate(sides):
        modify(state, table, duel, place, side, deed)
    flip_all(state, table, duel, sides)
    cheat_all(state, table, duel, sides, deed)
    finish_totals(state, duel, sides, deed)
    needs = triggers.needs(state, deed) if deed.action != UNKNOWN else []
    settle_suits(state, table, acting, [*([tn[1]] if tn is not None else []), *needs])
    if resisting is not None:
        settle_suits(state, table, resisting, triggers.resist_needs(state, deed))
    for side in sides:
        final_suits(state, side, deed)
    note(duel, sides, deed)
    if deed.action != UNKNOWN:
        triggers.declare(state, table, deed, acting.seat, resisting.seat if resisting is not None else UNKNOWN)
    won = meets(acting, tn)
    if resisting is not None:
        won = acting.total >= resisting.total and won
    conclude(state, table, duel, sides, deed, won)
    if won and resisting is not None:
        lost(state, table, resisting.model, deed, RESISTING, acting.model)
    return won


def lost(state: Malifaux, table: Table[Malifaux], model: int, deed: ActionContext, side: int, by: int) -> None:
    """Crews 2.7, `duel_failed`: a model has lost a duel that another one asked for."""
    ops.at(state, table, "duel_failed", model, deed, cause=by, side=side)


def meets(side: Side, tn: tuple[int, int] | None) -> bool:
    """MFX-4.2: tell whether a side meets a target number and its suits."""
    return tn is None or (side.total >= tn[0] and names.has_suits(side.suits, tn[1]))


def finish_totals(state: Malifaux, duel: Duel, sides: Sequence[Side], deed: ActionContext) -> None:
    """Crews 7.19: what changes final totals comes after cheating and before triggers."""
    for place, side in enumerate(sides):
        side.total += static.total_change(state, side.model, deed)
        duel.totals[place] = side.total


def note(duel: Duel, sides: Sequence[Side], deed: ActionContext) -> None:
    """MFX-4.5 D: note final totals and suits where effects look for them."""
    for place, side in enumerate(sides):
        duel.suits[place] = deed.suits[place] = side.suits
        deed.totals[place] = side.total


def conclude(
    state: Malifaux, table: Table[Malifaux], duel: Duel, sides: Sequence[Side], deed: ActionContext, won: bool
) -> None:
    """MFX-4.5 E: tell how it ended; the cards go to the discard piles (MFX-1.7)."""
    against = sides[RESISTING].total if len(sides) == 2 else 0
    duel.success, deed.success = int(won), won
    table.tell(events.SUCCEEDED if won else events.FAILED, sides[ACTING].model, sides[ACTING].total, against)
    for side in sides:
        fate.discard_flipped(state, side.seat, side.card)


@question("relent", "MFX-4.6", *(actions.ACTIONS.of(actions.RELENT), actions.ACTIONS.of(actions.RESIST)), open=True)
def ask_relent(state: Malifaux, seat: int, arg: int) -> Sequence[int]:
    """D13: the model `arg`, which a friendly one targets, need not resist."""
    return [actions.RELENT, actions.RESIST]


@question("fail", "MFX-4.6", *(actions.ACTIONS.of(actions.RESIST), actions.ACTIONS.of(actions.RELENT)), open=True)
def ask_fail(state: Malifaux, seat: int, arg: int) -> Sequence[int]:
    """D13: the model `arg`, which a friendly effect tests, may fail at will."""
    return [actions.RESIST, actions.RELENT]


def relent(state: Malifaux, table: Table[Malifaux], model: int, by: int, *, is_test: bool = False) -> bool:
    """MFX-4.6: let a model relent before a friendly one, or fail the duel that its effect asks for, without a flip."""
    if by < 0 or not state.are_friends(model, by):
        return False
    if table.ask(ask_fail if is_test else ask_relent, state.models.sides[model], model) == actions.RESIST:
        return False
    table.tell(events.RELENTED, model)
    return True


def put_to_test(
    state: Malifaux, table: Table[Malifaux], model: int, stat: int, tn: tuple[int, int], mods: int, by: Source,
    fixed: int = UNKNOWN,
) -> bool:  # fmt: skip
    """MFX-4.7, 4.10: a simple duel that an effect asks for; return whether the model passes it.

    `fixed` is a number in place of a stat, as positions may give it (13.1).
    """
    seat = state.models.sides[model]
    deed = ActionContext(seat, model, stats=[stat, UNKNOWN], caused_by=by.me)
    table.tell(events.TESTED, model, stat, tn[0])
    passed = False
    if not relent(state, table, model, by.me, is_test=True):
        number = fixed if stat == UNKNOWN else formulas.stat(state, model, stat)
        side = Side(model, seat, number, formulas.stat_suits(state, model, stat))
        side.mods = [(mods, roster.BY_TEST), *static.duel_mods(state, model, deed)]
        passed = fight(state, table, deed, [side], tn)
        assert state.duel is not None
        state.duel.over = 1
    if not passed:
        lost(state, table, model, deed, ACTING, by.me)
    return passed


LATER.test = put_to_test
