"""SC-11.8, D10: event cards are read and played, one a player; end cards must be played."""

from __future__ import annotations

from collections.abc import Sequence

from shapan.engine.question import question
from shapan.engine.table import Table
from shapan.games.starcraft import actions, agenda, cards, events, formulas, names
from shapan.games.starcraft.rules import build, drawing, ending, event_choices, losing, payment, research
from shapan.games.starcraft.rules.event_choices import ask_event
from shapan.games.starcraft.state import REGROUP, StarCraft

STEP_9 = REGROUP + 8


def begin(state: StarCraft) -> None:
    """SC-11.8: each reads his drawn cards in secret; then in turn each plays one or none."""
    for seat in state.living():
        for place in range(len(state.drawn[seat])):
            state.look(state.drawn[seat], place, seat)
    state.push(agenda.EVENTS_END_STEP)
    for seat in reversed(state.in_turn()):
        state.push(agenda.EVENT_STEP, seat)


def end_step(state: StarCraft, table: Table[StarCraft]) -> None:
    """SC-11.8, E42: all have played; by an option the game ends only now."""
    ending.check_end_cards(state, table)
    state.step = STEP_9
    state.push(agenda.REGROUP_STEP)


def event_step(state: StarCraft, table: Table[StarCraft], seat: int) -> None:
    """SC-11.8: a player plays an event card, or none; the rest of his cards is discarded."""
    if not state.is_in(seat):
        return
    state.active = seat
    if not state.drawn[seat].cards:
        table.tell(events.NO_EVENT, seat, NOTHING)
        return
    picks = table.ask_many(ask_event, seat)
    drawn = state.drawn[seat]
    if not actions.PLAY.has(picks[0]):
        table.tell(events.NO_EVENT, seat, SOME_CARDS)
        discard_rest(state, table, seat)
        return
    card = actions.PLAY.value(picks[0])
    if cards.EVENT_OF[card] == cards.THE_END_DRAWS_NEAR:
        play_end_cards(state, table, seat, card)
        return
    target = state.kept[seat] if cards.EVENT_OF[card] in cards.KEPT else state.event_discard
    state.move(drawn, drawn.cards.index(card), target)
    table.tell(events.EVENT_PLAYED, seat, card)
    discard_rest(state, table, seat)
    carry_out(state, table, seat, card, picks[1:])
    ending.check_eliminated(state, table)


SOME_CARDS, NOTHING = 0, 1


def discard_rest(state: StarCraft, table: Table[StarCraft], seat: int) -> None:
    """SC-11.8: event cards that are not played are discarded face up, without effect."""
    drawn = state.drawn[seat]
    while drawn.cards:
        card = state.move(drawn, 0, state.event_discard)
        table.tell(events.EVENT_DISCARDED, seat, card)


# SC-12.4: end cards


@question("end_benefit", "SC-11.8", actions.BENEFIT, open=True)
def ask_benefit(state: StarCraft, seat: int, arg: int) -> Sequence[int]:
    """d_end_benefit: a conquest point or combat cards, for one end card of those played."""
    return [POINT, COMBAT_CARDS]


POINT, COMBAT_CARDS = 0, 1


def play_end_cards(state: StarCraft, table: Table[StarCraft], seat: int, card: int) -> None:
    """SC-11.8: all end cards go beside the board, the others are discarded; then the benefit, then the count."""
    drawn = state.drawn[seat]
    while card in drawn.cards:
        state.move(drawn, drawn.cards.index(card), state.end_cards)
        table.tell(events.EVENT_PLAYED, seat, card)
    discard_rest(state, table, seat)
    if table.pick(ask_benefit, seat) == POINT:
        gain_points(state, table, seat, cards.POINTS[card])
    else:
        drawing.draw_combat(state, table, seat, cards.DRAWS[card])
    if not state.rules.end_after_events:
        ending.check_end_cards(state, table)


# D10, effects


def carry_out(state: StarCraft, table: Table[StarCraft], seat: int, card: int, picks: Sequence[int]) -> None:
    """D10: the effect of an event card, in the order of the table; without a legal choice it has none."""
    event = cards.EVENT_OF[card]
    area = event_choices.value(picks, actions.P_AREA)
    if event == cards.TACTICAL_DRILLS:
        drawing.draw_combat(state, table, seat, cards.DRAWS[card])
    elif event in (cards.FORWARD_MOMENTUM, cards.TRIUMPH):
        gain_points(state, table, seat, cards.POINTS[card])
    elif event == cards.SUPPLY_DROP:
        supply(state, table, seat, cards.WORKERS[card])
    elif event == cards.AIR_DEFENSE_PROGRAM:
        build_air_defense(state, table, seat)
    elif not picks:
        return
    elif event == cards.FIELD_ENGINEERS:
        engineer(state, table, seat, picks)
    elif event in (cards.LICENSED_RESEARCH, cards.BREAKTHROUGH):
        license_technology(state, table, seat, event == cards.LICENSED_RESEARCH, picks)
    elif event in (cards.VOLUNTEERS, cards.ELITE_REINFORCEMENTS, cards.REINFORCEMENTS):
        for unit, goal in event_choices.landings(state, seat, card, picks):
            state.change(seat, goal, unit, 1)
            table.tell(events.UNIT_LANDED, seat, unit, goal)
    elif event == cards.JUMP_LANE_SHIFT:
        shift(state, table, seat, picks)
    elif event == cards.PROSPECTING:
        state.depletion[area] = names.NORMAL
        table.tell(events.RESTORED, seat, area)
    elif event == cards.EMERGENCY_AIRLIFT:
        for code in picks:
            route = actions.P_ROUTES.value(code)
            state.carriers[route] |= 1 << seat
            table.tell(events.TRANSPORT_LANDED, seat, route)
    elif event == cards.EXPANSION_PLAN:
        build.add_base(state, table, seat, area, events.BASE_LANDED)
    elif event == cards.ORBITAL_STRIKE:
        strike(state, table, seat, area)
    elif event == cards.SABOTAGE:
        sabotage(state, table, seat, event_choices.value(picks, actions.P_TARGET), cards.WORKERS[card])


