"""SC-11: the Regrouping Phase, ten steps in order."""

from __future__ import annotations

from collections.abc import Sequence

from shapan.engine.kinds import UNKNOWN
from shapan.engine.question import picks
from shapan.engine.table import Table
from shapan.games.starcraft import actions, agenda, events, formulas, names, space
from shapan.games.starcraft.rules import drawing, ending, event_cards
from shapan.games.starcraft.state import REGROUP, StarCraft

DESTROY, LOSE_CARDS, GAIN_CARDS, RETURN_WORKERS, SCORE, VICTORY, SPECIAL, EVENTS, HANDS, PASS_FIRST = range(10)


def regroup_step(state: StarCraft, table: Table[StarCraft]) -> None:
    """SC-11: the step of the phase that is due, then the next one."""
    number = state.step - REGROUP
    state.active = state.first_player
    if number == DESTROY:
        destroy_pieces(state, table)
    elif number == LOSE_CARDS:
        lose_cards(state, table)
    elif number == GAIN_CARDS:
        gain_cards(state, table)
    elif number == RETURN_WORKERS:
        return_workers(state)
    elif number == SCORE:
        score(state, table)
    elif number == VICTORY:
        ending.check_normal(state, table)
    elif number == SPECIAL:
        ending.check_special(state, table)
    elif number == EVENTS:
        event_cards.begin(state)
        return
    elif number == HANDS:
        settle_hands(state, table)
    else:
        pass_first(state, table)
        return
    state.step += 1
    state.push(agenda.REGROUP_STEP)


def destroy_pieces(state: StarCraft, table: Table[StarCraft]) -> None:
    """SC-11.1: bases in areas with enemy units; then transports whose route joins no planet with an own base."""
    for area, owner in enumerate(state.bases):
        if owner >= 0 and formulas.enemy_units(state, owner, area) >= 0:
            state.bases[area] = UNKNOWN
            table.tell(events.BASE_LOST, owner, area)
    for route in space.routes(state):
        one, other = space.ends(state, route)
        for seat in state.living():
            if not state.carriers[route] >> seat & 1:
                continue
            if formulas.base_on(state, seat, one) < 0 and formulas.base_on(state, seat, other) < 0:
                state.carriers[route] &= ~(1 << seat)
                table.tell(events.TRANSPORT_LOST, seat, route)
    ending.check_eliminated(state, table)


def lose_cards(state: StarCraft, table: Table[StarCraft]) -> None:
    """SC-11.2, C10: a card stays with an own base on its planet and nothing of an enemy in its area."""
    for area, seat in enumerate(state.holders):
        if seat < 0:
            continue
        base = formulas.base_on(state, seat, names.PLANET_OF[area]) >= 0
        enemy = formulas.enemy_units(state, seat, area) >= 0
        foreign = state.bases[area] >= 0 and state.bases[area] != seat and not state.rules.keep_card
        if not base or enemy or foreign:
            workers, state.mined[area] = state.mined[area], 0
            state.holders[area] = UNKNOWN
            table.tell(events.CARD_LOST, seat, area, workers)


def gain_cards(state: StarCraft, table: Table[StarCraft]) -> None:
    """SC-11.3: cards of friendly areas on planets with an own base; alone on a planet those of empty areas, too."""
    for seat in state.in_turn():
        for planet in space.placed(state):
            if formulas.base_on(state, seat, planet) < 0:
                continue
            areas = names.AREAS_OF[planet]
            alone = all(state.bases[area] in (seat, UNKNOWN) for area in areas)
            for area in areas:
                free = state.holders[area] < 0 and state.depletion[area] != names.DEPLETED
                if names.KIND[area] == names.CONQUEST or not free:
                    continue
                if formulas.controller(state, area) == seat or (alone and is_empty(state, area)):
                    state.holders[area] = seat
                    table.tell(events.CARD_GAINED, seat, area)


def is_empty(state: StarCraft, area: int) -> bool:
    """SC-1.1: tell whether an area holds no unit and no base."""
    return state.bases[area] < 0 and formulas.holder_of_units(state, area) < 0


def return_workers(state: StarCraft) -> None:
    """SC-11.4: all workers of a seat come back to its pool."""
    for seat in state.living():
        state.pool[seat] += state.unavailable[seat] + sum(state.permanent[seat])
        state.unavailable[seat] = 0
        state.permanent[seat][:] = [0, 0]
    for area, seat in enumerate(state.holders):
        if seat >= 0:
            state.pool[seat] += state.mined[area]
            state.mined[area] = 0


def score(state: StarCraft, table: Table[StarCraft]) -> None:
    """SC-11.5: the points of each conquest area that a seat controls; in a galactic conquest none (SC-13)."""
    if state.rules.galactic_conquest:
        return
    for seat in state.in_turn():
        mine = formulas.controlled(state, seat)
        points = sum([names.VALUE[area] for area in mine if names.KIND[area] == names.CONQUEST])
        if points:
            state.points[seat] += points
            table.tell(events.SCORED, seat, points, state.points[seat])


# SC-11.9: hands


def above(state: StarCraft, seat: int, arg: int = 0) -> int:
    """Return how many cards a seat holds above its limit."""
    return max(0, len(state.hands[seat]) - formulas.hand_limit(state, seat))


@picks(
    "discard", "SC-11.9", actions.DISCARD, number=above,
    rows=actions.DISCARD_ROWS, why="not_in_hand", count_rule="SC-11.9", plan=True,
)  # fmt: skip
def ask_discard(state: StarCraft, seat: int, arg: int, picked: Sequence[int]) -> Sequence[int]:
    """d_discard: combat cards down to the limit of the hand."""
    hand = state.hands[seat].cards
    last = picked[-1] if picked else 0
    left = above(state, seat) - len(picked)
    codes = [actions.DISCARD.codes[card] for card in hand]
    return [
        code
        for place, code in enumerate(codes)
        if (place == 0 or code != codes[place - 1])
        and code >= last
        and picked.count(code) < codes.count(code)
        and len(codes) - place - picked.count(code) >= left
    ]


def settle_hands(state: StarCraft, table: Table[StarCraft]) -> None:
    """SC-11.9, D1b: zergs draw a card; then all discard down to their limits."""
    for seat in state.in_turn():
        if formulas.has_ability(state, seat, names.ZERG):
            drawing.draw_combat(state, table, seat, 1)
    for seat in state.in_turn():
        codes = table.ask_many(ask_discard, seat) if above(state, seat) else []
        hand = state.hands[seat]
        for code in codes:
            card = actions.DISCARD.value(code)
            state.move(hand, hand.cards.index(card), state.discards[seat])
            table.tell(events.DISCARDED, seat, card)


# SC-11.10


def pass_first(state: StarCraft, table: Table[StarCraft]) -> None:
    """SC-11.10, SC-12.8: the first player token goes to the left; tokens come home; the next round."""
    ending.check_cap(state, table)
    state.first_player = state.next_in(state.first_player)
    table.tell(events.FIRST_PASSED, state.first_player)
    for seat in range(state.seats):
        state.move_all(state.revealed[seat], state.supply[seat])
        state.shuffle(state.supply[seat])
        state.recall_used[seat] = 0
    state.round += 1
    state.push(agenda.ROUND_STEP)
