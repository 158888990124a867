"""BF-8.2 to 8.8: the special attacks: whom or what each may name, and what it does."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from shapan.engine.actions import Family
from shapan.engine.kinds import UNKNOWN
from shapan.engine.question import picks
from shapan.engine.row import listed
from shapan.engine.zone import kinds_among
from shapan.games.battlefield import abilities, actions, events, formulas, names, pacts, space
from shapan.games.battlefield.abilities import EFFECTS
from shapan.games.battlefield.records import ABOARD, AT, BY_ASSASSINATION, BY_BOMB, OPEN, OWNED
from shapan.games.battlefield.rules import capture, danger, ending, guests, titles, units
from shapan.games.battlefield.ruleset import ANY_TERRITORY, AT_MOST_4, CITY_OR_CAPITAL, NO_LIMIT
from shapan.games.battlefield.state import Battlefield, Table

# Whom clauses spare


def aimed_land(state: Battlefield, seat: int) -> list[int]:
    """Return the territories that a seat may name, as far as clauses go, rising."""
    return [territory for territory in sorted(state.land.cards) if pacts.may_bomb(state, seat, territory)]


def harmed_seats(state: Battlefield, seat: int) -> list[int]:
    """BF-8.5, 8.7: the others who can be named by EMP or Network Intrusion; twice is not longer (E49)."""
    return [other for other in state.others(seat) if pacts.may_disable(state, seat, other)]


# BF-8.2, 8.3: bombs


def bombings(state: Battlefield, seat: int, family: Family) -> list[int]:
    """BF-8.2, 8.3: the codes of the territories that a bomb may name."""
    is_target = is_neutron_target if family is actions.NEUTRON else is_hydrogen_target
    return [family.codes[one] for one in aimed_land(state, seat) if is_target(state, one)]


def is_hydrogen_target(state: Battlefield, territory: int) -> bool:
    """BF-8.2: no capital."""
    return not state.has_token(territory)


def hydrogen_uranium_bomb(state: Battlefield, table: Table, seat: int, code: int) -> None:
    """BF-8.2: all units there are about to be destroyed, the territory leaves the map as a trophy."""
    territory = actions.HYDROGEN.value(code)
    owner = state.holders[territory]
    state.doomed = [unit for unit in state.standing_at(territory) if is_struck(state, unit, hidden=True)]
    danger.endanger_all(state, table, BY_BOMB, seat)
    for unit in state.standing_at(territory):
        if not formulas.is_evading(state, unit):
            danger.remove(state, table, unit)
        elif not move_off(state, table, unit, territory):
            units.disband(state, table, unit)
    take_trophy(state, table, seat, territory)
    if state.rules.last_territory and not state.domain(owner):
        EFFECTS.call(capture.ELIMINATE, state, table, owner, seat if seat != owner else UNKNOWN)
    ending.check_victory(state, table)


def take_trophy(state: Battlefield, table: Table, seat: int, territory: int) -> None:
    """BF-8.2: a territory leaves the map, and lies with the player of the bomb."""
    space.take_away(state, territory)
    state.move(state.land, state.land.cards.index(territory), state.trophies[seat])
    space.survey(state)
    table.tell(events.TROPHY, seat, territory)


def move_off(state: Battlefield, table: Table, unit: int, territory: int) -> bool:
    """BF-8.2, 8.6: a unit leaves ground that is lost for another own territory, if its owner has one."""
    owner = state.of(unit, OWNED)
    to = units.put_anywhere(state, table, owner, unit, away=True)
    if to >= 0:
        guests.tell_ejected(state, table, unit, territory)
    return to >= 0


def is_neutron_target(state: Battlefield, territory: int) -> bool:
    """BF-8.3: a City or a capital, by an option other ground, too."""
    if state.rules.neutron_target == ANY_TERRITORY or names.TERRAIN[territory] == names.CITY:
        return True
    return state.rules.neutron_target == CITY_OR_CAPITAL and state.has_token(territory)


def neutron_bomb(state: Battlefield, table: Table, seat: int, code: int) -> None:
    """BF-8.3: all open units there are about to be destroyed, empty open vehicles are; the ground is not touched."""
    territory = actions.NEUTRON.value(code)
    state.doomed = [unit for unit in state.standing_at(territory) if is_struck(state, unit, hidden=False)]
    danger.endanger_all(state, table, BY_BOMB, seat)
    for unit in state.standing_at(territory):
        if state.of(unit, OPEN) and state.is_empty_vehicle(unit) and not formulas.is_evading(state, unit):
            danger.remove(state, table, unit)
    ending.check_victory(state, table)


def is_struck(state: Battlefield, unit: int, *, hidden: bool) -> bool:
    """BF-8.2, 8.3: return whether a bomb deals with a unit: not under Evasion, no open vehicle without a crew."""
    if formulas.is_evading(state, unit):
        return False
    return not state.is_empty_vehicle(unit) if state.of(unit, OPEN) else hidden


# BF-8.4: Divine Punishment

POINTS: Final = 4
"""BF-8.4: points of Divine Punishment."""
SPARED: Final = 4
"""BF-8.4: with more territories than this a capital cannot be hit."""


def punished_land(state: Battlefield, seat: int) -> list[int]:
    """BF-8.4: the territories that Divine Punishment may hit, rising."""
    land = aimed_land(state, seat)
    return [one for one in land if not state.has_token(one) or may_punish_capital(state, one)]


def may_punish_capital(state: Battlefield, territory: int) -> bool:
    """BF-8.4: a capital only while its owner has few territories."""
    number = len(state.domain(state.holders[territory]))
    if state.rules.divine_limit == NO_LIMIT:
        return True
    return number <= SPARED and (state.rules.divine_limit == AT_MOST_4 or number >= SPARED - 1)


def next_points(state: Battlefield, seat: int, picked: Sequence[int]) -> list[int]:
    """BF-8.4: how the points may go on, such that four in all are reached by rising codes."""
    used = [actions.POINTS.value(code) for code in picked]
    left = POINTS - sum(actions.POINTS.value(code, 1) for code in picked)
    land = [territory for territory in punished_land(state, seat) if territory not in used]
    found = []
    for territory in land:
        for number in range(1, left + 1):
            code = actions.POINTS.code(territory, number)
            rest = left - number
            fits = not rest or any(actions.POINTS.code(one, rest) > code for one in land if one != territory)
            if fits and (not picked or code > picked[-1]):
                found.append(code)
    return found


def divine_punishment(state: Battlefield, table: Table, seat: int, code: int) -> None:
    """BF-8.4: all points at once; then captures in an order of the player's choice."""
    punish(state, table, seat)
    if len(state.fallen_land) > 1:
        state.fallen_land = table.pick_many(ask_capture_order, seat)
    while state.fallen_land:
        territory = state.fallen_land.pop(0)
        if state.holders[territory] not in (UNKNOWN, seat) and not state.durability[territory]:
            fallen = max(state.fell)
            capture.capture(state, table, seat, territory)
            if max(state.fell) > fallen:
                titles.on_judgement(state, table, seat)


