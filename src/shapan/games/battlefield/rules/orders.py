"""BF-6.1 to 6.4: the basic orders Move, Refit, Retreat, Trade."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from shapan.engine.kinds import UNKNOWN
from shapan.engine.prompt import Reason
from shapan.engine.question import question
from shapan.engine.zone import kinds_among
from shapan.games.battlefield import abilities, actions, events, formulas, names, space
from shapan.games.battlefield.abilities import EFFECTS
from shapan.games.battlefield.records import AT, OPEN, USES, Deal
from shapan.games.battlefield.rules import cards, elimination, units
from shapan.games.battlefield.state import Battlefield, Table

# Units that can be moved


def movable(state: Battlefield, seat: int) -> list[int]:
    """BF-6.1: the own open units, vehicles with a crew."""
    return state.open_units(seat)


# BF-6.1: Move


def steps_of(state: Battlefield, unit: int, way: int) -> int:
    """BF-6.1, 4.5: how far a Move takes a unit: 1, with Flight 2; Mobile is always one step."""
    return 2 if way == actions.BY_CARD and abilities.has(state, unit, names.FLIGHT) else 1


def move_goals(state: Battlefield, seat: int, unit: int, way: int) -> list[int]:
    """BF-6.1: where a unit may go: within its steps; by Drop any outer territory, by Shuttle any own one."""
    at = state.of(unit, AT)
    if way == actions.BY_SHUTTLE:
        return units.goals(state, seat, at)
    if way == actions.BY_DROP:
        return [territory for territory in space.outer(state) if territory != at]
    steps = steps_of(state, unit, way)
    return [
        territory
        for territory in sorted(state.land.cards)
        if territory != at
        and space.distance(state, at, territory) <= steps
        and (unit, state.holders[territory]) not in state.barred
    ]


def ways(state: Battlefield, seat: int, unit: int, *, is_post: bool) -> list[int]:
    """BF-6.1, 4.5: by what a unit can be moved now: a Move card, also by Drop; Mobile and Shuttle before the battle."""
    found, mask = [], abilities.keywords(state, unit)
    if names.MOVE in state.hands[seat].cards:
        found.append(actions.BY_CARD)
        if mask & names.DROP:
            found.append(actions.BY_DROP)
    if not is_post and mask & (names.MOBILE | names.SHUTTLE):
        uses = state.of(unit, USES)
        if mask & names.MOBILE and not uses & names.USED_MOBILE:
            found.append(actions.BY_MOBILE)
        if mask & names.SHUTTLE and not uses & names.USED_SHUTTLE and state.is_crewed(unit):
            found.append(actions.BY_SHUTTLE)
    return found


def moves(state: Battlefield, seat: int, *, is_post: bool) -> list[int]:
    """BF-6.1: the codes of all Moves."""
    has_card = names.MOVE in state.hands[seat].cards
    able = movable(state, seat) if has_card or not is_post else []
    return [
        actions.MOVE.code(unit, to, way)
        for unit in able
        if has_card or state.printed(unit) & (names.MOBILE | names.SHUTTLE)
        for way in ways(state, seat, unit, is_post=is_post)
        for to in move_goals(state, seat, unit, way)
    ]


def move(state: Battlefield, table: Table, seat: int, unit: int, to: int, way: int) -> None:
    """BF-6.1: a unit goes to an adjacent territory; a foreign domain needs permission, by clause or by its owner."""
    by_card = way in (actions.BY_CARD, actions.BY_DROP)
    host = state.holders[to]
    if by_card:
        announce(state, seat, names.MOVE)
    stay = units.stay_in(state, seat, to)
    if stay == names.INTRUDER and way != actions.BY_DROP:
        allowed = table.ask(ask_permission, host, unit) == actions.YES
        table.tell(events.PERMITTED, host, seat, int(allowed))
        if not allowed:
            state.barred.append((unit, host))
            state.move_all(state.offered, state.hands[seat])
            return
        stay = names.GUEST
    if by_card:
        use_announced(state, table, seat)
    else:
        use = names.USED_MOBILE if way == actions.BY_MOBILE else names.USED_SHUTTLE
        state.put(unit, USES, state.of(unit, USES) | use)
    at = state.of(unit, AT)
    carried = carry(state, table, seat, unit) if way in (actions.BY_CARD, actions.BY_MOBILE) else UNKNOWN
    for one in (unit, carried):
        if one >= 0:
            units.stand(state, one, to, stay)
            table.tell(events.MOVED, seat, state.card(one), at, to)


def carry(state: Battlefield, table: Table, seat: int, unit: int) -> int:
    """4.5, Carrier: one other own open unit there may go along; -1 if none does."""
    if not abilities.has(state, unit, names.CARRIER) or len(ask_carry.legal(state, seat, unit)) < 2:
        return UNKNOWN
    return table.pick(ask_carry, seat, unit)


@question("carry", "BF-6.1", actions.CARRY, open=True, decline="pass")
def ask_carry(state: Battlefield, seat: int, arg: int) -> Sequence[int]:
    """D28: who goes along with the vehicle `arg`."""
    at = state.of(arg, AT)
    return [-1, *(unit for unit in movable(state, seat) if unit != arg and state.of(unit, AT) == at)]


@question("permission", "BF-6.1", *actions.YES_OR_NO, open=True)
def ask_permission(state: Battlefield, seat: int, arg: int) -> Sequence[int]:
    """D6: whether a unit (`arg`) of another player may enter."""
    return [actions.YES, actions.NO]


def declined(state: Battlefield, seat: int, arg: int) -> int:
    """D6, D7: who does not answer agrees to nothing."""
    return actions.NO


ask_permission.by_default(declined)


def announce(state: Battlefield, seat: int, card: int) -> None:
    """Lay a card of the hand open that goes back if nothing comes of it."""
    hand = state.hands[seat]
    state.move(hand, hand.cards.index(card), state.offered)


def use_announced(state: Battlefield, table: Table, seat: int) -> None:
    """BF-6.7: the announced card is played, and goes to the discards."""
    card = state.move(state.offered, 0, state.discard)
    table.tell(events.PLAYED, seat, card)


# BF-6.2: Refit


def refits(state: Battlefield, seat: int) -> list[int]:
    """BF-6.2: the territories that Refit can restore: own ones, for the Peace Envoy anyone's; no desert, not whole."""
    return [
        territory
        for territory in sorted(state.land.cards)
        if (state.holders[territory] == seat or state.titles[names.PEACE_ENVOY] == seat)
        and is_restorable(state, territory)
    ]


