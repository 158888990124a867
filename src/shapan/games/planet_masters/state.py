"""What lies on the table of Planet Masters. Everything is open; dice are numbered as in `actions.DICE`."""

from __future__ import annotations

from bisect import insort
from dataclasses import dataclass, field
from typing import Final

from shapan.engine.state import State
from shapan.games.planet_masters import names
from shapan.games.planet_masters.ruleset import Ruleset

SETUP: Final = 0
BUILDING: Final = 1
MANAGING: Final = 2
ACTING: Final = 3
OVER: Final = 4
STEP_WORDS: Final = ("setup", "build", "manage", "action", "over")

# Steps of the agenda

STEP_SETUP: Final = 1
STEP_TURN: Final = 2
STEP_BUILD: Final = 3
STEP_SPEND: Final = 4
STEP_MANAGE: Final = 5
STEP_ACTION: Final = 6
STEP_END: Final = 7


@dataclass(slots=True, eq=False)
class PlanetMasters(State):
    """One match. `faces` holds the face of every die that lies on a board."""

    ruleset: Ruleset = field(kw_only=True)
    step: int = SETUP
    round: int = 1
    first_player: int = -1
    active: int = -1
    points: int = 0
    races: list[int] = field(default_factory=list)
    """Race by seat; -1 until taken, or without races."""
    faces: list[int] = field(default_factory=lambda: [-1] * len(names.DICE))
    colonies: list[list[int]] = field(default_factory=list)
    """Colony dice by seat, rising."""
    fleet: list[list[int]] = field(default_factory=list)
    """Weapon dice by seat, rising."""
    galaxy: list[int] = field(default_factory=list)
    supply: list[int] = field(default_factory=list)
    fresh: list[int] = field(default_factory=list)
    """Colony dice got by a Transporter in this turn, in the order they came."""
    attacker: int = -1
    defender: int = -1
    proposer: int = -1
    candidate: int = -1
    votes: list[int] = field(default_factory=list)
    """By seat, while a motion is dealt with: 1 yes, 0 no, -1 not known yet; empty without a motion."""

    def planets(self, seat: int) -> list[int]:
        """Return the planet dice of a seat: home die first, then colonies by rising id."""
        return [seat, *self.colonies[seat]]

    def works(self, seat: int) -> int:
        """Return how often the race's ability works: home die on `race`, under an option also colonies (PM-E26)."""
        if self.races[seat] < 0:
            return 0
        faces, race = self.faces, names.RACE
        count = int(faces[seat] == race)
        for die in self.colonies[seat]:
            if faces[die] == race:
                count += 1
        return count

    def give_colony(self, seat: int, die: int) -> None:
        """Lay a colony die on a seat's planet table."""
        insort(self.colonies[seat], die)

    def to_supply(self, seat: int, die: int) -> None:
        """PM-5.5: a weapon die goes back to the supply and can be built again."""
        self.fleet[seat].remove(die)
        self.faces[die] = -1
        insort(self.supply, die)


def new_state(rules: Ruleset, seats: int) -> PlanetMasters:
    """PM-1.1, PM-1.2: all weapon dice in the supply, all colony dice in the Galaxy."""
    return PlanetMasters(
        seats=seats,
        ruleset=rules,
        races=[-1] * seats,
        colonies=[[] for _ in range(seats)],
        fleet=[[] for _ in range(seats)],
        galaxy=list(range(names.FIRST_COLONY, names.FIRST_COLONY + rules.colony_dice)),
        supply=list(range(names.FIRST_WEAPON, names.FIRST_WEAPON + rules.weapon_dice)),
        agenda=[(STEP_SETUP,)],
    )
