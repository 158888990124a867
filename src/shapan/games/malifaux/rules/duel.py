"""MFX-4: duels, simple and opposed, in their steps: modify, flip, cheat, triggers, success."""

from __future__ import annotations

from collections.abc import Sequence

from shapan.engine.actions import DONE
from shapan.engine.kinds import UNKNOWN
from shapan.engine.question import picks, question
from shapan.engine.table import Table
from shapan.games.malifaux import actions, roster, events, formulas, names, static
from shapan.games.malifaux.context import Here
from shapan.games.malifaux.records import ACTING, DUEL, RESISTING, Duel
from shapan.games.malifaux.rules import fate, triggers
from shapan.games.malifaux.rules.fate import Cheat
from shapan.games.malifaux.rules.stones import STONE_ENHANCE, has_stone, is_user, pay_stone
from shapan.games.malifaux.state import Malifaux

WITH_STONE, WITH_FOCUS = 1, 2
"""In the argument of `ask_modify`: what may be used."""


class Side:
    """One side of a duel: who flips for it, its model and stat, and what has been settled so far."""

    __slots__ = ("base", "card", "may_stone", "model", "net", "seat", "stat", "suits", "total")

    def __init__(self, model: int, seat: int, stat: int, suits: int = 0, may_stone: bool = True) -> None:
        self.model = model
        self.seat = seat
        self.stat = stat
        """MFX-4.1: the stat after changes."""
        self.base = suits
        self.suits = suits
        self.net = 0
        self.card = UNKNOWN
        self.total = 0
        self.may_stone = may_stone
        """E32: not for a model that somebody else controls."""


# Step A: what changes the flip (MFX-4.5)


@picks("modify", "MFX-9.2", *(actions.ACTIONS.of(actions.NOTHING), actions.STONE, actions.ACTIONS.of(actions.FOCUSED)),
       rows=actions.MODIFY_ROWS, ordered=True, open=True)  # fmt: skip
def ask_modify(state: Malifaux, seat: int, arg: int, picked: Sequence[int]) -> Sequence[int]:
    """D14: a soulstone for a suit or a plus, Focused, both, or nothing."""
    if not picked:
        stones = actions.STONE.codes if arg & WITH_STONE else ()
        return [actions.NOTHING, *stones, *((actions.FOCUSED,) if arg & WITH_FOCUS else ())]
    if actions.STONE.has(picked[0]) and len(picked) == 1 and arg & WITH_FOCUS:
        return [DONE, actions.FOCUSED]
    return []


def modify(state: Malifaux, table: Table[Malifaux], side: Side, here: Here, *, opposed: bool) -> None:
    """MFX-4.5 A: a side may use a soulstone (MFX-9.2 b) and Focused (MFX-12.9)."""
    can_stone = side.may_stone and is_user(state, side.model) and has_stone(state, side.seat)
    can_focus = opposed and state.condition(side.model, names.FOCUSED) > 0
    how = WITH_STONE * can_stone | WITH_FOCUS * can_focus
    if not how:
        return
    for code in table.ask_many(ask_modify, side.seat, how):
        if actions.STONE.has(code):
            pay_stone(state, table, side.seat, STONE_ENHANCE)
            stone = actions.STONE.value(code)
            if stone == actions.PLUS:
                side.net += 1
            else:
                side.suits += names.ONE_SUIT[stone]
        elif code == actions.FOCUSED:
            formulas.change_condition(state, side.model, names.FOCUSED, -1)
            table.tell(events.FOCUS_USED, side.model)
            side.net += 1
            if side.model == here.source:
                here.focused = True


# Steps B and C: flips and cheating


def flip_both(state: Malifaux, table: Table[Malifaux], duel: Duel, sides: Sequence[Side]) -> None:
    """MFX-4.5 B: flips, acting side first."""
    for side in sides:
        side.net = fate.capped(state, side.net)
        duel.nets.append(side.net)
    for side in sides:
        side.card = fate.flip(state, table, side.seat, DUEL, side.net)
        duel.cards.append(side.card)
    for side in sides:
        add_up(duel, sides, side)