def refit_orders(state: Battlefield, seat: int) -> list[int]:
    """BF-6.2: the codes of what a Refit card of the hand can restore."""
    return [actions.REFIT.codes[one] for one in refits(state, seat)] if names.REFIT in state.hands[seat].cards else []


def is_restorable(state: Battlefield, territory: int) -> bool:
    """4.2, BF-6.2: whether a territory can regain durability: below its maximum, and no desert."""
    if names.TERRAIN[territory] == names.DESERT:
        return False
    return state.durability[territory] < formulas.maximum(state, territory)


def refit(state: Battlefield, table: Table, seat: int, territory: int) -> None:
    """BF-6.2: a territory regains 1, by Regrowth 2."""
    cards.play(state, table, seat, names.REFIT)
    gained = restore(state, territory, 1 + EFFECTS.amount(state, abilities.REFIT, seat))
    table.tell(events.REFITTED, seat, territory, gained)


def restore(state: Battlefield, territory: int, points: int) -> int:
    """BF-6.2: durability comes back, not above the maximum; return how much."""
    before = state.durability[territory]
    state.durability[territory] = min(before + points, formulas.maximum(state, territory))
    return state.durability[territory] - before


# BF-6.3: Retreat as an order


def retreats(state: Battlefield, seat: int) -> list[int]:
    """BF-6.3: the codes of all Retreats: one own open unit to any other own territory."""
    if names.RETREAT not in state.hands[seat].cards:
        return []
    return [
        actions.RETREAT.code(unit, to)
        for unit in movable(state, seat)
        for to in units.goals(state, seat, state.of(unit, AT))
    ]


def retreat(state: Battlefield, table: Table, seat: int, unit: int, to: int) -> None:
    """BF-6.3: a unit goes back into the own domain."""
    cards.play(state, table, seat, names.RETREAT)
    at = state.of(unit, AT)
    units.stand(state, unit, to)
    table.tell(events.RETREATED, seat, state.card(unit), at, to)


# BF-6.4: Trade


def may_trade(state: Battlefield, seat: int) -> bool:
    """BF-6.4: whether no blockade keeps a seat from trading."""
    return state.harmed_by[seat][names.BLOCKADED] < 0


def traders(state: Battlefield, seat: int) -> list[int]:
    """BF-6.4, 4.4: by what a seat can offer a trade now: a Trade card, Free Port once a turn."""
    if state.uses[seat] & names.USED_TRADE or not may_trade(state, seat):
        return []
    found = [0] if names.TRADE in state.hands[seat].cards else []
    free = formulas.has_capital_effect(state, seat, names.FREE_CITIES)
    return [*found, *([1] if free and not state.uses[seat] & names.USED_FREE_PORT else [])]


def for_sale(state: Battlefield, seat: int) -> list[int]:
    """BF-6.4: what a seat can sell: open units, vehicle and crew apart: who is aboard has to leave first."""
    return [unit for unit in state.units_of(seat) if state.of(unit, OPEN) and not state.is_crewed(unit)]


def is_deal(state: Battlefield, seat: int, code: int) -> bool:
    """BF-6.4: whether a deal can be offered, at some price: a unit that is for sale."""
    deal, unit, other, by = actions.TRADE.values(code)
    if other == seat or other >= state.seats or not state.is_in(other) or by not in traders(state, seat):
        return False
    return may_trade(state, other) and state.is_there(unit) and unit in for_sale(state, other if deal else seat)


