"""Who engages whom (MFX-13.13), and how far melee reaches."""

from __future__ import annotations

from typing import Final

from shapan.games.malifaux import roster, select, static, value
from shapan.games.malifaux.cards.selector import Selector
from shapan.games.malifaux.context import Source
from shapan.games.malifaux.geometry import engagement
from shapan.games.malifaux.geometry.unit import INCH
from shapan.games.malifaux.state import Malifaux


def reach(state: Malifaux, model: int) -> int:
    """MFX-13.13: return the longest range of a model's melee actions in u, -1 without one."""
    inches = max(roster.reach_of(state.models.cards[model]), static.flag_number(state, model, "projectile_as_melee"))
    for one, upgrade in state.upgrades:
        actions = roster.UPGRADES[upgrade].actions if one == model else ()
        inches = max([inches, *(action.inches for action in actions if action.range_type == "melee")])
    return inches * INCH if inches >= 0 else engagement.NO_REACH


_AS_MELEE: Final = "flag projectile_as_melee"


def reaches(state: Malifaux) -> list[int]:
    """MFX-13.13: return the reach of each model in play, whatever that of others; nobody changes this list."""
    roll = state.roll()
    last = state.lasts() if state.lasting else None
    if not roll.is_reach_fixed or (last is not None and (last.of(_AS_MELEE) or last.of(static.LOSES))):
        return [reach(state, model) for model in range(len(roll.cards))]
    if not state.upgrades:
        return roll.reaches
    found = roll.reaches[:]
    for model, _ in state.upgrades:
        found[model] = reach(state, model)
    return found


def engages(state: Malifaux, model: int, enemy: int) -> bool:
    """MFX-13.13: tell whether a model engages an enemy."""
    return not state.are_friends(model, enemy) and model in engagers(state, enemy)


def engagers(state: Malifaux, model: int) -> list[int]:
    """MFX-13.13: return the enemies that engage a model; nobody changes this list."""
    return state.standing().engagers(model, reaches(state)) if state.is_up(model) else []


def is_engaged(state: Malifaux, model: int) -> bool:
    """MFX-13.13: tell whether a model is engaged."""
    return bool(engagers(state, model))


# What cards ask about it


def _engages(state: Malifaux, here: Source, one: str, other: str) -> bool:
    return _engage(state, value.who(state, here, one), value.who(state, here, other))


def _engage(state: Malifaux, one: int, other: int) -> bool:
    return one >= 0 and other >= 0 and engages(state, one, other)


def _is_selected(state: Malifaux, here: Source, model: int, s: Selector) -> bool:
    return (
        (s.engaged is None or s.engaged == is_engaged(state, model))
        and (not s.engaged_by or _engage(state, value.who(state, here, s.engaged_by), model))
        and (not s.engaging or _engage(state, model, value.who(state, here, s.engaging)))
    )


value.CALLS["engaged"] = value.of(is_engaged)
value.CALLS["engages"] = _engages
select.TESTS.append(_is_selected)
