"""Which answers can be taken back by what their giver sees: those after which he is asked on and nothing is shown."""
# Stays plain: draws for people

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from shapan.engine.actions import DONE
from shapan.games.battlefield import actions, formulas, names, pacts
from shapan.games.battlefield.rules import units
from shapan.games.battlefield.state import DEVELOPMENT, Battlefield

_QUIET: Final = (actions.BOARD, actions.DISMOUNT, actions.HIDE)
"""BF-4.2, BF-4.4: acts of a development phase that show nothing new."""
_OWN_POWER: Final = (actions.BY_MOBILE, actions.BY_SHUTTLE)


def binds(view: Battlefield, key: str, seat: int, picked: Sequence[int], code: int) -> bool:
    """Return whether an answer binds."""
    if key == "development":
        return _act_binds(view, seat, picked, code)
    if key == "battle":
        return code == actions.EXPAND
    return code != DONE or key not in ("declare", "fight", "open_council")


def _act_binds(view: Battlefield, seat: int, picked: Sequence[int], code: int) -> bool:
    """BF-3.5: return whether an act binds; the end of the phase does after the battle, when the turn ends."""
    if code == DONE:
        return not picked and view.step != DEVELOPMENT
    family = actions.ACTIONS.of(code)
    if family is actions.PLACE:
        return bool(actions.PLACE.value(code, 2)) or _tells(view, seat, actions.PLACE.value(code))
    if family is actions.MOVE:
        _, to, way = actions.MOVE.values(code)
        return way not in _OWN_POWER or units.stay_in(view, seat, to) == names.INTRUDER
    return family not in _QUIET


def _tells(view: Battlefield, seat: int, card: int) -> bool:
    """4.4, 4.11: return whether a unit that is placed hidden lets its owner draw, or is shown to a partner."""
    draws = formulas.fired(card, formulas.due(view, seat)) & (formulas.LAUNCH_FIELD | formulas.CHARISMA)
    return bool(draws) or bool(pacts.binding(view, seat, names.SHOW_HIDDEN))
