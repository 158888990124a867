"""BF-8.1: which special attacks a seat can begin with, and how one is played."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from shapan.engine.actions import DONE
from shapan.engine.kinds import UNKNOWN
from shapan.engine.prompt import Reason
from shapan.engine.question import question
from shapan.games.battlefield import abilities, actions, events, formulas, names, pacts
from shapan.games.battlefield.records import OPEN, OWNED, Special
from shapan.games.battlefield.rules import cards, titles
from shapan.games.battlefield.rules.special_effects import EFFECT_OF, TARGETS, characters_of
from shapan.games.battlefield.state import Battlefield, Table

# What can be played (BF-8.1)


def needs(state: Battlefield, seat: int, card: int) -> bool:
    """4.9: whether a seat has what a special attack needs."""
    if card in (names.HYDROGEN_URANIUM_BOMB, names.NEUTRON_BOMB):
        return any(abilities.has(state, unit, names.FLIGHT) for unit in state.units_of(seat))
    if card == names.DIVINE_PUNISHMENT:
        return state.has_modification(seat, names.STRATEGIC_SATELLITE)
    if card == names.NETWORK_INTRUSION:
        return state.has_modification(seat, names.CENTRAL_BRAIN)
    if card == names.EMP:
        return any(
            state.of(unit, OPEN) and not state.is_empty_vehicle(unit) and abilities.is_at_home(state, unit)
            for unit in state.units_of(seat)
        )
    return card != names.ASSASSINATION or bool(characters_of(state, seat))


def playable(state: Battlefield, seat: int) -> list[int]:
    """BF-8.1: the special attack cards of a hand that can be paid and have what they need, rising."""
    hand = state.hands[seat].cards
    kinds = [card for place, card in enumerate(hand) if names.KIND[card] == names.SPECIAL and card not in hand[:place]]
    return [
        card
        for card in kinds
        if formulas.price(state, seat, card) <= state.resources[seat] and needs(state, seat, card)
    ]


def codes(state: Battlefield, seat: int) -> list[int]:
    """BF-8.1: the codes of all special attacks that a seat can begin with now."""
    return [code for card in playable(state, seat) for code in TARGETS[card](state, seat)]


SPECIALS: Final = (
    (names.HYDROGEN_URANIUM_BOMB, actions.HYDROGEN), (names.NEUTRON_BOMB, actions.NEUTRON),
    (names.DIVINE_PUNISHMENT, actions.DIVINE), (names.EMP, actions.EMP),
    (names.BIOCHEMICAL_DIFFUSION, actions.BIOCHEMICAL), (names.NETWORK_INTRUSION, actions.INTRUSION),
    (names.ASSASSINATION, actions.ASSASSINATION),
)  # fmt: skip
"""The special attacks with the families of their answers, in the order of BF-8.2 to 8.8."""
CARD_OF: Final = {family.number: card for card, family in SPECIALS}
RULES: Final = {card: paragraph for paragraph, (card, _) in enumerate(SPECIALS, 2)}
"""The paragraph of BF-8 by card."""


def why_not(state: Battlefield, seat: int, code: int) -> Reason:
    """13.6: the first rule that a special attack breaks."""
    card = CARD_OF[code >> 40]
    if card not in playable(state, seat):
        return Reason("BF-8.1", "special_needs")
    other = UNKNOWN
    if actions.HYDROGEN.has(code) or actions.NEUTRON.has(code):
        territory = actions.HYDROGEN.value(code)
        other = state.holders[territory]
        if other >= 0 and not pacts.may_bomb(state, seat, territory):
            return pacts.forbidden()
    elif actions.EMP.has(code) or actions.INTRUSION.has(code):
        other = actions.EMP.value(code)
    elif actions.ASSASSINATION.has(code) and state.is_there(actions.ASSASSINATION.value(code, 2)):
        other = state.of(actions.ASSASSINATION.value(code, 2), OWNED)
    if 0 <= other < state.seats and other != seat and not may_name(state, seat, other, card):
        return pacts.forbidden()
    return Reason(f"BF-8.{RULES[card]}", "special_target")


def may_name(state: Battlefield, seat: int, other: int, card: int) -> bool:
    """Tell whether no clause keeps a seat from naming another with a special attack."""
    may = pacts.may_disable if card in (names.EMP, names.NETWORK_INTRUSION) else pacts.may_aim_special
    return may(state, seat, other)


# Playing one


def play(state: Battlefield, table: Table, seat: int, row: Sequence[int]) -> None:
    """BF-8.1: the card is shown and paid for; then Arius Field, then the effect."""
    declare(state, table, seat, row)
    if not nullify(state, table, seat):
        EFFECT_OF[CARD_OF[row[0] >> 40]](state, table, seat, row[0])
    state.special = None
    if state.is_in(seat) and formulas.has_capital_effect(state, seat, names.BLACK_SUN_ORDER):
        cards.draw(state, table, seat, 1)


def declare(state: Battlefield, table: Table, seat: int, row: Sequence[int]) -> None:
    """BF-8.1: pay, show the card and its targets; it counts as an attack, and a bomb brings its title and price."""
    card = CARD_OF[row[0] >> 40]
    price = formulas.price(state, seat, card)
    cards.pay(state, seat, price)
    cards.discard(state, seat, card)
    state.special = Special(card, price)
    table.tell(events.SPECIAL, seat, card, price)
    announce(state, table, seat, row)
    titles.on_attack(state, table, seat)
    if card in (names.HYDROGEN_URANIUM_BOMB, names.NEUTRON_BOMB):
        titles.on_bomb(state, table, seat)
    if card == names.HYDROGEN_URANIUM_BOMB:
        discard_hand(state, table, seat)


def announce(state: Battlefield, table: Table, seat: int, row: Sequence[int]) -> None:
    """BF-8.1: what is played lies open, with its targets."""
    special, code = state.special, row[0]
    assert special is not None
    if actions.HYDROGEN.has(code) or actions.NEUTRON.has(code):
        special.ground = actions.HYDROGEN.value(code)
        table.tell(events.HYDROGEN if actions.HYDROGEN.has(code) else events.NEUTRON, seat, special.ground)
    elif actions.DIVINE.has(code):
        for one in row[1:]:
            special.points += [actions.POINTS.value(one)] * actions.POINTS.value(one, 1)
        table.tell(events.DIVINE, seat)
        for one in row[1:]:
            table.tell(events.AIMED, actions.POINTS.value(one), actions.POINTS.value(one, 1))
    elif actions.EMP.has(code) or actions.INTRUSION.has(code):
        special.target = actions.EMP.value(code)
        table.tell(events.EMP if actions.EMP.has(code) else events.INTRUSION, seat, special.target)
    elif actions.BIOCHEMICAL.has(code):
        table.tell(events.BIOCHEMICAL, seat)


def discard_hand(state: Battlefield, table: Table, seat: int) -> None:
    """BF-8.2: the whole hand is discarded."""
    hand = state.hands[seat]
    while len(hand):
        card = state.move(hand, 0, state.discard)
        table.tell(events.DISCARDED, seat, card)


def nullify(state: Battlefield, table: Table, seat: int) -> bool:
    """BF-8.1: let the holder of Arius Field, if it affects him, pay the same price; return whether he does.

    Against that bomb he also gives his hand.
    """
    special = state.special
    assert special is not None
    if special.card == names.ASSASSINATION or state.has_modification(seat, names.QUANTUM_CAMO):
        return False
    holder = next((one for one in state.others(seat) if state.has_modification(one, names.ARIUS_FIELD)), UNKNOWN)
    if holder < 0 or not is_affected(state, special, holder) or state.resources[holder] < special.price:
        return False
    if table.window(ask_arius_special, [holder])[0] < 0:
        return False
    cards.pay(state, holder, special.price)
    table.tell(events.SPECIAL_NULLIFIED, holder, special.card, special.price)
    if special.card == names.HYDROGEN_URANIUM_BOMB:
        discard_hand(state, table, holder)
    return True


def is_affected(state: Battlefield, special: Special, seat: int) -> bool:
    """BF-8.1: whom a special attack affects."""
    if special.ground >= 0:
        return state.holders[special.ground] == seat
    if special.points:
        return any(state.holders[territory] == seat for territory in special.points)
    return special.target in (UNKNOWN, seat)


@question("arius_special", "BF-8.1", actions.PAYING, open=True, reaction=True, plan=True, decline="pass")
def ask_arius_special(state: Battlefield, seat: int, arg: int) -> Sequence[int]:
    """D20: pay the price of the special attack to nullify it."""
    return [DONE, actions.PAY]
