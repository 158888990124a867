"""SC-6: the Mobilize order: lift-off, moves, recall; then a battle if enemy units stand where they went."""

from __future__ import annotations

from collections.abc import Sequence

from shapan.engine.actions import DONE
from shapan.engine.kinds import UNKNOWN
from shapan.engine.prompt import Prompt, Reason
from shapan.engine.question import question
from shapan.engine.table import Table
from shapan.games.starcraft import actions, agenda, cards, events, formulas, names, space
from shapan.games.starcraft.records import UNIT_KINDS, Battle, Order
from shapan.games.starcraft.rules import build
from shapan.games.starcraft.state import BATTLE, StarCraft

EXTRA_ATTACKERS = 2
"""SC-6.4: so many units above the limit may attack."""


def mobilize_step(state: StarCraft, table: Table[StarCraft]) -> None:
    """SC-6.10: lift-off, all moves together, recall, then the battle."""
    order = state.order
    assert order is not None
    seat = order.seat
    if len(ask_lift_off.legal(state, seat, 0)) > 1:
        lift_off(state, table, seat, table.ask(ask_lift_off, seat))
    if any_move(state, order):
        for code in table.ask_many(ask_move, seat):
            move(state, table, seat, code)
    if len(ask_recall.legal(state, seat, 0)) > 1:
        recall(state, table, seat, table.ask(ask_recall, seat))
    for area in names.AREAS_OF[order.planet]:
        defender = formulas.enemy_units(state, seat, area)
        if state.strength(seat, area) and defender >= 0:
            special = int(order.order == names.SPECIAL_MOBILIZE)
            state.battle = Battle(area=area, attacker=seat, defender=defender, special=special)
            state.step = BATTLE
            table.tell(events.ATTACKED, seat, defender, area)
            state.push(agenda.BATTLE_STEP)
            return


# SC-6.8: lift-off and recall


@question("lift_off", "SC-6.8", actions.LIFT_OFF, actions.ACTIONS.of(actions.PASS), open=True, why="no_lift_off")
def ask_lift_off(state: StarCraft, seat: int, arg: int) -> Sequence[int]:
    """d_lift_off, D1b: the terran base on the active planet to another area that is friendly or empty."""
    order = state.order
    assert order is not None
    base = formulas.base_on(state, seat, order.planet)
    if base < 0 or not formulas.has_ability(state, seat, names.TERRAN):
        return [actions.PASS]
    to = [area for area in names.AREAS_OF[order.planet] if area != base and not formulas.is_enemy(state, seat, area)]
    return [actions.PASS, *(actions.LIFT_OFF.code(base, area) for area in to)]


def lift_off(state: StarCraft, table: Table[StarCraft], seat: int, code: int) -> None:
    """D1b: move the base."""
    if code == actions.PASS:
        return
    source, area = actions.LIFT_OFF.values(code)
    state.bases[source], state.bases[area] = UNKNOWN, seat
    table.tell(events.LIFTED, seat, source, area)
    build.lose_transports_to(state, table, seat, names.PLANET_OF[area])


@question("recall", "SC-6.8", actions.RECALL, actions.ACTIONS.of(actions.PASS), open=True, why="no_recall")
def ask_recall(state: StarCraft, seat: int, arg: int) -> Sequence[int]:
    """d_recall, D9: a unit from anywhere to an own area of the planet with an arbiter, once a round."""
    order = state.order
    assert order is not None
    if not state.technologies[seat][cards.RECALL] or state.recall_used[seat]:
        return [actions.PASS]
    goals = [
        area
        for area in names.AREAS_OF[order.planet]
        if state.number(seat, area, names.ARBITER) and formulas.room(state, seat, area)
    ]
    found = [actions.PASS]
    for place, number in enumerate(state.units[seat]):
        source, unit = divmod(place, UNIT_KINDS)
        if number:
            found += [actions.RECALL.code(unit, source, area) for area in goals if area != source]
    return found


def recall(state: StarCraft, table: Table[StarCraft], seat: int, code: int) -> None:
    """D9: move a unit to an arbiter."""
    if code == actions.PASS:
        return
    unit, source, area = actions.RECALL.values(code)
    state.change(seat, source, unit, -1)
    state.change(seat, area, unit, 1)
    state.recall_used[seat] = 1
    table.tell(events.RECALLED, seat, unit, source, area)


# SC-6.2: moves


def starts(state: StarCraft, order: Order) -> list[int]:
    """SC-6.2: return the areas from which units may come: the planet's own, and those a transport reaches."""
    planets = [order.planet, *space.reached(state, order.seat, order.planet)]
    return [area for planet in sorted(planets) for area in names.AREAS_OF[planet] if state.strength(order.seat, area)]