def add_up(duel: Duel, sides: Sequence[Side], side: Side) -> None:
    """MFX-4.1: write down a side's total and suits as they are with its card."""
    place = list(sides).index(side)
    value = names.VALUE[side.card] if side.card != UNKNOWN else 0
    side.total = side.stat + value
    suit = names.SUIT_OF[side.card] if side.card != UNKNOWN else names.NOBODY
    shown = side.suits + (names.ONE_SUIT[suit] if suit >= 0 else 0)
    if len(duel.totals) <= place:
        duel.totals.append(side.total)
        duel.suits.append(shown)
    duel.cards[place], duel.totals[place], duel.suits[place] = side.card, side.total, shown


def cheat_both(state: Malifaux, table: Table[Malifaux], duel: Duel, sides: Sequence[Side], here: Here) -> None:
    """MFX-3.5: the side with the lower total decides first, with equal totals the resisting one."""
    order = list(range(len(sides)))
    if len(sides) == 2 and sides[RESISTING].total <= sides[ACTING].total:
        order = [RESISTING, ACTING]
    flipped = [side.card for side in sides]
    downs: list[int] = []
    for place in order:
        side = sides[place]
        other = flipped[1 - place] if len(sides) == 2 else UNKNOWN
        how = cheating(state, side, place, flipped[place], other, here)
        card = fate.cheat(state, table, side.seat, side.card, how)
        if card == side.card:
            continue
        here.cheated |= 1 << place
        if card == UNKNOWN:
            downs.append(place)
        side.card = card
        add_up(duel, sides, side)
        static.cheated(state, table, side.model, here)
    for place in downs:
        sides[place].card = fate.show_down(state, table, sides[place].seat)
        add_up(duel, sides, sides[place])


def cheating(state: Malifaux, side: Side, place: int, flipped: int, other: int, here: Here) -> Cheat:
    """MFX-3.2, 3.6: return how a side may cheat its flip."""
    if state.flip is not None:
        state.flip.seat, state.flip.net, state.flip.result = side.seat, side.net, flipped
    allowed = fate.may_cheat(state, side.seat, side.net, flipped, other)
    if place == ACTING and here.target != UNKNOWN and static.has_flag(state, here.target, "cannot_be_cheated", here):
        allowed = False
    if static.has_flag(state, side.model, "cannot_cheat", here):
        allowed = False
    return Cheat(allowed, static.cheat_cost(state, side.model), static.may_face_down(state, side.model))


# Step D: suits and triggers


@question("suit", "MFX-1.2", actions.SUIT, open=True)
def ask_suit(state: Malifaux, seat: int, arg: int) -> Sequence[int]:
    """D29: the suit of a Red Joker."""
    return range(len(names.SUITS))


def settle_suits(state: Malifaux, table: Table[Malifaux], side: Side, needed: Sequence[int]) -> None:
    """MFX-1.2: give a Red Joker its suit where one of some needs could be met by it."""
    suit = names.SUIT_OF[side.card]
    if side.card == names.RED_JOKER:
        useful = [
            one
            for one in range(len(names.SUITS))
            if any(
                not names.has_suits(side.suits, need) and names.has_suits(side.suits + names.ONE_SUIT[one], need)
                for need in needed
            )
        ]
        if useful:
            suit = table.pick(ask_suit, side.seat)
            table.tell(events.SUIT_CHOSEN, side.seat, suit)
    if suit >= 0:
        side.suits += names.ONE_SUIT[suit]


# The duel


