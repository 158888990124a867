"""Section 6: worlds that a seat holds for possible: hidden orders, hands, decks and events are dealt anew.

Everybody knows that at most so many orders are special (SC-2.5), and that of cards laid in a battle from the hand the
one is a standard card and the other a reinforcement (SC-9.6).
"""

from __future__ import annotations

from shapan.engine.chance import Stream
from shapan.games.starcraft import cards
from shapan.games.starcraft.rules import planning
from shapan.games.starcraft.state import StarCraft


def deal_anew(state: StarCraft, seat: int, rng: Stream) -> None:
    """Deal all that a seat does not know, all deals that fit equally likely."""
    state.resample_zones(seat, rng, fits=fits)


def fits(state: StarCraft, group: int) -> bool:
    """SC-2.5, SC-9.6: tell whether the cards of a group can lie as they have been dealt."""
    for stack in state.stacks:
        for place, owner in enumerate(stack.marks[0]):
            if stack.groups[place] == group and planning.specials_placed(state, owner) > state.specials[owner]:
                return False
    battle = state.battle
    if battle is None:
        return True
    for line, zone in enumerate(battle.standard):
        mine = zone.cards and zone.groups[0] == group and not battle.from_top[line]
        if mine and not cards.STANDARD[zone.cards[0]]:
            return False
    for zone in battle.reinforcement:
        if zone.cards and zone.groups[0] == group and cards.STANDARD[zone.cards[0]]:
            return False
    return True