def is_blocked(state: StarCraft, seat: int, area: int) -> bool:
    """SC-5.9 iii, SC-6.7: tell whether the base in an area keeps transports out by air support."""
    owner = state.bases[area]
    return owner >= 0 and owner != seat and state.modules[owner][names.AIR_SUPPORT] > 0


def may_enter(state: StarCraft, seat: int, area: int, source: int) -> bool:
    """SC-6.7, SC-13: tell whether units may go into an area from another."""
    far = names.PLANET_OF[source] != names.PLANET_OF[area]
    if far and is_blocked(state, seat, area):
        return False
    return not state.rules.teams or not has_mate(state, seat, area)


def has_mate(state: StarCraft, seat: int, area: int) -> bool:
    """SC-13: tell whether a mate has a base or units in an area."""
    if state.bases[area] >= 0 and state.bases[area] != seat and state.are_mates(seat, state.bases[area]):
        return True
    mates = [other for other in range(state.seats) if other != seat and state.are_mates(seat, other)]
    return any(state.strength(other, area) for other in mates)


def most_in(state: StarCraft, seat: int, area: int) -> int:
    """SC-6.4: return how many units of a seat an area may hold after its moves."""
    attacks = formulas.enemy_units(state, seat, area) >= 0
    return names.UNIT_LIMIT[area] + (EXTRA_ATTACKERS if attacks else 0)


def any_move(state: StarCraft, order: Order) -> bool:
    """Tell whether a unit can go anywhere at all."""
    return len(ask_move.next(state, order.seat, 0, [])) > 1


class AskMove(Prompt[StarCraft]):
    """d_move, SC-6.2 to SC-6.4: units from areas to areas of the active planet; limits hold after all moves."""

    key = "move"
    rule = "SC-6.2"
    open = True
    many = True
    ordered = False
    families = (actions.MOVE,)
    rows = actions.MOVE_ROWS

    def next(self, state: StarCraft, seat: int, arg: int, picked: Sequence[int]) -> Sequence[int]:
        order = state.order
        assert order is not None
        areas = names.AREAS_OF[order.planet]
        counts = counts_after(state, seat, order, picked)
        most = [most_in(state, seat, area) for area in areas]
        foreign = [formulas.is_enemy(state, seat, area) for area in areas]
        entered = [to for to in areas if foreign[to - areas[0]] and to in [actions.MOVE.value(c, 1) for c in picked]]
        is_over = any(counts[place] > most[place] for place in range(len(areas)))
        last = picked[-1] if picked else 0
        found = [DONE]
        for source in starts(state, order):
            kinds = state.kinds(seat, source)
            for place, to in enumerate(areas):
                two = foreign[place] and entered and to not in entered
                if to == source or two or not may_enter(state, seat, to, source):
                    continue
                has_room = not is_over and counts[place] < most[place]
                for unit in kinds:
                    code = actions.MOVE.code(unit, to, source)
                    there = count_of(picked, unit, source) < state.number(seat, source, unit)
                    if code < last or not there:
                        continue
                    if has_room or could_hold(state, seat, order, picked, counts, code):
                        found.append(code)
        return found

    def test_next(self, state: StarCraft, seat: int, arg: int, picked: Sequence[int], code: int) -> bool:
        return actions.MOVE.has(code) and actions.MOVE.fits(code) and why_not_moved(state, seat, picked, code) is None

    def why_not_next(self, state: StarCraft, seat: int, arg: int, picked: Sequence[int], code: int) -> Reason:
        known = actions.MOVE.has(code) and actions.MOVE.fits(code)
        return (why_not_moved(state, seat, picked, code) if known else None) or Reason("SC-6.2", "not_possible")

    def why_not_many(self, state: StarCraft, seat: int, arg: int, codes: Sequence[int]) -> Reason:
        """13.8: of several rules that refuse, the first of SC-6.2, SC-6.3, SC-6.7, SC-6.4."""
        if not all(actions.MOVE.has(code) and actions.MOVE.fits(code) for code in codes):
            return Reason("SC-6.2", "not_possible")
        row = sorted(codes)
        reasons = [why_not_moved(state, seat, row[:place], code) for place, code in enumerate(row)]
        for rule in ("SC-6.2", "SC-6.3", "SC-6.7"):
            for place, reason in enumerate(reasons):
                if reason is not None and reason.rule == rule:
                    return self.at_pick(reason, row, place)
        return self.limits(state, seat, arg, row) or Reason("SC-6.2", "not_possible")

    def limits(self, state: StarCraft, seat: int, arg: int, picked: Sequence[int]) -> Reason | None:
        """SC-6.4: return the area that holds too many when all have moved.

        [ruling] A recall (SC-6.10) makes no room for a move before it: it may still be left.
        """
        order = state.order
        assert order is not None
        counts = counts_after(state, seat, order, picked)
        gone = [actions.MOVE.value(code, 1) for code in picked]
        for place, area in enumerate(names.AREAS_OF[order.planet]):
            if area in gone and counts[place] > most_in(state, seat, area):
                return Reason("SC-6.4", "too_many", {"area": area, "number": most_in(state, seat, area)}, "moves")
        return None


