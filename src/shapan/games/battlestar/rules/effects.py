"""C15: carrying out the effects of cards, strictly left to right (BSG-7.5)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from shapan.engine.actions import DONE
from shapan.engine.table import Table
from shapan.games.battlestar import events, names, occasions
from shapan.games.battlestar.effects import ADM, IN_SPACE, NUMBERS, Effect, Effects
from shapan.games.battlestar.rules.attacks import civilians_lost, damage_galactica, damage_vipers
from shapan.games.battlestar.rules.choice import yes
from shapan.games.battlestar.rules.dice import roll
from shapan.games.battlestar.rules.jump import add_distance, move_track
from shapan.games.battlestar.rules.people import ON_PEOPLE, decider
from shapan.games.battlestar.rules.resources import change
from shapan.games.battlestar.rules.space import activate, add_centurions, place_ships, raiders_act
from shapan.games.battlestar.state import Battlestar

T = Table[Battlestar]


def carry_out(state: Battlestar, table: T, effects: Effects) -> None:
    """Carry effects out one after the other; a condition governs those it holds."""
    for effect in effects:
        _DO[effect.operation](state, table, effect)


# Conditions


def _roll(state: Battlestar, table: T, effect: Effect) -> None:
    """`roll<=k`: the current player rolls (1.2)."""
    if roll(state, table, occasions.CARD_ROLL, state.active) <= effect.number:
        carry_out(state, table, effect.then)


def _if_below(state: Battlestar, table: T, effect: Effect) -> None:
    """`if food<6`: tested at this moment."""
    if state.dials[effect.what] < effect.number:
        carry_out(state, table, effect.then)


def _unless_paid(state: Battlestar, table: T, effect: Effect) -> None:
    """Crash Landing: the Admiral may pay 1 fuel; with none he cannot (R11)."""
    seat = decider(state, effect.who)
    if state.dials[names.FUEL] and table.ask(ask_pay, seat) != DONE:
        table.tell(events.FUEL_PAID, seat)
        change(state, table, names.FUEL, -1)
        return
    carry_out(state, table, effect.then)


ask_pay = yes("pay_fuel", "BSG-R11")
"""D-17: whether fuel is paid."""


ask_use_reveal = yes("use_reveal", "BSG-12.2")
"""D-21: whether the text of the revealed card is carried out."""


# Dials, tracks, ships


def _dial(state: Battlestar, table: T, effect: Effect) -> None:
    change(state, table, effect.what, effect.number)


def _track(state: Battlestar, table: T, effect: Effect) -> None:
    move_track(state, table, effect.number)


def change_raptors(state: Battlestar, table: T, number: int) -> None:
    """BSG-9.17: raptors leave Reserves for good, or destroyed ones come back."""
    before = state.raptors
    state.raptors = max(0, min(names.RAPTORS, before + number))
    if number > 0:
        table.tell(events.RAPTORS_BACK, state.raptors - before)
    else:
        table.tell(events.RAPTORS_LOST, before - state.raptors)


def _raptors(state: Battlestar, table: T, effect: Effect) -> None:
    change_raptors(state, table, effect.number)


def _centurion(state: Battlestar, table: T, effect: Effect) -> None:
    add_centurions(state, table, effect.number)


def _damage_galactica(state: Battlestar, table: T, effect: Effect) -> None:
    for _ in range(effect.number):
        damage_galactica(state, table)


def _damage_vipers(state: Battlestar, table: T, effect: Effect) -> None:
    damage_vipers(state, table, effect.number, in_space=effect.what == IN_SPACE)


def _recall_vipers(state: Battlestar, table: T, effect: Effect) -> None:
    """BSG-R9: all vipers in space to Reserves, piloted ones too; pilots to Hangar Deck."""
    number = sum(state.vipers)
    state.vipers[:] = [0] * names.AREAS
    for seat in range(state.seats):
        if state.piloting(seat):
            number += 1
            state.at[seat] = names.HANGAR_DECK
    table.tell(events.VIPERS_RECALLED, number)


def _civilians_lost(state: Battlestar, table: T, effect: Effect) -> None:
    civilians_lost(state, table, effect.number)


def _place(state: Battlestar, table: T, effect: Effect) -> None:
    place_ships(state, table, effect.ships)


def _activate(state: Battlestar, table: T, effect: Effect) -> None:
    activate(state, table, effect.what)


def _activate_new(state: Battlestar, table: T, effect: Effect) -> None:
    """Besieged: the raiders just placed act, as many as could be placed (R20), at most all that are left there."""
    raiders_act(state, table, [0, 0, 0, 0, 0, state.fresh_raiders])


def _lose_nuke(state: Battlestar, table: T, effect: Effect) -> None:
    """Build Cylon Detector A: a nuke leaves the game."""
    state.nukes -= 1
    table.tell(events.NUKE_GONE, decider(state, ADM))


# The card itself


def _keep(state: Battlestar, table: T, effect: Effect) -> None:
    """BSG-7.7: the card stays in play for good."""
    if len(state.super_now):
        table.tell(events.SUPER_STAYS, state.move(state.super_now, 0, state.supers_in_play))
    elif len(state.crisis_now):
        table.tell(events.STAYS, state.move(state.crisis_now, 0, state.crises_in_play))


def _kobol(state: Battlestar, table: T, effect: Effect) -> None:
    """BSG-14.7: Legendary Discovery lies beside Kobol: one distance more, and the objective is looked at."""
    _keep(state, table, effect)
    add_distance(state, table, 1)


def _extra_crisis(state: Battlestar, table: T, effect: Effect) -> None:
    """BSG-7.8: after the Activate step of this card another crisis comes; at Caprica only under an option."""
    if not state.at_caprica or state.rules.second_crisis_at_caprica:
        state.extra_crisis = 1


_BY_NAME: Final[dict[str, Callable[[Battlestar, T, Effect], None]]] = {
    **ON_PEOPLE,
    "dial": _dial,
    "track": _track,
    "raptors": _raptors,
    "centurion": _centurion,
    "damage_galactica": _damage_galactica,
    "damage_vipers": _damage_vipers,
    "recall_vipers": _recall_vipers,
    "civilians_lost": _civilians_lost,
    "place": _place,
    "activate": _activate,
    "activate_new": _activate_new,
    "lose_nuke": _lose_nuke,
    "keep": _keep,
    "kobol": _kobol,
    "extra_crisis": _extra_crisis,
    "roll": _roll,
    "if_below": _if_below,
    "unless_paid": _unless_paid,
}
_DO: Final = [_BY_NAME[name] for name in NUMBERS]
