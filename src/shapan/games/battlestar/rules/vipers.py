"""BSG-9.13 to 9.16 and 5.8: orders to unmanned vipers, pilots, Alert Viper Pilot."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from shapan.engine.actions import DONE
from shapan.engine.prompt import Reason
from shapan.engine.question import question
from shapan.games.battlestar import actions, events, names, step_codes
from shapan.games.battlestar.effects import act
from shapan.games.battlestar.rules import attacks, dice
from shapan.games.battlestar.state import Battlestar, Table


def targets_in(state: Battlestar, area: int) -> list[tuple[int, int]]:
    """Return the Cylon ships of an area that can be shot at, as (unit, number): basestars are told apart."""
    rows = [(names.BASESTAR, number) for number in range(len(state.basestars_in(area)))]
    if state.raiders[area]:
        rows.append((names.RAIDER, 0))
    if state.heavies[area]:
        rows.append((names.HEAVY, 0))
    return rows


def neighbours(area: int) -> tuple[int, int]:
    """BSG-1.3: the areas beside an area."""
    return (area - 1) % names.AREAS, (area + 1) % names.AREAS


def can_order(state: Battlestar) -> bool:
    """BSG-5.15, 9.15: tell whether there is an unmanned viper, in Reserves or in space."""
    return state.reserves() > 0 or any(state.vipers)


def order_vipers(state: Battlestar, table: Table, seat: int, number: int) -> None:
    """BSG-9.13: up to so many activations of unmanned vipers, the same one again if one likes (R7).

    [ruling] Who becomes a revealed Cylon in the course of them loses the rest (3.11).
    """
    for _ in range(number):
        if not can_order(state) or state.revealed[seat]:
            return
        code = table.ask(ask_order, seat)
        if code == DONE:
            return
        if actions.LAUNCH.has(code):
            area = actions.LAUNCH.value(code)
            state.vipers[area] += 1
            state.placed_vipers[area] += 1
            table.tell(events.VIPER_LAUNCHED, seat, area)
            alert_pilot(state, table)
        elif actions.FLY_UNMANNED.has(code):
            area, to = actions.FLY_UNMANNED.values(code)
            state.vipers[area] -= 1
            state.vipers[to] += 1
            table.tell(events.VIPER_FLEW, seat, area, to)
        else:
            area, unit, place = actions.ATTACK_UNMANNED.values(code)
            table.tell(events.VIPER_ATTACKS, seat, area, unit)
            attacks.human_attack(state, table, seat, step_codes.VIPER_ATTACK, area, unit, place, unmanned=True)


@question(
    "viper_order", "BSG-9.13", actions.LAUNCH, actions.FLY_UNMANNED, actions.ATTACK_UNMANNED, open=True, decline="stop"
)
def ask_order(state: Battlestar, seat: int, arg: int) -> Sequence[int]:
    """D-7: an unmanned viper is launched, flies one area or attacks (9.13)."""
    codes = [DONE]
    if state.reserves():
        codes += [actions.LAUNCH.codes[area] for area in names.TUBES]
    for area in range(names.AREAS):
        if state.vipers[area]:
            codes += [actions.FLY_UNMANNED.code(area, to) for to in neighbours(area)]
            codes += [actions.ATTACK_UNMANNED.code(area, unit, number) for unit, number in targets_in(state, area)]
    return codes


@ask_order.refusal
def why_not_order(state: Battlestar, seat: int, arg: int, code: int) -> Reason:
    """Return why it is not possible now."""
    if actions.LAUNCH.has(code):
        return Reason("BSG-9.13", "no_viper" if actions.LAUNCH.value(code) in names.TUBES else "no_tube")
    area = actions.FLY_UNMANNED.value(code) if actions.FLY_UNMANNED.has(code) else actions.ATTACK_UNMANNED.value(code)
    if not state.vipers[area]:
        return Reason("BSG-9.14" if state.pilots_in(area) else "BSG-9.13", "no_viper_there")
    return Reason("BSG-9.13", "one_area" if actions.FLY_UNMANNED.has(code) else "no_cylon_there")


# Pilots


def fly(state: Battlestar, table: Table, seat: int, area: int) -> None:
    """BSG-9.14: a pilot moves his viper one area."""
    state.at[seat] = names.SPACE + area
    table.tell(events.PILOT_MOVED, seat, area)


def pilot_attack(state: Battlestar, table: Table, seat: int, code: int) -> None:
    """BSG-9.14: a pilot attacks a Cylon ship of his area."""
    unit, number = actions.ATTACK.values(code)
    area = state.area_of(seat)
    table.tell(events.PILOT_ATTACKS, seat, area, unit)
    attacks.human_attack(state, table, seat, step_codes.VIPER_ATTACK, area, unit, number)


def launch_oneself(state: Battlestar, table: Table, seat: int) -> None:
    """BSG-9.15, C9: board a viper of Reserves, after recalling one if there is none, and enter area 4 or 5."""
    if not state.reserves():
        area = table.pick(ask_recall, seat)
        state.vipers[area] -= 1
        table.tell(events.VIPER_RECALLED, seat, area)
    area = table.pick(ask_launch_area, seat)
    state.at[seat] = names.SPACE + area
    table.tell(events.PILOT_LAUNCHED, seat, area)


@question("launch_area", "BSG-1.3", actions.LAUNCH_AREA, open=True, why="no_tube")
def ask_launch_area(state: Battlestar, seat: int, arg: int) -> Sequence[int]:
    """D-2, Hangar Deck: the launch tube."""
    return names.TUBES


@question("recall_viper", "BSG-9.15", actions.LAUNCH_AREA, open=True, why="no_viper_there")
def ask_recall(state: Battlestar, seat: int, arg: int) -> Sequence[int]:
    """BSG-9.15: the unmanned viper that goes back to Reserves."""
    return [area for area in range(names.AREAS) if state.vipers[area]]


# Alert Viper Pilot


def alert_pilot(state: Battlestar, table: Table) -> None:
    """BSG-5.8, W11: Apollo may board one of the vipers that have just come from Reserves, and act at once."""
    seat = state.seat_of(names.APOLLO)
    able = seat >= 0 and state.on_galactica(seat) and not state.in_brig(seat)
    code = DONE
    if able and any(state.placed_vipers):
        _, code = dice.react(state, table, ASK_BOARD, [seat])
    state.placed_vipers[:] = [0] * names.AREAS
    if code != DONE:
        area = actions.BOARD.value(code)
        state.vipers[area] -= 1
        state.at[seat] = names.SPACE + area
        table.tell(events.BOARDED, seat, area)
        act(state, table, seat)


class AskBoard(dice.Window):
    """W11: which viper Apollo boards."""

    key = "W11"
    rule = "BSG-W11"
    secret = False
    why = "no_viper_there"
    families = (actions.BOARD,)

    def legal(self, state: Battlestar, seat: int, arg: int) -> Sequence[int]:
        placed = [area for area in range(names.AREAS) if state.placed_vipers[area] and state.vipers[area]]
        return [DONE, *(actions.BOARD.codes[area] for area in placed)]


ASK_BOARD: Final = AskBoard()
