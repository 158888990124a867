"""Hands of skill cards: drawing with types named first (BSG-3.10), discards (16.1, 16.7), the hand limit."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from shapan.engine.actions import DONE
from shapan.engine.effects import AMOUNT
from shapan.engine.question import picks
from shapan.engine.zone import EVERYONE
from shapan.games.battlestar import actions, events, names
from shapan.games.battlestar.cards import CHARACTER_CARDS
from shapan.games.battlestar.effects import EFFECTS, WHOM
from shapan.games.battlestar.rules import decks
from shapan.games.battlestar.state import FREE, Battlestar, Table

ALL_TYPES: Final = (1 << len(names.TYPES)) - 1
HAND_LIMIT: Final = 10
TO_THE_LIMIT: Final = 255
"""Asks for as many discards as a hand holds above its limit."""


def skill_set(state: Battlestar, seat: int) -> int:
    """BSG-3.10: the mask of types a seat may name; a revealed Cylon has all (12.3)."""
    return ALL_TYPES if state.revealed[seat] else CHARACTER_CARDS[state.characters[seat]].skill_set


def draw_cards(state: Battlestar, table: Table, seat: int, number: int, types: int) -> None:
    """Name types out of a mask, then draw one card for each (BSG-3.10: all are named before the first is drawn)."""
    if number <= 0:
        return
    if types & (types - 1):
        named = table.pick_many(ask_types, seat, types << 4 | number)
    else:
        named = [types.bit_length() - 1] * number
    for type_ in named:
        decks.draw_skill(state, table, seat, type_)


@picks(
    "draw_types", "BSG-3.10", actions.DRAW, number_bits=15, rows="types", open=True, why="types", count_rule="BSG-3.1"
)
def ask_types(state: Battlestar, seat: int, arg: int, picked: Sequence[int]) -> Sequence[int]:
    """D-3, D-4, D-12: the types of the cards to be drawn. `arg` is the number of cards, above it the mask of types."""
    if min(state.max_types) == FREE:
        return DRAWS[arg >> 4]
    named = [actions.DRAW.value(code) for code in picked]
    left = [
        (state.max_types[type_] - named.count(type_)) * (arg >> 4 >> type_ & 1) for type_ in range(len(names.TYPES))
    ]
    split = CHARACTER_CARDS[state.characters[seat]].split if max(state.max_types) < FREE else ()
    both = max((state.max_types[type_] for type_ in split), default=FREE)
    both -= sum(named.count(type_) for type_ in split)  # K7: two types that share their cards
    needed = (arg & 15) - len(picked)  # picks rise, so that a type is no use if too few are left from it on
    free = shared = 0
    codes = []
    for type_ in reversed(range(len(names.TYPES))):
        if type_ in split:
            shared += left[type_]
        else:
            free += left[type_]
        if left[type_] > 0 and (type_ not in split or both > 0) and free + min(both, shared) >= needed:
            codes.append(actions.DRAW.codes[type_])
    codes.reverse()
    return codes


DRAWS: Final = [
    tuple([code for type_, code in enumerate(actions.DRAW.codes) if mask >> type_ & 1]) for mask in range(ALL_TYPES + 1)
]
"""The draws of the types of a mask."""


# Discards


@EFFECTS.op("discard", who=WHOM, number=AMOUNT)
def discard(state: Battlestar, table: Table, seat: int, number: int) -> None:
    """Discard cards of the player's choice, as many as there are; Apollo's is random (BSG-R2, 16.1)."""
    hand = state.hands[seat]
    if number <= 0 or not len(hand):
        return
    if state.is_character(seat, names.APOLLO):
        discard_at_random(state, table, seat, number)
    else:
        lay_down(state, table, seat, table.ask_many(ask_discard, seat, number))


@EFFECTS.op("discard_each", "discard(each,{number})", number=AMOUNT)
def discard_each(state: Battlestar, table: Table, number: int) -> None:
    """BSG-16.7: every human discards: all decide at the same time, then all cards are shown."""
    order = [seat for seat in state.clockwise(state.active) if not state.revealed[seat] and len(state.hands[seat])]
    discard_together(state, table, order, number)


def discard_together(state: Battlestar, table: Table, seats: Sequence[int], number: int) -> None:
    """BSG-16.7: all decide before the first card is shown; Apollo's discards are random."""
    choosing = [seat for seat in seats if not state.is_character(seat, names.APOLLO)]
    chosen = table.ask_all_many(ask_discard, choosing, number)
    state.disclose()
    for seat in seats:
        if seat in choosing:
            lay_down(state, table, seat, chosen[choosing.index(seat)])
        else:
            discard_at_random(state, table, seat, due(state, seat, number))


