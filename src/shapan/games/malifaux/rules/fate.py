"""MFX-1, MFX-2, MFX-3: the fate deck, the control hand, cheating fate."""

from __future__ import annotations

from collections.abc import Sequence

from shapan.engine.actions import DONE
from shapan.engine.kinds import UNKNOWN
from shapan.engine.question import picks, question, rising
from shapan.engine.table import Table
from shapan.engine.zone import Zone
from shapan.games.malifaux import actions, events, names, static
from shapan.games.malifaux.context import Source
from shapan.games.malifaux.records import DUEL, Flip
from shapan.games.malifaux.rules import ops
from shapan.games.malifaux.state import Malifaux

# The deck (MFX-1)


def turn_up(state: Malifaux, table: Table[Malifaux], seat: int, target: Zone) -> int:
    """MFX-1.8: move the top card of a deck to a zone and return it, -1 where neither deck nor discards have any."""
    deck, top = state.decks[seat], state.tops[seat]
    if top.cards:
        return state.move(top, 0, target)
    if not deck.cards:
        shuffle(state, table, seat)
    if not deck.cards:
        return UNKNOWN
    card = table.draw(actions.DECK + seat, deck.cards)
    return state.move(deck, deck.cards.index(card), target)


def shuffle(state: Malifaux, table: Table[Malifaux], seat: int) -> None:
    """MFX-1.8, 1.9: shuffle the discard pile into the deck, with what all know to lie on top of it."""
    discards, tops, deck = state.discards[seat], state.tops[seat], state.decks[seat]
    if discards.cards or tops.cards:
        state.move_all(discards, deck)
        state.move_all(tops, deck)
        state.shuffle(deck)
        table.tell(events.SHUFFLED, seat, len(deck.cards))


def draw(state: Malifaux, table: Table[Malifaux], seat: int, number: int) -> None:
    """MFX-2.2: draw cards; nothing is checked yet (MFX-2.1)."""
    for _ in range(number):
        card = turn_up(state, table, seat, state.hands[seat])
        if card == UNKNOWN:
            return
        table.tell(events.DREW, seat, priv=1 << seat, secret=(card,))


# Flips (MFX-1.4 to 1.7)


def capped(state: Malifaux, net: int) -> int:
    """MFX-1.5: return a net as it counts: no more than the option lets it be."""
    cap = state.rules.modifier_cap
    return max(-cap, min(cap, net))


def tell_change(table: Table[Malifaux], model: int, change: int, reason: int) -> None:
    """MFX-1.5: tell of a + or - of a flip, with its reason."""
    if change:
        table.tell(events.MODIFIED, model, change + events.MAX_CHANGE, reason)


def flip(state: Malifaux, table: Table[Malifaux], seat: int, kind: int, net: int, bands: Sequence[int] = ()) -> int:
    """MFX-1.4, 1.6, 1.7: turn up 1 card and one more for each modifier; return the one that counts.

    It stays among the cards in use until `discard_flipped`.
    """
    state.flip = Flip(seat=seat, kind=kind, net=net, bands=list(bands))
    for _ in range(1 + abs(net)):
        card = turn_up(state, table, seat, state.flipped[seat])
        if card != UNKNOWN:
            state.flip.cards.append(card)
            table.tell(events.FLIPPED, seat, kind, card, len(state.flip.cards))
    result = actions.TAKE.value(table.ask(ask_card, seat))
    state.flip.result = state.flip.flipped = result
    if len(state.flip.cards) > 1:
        table.tell(events.TOOK, seat, result)
    for card in state.flip.cards[:]:
        if card != result:
            discard_flipped(state, seat, card)
    return result


def discard_flipped(state: Malifaux, seat: int, card: int) -> None:
    """MFX-1.7: put a card of a flip on the discard pile."""
    flipped = state.flipped[seat]
    if card in flipped.cards:
        state.move(flipped, flipped.cards.index(card), state.discards[seat])


@question("card", "MFX-1.6", actions.TAKE, open=True, why="not_the_result")
def ask_card(state: Malifaux, seat: int, arg: int) -> Sequence[int]:
    """D15: the card that counts: a joker, any with a net of 0 or more, else one of the lowest."""
    flip_ = state.flip
    assert flip_ is not None
    up = flip_.cards
    if names.BLACK_JOKER in up:
        return [names.BLACK_JOKER]
    if names.RED_JOKER in up and not state.rules.red_joker_free:
        return [names.RED_JOKER]
    if flip_.net >= 0:
        return sorted(up)
    least = min(names.VALUE[card] for card in up)
    return sorted(card for card in up if names.VALUE[card] == least)


# The hand (MFX-2)


def discard(state: Malifaux, table: Table[Malifaux], seat: int, card: int) -> None:
    """MFX-2.4: put a card of the hand on the discard pile."""
    hand = state.hands[seat]
    state.move(hand, hand.cards.index(card), state.discards[seat])
    table.tell(events.DISCARDED, seat, card)


def payable(state: Malifaux, seat: int, number: int, given: Sequence[int]) -> list[int]:
    """MFX-2.4: return the cards that may be the next of so many, in rising order and with enough left after them."""
    left = [card for card in state.hands[seat].cards if not given or card > given[-1]]
    return left[: max(0, len(left) + 1 - (number - len(given)))]


def discards(state: Malifaux, seat: int, number: int, picked: Sequence[int]) -> list[int]:
    """MFX-2.4: return the picks of the cards that may be the next of so many."""
    return rising([actions.CARD.codes[card] for card in state.hands[seat].cards], picked, number)