def counts_after(state: StarCraft, seat: int, order: Order, picked: Sequence[int]) -> list[int]:
    """Return how many units of a seat each area of the active planet holds after some moves."""
    areas = names.AREAS_OF[order.planet]
    counts = [state.strength(seat, area) for area in areas]
    for code in picked:
        _, to, source = actions.MOVE.values(code)
        if to in areas:
            counts[to - areas[0]] += 1
        if source in areas:
            counts[source - areas[0]] -= 1
    return counts


def could_hold(state: StarCraft, seat: int, order: Order, picked: Sequence[int], counts: list[int], code: int) -> bool:
    """SC-6.4: tell whether a move can follow others, as the limits hold when all have moved."""
    return any(
        could_hold_with(state, seat, order, picked, counts, code, foe)
        for foe in goals_of_attack(state, seat, order, [*picked, code])
    )


def goals_of_attack(state: StarCraft, seat: int, order: Order, picked: Sequence[int]) -> list[int]:
    """SC-6.3: return the one enemy area that moves enter; if none, -1 and those that later ones may enter."""
    foreign = [
        area
        for area in names.AREAS_OF[order.planet]
        if formulas.is_enemy(state, seat, area) and may_enter(state, seat, area, area)
    ]
    entered = [area for area in foreign if area in [actions.MOVE.value(one, 1) for one in picked]]
    return entered or [UNKNOWN, *foreign]


def could_hold_with(
    state: StarCraft, seat: int, order: Order, picked: Sequence[int], counts: list[int], code: int, foe: int
) -> bool:
    """SC-6.4: tell whether a move can follow others if of enemy areas only `foe` is entered.

    Moves are picked in the order of the areas that units leave, so an area may be too full as long as enough of its
    own units come later, and there is room for them on the planet.
    """
    unit, to, source = actions.MOVE.values(code)
    over = spare = later = 0
    here = 0
    for place, area in enumerate(names.AREAS_OF[order.planet]):
        number = counts[place] + (area == to) - (area == source)
        excess = number - most_in(state, seat, area)
        if excess > 0:
            gone = sum([1 for one in picked if actions.MOVE.value(one, 2) == area]) + (area == source)
            if area < source or excess > state.strength(seat, area) - gone:
                return False
            over += excess
            here += excess if area == source else 0
        elif area == foe or not formulas.is_enemy(state, seat, area):
            spare -= excess
            later -= excess if area > to else 0
    if here:  # what must still leave this area goes to the same goal in the order of units, or to a later one
        room = most_in(state, seat, to) - counts[to - names.FIRST_AREA[order.planet]] - 1
        same = sum(
            [
                state.number(seat, source, one) - count_of(picked, one, source) - (one == unit)
                for one in state.kinds(seat, source)
                if one >= unit
            ]
        )
        if here > min(room, same) + later:
            return False
    return over <= spare


def count_of(picked: Sequence[int], unit: int, source: int) -> int:
    """Return how many of a unit have left an area by some moves."""
    return sum([1 for one in picked if actions.MOVE.value(one, 0) == unit and actions.MOVE.value(one, 2) == source])


def why_not_moved(state: StarCraft, seat: int, picked: Sequence[int], code: int) -> Reason | None:
    """13.8: return why a unit cannot move so, limits aside; None if it can."""
    order = state.order
    assert order is not None
    unit, to, source = actions.MOVE.values(code)
    if count_of(picked, unit, source) >= state.number(seat, source, unit):
        return Reason("SC-6.2", "no_such_unit")
    if to == source or names.PLANET_OF[to] != order.planet:
        return Reason("SC-6.2", "wrong_goal")
    if source not in starts(state, order):
        return Reason("SC-6.2", "no_transport")
    if state.rules.teams and has_mate(state, seat, to):
        return Reason("SC-6.3", "area_of_mate")
    if formulas.is_enemy(state, seat, to):
        entered = [actions.MOVE.value(one, 1) for one in picked]
        if any(area != to and formulas.is_enemy(state, seat, area) for area in entered):
            return Reason("SC-6.3", "two_enemy_areas")
    if not may_enter(state, seat, to, source):
        return Reason("SC-6.7", "air_support")
    return None


def move(state: StarCraft, table: Table[StarCraft], seat: int, code: int) -> None:
    """SC-6.2: a unit goes to its goal."""
    unit, to, source = actions.MOVE.values(code)
    state.change(seat, source, unit, -1)
    state.change(seat, to, unit, 1)
    table.tell(events.MOVED, seat, unit, source, to)


ask_move = AskMove()
