"""Names of Battlestar Galactica and their numbers: identifiers of the spec (sections 1, 13.1, C1 to C10), in its order.

Everything that an action, an event, a view or a position names is one of these kinds; data tables of `data/` give the
identifiers, so that a card is spelled in one place.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterable
from importlib.resources import files
from typing import Any, Final

from shapan.engine.kinds import UNKNOWN, Count, Enum, Seat

MAX_SEATS: Final = 6
AREAS: Final = 6
DIE: Final = 8

_DATA: Final = files("shapan.games.battlestar").joinpath("data")


def table(name: str) -> dict[str, Any]:
    """Return a data file of the game."""
    return tomllib.loads(_DATA.joinpath(f"{name}.toml").read_text(encoding="utf-8"))


CHARACTER_ROWS: Final = table("characters")
LOCATION_ROWS: Final = table("locations")
CRISIS_ROWS: Final = table("crises")
SUPER_CRISIS_ROWS: Final = table("super_crises")
DESTINATION_ROWS: Final = table("destinations")
DECK_ROWS: Final = table("decks")

# The characters of C1

CHARACTERS: Final[tuple[str, ...]] = tuple(CHARACTER_ROWS)
ADAMA, TIGH, HELO, ROSLIN, BALTAR, ZAREK, APOLLO, STARBUCK, BOOMER, TYROL = range(len(CHARACTERS))

# Skill cards (C2): type and strength make the card, 25 kinds

TYPES: Final[tuple[str, ...]] = ("PO", "LE", "TA", "PI", "EN")
PO, LE, TA, PI, EN = range(len(TYPES))
STRENGTHS: Final = (1, 2, 3, 4, 5)
SKILLS: Final[tuple[str, ...]] = tuple(f"{name}{strength}" for name in TYPES for strength in STRENGTHS)
TYPE_AND_STRENGTH: Final = tuple((type_, strength) for type_ in range(len(TYPES)) for strength in STRENGTHS)
"""By skill card."""
SKILL_IDS: Final = (
    ("consolidate_power", "investigative_committee"),
    ("executive_order", "declare_emergency"),
    ("launch_scout", "strategic_planning"),
    ("evasive_maneuvers", "maximum_firepower"),
    ("repair", "scientific_research"),
)
"""By type: the common card of strengths 1 and 2, and the rare one of 3, 4 and 5."""


COMMON: Final = 2
"""Strengths of the common card of each type; those above are of the rare one."""


def first_of(type_: int) -> int:
    """Return the lowest skill card of a type."""
    return 5 * type_


def type_of(card: int) -> int:
    """Return the type of a skill card."""
    return card // 5


def strength_of(card: int) -> int:
    """Return the strength of a skill card."""
    return card % 5 + 1


def is_rare(card: int) -> bool:
    """Tell whether a skill card is the rare one of its type, of strength 3 and more."""
    return card % 5 >= COMMON


ACTION_CARDS: Final = tuple(is_rare(card) == (type_of(card) == PI) for card in range(len(SKILLS)))
"""Whether a skill card is played as an action (C2): the common one of its type, of Piloting the rare one."""


# Places: the 17 locations (C9), a viper in one of six areas of space, or off the board (13.1)

LOCATIONS: Final[tuple[str, ...]] = tuple(LOCATION_ROWS)
(
    FTL_CONTROL, WEAPONS_CONTROL, COMMAND, COMMUNICATIONS, ADMIRALS_QUARTERS, RESEARCH_LAB, HANGAR_DECK, ARMORY,
    SICKBAY, BRIG, PRESS_ROOM, PRESIDENTS_OFFICE, ADMINISTRATION, CAPRICA, CYLON_FLEET, HUMAN_FLEET, RESURRECTION_SHIP,
) = range(len(LOCATIONS))  # fmt: skip
SPACE: Final = 17
"""The place of a viper in area 0; area n is `SPACE + n`."""
OFF: Final = SPACE + AREAS


class Mixed(Enum):
    """Names of several tables in one row: each is shown by the text of its own table, so that none is written twice."""

    def __init__(self, *rows: tuple[str, Iterable[str]]) -> None:
        named = [(table, name) for table, names in rows for name in names]
        super().__init__([name for _, name in named])
        self.terms = tuple(f"{table}.{name}" for table, name in named)

    def phrase(self, value: Any) -> Any:
        return None if value == UNKNOWN else {"term": self.terms[value]}


class Place(Mixed):
    """A place of a character: a location, an area of space written as a number, or `off`."""

    def __init__(self) -> None:
        super().__init__(("location", LOCATIONS), ("place", (*(f"area_{area}" for area in range(AREAS)), "off")))

    def word(self, value: Any) -> Any:
        return value - SPACE if SPACE <= value < OFF else super().word(value)

    def number(self, word: Any) -> int:
        if isinstance(word, int) and not isinstance(word, bool) and 0 <= word < AREAS:
            return SPACE + word
        if isinstance(word, str) and word.startswith("area_"):
            raise ValueError(f"{word!r} is no place: areas of space are written as numbers")
        return super().number(word)

    def schema(self) -> dict[str, Any]:
        return {"enum": [*LOCATIONS, *range(AREAS), "off", None]}


# Crises (C3): rows that differ in icons are kinds of their own

_CRISES: Final = [row for part in ("check", "way_out", "choice", "attack") for row in CRISIS_ROWS[part]]
CRISES: Final[tuple[str, ...]] = tuple(row["id"] for row in _CRISES)
SUPER_CRISES: Final[tuple[str, ...]] = tuple(
    row["id"] for part in ("check", "attack") for row in SUPER_CRISIS_ROWS[part]
)
LOYALTIES: Final[tuple[str, ...]] = tuple(DECK_ROWS["loyalty"])
NOT_A_CYLON, CYLON_BRIG, CYLON_SICKBAY, CYLON_MORALE, CYLON_DAMAGE, SYMPATHIZER = range(len(LOYALTIES))
CYLON_CARDS: Final = (CYLON_BRIG, CYLON_SICKBAY, CYLON_MORALE, CYLON_DAMAGE)
"""The You Are a Cylon cards."""
QUORUM_CARDS: Final[tuple[str, ...]] = tuple(DECK_ROWS["quorum"])
DESTINATIONS: Final[tuple[str, ...]] = tuple(DESTINATION_ROWS)
CIVILIANS: Final[tuple[str, ...]] = tuple(DECK_ROWS["civilian"])

# Tokens of damage (C10): Galactica's locations in the order of C10, then resources

DAMAGE: Final = (
    "ftl_control", "weapons_control", "command", "admirals_quarters", "hangar_deck", "armory", "fuel", "food",
)  # fmt: skip
DAMAGED_LOCATIONS: Final[tuple[int, ...]] = tuple(LOCATIONS.index(name) for name in DAMAGE[:6])
BASESTAR_DAMAGE: Final = ("critical_hit", "disabled_hangar", "disabled_weapons", "structural_damage")
CRITICAL_HIT, DISABLED_HANGAR, DISABLED_WEAPONS, STRUCTURAL_DAMAGE = range(len(BASESTAR_DAMAGE))

# The dials of C11, and ships

DIALS: Final = ("fuel", "food", "morale", "population")
FUEL, FOOD, MORALE, POPULATION = range(len(DIALS))
RED: Final = (4, 4, 5, 6)
"""The greatest value of the red zone of each dial."""
UNITS: Final = ("basestar", "raider", "heavy", "viper", "civilian", "centurion")
BASESTAR, RAIDER, HEAVY, VIPER, CIVILIAN, CENTURION = range(len(UNITS))
ICONS: Final = ("R", "L", "H", "B")

VIPERS: Final = 8
RAPTORS: Final = 4
RAIDERS: Final = 16
HEAVIES: Final = 4
BASESTARS: Final = 2
CENTURIONS: Final = 4
SUPPLY: Final = (BASESTARS, RAIDERS, HEAVIES, VIPERS, 0, CENTURIONS)
"""By unit; how many civilian ships there are is said by their tokens."""
NUKES: Final = 2
TUBES: Final = (4, 5)
"""The areas with viper launch tubes (1.3)."""

# Kinds


class Played(Enum):
    """A skill card that is played for its text: shown with the name of that text."""

    def phrase(self, value: Any) -> Any:
        if value == UNKNOWN:
            return None
        words = {"skill": {"term": f"skill.{SKILL_IDS[type_of(value)][is_rare(value)]}"}, "card": super().phrase(value)}
        return {"key": "skill_card.named", "words": words}


class Signed(Count):
    """A number that may be below 0; the value is 100 more."""

    def word(self, value: Any) -> Any:
        return None if value == UNKNOWN else int(value) - ZERO

    def number(self, word: Any) -> int:
        return super().number(word + ZERO)

    def schema(self) -> dict[str, Any]:
        return {"type": ["integer", "null"], "minimum": -ZERO, "maximum": self.size - 1 - ZERO}


ZERO: Final = 100
"""What stands for 0 where numbers may be below it."""
NO_SUM: Final = -ZERO
"""The sum of a check that was decided without cards."""
LOCATION_CHECKS: Final = ("administration", "admirals_quarters", "brig")
SEAT: Final = Seat(MAX_SEATS)
CHARACTER: Final = Enum(CHARACTERS, "character")
TYPE: Final = Enum(TYPES, "skill_type")
SKILL: Final = Enum(SKILLS, "skill_card")
PLAYED: Final = Played(SKILLS, "skill_card")
PLACE: Final = Place()
LOCATION: Final = Enum(LOCATIONS, "location")
CRISIS: Final = Enum(CRISES, "crisis")
SUPER_CRISIS: Final = Enum(SUPER_CRISES, "super_crisis")
LOYALTY: Final = Enum(LOYALTIES, "loyalty")
QUORUM: Final = Enum(QUORUM_CARDS, "quorum")
DESTINATION: Final = Enum(DESTINATIONS, "destination")
CIVILIAN_TOKEN: Final = Enum(CIVILIANS, "civilian")
DAMAGE_TOKEN: Final = Enum(DAMAGE, "damage")
BASESTAR_TOKEN: Final = Enum(BASESTAR_DAMAGE, "basestar_damage")
DIAL: Final = Enum(DIALS, "resource")
UNIT: Final = Enum(UNITS, "unit")
ICON: Final = Enum(ICONS, "icon")
AREA: Final = Count(AREAS - 1)
NUMBER: Final = Count(255)
FACE: Final = Count(DIE)
SIGNED: Final = Signed(255)
CHECK_OF: Final = Mixed(("crisis", CRISES), ("super_crisis", SUPER_CRISES), ("location", LOCATION_CHECKS))
"""What a check is of: a crisis, a Super Crisis, a location."""
STAYING: Final = Mixed(("crisis", CRISES), ("super_crisis", SUPER_CRISES), ("quorum", QUORUM_CARDS))

NOBODY_AT_ALL: Final = UNKNOWN
"""No seat: a title that lies unused (R39), nobody's turn."""
