"""BF-5: modification cards."""

from __future__ import annotations

from collections.abc import Sequence

from shapan.engine.prompt import Reason
from shapan.engine.question import question
from shapan.games.battlefield import actions, events, formulas, names
from shapan.games.battlefield.rules import cards
from shapan.games.battlefield.state import Battlefield, Table


def equippable(state: Battlefield, seat: int) -> list[int]:
    """BF-5.1: the modification cards of a hand that can be paid; there is one copy of each."""
    hand = state.hands[seat].cards
    return [
        actions.EQUIP.codes[card]
        for card in hand
        if names.KIND[card] == names.MODIFICATION and formulas.price(state, seat, card) <= state.resources[seat]
    ]


def why_not(state: Battlefield, seat: int, code: int) -> Reason:
    """13.6: why a card cannot be equipped."""
    return Reason("BF-5.1", "no_equipping")


def equip(state: Battlefield, table: Table, seat: int, card: int) -> None:
    """BF-5.1: pay and equip a card; where no slot is free an old one goes; Foundry draws a card."""
    price, hand, mine = formulas.price(state, seat, card), state.hands[seat], state.modifications[seat]
    cards.pay(state, seat, price)
    state.move(hand, hand.cards.index(card), state.offered)
    if len(mine) >= formulas.slots(state, seat):
        old = table.pick(ask_replace, seat)
        state.move(mine, mine.cards.index(old), state.discard)
        table.tell(events.REPLACED, seat, old)
    state.move(state.offered, 0, mine)
    table.tell(events.EQUIPPED, seat, card, price)
    if formulas.has_capital_effect(state, seat, names.MACHINE_SYNOD):
        cards.draw(state, table, seat, 1)


@question("replace_modification", "BF-5.1", actions.REPLACE, open=True)
def ask_replace(state: Battlefield, seat: int, arg: int) -> Sequence[int]:
    """D27: which of the equipped cards goes."""
    return state.modifications[seat].cards
