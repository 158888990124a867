"""BSG-12.1, 12.2: revealing as a Cylon, and what the card does."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from shapan.engine.actions import DONE
from shapan.engine.question import picks, question
from shapan.engine.zone import Zone
from shapan.games.battlestar import actions, events, names
from shapan.games.battlestar.cards import ACCEPT_PROPHECY, CYLON_PLACES
from shapan.games.battlestar.rules import attacks, choice, decks, hands, places, resources, titles
from shapan.games.battlestar.state import Battlestar, Table

KEPT: Final = 3
"""Skill cards that a revealing Cylon keeps (12.2)."""
SEEN: Final = 5
CHOSEN: Final = 2


def reveal(state: Battlestar, table: Table, seat: int, card: int) -> None:
    """BSG-12.2: turn up an own You Are a Cylon card; its text, then all that follows."""
    zone = state.loyalty[seat]
    place = zone.cards.index(card)
    table.tell(events.REVEALED, seat, card)
    tell_place(table, seat, zone, place)
    state.move(zone, place, state.loyalty_open[seat])
    if not state.in_brig(seat):  # step 0
        text_of(state, table, seat, card)
    become_cylon(state, table, seat)
    if decks.take(state, table, state.supers, state.super_hands[seat]):
        secret = (state.super_hands[seat].cards[0],)
        table.tell(events.SUPER_DRAWN, seat, priv=1 << seat, secret=secret)
    if seat == state.active:
        state.cut = 1  # 3.8


def tell_place(table: Table, seat: int, zone: Zone, place: int) -> None:
    """BSG-11.2: tell all which of several face-down loyalty cards of a seat was looked at, or is turned up."""
    if len(zone) > 1:
        table.tell(events.LOYALTY_PLACE, seat, place + 1)


def become_cylon(state: Battlestar, table: Table, seat: int) -> None:
    """BSG-12.2 steps 1 to 3: discard to three, attached cards go, titles pass on, to the Resurrection Ship.

    [ruling] Attached cards go to the Quorum discards.
    """
    state.revealed[seat] = 1  # the sheet is off from here on: Apollo chooses his discards himself
    hands.discard(state, table, seat, len(state.hands[seat]) - KEPT)
    for kind in range(len(names.QUORUM_CARDS)):
        if state.holders[kind] == seat and kind != ACCEPT_PROPHECY:
            decks.spend_quorum(state, table, kind)
    titles.titles_pass_on(state, table, seat)
    place = names.RESURRECTION_SHIP
    if state.rules.reveal_anywhere:
        place = table.pick(ask_reveal_location, seat)
    state.at[seat] = place  # a viper goes back to Reserves by itself
    table.tell(events.WITH_CYLONS, seat, place)


@question("reveal_location", "BSG-12.2", actions.GO, open=True)
def ask_reveal_location(state: Battlestar, seat: int, arg: int) -> Sequence[int]:
    """K10, by the option: where a revealing Cylon goes. [ruling] A question of its own kind, asked in step 3."""
    return CYLON_PLACES


@ask_reveal_location.by_default
def default_reveal_location(state: Battlestar, seat: int, arg: int) -> int:
    """Return the answer when time is up."""
    return names.RESURRECTION_SHIP


# The texts of the cards (C5)


def text_of(state: Battlestar, table: Table, seat: int, card: int) -> None:
    """C5: the text of a You Are a Cylon card; every one is optional.

    [ruling] The player who reveals is a character still, and may name himself.
    """
    targets = places.brig_targets(state) if card == names.CYLON_BRIG else places.sickbay_targets(state)
    targets = [other for other in targets if state.on_galactica(other)]
    needs_target = card in (names.CYLON_BRIG, names.CYLON_SICKBAY)
    if (needs_target and not targets) or table.ask(resources.ask_use_reveal, seat) == DONE:
        return
    if card == names.CYLON_BRIG:
        places.send_to_brig(state, table, choice.ask_who(state, table, places.ask_brig, seat, targets))
    elif card == names.CYLON_SICKBAY:
        other = choice.ask_who(state, table, places.ask_sickbay, seat, targets)
        hands.discard(state, table, other, 5)
        places.send_to_sickbay(state, table, other)
    elif card == names.CYLON_MORALE:
        resources.change(state, table, names.MORALE, -1)
    else:
        sabotage(state, table, seat)


def sabotage(state: Battlestar, table: Table, seat: int) -> None:
    """C5, R41: see up to five damage tokens; two of them take effect, in the order of the owner's choice."""
    drawn = state.damage_drawn
    for _ in range(min(SEEN, len(state.damage_pool))):
        token = table.deal(actions.STREAM_DAMAGE, state.damage_pool, drawn)
        for place in range(len(drawn)):
            state.look(drawn, place, seat)
        table.tell(events.DAMAGE_SEEN, seat, priv=1 << seat, secret=(token,))
    if not len(drawn):
        return
    for token in table.pick_many(ask_tokens, seat, min(CHOSEN, len(drawn))):
        attacks.resolve_damage(state, table, token)
    state.move_all(drawn, state.damage_pool)
    state.shuffle(state.damage_pool)


@picks("damage_tokens", "BSG-R41", actions.TOKEN, number_bits=255, rows="tokens", ordered=True, why="not_drawn")
def ask_tokens(state: Battlestar, seat: int, arg: int, picked: Sequence[int]) -> Sequence[int]:
    """D-21: which of the tokens seen take effect, in their order; `arg` is how many."""
    codes = [actions.TOKEN.codes[token] for token in state.damage_drawn.cards]
    return [code for code in codes if code not in picked]
