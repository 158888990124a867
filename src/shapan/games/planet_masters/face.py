"""What a face is to its owner: how it is called and drawn. From the view alone."""

from __future__ import annotations

from typing import Final

from shapan.engine.scene import Phrase
from shapan.games.planet_masters import names
from shapan.games.planet_masters.ruleset import ABILITIES
from shapan.games.planet_masters.state import PlanetMasters

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


def face_of(view: PlanetMasters, die: int) -> dict[str, str]:
    """Return the term of the face that a die shows now, as its board calls it; a die on no board shows none."""
    face = view.faces[die]
    if face < 0 and die >= names.FIRST_COLONY:
        return {"term": "label.empty"}
    if die >= names.FIRST_WEAPON:
        return {"term": f"face.{names.WEAPON_FACES[face]}"}
    owner = next((seat for seat in range(view.seats) if die in view.planets(seat)), -1)
    return {"term": face_label(view.races[owner] if owner >= 0 else -1, names.PLANET_FACES[face]).key}
