"""What a seat cannot know, dealt again (section 6): cards of hidden zones, with what all can follow about them.

A skill deck holds cards of its type; a hand as many of a type as open draws tell, neither fewer nor more; a card of a
check is of a type that its owner can have had. Loyalty: as many Cylon cards are in play as were dealt, of kinds that
nobody has seen; the Sympathizer waits in the deck.
"""

from __future__ import annotations

from dataclasses import dataclass

from shapan.engine.chance import Stream
from shapan.engine.zone import Zone
from shapan.games.battlestar import names
from shapan.games.battlestar.state import SKILL_GROUP, Battlestar

KINDS = range(len(names.TYPES))


def resample(state: Battlestar, seat: int, rng: Stream) -> None:
    """Replace in place everything the seat cannot know."""
    state.resample_zones(seat, rng, SKILL_GROUP)
    deal_skills(state, seat, rng)
    deal_loyalty(state, seat, rng)


def unknown_places(zone: Zone, seat: int) -> list[int]:
    """Return the places whose card the seat does not know, in an order that does not depend on the cards."""
    masks = zone.masks
    if not masks:
        return []
    if masks.count(masks[0]) == len(masks):
        return [] if masks[0] >> seat & 1 else list(range(len(masks)))
    slots = [(mask, place) for place, mask in enumerate(zone.masks) if not mask >> seat & 1]
    return [place for _, place in (slots if zone.ordered else sorted(slots, key=lambda slot: slot[0]))]


# Skill cards


@dataclass(slots=True)
class Row:
    """Hidden cards of one zone, or one card of a check: how many, how many of each type, how many more can be."""

    zone: Zone
    places: list[int]
    least: list[int]
    taken: list[int]
    room: list[int]


def deal_skills(state: Battlestar, seat: int, rng: Stream) -> None:
    """Deal the unknown skill cards again: decks by type, then what hands surely hold, then the rest where it can be."""
    pools: list[list[int]] = [[] for _ in KINDS]
    slots = []
    pile = Zone() if state.check is None else state.check.pile
    for zone in (*state.skill_decks, *state.hands, state.destiny, pile):
        places = unknown_places(zone, seat)
        slots.append(places)
        for place in places:
            pools[names.type_of(zone.cards[place])].append(zone.cards[place])
    for pool in pools:
        pool.sort()
        rng.shuffle(pool)
    for deck, places, pool in zip(state.skill_decks, slots, pools, strict=False):
        for place in places:
            deck.cards[place] = pool.pop()
        deck.tidy()
    rows = rows_of(state, slots[len(names.TYPES) :])
    left = [len(pool) for pool in pools]
    for row in rows:
        for type_ in KINDS:
            left[type_] -= row.taken[type_]
    if min(left) < 0:  # never, if what is known is true
        raise RuntimeError("more skill cards of a type are known than there are")
    spread(rows, left, rng)
    for row in rows:
        cards = [pools[type_].pop() for type_ in KINDS for _ in range(row.taken[type_])]
        rng.shuffle(cards)
        for place, card in zip(row.places, cards, strict=True):
            row.zone.cards[place] = card
        row.zone.tidy()


def rows_of(state: Battlestar, slots: list[list[int]]) -> list[Row]:
    """Return the rows to be dealt, each with what surely lies there: hands, the cards of a check, the Destiny deck."""
    rows = []
    for owner, (zone, places) in enumerate(zip((*state.hands, state.destiny), slots, strict=False)):
        if not places:
            continue
        first = len(names.TYPES) * owner
        sure = state.sure[first : first + len(names.TYPES)] if owner < state.seats else [0] * len(names.TYPES)
        likely = state.likely[first : first + len(names.TYPES)]
        if len(places) < len(zone):
            hidden = set(places)
            for place, card in enumerate(zone.cards):
                if place not in hidden:
                    sure[names.type_of(card)] -= 1
                    likely[names.type_of(card)] -= 1
        most, size = sum(likely), len(places)
        taken = [max(0, sure[type_], size - most + likely[type_]) for type_ in KINDS]
        spare = size - sum(taken)
        rows.append(Row(zone, places, taken[:], taken, [min(spare, likely[type_] - taken[type_]) for type_ in KINDS]))
    for place in slots[-1]:
        check = state.running()
        room = [check.pile_types[place] >> type_ & 1 for type_ in KINDS]
        rows.append(Row(check.pile, [place], [0] * len(names.TYPES), [0] * len(names.TYPES), room))
    return rows


def spread(rows: list[Row], left: list[int], rng: Stream) -> None:
    """Deal types to what is still free of the rows, each card as likely as another, within the room of each row."""
    for row in rows:
        for _ in range(len(row.places) - sum(row.taken)):
            total = sum(left[type_] for type_ in KINDS if row.room[type_] > 0)
            if total:
                number = rng.number(total)
                for type_ in KINDS:
                    if row.room[type_] > 0:
                        number -= left[type_]
                        if number < 0:
                            break
            else:
                type_ = make_room(rows, row, left)
            row.taken[type_] += 1
            row.room[type_] -= 1
            left[type_] -= 1


def make_room(rows: list[Row], row: Row, left: list[int]) -> int:
    """Let rows before give up a card that this one can take, and take others for it; return the card's type."""
    came: dict[int, tuple[int, Row]] = {}
    reached = [type_ for type_ in KINDS if row.room[type_] > 0]
    for type_ in reached:
        if left[type_] > 0:
            return exchanged(came, type_, left)
        for other in rows:
            if other is not row and other.taken[type_] > other.least[type_]:
                for new in KINDS:
                    if other.room[new] > 0 and new not in reached:
                        reached.append(new)
                        came[new] = type_, other
    raise RuntimeError("skill cards of no type fit where hidden cards lie")


def exchanged(came: dict[int, tuple[int, Row]], type_: int, left: list[int]) -> int:
    """Carry exchanges out, from a type of which cards are left back to one that was wanted, and return that one."""
    while type_ in came:
        wanted, giver = came[type_]
        for kind, number in ((wanted, -1), (type_, 1)):
            giver.taken[kind] += number
            giver.room[kind] -= number
            left[kind] -= number
        type_ = wanted
    return type_


# Loyalty cards


def deal_loyalty(state: Battlestar, seat: int, rng: Stream) -> None:
    """Deal the unknown loyalty cards again, and give the unknown Cylon cards new kinds."""
    keep = sympathizer_places(state)
    slots = [(zone, place) for zone in (*state.loyalty, state.loyalty_deck) for place in unknown_places(zone, seat)]
    cards = sorted(zone.cards[place] for zone, place in slots)
    rng.shuffle(cards)
    for (zone, place), card in zip(slots, cards, strict=True):
        zone.cards[place] = card
    hidden = [(zone, place) for zone, place in slots if zone.cards[place] == names.SYMPATHIZER]
    for zone, place in hidden:
        if all(zone is not other for other in keep):
            choices = [(other, spot) for other, spot in slots if any(other is one for one in keep)]
            if choices:
                other, spot = choices[rng.number(len(choices))]
                zone.cards[place], other.cards[spot] = other.cards[spot], zone.cards[place]
    slots += [(state.loyalty_box, place) for place in unknown_places(state.loyalty_box, seat)]
    cylons = [(zone, place) for zone, place in slots if zone.cards[place] in names.CYLON_CARDS]
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
