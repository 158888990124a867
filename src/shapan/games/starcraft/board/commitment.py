"""Which answers can be taken back by what their giver sees: those after which he is asked on and nothing is drawn."""
# Stays plain: draws for people

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from shapan.engine.actions import DONE
from shapan.games.starcraft import actions, cards, formulas, names
from shapan.games.starcraft.rules import execution
from shapan.games.starcraft.state import StarCraft

_FREE: Final = {"build", "lift_off", "technology"}
"""Questions of which no answer draws, shows or lets others answer; but see Special Research."""
_LEADS_ON: Final = (*execution.BUILDS, *execution.MOBILIZES)
"""SC-5, SC-6: orders that begin with a question to the one whose they are."""


def binds(view: StarCraft, key: str, seat: int, picked: Sequence[int], code: int) -> bool:
    """Return whether an answer binds."""
    if code == DONE:
        return key not in _FREE and key != "move" and not picked
    if actions.destroys(code):
        return True
    if key == "move":
        return actions.MOVE.has(code) and _attacks(view, seat, actions.MOVE.value(code, 1))
    if key in ("place_planet", "place_base"):
        return not _places_on(view, seat, key)
    order = None if view.order is None else view.order.order
    if key == "pay":
        return order not in execution.BUILDS
    if key == "technology" and order == names.SPECIAL_RESEARCH:
        # SC-7.4: where no copy can be taken, an event card is drawn at once.
        return code == actions.PASS or cards.IN_PLAY[actions.BUY_TECHNOLOGY.value(code)]
    if key == "execute_or_event":
        return code != actions.EXECUTE or order not in _LEADS_ON
    return key not in _FREE and (key != "research_draw" or code != actions.PASS)


def _attacks(view: StarCraft, seat: int, area: int) -> bool:
    """SC-6.5, SC-6.6: return whether a unit that comes there starts a battle or destroys a base."""
    return formulas.enemy_units(view, seat, area) >= 0 or view.bases[area] not in (-1, seat)


def _places_on(view: StarCraft, seat: int, key: str) -> bool:
    """SC-1.7.2, SC-1.7.5: return whether a seat goes on: with its base, or with its second planet as the last one."""
    is_last = view.placing_round == 1 and view.next_in(seat) == view.first_player
    return is_last or (key == "place_planet" and not formulas.bases_of(view, seat))
