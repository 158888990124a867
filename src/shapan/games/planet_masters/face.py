"""What a face is to its owner: how it is called and drawn, and whether it counts for victory. From the view alone."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from shapan.engine.scene import Phrase
from shapan.games.planet_masters import names
from shapan.games.planet_masters.ruleset import ABILITIES
from shapan.games.planet_masters.view import Board, View

RACE_GLYPHS: Final = tuple(f"r-{race}" for race in names.RACES)


def glyph(race: int, word: str) -> str:
    """Return the symbol of a face on the board of a race."""
    if word == "race" and race >= 0:
        return RACE_GLYPHS[race]
    return "f-defense" if word == "defense_system" else f"f-{word}"


def face_label(race: int, word: str) -> Phrase:
    """Return the name of a face; the race face is called by the ability."""
    if word == "race" and race >= 0:
        return Phrase(f"ability.{ABILITIES[race]}")
    return Phrase(f"face.{word}")


def wins(view: View, board: Board, face: int) -> bool:
    """Tell whether a face on the board counts for victory (PM-7.6)."""
    if face == names.RACE:
        return board.race >= 0 and view.rules.numbers.race_win_face[board.race] == 1
    return face in (names.RESOURCE, names.INFLUENCE)


def planets_of(view: View, seat: int) -> list[tuple[int, int]]:
    """Return the planet dice of a seat with their faces, the home die first; numbers of `actions.DICE`."""
    board = view.seats[seat]
    return [(seat, board.home), *((colony.id + names.FIRST_COLONY, colony.face) for colony in board.colonies)]


def is_complete(view: View, seat: int, kept: Sequence[tuple[int, int]], rolled: int = 0) -> bool:
    """PM-6.1: whether these planet dice, with those rolled on win faces, are enough and all count for victory."""
    board = view.seats[seat]
    return len(kept) + rolled >= view.win_planets and all(wins(view, board, face) for _, face in kept)


def weapon_face(view: View, die: int) -> int:
    """Return the face that a weapon die on a board shows."""
    return next(weapon.face for board in view.seats for weapon in board.fleet if weapon.id == die - names.FIRST_WEAPON)


def face_of(view: View, die: int) -> dict[str, str]:
    """Return the term of the face that a die shows now; a die on no board shows none."""
    if die < names.FIRST_COLONY:
        return {"term": f"face.{names.PLANET_FACES[view.seats[die].home]}"}
    for board in view.seats:
        for colony in board.colonies:
            if colony.id == die - names.FIRST_COLONY:
                return {"term": f"face.{names.PLANET_FACES[colony.face]}"}
        for weapon in board.fleet:
            if weapon.id == die - names.FIRST_WEAPON:
                return {"term": f"face.{names.WEAPON_FACES[weapon.face]}"}
    return {"term": "label.empty"}
