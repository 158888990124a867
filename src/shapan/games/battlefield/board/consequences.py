"""What some picks bring about, before the answer is given: what starts, limits, what stays behind (`Scene.follows`)."""
# Stays plain: draws for people

from __future__ import annotations

from collections.abc import Sequence

from shapan.engine.kinds import UNKNOWN
from shapan.engine.phrases import listed, say
from shapan.engine.scene import Line
from shapan.games.battlefield import actions
from shapan.games.battlefield.board.words import territory_of
from shapan.games.battlefield.records import AT
from shapan.games.battlefield.state import Battlefield

_LEAVING = (actions.MOVE, actions.RETREAT, actions.AIRDROP, actions.ASSASSINATION, actions.GOING)


def follows(view: Battlefield, seat: int, picked: Sequence[int]) -> list[Line]:
    """BF-1.4, BF-6: return how many territories are still to be laid, the capital, and which stay without a unit."""
    laid = sum(actions.LAY_LEFT.has(code) or actions.LAY_RIGHT.has(code) for code in picked)
    if laid:
        most = len(view.dealt_land[seat])
        placed = Line(say("follow", "laid"), say("follow", "of", number=laid, most=most))
        return [placed, *_capital(picked, laid == most)]
    units = {family.value(code): None for code in picked for family in _LEAVING if family.has(code)}
    left = [
        territory
        for territory in view.domain(seat)
        if (there := _standing(view, seat, territory)) and all(unit in units for unit in there)
    ]
    return [Line(say("follow", "bare"), listed([territory_of(one) for one in left]))] if left else []


def _standing(view: Battlefield, seat: int, territory: int) -> list[int]:
    """Return the units of a seat in a territory."""
    return [unit for unit in view.units_of(seat) if view.of(unit, AT) == territory != UNKNOWN]


def _capital(picked: Sequence[int], due: bool) -> list[Line]:
    """BF-1.4: return what is said of the capital: which it is, or that it is chosen next."""
    for code in picked:
        if actions.CAPITAL.has(code):
            return [Line(say("follow", "capital"), territory_of(actions.CAPITAL.value(code)))]
    return [Line(say("follow", "capital"), say("follow", "capital_due"))] if due else []
