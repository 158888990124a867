"""C15: the operations of cards on people that ask: whose loyalty is looked at, who becomes President."""

from __future__ import annotations

from collections.abc import Sequence

from shapan.engine.question import question
from shapan.games.battlestar import actions
from shapan.games.battlestar.effects import DECIDER, EFFECTS, OWNER, PRES_OR_ADM
from shapan.games.battlestar.rules import choice, loyalty, places, titles
from shapan.games.battlestar.state import Battlestar, Table


@EFFECTS.op("look", who=DECIDER, whose=OWNER)
def look(state: Battlestar, table: Table, viewer: int, whose: int) -> None:
    """BSG-11.2: one sees a random loyalty card of another, whom he picks where several are allowed."""
    owners = [seat for seat in OWNER.of(state, whose) if seat != viewer and loyalty.may_be_looked_at(state, seat)]
    owner = choice.ask_who(state, table, ask_screen if whose == PRES_OR_ADM else loyalty.ask_look, viewer, owners)
    if owner >= 0:
        loyalty.look_at_random(state, table, viewer, owner)


ask_screen = choice.who("screen_target", "BSG-R12")
"""Cylon Screenings (R12): President or Admiral."""


@EFFECTS.op("pick_president", who=DECIDER)
def pick_president(state: Battlestar, table: Table, chooser: int) -> None:
    """Prisoner Revolt: the President chooses another human player, who becomes President."""
    seat = choice.ask_who(state, table, ask_president, chooser, [seat for seat in state.humans() if seat != chooser])
    if seat >= 0:
        titles.give_president(state, table, seat)


ask_president = choice.who("president_target", "BSG-13.4")
"""D-16: who becomes President."""


@EFFECTS.op("title_or_brig")
def title_or_brig(state: Battlestar, table: Table) -> None:
    """Resolve Requested Resignation B: the President gives the title to the Admiral or goes to the Brig (R10)."""
    seat = state.president
    if seat < 0:
        return
    if table.ask(ask_title_or_brig, seat) == actions.GO_TO_BRIG.code():
        places.send_to_brig(state, table, seat)
    elif state.admiral >= 0:
        titles.give_president(state, table, state.admiral)


@question("title_or_brig", "BSG-R10", actions.GIVE_TITLE, actions.GO_TO_BRIG, open=True)
def ask_title_or_brig(state: Battlestar, seat: int, arg: int) -> Sequence[int]:
    """Return the choices of Requested Resignation B."""
    return [actions.GIVE_TITLE.code(), actions.GO_TO_BRIG.code()]
