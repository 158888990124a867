"""The cards as the rules read them: crises, destinations, characters, locations (C1, C3, C4, C7, C9)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

from shapan.engine.effects import Cell
from shapan.games.battlestar import names
from shapan.games.battlestar.effects import COLONIAL_ONE, DECIDER, EFFECTS, Picture, read_ships

_KINDS: Final = ("check", "way_out", "choice", "attack")
CHECK, WAY_OUT, CHOICE, ATTACK = range(len(_KINDS))

NONE: Final = -1
UNTIL_JUMP: Final = 0
UNTIL_LOSS: Final = 1
_STAYS: Final = {"fleet_jumps": UNTIL_JUMP, "ship_destroyed": UNTIL_LOSS}


@dataclass(slots=True, frozen=True)
class Crisis:
    """A crisis or Super Crisis. `types` is the mask of matching skill types; `partial_from` is -1 without partial box.

    A choice has `boxes`, A and B; a check with a way out has box B only, A being the check. An attack has icons to
    carry out, ships to place and a special rule.
    """

    id: str
    copies: int
    kind: int
    types: int
    difficulty: int
    partial_from: int
    on_pass: Cell
    on_partial: Cell
    on_fail: Cell
    chooser: int
    box_a: Cell
    box_b: Cell
    activate: tuple[int, ...]
    ships: Picture
    special: Cell
    stays: int
    icon: int
    jump: bool


def types_mask(text: str) -> int:
    """Return the mask of a list of skill types, such as `PO LE`."""
    return sum(1 << names.TYPES.index(word) for word in text.split())


def _cell(row: dict[str, Any], name: str, card: str = "") -> Cell:
    """Return the effects of a field of a card."""
    return EFFECTS.cell(row.get(name, ""), f"{card or row['id']}, {name}")


def _crisis(kind: int, row: dict[str, Any]) -> Crisis:
    return Crisis(
        id=row["id"],
        copies=row["n"],
        kind=kind,
        types=types_mask(row.get("types", "")),
        difficulty=row.get("difficulty", 0),
        partial_from=row.get("partial_from", NONE),
        on_pass=_cell(row, "pass"),
        on_partial=_cell(row, "partial"),
        on_fail=_cell(row, "fail"),
        chooser=DECIDER.number(row.get("chooser", "cur")),
        box_a=_cell(row, "a"),
        box_b=_cell(row, "b"),
        activate=tuple(names.ICONS.index(letter) for letter in row.get("activate", "")),
        ships=read_ships(row.get("place", "")),
        special=_cell(row, "special"),
        stays=_STAYS.get(row.get("stays", ""), NONE),
        icon=names.ICONS.index(row["icon"]) if "icon" in row else NONE,
        jump=row.get("jump", False),
    )


CRISIS_CARDS: Final = [_crisis(number, row) for number, part in enumerate(_KINDS) for row in names.CRISIS_ROWS[part]]
"""By kind of `names.CRISES`."""
SUPER_CARDS: Final = [
    _crisis(number, row) for number, part in enumerate(_KINDS) for row in names.SUPER_CRISIS_ROWS.get(part, ())
]

AMBUSH: Final = names.CRISES.index("ambush")
BUILD_CYLON_DETECTOR: Final = names.CRISES.index("build_cylon_detector")
CYLON_SWARM: Final = names.CRISES.index("cylon_swarm")
DETECTOR_SABOTAGE: Final = names.CRISES.index("detector_sabotage")
JAMMED_ASSAULT: Final = names.CRISES.index("jammed_assault")
LEGENDARY_DISCOVERY: Final = names.CRISES.index("legendary_discovery")
THIRTY_THREE: Final = names.CRISES.index("thirty_three")
BOMB_ON_COLONIAL_1: Final = 0


@dataclass(slots=True, frozen=True)
class Destination:
    """A destination. `risk` is what the Admiral may stake, `reach` the least roll that brings `gain`."""

    id: str
    copies: int
    distance: int
    effects: Cell
    risk: str
    reach: int
    gain: Cell
    loss: Cell


def _destination(name: str, row: dict[str, Any]) -> Destination:
    effects, gain, loss = (_cell(row, field, name) for field in ("effect", "gain", "loss"))
    return Destination(name, row["n"], row["distance"], effects, row.get("risk", ""), row.get("from", 0), gain, loss)


DESTINATION_CARDS: Final = [_destination(name, row) for name, row in names.DESTINATION_ROWS.items()]


@dataclass(slots=True, frozen=True)
class Character:
    """A character sheet: `skills` by type, `split` two types that share `split_cards` cards, start place or -1."""

    id: str
    type: str
    skills: tuple[int, ...]
    split: tuple[int, ...]
    split_cards: int
    start: str
    hand_limit: int
    pilot: bool
    admiral_rank: int
    president_rank: int

    @property
    def skill_set(self) -> int:
        """The mask of the types in the skill set."""
        fixed = sum(1 << type_ for type_, number in enumerate(self.skills) if number)
        return fixed | sum(1 << type_ for type_ in self.split)


def _character(name: str, row: dict[str, Any]) -> Character:
    skills = tuple(row["skills"].get(type_, 0) for type_ in names.TYPES)
    split = tuple(names.TYPES.index(word) for word in row.get("split", ()))
    return Character(**{"split_cards": 0, **row, "id": name, "skills": skills, "split": split})


CHARACTER_CARDS: Final = [_character(name, row) for name, row in names.CHARACTER_ROWS.items()]
CHARACTER_TYPES: Final = ("political", "military", "pilot", "support")


def _locations(field: str, value: str | bool) -> list[int]:
    """Return the locations with a value in a field of their rows."""
    return [place for place, row in enumerate(names.LOCATION_ROWS.values()) if row[field] == value]


GALACTICA: Final = _locations("ship", "galactica")
COLONIAL_ONE_PLACES: Final = _locations("ship", "colonial_one")
CYLON_PLACES: Final = _locations("ship", "cylon")
HAZARDOUS: Final = _locations("hazardous", True)
SAFE_GALACTICA: Final = [place for place in GALACTICA if place not in HAZARDOUS]


def places_of(place: int) -> Sequence[int]:
    """Return the locations that an effect means: one, or all of Colonial One."""
    return COLONIAL_ONE_PLACES if place == COLONIAL_ONE else (place,)


SKILL_COPIES: Final = [int(names.DECK_ROWS["skill"]["copies"][str(strength)]) for strength in range(1, 6)]
LOYALTY_COPIES: Final = list(names.DECK_ROWS["loyalty"].values())
QUORUM_COPIES: Final = list(names.DECK_ROWS["quorum"].values())
ACCEPT_PROPHECY: Final = names.QUORUM_CARDS.index("accept_prophecy")
ASSIGN_ARBITRATOR: Final = names.QUORUM_CARDS.index("assign_arbitrator")
ALONE_WITHOUT: Final = [
    names.QUORUM_CARDS.index(name)
    for name in ("encourage_mutiny", "release_cylon_mugshots", "assign_arbitrator", "arrest_order")
]
"""Quorum cards that are out of the game where all play together (section 11)."""
CIVILIAN_COPIES: Final = [row["n"] for row in names.DECK_ROWS["civilian"].values()]
CIVILIAN_LOSSES: Final = [_cell(row, "loss", name) for name, row in names.DECK_ROWS["civilian"].items()]


def deck_of(copies: list[int]) -> list[int]:
    """Return a deck with so many copies of each kind."""
    return [kind for kind, number in enumerate(copies) for _ in range(number)]
