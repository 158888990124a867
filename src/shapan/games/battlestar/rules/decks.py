"""BSG-16.2, 16.3: decks, their discards, cards whose place is known.

A deck is a heap in the dark with known cards above and below it; a card is drawn when it is needed.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from shapan.engine.actions import Family
from shapan.engine.deck import Deck
from shapan.engine.effects import AMOUNT
from shapan.engine.question import Following, Number, Picks, picks
from shapan.engine.row import Row
from shapan.engine.shape import ONE, Part
from shapan.engine.zone import Zone, kinds_among
from shapan.games.battlestar import actions, events, names
from shapan.games.battlestar.effects import EFFECTS, WHOM
from shapan.games.battlestar.state import Battlestar, Table


def take(state: Battlestar, table: Table, deck: Deck, target: Zone) -> bool:
    """Draw a card of a deck to a zone, and return whether there was one.

    BSG-16.2: a deck is made again of its discards when its last card is drawn. [ruling] Where nothing was discarded by
    then, or by the option, when a card of it is needed. Destinations never come back, so that deck has no discards.
    """
    renew(state, table, deck)
    taken = table.take(deck, target)
    if not state.rules.reshuffle_when_needed:
        renew(state, table, deck)
    return taken


def renew(state: Battlestar, table: Table, deck: Deck) -> None:
    """BSG-16.2: make a deck that is used up of its discards."""
    if not deck.size() and deck.discards.cards:
        state.move_all(deck.discards, deck.heap)
        state.shuffle(deck.heap)
        table.tell(events.SHUFFLED)


def draw_seen(state: Battlestar, table: Table, seat: int, deck: Deck, target: Zone, number: int, event: int) -> None:
    """Draw cards that a seat sees and chooses among; the others learn nothing of them, nor in which order they lay."""
    for _ in range(number):
        if take(state, table, deck, target):
            for place in range(len(target)):
                state.look(target, place, seat)
    state.blend(target)
    for card in target.cards:
        table.tell(event, seat, to=1 << seat, priv=1 << seat, secret=(card,))


def sorting(
    key: str, rule: str, kept: Family, under: Family, number: Number
) -> Callable[[Following[Battlestar]], Picks[Battlestar]]:
    """Make a question for one of the cards seen, and for the order of the others under the deck."""
    rows = (Row(kept.form.word, (Part("card", (kept,), ONE), Part("bottom", (under,), optional=True))),)
    return picks(key, rule, kept, under, number=number, rows=rows, ordered=True, secret=True, why="not_drawn")


def sort_out(drawn: Zone, kept: Family, under: Family, picked: Sequence[int]) -> list[int]:
    """Return what may follow in the answer: the card that is kept, then one of the others after another."""
    cards = list(drawn.cards)
    for code in picked:
        cards.remove((under if under.has(code) else kept).value(code))
    return [(under if picked else kept).codes[card] for card in kinds_among(cards)]


def spend_quorum(state: Battlestar, table: Table, card: int) -> None:
    """C6: a Quorum card that lies in play, with a holder or without, is used up."""
    state.move(state.quorum_attached, state.quorum_attached.cards.index(card), state.quorum.discards)
    state.holders[card] = -1
    table.tell(events.QUORUM_SPENT, card)


def shuffle_in(state: Battlestar, source: Zone, place: int) -> None:
    """BSG-7.7: shuffle a card into the crisis draw pile, known cards and all."""
    state.move(source, place, state.crisis.heap)
    state.move_all(state.crisis.top, state.crisis.heap)
    state.move_all(state.crisis.bottom, state.crisis.heap)
    state.shuffle(state.crisis.heap)


# Skill cards


def renew_skill(state: Battlestar, table: Table, type_: int) -> bool:
    """BSG-16.2: make a skill deck that is used up of its discards; return whether it has a card now."""
    deck = state.skill_decks[type_]
    if not deck.cards and state.skill_discards[type_].cards:
        state.move_all(state.skill_discards[type_], deck)
        state.mix(deck)
        table.tell(events.SHUFFLED)
    return bool(deck.cards)


def deal_skill(state: Battlestar, table: Table, type_: int, target: Zone) -> int:
    """Deal the next card of a skill deck to a zone and return it; the deck has one."""
    return table.deal(actions.STREAM_SKILL + type_, state.skill_decks[type_], target)


def finish_skill(state: Battlestar, table: Table, type_: int) -> None:
    """BSG-16.2: after a card was drawn: the last one lets the deck be made again at once, but for the option."""
    if not state.rules.reshuffle_when_needed:
        renew_skill(state, table, type_)


def draw_skill(state: Battlestar, table: Table, seat: int, type_: int) -> None:
    """Draw a skill card: its type is open, the card is not. Without a card left the draw is lost (16.2)."""
    if not renew_skill(state, table, type_):
        table.tell(events.NO_DRAW, seat, type_)
        return
    card = deal_skill(state, table, type_, state.hands[seat])
    place = len(names.TYPES) * seat + type_
    state.sure[place] += 1
    state.likely[place] += 1
    if table.on:
        table.tell(events.DREW, seat, type_, priv=1 << seat, secret=(card,))
    finish_skill(state, table, type_)


@EFFECTS.op("draw", who=WHOM, number=AMOUNT, type_=names.TYPE)
def draw_skills(state: Battlestar, table: Table, seat: int, number: int, type_: int) -> None:
    """Draw skill cards of one type."""
    for _ in range(number):
        draw_skill(state, table, seat, type_)


def types_likely(state: Battlestar, row: int) -> int:
    """Return the mask of types that a hand can hold by what all know; the row `seats` is that of the Destiny deck."""
    first = len(names.TYPES) * row
    mask = 0
    for type_ in range(len(names.TYPES)):
        if state.likely[first + type_]:
            mask |= 1 << type_
    return mask


def leave_hand(state: Battlestar, seat: int, card: int, target: Zone) -> None:
    """Move a card out of a hand face down: the others cannot tell which of the hand it was."""
    hand = state.hands[seat]
    state.mix(hand)
    state.move(hand, hand.cards.index(card), target)
    sure, likely, left = state.sure, state.likely, len(hand.cards)
    for place in range(len(names.TYPES) * seat, len(names.TYPES) * (seat + 1)):
        if sure[place]:
            sure[place] -= 1
        likely[place] = min(likely[place], left)


def discard_card(state: Battlestar, seat: int, card: int) -> None:
    """Move a card of a hand to the discards of its type."""
    hand = state.hands[seat]
    if hand.masks.count(hand.masks[0]) != len(hand.masks):  # whether it is one that somebody has seen stays hidden
        state.blend(hand)
    type_ = names.type_of(card)
    state.move(hand, hand.cards.index(card), state.skill_discards[type_])
    place = len(names.TYPES) * seat + type_
    if state.sure[place]:
        state.sure[place] -= 1
    state.likely[place] -= 1


# The Destiny deck


def build_destiny(state: Battlestar, table: Table) -> None:
    """BSG-2.9, 16.3: two cards of each skill type, shuffled; a type without cards gives what it has."""
    for type_ in range(len(names.TYPES)):
        for _ in range(2):
            if renew_skill(state, table, type_):
                deal_skill(state, table, type_, state.destiny)
                state.likely[len(names.TYPES) * state.seats + type_] += 1
                finish_skill(state, table, type_)
    state.mix(state.destiny)
    table.tell(events.DESTINY_BUILT)


def take_destiny(state: Battlestar, table: Table) -> bool:
    """Move a card of the Destiny deck into the check, and tell whether there was one (BSG-SC2, 16.3).

    [ruling] The deck is rebuilt as soon as its last card is taken.
    """
    if not state.destiny.cards:
        build_destiny(state, table)
    if not state.destiny.cards:
        return False
    types = types_likely(state, state.seats)
    check = state.running()
    table.deal(actions.STREAM_DESTINY, state.destiny, check.pile)
    check.pile_types.append(types)
    check.owners.append(-1)  # before the next draw: who sees the check then sees it whole
    likely, left = state.likely, len(state.destiny.cards)
    for place in range(len(names.TYPES) * state.seats, len(likely)):
        likely[place] = min(likely[place], left)
    if not left:  # 16.3: at once
        build_destiny(state, table)
    return True
