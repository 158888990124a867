"""BF-3.3, BF-3.4: drawing and discarding cards of the basic pile, cards taken at random, paying."""

from __future__ import annotations

from shapan.games.battlefield import actions, events, names
from shapan.games.battlefield.state import Battlefield, Table


def draw(state: Battlefield, table: Table, seat: int, number: int) -> None:
    """BF-3.3: a seat draws cards; an empty pile is made anew of the discards; both empty, nothing is drawn."""
    for _ in range(number):
        if not state.basic_pile.cards:
            if not state.discard.cards:
                return
            reshuffle(state, table)
        card = table.deal(actions.BASIC_PILE, state.basic_pile, state.hands[seat])
        table.tell(events.DREW, seat, priv=1 << seat, secret=(card,))


def reshuffle(state: Battlefield, table: Table) -> None:
    """BF-3.3: the discards become the pile."""
    number = len(state.discard)
    state.move_all(state.discard, state.basic_pile)
    state.shuffle(state.basic_pile)
    table.tell(events.RESHUFFLED, number)


def discard(state: Battlefield, seat: int, card: int) -> None:
    """BF-6.7: a card of a hand goes to the discards."""
    hand = state.hands[seat]
    state.move(hand, hand.cards.index(card), state.discard)


def play(state: Battlefield, table: Table, seat: int, card: int) -> None:
    """BF-6.7: a seat plays a card of its hand, which lies open on the discards from then on.

    [ruling] It lies there before it takes effect, so that all see it at the questions that follow. A pile that runs out
    while it takes effect is made anew with it, where the spec would leave that one card out.
    """
    discard(state, seat, card)
    table.tell(events.PLAYED, seat, card)


def pay(state: Battlefield, seat: int, price: int) -> None:
    """BF-3.3: paid resource cards return to their pile at once."""
    state.resources[seat] -= price


def left_in_pile(state: Battlefield) -> int:
    """BF-3.3: how many resource cards the pile holds."""
    return names.MAX_RESOURCES - sum(state.resources)


def gain(state: Battlefield, seat: int, number: int) -> int:
    """BF-3.3: a seat takes resource cards, as many as are there; return how many."""
    number = max(0, min(number, left_in_pile(state)))
    state.resources[seat] += number
    return number


def give(state: Battlefield, seat: int, other: int, number: int) -> int:
    """Let a seat give resource cards to another, as many as it has; return how many."""
    number = min(number, state.resources[seat])
    state.resources[seat] -= number
    state.resources[other] += number
    return number


def steal(state: Battlefield, table: Table, thief: int, victim: int, event: int) -> None:
    """Section 6: a card taken from a hand at random, which both know and nobody else."""
    hand = state.hands[victim]
    card = table.draw_shown(actions.HAND_PICK, hand, 1 << thief)
    state.move(hand, hand.cards.index(card), state.hands[thief])
    table.tell(event, thief, victim, priv=1 << thief | 1 << victim, secret=(card,))
