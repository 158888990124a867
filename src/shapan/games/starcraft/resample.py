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
    """SC-2.5, SC-9.6: tell whether the cards of a group can lie as they have been dealt."""
    for seat in state.living():
        if has_orders_of(state, seat, group) and execution.specials_placed(state, seat) > state.specials[seat]:
            return False
    battle = state.battle
    if battle is None:
        return True
    for line, zone in enumerate(battle.standard):
        if group in zone.groups and not battle.from_top[line] and not cards.STANDARD[zone.cards[0]]:
            return False
    return all(group not in zone.groups or not cards.STANDARD[zone.cards[0]] for zone in battle.reinforcement)


def has_orders_of(state: StarCraft, seat: int, group: int) -> bool:
    """Tell whether covered orders of a seat lie in the stacks that are dealt with a group."""
    return any(
        owner == seat and one == group
        for stack in state.stacks
        for owner, one in zip(stack.marks[0], stack.groups, strict=True)
    )
