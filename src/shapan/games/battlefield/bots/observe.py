"""What learning programs see: a row of numbers 0..1 from a seat's view, seats turned so that the observer is 0.

An allow-list: blocks of fixed places, each of names and of a function that fills its part of the row.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final, NamedTuple

from shapan.engine.kinds import UNKNOWN
from shapan.games.battlefield import formulas, names, pacts
from shapan.games.battlefield.records import (
    ABOARD,
    AT,
    C_NUMBER,
    C_SIDE,
    C_THIRD,
    C_TYPE,
    C_UNTIL,
    CAUSES,
    DURABILITY,
    EVASION,
    OPEN,
    OWNED,
    PAID,
    SPENT,
    STAY,
    USES,
)  # fmt: skip
from shapan.games.battlefield.state import STEPS, Battlefield

Fill = Callable[["Battlefield", int, int, list[float], int], None]
"""fill(view, seats, observer, row, at): write a block into a row of zeros from `at` on."""
_UNIT_CARDS: Final = tuple(names.CARDS[card] for card in names.UNITS)
_TAGS: Final = tuple(str(unit) for unit in range(names.MAX_UNITS))
_MAX_HAND: Final = 30
_MAX_LEFT: Final = 10


class Block(NamedTuple):
    """A part of the row: its names by number of seats, and what fills it."""

    names: Callable[[int], list[str]]
    fill: Fill


def _seats(prefix: str, seats: int) -> list[str]:
    return [f"{prefix}=+{turn}" for turn in range(seats)]


def _words(prefix: str, words: Sequence[str]) -> list[str]:
    return [f"{prefix}={word}" for word in words]


def _mark(row: list[float], at: int, value: int) -> None:
    """Write one of several; nothing is written for what nobody knows."""
    if value >= 0:
        row[at + value] = 1.0


def _share(number: int, most: int) -> float:
    return max(0.0, min(1.0, number / most))


# The table

_TABLE: Final = ("round", "attack_open", "territory_pile", "basic_pile")


def _table_names(seats: int) -> list[str]:
    titles = [name for title in (*names.TITLES, "active") for name in _seats(title, seats)]
    return [*_words("step", STEPS), *_TABLE, *titles, *_words("discard", names.CARDS), *_words("offered", names.CARDS)]


def _table(view: Battlefield, seats: int, observer: int, row: list[float], at: int) -> None:
    row[at + view.step] = 1.0
    at += len(STEPS)
    row[at : at + len(_TABLE)] = (
        _share(view.round, view.rules.max_rounds),
        float(view.attack_open),
        _share(view.pile_left + len(view.returned), len(names.TERRITORIES)),
        _share(view.basic_pile.size(), len(names.BASIC_PILE)),
    )
    at += len(_TABLE)
    for holder in (*view.titles, view.active):
        _mark(row, at, (holder - observer) % seats if holder >= 0 else UNKNOWN)
        at += seats
    for zone in (view.discard, view.offered):
        for card in zone.cards:
            if card >= 0:
                row[at + card] += 1.0 / names.COPIES[card]
        at += len(names.CARDS)


# Seats

_SEAT: Final = ("alive", "resources", "hand", "hand_unknown", "attacked", "trophies", *names.HARMS, *names.USES)
_ROW: Final = (*names.COMBAT_CARDS, "face_down")
_PLACES: Final = len(names.COMBAT_CARDS)


def _seat_names(seats: int) -> list[str]:
    one = [
        *_SEAT,
        *_words("faction", names.FACTIONS),
        *_words("card", names.CARDS),
        *_words("equipped", names.CARDS),
        *(f"row{place}={word}" for place in range(_PLACES) for word in _ROW),
        *(f"bound to +{turn}: {clause}" for turn in range(seats) for clause in names.CLAUSES),
    ]
    return [f"seat+{turn} {name}" for turn in range(seats) for name in one]


def _seat(view: Battlefield, seats: int, observer: int, row: list[float], at: int) -> None:
    for turn in range(seats):
        seat = (turn + observer) % seats
        hand, uses = view.hands[seat].cards, view.uses[seat]
        row[at : at + len(_SEAT)] = (
            float(view.is_in(seat)),
            _share(view.resources[seat], names.MAX_RESOURCES),
            _share(len(hand), _MAX_HAND),
            _share(hand.count(UNKNOWN), _MAX_HAND),
            float(view.attacked[seat]),
            _share(len(view.trophies[seat]), len(names.TERRITORIES)),
            *(float(by >= 0) for by in view.harmed_by[seat]),
            *(float(uses >> bit & 1) for bit in range(len(names.USES))),
        )
        at += len(_SEAT)
        _mark(row, at, view.factions[seat])
        at += len(names.FACTIONS)
        for cards in (hand, view.modifications[seat].cards):
            for card in cards:
                if card >= 0:
                    row[at + card] += 1.0 / names.COPIES[card]
            at += len(names.CARDS)
        for place, card in enumerate(view.rows[seat].cards):
            row[at + place * len(_ROW) + (card if card >= 0 else _PLACES)] = 1.0
        at += _PLACES * len(_ROW)
        for clause in view.treaties:
            if seat in pacts.bound(clause):
                other = (pacts.partner(clause, seat) - observer) % seats
                row[at + other * len(names.CLAUSES) + clause[C_TYPE]] = _left(view, clause[C_UNTIL])
        at += seats * len(names.CLAUSES)


def _left(view: Battlefield, until: int) -> float:
    """Return how long a clause holds: 1 until torn, else a share of the longest."""
    return 1.0 if until < 0 else _share(1 + until - view.round, _MAX_LEFT + 1)


# Land

_LAND: Final = ("durability", "maximum", "capital", "layer", "right", "slot", "column", "dealt", "on_map")


def _land_names(seats: int) -> list[str]:
    return [f"{land} {name}" for land in names.TERRITORIES for name in (*_LAND, *_seats("holder", seats))]


def _land(view: Battlefield, seats: int, observer: int, row: list[float], at: int) -> None:
    dealt = view.dealt_land[observer].cards
    for territory, holder in enumerate(view.holders):
        row[at + 7] = float(territory in dealt)
        if holder >= 0:
            row[at : at + 7] = (
                view.durability[territory] / names.MAX_DURABILITY,
                _share(formulas.maximum(view, territory), names.MAX_DURABILITY),
                float(view.has_token(territory)),
                view.layers[territory] / names.MAX_LAYERS,
                float(view.sides[territory]),
                view.slots[territory] / names.SLOTS,
                _share(view.columns[territory], max(1, view.ring)),
            )
            row[at + 8] = 1.0
            _mark(row, at + len(_LAND), (holder - observer) % seats)
        at += len(_LAND) + seats


# Units, by the numbers that answers name them by

_UNIT: Final = ("there", "open", "unknown", "durability", "aboard", "evading", "spent", "paid", *names.UNIT_USES)


def _unit_names(seats: int) -> list[str]:
    one = [
        *_UNIT,
        *_words("stay", names.STAYS),
        *_words("card", _UNIT_CARDS),
        *_words("at", names.TERRITORIES),
        *_seats("owner", seats),
    ]
    return [f"unit{tag} {name}" for tag in _TAGS for name in one]


def _units(view: Battlefield, seats: int, observer: int, row: list[float], start: int) -> None:
    step = len(_UNIT) + len(names.STAYS) + len(_UNIT_CARDS) + len(names.TERRITORIES) + seats
    for unit in view.tags():
        at, card, uses = start + unit * step, view.card(unit), view.of(unit, USES)
        row[at : at + len(_UNIT)] = (
            1.0,
            float(view.of(unit, OPEN)),
            float(card < 0),
            view.of(unit, DURABILITY) / names.UNIT_DURABILITY,
            float(view.of(unit, ABOARD) >= 0),
            float(view.of(unit, EVASION) >= 0),
            float(view.of(unit, SPENT)),
            _share(view.of(unit, PAID), names.PRICE.size - 1),
            *(float(uses >> bit & 1) for bit in range(len(names.UNIT_USES))),
        )
        at += len(_UNIT)
        _mark(row, at, view.of(unit, STAY))
        at += len(names.STAYS)
        _mark(row, at, card - names.UNITS[0] if card >= 0 else UNKNOWN)
        at += len(_UNIT_CARDS)
        _mark(row, at, view.of(unit, AT))
        _mark(row, at + len(names.TERRITORIES), (view.of(unit, OWNED) - observer) % seats)


# What is under way

_UNDER_WAY: Final = ("attacker", "target", "endangered", "for_sale", "put", "doomed")
_CLAUSE: Final = ("rounds", "number", "by_me")


def _way_names(seats: int) -> list[str]:
    clause = [*_words("type", names.CLAUSES), *_words("side", names.BOUND), *_CLAUSE, *_seats("third", seats)]
    return [
        *(f"{what}={tag}" for what in _UNDER_WAY for tag in _TAGS),
        *_words("ground", names.TERRITORIES),
        *_words("points", names.TERRITORIES),
        *_words("special", names.CARDS),
        *("fighting", "fourth", "revealed", "price", "card_given", "resource_given"),
        *_words("cause", CAUSES),
        *(name for what in ("opponent", "seller", "buyer", "named") for name in _seats(what, seats)),
        *_words("dealt", names.FACTIONS),
        *(f"clause{place} {name}" for place in range(names.MAX_CLAUSES) for name in clause),
    ]


def _under_way(view: Battlefield, seats: int, observer: int, row: list[float], at: int) -> None:
    attack, danger, deal, special = view.attack, view.danger, view.deal, view.special
    aimed = UNKNOWN if attack is None or attack.target >= names.MAX_UNITS else attack.target
    marked = (
        (UNKNOWN if attack is None else attack.attacker,),
        (aimed,),
        (UNKNOWN if danger is None else danger.unit,),
        (UNKNOWN if deal is None else deal.unit,),
        (view.putting,),
        tuple(view.doomed),
    )
    for units in marked:
        for unit in units:
            _mark(row, at, unit)
        at += names.MAX_UNITS
    _mark(row, at, attack.ground if attack is not None else special.ground if special is not None else UNKNOWN)
    at += len(names.TERRITORIES)
    for territory in (*(special.points if special is not None else ()), *view.fallen_land):
        row[at + territory] = min(1.0, row[at + territory] + 0.25)
    at += len(names.TERRITORIES)
    _mark(row, at, UNKNOWN if special is None else special.card)
    at += len(names.CARDS)
    row[at : at + 6] = (
        float(attack is not None and attack.fighting),
        float(attack is not None and attack.fourth),
        0.0 if attack is None else _share(attack.revealed, _PLACES),
        _share(deal.price if deal is not None else special.price if special is not None else 0, names.PRICE.size - 1),
        float(danger is not None and danger.card),
        float(danger is not None and danger.resource),
    )
    _mark(row, at + 6, UNKNOWN if danger is None else danger.cause)
    at += 6 + len(CAUSES)
    for seat in (
        UNKNOWN if danger is None else danger.opponent,
        UNKNOWN if deal is None else deal.seller,
        UNKNOWN if deal is None else deal.buyer,
        UNKNOWN if special is None else special.target,
    ):
        _mark(row, at, (seat - observer) % seats if seat >= 0 else UNKNOWN)
        at += seats
    for faction in view.dealt_factions[observer].cards:
        row[at + faction] = 1.0
    at += len(names.FACTIONS)
    for clause in view.proposal:
        _mark(row, at, clause[C_TYPE])
        _mark(row, at + len(names.CLAUSES), clause[C_SIDE])
        start = at + len(names.CLAUSES) + len(names.BOUND)
        row[start : start + 3] = (_left(view, clause[C_UNTIL]), clause[C_NUMBER] / 10, float(clause[0] == observer))
        _mark(row, start + 3, (clause[C_THIRD] - observer) % seats if clause[C_THIRD] >= 0 else UNKNOWN)
        at = start + 3 + seats


BLOCKS: Final = (
    Block(_table_names, _table),
    Block(_seat_names, _seat),
    Block(_land_names, _land),
    Block(_unit_names, _units),
    Block(_way_names, _under_way),
)
_WIDTHS: Final = {seats: [len(block.names(seats)) for block in BLOCKS] for seats in range(2, names.MAX_SEATS + 1)}


def observe(view: Battlefield, seats: int, seat: int) -> list[float]:
    """Return the row of a seat's view."""
    row, at = [0.0] * sum(_WIDTHS[seats]), 0
    for block, width in zip(BLOCKS, _WIDTHS[seats], strict=True):
        block.fill(view, seats, seat, row, at)
        at += width
    return row


def observation_names(seats: int) -> list[str]:
    """Return a name for each number of the row."""
    return [name for block in BLOCKS for name in block.names(seats)]
