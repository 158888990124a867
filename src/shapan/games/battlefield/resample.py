"""Section 6: worlds that a seat holds for possible: hidden units are cards that their price and placing allow."""

from __future__ import annotations

from collections.abc import Sequence

from shapan.engine.chance import Stream
from shapan.games.battlefield import formulas
from shapan.games.battlefield.records import OPEN, PAID, TERMS
from shapan.games.battlefield.state import Battlefield


def deal_anew(state: Battlefield, seat: int, rng: Stream) -> None:
    """Section 6: deal all that a seat does not know; of hidden units what their price allows, all deals equally likely.

    First all cards are dealt anywhere. Then, among those that were shuffled together, hidden units get cards that fit,
    each drawn from all unknown ones alike, again until no card is taken twice; what is left goes to the other places.
    """
    state.resample_zones(seat, rng)
    units = state.units
    hidden = [place for place, mask in enumerate(units.masks) if not units.marks[OPEN][place] and not mask >> seat & 1]
    for group in sorted({units.groups[place] for place in hidden}):
        _deal(state, seat, group, [place for place in hidden if units.groups[place] == group], rng)
    if hidden:
        for zone in (state.basic_pile, *state.hands):
            zone.tidy()


def _deal(state: Battlefield, seat: int, group: int, hidden: Sequence[int], rng: Stream) -> None:
    """Deal the cards of a group to hidden units that they fit, and the others to the other places a seat cannot see."""
    units = state.units
    spots = [
        (zone, place)
        for zone in (state.basic_pile, *state.hands, units)
        for place, mask in enumerate(zone.masks)
        if not mask >> seat & 1 and zone.groups[place] == group and (zone is not units or place in hidden)
    ]
    fitting = [
        [
            at
            for at, (zone, place) in enumerate(spots)
            if formulas.could_be(zone.cards[place], units.marks[PAID][one], units.marks[TERMS][one])
        ]
        for one in hidden
    ]
    while True:
        chosen = [rng.choice(places) for places in fitting]
        if len(set(chosen)) == len(chosen):
            break
    cards = [zone.cards[place] for zone, place in spots]
    rest = [card for at, card in enumerate(cards) if at not in chosen]
    given = {one: cards[at] for one, at in zip(hidden, chosen, strict=True)}
    rng.shuffle(rest)
    for zone, place in spots:
        zone.cards[place] = given[place] if zone is units else rest.pop()
