"""BSG-11: loyalty cards, looking at them, the Sleeper Agent phase, the Sympathizer."""

from __future__ import annotations

from shapan.engine.actions import DONE
from shapan.games.battlestar import actions, events, names
from shapan.games.battlestar.cards import DETECTOR_SABOTAGE
from shapan.games.battlestar.rules import choice, places, resources, reveal
from shapan.games.battlestar.state import Battlestar, Table


def may_be_looked_at(state: Battlestar, seat: int) -> bool:
    """BSG-11.2, R13: a human with a face-down card, and no Detector Sabotage in play."""
    human = not state.revealed[seat] or state.rules.may_ignore
    return human and len(state.loyalty[seat]) > 0 and DETECTOR_SABOTAGE not in state.crises_in_play.cards


def look_at_random(state: Battlestar, table: Table, viewer: int, owner: int) -> None:
    """BSG-11.2: one sees a random face-down loyalty card of another; nobody else does, but all see which it is.

    R13: a revealed Cylon, who can be named under an option only, may refuse.
    """
    if state.revealed[owner] and table.ask(ask_allow_look, owner) == DONE:
        table.tell(events.LOOK_REFUSED, owner, viewer)
        return
    zone = state.loyalty[owner]
    place = table.draw_place(actions.STREAM_LOOK_PLACE, actions.STREAM_LOOK, zone.cards)
    card = state.look(zone, place, viewer)
    table.tell(events.LOOKED, viewer, owner, priv=1 << viewer, secret=(card,))
    reveal.tell_place(table, owner, zone, place)


def look_at_all(state: Battlestar, table: Table, viewer: int, owner: int) -> None:
    """Cylon Detector: all loyalty cards of another player."""
    zone = state.loyalty[owner]
    for place in range(len(zone)):
        table.tell(events.LOOKED, viewer, owner, priv=1 << viewer, secret=(state.look(zone, place, viewer),))


ask_look = choice.who("look_target", "BSG-11.2")
"""D-16: whose loyalty card is looked at."""
ask_allow_look = choice.yes("allow_look", "BSG-R13")
"""R13, by the option: whether a revealed Cylon lets a crisis or Quorum card look at a card of his."""


def fill_loyalty(state: Battlestar, table: Table, loyal: int, cylons: int) -> None:
    """Make the loyalty deck: Cylon cards are drawn at random from the four, the rest leaves the game unseen.

    Deck and box are made anew, as heaps that nobody takes for each other: everybody knows how many of each are in.
    """
    rest, deck = list(state.loyalty_box.cards), [names.NOT_A_CYLON] * loyal
    for _ in range(cylons):
        pool = [card for card in rest if card in names.CYLON_CARDS]
        deck.append(table.draw(actions.STREAM_LOYALTY_CYLON, pool))
        rest.remove(deck[-1])
    for _ in range(loyal):
        rest.remove(names.NOT_A_CYLON)
    state.loyalty_deck, state.loyalty_box = state.deck(deck), state.deck(rest)


def deal_loyalty(state: Battlestar, table: Table, seat: int, number: int) -> None:
    """Deal loyalty cards of the deck to a seat, face down."""
    for _ in range(number):
        if len(state.loyalty_deck):
            card = table.deal(actions.STREAM_LOYALTY, state.loyalty_deck, state.loyalty[seat])
            table.tell(events.LOYALTY, seat, priv=1 << seat, secret=(card,))


def sleeper_phase(state: Battlestar, table: Table) -> None:
    """BSG-11.3: the rest of the loyalty deck is dealt, the Sympathizer resolved, Boomer goes to the Brig.

    [ruling] Where all play together nothing is dealt, and Boomer stays. With two players Baltar gets one card, like
    the other; what is left over stays unseen.
    """
    table.tell(events.SLEEPER)
    if state.rules.two_player:
        fill_loyalty(state, table, 2 + resources.in_red(state), 1)  # section 11: the deck of that variant is made now
    for seat in state.clockwise(state.active):
        deal_loyalty(state, table, seat, 2 if state.characters[seat] == names.BOOMER else 1)
    for seat in state.clockwise(state.active):
        if has_sympathizer(state, seat):
            sympathizer_dealt(state, table, seat)
            break
    boomer = state.seat_of(names.BOOMER)
    if boomer >= 0 and not state.rules.full_cooperative:
        places.send_to_brig(state, table, boomer)


def has_sympathizer(state: Battlestar, seat: int) -> bool:
    """Tell whether a seat has the Sympathizer face down."""
    return names.SYMPATHIZER in state.loyalty[seat].cards


def sympathizer_dealt(state: Battlestar, table: Table, seat: int) -> None:
    """BSG-11.4, 11.5: a human turns the Sympathizer up at once; a revealed Cylon may hand it on or keep it."""
    if not state.revealed[seat]:
        turn_up_sympathizer(state, table, seat)
        return
    zone = state.loyalty[seat]
    state.reveal(zone, zone.cards.index(names.SYMPATHIZER))  # that he is asked shows it
    others = [other for other in range(state.seats) if other != seat]
    other = choice.ask_who(state, table, ask_sympathizer, seat, others, may=True)
    if other < 0:
        return
    state.move(zone, zone.cards.index(names.SYMPATHIZER), state.loyalty[other])
    table.tell(events.SYMPATHIZER_HANDED, seat, other)
    turn_up_sympathizer(state, table, other)


def turn_up_sympathizer(state: Battlestar, table: Table, seat: int) -> None:
    """BSG-11.4: with a resource in its red zone to the Brig as a human, otherwise a revealed Cylon.

    Helo off the board stays there as a human (R43); another revealed Cylon: it lies open without effect (11.5).
    """
    zone = state.loyalty[seat]
    state.move(zone, zone.cards.index(names.SYMPATHIZER), state.loyalty_open[seat])
    human = bool(resources.in_red(state)) or bool(state.revealed[seat])
    table.tell(events.SYMPATHIZER, seat, int(human and not state.revealed[seat]))
    if state.revealed[seat]:
        return
    if human:
        if state.at[seat] != names.OFF:
            places.send_to_brig(state, table, seat)
    else:
        reveal.become_cylon(state, table, seat)
        if seat == state.active:
            state.cut = 1  # 3.9


ask_sympathizer = choice.who("sympathizer_target", "BSG-11.5")
"""D-23: to whom a revealed Cylon hands the Sympathizer."""
