"""How the table is written (13.2 to 13.4, 13.9): the objects of positions and views that follow from the state."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Final

from shapan.engine.fact import NOBODY, Figure
from shapan.engine.kinds import UNKNOWN, Cards, Count, Enum, Flag, Many
from shapan.engine.part import ALL
from shapan.engine.sparse_table import SparseTable
from shapan.engine.view import Record
from shapan.games.starcraft import cards, formulas, names
from shapan.games.starcraft.records import (
    ATTACKER,
    CARDS,
    DEFENDER,
    MAX_SKIRMISHES,
    PHASES,
    UNIT_KINDS,
    Battle,
)  # fmt: skip
from shapan.games.starcraft.state import StarCraft

_UNIT_LIST: Final = Many(names.UNIT, 12)


@dataclass(slots=True)
class PlanetView:
    """A planet as it lies."""

    planet: Annotated[int, names.PLANET]
    at: Annotated[list[int], Many(names.CELL, 2)]
    turn: Annotated[int, Count(3)]


@dataclass(slots=True)
class ZRouteView:
    """The two ends of a z-axis route."""

    major: Annotated[int, names.SLOT]
    minor: Annotated[int, names.SLOT]


@dataclass(slots=True)
class DeckView:
    """How many event cards of each stage are left."""

    I: Annotated[int, Count(25)]  # noqa: E741 - the stage
    II: Annotated[int, Count(25)]
    III: Annotated[int, Count(20)]


@dataclass(slots=True)
class TokenView:
    """An order token of a stack."""

    seat: Annotated[int, names.SEAT]
    order: Annotated[int, names.ORDER]


@dataclass(slots=True)
class OrderView:
    """The order that is carried out."""

    seat: Annotated[int, names.SEAT]
    order: Annotated[int, names.ORDER]
    planet: Annotated[int, names.PLANET]


@dataclass(slots=True)
class LineView:
    """One side of a skirmish."""

    front: Annotated[int, names.UNIT]
    support: Annotated[list[int], _UNIT_LIST]
    standard: Annotated[int, cards.CARD]
    reinforcement: Annotated[int, cards.CARD]
    face_up: Annotated[int, Flag()]


@dataclass(slots=True)
class SkirmishView:
    """A skirmish as it is written."""

    attacker: Annotated[LineView | None, Record(LineView)]
    defender: Annotated[LineView | None, Record(LineView)]
    resolved: Annotated[int, Flag()]


@dataclass(slots=True)
class BattleView:
    """13.4: the battle under way."""

    area: Annotated[int, names.AREA]
    attacker: Annotated[int, names.SEAT]
    defender: Annotated[int, names.SEAT]
    special: Annotated[int, Flag()]
    at: Annotated[int, Enum(PHASES)]
    skirmishes: Annotated[list[SkirmishView], Many(Record(SkirmishView), MAX_SKIRMISHES)]


# What stands there


def galaxy(state: StarCraft) -> list[PlanetView]:
    """Return the planets; the first one placed lies in the cell 0, 0."""
    return [
        PlanetView(planet, [x, state.cell_y[planet]], state.turns[planet])
        for planet, x in enumerate(state.cell_x)
        if x >= 0
    ]


def z_routes(state: StarCraft) -> list[ZRouteView | None]:
    """Return the z-axis routes, None for those that are not placed."""
    ends = state.z_ends
    return [
        ZRouteView(ends[2 * number], ends[2 * number + 1]) if ends[2 * number] >= 0 else None
        for number in range(names.Z_ROUTES)
    ]


def stacks(state: StarCraft) -> list[list[TokenView]]:
    """Return the order stacks by planet, the lowest token first; what is not known is null."""
    return [
        [TokenView(seat, order) for order, seat in zip(stack.cards, stack.marks[0], strict=True)]
        for stack in state.stacks
    ]


def order(state: StarCraft) -> OrderView | None:
    """Return the order that is carried out."""
    one = state.order
    return None if one is None else OrderView(one.seat, one.order, one.planet)


def line(battle: Battle, number: int) -> LineView:
    """Return a side of a skirmish."""
    at = number * UNIT_KINDS
    support = [unit for unit, many in enumerate(battle.supports[at : at + UNIT_KINDS]) for _ in range(many)]
    return LineView(
        battle.fronts[number], support, battle.standard[number].first, battle.reinforcement[number].first,
        battle.open[number],
    )  # fmt: skip


def is_paired(battle: Battle) -> bool:
    """SC-9.4: tell whether the skirmishes of a battle are there."""
    return battle.at >= CARDS or (battle.fronts[ATTACKER] >= 0 and battle.fronts[DEFENDER] >= 0)


def battle_view(state: StarCraft) -> BattleView | None:
    """Return the battle under way; dead and withdrawn units are gone from it."""
    battle = state.battle
    if battle is None:
        return None
    rows = [
        SkirmishView(line(battle, 2 * number + ATTACKER), line(battle, 2 * number + DEFENDER), battle.resolved[number])
        for number in range(battle.number if is_paired(battle) else 0)
    ]
    return BattleView(battle.area, battle.attacker, battle.defender, battle.special, battle.at, rows)


def cards_held(state: StarCraft, seat: int) -> list[int]:
    """Return the areas whose resource card a seat holds."""
    return [area for area, holder in enumerate(state.holders) if holder == seat]


def workers_on(state: StarCraft, seat: int) -> list[int]:
    """Return by card how many workers of a seat are on it."""
    held = [state.mined[area] if holder == seat else 0 for area, holder in enumerate(state.holders)]
    return [*held, *state.permanent[seat]]


def hand(state: StarCraft, seat: int) -> list[int] | None:
    """Return the cards of a hand, for its owner."""
    return state.hands[seat].cards if state.viewer in (ALL, seat) else None


def drawn(state: StarCraft, seat: int) -> list[int] | None:
    """SC-3.5: return the event cards that a seat has drawn, once it may have read them."""
    found = state.drawn[seat].cards
    return None if UNKNOWN in found else found


def faction_of(state: StarCraft, seat: int) -> bool:
    """Tell whether a seat has its faction already."""
    return state.factions[seat] >= 0


def target(state: StarCraft) -> int:
    """Return the points for a normal victory (SC-12.2): the least that a seat needs."""
    return min(formulas.target(state, seat) for seat in range(state.seats))


def unit_build_limit(state: StarCraft, seat: int) -> int:
    """Return how many units a plain Build order of a seat may build (SC-5.5)."""
    return formulas.build_limit(state, seat) if faction_of(state, seat) else 0


_ROUTES: Final = len(names.ROUTES)
_PAIRS: Final = len(names.PAIRS)
FIGURES: Final = (
    Figure("galaxy", Many(Record(PlanetView), len(names.PLANETS)), galaxy),
    Figure("routes", Many(names.ROUTE, names.NORMAL_ROUTES), lambda s: [n for n in range(_PAIRS) if s.links[n]]),
    Figure("z_routes", SparseTable(names.ROUTES[_PAIRS:], Record(ZRouteView), default=None), z_routes),
    Figure("depletion", SparseTable(names.AREAS, Enum(names.DEPLETIONS, "depletion")), "depletion"),
    Figure("event_deck", Record(DeckView), lambda s: DeckView(*s.events_left)),
    Figure("event_discard", cards.EVENT_PILE, "event_discard.cards"),
    Figure("end_cards", Count(3), "end_cards.size()"),
    Figure("stacks", SparseTable(names.PLANETS, Many(Record(TokenView), 24), default=[]), stacks),
    Figure("order", Record(OrderView), order),
    Figure("battle", Record(BattleView), battle_view),
    Figure("stage", names.STAGE, formulas.stage),
    Figure("target", names.POINTS, target),
    Figure("seats.*.units", SparseTable(names.AREAS, SparseTable(names.UNITS, Count(9))), "units[{i}]"),
    Figure("seats.*.bases", Many(names.AREA, 6), lambda s, i: [a for a, owner in enumerate(s.bases) if owner == i]),
    Figure(
        "seats.*.transports", Many(names.ROUTE, 7),
        lambda s, i: [route for route in range(_ROUTES) if s.carriers[route] >> i & 1],
    ),
    Figure("seats.*.cards", Many(names.AREA, 26), cards_held),
    Figure("seats.*.workers_on", SparseTable(names.SOURCES, Count(15)), workers_on),
    Figure("seats.*.buildings", SparseTable(names.BUILDINGS, names.LEVEL), "levels[{i}]"),
    Figure("seats.*.modules", SparseTable(names.MODULES, Count(5)), "modules[{i}]"),
    Figure(
        "seats.*.technologies", Many(cards.TECHNOLOGY, 13),
        lambda s, i: [tech for tech, bought in enumerate(s.technologies[i]) if bought],
    ),
    Figure("seats.*.hand", cards.HAND, hand),
    Figure("seats.*.discard", cards.PILE, "discards[{i}].cards"),
    Figure("seats.*.events", cards.EVENT_PILE, drawn),
    Figure("seats.*.kept", cards.EVENT_PILE, "kept[{i}].cards"),
    Figure("seats.*.revealed", Cards(names.ORDERS, 4, "order"), "revealed[{i}].cards"),
    Figure("seats.*.tiles", Cards(names.PLANETS, 2, "planet"), "tiles[{i}].cards"),
    Figure("seats.*.hand_count", Count(40), "hands[{i}].size()"),
    Figure("seats.*.deck_count", Count(40), "decks[{i}].size()"),
    Figure("seats.*.event_count", Count(70), "drawn[{i}].size()"),
    Figure("seats.*.controls", Many(names.AREA, len(names.AREAS)), formulas.controlled),
    Figure("seats.*.resource_total", Count(99), formulas.resource_total),
    Figure("seats.*.unit_build_limit", Count(9), unit_build_limit),
    Figure("placing_round", Count(2), "placing_round", sees=NOBODY),
)  # fmt: skip
