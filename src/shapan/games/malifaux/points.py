"""How points of the table are called that may be answered: by the way there, whom it touches, the ground (MFX-13.18).

Told to who has no pointer, and by bots: in the words of the log, so that what was chosen is met again there.
"""
# Stays plain: draws for people

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from shapan.engine.kinds import UNKNOWN
from shapan.engine.phrase import Phrase
from shapan.games.malifaux import actions, names, roster, whereabouts
from shapan.games.malifaux.geometry.disc import touches
from shapan.games.malifaux.geometry.unit import length
from shapan.games.malifaux.state import Malifaux
from shapan.games.malifaux.words import MatchWords, inches, said_of

_TENTH: Final = 100


def label(state: Malifaux, code: int, picked: Sequence[int] = ()) -> Phrase | None:
    """Return the button text of an action that names a point (`called`); None for another one."""
    family = next((one for one in (actions.LEG, actions.SPOT, actions.PUSH) if one.has(code)), None)
    if family is None:
        return None
    x, y = family.values(code)
    return called(state, family.name, x, y, picked)


def called(state: Malifaux, name: str, x: int, y: int, picked: Sequence[int] = ()) -> Phrase:
    """Return the button text of a point: where it leads from the end of what is picked, or from where the mover stands.

    What is put down where nobody is near is called by its place in inches.
    """
    moved, r = mover(state, picked)
    verb, rows = _verb(state, name, picked), state.models
    goes = verb != actions.SPOT.name and moved != UNKNOWN and state.is_up(moved)
    if goes:
        legs = actions.LEG.values(picked[-1]) if picked and actions.LEG.has(picked[-1]) else ()
        ax, ay = legs or (rows.xs[moved], rows.ys[moved])
        way = whereabouts.way_to(state, moved, ax, ay, x, y, length(ax, ay, x, y))
    else:
        way = whereabouts.place(state, x, y, max(0, r), moved)
    said = MatchWords(state)
    place = _contact(said, way, touched(state, moved, r, x, y), goes)
    if place is None and whereabouts.unpacked(way)[0] == whereabouts.ALONE:
        return Phrase(f"action.{name}", {"x": inches(x), "y": inches(y)})
    place = place or said.phrase(names.WAY, way)
    return Phrase(f"action.{verb}_to", {"place": _on(state, said, place, x, y, max(0, r))})


def _verb(state: Malifaux, name: str, picked: Sequence[int]) -> str:
    """MFX-8.21, 13.9: return what is done: a straight way without an effect is a Charge, a walk to a spot flies."""
    if name == actions.PUSH.name and (state.choice is None or actions.CHARGE in picked):
        return "charge"
    flies = name == actions.SPOT.name and not {actions.WALK, actions.CHARGE}.isdisjoint(picked)
    return "fly" if flies else name


def _contact(said: MatchWords, way: int, near: int, goes: bool) -> dict[str, Any] | None:
    """MFX-13.28: return a way or place with the model that is touched there; None where none is."""
    if near == UNKNOWN:
        return None
    if goes:
        return said_of("contact", model=said.model(near), far=inches(whereabouts.unpacked(way)[2] * _TENTH))
    return said_of("in_contact", model=said.model(near))


def _on(state: Malifaux, said: MatchWords, place: Any, x: int, y: int, r: int) -> Any:
    """MFX-13.4, 13.26: return a way or place with the terrain that a base is in there, or in whose shadow it is.

    A piece whose name is a number is a marker with traits.
    """
    ground = state.field().ground
    inside, shaded = ground.marks(x, y, r)
    for key, mask in (("inside", inside), ("shaded", shaded)):
        for index, piece in enumerate(ground.pieces):
            if mask >> index & 1:
                lies = said.marker(int(piece.name)) if piece.name.isdecimal() else {"term": f"terrain.{piece.name}"}
                return said_of(key, place=place, terrain=lies)
    return place


def mover(state: Malifaux, picked: Sequence[int] = ()) -> tuple[int, int]:
    """Return the model that an open question moves or that acts, and the radius of what it puts down; -1 for none."""
    if picked and actions.DEPLOY.has(picked[0]):
        model = actions.DEPLOY.value(picked[0])
        return model, roster.RADIUS[state.models.cards[model]]
    choice, now = state.choice, state.activation
    if choice is not None and (choice.model != UNKNOWN or choice.radius):
        model = choice.model if not choice.radius else choice.about
        r = choice.radius or (state.models.radii[model] if model >= 0 else 0)
        return (model, r) if r else (UNKNOWN, UNKNOWN)
    return (UNKNOWN, UNKNOWN) if now is None else (now.model, state.models.radii[now.model])


def touched(state: Malifaux, moved: int, r: int, x: int, y: int) -> int:
    """MFX-13.28: return the first model that what is moved or put down would touch at a place, -1 for none."""
    rows = state.models
    for one in state.up() if r >= 0 else ():
        if one != moved and touches(x, y, r, rows.xs[one], rows.ys[one], rows.radii[one]):
            return one
    return UNKNOWN
