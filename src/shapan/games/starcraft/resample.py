"""Section 6: worlds that a seat holds for possible: hidden orders, hands, decks and events are dealt anew.

Everybody knows that at most so many orders are special (SC-2.5), and that of cards laid in a battle from the hand the
one is a standard card and the other a reinforcement (SC-9.6).
"""

from __future__ import annotations

from shapan.engine.chance import Stream
from shapan.games.starcraft import cards
from shapan.games.starcraft.rules import execution
from shapan.games.starcraft.state import StarCraft


def deal_anew(state: StarCraft, seat: int, rng: Stream) -> None:
    """Deal all that a seat does not know, all deals that fit equally likely."""
    state.resample_zones(seat, rng, fits=fits)


def fits(state: StarCraft, group: int) -> bool:
    """SC-2.5, SC-9.6: tell whether cards can lie as they have been dealt."""
    for seat in state.living():
        if execution.specials_placed(state, seat) > state.specials[seat]:
            return False
    battle = state.battle
    if battle is None:
        return True
    for line, zone in enumerate(battle.standard):
        if zone.cards and not battle.from_top[line] and not cards.STANDARD[zone.cards[0]]:
            return False
    return all(not zone.cards or not cards.STANDARD[zone.cards[0]] for zone in battle.reinforcement)
