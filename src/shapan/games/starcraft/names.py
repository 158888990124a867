"""Names of StarCraft and their numbers: identifiers of the spec (sections 1 and 13.1, tables D1 to D7, D11).

Everything that an action, an event, a view or a position names is one of these kinds; the tables of `data/` give the
identifiers, so that a unit is spelled in one place. Cards stand in `cards.py`.
"""

from __future__ import annotations

import tomllib
from importlib.resources import files
from typing import Any, Final

from shapan.engine.kinds import UNKNOWN, Count, Enum, Seat

MAX_SEATS: Final = 6
_DATA: Final = files("shapan.games.starcraft").joinpath("data")


def table(name: str) -> dict[str, Any]:
    """Return a data file of the game."""
    return tomllib.loads(_DATA.joinpath(f"{name}.toml").read_text(encoding="utf-8"))


# Races and factions, D1

RACES: Final = ("terran", "protoss", "zerg")
TERRAN, PROTOSS, ZERG = range(len(RACES))
_FACTIONS: Final = table("factions")["faction"]
FACTIONS: Final[tuple[str, ...]] = tuple(_FACTIONS)
RAYNOR, MENGSK, OVERMIND, QUEEN_OF_BLADES, TASSADAR, ALDARIS = range(len(FACTIONS))
RACE_OF: Final[tuple[int, ...]] = tuple(RACES.index(row["race"]) for row in _FACTIONS.values())
START_WORKERS: Final[tuple[int, ...]] = tuple(row["workers"] for row in _FACTIONS.values())
HAND_LIMIT: Final[tuple[int, ...]] = tuple(row["hand"] for row in _FACTIONS.values())
SPECIALS: Final[tuple[str, ...]] = tuple(row["special"] for row in _FACTIONS.values())
"""The special victory of each faction."""

# Resources, SC-4

RESOURCES: Final = ("minerals", "gas")
MINERALS, GAS = range(len(RESOURCES))

# Units, D3, those of a race one after the other

_UNITS: Final = table("units")
UNITS: Final[tuple[str, ...]] = tuple(_UNITS)
(
    MARINE, FIREBAT, GHOST, VULTURE, GOLIATH, SIEGE_TANK, WRAITH, SCIENCE_VESSEL, BATTLECRUISER,
    ZEALOT, DRAGOON, HIGH_TEMPLAR, ARCHON, REAVER, SCOUT, ARBITER, CARRIER,
    ZERGLING, HYDRALISK, ULTRALISK, QUEEN, DEFILER, SCOURGE, MUTALISK, GUARDIAN,
) = range(len(UNITS))  # fmt: skip
UNIT_RACE: Final[tuple[int, ...]] = tuple(RACES.index(row["race"]) for row in _UNITS.values())
FIRST_UNIT: Final[tuple[int, ...]] = tuple(UNIT_RACE.index(race) for race in range(len(RACES)))
END_UNIT: Final[tuple[int, ...]] = tuple(FIRST_UNIT[race] + UNIT_RACE.count(race) for race in range(len(RACES)))
"""By race, its first unit and the one behind its last."""
FIGURES: Final[tuple[int, ...]] = tuple(row["count"] for row in _UNITS.values())
UNIT_COST: Final[tuple[tuple[int, int], ...]] = tuple((row["cost"][0], row["cost"][1]) for row in _UNITS.values())
FLYING: Final[tuple[bool, ...]] = tuple(row["class"] == "flying" for row in _UNITS.values())
GROUND_TARGET, FLYING_TARGET = 1, 2
TARGETS: Final[tuple[int, ...]] = tuple(
    GROUND_TARGET * ("ground" in row["targets"]) + FLYING_TARGET * ("flying" in row["targets"])
    for row in _UNITS.values()
)
"""What a unit can target, as a mask."""
SUPPORT: Final[tuple[int, ...]] = tuple(row["support"] for row in _UNITS.values())
ASSIST: Final[tuple[bool, ...]] = tuple("assist" in row["traits"] for row in _UNITS.values())
DETECTOR: Final[tuple[bool, ...]] = tuple("detector" in row["traits"] for row in _UNITS.values())
VEIL: Final[tuple[bool, ...]] = tuple("veil" in row["traits"] for row in _UNITS.values())
ORGANIC: Final[tuple[bool, ...]] = tuple("bio" in row["traits"] for row in _UNITS.values())
VEHICLE: Final[tuple[bool, ...]] = tuple("veh" in row["traits"] for row in _UNITS.values())
RANGED: Final[tuple[bool, ...]] = tuple(row.get("range") == "ranged" for row in _UNITS.values())
TECH_REQUIRED: Final[tuple[bool, ...]] = tuple("tech" in row["traits"] for row in _UNITS.values())
DESTROYS: Final[tuple[tuple[int, int], ...]] = tuple(
    next(((UNITS.index(unit), number) for unit, number in row.get("destroys", {}).items()), (UNKNOWN, 0))
    for row in _UNITS.values()
)
"""SC-5.6: by tech-required unit, which unit is destroyed for it, and how many."""
MERGED: Final[tuple[int, ...]] = tuple(need for need, _ in DESTROYS if need >= 0)
"""The units that are destroyed for tech-required ones."""
TOTAL_COST: Final[tuple[int, ...]] = tuple(
    sum(UNIT_COST[unit]) + (sum(UNIT_COST[need]) * number if need >= 0 else 0)
    for unit, (need, number) in enumerate(DESTROYS)
)
"""D3: minerals and gas together, those of the units that are destroyed for it included."""
START_UNITS: Final[tuple[tuple[int, ...], ...]] = tuple(
    tuple(row["units"].get(unit, 0) for unit in UNITS) for row in _FACTIONS.values()
)
"""By faction, how many of each unit it begins with."""