def opposed(
    state: Malifaux,
    table: Table[Malifaux],
    here: Here,
    acting: Side,
    resisting: Side,
    tn: tuple[int, int] | None,
    action: int,
) -> bool:
    """MFX-4.4, 4.5: an opposed duel from step A to E; return whether the acting side has won.

    `tn` is the target number and the suits that go with it; None where there is none.
    """
    duel = state.duel = Duel(model=acting.model, action=action, target=resisting.model)
    sides = (acting, resisting)
    modify(state, table, acting, here, opposed=True)
    modify(state, table, resisting, here, opposed=True)
    flip_both(state, table, duel, sides)
    cheat_both(state, table, duel, sides, here)
    finish_totals(state, duel, sides, here)
    need = [tn[1]] if tn is not None else []
    settle_suits(state, table, acting, [*need, *triggers.needs(state, acting.model, action)])
    duel.suits[ACTING] = acting.suits
    settle_suits(state, table, resisting, triggers.resist_needs(state, resisting.model, here))
    duel.suits[RESISTING] = resisting.suits
    static.strip_suits(state, sides, here)
    duel.suits[:] = [side.suits for side in sides]
    here.suits, here.total, here.other_total, here.opposed = acting.suits, acting.total, resisting.total, True
    triggers.declare(state, table, here, acting, resisting, action)
    here.total, here.other_total = acting.total, resisting.total
    won = acting.total >= resisting.total and meets(acting, tn)
    conclude(state, table, duel, sides, here, won)
    return won


def simple(
    state: Malifaux, table: Table[Malifaux], here: Here, side: Side, tn: tuple[int, int] | None, action: int
) -> bool:
    """MFX-4.3, 4.10: a simple duel or test from step A to E; return whether it is passed."""
    duel = state.duel = Duel(model=side.model, action=action)
    sides = (side,)
    modify(state, table, side, here, opposed=False)
    flip_both(state, table, duel, sides)
    cheat_both(state, table, duel, sides, here)
    finish_totals(state, duel, sides, here)
    need = [tn[1]] if tn is not None else []
    settle_suits(state, table, side, [*need, *triggers.needs(state, side.model, action)])
    static.strip_suits(state, sides, here)
    duel.suits[:] = [side.suits]
    here.suits, here.total = side.suits, side.total
    if action != UNKNOWN:
        triggers.declare(state, table, here, side, None, action)
    won = meets(side, tn)
    conclude(state, table, duel, sides, here, won)
    return won


def meets(side: Side, tn: tuple[int, int] | None) -> bool:
    """MFX-4.2: tell whether a side meets a target number and its suits."""
    return tn is None or (side.total >= tn[0] and names.has_suits(side.suits, tn[1]))


def finish_totals(state: Malifaux, duel: Duel, sides: Sequence[Side], here: Here) -> None:
    """Crews 7.19: what changes final totals comes after cheating and before triggers."""
    for place, side in enumerate(sides):
        side.total += static.total_change(state, side.model, here)
        duel.totals[place] = side.total


def conclude(
    state: Malifaux, table: Table[Malifaux], duel: Duel, sides: Sequence[Side], here: Here, won: bool
) -> None:
    """MFX-4.5 E: tell how it ended; the cards go to the discard piles (MFX-1.7)."""
    against = sides[RESISTING].total if len(sides) == 2 else 0
    duel.success = here_success = int(won)
    here.success = bool(here_success)
    table.tell(events.SUCCEEDED if won else events.FAILED, sides[ACTING].model, sides[ACTING].total, against)
    for side in sides:
        fate.discard_flipped(state, side.seat, side.card)


def test(
    state: Malifaux,
    table: Table[Malifaux],
    model: int,
    stat: int,
    tn: tuple[int, int],
    mods: int = 0,
    by: Here | None = None,
) -> bool:
    """MFX-4.7, 4.10: a simple duel that an effect asks for; return whether the model passes it."""
    side = Side(model, state.models.sides[model], formulas.stat(state, model, stat), formulas.stat_suits(state, model, stat))
    here = Here(seat=side.seat, source=model)
    table.tell(events.TESTED, model, stat, tn[0])
    side.net = mods + static.duel_mods(state, model, by, stat=stat, test=True)
    return simple(state, table, here, side, tn, UNKNOWN)


STATS = roster.STATS
