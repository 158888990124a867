"""How the table is written (13.2, 13.5): the objects of positions and views that follow from the facts of the state."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Final

from shapan.engine.fact import NOBODY, OPENLY, Figure
from shapan.engine.kinds import UNKNOWN, BySeat, Cards, Count, Enum, Flag, Many, Word
from shapan.engine.part import ALL
from shapan.engine.sparse_table import SparseTable
from shapan.engine.view import Record
from shapan.games.battlefield import formulas, names
from shapan.games.battlefield.records import (
    ABOARD,
    C_NUMBER,
    C_PROPOSER,
    C_SIDE,
    C_TARGET,
    C_THIRD,
    C_TYPE,
    C_UNTIL,
    DURABILITY,
    EVASION,
    OPEN,
    OWNED,
    PAID,
    SPENT,
    STAY,
    TAG,
    USES,
)  # fmt: skip
from shapan.games.battlefield.state import Battlefield
from shapan.games.battlefield.words import name_of, target_name


@dataclass(slots=True)
class CrewView:
    """The crew of a vehicle."""

    card: Annotated[int, names.CARD]
    used: Annotated[list[int], Many(Enum(names.UNIT_USES), len(names.UNIT_USES))]


@dataclass(slots=True)
class UnitView:
    """A unit as it is written; of a hidden one that a viewer does not know, what lies on the table for all to see."""

    card: Annotated[int, names.CARD]
    owner: Annotated[int, names.SEAT]
    open: Annotated[int, Flag()]
    durability: Annotated[int, Count(names.UNIT_DURABILITY)]
    crew: Annotated[CrewView | None, Record(CrewView)]
    stay: Annotated[int, Enum(names.STAYS[1:])]
    evasion: Annotated[int, names.SEAT]
    spent: Annotated[int, Flag()]
    used: Annotated[list[int], Many(Enum(names.UNIT_USES), len(names.UNIT_USES))]
    paid: Annotated[int, names.PRICE]
    known_to: Annotated[list[int] | None, Many(names.SEAT, names.MAX_SEATS)]


@dataclass(slots=True)
class TerritoryView:
    """A territory as it is written."""

    side: Annotated[int, Enum(names.SIDES, "side")]
    layer: Annotated[int, Count(names.MAX_LAYERS)]
    slot: Annotated[int, Count(names.SLOTS)]
    capital: Annotated[int, Flag()]
    durability: Annotated[int, names.DURABILITY]
    max: Annotated[int, names.DURABILITY]
    units: Annotated[list[UnitView], Many(Record(UnitView), names.MAX_UNITS)]


@dataclass(slots=True)
class ClauseView:
    """A clause as it is written: `until` is its last round, null until it is torn."""

    type: Annotated[int, names.CLAUSE]
    side: Annotated[int, Enum(names.BOUND)]
    until: Annotated[int, names.ROUND]
    k: Annotated[int, Count(10)]
    target: Annotated[int, names.SEAT]


@dataclass(slots=True)
class TreatyView:
    """The treaty of two players."""

    proposer: Annotated[int, names.SEAT]
    target: Annotated[int, names.SEAT]
    clauses: Annotated[list[ClauseView], Many(Record(ClauseView), names.MAX_CLAUSES)]


@dataclass(slots=True)
class EffectView:
    """What lies on a seat until the end of its next turn."""

    effect: Annotated[int, Enum(names.HARMS)]
    by: Annotated[int, names.SEAT]


@dataclass(slots=True)
class CountsView:
    """How much there is of what is not listed."""

    basic_pile: Annotated[int, Count(150)]
    discard: Annotated[int, Count(150)]
    territory_pile: Annotated[int, Count(150)]
    territories_out: Annotated[int, Count(150)]
    resource_pile: Annotated[int, Count(150)]
    trophies: Annotated[int, Count(150)]


@dataclass(slots=True)
class FightView:
    """13.5: the attack under way."""

    attacker: Annotated[str | None, Word()]
    target: Annotated[str | None, Word()]
    rows: Annotated[dict[int, list[int]], BySeat(names.COMBAT_ROW, names.MAX_SEATS)]
    revealed: Annotated[int, Count(4)]


# What stands there


def uses_in(mask: int, words: tuple[str, ...]) -> list[int]:
    """Return the uses of a mask by number."""
    return [number for number in range(len(words)) if mask >> number & 1]


def unit_view(state: Battlefield, place: int) -> UnitView:
    """Return the unit at a place of the row of units as it is written."""
    units = state.units
    marks = units.marks
    card, is_open = units.cards[place], marks[OPEN][place]
    crew = None
    if marks[TAG][place] in marks[ABOARD]:
        at = marks[ABOARD].index(marks[TAG][place])
        crew = CrewView(units.cards[at], uses_in(marks[USES][at], names.UNIT_USES))
    known = None
    if not is_open and state.viewer == ALL:
        known = [s for s in range(state.seats) if units.masks[place] >> s & 1 and s != marks[OWNED][place]]
    stay = marks[STAY][place]
    return UnitView(
        card, marks[OWNED][place], is_open, marks[DURABILITY][place], crew, stay - 1 if stay else UNKNOWN,
        marks[EVASION][place], marks[SPENT][place], uses_in(marks[USES][place], names.UNIT_USES), marks[PAID][place],
        known,
    )  # fmt: skip


def territories(state: Battlefield, seat: int) -> list[TerritoryView | None]:
    """Return the domain of a seat by territory, None for those of others."""
    rows: list[TerritoryView | None] = [None] * len(names.TERRITORIES)
    for territory in state.domain(seat):
        tags = state.units.marks[TAG]
        rows[territory] = TerritoryView(
            state.sides[territory], state.layers[territory], state.slots[territory], int(state.has_token(territory)),
            state.durability[territory], formulas.maximum(state, territory),
            [unit_view(state, tags.index(unit)) for unit in state.standing_at(territory)],
        )  # fmt: skip
    return rows


def hand(state: Battlefield, seat: int) -> list[int] | None:
    """Return the cards of a hand, for its owner."""
    return state.hands[seat].cards if state.viewer in (ALL, seat) else None


def known_hand(state: Battlefield, seat: int) -> list[int] | None:
    """Section 6: what a viewer knows of a hand by looks."""
    return None if state.viewer == seat else [card for card in state.hands[seat].cards if card != UNKNOWN]


def dealt(state: Battlefield, seat: int) -> list[str] | None:
    """13.2: the faction cards or territories dealt to a seat, for it alone."""
    if state.viewer not in (ALL, seat):
        return None
    cards = [names.FACTIONS[card] for card in state.dealt_factions[seat].cards]
    return [*cards, *(names.TERRITORIES[card] for card in state.dealt_land[seat].cards)] or None


def effects(state: Battlefield, seat: int) -> list[EffectView]:
    """Return what lies on a seat."""
    return [EffectView(harm, by) for harm, by in enumerate(state.harmed_by[seat]) if by >= 0]


def treaties(state: Battlefield) -> list[TreatyView]:
    """Return the treaties, each with its clauses; a view has those that its viewer may know."""
    found: dict[tuple[int, int], TreatyView] = {}
    for row in state.treaties:
        pair = row[C_PROPOSER], row[C_TARGET]
        found.setdefault(pair, TreatyView(*pair, [])).clauses.append(
            ClauseView(row[C_TYPE], row[C_SIDE], row[C_UNTIL], row[C_NUMBER] or UNKNOWN, row[C_THIRD])
        )
    return list(found.values())


def out_of_game(state: Battlefield) -> int:
    """Return how many territories are neither on the map nor in the pile, nor dealt, nor trophies."""
    there = (state.land, state.returned, *state.trophies, *state.dealt_land)
    return len(names.TERRITORIES) - state.pile_left - sum(len(zone) for zone in there)


def counts(state: Battlefield) -> CountsView:
    """Return how much there is of what is not listed."""
    return CountsView(
        len(state.basic_pile), len(state.discard), state.pile_left + len(state.returned), out_of_game(state),
        names.MAX_RESOURCES - sum(state.resources), sum(len(zone) for zone in state.trophies),
    )  # fmt: skip


def fight(state: Battlefield) -> FightView | None:
    """Return the attack under way, its units by their names; the rows by seat, null for a card face down."""
    attack = state.attack
    if attack is None:
        return None
    rows = {seat: zone.cards for seat, zone in enumerate(state.rows) if zone.cards}
    return FightView(name_of(state, attack.attacker), target_name(state, attack.target), rows, attack.revealed)


_HANDFUL: Final = Cards(names.CARDS, 60)
_LISTED: Final = len(names.TERRITORIES)
FIGURES: Final = (
    Figure("territory_pile", Count(_LISTED), lambda state: state.pile_left + len(state.returned)),
    Figure("basic_pile", names.PILE, "basic_pile.cards", sees=NOBODY),
    Figure("antipeace_cards", Many(names.TERRITORY, _LISTED), lambda s: uses_in(s.antipeace_cards, names.TERRITORIES)),
    Figure("treaties", Many(Record(TreatyView), 15), treaties),
    Figure("counts", Record(CountsView), counts),
    Figure("fight", Record(FightView), fight, sees=OPENLY),
    Figure("seats.*.alive", Flag(), "is_in({i})"),
    Figure("seats.*.dealt", Many(Word(), 4), dealt),
    Figure("seats.*.territories", SparseTable(names.TERRITORIES, Record(TerritoryView), default=None), territories),
    Figure("seats.*.hand", _HANDFUL, hand),
    Figure("seats.*.hand_size", Count(150), "hands[{i}].size()"),
    Figure("seats.*.known_hand", _HANDFUL, known_hand, sees=OPENLY),
    Figure("seats.*.effects", Many(Record(EffectView), len(names.HARMS)), effects),
    Figure("seats.*.used", Many(Enum(names.USES), len(names.USES)), lambda s, i: uses_in(s.uses[i], names.USES)),
)
