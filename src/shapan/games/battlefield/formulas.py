"""The numbers of the spec, as rules, table, bots and tests ask them: power, guard, range, price, maximum, reach."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from shapan.engine.kinds import UNKNOWN
from shapan.games.battlefield import abilities, names, space
from shapan.games.battlefield.abilities import EFFECTS
from shapan.games.battlefield.records import AT, EVASION, OPEN, OWNED, STAY
from shapan.games.battlefield.state import Battlefield

_POWER, _GUARD, _RANGE = range(3)


def numbers(state: Battlefield, unit: int) -> tuple[int, int, int]:
    """BF-4.4, BF-8.5: printed power, guard and range: those of the vehicle, under EMP those of its crew."""
    crew = state.crew_of(unit)
    under_emp = crew >= 0 and state.harmed_by[state.of(unit, OWNED)][names.PULSED] >= 0
    return names.NUMBERS[state.card(crew if under_emp else unit)]


def power(state: Battlefield, unit: int) -> int:
    """Return the power of a unit with all that changes it."""
    return numbers(state, unit)[_POWER] + EFFECTS.amount(state, abilities.POWER, unit)


def guard(state: Battlefield, unit: int) -> int:
    """Return the guard of a unit; 99 and more is infinite (Death System)."""
    return numbers(state, unit)[_GUARD] + EFFECTS.amount(state, abilities.GUARD, unit)


def reach(state: Battlefield, unit: int) -> int:
    """Return the range of a unit; 99 and more is unlimited (Combat Engine)."""
    return numbers(state, unit)[_RANGE] + EFFECTS.amount(state, abilities.RANGE, unit)


def blow(state: Battlefield, unit: int) -> int:
    """BF-7.3.5: how much durability a territory loses that a unit attacks."""
    return 1 + EFFECTS.amount(state, abilities.HIT, unit)


def loyalty(state: Battlefield, unit: int) -> int:
    """BF-9.1: what the die must not exceed, for a character; at most 6."""
    return min(6, names.LOYALTY[state.card(unit)] + EFFECTS.amount(state, abilities.LOYALTY, unit))


def price(state: Battlefield, seat: int, card: int) -> int:
    """BF-4.1, C15: what a card costs a seat now; never below 0."""
    about = seat * abilities.CARD_SPAN + card
    return max(0, names.COST[card] + EFFECTS.amount(state, abilities.PRICE, about))


_SORTS: Final = tuple(
    next(
        (
            card
            for card in names.UNITS
            if names.KIND[card] == kind and bool(names.PRINTED[card] & names.FLIGHT) == flies
        ),
        UNKNOWN,
    )
    for kind in (names.TROOP, names.CHARACTER, names.VEHICLE)
    for flies in (False, True)
)
"""A card of each sort that is discounted alike: by kind, and whether it has printed Flight; -1 where there is none."""


def sort_of(card: int) -> int:
    """Return the sort of a unit card, by its place in what `terms` holds."""
    return 2 * (names.KIND[card] - names.TROOP) + bool(names.PRINTED[card] & names.FLIGHT)


MASS_PRODUCTION, LAUNCH_FIELD, CHARISMA = 1, 2, 4
"""What can happen when a unit card is placed (4.4), as a mask."""
_DUE, _FIRED = 18, 21
"""Where in `terms` stands what could happen, and what did."""
_IS_VEHICLE, _NOTHING_ELSE = 1 << 24, 1 << 25
"""BF-4.5: in `terms`, that all have seen a hidden unit pass on as a vehicle does; whether that is all they know."""


def due(state: Battlefield, seat: int) -> int:
    """4.4: what happens now when a seat places a card that suits it."""
    uses = state.uses[seat]
    mask = 0
    if has_talent(state, seat, names.IRON_FEDERATION) and not uses & names.USED_MASS_PRODUCTION:
        mask |= MASS_PRODUCTION
    if has_capital_effect(state, seat, names.SKY_LEAGUE) and not uses & names.USED_LAUNCH_FIELD:
        mask |= LAUNCH_FIELD
    return mask | (CHARISMA if has_talent(state, seat, names.DAWN_MANDATE) else 0)


def fired(card: int, mask: int) -> int:
    """4.4: what of that happens with a card: the first troop or vehicle, the first flyer, a character."""
    suits = MASS_PRODUCTION if names.KIND[card] in (names.TROOP, names.VEHICLE) else CHARISMA
    return mask & (suits | (LAUNCH_FIELD if names.PRINTED[card] & names.FLIGHT else 0))


def terms(state: Battlefield, seat: int, card: int) -> int:
    """Section 6: what all can conclude from the placing of a card: discounts by sort, what could happen, what did."""
    mask = due(state, seat)
    found = mask << _DUE | fired(card, mask) << _FIRED
    for sort, one in enumerate(_SORTS):
        if one >= 0:
            found |= -EFFECTS.amount(state, abilities.PRICE, seat * abilities.CARD_SPAN + one) << 3 * sort
    return found


def as_vehicle(at_terms: int) -> int:
    """BF-4.5: return what all can conclude from a hidden unit that passes on with the ground: it is a vehicle."""
    return _IS_VEHICLE | _NOTHING_ELSE if at_terms == UNKNOWN else at_terms | _IS_VEHICLE


def could_be(card: int, paid: int, at_terms: int) -> bool:
    """Section 6: whether a hidden unit can be this card, by its price and what came of it; -1: terms nobody knows."""
    if names.KIND[card] < names.TROOP:
        return False
    if at_terms >= _IS_VEHICLE:
        if names.KIND[card] != names.VEHICLE:
            return False
        at_terms = UNKNOWN if at_terms & _NOTHING_ELSE else at_terms - _IS_VEHICLE
    if at_terms == UNKNOWN:
        return paid <= names.COST[card] <= paid + 4
    if fired(card, at_terms >> _DUE & 7) != at_terms >> _FIRED:
        return False
    return max(0, names.COST[card] - (at_terms >> 3 * sort_of(card) & 7)) == paid


def maximum(state: Battlefield, territory: int) -> int:
    """BF-1.5: the maximum durability of a territory on the map, or of one that its holder is about to lay."""
    bonus = state.rules.capital_bonus if state.has_token(territory) else 0
    if abilities.seat_gives(state, abilities.MAXIMUM, state.holders[territory]):
        bonus += EFFECTS.amount(state, abilities.MAXIMUM, territory)
    return names.FORT[territory] + bonus


def half(state: Battlefield, territory: int, more: int = 0) -> int:
    """BF-3.8, 7.8: with what durability a territory is laid: half its maximum, at least 1; `more` by abilities."""
    most = maximum(state, territory)
    return min(most, max(1, most // 2) + more)


def slots(state: Battlefield, seat: int) -> int:
    """BF-5.1: how many modification cards a seat may have equipped."""
    return 1 + EFFECTS.amount(state, abilities.SLOTS, seat)


def gap(state: Battlefield, unit: int, territory: int) -> int:
    """BF-2.6: the distance from a unit to what it attacks in a territory, with Forest and Blackout."""
    steps = space.distance(state, state.of(unit, AT), territory) + screen(state, territory)
    return steps + (is_wooded(territory) and not abilities.flies(state, unit))


def is_wooded(territory: int) -> bool:
    """4.2, Forest: whether a territory is one step farther for all that do not fly."""
    return names.TERRAIN[territory] == names.FOREST


def screen(state: Battlefield, territory: int) -> int:
    """BF-2.6: how much farther a territory is for all who attack there (Blackout)."""
    if not abilities.seat_gives(state, abilities.DISTANCE, state.holders[territory]):
        return 0
    return EFFECTS.amount(state, abilities.DISTANCE, territory)


def is_garrisoned(state: Battlefield, territory: int) -> bool:
    """BF-4.7: whether open units of its owner, or of guests, stand in a territory; empty vehicles do not count."""
    return is_held(state, territory, state.standing_at(territory))


def is_held(state: Battlefield, territory: int, standing: Sequence[int]) -> bool:
    """BF-4.7: whether one of the units that stand in a territory is a garrison."""
    owner = state.holders[territory]
    return any(
        state.of(unit, OPEN)
        and not state.is_empty_vehicle(unit)
        and (state.of(unit, OWNED) == owner or state.of(unit, STAY) == names.GUEST)
        for unit in standing
    )


def is_evading(state: Battlefield, unit: int) -> bool:
    """4.7: whether a marker of Tactical Evasion lies on a unit."""
    return state.of(unit, EVASION) >= 0


def is_shielded(state: Battlefield, unit: int) -> bool:
    """4.5, Escort: whether another unit of its owner there shields a unit from Attack cards."""
    return is_escorted(state, unit, state.standing_at(state.of(unit, AT)))


def is_escorted(state: Battlefield, unit: int, standing: Sequence[int]) -> bool:
    """4.5, Escort: whether one of the units that stand there shields a unit from Attack cards."""
    owner = state.of(unit, OWNED)
    escorted = any(
        state.printed(other) & names.ESCORT and state.of(other, OWNED) == owner and not is_evading(state, other)
        for other in standing
        if other != unit
    )
    return escorted and not state.printed(unit) & names.ESCORT


def total_durability(state: Battlefield, seat: int) -> int:
    """BF-11.4: the durability of all territories of a seat."""
    return sum(state.durability[territory] for territory in state.domain(seat))


def counted_hand(state: Battlefield, seat: int) -> int:
    """BF-3.9: how many cards count for the hand limit; by an option resource cards do, too (C5)."""
    return len(state.hands[seat]) + (state.resources[seat] if state.rules.resources_count else 0)


def has_talent(state: Battlefield, seat: int, faction: int) -> bool:
    """4.4: whether a seat plays a faction, and so has its talent."""
    return state.factions[seat] == faction


def has_capital_effect(state: Battlefield, seat: int, faction: int) -> bool:
    """4.4: whether a seat plays a faction and holds its capital token."""
    return state.factions[seat] == faction and state.capitals[seat] >= 0
