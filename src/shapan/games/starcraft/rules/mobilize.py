"""SC-6: the Mobilize order: lift-off, moves, recall; then a battle if enemy units stand where they went."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from shapan.engine.actions import DONE
from shapan.engine.kinds import UNKNOWN
from shapan.engine.prompt import Prompt, Reason
from shapan.engine.question import question
from shapan.engine.table import Table
from shapan.games.starcraft import actions, agenda, cards, events, formulas, names, space
from shapan.games.starcraft.records import UNIT_KINDS, Battle
from shapan.games.starcraft.rules import build
from shapan.games.starcraft.state import BATTLE, StarCraft

EXTRA_ATTACKERS = 2
"""SC-6.4: so many units above the limit may attack."""


def mobilize_step(state: StarCraft, table: Table[StarCraft]) -> None:
    """SC-6.10, SC-6.11: lift-off, all moves together, recall, then the battle; it is told where nothing has moved."""
    order = state.order
    assert order is not None
    seat, still = order.seat, True
    if len(ask_lift_off.legal(state, seat, 0)) > 1:
        code = table.ask(ask_lift_off, seat)
        still = code == actions.PASS
        lift_off(state, table, seat, code)
    moves = moves_of(state, seat, ())
    if any(moves.codes(state, source) for source in starts(state, seat, order.planet)):
        for code in table.ask_many(ask_move, seat):
            move(state, table, seat, code)
            still = False
    if len(ask_recall.legal(state, seat, 0)) > 1:
        code = table.ask(ask_recall, seat)
        still = still and code == actions.PASS
        recall(state, table, seat, code)
    if still:
        table.tell(events.NOTHING_MOVED, seat, order.order, order.planet)
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
        if number:
            source, unit = place // UNIT_KINDS, place % UNIT_KINDS
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


def starts(state: StarCraft, seat: int, planet: int) -> list[int]:
    """SC-6.2: return the areas from which units may come: the planet's own, and those a transport reaches."""
    planets = [planet, *space.reached(state, seat, planet)]
    return [area for one in sorted(planets) for area in names.AREAS_OF[one] if state.has_units(seat, area)]


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
    return any(state.has_units(other, area) for other in mates)


def most_in(state: StarCraft, seat: int, area: int) -> int:
    """SC-6.4: return how many units of a seat an area may hold after its moves."""
    attacks = formulas.enemy_units(state, seat, area) >= 0
    return names.UNIT_LIMIT[area] + (EXTRA_ATTACKERS if attacks else 0)


