"""BF-10: titles, in games that began with three players or more."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from shapan.engine.kinds import UNKNOWN
from shapan.engine.question import picks, question
from shapan.games.battlefield import actions, events, formulas, names
from shapan.games.battlefield.rules import cards
from shapan.games.battlefield.state import Battlefield, Table

SPOILS: Final = 2
"""BF-10.1: cards drawn for each capture."""
HEIR_DRAWS: Final = 4


def award(state: Battlefield, table: Table, title: int, seat: int) -> None:
    """Give a title to a seat."""
    state.titles[title] = seat
    table.tell(events.TITLE[title], seat)


def on_attack(state: Battlefield, table: Table, seat: int) -> None:
    """BF-10.1, 10.2: a seat declares an attack: the first one brings Anti-peace."""
    was_last = state.rules.envoy_on_attack and not state.attacked[seat]
    state.attacked[seat] = 1
    if not state.rules.titles:
        return
    if not state.first_attack_declared:
        state.first_attack_declared = 1
        award(state, table, names.ANTI_PEACE, seat)
    if was_last and state.titles[names.PEACE_ENVOY] < 0 and all(state.attacked[other] for other in state.living()):
        award(state, table, names.PEACE_ENVOY, seat)
    check_peace_envoy(state, table)


def check_peace_envoy(state: Battlefield, table: Table) -> None:
    """BF-10.2: when exactly one living seat has never attacked and all others have, it gets the title."""
    if not state.rules.titles or state.rules.envoy_on_attack or state.titles[names.PEACE_ENVOY] >= 0:
        return
    living = state.living()
    peaceful = [seat for seat in living if not state.attacked[seat]]
    if len(peaceful) == 1 and len(living) > 1:
        award(state, table, names.PEACE_ENVOY, peaceful[0])


def on_capture(state: Battlefield, table: Table, seat: int, territory: int) -> None:
    """BF-10.1: the holder of Anti-peace draws for a capture; by an option once for each territory."""
    if state.titles[names.ANTI_PEACE] != seat:
        return
    again = state.antipeace_cards >> territory & 1
    state.antipeace_cards |= 1 << territory
    if not (again and state.rules.once_per_card):
        table.tell(events.SPOILS_DRAW, seat)
        cards.draw(state, table, seat, SPOILS)


def on_bomb(state: Battlefield, table: Table, seat: int) -> None:
    """BF-10.6: the first player of a bomb is the Source of Disaster; if he is out, the next one who plays one."""
    if state.rules.titles and state.titles[names.SOURCE_OF_DISASTER] < 0:
        award(state, table, names.SOURCE_OF_DISASTER, seat)


def on_judgement(state: Battlefield, table: Table, seat: int) -> None:
    """BF-10.7: the first who eliminates another by Divine Punishment."""
    if state.rules.titles and state.titles[names.GOD_DECIDER] < 0 and not state.god_decided:
        state.god_decided = 1
        award(state, table, names.GOD_DECIDER, seat)


def check_hegemony(state: Battlefield, table: Table) -> None:
    """BF-10.5: strictly the most resource cards; in a tie the holder keeps it if he is among the tied."""
    if not state.rules.titles:
        return
    holder, most = state.titles[names.ECONOMIC_HEGEMONY], max(state.resources[seat] for seat in state.living())
    richest = [seat for seat in state.living() if state.resources[seat] == most]
    if holder in richest:
        return
    if len(richest) == 1:
        award(state, table, names.ECONOMIC_HEGEMONY, richest[0])
    elif holder >= 0:
        state.titles[names.ECONOMIC_HEGEMONY] = UNKNOWN
        table.tell(events.HEGEMONY_LOST, holder)


# What comes of the cards of a fallen player (BF-8.9 step 1, C1)


def take_spoils(state: Battlefield, table: Table, seat: int, by: int) -> None:
    """BF-10.1: who eliminates Anti-peace takes his whole hand, and may equip his modification cards."""
    if by < 0 or state.titles[names.ANTI_PEACE] != seat:
        return
    hand = state.hands[seat]
    table.tell(events.SPOILS, by, seat, len(hand))
    for card in hand.cards:
        table.tell(events.GAVE_CARD, seat, by, priv=1 << seat | 1 << by, secret=(card,))
    state.move_all(hand, state.hands[by])
    taken = table.pick_many(ask_take, by, seat)
    for card in taken:
        mine = state.modifications[by]
        while len(mine) >= formulas.slots(state, by):
            old = state.move(mine, 0, state.discard)
            table.tell(events.REPLACED, by, old)
        state.move(state.modifications[seat], state.modifications[seat].cards.index(card), mine)
        table.tell(events.EQUIPPED, by, card, 0)
    left = state.modifications[seat]
    while len(left):
        card = state.move(left, 0, state.discard)
        table.tell(events.REPLACED, seat, card)


@picks("take_modification", "BF-10.1", actions.TAKE, rows="cards", open=True)
def ask_take(state: Battlefield, seat: int, arg: int, picked: Sequence[int]) -> Sequence[int]:
    """D23: the modification cards of the fallen seat `arg` that are equipped; the others are discarded."""
    left = [code for card in state.modifications[arg].cards if (code := actions.TAKE.codes[card]) not in picked]
    return [0, *(left if len(picked) < formulas.slots(state, seat) else ())] if left else [0]


def leave_cards(state: Battlefield, table: Table, seat: int) -> None:
    """BF-10.3: the first who is eliminated may name a living player who gets all his cards that are left."""
    if not state.rules.titles or state.first_elimination:
        return
    state.first_elimination = 1
    award(state, table, names.LOSER, seat)
    heir = table.pick(ask_heir, seat)
    if heir < 0:
        table.tell(events.NO_HEIR, seat)
        return
    hand, resources = state.hands[seat], state.resources[seat]
    table.tell(events.HEIR, seat, heir, len(hand) + len(state.modifications[seat]), resources)
    for card in hand.cards:
        table.tell(events.GAVE_CARD, seat, heir, priv=1 << seat | 1 << heir, secret=(card,))
    state.move_all(hand, state.hands[heir])
    state.move_all(state.modifications[seat], state.hands[heir])
    cards.give(state, seat, heir, resources)
    if state.titles[names.ANTI_PEACE] == heir:
        become_boss(state, table, heir)


@question("name_heir", "BF-10.3", actions.NAME, open=True, decline="pass")
def ask_heir(state: Battlefield, seat: int, arg: int) -> Sequence[int]:
    """D22: who gets the Loser's cards: a living player whose capital stands above 0, or nobody."""
    doomed = max(state.verdict, 0)
    return [-1, *(other for other in state.others(seat) if not doomed >> other & 1)]


def become_boss(state: Battlefield, table: Table, seat: int) -> None:
    """BF-10.4: the holder of Anti-peace who gets the Loser's cards draws four, and all his territories are whole."""
    award(state, table, names.HEIR_BOSS, seat)
    cards.draw(state, table, seat, HEIR_DRAWS)
    before = formulas.total_durability(state, seat)
    for territory in state.domain(seat):
        state.durability[territory] = formulas.maximum(state, territory)
    table.tell(events.RESTORED_ALL, seat, min(99, formulas.total_durability(state, seat) - before))


def end_titles(state: Battlefield, seat: int) -> None:
    """BF-8.9 step 6: titles of a fallen player become void; who was the Loser stays known."""
    for title, holder in enumerate(state.titles):
        if holder == seat and title != names.LOSER:
            state.titles[title] = UNKNOWN
