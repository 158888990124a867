"""C15: the effects of cards on people: hands, Brig and Sickbay, looks, titles."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from shapan.engine.question import question
from shapan.engine.table import Table
from shapan.games.battlestar import actions
from shapan.games.battlestar.effects import ADM, ANY, CUR, EACH, PRES, PRES_OR_ADM, Effect
from shapan.games.battlestar.rules.choice import ask_who, who
from shapan.games.battlestar.rules.decks import draw_skill
from shapan.games.battlestar.rules.hands import discard, discard_at_random, discard_each, discard_hand
from shapan.games.battlestar.rules.loyalty import ask_look, look_at_random, may_be_looked_at
from shapan.games.battlestar.rules.places import (
    ask_brig,
    ask_sickbay,
    brig_targets,
    send_all_to_brig,
    send_all_to_sickbay,
    send_to_brig,
    send_to_sickbay,
    sickbay_targets,
)
from shapan.games.battlestar.rules.titles import give_president
from shapan.games.battlestar.state import Battlestar

T = Table[Battlestar]


def seat_for(state: Battlestar, role: int) -> int:
    """Return the seat of a role (C0); -1 where the title lies unused (R39)."""
    if role == PRES:
        return state.president
    return state.admiral if role == ADM else state.active


def decider(state: Battlestar, role: int) -> int:
    """Return who decides in a role: without a holder of the title the current player (R39)."""
    seat = seat_for(state, role)
    return state.active if seat < 0 else seat


def _discard(state: Battlestar, table: T, effect: Effect) -> None:
    if effect.who == EACH:
        discard_each(state, table, effect.number)
    else:
        discard(state, table, seat_for(state, effect.who), effect.number)


def _discard_random(state: Battlestar, table: T, effect: Effect) -> None:
    """Random discards of several run clockwise from the current player (R48)."""
    seats = state.clockwise(state.active) if effect.who == EACH else [seat_for(state, effect.who)]
    for seat in seats:
        if seat >= 0 and not state.revealed[seat]:
            discard_at_random(state, table, seat, effect.number)


def _discard_hand(state: Battlestar, table: T, effect: Effect) -> None:
    seat = seat_for(state, effect.who)
    if seat >= 0 and not state.revealed[seat]:
        discard_hand(state, table, seat)


def _draw(state: Battlestar, table: T, effect: Effect) -> None:
    seat = seat_for(state, effect.who)
    if seat >= 0 and not state.revealed[seat]:
        for _ in range(effect.number):
            draw_skill(state, table, seat, effect.what)


def _brig(state: Battlestar, table: T, effect: Effect) -> None:
    send_to_brig(state, table, seat_for(state, effect.who))


def _sickbay(state: Battlestar, table: T, effect: Effect) -> None:
    send_to_sickbay(state, table, seat_for(state, effect.who))


def _brig_all(state: Battlestar, table: T, effect: Effect) -> None:
    send_all_to_brig(state, table, effect.what)


def _sickbay_all(state: Battlestar, table: T, effect: Effect) -> None:
    send_all_to_sickbay(state, table, effect.what)


def _pick_brig(state: Battlestar, table: T, effect: Effect) -> None:
    send_to_brig(state, table, ask_who(state, table, ask_brig, decider(state, effect.who), brig_targets(state)))


def _may_pick_brig(state: Battlestar, table: T, effect: Effect) -> None:
    seat = decider(state, effect.who)
    send_to_brig(state, table, ask_who(state, table, ask_brig, seat, brig_targets(state), may=True))


def _pick_sickbay(state: Battlestar, table: T, effect: Effect) -> None:
    seat = decider(state, effect.who)
    send_to_sickbay(state, table, ask_who(state, table, ask_sickbay, seat, sickbay_targets(state)))


def _look(state: Battlestar, table: T, effect: Effect) -> None:
    """BSG-11.2: one sees a random loyalty card of another, whom he picks where several are allowed."""
    viewer = decider(state, effect.who)
    if effect.what == CUR:
        owners = [state.active]
    elif effect.what == PRES_OR_ADM:
        owners = [seat for seat in range(state.seats) if seat in (state.president, state.admiral)]
    else:
        assert effect.what == ANY
        owners = list(range(state.seats))
    owners = [seat for seat in owners if seat != viewer and may_be_looked_at(state, seat)]
    prompt = ask_screen if effect.what == PRES_OR_ADM else ask_look
    owner = ask_who(state, table, prompt, viewer, owners)
    if owner >= 0:
        look_at_random(state, table, viewer, owner)


ask_screen = who("screen_target", "BSG-R12")
"""Cylon Screenings (R12): President or Admiral."""


# Titles


def _president(state: Battlestar, table: T, effect: Effect) -> None:
    """Martial Law: a role becomes President."""
    seat = seat_for(state, effect.who)
    if seat >= 0:
        give_president(state, table, seat)


def _pick_president(state: Battlestar, table: T, effect: Effect) -> None:
    """Prisoner Revolt: the President chooses another human player, who becomes President."""
    chooser = decider(state, effect.who)
    seat = ask_who(state, table, ask_president, chooser, [seat for seat in state.humans() if seat != chooser])
    if seat >= 0:
        give_president(state, table, seat)


ask_president = who("president_target", "BSG-13.4")
"""D-16: who becomes President."""


def _title_or_brig(state: Battlestar, table: T, effect: Effect) -> None:
    """Requested Resignation B: the President gives the title to the Admiral or goes to the Brig (R10)."""
    seat = state.president
    if seat < 0:
        return
    if table.ask(ask_title_or_brig, seat) == actions.GO_TO_BRIG.code():
        send_to_brig(state, table, seat)
    elif state.admiral >= 0:
        give_president(state, table, state.admiral)


@question("title_or_brig", "BSG-R10", actions.GIVE_TITLE, actions.GO_TO_BRIG, open=True)
def ask_title_or_brig(state: Battlestar, seat: int, arg: int) -> Sequence[int]:
    """Requested Resignation B."""
    return [actions.GIVE_TITLE.code(), actions.GO_TO_BRIG.code()]


ON_PEOPLE: Final[dict[str, Callable[[Battlestar, T, Effect], None]]] = {
    "discard": _discard,
    "discard_random": _discard_random,
    "discard_hand": _discard_hand,
    "draw": _draw,
    "brig": _brig,
    "sickbay": _sickbay,
    "brig_all": _brig_all,
    "sickbay_all": _sickbay_all,
    "pick_brig": _pick_brig,
    "may_pick_brig": _may_pick_brig,
    "pick_sickbay": _pick_sickbay,
    "look": _look,
    "president": _president,
    "pick_president": _pick_president,
    "title_or_brig": _title_or_brig,
}
