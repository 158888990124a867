"""Words, dice and kinds of Planet Masters (glossary and section 4 of the spec)."""

from __future__ import annotations

from typing import Final

from shapan.engine.kinds import Count, Enum, Seat

MAX_SEATS: Final = 6
MAX_COLONIES: Final = 12
MAX_WEAPONS: Final = 18

# Faces (4.1 to 4.3)

EXHAUSTED: Final = 0
RESOURCE: Final = 1
INFLUENCE: Final = 2
MARINES: Final = 3
RACE: Final = 4
CRUISER: Final = 0
BATTLESHIP: Final = 1
FORTRESS: Final = 2
FIGHTER: Final = 3
DEFENSE_SYSTEM: Final = 4
TRANSPORTER: Final = 5
PLANET_FACES: Final = ("exhausted", "resource", "influence", "marines", "race")
WEAPON_FACES: Final = ("cruiser", "battleship", "fortress", "fighter", "defense_system", "transporter")
RACES: Final = ("gaia", "mors", "roachkin", "pacal", "matrix", "freewalkers")
GAIA: Final = 0
MORS: Final = 1
ROACHKIN: Final = 2
PACAL: Final = 3
MATRIX: Final = 4
FREEWALKERS: Final = 5

# Dice (section 2): one numbering for all colours, so that a die has one word everywhere

FIRST_COLONY: Final = MAX_SEATS
FIRST_WEAPON: Final = MAX_SEATS + MAX_COLONIES
DICE: Final = (
    tuple(f"b{seat}" for seat in range(MAX_SEATS))
    + tuple(f"w{number + 1}" for number in range(MAX_COLONIES))
    + tuple(f"r{number + 1}" for number in range(MAX_WEAPONS))
)

SEAT: Final = Seat(MAX_SEATS)
DIE: Final = Enum(DICE)
COLONY_ID: Final = Enum(DICE[FIRST_COLONY:FIRST_WEAPON])
WEAPON_ID: Final = Enum(DICE[FIRST_WEAPON:])
PLANET: Final = Enum(PLANET_FACES, "face")
WEAPON: Final = Enum(WEAPON_FACES, "face")
RACE_ID: Final = Enum(RACES, "race")
VOTE: Final = Enum(("no", "yes"), "label")
POINTS: Final = Count(99)
ROUNDS: Final = Count(9_999)
