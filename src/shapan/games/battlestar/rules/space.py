"""BSG-9.1 to 9.6 and 16.4: what Cylon ships do, and placing ships."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from shapan.engine.effects import AMOUNT
from shapan.engine.question import picks, question
from shapan.engine.row import Row
from shapan.engine.shape import Part
from shapan.games.battlestar import actions, events, names
from shapan.games.battlestar.cards import CYLON_SWARM
from shapan.games.battlestar.effects import EFFECTS, PICTURE, Picture
from shapan.games.battlestar.rules import attacks, choice, ending
from shapan.games.battlestar.state import Battlestar, Table

ICON_R: Final = 0
ICON_L: Final = 1
ICON_H: Final = 2
ICON_B: Final = 3
TOWARD_TUBES: Final = (5, 0, 3, 4)
"""By area, from which heavy raiders come nearer: the next area on the way to a tube (9.3)."""
LAST_SPACE: Final = 4
"""The space of the boarding track where the humans lose (C11)."""


@EFFECTS.op("activate", icon=names.ICON)
def activate(state: Battlestar, table: Table, icon: int) -> None:
    """Carry out an icon (9.1 to 9.4)."""
    table.tell(events.ICON, icon)
    if icon == ICON_R:
        activate_raiders(state, table)
    elif icon == ICON_L:
        launch(state, table, 3, 0)
    elif icon == ICON_H:
        activate_heavies(state, table)
    else:
        for area in sorted(able(state, names.DISABLED_WEAPONS)):  # 9.4, from area 0 on; none is lost meanwhile
            attacks.basestar_attacks(state, table, area)


def able(state: Battlestar, token: int) -> list[int]:
    """BSG-9.6: return the area of each basestar whose weapons or hangar no damage token has disabled."""
    return [row[0] for row in state.basestars if token not in row[1:]]


# Raiders


def activate_raiders(state: Battlestar, table: Table) -> None:
    """BSG-9.1: every raider once; without raiders each basestar launches two."""
    if not sum(state.raiders):
        launch(state, table, 2, 0)
        return
    raiders_act(state, table, state.raiders)


def raiders_act(state: Battlestar, table: Table, number: Sequence[int]) -> None:
    """So many raiders of each area act, area by area in the order the current player likes (D-18)."""
    for area in range(names.AREAS):
        state.to_act[area] = min(number[area], state.raiders[area])
    while any(state.to_act):
        area = table.pick(ask_next_area, state.active)
        while state.to_act[area]:
            state.to_act[area] -= 1
            raider_acts(state, table, area)


@EFFECTS.op("activate_new", "activate_new(R)")
def new_raiders_act(state: Battlestar, table: Table) -> None:
    """Besieged: the raiders just placed act, as many as could be placed (R20), at most all that are left there."""
    raiders_act(state, table, [0, 0, 0, 0, 0, state.fresh_raiders])


def raider_acts(state: Battlestar, table: Table, area: int) -> None:
    """BSG-9.1: a raider does the first thing that is possible."""
    if state.vipers[area]:
        attacks.raider_attacks_viper(state, table, area, -1)
    elif pilots := state.pilots_in(area):
        pilot = choice.ask_who(state, table, ask_pilot, state.active, pilots)
        attacks.raider_attacks_viper(state, table, area, pilot)
    elif state.civilians[area].cards:
        place = actions.PICK_CIVILIAN.value(table.ask(attacks.ask_civilian, state.active, area), 1)
        attacks.destroy_civilian(state, table, area, place)
    elif any(zone.cards for zone in state.civilians):
        to = toward_civilians(state, area)
        state.raiders[area] -= 1
        state.raiders[to] += 1
        table.tell(events.RAIDER_MOVED, area, to)
    else:
        attacks.raider_attacks_galactica(state, table)


def toward_civilians(state: Battlestar, area: int) -> int:
    """BSG-9.1: the next area on the way to the nearest civilian ship, clockwise where both ways are as long."""
    for steps in range(1, names.AREAS):
        if state.civilians[(area + steps) % names.AREAS].cards:
            return (area + 1) % names.AREAS
        if state.civilians[(area - steps) % names.AREAS].cards:
            return (area - 1) % names.AREAS
    return area


@question("next_area", "BSG-9.1", actions.LAUNCH_AREA, open=True, why="no_raiders_to_act")
def ask_next_area(state: Battlestar, seat: int, arg: int) -> Sequence[int]:
    """D-18: the area whose raiders act next."""
    return [area for area in range(names.AREAS) if state.to_act[area]]


ask_pilot = choice.who("viper_target", "BSG-9.1")
"""D-18: which of several piloted vipers is shot at."""


# Heavy raiders and centurions


def activate_heavies(state: Battlestar, table: Table) -> None:
    """BSG-9.3: centurions advance, heavy raiders board or come nearer, without any each basestar launches one."""
    for space in reversed(range(LAST_SPACE)):
        number = state.boarding[space]
        if not number:
            continue
        state.boarding[space] = 0
        table.tell(events.CENTURION, space, space + 1)
        if space + 1 == LAST_SPACE:
            ending.end(state, table, ending.CYLONS, ending.BOARDING)
        state.boarding[space + 1] += number
    if not sum(state.heavies):
        launch(state, table, 0, 1)
        return
    before = list(state.heavies)
    for area, number in enumerate(before):
        if number and area not in names.TUBES:
            to = TOWARD_TUBES[area]
            state.heavies[area] -= number
            state.heavies[to] += number
            table.tell(events.HEAVY_MOVED, area, to)
    board_galactica(state, table, [number if area in names.TUBES else 0 for area, number in enumerate(before)])


def board_galactica(state: Battlestar, table: Table, boarding: Sequence[int]) -> None:
    """BSG-9.3: heavy raiders that were at the tubes become centurions; without a token left they stay (16.5).

    [ruling] With too few tokens for both tubes the current player says at which one they board.
    """
    want(state, table, names.CENTURION, boarding)
    for area in names.TUBES:
        for _ in range(min(state.wanted[area], state.supply(names.CENTURION))):
            state.heavies[area] -= 1
            state.boarding[0] += 1
            table.tell(events.BOARDED_GALACTICA, area)
    state.wanted[:] = [0] * names.AREAS


@EFFECTS.op("centurion", number=AMOUNT)
def add_centurions(state: Battlestar, table: Table, number: int) -> None:
    """Put centurions on the first space, as far as tokens last (C0)."""
    number = min(number, state.supply(names.CENTURION))
    state.boarding[0] += number
    table.tell(events.CENTURION_NEW, number)


# Launching and placing


def launch(state: Battlestar, table: Table, raiders: int, heavies: int) -> None:
    """BSG-9.5: each basestar launches into its area, one ship more of each kind under Cylon Swarm (R44)."""
    more = int(CYLON_SWARM in state.crises_in_play.cards)
    ready = able(state, names.DISABLED_HANGAR)
    for unit, number in ((names.RAIDER, raiders), (names.HEAVY, heavies)):
        if number and ready:
            wanted = [(number + more) * ready.count(area) for area in range(names.AREAS)]
            place_units(state, table, unit, wanted, launched=True)


def want(state: Battlestar, table: Table, unit: int, wanted: Sequence[int]) -> None:
    """BSG-16.4: note where units of a kind are wanted; with too few the current player says where they go (D-18)."""
    have = state.supply(unit)
    state.wanted[:] = wanted
    if 0 < have < sum(wanted) and sum(1 for number in wanted if number > 0) > 1:
        codes = table.ask_many(ask_shortage, state.active, unit << 8 | have)
        chosen = [actions.SHORT_AREA.value(code, 1) for code in codes]
        state.wanted[:] = [chosen.count(area) for area in range(names.AREAS)]


def place_units(state: Battlestar, table: Table, unit: int, wanted: Sequence[int], *, launched: bool = False) -> None:
    """BSG-16.4: place units of one kind, as far as the supply goes."""
    want(state, table, unit, wanted)
    for area in range(names.AREAS):
        if state.wanted[area] and state.supply(unit):
            number = min(state.wanted[area], state.supply(unit))
            put_units(state, table, unit, area, number)
            table.tell(events.LAUNCHED if launched else events.PLACED_UNITS, unit, area, number)
    state.wanted[:] = [0] * names.AREAS


def put_units(state: Battlestar, table: Table, unit: int, area: int, number: int) -> None:
    """Put units into an area; civilian ships are drawn face down."""
    if unit == names.BASESTAR:
        state.basestars += [[area] for _ in range(number)]
    elif unit == names.CIVILIAN:
        for _ in range(number):
            table.deal(actions.STREAM_CIVILIAN, state.civilian_pile, state.civilians[area])
    else:
        state.units(unit)[area] += number
    if unit == names.VIPER:
        state.placed_vipers[area] += number


@EFFECTS.op("place", picture=PICTURE)
def place_picture(state: Battlestar, table: Table, picture: int) -> None:
    """Place the ships of a picture by its number."""
    place_ships(state, table, PICTURE.rows[picture])


def place_ships(state: Battlestar, table: Table, ships: Picture) -> None:
    """Place the ships of a picture, kind by kind (16.4)."""
    for unit in (names.BASESTAR, names.RAIDER, names.HEAVY, names.VIPER, names.CIVILIAN):
        wanted = [0] * names.AREAS
        for area, kind, number in ships:
            if kind == unit:
                wanted[area] += number
        if any(wanted):
            place_units(state, table, unit, wanted)


SHORT: Final = (Row("areas", (Part("areas", (actions.SHORT_AREA,), common=("unit",)),)),)


@picks("shortage", "BSG-16.4", actions.SHORT_AREA, number_bits=255, rows=SHORT, open=True)
def ask_shortage(state: Battlestar, seat: int, arg: int, picked: Sequence[int]) -> Sequence[int]:
    """D-18: where the few units go; `arg` is their number, above it the unit."""
    heaps = [(actions.SHORT_AREA.code(arg >> 8, area), state.wanted[area]) for area in range(names.AREAS)]
    return attacks.rising(heaps, picked, arg & 255)
