"""What lies on the table of Planet Masters. Everything is open but votes that are not all in; dice as in `names.DICE`.

Who sees what (section 6) and the words of positions (13.2) stand with each fact.
"""

from __future__ import annotations

from bisect import insort
from dataclasses import dataclass
from typing import Annotated, ClassVar, Final

from shapan.engine.fact import OPENLY, Figure, by_seat, fact, part
from shapan.engine.kinds import BySeat, Enum, Flag, Many
from shapan.engine.part import Part
from shapan.engine.state import State
from shapan.engine.view import Record
from shapan.games.planet_masters import names
from shapan.games.planet_masters.ruleset import Ability, Ruleset

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

NOT_GIVEN: Final = -1
SECRET: Final = 2
"""A vote that is given, and not known."""


@dataclass(slots=True)
class Colony:
    """A colony die on a board, as it is written."""

    id: Annotated[int, names.COLONY_ID]
    face: Annotated[int, names.PLANET]
    fresh: Annotated[int, Flag()]


@dataclass(slots=True)
class Weapon:
    """A weapon die on a board, as it is written."""

    id: Annotated[int, names.WEAPON_ID]
    face: Annotated[int, names.WEAPON]


@dataclass(slots=True)
class Totals:
    """The numbers of PM-7 for one seat, and how many weapon dice it has of how many (PM-3.3)."""

    planets: Annotated[int, names.POINTS]
    fleet: Annotated[int, names.POINTS]
    fleet_limit: Annotated[int, names.POINTS]
    resources: Annotated[int, names.POINTS]
    influence: Annotated[int, names.POINTS]
    votes: Annotated[int, names.POINTS]
    attack: Annotated[int, names.POINTS]
    defense: Annotated[int, names.POINTS]
    win_faces: Annotated[int, names.POINTS]


@dataclass(slots=True, eq=False)
class Attack(Part):
    """The attack under way."""

    attacker: int = fact(names.SEAT)
    defender: int = fact(names.SEAT)


@dataclass(slots=True, eq=False)
class Motion(Part):
    """The motion under way: who has voted, and the votes that are known."""

    proposer: int = fact(names.SEAT)
    candidate: int = fact(names.SEAT)
    votes: list[int] = fact(start=())
    """By seat: 1 yes, 0 no, or one of the words above."""

    FIGURES: ClassVar = (
        Figure("voted", Many(names.SEAT, names.MAX_SEATS)),
        Figure("votes", BySeat(names.VOTE, names.MAX_SEATS), "known()"),
    )

    def voted(self) -> list[int]:
        """Return the seats that have voted."""
        return [seat for seat, vote in enumerate(self.votes) if vote != NOT_GIVEN]

    def known(self) -> dict[int, int]:
        """Return the votes that are known, by seat."""
        return {seat: vote for seat, vote in enumerate(self.votes) if vote not in (NOT_GIVEN, SECRET)}