def gain_points(state: StarCraft, table: Table[StarCraft], seat: int, points: int) -> None:
    """SC-1.13, D10: conquest points of an event; in a galactic conquest there are none (SC-13)."""
    if not state.rules.galactic_conquest:
        state.points[seat] += points
        table.tell(events.GAINED_POINTS, seat, points, state.points[seat])


def supplied(state: StarCraft, seat: int, number: int) -> int:
    """D10, supply_drop: return how many of some workers there are in the stock."""
    return min(number, names.WORKERS - formulas.workers_of(state, seat))


def supply(state: StarCraft, table: Table[StarCraft], seat: int, number: int) -> None:
    """D10, supply_drop: workers of the stock to the pool."""
    gained = supplied(state, seat, number)
    state.pool[seat] += gained
    table.tell(events.GAINED_WORKERS, seat, gained)


def build_air_defense(state: StarCraft, table: Table[StarCraft], seat: int) -> None:
    """D10, air_defense_program, E43: buy the module, two minerals cheaper, where it fits and can be paid."""
    minerals = names.MODULE_COST[names.AIR_SUPPORT][0] - event_choices.AIR_DEFENSE_DISCOUNT
    if build.module_fits(state, seat, names.AIR_SUPPORT) and payment.can_pay(state, seat, (minerals, 0)):
        payment.pay(state, table, seat, minerals, 0)
        build.add_module(state, table, seat, names.AIR_SUPPORT)


def engineer(state: StarCraft, table: Table[StarCraft], seat: int, picks: Sequence[int]) -> None:
    """D10, field_engineers: buy a building or a module, one resource cheaper."""
    payment.pay(state, table, seat, *event_choices.price(picks))
    building = event_choices.value(picks, actions.P_BUILDING)
    if building >= 0:
        build.add_building(state, table, seat, building)
    else:
        build.add_module(state, table, seat, event_choices.value(picks, actions.P_MODULE))


def license_technology(
    state: StarCraft, table: Table[StarCraft], seat: int, is_bought: bool, picks: Sequence[int]
) -> None:
    """D10, licensed_research, breakthrough: a technology, one resource cheaper or free; as SC-7.3."""
    if is_bought:
        payment.pay(state, table, seat, *event_choices.price(picks))
    tech = event_choices.value(picks, actions.P_TECHNOLOGY)
    research.take_technology(state, table, seat, tech)
    if not cards.IN_PLAY[tech]:
        research.add_copies(state, seat, tech)
        state.shuffle(state.decks[seat])


def shift(state: StarCraft, table: Table[StarCraft], seat: int, picks: Sequence[int]) -> None:
    """D10, jump_lane_shift: move an end of a z-axis route; transports stay on it (E13)."""
    route = event_choices.value(picks, actions.P_ROUTE)
    end, slot = event_choices.value(picks, actions.P_END), event_choices.value(picks, actions.P_SLOT)
    state.z_ends[2 * (route - names.FIRST_Z) + end] = slot
    table.tell(events.SHIFTED, seat, route, end, slot)


def strike(state: StarCraft, table: Table[StarCraft], seat: int, area: int) -> None:
    """D10, orbital_strike: the owner of the units in an area destroys one of them."""
    owner = formulas.enemy_units(state, seat, area)
    mask = sum([1 << unit for unit in state.kinds(owner, area)])
    unit = losing.unit_of(losing.choose(table, owner, mask, losing.IN_AREA, losing.BY_EVENT))
    state.change(owner, area, unit, -1)
    table.tell(events.STRUCK, owner, unit, area)


def sabotage(state: StarCraft, table: Table[StarCraft], seat: int, target: int, number: int) -> None:
    """D10, sabotage: workers of an opponent's pool become unavailable."""
    lost = min(number, state.pool[target])
    state.pool[target] -= lost
    state.unavailable[target] += lost
    table.tell(events.SABOTAGED, seat, target, lost)
