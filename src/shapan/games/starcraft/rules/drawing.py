"""SC-7.5, SC-1.6, SC-3.5: combat cards and event cards are drawn; decks that run out."""

from __future__ import annotations

from shapan.engine.kinds import UNKNOWN
from shapan.engine.table import Table
from shapan.engine.zone import Zone
from shapan.games.starcraft import actions, cards, events, formulas, names
from shapan.games.starcraft.state import StarCraft

# Combat cards


def draw_combat(state: StarCraft, table: Table[StarCraft], seat: int, number: int) -> None:
    """SC-7.5: draw combat cards into the hand; drawing stops where no card is left at all."""
    for _ in range(number):
        card = draw_to(state, table, seat, state.hands[seat])
        if card < 0:
            return
        table.tell(events.COMBAT_DRAWN, seat, priv=1 << seat, secret=(card,))


def draw_to(state: StarCraft, table: Table[StarCraft], seat: int, target: Zone) -> int:
    """SC-7.5: move the top card of a combat deck to a zone and return it; -1 where there is none.

    With the last card the discards make a new deck, before anybody draws on.
    """
    deck = state.decks[seat]
    if not deck.cards:
        refill(state, table, seat)
    if not deck.cards:
        return UNKNOWN
    card = table.deal(actions.COMBAT + seat, deck, target)
    if not deck.cards:
        refill(state, table, seat)
    return card


def refill(state: StarCraft, table: Table[StarCraft], seat: int) -> None:
    """SC-7.5: shuffle the discards into a new deck."""
    discards, deck = state.discards[seat], state.decks[seat]
    number = len(discards)
    if number:
        state.move_all(discards, deck)
        state.shuffle(deck)
        table.tell(events.RESHUFFLED, seat, number)


def discard_at(state: StarCraft, seat: int, zone: Zone) -> None:
    """SC-9.7.8: put all cards of a zone onto a seat's discards."""
    state.move_all(zone, state.discards[seat])


# Event cards


def draw_event(state: StarCraft, table: Table[StarCraft], seat: int, event: int) -> None:
    """SC-3.5: draw the uppermost event card, unread; an empty deck gives nothing."""
    recycle(state)
    stage = formulas.stage(state)
    if not state.events_left[stage]:
        table.tell(events.NO_EVENTS_LEFT, seat)
        return
    state.events_left[stage] -= 1
    table.deal(actions.EVENT_STREAM, state.event_heaps[stage], state.drawn[seat])
    table.tell(event, seat, stage)
    recycle(state)


def recycle(state: StarCraft) -> None:
    """SC-13: in a galactic conquest the discarded events of stage III become a new deck when it runs out."""
    if any(state.events_left) or not state.rules.galactic_conquest:
        return
    heap, discard = state.event_heaps[names.STAGE_III], state.event_discard
    state.move_all(heap, state.events_out)
    for place in range(len(discard) - 1, -1, -1):
        if cards.STAGE_OF[discard.cards[place]] == names.STAGE_III:
            state.move(discard, place, heap)
    state.shuffle(heap)
    state.events_left[names.STAGE_III] = len(heap)