@dataclass(slots=True)
class Moves:
    """SC-6.2 to SC-6.4: what moves so far come to: units in the areas of the active planet, those that have left."""

    seat: int
    planet: int
    areas: Sequence[int]
    """The active planet and its areas."""
    units: list[int]
    goals: list[int]
    starts: list[int]
    """Unit, goal and start of each move."""
    enemy: list[int]
    """The enemy areas among the areas; below them by area how many units it may hold, and how many are there."""
    most: list[int]
    counts: list[int]
    entered: list[int]
    """The enemy areas that are entered."""
    is_over: bool
    """Whether an area holds too many."""

    def left(self, state: StarCraft, unit: int, source: int) -> int:
        """Return how many of a unit are still in an area."""
        rows = zip(self.units, self.starts, strict=True)
        gone = sum([1 for one, start in rows if one == unit and start == source])
        return state.number(self.seat, source, unit) - gone

    def gone_from(self, area: int) -> int:
        """Return how many units have left an area."""
        return self.starts.count(area)

    def is_second(self, to: int) -> bool:
        """SC-6.3: tell whether an area would be the second enemy area that is entered."""
        return to in self.enemy and any(area != to for area in self.entered)

    def codes(self, state: StarCraft, source: int, last: int = 0) -> list[int]:
        """Return the moves from an area that may follow: from `last` on, as they are picked in rising order."""
        found = []
        units = [unit for unit in state.kinds(self.seat, source) if self.left(state, unit, source) > 0]
        for place, to in enumerate(self.areas):
            if to == source or self.is_second(to) or not may_enter(state, self.seat, to, source):
                continue
            has_room = not self.is_over and self.counts[place] < self.most[place]
            first = actions.MOVE.code(0, to, source)  # the code of a unit is so much more
            for unit in units:
                if first + unit >= last and (has_room or self.could_hold(state, unit, to, source)):
                    found.append(first + unit)
        return found

    def could_hold(self, state: StarCraft, unit: int, to: int, source: int) -> bool:
        """SC-6.3, SC-6.4: tell whether a move can follow, as the limits hold when all have moved."""
        entered = [*self.entered, to] if to in self.enemy else self.entered
        open_ = [area for area in self.enemy if may_enter(state, self.seat, area, area)]
        return any(self.could_hold_with(state, unit, to, source, foe) for foe in entered or [UNKNOWN, *open_])

    def could_hold_with(self, state: StarCraft, unit: int, to: int, source: int, foe: int) -> bool:
        """SC-6.4: tell whether a move can follow if of enemy areas only `foe` is entered.

        Moves are picked in the order of the areas that units leave, so an area may be too full as long as enough of its
        own units come later, and there is room for them on the planet.
        """
        over = spare = later = here = 0
        for place, area in enumerate(self.areas):
            excess = self.counts[place] + (area == to) - (area == source) - self.most[place]
            if excess > 0:
                gone = self.gone_from(area) + (area == source)
                if area < source or excess > state.strength(self.seat, area) - gone:
                    return False
                over += excess
                here += excess if area == source else 0
            elif area == foe or area not in self.enemy:
                spare -= excess
                later -= excess if area > to else 0
        if here:  # what must still leave this area goes to the same goal in the order of units, or to a later one
            place = to - self.areas[0]
            room = self.most[place] - self.counts[place] - 1
            same = sum([self.left(state, one, source) for one in state.kinds(self.seat, source) if one >= unit]) - 1
            if here > min(room, same) + later:
                return False
        return over <= spare

    def can_end(self, state: StarCraft) -> bool:
        """SC-6.2 to SC-6.4: tell whether more moves make these an answer: units leave areas that are too full."""
        seat = self.seat
        sources = starts(state, seat, self.planet)
        for unit, to, source in zip(self.units, self.goals, self.starts, strict=True):
            if to not in self.areas or to == source or source not in sources or self.left(state, unit, source) < 0:
                return False
            if not may_enter(state, seat, to, source):
                return False
        over = spare = most = 0
        for place, area in enumerate(self.areas):
            excess = self.counts[place] - self.most[place]
            staying = state.strength(seat, area) - self.gone_from(area)
            if excess > staying:
                return False
            over += max(0, excess)
            if area not in self.enemy or area in self.entered:
                spare += max(0, -excess)
            elif not self.entered and may_enter(state, seat, area, area):
                most = max(most, -excess)
        return len(self.entered) <= 1 and over <= spare + most

    def why_not(self, state: StarCraft, code: int) -> Reason | None:
        """13.8: return why a unit cannot move so, limits aside; None if it can."""
        seat = self.seat
        unit, to, source = actions.MOVE.values(code)
        if self.left(state, unit, source) <= 0:
            return Reason("SC-6.2", "no_such_unit")
        if to == source or to not in self.areas:
            return Reason("SC-6.2", "wrong_goal")
        if source not in starts(state, seat, self.planet):
            return Reason("SC-6.2", "no_transport")
        if state.rules.teams and has_mate(state, seat, to):
            return Reason("SC-6.3", "area_of_mate")
        if self.is_second(to):
            return Reason("SC-6.3", "two_enemy_areas")
        if not may_enter(state, seat, to, source):
            return Reason("SC-6.7", "air_support")
        return None


