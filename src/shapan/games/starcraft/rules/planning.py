"""SC-2: planning: in turn each places four orders, face down, on the stacks of planets."""

from __future__ import annotations

from collections.abc import Sequence

from shapan.engine.kinds import UNKNOWN
from shapan.engine.prompt import Prompt, Reason
from shapan.engine.table import Table
from shapan.games.starcraft import actions, agenda, events, formulas, names, space
from shapan.games.starcraft.state import EXECUTION, PLANNING, StarCraft

FIRST_SPECIAL = names.SPECIAL_BUILD
SPECIALS = sum(order >= FIRST_SPECIAL for order in names.ORDER_TOKENS)


def round_step(state: StarCraft, table: Table[StarCraft]) -> None:
    """SC-1.12, SC-2.5: a round begins: how many special orders each may place is counted now."""
    state.step = PLANNING
    state.active = state.first_player
    for seat in state.living():
        state.specials[seat] = formulas.special_limit(state, seat)
    table.tell(events.ROUND_BEGUN, state.round, state.first_player)
    state.push(agenda.PLANNING_STEP)


def orders_placed(state: StarCraft, seat: int) -> int:
    """Return how many orders of a seat lie in the stacks or are revealed in this round."""
    return sum([stack.marks[0].count(seat) for stack in state.stacks]) + len(state.revealed[seat])


def specials_placed(state: StarCraft, seat: int) -> int:
    """SC-2.5: return how many special orders a seat has placed in this round, covered ones too."""
    return SPECIALS - sum([order >= FIRST_SPECIAL for order in state.supply[seat].cards])


def planets_for(state: StarCraft, seat: int) -> list[int]:
    """SC-2.2: return the planets on which a seat has a unit or base, and those adjacent to them."""
    return space.surroundings(state, formulas.planets_with(state, seat))


class PlaceOrder(Prompt[StarCraft]):
    """d_place_order, SC-2.1: which order, face down on which stack; where is open, which is not."""

    key = "place_order"
    rule = "SC-2.1"
    secret = True
    families = (actions.PLACE_ORDER,)

    def legal(self, state: StarCraft, seat: int, arg: int) -> Sequence[int]:
        tokens, planets = state.supply[seat].cards, planets_for(state, seat)
        allowed = specials_placed(state, seat) < state.specials[seat]
        kinds = [kind for kind in range(len(names.ORDERS)) if kind in tokens and (allowed or kind < FIRST_SPECIAL)]
        return [actions.PLACE_ORDER.rows[kind][planet] for kind in kinds for planet in planets]

    def shadow(self, codes: Sequence[int]) -> int:
        return actions.PLACE_ORDER.value(codes[0], 1)

    def why_not(self, state: StarCraft, seat: int, arg: int, code: int) -> Reason:
        order, planet = actions.PLACE_ORDER.values(code)
        if order not in state.supply[seat].cards:
            return Reason("SC-2.5", "no_token")
        if order >= FIRST_SPECIAL and specials_placed(state, seat) >= state.specials[seat]:
            return Reason("SC-2.5", "no_special", {"number": state.specials[seat]})
        return Reason("SC-2.2", "not_there" if planet not in planets_for(state, seat) else "not_possible")


ask_order = PlaceOrder()


def planning_step(state: StarCraft, table: Table[StarCraft]) -> None:
    """SC-2.1: in turn each places an order, until each has placed four; then they are carried out."""
    seat, least = UNKNOWN, names.ORDERS_A_ROUND
    for other in state.in_turn():
        placed = len(names.ORDER_TOKENS) - state.supply[other].size()
        if placed < least and not formulas.is_gone(state, other):
            seat, least = other, placed
    if seat < 0:
        state.step, state.active = EXECUTION, state.first_player
        state.push(agenda.TURN_STEP)
        return
    state.active = seat
    order, planet = actions.PLACE_ORDER.values(table.ask(ask_order, seat))
    supply, stack = state.supply[seat], state.stacks[planet]
    state.move(supply, supply.cards.index(order), stack)
    stack.marks[0][len(stack) - 1] = seat
    told = 0 if state.rules.hide_own_orders else 1 << seat  # SC-2.4: the log would be another way to look at it
    table.tell(events.ORDER_PLACED, seat, planet, priv=told, secret=(order,))
    state.push(agenda.PLANNING_STEP)