def lay_down(state: Battlestar, table: Table, seat: int, codes: Sequence[int]) -> None:
    """Discard the cards of an answer."""
    for code in codes:
        decks.discard_card(state, seat, actions.CARD.value(code))
        table.tell(events.DISCARDED, seat, actions.CARD.value(code))


@EFFECTS.op("discard_hand", who=WHOM)
def discard_hand(state: Battlestar, table: Table, seat: int) -> None:
    """Discard all skill cards."""
    while len(state.hands[seat]):
        card = state.hands[seat].cards[0]
        decks.discard_card(state, seat, card)
        table.tell(events.DISCARDED, seat, card)


@EFFECTS.op("discard_random", who=WHOM, number=AMOUNT)
def discard_at_random(state: Battlestar, table: Table, seat: int, number: int) -> None:
    """Discard cards that chance picks; of several hands clockwise from the current player (R48)."""
    for _ in range(min(number, len(state.hands[seat].cards))):
        card = table.draw_shown(actions.STREAM_DISCARD, state.hands[seat], EVERYONE)
        decks.discard_card(state, seat, card)
        table.tell(events.DISCARDED, seat, card)


def due(state: Battlestar, seat: int, number: int) -> int:
    """Return how many cards a seat discards: a number of them, or `TO_THE_LIMIT`, as far as its hand goes."""
    return excess(state, seat) if number == TO_THE_LIMIT else min(number, len(state.hands[seat].cards))


def kept(state: Battlestar, seat: int, number: int) -> int:
    """Return how many cards a seat keeps of a discard, where these are fewer than those that go; else 0."""
    gone = due(state, seat, number)
    left = len(state.hands[seat].cards) - gone
    return left if left < gone else 0


def whole_hand(state: Battlestar, seat: int, number: int) -> bool:
    """Tell whether everybody knows that a whole hand is discarded."""
    return number != TO_THE_LIMIT and len(state.hands[seat].cards) <= number


@picks("discard", "BSG-16.7", actions.CARD, number=due, rows="cards", forced=whole_hand, keeps=kept, plan=True)
def ask_discard(state: Battlestar, seat: int, arg: int, picked: Sequence[int]) -> Sequence[int]:
    """D-15: which cards to discard; `arg` is how many, or `TO_THE_LIMIT`. Open after the fact."""
    return cards_left(state, seat, picked, due(state, seat, arg) - len(picked))


def cards_left(state: Battlestar, seat: int, picked: Sequence[int], needed: int = 1) -> list[int]:
    """Return the cards of a hand that can still be picked, each kind once.

    Picks rise: a card is offered only if as many as are needed are left from it on.
    """
    cards, made = state.hands[seat].cards, actions.CARD.codes
    codes: list[int] = []
    last = first = -1
    for place in range(len(cards) - needed + 1):
        card = cards[place]
        if card != last:  # equal cards lie together
            last, first = card, place
            if picked:
                first += picked.count(made[card])
        if place == first:
            codes.append(made[card])
    return codes


def hand_limit(state: Battlestar, seat: int) -> int:
    """BSG-16.1: 10, Tyrol 8 while he is human."""
    return HAND_LIMIT if state.revealed[seat] else CHARACTER_CARDS[state.characters[seat]].hand_limit


def excess(state: Battlestar, seat: int) -> int:
    """Return how many cards a hand holds above its limit."""
    return max(0, len(state.hands[seat].cards) - hand_limit(state, seat))


def keep_limits(state: Battlestar, table: Table, seats: Sequence[int]) -> None:
    """BSG-16.1, 16.7: discard down to the limit; several decide at the same time."""
    discard_together(state, table, [seat for seat in seats if excess(state, seat)], TO_THE_LIMIT)


@picks("contribute", "BSG-SC3", actions.CARD, rows="cards", secret=True, tallied=True, plan=True)
def ask_cards(state: Battlestar, seat: int, arg: int, picked: Sequence[int]) -> Sequence[int]:
    """Any number of cards of a hand, face down; how many is open (BSG-SC3). `arg` is the most."""
    if len(picked) == arg:
        return ()
    codes = cards_left(state, seat, picked)
    codes.insert(0, DONE)
    return codes
