"""On how many faces of the die a roll does what is asked of it (BSG-6.1, C12), after its modifiers."""

from __future__ import annotations

from shapan.engine.kinds import UNKNOWN
from shapan.games.battlestar import names, step_codes
from shapan.games.battlestar.rules.attacks import needed, shot_bonus, structural_damage
from shapan.games.battlestar.state import Battlestar


def faces(least: int, bonus: int = 0) -> int:
    """Return on how many faces a roll comes to at least so much, 2 or more, when a bonus is added."""
    return max(0, min(names.DIE, names.DIE + 1 - least + bonus))


def shot(view: Battlestar, area: int, unit: int, number: int, *, galactica: bool, manned: bool = True) -> int:
    """C12: return on how many faces a shot of a viper, or of Galactica, hits a Cylon ship of an area."""
    of = step_codes.GALACTICA_ATTACK if galactica else step_codes.VIPER_ATTACK
    place = view.basestars_in(area)[number] if unit == names.BASESTAR else UNKNOWN
    return faces(needed(of, unit), shot_bonus(view, place, unmanned=not manned))


def nuke(view: Battlestar, area: int, number: int) -> int:
    """C12: return on how many faces a nuke destroys a basestar of an area; on the others it damages it twice."""
    return faces(3, structural_damage(view, view.basestars_in(area)[number]))