def moves_of(state: StarCraft, seat: int, picked: Sequence[int]) -> Moves:
    """Return what some moves come to."""
    order = state.order
    assert order is not None
    planet, areas = order.planet, names.AREAS_OF[order.planet]
    units = [actions.MOVE.value(code, 0) for code in picked]
    goals = [actions.MOVE.value(code, 1) for code in picked]
    starts = [actions.MOVE.value(code, 2) for code in picked]
    enemy = [area for area in areas if formulas.is_enemy(state, seat, area)]
    most = [most_in(state, seat, area) if area in enemy else names.UNIT_LIMIT[area] for area in areas]
    counts = [state.strength(seat, area) for area in areas]
    for to, source in zip(goals, starts, strict=True):
        if to in areas:
            counts[to - areas[0]] += 1
        if source in areas:
            counts[source - areas[0]] -= 1
    is_over = any(number > limit for number, limit in zip(counts, most, strict=True))
    entered = [area for area in enemy if area in goals]
    return Moves(seat, planet, areas, units, goals, starts, enemy, most, counts, entered, is_over)


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
        moves, last = moves_of(state, seat, picked), picked[-1] if picked else 0
        behind = actions.MOVE.value(last, 2)  # from an area before that of the last move nothing can follow
        sources = [source for source in starts(state, seat, moves.planet) if source >= behind]
        return [DONE, *(code for source in sources for code in moves.codes(state, source, last))]

    def test_next(self, state: StarCraft, seat: int, arg: int, picked: Sequence[int], code: int) -> bool:
        return is_move(code) and moves_of(state, seat, picked).why_not(state, code) is None

    def why_not_next(self, state: StarCraft, seat: int, arg: int, picked: Sequence[int], code: int) -> Reason:
        reason = moves_of(state, seat, picked).why_not(state, code) if is_move(code) else None
        return reason or Reason("SC-6.2", "not_possible")

    def can_hold(self, state: StarCraft, seat: int, arg: int, picked: Sequence[int]) -> bool | None:
        return all(is_move(code) for code in picked) and moves_of(state, seat, picked).can_end(state)

    def all_picks(self, state: StarCraft, seat: int, arg: int) -> Sequence[int]:
        moves, found = moves_of(state, seat, ()), [DONE]
        for source in starts(state, seat, moves.planet):
            for to in moves.areas:
                first = actions.MOVE.code(0, to, source)
                found += [first + unit for unit in state.kinds(seat, source)]
        return [code for code in found if code == DONE or self.can_hold(state, seat, arg, [code])]

    def why_not_many(self, state: StarCraft, seat: int, arg: int, codes: Sequence[int]) -> Reason:
        """13.8: of several rules that refuse, the first of SC-6.2, SC-6.3, SC-6.7, SC-6.4."""
        if not all(is_move(code) for code in codes):
            return Reason("SC-6.2", "not_possible")
        row = sorted(codes)
        reasons = [moves_of(state, seat, row[:place]).why_not(state, code) for place, code in enumerate(row)]
        for rule in ("SC-6.2", "SC-6.3", "SC-6.7"):
            for place, reason in enumerate(reasons):
                if reason is not None and reason.rule == rule:
                    return self.at_pick(reason, row, place)
        return self.limits(state, seat, arg, row) or Reason("SC-6.2", "not_possible")

    def limits(self, state: StarCraft, seat: int, arg: int, picked: Sequence[int]) -> Reason | None:
        """SC-6.4: return the area that holds too many when all have moved.

        [ruling] A recall (SC-6.10) makes no room for a move before it: it may still be left.
        """
        moves = moves_of(state, seat, picked)
        for place, area in enumerate(moves.areas):
            if area in moves.goals and moves.counts[place] > moves.most[place]:
                return Reason("SC-6.4", "too_many", {"area": area, "number": moves.most[place]}, "moves")
        return None


def is_move(code: int) -> bool:
    """Tell whether a code is one of a move."""
    return actions.MOVE.has(code) and actions.MOVE.fits(code)


def move(state: StarCraft, table: Table[StarCraft], seat: int, code: int) -> None:
    """SC-6.2: a unit goes to its goal."""
    unit, to, source = actions.MOVE.values(code)
    state.change(seat, source, unit, -1)
    state.change(seat, to, unit, 1)
    table.tell(events.MOVED, seat, unit, source, to)


ask_move = AskMove()
