"""C6, BSG-13.6: Quorum cards, drawn and played by the President."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from shapan.engine.question import Question, picks, question
from shapan.engine.row import Row
from shapan.engine.shape import Part
from shapan.engine.zone import Zone
from shapan.games.battlestar import actions, events, names, step_codes
from shapan.games.battlestar.cards import ACCEPT_PROPHECY, SAFE_GALACTICA
from shapan.games.battlestar.effects import ANY
from shapan.games.battlestar.rules import (
    attacks,
    choice,
    decks,
    dice,
    hands,
    loyalty,
    people,
    places,
    resources,
    titles,
)
from shapan.games.battlestar.state import Battlestar, Table


def draw_quorum(state: Battlestar, table: Table, seat: int) -> None:
    """BSG-13.6: the President draws a card into the secret Quorum hand."""
    hand = state.quorum_hand
    before = list(hand.cards)
    if decks.take(state, table, state.quorum, hand):
        card = next(card for card in hand.cards if hand.cards.count(card) > before.count(card))
        table.tell(events.QUORUM_DRAWN, seat, priv=1 << seat, secret=(card,))


UNAIMED: Final = ("accept_prophecy", "food_rationing", "inspirational_speech")


def playable(state: Battlestar, seat: int, card: int) -> bool:
    """BSG-5.15: a card that needs a target is legal only if there is one."""
    name = names.QUORUM_CARDS[card]
    if name == "authorization_of_brutal_force":
        return any(state.raiders) or any(state.heavies) or any(state.boarding)
    return name in UNAIMED or len(targets(state, seat, card)) > 0


def targets(state: Battlestar, seat: int, card: int) -> list[int]:
    """Whom a card can name: other humans (12.5), with Encourage Mutiny no Admiral (13.5), with a look R13."""
    name = names.QUORUM_CARDS[card]
    if name == "arrest_order":
        return places.brig_targets(state)
    if name == "release_cylon_mugshots":
        return [other for other in range(state.seats) if other != seat and loyalty.may_be_looked_at(state, other)]
    others = [other for other in state.humans() if other != seat]
    if name == "encourage_mutiny":
        return [other for other in others if other != state.admiral and not state.in_brig(other)]
    if name == "presidential_pardon":
        return [other for other in others if state.in_brig(other)]
    return others


def aim(state: Battlestar, table: Table, seat: int, ask: Question[Battlestar]) -> int:
    """Let the President name a target of the card that is carried out."""
    return choice.ask_who(state, table, ask, seat, targets(state, seat, state.quorum_now.cards[0]))


def play_quorum(state: Battlestar, table: Table, seat: int, card: int, zone: Zone) -> None:
    """BSG-13.6: carry a card out: it lies open, and then goes to the discards unless it stays or leaves the game."""
    state.blend(zone)
    state.move(zone, zone.cards.index(card), state.quorum_now)
    table.tell(events.QUORUM_PLAYED, seat, card)
    _DO[card](state, table, seat)
    if len(state.quorum_now):
        state.move(state.quorum_now, 0, state.quorum.discards)


ROLLS: Final = {
    "authorization_of_brutal_force": (1, 2),
    "encourage_mutiny": (3, names.DIE),
    "food_rationing": (6, names.DIE),
    "inspirational_speech": (6, names.DIE),
    "release_cylon_mugshots": (1, 3),
}
"""By Quorum card that rolls, the results with which its first line holds (C6)."""


def roll_for_card(state: Battlestar, table: Table, of: int, roller: int) -> bool:
    """C6: roll for the card that is carried out, and tell whether its first line holds."""
    least, most = ROLLS[names.QUORUM_CARDS[state.quorum_now.first]]
    return least <= dice.roll(state, table, of, roller) <= most


# The cards


def _accept_prophecy(state: Battlestar, table: Table, seat: int) -> None:
    """C6: a card, then this one waits on the table. [ruling] The card may be of any of the five types."""
    hands.draw_cards(state, table, seat, 1, hands.ALL_TYPES)
    state.move(state.quorum_now, 0, state.quorum_attached)
    table.tell(events.QUORUM_ATTACHED, seat, ACCEPT_PROPHECY)


def _arrest(state: Battlestar, table: Table, seat: int) -> None:
    """Arrest Order: whom its player names goes to the Brig."""
    places.pick_for_brig(state, table, seat)


def _assign(state: Battlestar, table: Table, seat: int) -> None:
    """Arbitrator, Mission Specialist, Vice President: two politics cards, and the card lies with another human."""
    decks.draw_skills(state, table, seat, 2, names.PO)
    holder = aim(state, table, seat, ask_attach)
    if holder >= 0:
        card = state.move(state.quorum_now, 0, state.quorum_attached)
        state.holders[card] = holder
        table.tell(events.QUORUM_ATTACHED, holder, card)


def brutal_force(state: Battlestar, table: Table, seat: int) -> None:
    """R47: one to three raiders, a heavy raider, or a centurion; then the roll."""
    for code in table.ask_many(ask_brutal, seat):
        if actions.DESTROY_RAIDER.has(code):
            attacks.destroy(state, table, names.RAIDER, actions.DESTROY_RAIDER.value(code))
        elif actions.DESTROY_HEAVY.has(code):
            attacks.destroy(state, table, names.HEAVY, actions.DESTROY_HEAVY.value(code))
        else:
            space = actions.DESTROY_CENTURION.value(code)
            state.boarding[space] -= 1
            table.tell(events.CENTURION_LOST, space)
    if roll_for_card(state, table, step_codes.QUORUM_ROLL, seat):
        resources.change(state, table, names.POPULATION, -1)


def mutiny(state: Battlestar, table: Table, seat: int) -> None:
    """Let the chosen player roll (1.2): 3 and more makes an Admiral."""
    other = aim(state, table, seat, ask_mutiny)
    if other < 0:
        return
    if roll_for_card(state, table, step_codes.MUTINY_ROLL, other):
        titles.give_admiral(state, table, other)
    else:
        table.tell(events.MUTINY, other)
        resources.change(state, table, names.MORALE, -1)


def _ration(state: Battlestar, table: Table, seat: int) -> None:
    """Food Rationing, Inspirational Speech: on 6 and more a resource is gained and the card leaves the game."""
    if roll_for_card(state, table, step_codes.QUORUM_ROLL, seat):
        card = state.move(state.quorum_now, 0, state.quorum_gone)
        resources.change(state, table, names.FOOD if names.QUORUM_CARDS[card] == "food_rationing" else names.MORALE, 1)
        table.tell(events.QUORUM_GONE, card)


def _pardon(state: Battlestar, table: Table, seat: int) -> None:
    other = aim(state, table, seat, ask_pardon)
    if other >= 0:
        leave_brig(state, table, seat, other, SAFE_GALACTICA)


def leave_brig(state: Battlestar, table: Table, chooser: int, seat: int, exits: Sequence[int]) -> None:
    """BSG-10.3: out of the Brig to a place that is chosen."""
    state.at[seat] = table.pick(ask_exit, chooser, sum(1 << place for place in exits))
    table.tell(events.OUT_OF_BRIG, seat, state.at[seat])
    titles.somebody_leaves_brig(state, table, seat)


def _mugshots(state: Battlestar, table: Table, seat: int) -> None:
    people.look(state, table, seat, ANY)
    if roll_for_card(state, table, step_codes.QUORUM_ROLL, seat):
        resources.change(state, table, names.MORALE, -1)


_BY_NAME: Final[dict[str, Callable[[Battlestar, Table, int], None]]] = {
    "accept_prophecy": _accept_prophecy,
    "arrest_order": _arrest,
    "assign_arbitrator": _assign,
    "assign_mission_specialist": _assign,
    "assign_vice_president": _assign,
    "authorization_of_brutal_force": brutal_force,
    "encourage_mutiny": mutiny,
    "food_rationing": _ration,
    "inspirational_speech": _ration,
    "presidential_pardon": _pardon,
    "release_cylon_mugshots": _mugshots,
}
_DO: Final = [_BY_NAME[name] for name in names.QUORUM_CARDS]


# Questions


BRUTAL: Final = (actions.DESTROY_RAIDER, actions.DESTROY_HEAVY, actions.DESTROY_CENTURION)
DESTROYED: Final = (
    Row("destroy", (Part("areas", (actions.DESTROY_RAIDER,)),), {"unit": "raider"}),
    Row("destroy", (Part("", (actions.DESTROY_HEAVY, actions.DESTROY_CENTURION)),)),
)


@picks("brutal_force", "BSG-R47", *BRUTAL, number=(1, 3), rows=DESTROYED, open=True, why="no_cylon_there")
def ask_brutal(state: Battlestar, seat: int, arg: int, picked: Sequence[int]) -> Sequence[int]:
    """D-7: what Brutal Force destroys: one to three raiders, or a heavy raider, or a centurion (R47)."""
    codes = actions.DESTROY_RAIDER.codes
    found = [codes[area] for area in range(names.AREAS) if state.raiders[area] > picked.count(codes[area])]
    if picked:
        return found if actions.DESTROY_RAIDER.has(picked[0]) else ()
    found += [actions.DESTROY_HEAVY.codes[area] for area in range(names.AREAS) if state.heavies[area]]
    return found + [actions.DESTROY_CENTURION.codes[space] for space in range(4) if state.boarding[space]]


@question("exit_location", "BSG-10.3", actions.GO, open=True, why="not_there")
def ask_exit(state: Battlestar, seat: int, arg: int) -> Sequence[int]:
    """Where somebody goes out of the Brig; `arg` is the mask of places."""
    return [place for place in range(names.LOCATION.size) if arg >> place & 1]


ask_attach = choice.who("attach_target", "BSG-12.5")
"""D-8: who receives the card."""
ask_mutiny = choice.who("admiral_target", "BSG-13.5")
"""D-8: who is to become Admiral."""
ask_pardon = choice.who("pardon_target", "BSG-10.3")
"""D-8: who leaves the Brig."""
