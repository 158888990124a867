"""Crews 1: costs: what is paid for actions, triggers, abilities and effects, and whether it can be."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from shapan.engine.prompt import Reason
from shapan.engine.table import Table
from shapan.games.malifaux import actions, events, formulas, names, select, static
from shapan.games.malifaux.cards.cost import COSTS, Cost
from shapan.games.malifaux.context import AS_ACTION, Actor, Source
from shapan.games.malifaux.records import OF_COSTS, Choice
from shapan.games.malifaux.rules import choices, damage, fate, removing
from shapan.games.malifaux.rules.stones import STONE_PAY, pay_stone
from shapan.games.malifaux.state import Malifaux

UNPAID: Final = Reason("MFX-8.5", "cost")


def payer(state: Malifaux, here: Source, cost: Cost) -> int:
    """Crews 1: return the seat that pays a cost."""
    if cost.by == "target" and here.deed.target >= 0:
        return state.models.sides[here.deed.target]
    return here.seat


def can_pay(state: Malifaux, here: Source, costs: Sequence[Cost]) -> bool:
    """MFX-8.5: tell whether all of some costs can be paid."""
    discards = sum(cost.discard for cost in costs)
    if discards and any(discards > len(state.hands[payer(state, here, cost)].cards) for cost in costs if cost.discard):
        return False
    return all(_can_pay(state, here, cost) for cost in costs)


def _can_pay(state: Malifaux, here: Source, cost: Cost) -> bool:
    seat = payer(state, here, cost)
    if cost.token is not None and state.token(here.me, names.TOKENS.index(cost.token.name)) < cost.token.n:
        return False
    if (marker := cost.remove_marker) is not None:
        return bool(select.markers(state, here, marker) or removing.stand_ins(state, here, marker))
    if cost.any_of:
        return any(can_pay(state, here, [one]) for one in cost.any_of)
    return state.stones[seat] >= cost.stone and state.pass_tokens[seat] >= cost.pass_token


def discards_of(costs: Sequence[Cost]) -> int:
    """Crews 1: return how many cards some costs take from the own hand."""
    return sum(cost.discard for cost in costs if cost.by == "self")


def pay(
    state: Malifaux, table: Table[Malifaux], here: Source, costs: Sequence[Cost], given: Sequence[int] = ()
) -> None:
    """Crews 1: pay some costs; `given` are the cards that were named with the answer."""
    left = list(given)
    for cost in costs:
        seat = payer(state, here, cost)
        if cost.discard:
            for _ in range(cost.discard if left else 0):
                fate.discard(state, table, seat, left.pop(0))
            if not given:
                fate.discard_own(state, table, seat, cost.discard)
        elif cost.stone:
            for _ in range(cost.stone):
                pay_stone(state, table, seat, STONE_PAY)
        elif cost.pass_token:
            state.pass_tokens[seat] -= cost.pass_token
            table.tell(events.TOKENS_LOST, seat, cost.pass_token)
        elif cost.token is not None:
            token = names.TOKENS.index(cost.token.name)
            formulas.change_token(state, here.me, token, -cost.token.n)
            table.tell(events.TOKEN_LOST, here.me, token, cost.token.n)
        elif cost.remove_marker is not None:
            if here.kind == AS_ACTION and here.deed.stand_in >= 0:
                removing.kill_as_marker(state, table, here, here.deed.stand_in)
            elif here.kind == AS_ACTION and here.deed.chosen_marker >= 0:
                removing.remove(state, table, here, here.deed.chosen_marker, here.me)
            else:
                removing.remove_one(state, table, here, cost.remove_marker)
        elif cost.damage:
            damage.hurt(state, table, here, here.me, cost.damage)
        elif cost.any_of:
            payable = [one for one in cost.any_of if can_pay(state, here, [one])]
            choice = Choice(model=here.me, about=here.tag, options=[COSTS.index(one.kind) for one in payable])
            chosen = choices.option(state, table, seat, choice, len(payable), rules=OF_COSTS)
            pay(state, table, here, [payable[chosen]])


# The cards that a general action costs: Guild Authority, Hunting Partner.


def can_discard(state: Malifaux, who: Actor, action: str) -> bool:
    """MFX-8.5: tell whether what a general action costs can be paid."""
    return len(state.hands[who.seat].cards) >= static.action_cost(state, who.model, action)


def discards_for(state: Malifaux, who: Actor, action: str, picked: Sequence[int]) -> Sequence[int]:
    """Return the picks of the cards that may be given next for a general action."""
    return discards(state, who.seat, static.action_cost(state, who.model, action), picked)


def discards(state: Malifaux, seat: int, number: int, picked: Sequence[int]) -> Sequence[int]:
    """Return the picks of the cards that may be given next for a cost of so many."""
    spent = [actions.COST.value(code) for code in picked if actions.COST.has(code)]
    if len(spent) == number:
        return []
    return [actions.COST.codes[card] for card in fate.payable(state, seat, number, spent)]


def pay_cards(state: Malifaux, table: Table[Malifaux], seat: int, picks: Sequence[int]) -> None:
    """Discard the cards that were named with a general action."""
    for code in picks:
        if actions.COST.has(code):
            fate.discard(state, table, seat, actions.COST.value(code))