@dataclass(slots=True, eq=False)
class PlanetMasters(State):
    """One match. `faces` holds the face of every die that lies on a board.

    [ruling] Beside the fields of a position a view has `rules`, the options as the rules read them, for odds and bots;
    before the first turn `active` is unknown (null).
    """

    MAX_SEATS: ClassVar[int] = names.MAX_SEATS

    ruleset: Ruleset = fact(Record(Ruleset), start=None, at="rules", sees=OPENLY)
    step: int = fact(Enum(STEP_WORDS, "step"), start=SETUP)
    round: int = fact(names.ROUNDS, start=1)
    first_player: int = fact(names.SEAT)
    active: int = fact(names.SEAT)
    points: int = fact(names.POINTS, start=0)
    races: list[int] = by_seat(names.RACE_ID, at="race")
    """-1 until taken, or without races."""
    faces: list[int] = fact(start=[-1] * len(names.DICE))
    colonies: list[list[int]] = by_seat(start=lambda seat: [])
    """Colony dice by seat, rising."""
    fleet: list[list[int]] = by_seat(start=lambda seat: [])
    """Weapon dice by seat, rising."""
    galaxy: list[int] = fact(start=())
    supply: list[int] = fact(start=())
    fresh: list[int] = fact(start=())
    """Colony dice got by a Transporter in this turn, in the order they came."""
    attack: Attack | None = part(Record(Attack))
    motion: Motion | None = part(Record(Motion))

    FIGURES: ClassVar = (
        Figure("galaxy", Many(names.COLONY_ID, names.MAX_COLONIES), "in_galaxy()"),
        Figure("weapon_supply", Many(names.WEAPON_ID, names.MAX_WEAPONS)),
        Figure("seats.*.home", names.PLANET),
        Figure("seats.*.colonies", Many(Record(Colony), names.MAX_COLONIES), "colonies_of({i})"),
        Figure("seats.*.fleet", Many(Record(Weapon), names.MAX_WEAPONS), "weapons_of({i})"),
        Figure("seats.*.totals", Record(Totals)),
    )

    def in_galaxy(self) -> list[int]:
        """Return the colony dice that nobody owns."""
        return [die - names.FIRST_COLONY for die in self.galaxy]

    def weapon_supply(self) -> list[int]:
        """Return the weapon dice that nobody owns."""
        return [die - names.FIRST_WEAPON for die in self.supply]

    def home(self, seat: int) -> int:
        """Return the face of a home die."""
        return self.faces[seat]

    def colonies_of(self, seat: int) -> list[Colony]:
        """Return the colony dice of a seat as they are written."""
        return [
            Colony(die - names.FIRST_COLONY, self.faces[die], int(die in self.fresh)) for die in self.colonies[seat]
        ]

    def weapons_of(self, seat: int) -> list[Weapon]:
        """Return the weapon dice of a seat as they are written."""
        return [Weapon(die - names.FIRST_WEAPON, self.faces[die]) for die in self.fleet[seat]]

    def planets(self, seat: int) -> list[int]:
        """Return the planet dice of a seat: home die first, then colonies by rising id."""
        return [seat, *self.colonies[seat]]

    def ability(self, seat: int) -> Ability:
        """Return what the race of a seat can do; without a race, nothing."""
        return self.ruleset.numbers.abilities[self.races[seat]]

    def totals(self, seat: int) -> Totals:
        """PM-7: return all numbers of a seat, in one look at its dice; judgements are made at every step of a search.

        An ability counts as often as planet dice show `race`: the home die, under an option also colonies (PM-E26).
        """
        faces, numbers, rules = self.faces, self.ruleset.numbers, self.ruleset
        attack, defense = numbers.attack, numbers.defense
        points = sway = works = power = shield = 0
        for die in self.planets(seat):
            face = faces[die]
            if face == names.RESOURCE:
                points += 1
            elif face == names.INFLUENCE:
                sway += 1
            elif face == names.MARINES:
                shield += 1
            elif face == names.RACE:
                works += 1
        for die in self.fleet[seat]:
            face = faces[die]
            power += attack[face]
            shield += defense[face]
        wins, votes = points + sway, 1 + sway
        if works:
            ability = self.ability(seat)
            power += works * ability.attack
            shield += works * ability.defense
            points += works * ability.resources
            votes += works * ability.votes
            if rules.pacal_influence and self.races[seat] == names.PACAL:
                sway += works
            if ability.win_face:
                wins += works
        planets = 1 + len(self.colonies[seat])
        return Totals(planets, len(self.fleet[seat]), planets, points, sway, votes, power, shield, wins)

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
        galaxy=list(range(names.FIRST_COLONY, names.FIRST_COLONY + rules.colony_dice)),
        supply=list(range(names.FIRST_WEAPON, names.FIRST_WEAPON + rules.weapon_dice)),
        agenda=[(STEP_SETUP,)],
    )
