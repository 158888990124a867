"""BSG-4: moves."""

from __future__ import annotations

from collections.abc import Sequence

from shapan.engine.actions import DONE
from shapan.engine.prompt import Reason
from shapan.engine.question import question
from shapan.engine.zone import kinds_among
from shapan.games.battlestar import actions, events, names
from shapan.games.battlestar.cards import BOMB_ON_COLONIAL_1, COLONIAL_ONE_PLACES, CYLON_PLACES, SAFE_GALACTICA
from shapan.games.battlestar.rules import decks, vipers
from shapan.games.battlestar.state import Battlestar, Table


def can_move(state: Battlestar, seat: int) -> bool:
    """BSG-4.4: not in the Brig, not off the board."""
    return state.at[seat] not in (names.BRIG, names.OFF)


def move(state: Battlestar, table: Table, seat: int) -> None:
    """BSG-4.1 to 4.3: one move, or none; to another ship, or out of a viper, for a skill card."""
    code = table.ask(ask_move, seat)
    if code == DONE:
        table.tell(events.STAYED, seat)
        return
    place = actions.MOVE.value(code)
    if actions.MOVE_PAYING.has(code):
        place, card = actions.MOVE_PAYING.values(code)
        decks.discard_card(state, seat, card)
        table.tell(events.PAID, seat, card)
    state.at[seat] = place  # a viper that is left goes back to Reserves by itself
    if place >= names.SPACE:
        table.tell(events.FLEW, seat, place - names.SPACE)
    else:
        table.tell(events.MOVED, seat, place)


def free_places(state: Battlestar, seat: int) -> list[int]:
    """Return where a seat can go for nothing: its own ship, or the areas beside its viper."""
    at = state.at[seat]
    if state.revealed[seat]:
        return [place for place in CYLON_PLACES if place != at]  # 4.2
    if state.piloting(seat):
        return [names.SPACE + area for area in sorted(vipers.neighbours(state.area_of(seat)))]  # 4.3
    ship = colonial_one(state) if at in COLONIAL_ONE_PLACES else SAFE_GALACTICA
    return [place for place in ship if place != at]


def paid_places(state: Battlestar, seat: int) -> list[int]:
    """Return where a seat can go for a skill card: the other ship, from a viper both ships (4.1, 4.3)."""
    if state.revealed[seat]:
        return []
    on_colonial_one = state.at[seat] in COLONIAL_ONE_PLACES
    places: list[int] = []
    if on_colonial_one or state.piloting(seat):
        places += SAFE_GALACTICA
    if not on_colonial_one:
        places += colonial_one(state)
    return places


def colonial_one(state: Battlestar) -> list[int]:
    """BSG-4.4: the locations of Colonial One that are open: none under Bomb on Colonial 1."""
    return [] if BOMB_ON_COLONIAL_1 in state.supers_in_play.cards else COLONIAL_ONE_PLACES


@question("move", "BSG-4.1", actions.MOVE, actions.MOVE_PAYING, decline="stay")
def ask_move(state: Battlestar, seat: int, arg: int) -> Sequence[int]:
    """D-5: where to go, and the card that pays for it."""
    codes = [DONE]
    codes += [actions.MOVE.codes[place] for place in free_places(state, seat)]
    cards = kinds_among(state.hands[seat].cards)
    for place in paid_places(state, seat):
        row = actions.MOVE_PAYING.rows[place]
        codes += [row[card] for card in cards]
    return codes


@ask_move.refusal
def why_not_move(state: Battlestar, seat: int, arg: int, code: int) -> Reason:
    """Return why it is not possible now."""
    place = actions.MOVE_PAYING.value(code) if actions.MOVE_PAYING.has(code) else actions.MOVE.value(code)
    if place in (names.SICKBAY, names.BRIG, names.OFF):
        return Reason("BSG-4.2", "hazardous")
    if (place in CYLON_PLACES) != bool(state.revealed[seat]):
        return Reason("BSG-4.2", "not_there")
    if place in COLONIAL_ONE_PLACES and not colonial_one(state):
        return Reason("BSG-4.4", "closed")
    if place >= names.SPACE or state.piloting(seat):
        return Reason("BSG-4.3", "not_there")
    return Reason("BSG-4.1", "not_there")


@ask_move.by_default
def default_move(state: Battlestar, seat: int, arg: int) -> int:
    """[ruling] To stay; a Cylon goes to Caprica, where there is always something to do."""
    return actions.MOVE.codes[names.CAPRICA] if state.revealed[seat] and state.at[seat] != names.CAPRICA else DONE
