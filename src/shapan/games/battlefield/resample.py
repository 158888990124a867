"""Section 6: worlds that a seat holds for possible: hidden units are cards that their price and placing allow."""

from __future__ import annotations

from collections.abc import Sequence

from shapan.engine.chance import Stream
from shapan.engine.kinds import UNKNOWN
from shapan.games.battlefield import formulas, names, pacts
from shapan.games.battlefield.records import (
    AT,
    C_PROPOSER,
    C_TARGET,
    C_TYPE,
    OPEN,
    OWNED,
    PAID,
    STAY,
    TERMS,
    Treaty,
)  # fmt: skip
from shapan.games.battlefield.state import Battlefield


def deal_anew(state: Battlefield, seat: int, rng: Stream) -> None:
    """Section 6: deal all that a seat does not know; of hidden units what their price allows, all deals equally likely.

    First all cards are dealt anywhere. Then, among those that were shuffled together, hidden units get cards that fit,
    each drawn from all unknown ones alike, again until no card is taken twice; what is left goes to the other places.
    """
    forget_treaties(state, seat)
    state.resample_zones(seat, rng)
    units = state.units
    hidden = [place for place, mask in enumerate(units.masks) if not units.marks[OPEN][place] and not mask >> seat & 1]
    for group in sorted({units.groups[place] for place in hidden}):
        _deal(state, seat, group, [place for place in hidden if units.groups[place] == group], rng)
    if hidden:
        for zone in (state.basic_pile, *state.hands):
            zone.tidy()


def forget_treaties(state: Battlefield, seat: int) -> None:
    """BF-12.6: by an option nobody knows the treaties of others: there are none, but that guests stand by one.

    [ruling] Who comes to a foreign domain without being let in by its owner shows all that he has a clause for it. Of
    what others are asked to sign, all that is known is by whom and whom: it stands for that as a clause for both.
    """
    seen = pacts.known(state, seat, state.treaties)
    guests = {
        (state.of(unit, OWNED), state.holders[state.of(unit, AT)])
        for unit in state.tags()
        if state.of(unit, STAY) == names.GUEST
    }
    state.treaties[:] = [row for row in state.treaties if row in seen or _hosts(row) in guests]
    if state.proposal and not pacts.known(state, seat, state.proposal):
        proposer, target = state.proposal[0][C_PROPOSER], state.proposal[0][C_TARGET]
        state.proposal[:] = [(proposer, target, names.NON_AGGRESSION, names.BOTH, UNKNOWN, 0, UNKNOWN)]


def _hosts(row: Treaty) -> tuple[int, int]:
    """4.11: return who may stand with whom by a clause; nobody with nobody by one of another type."""
    if row[C_TYPE] != names.STATION:
        return UNKNOWN, UNKNOWN
    host = pacts.bound(row)[0]
    return pacts.partner(row, host), host


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
