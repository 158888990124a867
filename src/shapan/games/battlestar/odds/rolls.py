"""What a roll comes to after its modifiers, and on how many faces of the die it does what is asked (BSG-6.1, C12)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from shapan.engine.effects import Effect
from shapan.engine.kinds import UNKNOWN
from shapan.games.battlestar import names, step_codes
from shapan.games.battlestar.cards import CRISIS_CARDS, DESTINATION_CARDS
from shapan.games.battlestar.effects import EFFECTS
from shapan.games.battlestar.records import Roll
from shapan.games.battlestar.rules import attacks
from shapan.games.battlestar.rules.attacks import NUKE_DESTROYS, NUKE_SWEEPS, needed, shot_bonus, structural_damage
from shapan.games.battlestar.rules.cylons import FLEET_HITS
from shapan.games.battlestar.rules.jump import UNHARMED
from shapan.games.battlestar.rules.maintenance import SCOUT_RETURNS
from shapan.games.battlestar.rules.quorum import ROLLS
from shapan.games.battlestar.state import Battlestar

_CARD_ROLL: Final = EFFECTS.number("roll")
_RUNGS: Final[dict[int, Sequence[int]]] = {
    step_codes.RAIDER_ON_VIPER: (attacks.VIPER_DAMAGED, attacks.VIPER_DESTROYED),
    step_codes.RAIDER_ON_GALACTICA: (attacks.RAIDER_HITS,),
    step_codes.FTL_ROLL: (UNHARMED,),
    step_codes.SCOUT_ROLL: (SCOUT_RETURNS,),
    step_codes.HUMAN_FLEET_ROLL: (FLEET_HITS,),
}


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
    return faces(NUKE_DESTROYS, structural_damage(view, view.basestars_in(area)[number]))


def result_of(roll: Roll, face: int) -> int:
    """Return the result of a face of the die, with all that changes the roll so far."""
    return max(1, min(names.DIE, face + roll.changed() - names.ZERO))


def rungs_of(view: Battlestar, roll: Roll) -> Sequence[int]:
    """Return the results from which on something else happens, rising (C12, 1.2)."""
    if roll.of == step_codes.NUKE_ATTACK:
        return (NUKE_DESTROYS, NUKE_SWEEPS) if view.raiders[roll.area] else (NUKE_DESTROYS,)
    if roll.unit >= 0:
        return (needed(roll.of, roll.unit),)
    if roll.of == step_codes.BASESTAR_ON_GALACTICA:
        return (view.rules.basestar_hits,)
    if roll.of == step_codes.DESTINATION_ROLL:
        return (DESTINATION_CARDS[view.kobol.cards[-1]].reach,)
    if roll.of in (step_codes.QUORUM_ROLL, step_codes.MUTINY_ROLL):
        least, most = ROLLS[names.QUORUM_CARDS[view.quorum_now.first]]
        return (most + 1 if most < names.DIE else least,)
    if roll.of == step_codes.CARD_ROLL:
        card = CRISIS_CARDS[view.crisis_now.first]
        cells = (card.on_pass, card.on_partial, card.on_fail, card.box_a, card.box_b)
        return sorted({most + 1 for cell in cells for most in _rolls_of(cell.effects)})
    return _RUNGS[roll.of]


def _rolls_of(effects: Sequence[Effect]) -> Iterator[int]:
    """Yield the greatest results with which conditions of a card hold that it rolls for."""
    for effect in effects:
        if effect.op == _CARD_ROLL:
            yield effect.args[0]
        yield from _rolls_of(effect.then)


def reaching(roll: Roll, least: int) -> int:
    """Return on how many faces a roll comes to at least so much."""
    return sum(result_of(roll, face) >= least for face in range(1, names.DIE + 1))
