"""How answers are drawn and under which heading they stand in a list."""
# Stays plain: draws for people

from __future__ import annotations

from typing import Final

from shapan.engine.actions import Family
from shapan.engine.phrases import say
from shapan.engine.scene import Phrase
from shapan.games.malifaux import actions as a
from shapan.games.malifaux import model_traits, names
from shapan.games.malifaux.board.offers import actor
from shapan.games.malifaux.state import Malifaux


def _of(*codes: int) -> list[Family]:
    return [a.ACTIONS.of(code) for code in codes]


_GENERAL: Final = (*_of(a.WALK, a.CHARGE, a.DISENGAGE, a.CONCENTRATE, a.ASSIST, a.DEMOLISH, a.SLAM), a.INTERACT)
COMPLETED: Final[frozenset[Family]] = frozenset((a.ACTIONS.of(a.CHARGE), a.ACT))
"""A charge is offered with its end, an action with its target (MFX-8.5, MFX-8.21)."""
VERBS: Final[dict[Family, str]] = {
    **dict.fromkeys((*_of(a.WALK, a.CHARGE, a.DISENGAGE), a.LEG, a.PUSH), "move"),
    **dict.fromkeys((a.DEPLOY, a.SPOT, a.HIRED, a.CHEAT), "place"),
    **dict.fromkeys((*_of(a.DEMOLISH, a.SLAM), a.STRIKE, a.PIECE), "attack"),
    **dict.fromkeys((a.CARD, a.COST, a.PAY, a.BY_CARD, a.REMOVED, *_of(a.PAY_STONE, a.SUFFER)), "pay"),
    a.TOKEN: "give",
}


def verb(view: Malifaux, code: int) -> str:
    """Return how an answer is drawn; to aim at somebody is an attack where the action is one (MFX-8.11)."""
    family = a.ACTIONS.of(code)
    if family is a.ACT:
        model = actor(view)
        action = model_traits.action(view, model, a.ACT.value(code)) if model >= 0 else None
        return "attack" if action is not None and action.is_attack else ""
    return VERBS.get(family, "")


def group(view: Malifaux, code: int) -> Phrase | None:
    """Return the heading of an answer: the kind of an action, the faction of a leader, the suit of a card."""
    family = a.ACTIONS.of(code)
    if family in _GENERAL:
        return say("group", "general")
    if family is a.ACT:
        model = actor(view)
        action = model_traits.action(view, model, a.ACT.value(code)) if model >= 0 else None
        return None if action is None else say("group", "bonus" if action.bonus else action.kind)
    if family is a.CARD:
        suit = names.SUIT_OF[a.CARD.value(code)]
        return say("suit", names.SUITS[suit]) if suit >= 0 else say("group", "jokers")
    if family is a.LEADER:
        return Phrase(a.LEADER.parameters[0][1].phrase(a.LEADER.value(code))["term"])
    if family is a.LIST_:
        return say("group", "lists")
    if family is a.SCHEME:
        return Phrase(a.SCHEME.parameters[0][1].phrase(a.SCHEME.value(code))["term"])
    return None