def punish(state: Battlefield, table: Table, seat: int) -> None:
    """BF-8.4: each territory loses its points, but those of the seat stay at 1."""
    special = state.special
    assert special is not None
    for territory in kinds_among(special.points):
        loss = special.points.count(territory)
        least = int(state.holders[territory] == seat)
        state.durability[territory] = max(least, state.durability[territory] - loss)
        table.tell(events.LAND_HIT, territory, loss, state.durability[territory])
    state.fallen_land = [one for one in kinds_among(special.points) if not state.durability[one]]


def captures_left(state: Battlefield, seat: int, arg: int) -> int:
    """BF-8.4: how many territories are still to be captured."""
    return len(state.fallen_land)


@picks(
    "capture_order", "BF-8.4", actions.CAPTURED, ordered=True, open=True,
    rows=listed("territories", actions.CAPTURED), number=captures_left,
)  # fmt: skip
def ask_capture_order(state: Battlefield, seat: int, arg: int, picked: Sequence[int]) -> Sequence[int]:
    """D21: the order of the captures."""
    return [code for one in state.fallen_land if (code := actions.CAPTURED.codes[one]) not in picked]


# BF-8.5 to 8.7: EMP, Biochemical Diffusion, Network Intrusion


def emp(state: Battlefield, table: Table, seat: int, code: int) -> None:
    """BF-8.5: modifications and vehicles of a player fail until the end of his next turn."""
    state.harmed_by[actions.EMP.value(code)][names.PULSED] = seat
    table.tell(events.HARMED, seat, actions.EMP.value(code), names.PULSED)


def network_intrusion(state: Battlefield, table: Table, seat: int, code: int) -> None:
    """BF-8.7: no strategy cards from the hand of a player until the end of his next turn."""
    state.harmed_by[actions.INTRUSION.value(code)][names.INTRUDED] = seat
    table.tell(events.HARMED, seat, actions.INTRUSION.value(code), names.INTRUDED)


def biochemical_diffusion(state: Battlefield, table: Table, seat: int, code: int) -> None:
    """BF-8.6: every capital loses 1 at once; others' that fall are captured, then the own may fall to nobody."""
    spread(state, table, seat)
    fallen = [
        other for other in state.living() if state.capitals[other] >= 0 and not state.durability[state.capitals[other]]
    ]
    state.verdict = sum(1 << other for other in fallen)
    state.falling, state.just = 1 + max(state.fell), UNKNOWN
    for other in state.others(seat):
        if state.verdict >> other & 1 and state.is_in(other):
            capture.capture(state, table, seat, state.capitals[other])
    if state.verdict >> seat & 1:
        fall_alone(state, table, seat)
    state.verdict = UNKNOWN
    ending.check_victory(state, table, state.just)


