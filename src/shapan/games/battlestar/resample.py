"""What a seat cannot know, dealt again (section 6): cards of hidden zones, with what all can follow about them.

A skill deck holds cards of its type; a hand at least those that were drawn openly and cannot have left it. Loyalty:
as many Cylon cards are in play as were dealt, of kinds that nobody has seen; the Sympathizer waits in the deck.
"""

from __future__ import annotations

from shapan.engine.chance import Stream
from shapan.engine.zone import Zone
from shapan.games.battlestar.names import CYLON_BRIG, CYLON_DAMAGE, SYMPATHIZER, TYPES, type_of
from shapan.games.battlestar.state import Battlestar


def resample(state: Battlestar, seat: int, rng: Stream) -> None:
    """Replace in place everything the seat cannot know."""
    state.resample_zones(seat, rng)
    deal_skills(state, seat, rng)
    deal_loyalty(state, seat, rng)


def unknown_places(zone: Zone, seat: int) -> list[int]:
    """Return the places whose card the seat does not know, in an order that does not depend on the cards."""
    slots = [(mask, place) for place, mask in enumerate(zone.masks) if not mask >> seat & 1]
    return [place for _, place in (slots if zone.ordered else sorted(slots, key=lambda slot: slot[0]))]


def deal_skills(state: Battlestar, seat: int, rng: Stream) -> None:
    """Deal the unknown skill cards again: decks by type, hands with what is sure in them, the rest freely."""
    zones = [*state.skill_decks, *state.hands, state.destiny, state.pile]
    first_hand = len(state.skill_decks)
    places = [unknown_places(zone, seat) for zone in zones]
    pools: list[list[int]] = [[] for _ in TYPES]
    for zone, slots in zip(zones, places, strict=True):
        for place in slots:
            pools[type_of(zone.cards[place])].append(zone.cards[place])
    for pool in pools:
        pool.sort()
        rng.shuffle(pool)
    dealt: list[list[int]] = [[] for _ in zones]
    for number, slots in enumerate(places):
        if number < first_hand:
            for _ in slots:
                dealt[number].append(pools[number].pop())
        elif number - first_hand < state.seats:
            hand, owner = zones[number], number - first_hand
            seen = [card for card, mask in zip(hand.cards, hand.masks, strict=True) if mask >> seat & 1]
            for type_ in range(len(TYPES)):
                known = sum(type_of(card) == type_ for card in seen)
                sure = state.sure[len(TYPES) * owner + type_] - known
                for _ in range(min(sure, len(slots) - len(dealt[number]))):
                    if pools[type_]:
                        dealt[number].append(pools[type_].pop())
    rest = sorted(card for pool in pools for card in pool)
    rng.shuffle(rest)
    for zone, slots, cards in zip(zones, places, dealt, strict=True):
        cards += [rest.pop() for _ in range(len(slots) - len(cards))]
        for place, card in zip(slots, cards, strict=True):
            zone.cards[place] = card
        zone.tidy()


def deal_loyalty(state: Battlestar, seat: int, rng: Stream) -> None:
    """Deal the unknown loyalty cards again, and give the unknown Cylon cards new kinds."""
    keep = sympathizer_places(state)
    slots = [(zone, place) for zone in (*state.loyalty, state.loyalty_deck) for place in unknown_places(zone, seat)]
    cards = sorted(zone.cards[place] for zone, place in slots)
    rng.shuffle(cards)
    for (zone, place), card in zip(slots, cards, strict=True):
        zone.cards[place] = card
    hidden = [(zone, place) for zone, place in slots if zone.cards[place] == SYMPATHIZER]
    for zone, place in hidden:
        if all(zone is not other for other in keep):
            choices = [(other, spot) for other, spot in slots if any(other is one for one in keep)]
            if choices:
                other, spot = choices[rng.number(len(choices))]
                zone.cards[place], other.cards[spot] = other.cards[spot], zone.cards[place]
    slots += [(state.loyalty_box, place) for place in unknown_places(state.loyalty_box, seat)]
    cylons = [(zone, place) for zone, place in slots if CYLON_BRIG <= zone.cards[place] <= CYLON_DAMAGE]
    kinds = sorted(zone.cards[place] for zone, place in cylons)
    rng.shuffle(kinds)
    for (zone, place), kind in zip(cylons, kinds, strict=True):
        zone.cards[place] = kind
    for zone in (*state.loyalty, state.loyalty_deck, state.loyalty_box):
        zone.tidy()


def sympathizer_places(state: Battlestar) -> list[Zone]:
    """Return where a Sympathizer nobody has seen can be: in the deck, later with a revealed Cylon who kept it."""
    if not state.sleeper_done:
        return [state.loyalty_deck]
    return [state.loyalty[seat] for seat in range(state.seats) if state.revealed[seat]]