# Buildings and modules, D4 and D5

_BUILDINGS: Final = table("buildings")
BUILDINGS: Final[tuple[str, ...]] = tuple(_BUILDINGS)
BUILDING_RACE: Final[tuple[int, ...]] = tuple(RACES.index(row["race"]) for row in _BUILDINGS.values())
BUILDINGS_OF: Final[tuple[tuple[int, ...], ...]] = tuple(
    tuple(line for line, own in enumerate(BUILDING_RACE) if own == race) for race in range(len(RACES))
)
LEVEL_COSTS: Final[tuple[tuple[tuple[int, int], ...], ...]] = tuple(
    tuple((level["cost"][0], level["cost"][1]) for level in row["levels"]) for row in _BUILDINGS.values()
)
"""By building, the cost of each level."""
PRINTED: Final[tuple[int, ...]] = tuple(BUILDINGS.index(row["building"]) for row in _FACTIONS.values())
"""By faction, the building whose level I is printed on its sheet."""
MAX_LEVELS: Final = 3
UNLOCKED_BY: Final[tuple[tuple[int, int], ...]] = tuple(
    (BUILDINGS.index(row["building"]), row["level"]) if "building" in row else (UNKNOWN, 0) for row in _UNITS.values()
)
"""By unit, the building and the level that unlock it."""

_MODULES: Final = table("modules")
MODULES: Final[tuple[str, ...]] = tuple(_MODULES["module"])
SUPPLY, RESEARCH_AND_DEVELOPMENT, AIR_SUPPORT = range(len(MODULES))
MODULE_COST: Final[tuple[tuple[int, int], ...]] = tuple(
    (row["cost"][0], row["cost"][1]) for row in _MODULES["module"].values()
)
MODULE_TOKENS: Final[tuple[tuple[int, ...], ...]] = tuple(
    tuple(row["tokens"][race] for row in _MODULES["module"].values()) for race in RACES
)
"""By race, how many of each module there are."""
MODULE_SPACES: Final[tuple[int, ...]] = tuple(_MODULES["spaces"][race] for race in RACES)

# Stock of a faction, D2