def spread(state: Battlefield, table: Table, seat: int) -> None:
    """BF-8.6: every capital loses 1 at once."""
    for other in state.living():
        capital = state.capitals[other]
        if capital >= 0:
            state.durability[capital] = max(0, state.durability[capital] - 1)
            table.tell(events.LAND_HIT, capital, 1, state.durability[capital])


def fall_alone(state: Battlefield, table: Table, seat: int) -> None:
    """BF-8.6: the own capital has fallen: its player is eliminated by nobody.

    [ruling] With `elimination` = all_territories the capital leaves the game, and he is out only if it was his last.
    """
    if state.rules.last_territory and len(state.domain(seat)) > 1:
        territory = state.capitals[seat]
        for unit in state.standing_at(territory):
            if not move_off(state, table, unit, territory):
                units.disband(state, table, unit)
        space.take_away(state, territory)
        state.move(state.land, state.land.cards.index(territory), state.removed)
        space.survey(state)
        table.tell(events.LAND_GONE, seat, territory)
    else:
        EFFECTS.call(capture.ELIMINATE, state, table, seat, UNKNOWN)


# BF-8.8: Assassination


def characters_of(state: Battlefield, seat: int) -> list[int]:
    """BF-8.8: the open characters of a seat on the table, also aboard vehicles."""
    return [
        unit
        for unit in state.tags()
        if state.of(unit, OWNED) == seat and state.of(unit, OPEN) and names.KIND[state.card(unit)] == names.CHARACTER
    ]


def is_evading(state: Battlefield, unit: int) -> bool:
    """BF-8.8: whether a unit, or the vehicle that it crews, is under Evasion."""
    vehicle = state.of(unit, ABOARD)
    return formulas.is_evading(state, unit) or (vehicle >= 0 and formulas.is_evading(state, vehicle))


def assassinations(state: Battlefield, seat: int) -> list[int]:
    """BF-8.8: own character, territory of the target's owner, open character of his."""
    found = []
    for other in state.others(seat):
        if pacts.may_aim_special(state, seat, other):
            victims = [unit for unit in characters_of(state, other) if not is_evading(state, unit)]
            found += [
                actions.ASSASSINATION.code(unit, to, victim)
                for unit in characters_of(state, seat)
                for to in state.domain(other)
                for victim in victims
            ]
    return found


def assassination(state: Battlefield, table: Table, seat: int, code: int) -> None:
    """BF-8.8: an own character goes into the target's domain, and another of that domain's owner may die by a coin."""
    unit, to, target = actions.ASSASSINATION.values(code)
    if state.of(unit, ABOARD) >= 0:
        danger.step_off(state, table, unit)
    at = state.of(unit, AT)
    units.stand(state, unit, to, units.stay_in(state, seat, to))
    table.tell(events.INFILTRATED, seat, state.card(unit), at, to)
    sharp = abilities.has(state, unit, names.ASSASSIN)
    coin = table.draw(actions.COIN_STREAM, (0, 1))
    if sharp:
        coin |= table.draw(actions.COIN_STREAM, (0, 1))
    table.tell(events.ASSASSINATION, seat, state.card(unit), state.card(target), coin)
    if coin:
        danger.endanger(state, table, target, BY_ASSASSINATION, seat)


# All of them


TARGETS: Final[dict[int, Callable[[Battlefield, int], Sequence[int]]]] = {
    names.HYDROGEN_URANIUM_BOMB: lambda state, seat: bombings(state, seat, actions.HYDROGEN),
    names.NEUTRON_BOMB: lambda state, seat: bombings(state, seat, actions.NEUTRON),
    names.DIVINE_PUNISHMENT: lambda state, seat: [actions.DIVINE.code()] if punished_land(state, seat) else [],
    names.EMP: lambda state, seat: [actions.EMP.codes[one] for one in harmed_seats(state, seat)],
    names.BIOCHEMICAL_DIFFUSION: lambda state, seat: [actions.BIOCHEMICAL.code()],
    names.NETWORK_INTRUSION: lambda state, seat: [actions.INTRUSION.codes[one] for one in harmed_seats(state, seat)],
    names.ASSASSINATION: assassinations,
}


EFFECT_OF: Final[dict[int, Callable[[Battlefield, Table, int, int], None]]] = {
    names.HYDROGEN_URANIUM_BOMB: hydrogen_uranium_bomb,
    names.NEUTRON_BOMB: neutron_bomb,
    names.DIVINE_PUNISHMENT: divine_punishment,
    names.EMP: emp,
    names.BIOCHEMICAL_DIFFUSION: biochemical_diffusion,
    names.NETWORK_INTRUSION: network_intrusion,
    names.ASSASSINATION: assassination,
}
