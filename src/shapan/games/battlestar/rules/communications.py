"""C9, R25: Communications: civilian ships are seen in secret and shifted."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from shapan.engine.actions import DONE
from shapan.engine.form import LISTS, listed
from shapan.engine.prompt import Prompt
from shapan.engine.table import Table
from shapan.games.battlestar import actions, events, names
from shapan.games.battlestar.rules.vipers import Act, neighbours
from shapan.games.battlestar.state import Battlestar

T = Table[Battlestar]
MOST_SHIPS: Final = 12
SHIP_BITS: Final = 7


def communications(state: Battlestar, table: T, seat: int, act: Act) -> None:
    """R25: up to two civilian ships are seen in secret, then each of the two may shift one area."""
    seen = table.ask_many(ASK_LOOK_CIVILIANS, seat)
    for code in seen:
        area, place = actions.LOOK_CIVILIAN.values(code)
        token = state.look(state.civilians[area], place, seat)
        table.tell(events.CIVILIANS_SEEN, seat, area, priv=1 << seat, secret=(token,))
    if not seen:
        return
    ships = 0
    for code in seen:
        area, place = actions.LOOK_CIVILIAN.values(code)
        ships = ships << SHIP_BITS | (area * MOST_SHIPS + place + 1)
    moves = [actions.SHIFT_CIVILIAN.values(code) for code in table.ask_many(ASK_SHIFT, seat, ships)]
    for area, place, to in sorted(moves, reverse=True):  # from the end of an area, so that places stay what they were
        state.move(state.civilians[area], place, state.civilians[to])
        table.tell(events.CIVILIAN_SHIFTED, seat, area, to)


class AskLookCivilians(Prompt[Battlestar]):
    """R25: up to two civilian ships to look at."""

    key = "look_civilians"
    rule = "BSG-R25"
    open = True
    many = True
    ordered = False
    families = (actions.LOOK_CIVILIAN,)
    rows = listed("pick", actions.LOOK_CIVILIAN, shape=LISTS)

    def lengths(self, state: Battlestar, seat: int, arg: int) -> tuple[int, int]:
        return 0, 2

    def next(self, state: Battlestar, seat: int, arg: int, picked: Sequence[int]) -> Sequence[int]:
        if len(picked) == 2:
            return ()
        ships = [
            actions.LOOK_CIVILIAN.code(area, place)
            for area in range(names.AREAS)
            for place in range(len(state.civilians[area]))
        ]
        return [DONE, *(code for code in ships if code not in picked)]


class AskShift(Prompt[Battlestar]):
    """R25: each of the ships seen may shift to a neighbouring area; `arg` holds their places, 12 to an area, from 1."""

    key = "shift_civilians"
    rule = "BSG-R25"
    open = True
    many = True
    ordered = False
    families = (actions.SHIFT_CIVILIAN,)
    rows = listed("moves", actions.SHIFT_CIVILIAN)

    def next(self, state: Battlestar, seat: int, arg: int, picked: Sequence[int]) -> Sequence[int]:
        moved = [actions.SHIFT_CIVILIAN.values(code)[:2] for code in picked]
        codes = [DONE]
        for ship in (arg >> SHIP_BITS, arg & (1 << SHIP_BITS) - 1):
            area, place = divmod(ship - 1, MOST_SHIPS)
            if ship and (area, place) not in moved:
                codes += [actions.SHIFT_CIVILIAN.code(area, place, to) for to in neighbours(area)]
        return codes


ASK_LOOK_CIVILIANS: Final = AskLookCivilians()
ASK_SHIFT: Final = AskShift()