_PIECES: Final = table("pieces")
WORKERS: Final[int] = _PIECES["stock"]["worker"]["tokens"]
TRANSPORTS: Final[int] = _PIECES["stock"]["transport"]["tokens"]
BASES: Final[int] = _PIECES["stock"]["base"]["tokens"]
WORKER_COST: Final = (_PIECES["stock"]["worker"]["cost"][0], _PIECES["stock"]["worker"]["cost"][1])
TRANSPORT_COST: Final = (_PIECES["stock"]["transport"]["cost"][0], _PIECES["stock"]["transport"]["cost"][1])
BASE_COST: Final = (_PIECES["stock"]["base"]["cost"][0], _PIECES["stock"]["base"]["cost"][1])
PERMANENT: Final[tuple[int, int]] = (_PIECES["permanent"]["minerals"], _PIECES["permanent"]["gas"])
"""The capacity of the permanent resource cards."""
ORDERS: Final[tuple[str, ...]] = tuple(_PIECES["orders"])
BUILD, MOBILIZE, RESEARCH, SPECIAL_BUILD, SPECIAL_MOBILIZE, SPECIAL_RESEARCH = range(len(ORDERS))
ORDER_TOKENS: Final[tuple[int, ...]] = tuple(
    order for order, number in enumerate(_PIECES["orders"].values()) for _ in range(number)
)
"""The nine order tokens of a faction (SC-2.5)."""
ORDERS_A_ROUND: Final = 4

# Planets and their areas, D6

_PLANETS: Final = table("planets")
PLANETS: Final[tuple[str, ...]] = tuple(_PLANETS)
SCENERY: Final[tuple[str, ...]] = tuple(row["scenery"] for row in _PLANETS.values())
"""By planet, how its ground is drawn."""
SIDES: Final = ("N", "E", "S", "W")
SIDE_X: Final = (0, 1, 0, -1)
SIDE_Y: Final = (-1, 0, 1, 0)
SLOTS: Final[tuple[int, ...]] = tuple(sum(1 << SIDES.index(side) for side in row["slots"]) for row in _PLANETS.values())
"""By planet, the sides with a slot before it is turned, as a mask."""
TURNED: Final[tuple[tuple[int, ...], ...]] = tuple(
    tuple((slots << turn | slots << turn >> len(SIDES)) & 15 for turn in range(len(SIDES))) for slots in SLOTS
)
"""By planet and quarter turns clockwise, the sides with a slot, as a mask."""
TURNS: Final[tuple[tuple[int, ...], ...]] = tuple(
    tuple(turn for turn, slots in enumerate(row) if slots not in row[:turn]) for row in TURNED
)
"""By planet, the quarter turns by which it lies otherwise than by fewer: one only where each side has a slot."""
_AREAS: Final = [(planet, area) for planet, row in enumerate(_PLANETS.values()) for area in row["areas"]]
PLANET_OF: Final[tuple[int, ...]] = tuple(planet for planet, _ in _AREAS)
FIRST_AREA: Final[tuple[int, ...]] = tuple(PLANET_OF.index(planet) for planet in range(len(PLANETS)))
AREAS_OF: Final[tuple[range, ...]] = tuple(
    range(first, first + PLANET_OF.count(planet)) for planet, first in enumerate(FIRST_AREA)
)
AREAS: Final[tuple[str, ...]] = tuple(
    f"{PLANETS[planet]}_{area - FIRST_AREA[planet] + 1}" for area, planet in enumerate(PLANET_OF)
)
CONQUEST: Final = 2
"""The kind of an area that gives conquest points; the other kinds are resources."""
AREA_KINDS: Final = (*RESOURCES, "conquest")
KIND: Final[tuple[int, ...]] = tuple(AREA_KINDS.index(area["kind"]) for _, area in _AREAS)
VALUE: Final[tuple[int, ...]] = tuple(area["value"] for _, area in _AREAS)
"""By area, the capacity of its card, or its points."""
UNIT_LIMIT: Final[tuple[int, ...]] = tuple(area["limit"] for _, area in _AREAS)
DEPLETIONS: Final = ("normal", "partial", "depleted")
NORMAL, PARTIAL, DEPLETED = range(len(DEPLETIONS))
PERMANENT_CARDS: Final = ("permanent_minerals", "permanent_gas")
SOURCES: Final = (*AREAS, *PERMANENT_CARDS)
"""What workers can be put on: the resource card of an area, or a permanent one."""
SOURCE_KIND: Final[tuple[int, ...]] = (*KIND, MINERALS, GAS)
MAX_SIDE: Final = len(PLANETS) - 1
"""The furthest cell of a galaxy from its first planet."""

# Routes, D11: those between two planets by their pair, then the z-axis routes

