"""SC-3: execution: turns in which orders are carried out from the top of their stacks."""

from __future__ import annotations

from collections.abc import Sequence

from shapan.engine.prompt import Reason
from shapan.engine.table import Table
from shapan.games.starcraft import actions, agenda, events, formulas, names
from shapan.games.starcraft.records import Order
from shapan.games.starcraft.rules import destroying, drawing
from shapan.games.starcraft.state import EXECUTION, ORDER, REGROUP, StarCraft

BUILDS = (names.BUILD, names.SPECIAL_BUILD)
MOBILIZES = (names.MOBILIZE, names.SPECIAL_MOBILIZE)


def hindrance(state: StarCraft, order: Order) -> Reason | None:
    """SC-3.7: return why an order can do nothing where it is; None where what it needs is there."""
    seat, planet = order.seat, order.planet
    if order.order in BUILDS:
        return None if formulas.is_on(state, seat, planet) else Reason("SC-5.1", "nothing_here")
    if order.order in MOBILIZES:
        near = any(formulas.has_units_on(state, seat, one) for one in formulas.reaches(state, seat, planet))
        return None if near else Reason("SC-6.2", "no_units_near")
    return None if formulas.base_on(state, seat, planet) >= 0 else Reason("SC-7.1", "no_base_to_research")


def tops_of(state: StarCraft, seat: int) -> list[int]:
    """SC-3.1: return the planets on whose stacks an order of a seat lies on top."""
    return [planet for planet, stack in enumerate(state.stacks) if stack.cards and stack.marks[0][-1] == seat]


class ChooseOrder(destroying.Window):
    """d_choose_order, SC-3.1: which of the own orders that lie on top."""

    def options(self, state: StarCraft, seat: int, arg: int) -> Sequence[int]:
        return [actions.REVEAL.codes[planet] for planet in tops_of(state, seat)]

    def why_not(self, state: StarCraft, seat: int, arg: int, code: int) -> Reason:
        if actions.REVEAL.has(code):
            owners = state.stacks[actions.REVEAL.value(code)].marks[0]
            return Reason("SC-3.1", "covered" if seat in owners else "no_order_there")
        return super().why_not(state, seat, arg, code)


class Obstructed(destroying.Window):
    """d_obstructed, SC-3.3: all own orders are covered: an event card is drawn; by an option only who wants to."""

    def options(self, state: StarCraft, seat: int, arg: int) -> Sequence[int]:
        return [actions.DRAW_EVENT, actions.PASS] if state.rules.may_draw else [actions.DRAW_EVENT]


class ExecuteOrEvent(destroying.Window):
    """d_execute_or_event, SC-3.2: carry the order out, or remove it and draw an event card."""

    def options(self, state: StarCraft, seat: int, arg: int) -> Sequence[int]:
        return [actions.EXECUTE, actions.TAKE_EVENT]


class EndTurn(destroying.Window):
    """SC-3.9: the last moment of a turn to destroy something of one's own."""

    def options(self, state: StarCraft, seat: int, arg: int) -> Sequence[int]:
        return [actions.END_TURN]


_family = actions.ACTIONS.of
ask_choice = ChooseOrder("choose_order", "SC-3.1", (actions.REVEAL,))
ask_choice.rows = (*actions.one_of(actions.REVEAL.code(0))[:1], actions.DESTROY_ROW)
ask_obstructed = Obstructed("obstructed", "SC-3.3", (_family(actions.DRAW_EVENT), _family(actions.PASS)))
ask_obstructed.rows = actions.one_of(actions.DRAW_EVENT, actions.PASS)
ask_execute = ExecuteOrEvent("execute_or_event", "SC-3.2", (_family(actions.EXECUTE), _family(actions.TAKE_EVENT)))
ask_execute.rows = actions.one_of(actions.EXECUTE, actions.TAKE_EVENT)
ask_end_turn = EndTurn("end_turn", "SC-3.9", (_family(actions.END_TURN),))
ask_end_turn.rows = actions.one_of(actions.END_TURN)


def turn_step(state: StarCraft, table: Table[StarCraft]) -> None:
    """SC-3.1 to SC-3.4: the turn of the active player; the phase ends when no order is left."""
    discard_tops_of_the_fallen(state, table)
    owners = [owner for stack in state.stacks for owner in stack.marks[0]]
    if not owners:
        state.step = REGROUP
        state.push(agenda.REGROUP_STEP)
        return
    seat = state.active
    if not state.is_in(seat) or seat not in owners:
        state.active = state.next_in(seat)
        state.push(agenda.TURN_STEP)
        return
    state.push(agenda.END_TURN_STEP)
    if not tops_of(state, seat):
        be_obstructed(state, table, seat)
        return
    code = destroying.ask(state, table, ask_choice, seat)
    if code < 0:
        return
    reveal(state, table, seat, actions.REVEAL.value(code))
    code = destroying.ask(state, table, ask_execute, seat)
    if code == actions.EXECUTE:
        state.step = ORDER
        state.push(agenda.EXECUTE_STEP)
    elif code == actions.TAKE_EVENT:
        state.order = None
        drawing.draw_event(state, table, seat, events.EVENT_INSTEAD)


def be_obstructed(state: StarCraft, table: Table[StarCraft], seat: int) -> None:
    """SC-3.3: all own orders are covered."""
    code = destroying.ask(state, table, ask_obstructed, seat)
    if code == actions.DRAW_EVENT:
        drawing.draw_event(state, table, seat, events.EVENT_OBSTRUCTED)
    elif code == actions.PASS:
        table.tell(events.OBSTRUCTED_PASS, seat)


def reveal(state: StarCraft, table: Table[StarCraft], seat: int, planet: int) -> None:
    """SC-3.1: turn over the top order of a stack; it is out of the stack and comes back after the round."""
    stack = state.stacks[planet]
    order = state.reveal(stack, len(stack) - 1)
    state.move(stack, len(stack) - 1, state.revealed[seat])
    state.order = Order(seat=seat, order=order, planet=planet)
    table.tell(events.REVEALED, seat, order, planet)


def discard_tops_of_the_fallen(state: StarCraft, table: Table[StarCraft]) -> None:
    """SC-3.8: orders of eliminated players are removed as soon as they lie on top."""
    if not any(state.eliminated):
        return
    for planet, stack in enumerate(state.stacks):
        while stack.cards and not state.is_in(stack.marks[0][-1]):
            seat = stack.marks[0][-1]
            order = state.reveal(stack, len(stack) - 1)
            state.move(stack, len(stack) - 1, state.revealed[seat])
            table.tell(events.ORDER_DISCARDED, seat, order, planet)


def execute_step(state: StarCraft, table: Table[StarCraft]) -> None:
    """SC-3.1: carry the revealed order out."""
    order = state.order
    assert order is not None
    if order.order in BUILDS:
        state.push(agenda.BUILD_STEP)
    elif order.order in MOBILIZES:
        state.push(agenda.MOBILIZE_STEP)
    else:
        state.push(agenda.RESEARCH_STEP)


def end_turn_step(state: StarCraft, table: Table[StarCraft]) -> None:
    """SC-3.9: the end of a turn; then the next player to the left."""
    seat = state.active
    state.order = None
    state.step = EXECUTION
    if state.is_in(seat):
        destroying.ask(state, table, ask_end_turn, seat)
    state.active = state.next_in(seat)
    state.push(agenda.TURN_STEP)