@picks("discard", "MFX-2.2", actions.CARD, number_bits=255, rows="cards", why="wrong_number")
def ask_discard(state: Malifaux, seat: int, arg: int, picked: Sequence[int]) -> Sequence[int]:
    """D7: so many cards of one's own choice."""
    return discards(state, seat, arg & 255, picked)


@picks("discard", "MFX-2.2", actions.CARD, rows="cards")
def ask_discard_any(state: Malifaux, seat: int, arg: int, picked: Sequence[int]) -> Sequence[int]:
    """D7: any part of the hand, by the option `refill`."""
    codes = [actions.CARD.codes[card] for card in state.hands[seat].cards]
    return [DONE, *(code for code in codes if code not in picked)]


def discard_own(state: Malifaux, table: Table[Malifaux], seat: int, number: int) -> int:
    """MFX-2.4: let a player discard cards of his choice; return how many there were."""
    number = min(number, len(state.hands[seat].cards))
    if number:
        for card in table.pick_many(ask_discard, seat, number):
            discard(state, table, seat, card)
    return number


def keep_limit(state: Malifaux, table: Table[Malifaux], seat: int, limit: int = names.HAND_SIZE) -> None:
    """MFX-2.1: discard down to the most a hand may hold."""
    discard_own(state, table, seat, max(0, len(state.hands[seat].cards) - limit))


# How cards are cheated.

FACE_DOWN = 1
"""In the argument of `ask_cheat`: the card may be laid face down."""
COSTS_SHIFT = 1
"""Above it: how many cards it costs beside."""


class Cheat:
    """MFX-3.1: how a flip may be cheated: whether at all, how many cards it costs beside, whether face down."""

    __slots__ = ("allowed", "cost", "face_down")

    def __init__(self, allowed: bool, cost: int = 0, face_down: bool = False) -> None:
        self.allowed = allowed
        self.cost = cost
        self.face_down = face_down


def may_cheat(state: Malifaux, seat: int, net: int, flipped: int, other: int = UNKNOWN) -> bool:
    """MFX-3.2: tell whether a flip can be cheated: no net below 0, no Black Joker, not against a flipped Red Joker."""
    if net < 0 or flipped == names.BLACK_JOKER or not state.hands[seat].cards:
        return False
    return other != names.RED_JOKER or state.rules.red_joker_lets


@picks("cheat", "MFX-3.1", *(actions.CHEAT, actions.ACTIONS.of(actions.KEEP), actions.COST), rows=actions.CHEAT_ROWS,
       ordered=True, plan=True)  # fmt: skip
def ask_cheat(state: Malifaux, seat: int, arg: int, picked: Sequence[int]) -> Sequence[int]:
    """D16, D19: a card of the hand in place of the flipped one, with what that costs; or keep it."""
    hand, cost = state.hands[seat].cards, arg >> COSTS_SHIFT
    if picked and picked[0] == actions.KEEP:
        return []
    if not picked:
        faces = (0, 1) if arg & FACE_DOWN else (0,)
        can = hand if len(hand) > cost else []
        return [actions.KEEP, *[actions.CHEAT.rows[card][face] for card in can for face in faces]]
    spent = [actions.CHEAT.values(picked[0])[0], *(actions.COST.value(code) for code in picked[1:])]
    if len(picked) > cost:
        return []
    return [actions.COST.codes[card] for card in hand if card not in spent]


def cheat(state: Malifaux, table: Table[Malifaux], seat: int, card: int, how: Cheat) -> int:
    """MFX-3.1: let a player replace the card of a flip; return the card that counts, `UNKNOWN` for one face down."""
    flip_ = state.flip
    assert flip_ is not None
    if not how.allowed or len(state.hands[seat].cards) <= how.cost:
        return card
    answer = table.ask_many(ask_cheat, seat, how.cost << COSTS_SHIFT | how.face_down)
    if answer[0] == actions.KEEP:
        return card
    new, down = actions.CHEAT.values(answer[0])
    for code in answer[1:]:
        discard(state, table, seat, actions.COST.value(code))
    discard_flipped(state, seat, card)
    hand = state.hands[seat]
    if down:
        state.move(hand, hand.cards.index(new), state.down[seat])
        table.tell(events.CHEATED_DOWN, seat, priv=1 << seat, secret=(new,))
        return UNKNOWN
    state.move(hand, hand.cards.index(new), state.flipped[seat])
    flip_.result = new
    table.tell(events.CHEATED, seat, flip_.kind, new)
    return new


def show_down(state: Malifaux, table: Table[Malifaux], seat: int) -> int:
    """MFX-3.6, Aura of Deception: turn up the card that was laid face down, before triggers, and return it."""
    card = state.reveal(state.down[seat], 0)
    state.move(state.down[seat], 0, state.flipped[seat])
    table.tell(events.CHEATED, seat, DUEL, card)
    return card


def flip_band(state: Malifaux, table: Table[Malifaux], here: Source, kind: int, net: int, bands: Sequence[int]) -> int:
    """MFX-6.1, 3.3: flip for an amount by band, with cheating by the model whose effect it is; return the card."""
    seat, net, model = here.seat, capped(state, net), here.me
    card = before = flip(state, table, seat, kind, net, bands)
    cost = static.cheat_cost(state, model) if model >= 0 else 0
    card = cheat(state, table, seat, card, Cheat(may_cheat(state, seat, net, card), cost))
    if card != before and model >= 0:
        here.deed.cheaters += (model,)
        ops.at(state, table, "after_cheat", model, here.deed)
    discard_flipped(state, seat, card)
    return card