_PAIRS: Final = [(one, other) for other in range(len(PLANETS)) for one in range(other)]
_BY_NAME: Final = [tuple(sorted((PLANETS[one], PLANETS[other]))) for one, other in _PAIRS]
NORMAL_ROUTES: Final[int] = _PIECES["table"]["routes"]
PAIRS: Final[tuple[tuple[int, int], ...]] = tuple(_PAIRS)
"""The planets that a normal route joins, by its number."""
Z_ROUTES: Final = MAX_SEATS
FIRST_Z: Final = len(PAIRS)
ROUTES: Final[tuple[str, ...]] = (
    *("-".join(pair) for pair in _BY_NAME),
    *(f"z{seat + 1}" for seat in range(Z_ROUTES)),
)
ROUTE_OF: Final[tuple[tuple[int, ...], ...]] = tuple(
    tuple(UNKNOWN if one == other else PAIRS.index((min(one, other), max(one, other))) for other in range(len(PLANETS)))
    for one in range(len(PLANETS))
)
"""By two planets, the number of the normal route between them."""
ROUTES_FROM: Final[tuple[tuple[int, ...], ...]] = tuple(tuple(sorted(row))[1:] for row in ROUTE_OF)
"""By planet, the normal routes that could join it to another one."""
WAYS_FROM: Final[tuple[tuple[tuple[int, int], ...], ...]] = tuple(
    tuple((route, sum(PAIRS[route]) - planet) for route in row) for planet, row in enumerate(ROUTES_FROM)
)
"""The same, each with the planet at its other end."""
ENDS: Final = ("major", "minor")
MAJOR, MINOR = range(len(ENDS))

# Event stages, ends

STAGES: Final = ("I", "II", "III")
STAGE_I, STAGE_II, STAGE_III = range(len(STAGES))


class Level(Count):
    """D4: the level of a building: a number, told as it is printed."""

    def phrase(self, value: Any) -> Any:
        return {"term": f"level.{value}"} if value > 0 else super().phrase(value)


SEAT: Final = Seat(MAX_SEATS)
FACTION: Final = Enum(FACTIONS, "faction")
RESOURCE: Final = Enum(RESOURCES, "resource")
UNIT: Final = Enum(UNITS, "unit")
BUILDING: Final = Enum(BUILDINGS, "building")
LEVEL: Final = Level(MAX_LEVELS)
MODULE: Final = Enum(MODULES, "module")
ORDER: Final = Enum(ORDERS, "order")
PLANET: Final = Enum(PLANETS, "planet")
AREA: Final = Enum(AREAS, "area")
SOURCE: Final = Enum(SOURCES, "source")
SLOT: Final = Enum([f"{planet}:{side}" for planet in PLANETS for side in SIDES], "slot")
"""A side of a planet as it lies: planet * 4 + side."""
ROUTE: Final = Enum(ROUTES, "route")
END: Final = Enum(ENDS, "end")
STAGE: Final = Enum(STAGES, "stage")
NUMBER: Final = Count(99)
ROUND: Final = Count(999)
POINTS: Final = Count(999)


class CellKind(Count):
    """A coordinate of a cell: -11 to 11 as written, kept from 0 on."""

    def __init__(self) -> None:
        super().__init__(2 * MAX_SIDE)

    def word(self, value: Any) -> Any:
        return None if value == UNKNOWN else value - MAX_SIDE

    def number(self, word: Any) -> int:
        if isinstance(word, bool) or not isinstance(word, int) or not -MAX_SIDE <= word <= MAX_SIDE:
            raise ValueError(f"{word!r} is not an integer {-MAX_SIDE}..{MAX_SIDE}")
        return word + MAX_SIDE

    def schema(self) -> dict[str, Any]:
        return {"type": ["integer", "null"], "minimum": -MAX_SIDE, "maximum": MAX_SIDE}


CELL: Final = CellKind()


class SkirmishKind(Count):
    """The number of a skirmish: written from 0 on, told from 1 on."""

    def phrase(self, value: Any) -> Any:
        return None if value == UNKNOWN else value + 1


MAX_SKIRMISHES: Final = 6
"""Six attackers (limit 4 and two) and as many defenders as a position may have."""
SKIRMISH: Final = SkirmishKind(MAX_SKIRMISHES - 1)
