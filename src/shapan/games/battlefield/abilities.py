"""What units, factions, modifications and titles change for as long as they are there, and whom (4.12).

A source is a unit, or behind those a seat. What is changed is asked by the formulas and never stored.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from shapan.engine.effects import Effects, EffectSource, Selector
from shapan.engine.kinds import UNKNOWN
from shapan.games.battlefield import names
from shapan.games.battlefield.records import ABOARD, AT, OPEN, OWNED, TAG
from shapan.games.battlefield.state import Battlefield

SEAT_SOURCE: Final = names.MAX_UNITS
"""The source that is seat 0."""
CARD_SPAN: Final = 128
"""A price is asked about seat * 128 + card."""

# What units have


def keywords(state: Battlefield, unit: int) -> int:
    """4.5: the keywords of a unit as a mask: printed ones, Flight in orbit, Bulwark by Last Wall; none when jammed."""
    mask, at = state.printed(unit), state.of(unit, AT)
    in_orbit = names.TERRAIN[at] == names.ORBIT
    if in_orbit or at in state.capitals:
        owner = state.of(unit, OWNED)
        last_wall = state.factions[owner] == names.CRIMSON_LEGION and state.capitals[owner] == at
        if state.of(unit, OPEN) and not state.is_empty_vehicle(unit):
            mask |= in_orbit * names.FLIGHT | last_wall * names.BULWARK
    return 0 if mask and state.attack is not None and is_jammed(state, unit) else mask


def has(state: Battlefield, unit: int, keyword: int) -> bool:
    """4.5: whether a unit has a keyword now."""
    return keywords(state, unit) & keyword != 0


def enemy_of(state: Battlefield, unit: int) -> int:
    """BF-7.10: the other unit of a fight under way, -1 outside one, and once it is gone."""
    attack = state.attack
    if attack is None or not attack.fighting or unit not in (attack.attacker, attack.target):
        return UNKNOWN
    enemy = attack.target if unit == attack.attacker else attack.attacker
    return enemy if state.is_there(enemy) else UNKNOWN


def is_jammed(state: Battlefield, unit: int) -> bool:
    """BF-7.10: whether the enemy in the fight has Jam, or had it. [ruling] Two that have it jam each other."""
    attack = state.attack
    if attack is None or not attack.fighting or unit not in (attack.attacker, attack.target):
        return False
    return attack.jammed >> (unit != attack.attacker) & 1 == 1


def is_at_home(state: Battlefield, unit: int) -> bool:
    """Tell whether a unit stands in the domain of its owner."""
    return state.holders[state.of(unit, AT)] == state.of(unit, OWNED)


def is_in_capital(state: Battlefield, unit: int) -> bool:
    """Tell whether a unit stands in the capital of its owner."""
    return state.capitals[state.of(unit, OWNED)] == state.of(unit, AT)


def is_led(state: Battlefield, unit: int) -> bool:
    """4.4, Court: whether a unit is a character, or a vehicle that one crews."""
    crew = state.crew_of(unit)
    return names.KIND[state.card(crew if crew >= 0 else unit)] == names.CHARACTER


def flies(state: Battlefield, unit: int) -> bool:
    """4.5: whether a unit has Flight."""
    return has(state, unit, names.FLIGHT)


def _owner(state: Battlefield, source: int) -> int:
    return source - SEAT_SOURCE if source >= SEAT_SOURCE else state.of(source, OWNED)


# Whom they change: each word is a test of one unit, territory, seat or price

Test = Callable[[Battlefield, int, int], bool]
"""test(state, source, about)"""


def _word(test: Test) -> Callable[[Battlefield, EffectSource, int], Sequence[int]]:
    return lambda state, here, number: (here.about,) if test(state, here.source, here.about) else ()


def _priced(*kinds: int) -> Test:
    """Return a test of prices: that of a card of these kinds, for the seat whose ability it is."""
    return lambda state, source, about: (
        about // CARD_SPAN == _owner(state, source) and names.KIND[about % CARD_SPAN] in kinds
    )


def _is_divine(state: Battlefield, source: int, about: int) -> bool:
    return about == _owner(state, source) * CARD_SPAN + names.DIVINE_PUNISHMENT


def _is_flying_card(state: Battlefield, source: int, about: int) -> bool:
    """Tell of a price whether it is that of a card with printed Flight, for the seat whose ability it is."""
    mine = about // CARD_SPAN == _owner(state, source)
    return mine and names.PRINTED[about % CARD_SPAN] & names.FLIGHT != 0


WHOM: Final[Selector[Battlefield]] = Selector(
    me=_word(lambda state, source, about: about == source),
    other=_word(lambda state, source, about: about != source),
    mine=_word(lambda state, source, about: state.of(about, OWNED) == _owner(state, source)),
    here=_word(lambda state, source, about: state.of(about, AT) == state.of(source, AT)),
    crewed=_word(lambda state, source, about: state.is_crewed(about)),
    on_foot=_word(lambda state, source, about: names.KIND[state.card(about)] != names.VEHICLE),
    character_card=_word(lambda state, source, about: names.KIND[state.card(about)] == names.CHARACTER),
    led=_word(lambda state, source, about: is_led(state, about)),
    flying=_word(lambda state, source, about: flies(state, about)),
    in_capital=_word(lambda state, source, about: is_in_capital(state, about)),
    fighting=_word(lambda state, source, about: enemy_of(state, about) >= 0),
    against_flight=_word(
        lambda state, source, about: enemy_of(state, about) >= 0 and flies(state, enemy_of(state, about))
    ),
    # seats
    self=_word(lambda state, source, about: about == _owner(state, source)),
    at_home=_word(lambda state, source, about: is_at_home(state, source)),
    poor=_word(lambda state, source, about: state.resources[about] <= 2),
    # territories
    held=_word(lambda state, source, about: state.holders[about] == _owner(state, source)),
    capital=_word(lambda state, source, about: state.has_token(about)),
    no_capital=_word(lambda state, source, about: not state.has_token(about)),
    # prices
    vehicle=_word(_priced(names.VEHICLE)),
    character=_word(_priced(names.CHARACTER)),
    modification=_word(_priced(names.MODIFICATION)),
    special=_word(_priced(names.SPECIAL)),
    unit_card=_word(_priced(names.TROOP, names.CHARACTER, names.VEHICLE)),
    body=_word(_priced(names.TROOP, names.VEHICLE)),
    first_body=_word(lambda state, source, about: not state.uses[_owner(state, source)] & names.USED_MASS_PRODUCTION),
    flying_card=_word(_is_flying_card),
    divine=_word(_is_divine),
)


# Who has what


def held(state: Battlefield, source: int) -> Sequence[int]:
    """Return what a source changes now."""
    if source >= SEAT_SOURCE:
        return of_seat(state, source - SEAT_SOURCE)
    if state.of(source, ABOARD) >= 0:
        return ()
    mask = keywords(state, source) & GIVING
    found = [ability for bit, ability in _GIVEN if mask & bit] if mask else []
    terrain = _TERRAIN_GIVES[names.TERRAIN[state.of(source, AT)]]
    return [*found, terrain] if terrain >= 0 else found


def of_seat(state: Battlefield, seat: int) -> list[int]:
    """Return what talent, capital effect, modifications and titles of a seat change."""
    faction = state.factions[seat]
    found = [*(_WHOLE_OF if state.capitals[seat] >= 0 else TALENT_OF)[faction]]
    for card in state.modifications[seat].cards:
        if _CARD_GIVES[card] >= 0 and state.has_modification(seat, card):
            found.append(_CARD_GIVES[card])
    for title, ability in _TITLES:
        if state.titles[title] == seat:
            found.append(ability)
    return found


def near(state: Battlefield, quantity: int, about: int) -> Sequence[int]:
    """Return the sources that can change a quantity of somebody: see `abilities.toml`."""
    if quantity in (POWER, GUARD):
        return _beside(state, quantity, about)
    if quantity in (RANGE, LOYALTY):
        return _itself(state, quantity, about)
    if quantity == HIT:
        return (about,)
    if quantity in (MAXIMUM, DISTANCE):
        seat = state.holders[about]
    else:
        seat = about // CARD_SPAN if quantity == PRICE else about
    from_seat = (SEAT_SOURCE + seat,) if seat_gives(state, quantity, seat) else ()
    if quantity not in (PRICE, INCOME):
        return from_seat
    return [*state.bearers(seat, _KEYWORDS_FOR[quantity]), *from_seat]


def _itself(state: Battlefield, quantity: int, unit: int) -> Sequence[int]:
    """Return what can change the range or loyalty of a unit: itself, and its owner."""
    marks = state.units.marks
    place = marks[TAG].index(unit)
    owner, ground = marks[OWNED][place], names.TERRAIN[marks[AT][place]]
    found = [unit] if quantity in _TERRAIN_FOR[ground] or _KEYWORDS_FOR[quantity] else []
    return [*found, SEAT_SOURCE + owner] if seat_gives(state, quantity, owner) else found


def _beside(state: Battlefield, quantity: int, unit: int) -> list[int]:
    """Return what can change the power or guard of a unit: itself, those of its owner beside it, and its owner."""
    cards, marks = state.units.cards, state.units.marks
    tags, grounds, owners, aboard = marks[TAG], marks[AT], marks[OWNED], marks[ABOARD]
    place = tags.index(unit)
    at, owner, wanted, found = grounds[place], owners[place], _KEYWORDS_FOR[quantity], []
    ground = quantity in _TERRAIN_FOR[names.TERRAIN[at]]
    for other, there in enumerate(grounds):
        if there != at or owners[other] != owner or aboard[other] >= 0:
            continue
        card = cards[other]
        if (ground and other == place) or (
            card >= 0 and (names.PRINTED[card] & wanted or names.KIND[card] == names.VEHICLE)
        ):
            found.append(tags[other])
    if seat_gives(state, quantity, owner):
        found.append(SEAT_SOURCE + owner)
    return found


def seat_gives(state: Battlefield, quantity: int, seat: int) -> bool:
    """Tell whether anything that a seat has can change a quantity."""
    if quantity in _FACTION_GIVES[state.factions[seat]]:
        return True
    for card in state.modifications[seat].cards:
        if quantity in _CARD_CHANGES[card]:
            return True
    return quantity == PRICE and seat in state.titles


EFFECTS: Final[Effects[Battlefield]] = Effects(held=held, near=near)
POWER, GUARD, RANGE, LOYALTY, HIT, PRICE, INCOME, SLOTS, MAXIMUM, DISTANCE, LAID, REFIT = (
    EFFECTS.moment(name)
    for name in (
        "power", "guard", "range", "loyalty", "hit", "price", "income", "slots", "maximum", "distance", "laid", "refit",
    )
)  # fmt: skip
ABILITIES: Final[dict[str, int]] = {}
for _name, _lines in names.table("abilities").items():
    ABILITIES[_name] = EFFECTS.ability({}, f"abilities.toml, {_name}")
    for _line in _lines:
        _quantity, _number, _whom = _line.split(" ", 2)
        EFFECTS.gives(ABILITIES[_name], _quantity, int(_number), WHOM, _whom)

_CARD_GIVES: Final = tuple(ABILITIES.get(name, UNKNOWN) for name in names.CARDS)
_TITLES: Final = tuple(
    (title, ABILITIES[name])
    for title, name in ((names.ECONOMIC_HEGEMONY, "economic_hegemony"), (names.GOD_DECIDER, "god_decider"))
)
_TERRAIN_GIVES: Final = tuple(ABILITIES.get(name, UNKNOWN) for name in names.TERRAINS)
_GIVEN: Final = tuple((1 << bit, ABILITIES[name]) for bit, name in enumerate(names.KEYWORDS) if name in ABILITIES)
GIVING: Final = sum(bit for bit, _ in _GIVEN)
"""The keywords that change something for as long as a unit has them."""


def _listed(name: str) -> tuple[int, ...]:
    return (ABILITIES[name],) if name in ABILITIES else ()


TALENT_OF: Final = (*(_listed(row["talent"]) for row in names.FACTION_ROWS.values()), ())
"""By faction; the last is that of a seat that has none yet."""
CAPITAL_OF: Final = (*(_listed(row["capital"]) for row in names.FACTION_ROWS.values()), ())
_WHOLE_OF: Final = tuple((*talent, *capital) for talent, capital in zip(TALENT_OF, CAPITAL_OF, strict=True))
"""What a seat of a faction has that holds its capital."""


def _changed_by(*abilities: int) -> tuple[int, ...]:
    """Return the quantities that abilities change."""
    return tuple(
        quantity
        for quantity, changed in EFFECTS.amounts.items()
        if any(ability in changed for ability in abilities if ability >= 0)
    )


_FACTION_GIVES: Final = tuple(_changed_by(*found) for found in _WHOLE_OF)
_CARD_CHANGES: Final = (*(_changed_by(ability) for ability in _CARD_GIVES), ())
_TERRAIN_FOR: Final = tuple(_changed_by(ability) for ability in _TERRAIN_GIVES)
_KEYWORDS_FOR: Final = {
    quantity: sum(bit for bit, ability in _GIVEN if ability in changed) for quantity, changed in EFFECTS.amounts.items()
}
"""By quantity, the keywords that change it."""
