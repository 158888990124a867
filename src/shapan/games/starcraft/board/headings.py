"""How answers are drawn and under which heading they stand in a list."""
# Stays plain: draws for people

from __future__ import annotations

from typing import Final

from shapan.engine.actions import Family
from shapan.engine.phrases import inner, say
from shapan.engine.scene import Phrase
from shapan.games.starcraft import actions as a
from shapan.games.starcraft import names
from shapan.games.starcraft.board.words import area_of, planet_of

COMPLETED: Final[frozenset[Family]] = frozenset((a.PLACE_PLANET, a.BUILD_UNIT))
"""A planet is offered with its routes, a unit with those that it takes the place of (SC-1.7.3, SC-5.6)."""
VERBS: Final[dict[Family, str]] = {
    **dict.fromkeys((a.PLACE_PLANET, a.PLACE_BASE, a.PLACE_Z, a.START_UNIT, a.START_TRANSPORT, a.PLACE_ORDER), "place"),
    **dict.fromkeys((*a.PURCHASES, a.PLACE, a.REINFORCE, a.PLACE_TOP, a.SUPPORT, a.P_PLACE), "place"),
    **dict.fromkeys((a.LIFT_OFF, a.MOVE, a.RECALL, a.WITHDRAW, a.RETREAT), "move"),
    **dict.fromkeys((a.PAIR, a.P_TARGET), "attack"),
    **dict.fromkeys((*a.DESTROY, a.PAY, a.FROM, a.LOSE, a.LOSE_AT, a.EXCESS, a.DISCARD), "pay"),
    **dict.fromkeys((a.USE_ON_UNIT, a.USE_ON_WORKER), "pay"),
}
_HEADINGS: Final[dict[Family, str]] = {
    a.BUILD_UNIT: "units",
    a.BUILD_BUILDING: "buildings",
    a.BUILD_MODULE: "modules",
    **dict.fromkeys((a.BUILD_WORKER, a.BUILD_TRANSPORT, a.BUILD_BASE), "others"),
    **dict.fromkeys(a.DESTROY, "destroy"),
    a.REVEAL: "orders",
    **dict.fromkeys((a.ACTIONS.of(code) for code in (a.EXECUTE, a.TAKE_EVENT, a.DRAW_EVENT, a.END_TURN)), "turn"),
    a.PLACE_TOP: "deck",
}


def group(code: int) -> Phrase | None:
    """Return the heading of an answer: from where, onto what, else of what kind it is."""
    family = a.ACTIONS.of(code)
    if family is a.MOVE:
        return say("group", "from", area=inner(area_of(a.MOVE.value(code, 2))))
    if family is a.START_UNIT:
        return say("group", "in", area=inner(area_of(a.START_UNIT.value(code))))
    if family is a.START_TRANSPORT:
        return say("group", "transport")
    if family is a.PLACE_PLANET:
        return planet_of(a.PLACE_PLANET.value(code))
    if family is a.PLACE_Z:
        return planet_of(a.PLACE_Z.value(code) // len(names.SIDES))
    if family is a.PLACE or family is a.REINFORCE:
        return say("board", "skirmish", number=family.value(code) + 1)
    word = _HEADINGS.get(family)
    return None if word is None else say("group", word)
