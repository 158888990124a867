"""How answers are drawn and under which heading they stand in a list."""
# Stays plain: draws for people

from __future__ import annotations

from typing import Final

from shapan.engine.actions import Family
from shapan.engine.phrases import inner, say
from shapan.engine.scene import Phrase
from shapan.games.battlefield import actions as a
from shapan.games.battlefield.board.words import card_of
from shapan.games.battlefield.state import Battlefield

COMPLETED: Final[frozenset[Family]] = frozenset((a.FERVOR, a.DIVINE, a.FULL_RETREAT))
"""What is given up, where points fall, who goes where (4.4, BF-8.4, BF-6.7)."""
VERBS: Final[dict[Family, str]] = {
    **dict.fromkeys((a.LAY_LEFT, a.LAY_RIGHT, a.CAPITAL, a.LAY), "place"),
    **dict.fromkeys((a.PLACE, a.PLACE_CREWED, a.PUT, a.EQUIP, a.ROW), "place"),
    **dict.fromkeys((a.MOVE, a.RETREAT, a.GOING, a.EVADE, a.BOARD, a.DISMOUNT, a.CARRY, a.AIRDROP), "move"),
    **dict.fromkeys((a.ATTACK, a.HYDROGEN, a.NEUTRON, a.POINTS, a.EMP, a.INTRUSION, a.ASSASSINATION), "attack"),
    **dict.fromkeys((a.BLOCKADE, a.SABOTAGE, a.SABOTAGE_MODIFICATION), "attack"),
    **dict.fromkeys((a.DISCARD, a.GIVEN_UP, a.EXCHANGE, a.PAYING, a.OFFER, a.REPLACE), "pay"),
    **dict.fromkeys((a.SUPPORT, a.TRADE), "give"),
    **dict.fromkeys((a.SPY_HAND, a.SPY_UNIT, a.LOOK_UNIT, a.LOOK_HAND), "look"),
}
_HEADINGS: Final[dict[Family, str]] = {
    **dict.fromkeys((a.PLACE, a.PLACE_CREWED), "hand"),
    **dict.fromkeys((a.OPEN, a.HIDE, a.BOARD, a.DISMOUNT, a.EQUIP), "units"),
    **dict.fromkeys((a.MOVE, a.REFIT, a.RETREAT), "orders"),
    **dict.fromkeys((a.FULL_RETREAT, a.TACTICAL_EVASION, a.SPY_HAND, a.SPY_UNIT, a.BLOCKADE, a.RELOAD), "strategy"),
    **dict.fromkeys((a.SUPPORT, a.AIRDROP, a.SABOTAGE, a.BRIBE, a.EXCHANGE), "strategy"),
    **dict.fromkeys((a.TRADE, a.STRATEGIC_TREATY, a.TEAR_UP_TREATY), "treaties"),
    **dict.fromkeys((a.ATTACK_CARD, a.FERVOR), "attack"),
    **dict.fromkeys((a.HYDROGEN, a.NEUTRON, a.DIVINE, a.EMP, a.BIOCHEMICAL, a.INTRUSION, a.ASSASSINATION), "special"),
}


def group(view: Battlefield, code: int) -> Phrase | None:
    """Return the heading of an answer: of an attack who leads it, else of what kind it is."""
    family = a.ACTIONS.of(code)
    if family is a.ATTACK:
        return say("group", "attack_by", unit=inner(card_of(view.card(a.ATTACK.value(code)))))
    word = _HEADINGS.get(family)
    return None if word is None else say("group", word)
