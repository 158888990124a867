"""What lies on the table of StarCraft, and who sees it (section 6); `serialization.py` writes it (13.2)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Final

from shapan.engine.deck import hidden, open_row, own
from shapan.engine.fact import NOBODY, OPENLY, by_seat, fact, part, row
from shapan.engine.kinds import UNKNOWN, Enum, Flag
from shapan.engine.marked_zone import MarkedZone, Marker
from shapan.engine.state import State
from shapan.engine.view import Record
from shapan.engine.zone import Zone
from shapan.games.starcraft import cards, names
from shapan.games.starcraft.records import UNIT_KINDS, Battle, Order
from shapan.games.starcraft.ruleset import Ruleset

STEPS: Final = (
    "setup", "place_planet", "place_z", "start_forces", "planning", "execution", "order", "battle",
    *(f"regroup_{number}" for number in range(1, 11)),
)  # fmt: skip
SETUP, PLACE_PLANET, PLACE_Z, START_FORCES, PLANNING, EXECUTION, ORDER, BATTLE, REGROUP = range(9)
"""Steps of a position (13.2); those of the Regrouping Phase follow one another from `REGROUP` on."""
PLANETS: Final = len(names.PLANETS)
AREAS: Final = len(names.AREAS)
IN_AREA: Final = tuple(slice(area * UNIT_KINDS, (area + 1) * UNIT_KINDS) for area in range(AREAS))
"""By area, where its units stand in a row of units."""
NO_UNITS: Final = [0] * UNIT_KINDS
"""Rows are compared with it where only presence is asked for: that is quicker than to look at each kind of unit."""
ON_PLANET: Final = tuple(slice(areas[0], areas[-1] + 1) for areas in names.AREAS_OF)
IN_PLANET: Final = tuple(slice(areas[0] * UNIT_KINDS, (areas[-1] + 1) * UNIT_KINDS) for areas in names.AREAS_OF)
NO_UNITS_ON: Final = tuple(NO_UNITS * len(areas) for areas in names.AREAS_OF)
"""The same by planet: where its areas, and the units in them, stand in a row; and the row of a planet without units."""


@dataclass(slots=True, eq=False)
class StarCraft(State):
    """One match."""

    MAX_SEATS: ClassVar[int] = names.MAX_SEATS

    rules: Ruleset = fact(Record(Ruleset), start=None, sees=OPENLY)
    step: int = fact(Enum(STEPS, "step"), start=SETUP)
    round: int = fact(names.ROUND, start=1)
    first_player: int = fact(names.SEAT, start=0)
    active: int = fact(names.SEAT, start=0)
    placing_round: int = fact(start=1)

    # The galaxy (SC-1.7, SC-1.8)

    planet_pile: Zone = fact(sees=NOBODY, start=hidden)
    tiles: list[Zone] = by_seat(start=lambda seat: Zone())
    planets: Zone = fact(sees=NOBODY, start=Zone)
    cell_x: list[int] = row(rows=PLANETS, start=UNKNOWN)
    cell_y: list[int] = row(rows=PLANETS, start=UNKNOWN)
    """By planet the cell in which it lies, from 0 on; -1 of those that are not in the galaxy."""
    turns: list[int] = row(rows=PLANETS)
    links: list[int] = row(rows=len(names.PAIRS))
    """By normal route, whether it lies there."""
    z_ends: list[int] = row(rows=2 * names.Z_ROUTES, start=UNKNOWN)
    """By z-axis route * 2 and end, the slot in which it lies."""
    depletion: list[int] = row(rows=AREAS)

    # Pieces

    factions: list[int] = by_seat(names.FACTION, at="faction")
    eliminated: list[int] = by_seat(Flag(), start=0)
    units: list[list[int]] = by_seat(start=lambda seat: [0] * (AREAS * UNIT_KINDS))
    """By area * kinds of units and unit."""
    bases: list[int] = row(rows=AREAS, start=UNKNOWN)
    """By area, whose base stands there."""
    carriers: list[int] = row(rows=len(names.ROUTES))
    """By route, the seats with a transport there, as a mask."""
    pool: list[int] = by_seat(names.NUMBER, start=0)
    unavailable: list[int] = by_seat(names.NUMBER, start=0)
    holders: list[int] = row(rows=AREAS, start=UNKNOWN)
    """By area, who holds its resource card; -1 of those in the supply and of those that left the game."""
    mined: list[int] = row(rows=AREAS)
    """By area, the workers on its resource card."""
    permanent: list[list[int]] = by_seat(start=lambda seat: [0, 0])
    """By resource, the workers on the permanent card."""
    levels: list[list[int]] = by_seat(start=lambda seat: [0] * len(names.BUILDINGS))
    modules: list[list[int]] = by_seat(start=lambda seat: [0] * len(names.MODULES))
    technologies: list[list[int]] = by_seat(start=lambda seat: [0] * len(cards.TECHNOLOGIES))
    """By technology, whether it is bought and has not returned."""
    points: list[int] = by_seat(names.POINTS, start=0)
    recall_used: list[int] = by_seat(Flag(), start=0)

    # Cards

    box: Zone = fact(sees=NOBODY, start=Zone)
    """The combat cards and copies of technologies of factions that nobody has taken."""
    decks: list[Zone] = by_seat(start=lambda seat: hidden())
    hands: list[Zone] = by_seat(start=own)
    discards: list[Zone] = by_seat(start=lambda seat: open_row())
    technology_decks: list[Zone] = by_seat(start=lambda seat: Zone())
    """The copies of technologies that are no longer, or not yet, in the combat deck."""
    event_heaps: list[Zone] = row(rows=len(names.STAGES), start=lambda stage: hidden())
    """By stage, the event cards that nobody has seen; `events_left` of them are in the deck (SC-1.6)."""
    events_left: list[int] = row(rows=len(names.STAGES))
    events_out: Zone = fact(sees=NOBODY, start=hidden)
    """SC-12.7, SC-13: kept events of eliminated seats; cards that are out of the game when a new deck is made."""
    drawn: list[Zone] = by_seat(start=lambda seat: hidden())
    kept: list[Zone] = by_seat(start=lambda seat: Zone())
    event_discard: Zone = fact(start=open_row)
    end_cards: Zone = fact(start=Zone)

    # Orders

    supply: list[Zone] = by_seat(sees=NOBODY, start=own)
    stacks: list[MarkedZone] = row(rows=PLANETS, start=lambda planet: MarkedZone((Marker("seat", names.SEAT),), 0))
    revealed: list[Zone] = by_seat(start=lambda seat: Zone())
    specials: list[int] = by_seat(start=0)
    """SC-2.5: how many special orders a seat could place in this round."""

    # What is under way

    order: Order | None = part()
    battle: Battle | None = part()
    fulfilled: int = fact(start=0)
    """SC-12.3: who fulfils the condition of his faction at the end, as a mask."""

    def faction(self, seat: int) -> int:
        """Return the faction of a seat."""
        return self.factions[seat]

    def race(self, seat: int) -> int:
        """Return the race of a seat."""
        return names.RACE_OF[self.factions[seat]]

    def is_in(self, seat: int) -> bool:
        """Tell whether a seat is not eliminated (SC-12.5)."""
        return not self.eliminated[seat]

    def living(self) -> list[int]:
        """Return the seats that are not eliminated."""
        return [seat for seat in range(self.seats) if not self.eliminated[seat]]

    def in_turn(self) -> list[int]:
        """Return the seats that are in, clockwise from the first player (SC-1.3)."""
        order = [(self.first_player + number) % self.seats for number in range(self.seats)]
        return [seat for seat in order if not self.eliminated[seat]]

    def next_in(self, seat: int) -> int:
        """Return the next seat to the left that is in; the seat itself if there is no other."""
        for number in range(1, self.seats):
            other = (seat + number) % self.seats
            if not self.eliminated[other]:
                return other
        return seat

    def are_mates(self, one: int, other: int) -> bool:
        """SC-13: tell whether two seats are of one team, or the same."""
        return one == other or (self.rules.teams and one % (self.seats // 2) == other % (self.seats // 2))

    # Units

    def number(self, seat: int, area: int, unit: int) -> int:
        """Return how many of a unit a seat has in an area."""
        return self.units[seat][area * UNIT_KINDS + unit]

    def strength(self, seat: int, area: int) -> int:
        """Return how many units a seat has in an area."""
        return sum(self.units[seat][IN_AREA[area]])

    def has_units(self, seat: int, area: int) -> bool:
        """Tell whether a seat has units in an area."""
        return self.units[seat][IN_AREA[area]] != NO_UNITS

    def change(self, seat: int, area: int, unit: int, number: int) -> None:
        """Add units to an area, or take them away."""
        self.units[seat][area * UNIT_KINDS + unit] += number

    def kinds(self, seat: int, area: int) -> list[int]:
        """Return which units a seat has in an area, each once."""
        row = self.units[seat][IN_AREA[area]]
        return [unit for unit, number in enumerate(row) if number] if row != NO_UNITS else []

    def stock(self, seat: int, unit: int) -> int:
        """D3: return how many figures of a unit are left."""
        return names.FIGURES[unit] - sum(self.units[seat][unit::UNIT_KINDS])
