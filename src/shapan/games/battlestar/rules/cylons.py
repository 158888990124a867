"""BSG-12.3 to 12.10: what revealed Cylons do in their locations (C9)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from shapan.engine.actions import DONE
from shapan.engine.prompt import Reason
from shapan.engine.question import question
from shapan.engine.zone import kinds_among
from shapan.games.battlestar import actions, events, names, step_codes
from shapan.games.battlestar.rules import attacks, choice, crises, decks, dice, jump, loyalty, space
from shapan.games.battlestar.state import Battlestar, Table


def use_cylon_location(state: Battlestar, table: Table, seat: int) -> None:
    """BSG-12.3: the action of the Cylon location where the seat stands."""
    place = state.at[seat]
    table.tell(events.LOCATION, seat, place)
    _DO[place - names.CAPRICA](state, table, seat)


# Caprica


def caprica(state: Battlestar, table: Table, seat: int) -> None:
    """BSG-7.9, 7.10: the Super Crisis in hand, or one of two crises; steps 3.5 and 3.6 do not follow.

    [ruling] The second crisis of Fulfiller of Prophecy, where the option brings it, is a single card.
    """
    state.at_caprica = 1
    if table.ask(ask_caprica, seat) == actions.PLAY_SUPER.code():
        crises.super_crisis(state, table, seat)
    else:
        two_crises(state, table, seat)
        while crises.comes_again(state):  # under the option
            if decks.take(state, table, state.crisis, state.crisis_now):
                crises.reveal_crisis(state, table, seat)
                crises.resolve(state, table)
    state.at_caprica = 0


def two_crises(state: Battlestar, table: Table, seat: int) -> None:
    """BSG-7.10: two crises are seen, one is resolved, the other discarded face up."""
    drawn = state.crisis_drawn
    decks.draw_seen(state, table, seat, state.crisis, drawn, 2, events.TWO_SEEN)
    if not len(drawn):
        return
    crises.keep_one(state, table, seat)
    while len(drawn):
        dropped = state.move(drawn, 0, state.crisis.discards)
        table.tell(events.CRISIS_DROPPED, seat, dropped)
    crises.reveal_crisis(state, table, seat)
    crises.resolve(state, table)


@question("caprica", "BSG-7.10", actions.PLAY_SUPER, actions.TWO_CRISES, open=True)
def ask_caprica(state: Battlestar, seat: int, arg: int) -> Sequence[int]:
    """D-22: the Super Crisis or two crises. Everybody knows whether a Super Crisis is in the hand."""
    codes = [actions.PLAY_SUPER.code()] if len(state.super_hands[seat]) else []
    return [*codes, actions.TWO_CRISES.code()] if not state.crisis.is_empty() else codes


@ask_caprica.refusal
def why_not_caprica(state: Battlestar, seat: int, arg: int, code: int) -> Reason:
    """Return why it is not possible now."""
    return Reason("BSG-12.10" if code == actions.PLAY_SUPER.code() else "BSG-5.15", "no_card")


# Cylon Fleet


def cylon_fleet(state: Battlestar, table: Table, seat: int) -> None:
    """C9: one activation, or each basestar launches two raiders and a heavy raider (12.9, R44)."""
    chosen = table.pick(ask_fleet, seat)
    if chosen == actions.FLEET_ICON.number("launch"):
        space.launch(state, table, 2, 1)
    else:
        space.activate(state, table, (space.ICON_R, space.ICON_H, space.ICON_B)[chosen])


@question("cylon_fleet", "BSG-12.9", actions.FLEET, open=True)
def ask_fleet(state: Battlestar, seat: int, arg: int) -> Sequence[int]:
    """D-22: what the Cylon Fleet does."""
    return range(4)


# Human Fleet


FLEET_HITS: Final = 5
"""BSG-12.8: the least result with which Galactica is damaged."""


def human_fleet(state: Battlestar, table: Table, seat: int) -> None:
    """BSG-12.8, R52: see another player's hand, keep a card of it; then 5 and more damages Galactica."""
    others = [other for other in range(state.seats) if other != seat]
    victim = choice.ask_who(state, table, ask_victim, seat, others)
    hand = state.hands[victim]
    for place in range(len(hand)):
        card = state.look(hand, place, seat)
        table.tell(events.HAND_SEEN, seat, victim, to=1 << seat, priv=1 << seat, secret=(card,))
    hand.tidy()
    if len(hand):
        card = table.pick(ask_take, seat, victim)
        steal(state, seat, victim, card)
        table.tell(events.CARD_TAKEN, seat, victim, priv=1 << seat | 1 << victim, secret=(card,))
    if dice.roll(state, table, step_codes.HUMAN_FLEET_ROLL, seat) >= FLEET_HITS:
        attacks.damage_galactica(state, table)


def steal(state: Battlestar, seat: int, victim: int, card: int) -> None:
    """BSG-12.8: a card changes hands unseen by the others; what was seen of the rest is forgotten (section 6)."""
    for type_ in range(len(names.TYPES)):
        state.likely[len(names.TYPES) * seat + type_] += int(state.likely[len(names.TYPES) * victim + type_] > 0)
    decks.leave_hand(state, victim, card, state.hands[seat])
    state.disclose()  # the victim sees which card is gone


ask_victim = choice.who("victim", "BSG-12.8")
"""D-22: whose hand is seen."""


@question("take_card", "BSG-12.8", actions.TAKE, secret=True, why="not_in_hand")
def ask_take(state: Battlestar, seat: int, arg: int) -> Sequence[int]:
    """D-22: the card that is taken; `arg` is the seat it is taken from."""
    return kinds_among(state.hands[arg].cards)


# Resurrection Ship


def resurrection_ship(state: Battlestar, table: Table, seat: int) -> None:
    """BSG-12.7, 12.10: swap the Super Crisis for the next one; then the loyalty cards may go to somebody."""
    hand = state.super_hands[seat]
    if len(hand) and table.ask(ask_exchange, seat) != DONE:
        card = state.move(hand, 0, state.supers.discards)
        table.tell(events.SUPER_DROPPED, seat, card)
        if decks.take(state, table, state.supers, hand):
            table.tell(events.SUPER_NEW, seat, priv=1 << seat, secret=(hand.cards[0],))
    if state.distance < jump.KOBOL_DISTANCE and len(state.loyalty[seat]):
        others = [other for other in range(state.seats) if other != seat]
        other = choice.ask_who(state, table, ask_handover, seat, others, may=not state.rules.forced_handover)
        if other >= 0:
            hand_over(state, table, seat, other)


def hand_over(state: Battlestar, table: Table, seat: int, other: int) -> None:
    """BSG-12.7, 11.6: all own face-down loyalty cards to another; a human turns a Sympathizer up at once."""
    zone = state.loyalty[seat]
    while len(zone):
        card = state.move(zone, 0, state.loyalty[other])
        table.tell(events.HANDED, seat, other, priv=1 << seat | 1 << other, secret=(card,))
    if not state.revealed[other] and loyalty.has_sympathizer(state, other):
        loyalty.turn_up_sympathizer(state, table, other)


ask_exchange = choice.yes("exchange", "BSG-12.10")
"""D-22: whether the Super Crisis is swapped."""
ask_handover = choice.who("handover_target", "BSG-12.7")
"""D-22: who receives the loyalty cards."""


_DO: Final = (caprica, cylon_fleet, human_fleet, resurrection_ship)