def is_trade(state: Battlefield, seat: int, picked: Sequence[int], code: int) -> bool:
    """BF-6.4: whether a pick is a deal that can be offered, or behind one a price that can be paid."""
    if actions.TRADE.has(code):
        return not picked and is_deal(state, seat, code)
    is_price = len(picked) == 1 and actions.TRADE.has(picked[0])
    return is_price and actions.PRICE.value(code) <= max_paid(state, seat, picked[0])


def max_paid(state: Battlefield, seat: int, code: int) -> int:
    """BF-6.4: the highest price of a deal: twice the cost of the unit, and not more than the buyer holds."""
    deal, unit, other, _ = actions.TRADE.values(code)
    return min(2 * names.COST[state.card(unit)], state.resources[seat if deal == actions.BUY else other])


def prices(state: Battlefield, seat: int, code: int, *, every: bool) -> list[int]:
    """BF-6.4: every price of a deal, or those worth offering: the cost, half as much again, twice as much."""
    most = max_paid(state, seat, code)
    worth = [one for one in _PRICES[names.COST[state.card(actions.TRADE.value(code, 1))]] if one <= most]
    return [actions.PRICE.code(one) for one in (range(most + 1) if every else worth or [most])]


def deals(state: Battlefield, seat: int, *, every: bool) -> list[int]:
    """BF-6.4: every deal without its price, or those worth offering: by the first way, where the cost can be paid."""
    found = []
    ways = traders(state, seat)
    for by in ways if every else ways[:1]:
        mine = for_sale(state, seat)
        for other in state.others(seat):
            if not may_trade(state, other):
                continue
            for deal, sold, buyer in ((actions.SELL, mine, other), (actions.BUY, for_sale(state, other), seat)):
                purse = state.resources[buyer]
                found += [
                    actions.TRADE.code(deal, unit, other, by)
                    for unit in sold
                    if every or names.COST[state.card(unit)] <= purse
                ]
    return found


_PRICES: Final = tuple(kinds_among([cost, (3 * cost + 1) // 2, 2 * cost]) for cost in range(6))
"""By printed cost, the prices that are worth offering."""


def trade(state: Battlefield, table: Table, seat: int, deal: int, unit: int, other: int, by: int, price: int) -> None:
    """BF-6.4: a deal is offered; on a yes characters check their loyalty, then price and unit change hands.

    [ruling] A marker of Tactical Evasion stays on a unit that is traded.
    """
    seller, buyer = (seat, other) if deal == actions.SELL else (other, seat)
    if by:
        state.uses[seat] |= names.USED_FREE_PORT
    else:
        announce(state, seat, names.TRADE)
    deal_now = state.deal = Deal(seller, buyer, unit, price)
    table.tell(events.OFFERED, seller, buyer, state.card(unit), price)
    accepted = table.ask(ask_trade, other) == actions.YES
    state.deal = None
    if not accepted:
        state.uses[seat] |= names.USED_TRADE
        state.move_all(state.offered, state.hands[seat])
        table.tell(events.NO_DEAL, other)
        return
    if not by:
        use_announced(state, table, seat)
    hand_over(state, table, deal_now)


def hand_over(state: Battlefield, table: Table, deal: Deal) -> None:
    """BF-6.4, 9.2: what both have agreed to is done, unless a character stays loyal to its seller."""
    unit, seller, buyer = deal.unit, deal.seller, deal.buyer
    if names.KIND[state.card(unit)] == names.CHARACTER and elimination.roll_loyalty(state, table, unit):
        table.tell(events.NO_DEAL, seller)
        return
    cards.give(state, buyer, seller, deal.price)
    units.give_to(state, unit, buyer)
    table.tell(events.TRADED, seller, buyer, state.card(unit), deal.price)
    to = units.put_anywhere(state, table, buyer, unit)
    if to >= 0:
        table.tell(events.STATIONED, buyer, state.card(unit), to)


@question("trade_offer", "BF-6.4", *actions.YES_OR_NO, open=True)
def ask_trade(state: Battlefield, seat: int, arg: int) -> Sequence[int]:
    """D7: whether the deal on the table is accepted."""
    return [actions.YES, actions.NO]


ask_trade.by_default(declined)


def why_not(state: Battlefield, seat: int, code: int) -> Reason:
    """13.6: the rule of the order that is not possible."""
    if actions.MOVE.has(code) or actions.RETREAT.has(code):
        hidden = units.why_hidden(state, seat, actions.MOVE.value(code))
        return hidden or (Reason("BF-6.1", "no_move") if actions.MOVE.has(code) else Reason("BF-6.3", "no_retreat"))
    if actions.TRADE.has(code) or actions.PRICE.has(code):
        return Reason("BF-6.4", "no_trade")
    return Reason("BF-6.7", "no_change")
