"""Treaties and trades: what clauses and deals are worth (section 10), what is proposed, accepted, torn up."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from shapan.engine.valuation import kept
from shapan.games.battlefield import actions, names, pacts
from shapan.games.battlefield.bots.acting import NEVER
from shapan.games.battlefield.bots.mind import MERIT, RATE, Mind
from shapan.games.battlefield.bots.worths import CLAUSES, LONG_CLAUSE, RESOURCE
from shapan.games.battlefield.records import C_NUMBER, C_THIRD, C_TYPE, C_UNTIL, Treaty
from shapan.games.battlefield.rules import orders, treaties
from shapan.games.battlefield.rules.ending import standing

PACKAGES: Final = tuple(
    tuple((*clause, actions.NOBODY) for clause in package)
    for package in (
        ((names.NON_AGGRESSION, names.BOTH, 5, 0), (names.TRIBUTE, names.TARGET_SIDE, 5, 1)),
        ((names.NON_AGGRESSION, names.BOTH, 5, 0), (names.GIFT, names.TARGET_SIDE, names.UNTIL_TORN, 1)),
        ((names.NON_AGGRESSION, names.BOTH, 5, 0),),
        ((names.NON_AGGRESSION, names.BOTH, 2, 0),),
        ((names.NO_TARGET_CAPITAL, names.BOTH, 5, 0),),
    )
)
"""What is proposed, as `treaties.Clause`: the first that brings something to both."""


def clause_worth(mind: Mind, seat: int, row: Treaty, left: int) -> float:
    """Return what a clause with so many rounds left is worth to a seat, by what all see."""
    view, kind, other, bound = mind.view, row[C_TYPE], pacts.partner(row, seat), pacts.bound(row)
    gives, gets = float(seat in bound), float(other in bound)
    last = min(left, LONG_CLAUSE) / LONG_CLAUSE
    if kind == names.NON_AGGRESSION:
        theirs, mine = _pressure(mind, other, seat), _pressure(mind, seat, other)
        return (1.5 * theirs * gets - mine * gives) * last
    if kind in (names.TRIBUTE, names.GIFT):
        return (gets - gives) * row[C_NUMBER] * RESOURCE * (left if kind == names.TRIBUTE else 1)
    if kind == names.JOINT_TARGET:
        partner = pacts.are_partners(view, seat, row[C_THIRD])
        return gives * (-2.0 if partner else -0.5) + 0.5 * gets
    if kind == names.STATION:
        return CLAUSES[kind] * (gets - gives)
    return CLAUSES[kind] * (1.2 * gets - gives)


def _pressure(mind: Mind, seat: int, other: int) -> int:
    """Return how many units of a seat reach outer territories of another."""
    land = [one for one in mind.outer if mind.view.holders[one] == other]
    return len({unit for one in land for unit in mind.reaching(seat, one)})


def treaty_worth(mind: Mind, seat: int, rows: Sequence[Treaty]) -> float:
    """Return what some clauses are worth to a seat; of the last two, peace is for who is ahead, or hard pressed."""
    view, total = mind.view, 0.0
    for row in rows:
        left = row[C_UNTIL] - view.round if row[C_UNTIL] >= 0 else 2 * LONG_CLAUSE
        if len(view.living()) == 2 and row[C_TYPE] == names.NON_AGGRESSION:
            total -= 0.0 if _may_rest(mind, seat, pacts.partner(row, seat), left) else 5.0
        total += clause_worth(mind, seat, row, left)
    return total


def _may_rest(mind: Mind, seat: int, other: int, left: int) -> bool:
    """Section 10: whether one of the last two can do with peace.

    For a short one the spec asks no more. But short ones that are made again and again keep peace to the last round,
    which who is behind then loses (BF-11.4): he wants one only where he is attacked far more than he can attack.
    """
    if standing(mind.view, seat) > standing(mind.view, other):
        return True
    return left <= 2 and _pressure(mind, other, seat) > 2 * _pressure(mind, seat, other)


@dataclass(slots=True, frozen=True)
class Plan:
    """A proposal: what it is worth, to whom it goes, and its clauses as `treaties.Clause`."""

    worth: float = 0.0
    other: int = -1
    clauses: tuple[tuple[int, ...], ...] = ()


@kept
def _plan(mind: Mind) -> Plan:
    """Return the proposal that is worth most; one of nothing where none suits both."""
    view, best, whose, chosen = mind.view, 0.0, -1, -1
    for other in mind.foes:
        if pacts.are_partners(view, mind.seat, other):
            continue
        for place, clauses in enumerate(PACKAGES):
            if any(treaties.fault(view, mind.seat, other, clauses[:at], one) for at, one in enumerate(clauses)):
                continue
            rows = [
                treaties.offered(view, mind.seat, other, actions.CLAUSE.code(kind, side, rounds, number, third, 0))
                for kind, side, rounds, number, third in clauses
            ]
            worth = treaty_worth(mind, mind.seat, rows)
            if worth > best and treaty_worth(mind, other, rows) > 0:
                best, whose, chosen = worth, other, place
    if chosen < 0:
        return Plan()
    return Plan(best, whose, PACKAGES[chosen])


@RATE("development", actions.STRATEGIC_TREATY)
def _propose(mind: Mind, target: int, by: int) -> float:
    plan = _plan(mind)
    return plan.worth - 0.5 if plan.other == target else NEVER


@RATE("development", actions.CLAUSE)
def _clause(mind: Mind, kind: int, side: int, rounds: int, number: int, third: int, place: int) -> float:
    return 1.0 if (kind, side, rounds, number, third) in _plan(mind).clauses else -1.0


RATE.add("treaty_offer", lambda mind: treaty_worth(mind, mind.seat, mind.view.proposal), actions.ACTIONS.by_name["yes"])
RATE.always(0.0, "treaty_offer", actions.ACTIONS.by_name["no"])


@RATE("development", actions.TEAR_UP_TREATY)
def _tear(mind: Mind, target: int) -> float:
    """Where the treaty has come to bind more than it gives."""
    rows = [row for row in mind.view.treaties if pacts.is_between(row, mind.seat, target)]
    return -treaty_worth(mind, mind.seat, rows) - 0.8


@RATE("permission", actions.ACTIONS.by_name["yes"])
def _permit(mind: Mind) -> float:
    """Section 10: for partners of a treaty alone; the mover is the seat whose turn it is."""
    return 0.1 if pacts.are_partners(mind.view, mind.seat, mind.view.active) else -1.0


# BF-6.4: trades


def deal_worth(mind: Mind, *, buys: bool, unit: int, price: int, money: int) -> float:
    """Return what a deal is worth to the buyer or the seller of a unit: a quarter above the cost, or not above it."""
    cost = names.COST[mind.view.card(unit)]
    if buys:
        return 0.2 if price <= cost and money - price >= 1 else -1.0
    return 0.2 if price >= 1.25 * cost else -1.0


def _bought(mind: Mind, deal: int, unit: int, price: int) -> float:
    """Return what it is worth to offer a deal: money that lies idle buys units that the other gives for it.

    Nobody arms the last foe.
    """
    view, buys = mind.view, deal == actions.BUY
    if len(mind.foes) == 1 or not buys or mind.money - price < 2 or price < 1.25 * names.COST[view.card(unit)]:
        return NEVER
    card = view.card(unit)
    return 0.8 * MERIT[card] - mind.spent(price) - 0.8 if names.KIND[card] != names.VEHICLE else NEVER


@RATE("development", actions.TRADE)
def _trade(mind: Mind, deal: int, unit: int, target: int, by: int) -> float:
    """Rate a deal by what its best price makes of it."""
    if deal != actions.BUY:
        return NEVER
    codes = orders.prices(mind.view, mind.seat, actions.TRADE.code(deal, unit, target, by), every=False)
    return max(_bought(mind, deal, unit, actions.PRICE.value(code)) for code in codes)


@RATE.picks("development", actions.PRICE)
def _prices(mind: Mind, arg: int, picked: Sequence[int]) -> dict[int, float]:
    deal, unit, _, _ = actions.TRADE.values(picked[0])
    codes = orders.prices(mind.view, mind.seat, picked[0], every=True)
    return {code: _bought(mind, deal, unit, actions.PRICE.value(code)) for code in codes}


@RATE("trade_offer", actions.ACTIONS.by_name["yes"])
def _accept(mind: Mind) -> float:
    offer = mind.view.deal
    assert offer is not None
    buys = offer.buyer == mind.seat
    if len(mind.foes) == 1 or (not buys and offer.unit in mind.garrison(mind.capital)):
        return -1.0
    return deal_worth(mind, buys=buys, unit=offer.unit, price=offer.price, money=mind.money)


RATE.always(0.0, "trade_offer", actions.ACTIONS.by_name["no"])
RATE.always(0.0, "permission", actions.ACTIONS.by_name["no"])
