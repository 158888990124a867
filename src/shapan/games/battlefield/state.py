"""What lies on the table of Battlefield, and who sees it (section 6); `serialization.py` writes it (13.2).

A **unit** is a card of `units` with a number that it keeps while it lies there; a crew is a card aboard another.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Final, TypeAlias

from shapan.engine import table
from shapan.engine.deck import hidden, open_row, own
from shapan.engine.fact import NOBODY, OPENLY, by_seat, fact, part, row
from shapan.engine.kinds import UNKNOWN, Enum, Flag
from shapan.engine.marked_zone import MarkedZone
from shapan.engine.state import State
from shapan.engine.view import Record
from shapan.engine.zone import Zone
from shapan.games.battlefield import names
from shapan.games.battlefield.records import (
    ABOARD,
    AT,
    MARKERS,
    OPEN,
    OWNED,
    TAG,
    Attack,
    Danger,
    Deal,
    Special,
)  # fmt: skip
from shapan.games.battlefield.ruleset import Ruleset

STEPS: Final = (
    "factions", "layout", "turn_start", "draw", "development", "battle", "fight", "post_battle", "end_of_turn",
)  # fmt: skip
FACTIONS, LAYOUT, TURN_START, DRAW, DEVELOPMENT, BATTLE, FIGHT, POST_BATTLE, END_OF_TURN = range(len(STEPS))


@dataclass(slots=True, eq=False)
class Battlefield(State):
    """One match."""

    MAX_SEATS: ClassVar[int] = names.MAX_SEATS

    rules: Ruleset = fact(Record(Ruleset), start=None, sees=OPENLY)
    step: int = fact(Enum(STEPS, "step"), start=FACTIONS)
    round: int = fact(names.ROUND, start=1)
    active: int = fact(names.SEAT, start=0)
    attack_open: int = fact(Flag(), start=0)
    """BF-7.1: an Attack card is being carried out and an attack was made."""

    # Cards of the basic pile

    basic_pile: Zone = fact(sees=NOBODY, start=hidden)
    discard: Zone = fact(names.PILE, start=open_row)
    hands: list[Zone] = by_seat(start=own)
    modifications: list[Zone] = by_seat(names.MODIFICATIONS, start=lambda seat: Zone())
    units: MarkedZone = fact(start=lambda: MarkedZone(MARKERS, 0))
    combat_sets: list[Zone] = by_seat(sees=NOBODY, start=own)
    rows: list[Zone] = by_seat(start=lambda seat: Zone(sees=1 << seat, ordered=True))
    """BF-7.4: combat cards that lie face down, from the attacker's left."""

    # Factions and land

    dealt_factions: list[Zone] = by_seat(start=own)
    faction_pile: Zone = fact(sees=NOBODY, start=hidden)
    factions_played: Zone = fact(start=Zone)
    factions: list[int] = by_seat(names.FACTION, at="faction")
    territory_pile: Zone = fact(sees=NOBODY, start=hidden)
    """BF-1.3: the territories that nobody has seen; `pile_left` of them are in the game."""
    pile_left: int = fact(start=0)
    returned: Zone = fact(start=Zone)
    """BF-8.9: by an option, territories of the fallen that were shuffled into the pile."""
    dealt_land: list[Zone] = by_seat(start=own)
    land: Zone = fact(start=Zone)
    removed: Zone = fact(start=Zone)
    trophies: list[Zone] = by_seat(names.LAND, start=lambda seat: Zone())
    holders: list[int] = row(rows=len(names.TERRITORIES), start=UNKNOWN)
    layers: list[int] = row(rows=len(names.TERRITORIES))
    sides: list[int] = row(rows=len(names.TERRITORIES))
    slots: list[int] = row(rows=len(names.TERRITORIES))
    durability: list[int] = row(rows=len(names.TERRITORIES))
    columns: list[int] = row(rows=len(names.TERRITORIES), start=UNKNOWN)
    """BF-2.2: by territory, the place of its column in the ring; -1 of those that are not on the map."""
    ring: int = fact(start=0)
    """How many columns the ring has."""
    capitals: list[int] = by_seat()
    """The territory with the capital token, -1 for none."""

    # Seats

    resources: list[int] = by_seat(names.RESOURCES, start=2)
    fell: list[int] = by_seat(start=0)
    """0 while a seat is in, then which in the order of falling; those of one card share it."""
    attacked: list[int] = by_seat(Flag(), start=0)
    harmed_by: list[list[int]] = by_seat(start=lambda seat: [UNKNOWN] * len(names.HARMS))
    """By what lies on a seat until the end of its next turn, the seat that has played it."""
    uses: list[int] = by_seat(start=0)
    titles: list[int] = row(names.SEAT, at=tuple(f"titles.{name}" for name in names.TITLES), start=UNKNOWN)
    first_attack_declared: int = fact(Flag(), start=0)
    first_elimination: int = fact(Flag(), start=0)
    god_decided: int = fact(Flag(), start=0)
    antipeace_cards: int = fact(start=0)
    """BF-10.1: the territories that Anti-peace has captured, as a mask."""
    treaties: list[tuple[int, ...]] = fact(start=())
    barred: list[tuple[int, ...]] = fact(start=())
    """BF-6.1: unit and host of each Move that was refused in this turn."""

    goal: int = fact(start=UNKNOWN)
    """Which goal has ended the match (`ending.GOALS`), -1 while it is on and in a draw."""

    # What is under way

    restored: int = fact(start=0)
    """BF-3.1: what has restored in this turn: territories of Repair as a mask, then Central Brain, Greenhouse."""
    attack: Attack | None = part()
    danger: Danger | None = part()
    deal: Deal | None = part()
    special: Special | None = part()
    putting: int = fact(start=UNKNOWN)
    """D24: the unit that somebody is asked to put somewhere."""
    offered: Zone = fact(start=Zone)
    """A card that is announced, and goes back to the hand if nothing comes of it."""
    doomed: list[int] = fact(start=())
    """BF-7.11: units that are about to be destroyed, in the order in which they are dealt with."""
    fallen_land: list[int] = fact(start=())
    """BF-8.4: territories at 0 that are still to be captured, in the order chosen."""
    proposal: list[tuple[int, ...]] = fact(start=())
    """BF-12.1: the clauses that are offered, as in `treaties`."""
    permitted: list[int] = fact(start=())
    """BF-4.8: guests that stood by a clause before some clauses ended, and have to go if they stand by none now."""
    verdict: int = fact(start=UNKNOWN)
    """BF-8.6: the seats, as a mask, that fall by one card, while their captures are carried out; else -1."""
    falling: int = fact(start=0)
    """BF-8.6: which in the order of falling those are."""
    just: int = fact(start=UNKNOWN)
    """BF-11.2: who has eliminated the Heir BOSS by such a card."""

    # Units

    def of(self, unit: int, mark: int) -> int:
        """Return what lies beside a unit."""
        marks = self.units.marks
        return marks[mark][marks[TAG].index(unit)]

    def put(self, unit: int, mark: int, value: int) -> None:
        """Change what lies beside a unit."""
        marks = self.units.marks
        marks[mark][marks[TAG].index(unit)] = value

    def card(self, unit: int) -> int:
        """Return the card of a unit; `UNKNOWN` in a view that does not know it."""
        return self.units.cards[self.units.marks[TAG].index(unit)]

    def is_there(self, unit: int) -> bool:
        """Tell whether a unit is still on the table."""
        return unit in self.units.marks[TAG]

    def crew_of(self, unit: int) -> int:
        """BF-4.4: the crew of a vehicle, -1 for none."""
        marks = self.units.marks
        return marks[TAG][marks[ABOARD].index(unit)] if unit in marks[ABOARD] else UNKNOWN

    def tags(self) -> list[int]:
        """Return all units and crews on the table, in the order in which they came."""
        return self.units.marks[TAG][:]

    def standing_at(self, territory: int) -> list[int]:
        """Return the units in a territory, crews apart, in the order in which they came to the table."""
        marks = self.units.marks
        if territory not in marks[AT]:
            return []
        rows = zip(marks[TAG], marks[AT], marks[ABOARD], strict=True)
        return [unit for unit, at, aboard in rows if at == territory and aboard < 0]

    def grounds(self) -> list[list[int]]:
        """Return by territory what `standing_at` does, in one pass over the units."""
        marks = self.units.marks
        found: list[list[int]] = [[] for _ in names.TERRITORIES]
        for unit, at, aboard in zip(marks[TAG], marks[AT], marks[ABOARD], strict=True):
            if aboard < 0:
                found[at].append(unit)
        return found

    def units_of(self, seat: int) -> list[int]:
        """Return the units of a seat, crews apart."""
        marks = self.units.marks
        rows = zip(marks[TAG], marks[OWNED], marks[ABOARD], strict=True)
        return [unit for unit, owner, aboard in rows if owner == seat and aboard < 0]

    def bearers(self, seat: int, keywords: int) -> list[int]:
        """Return the units of a seat that have one of some keywords printed, on themselves or on their crew."""
        owners = self.units.marks[OWNED]
        for place, card in enumerate(self.units.cards):
            if owners[place] == seat and card >= 0 and names.PRINTED[card] & keywords:
                return [unit for unit in self.units_of(seat) if self.printed(unit) & keywords]
        return []

    def open_units(self, seat: int) -> list[int]:
        """BF-4.2, 4.5: return the open units of a seat, crews and vehicles without one apart."""
        units, found = self.units, []
        cards, marks = units.cards, units.marks
        tags, opened, aboard = marks[TAG], marks[OPEN], marks[ABOARD]
        for place, owner in enumerate(marks[OWNED]):
            if owner == seat and opened[place] and aboard[place] < 0:
                unit = tags[place]
                if names.KIND[cards[place]] != names.VEHICLE or unit in marks[ABOARD]:
                    found.append(unit)
        return found

    def is_crewed(self, unit: int) -> bool:
        """BF-4.4: whether a unit is a vehicle with a crew."""
        return unit in self.units.marks[ABOARD]

    def is_empty_vehicle(self, unit: int) -> bool:
        """BF-4.5: whether a unit is a vehicle without a crew, as far as its card is known."""
        marks = self.units.marks
        card = self.units.cards[marks[TAG].index(unit)]
        return card >= 0 and names.KIND[card] == names.VEHICLE and unit not in marks[ABOARD]

    # Seats and land

    def is_in(self, seat: int) -> bool:
        """Tell whether a seat is alive."""
        return not self.fell[seat]

    def living(self) -> list[int]:
        """Return the living seats, rising."""
        return [seat for seat, fell in enumerate(self.fell) if not fell]

    def others(self, seat: int) -> list[int]:
        """BF-1.1: the other living seats in turn order, from the right neighbour."""
        count = len(self.fell)
        turn = [(seat + step) % count for step in range(1, count)]
        return [other for other in turn if not self.fell[other]]

    def domain(self, seat: int) -> list[int]:
        """Return the territories of a seat, rising."""
        return [territory for territory, holder in enumerate(self.holders) if holder == seat]

    def has_modification(self, seat: int, card: int) -> bool:
        """BF-5.2: whether a modification card of a seat works: equipped, not under EMP, not hacked in this fight."""
        if card not in self.modifications[seat].cards or self.harmed_by[seat][names.PULSED] >= 0:
            return False
        return self.attack is None or not self.attack.fighting or not self.attack.hacked >> seat & 1

    def engage(self) -> None:
        """BF-7.10: begin the fight of the attack under way: Jam and Hack work to its end, whoever falls in it."""
        attack = self.attack
        assert attack is not None
        attack.fighting = 1
        sides = (attack.attacker, attack.target)
        for side, (unit, enemy) in enumerate((sides, sides[::-1])):
            against = self.printed(enemy)
            if against & names.JAM:
                attack.jammed |= 1 << side
            if against & names.HACK and not self.printed(unit) & names.JAM:
                attack.hacked |= 1 << self.of(unit, OWNED)

    def printed(self, unit: int) -> int:
        """Return the printed keywords of a unit and its crew, as a mask; a hidden one, a vehicle under EMP has none."""
        marks = self.units.marks
        place = marks[TAG].index(unit)
        if not marks[OPEN][place]:
            return 0
        card = self.units.cards[place]
        if names.KIND[card] != names.VEHICLE:
            return names.PRINTED[card]
        crew = self.crew_of(unit)
        if crew < 0:
            return 0
        own = 0 if self.harmed_by[marks[OWNED][place]][names.PULSED] >= 0 else names.PRINTED[card]
        return own | names.PRINTED[self.card(crew)]

    def has_token(self, territory: int) -> bool:
        """BF-1.4: whether a territory bears a capital token."""
        return territory in self.capitals


Table: TypeAlias = "table.Table[Battlefield]"
