"""C9, R25: Communications: civilian ships are seen in secret and shifted."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from shapan.engine.actions import DONE
from shapan.engine.kinds import number_of
from shapan.engine.table import Table
from shapan.games.battlestar.actions import LOOK_CIVILIAN, SHIFT_CIVILIAN
from shapan.games.battlestar.events import E_CIVILIAN_SHIFTED, E_CIVILIANS_SEEN
from shapan.games.battlestar.names import AREAS
from shapan.games.battlestar.question import Question
from shapan.games.battlestar.rules.vipers import Act, neighbours
from shapan.games.battlestar.state import Battlestar

T = Table[Battlestar]
MOST_SHIPS: Final = 12
SHIP_BITS: Final = 7


def communications(state: Battlestar, table: T, seat: int, act: Act) -> None:
    """R25: up to two civilian ships are seen in secret, then each of the two may shift one area."""
    seen = table.ask_many(ASK_LOOK_CIVILIANS, seat)
    for code in seen:
        area, place = LOOK_CIVILIAN.values(code)
        token = state.look(state.civilians[area], place, seat)
        table.tell(E_CIVILIANS_SEEN, seat, area, priv=1 << seat, secret=(token,))
    if not seen:
        return
    ships = 0
    for code in seen:
        area, place = LOOK_CIVILIAN.values(code)
        ships = ships << SHIP_BITS | (area * MOST_SHIPS + place + 1)
    moves = [SHIFT_CIVILIAN.values(code) for code in table.ask_many(ASK_SHIFT, seat, ships)]
    for area, place, to in sorted(moves, reverse=True):  # from the end of an area, so that places stay what they were
        state.move(state.civilians[area], place, state.civilians[to])
        table.tell(E_CIVILIAN_SHIFTED, seat, area, to)


class AskLookCivilians(Question):
    """R25: up to two civilian ships to look at."""

    key = "look_civilians"
    rule = "BSG-R25"
    open = True
    many = True
    ordered = False
    families = (LOOK_CIVILIAN,)
    list_field = "pick"
    word = "civilians"

    def lengths(self, state: Battlestar, seat: int, arg: int) -> tuple[int, int]:
        return 0, 2

    def next(self, state: Battlestar, seat: int, arg: int, picked: Sequence[int]) -> Sequence[int]:
        if len(picked) == 2:
            return ()
        ships = [
            LOOK_CIVILIAN.code(area, place) for area in range(AREAS) for place in range(len(state.civilians[area]))
        ]
        return [DONE, *(code for code in ships if code not in picked)]

    def write_many(self, codes: Sequence[int]) -> dict[str, object]:
        return {"do": "civilians", "pick": [list(LOOK_CIVILIAN.values(code)) for code in codes]}

    def read_many(self, entry: dict[str, object]) -> list[int]:  # type: ignore[override]
        codes = []
        for place, row in enumerate(self.rows(entry)):
            if not isinstance(row, list) or len(row) != 2:
                raise ValueError(f"pick.{place}", "needs an area and which ship of it")
            kinds = [kind for _, kind in LOOK_CIVILIAN.parameters]
            values = [number_of(kind, word, f"pick.{place}") for kind, word in zip(kinds, row, strict=True)]
            codes.append(LOOK_CIVILIAN.code(*values))
        return sorted(codes)


class AskShift(Question):
    """R25: each of the ships seen may shift to a neighbouring area; `arg` holds their places, 12 to an area, from 1."""

    key = "shift_civilians"
    rule = "BSG-R25"
    open = True
    many = True
    ordered = False
    families = (SHIFT_CIVILIAN,)
    list_field = "moves"
    word = "shift"

    def next(self, state: Battlestar, seat: int, arg: int, picked: Sequence[int]) -> Sequence[int]:
        moved = [SHIFT_CIVILIAN.values(code)[:2] for code in picked]
        codes = [DONE]
        for ship in (arg >> SHIP_BITS, arg & (1 << SHIP_BITS) - 1):
            area, place = divmod(ship - 1, MOST_SHIPS)
            if ship and (area, place) not in moved:
                codes += [SHIFT_CIVILIAN.code(area, place, to) for to in neighbours(area)]
        return codes

    def write_many(self, codes: Sequence[int]) -> dict[str, object]:
        rows = [dict(zip(("area", "n", "to"), SHIFT_CIVILIAN.values(code), strict=True)) for code in codes]
        return {"do": "shift", "moves": rows}

    def read_many(self, entry: dict[str, object]) -> list[int]:  # type: ignore[override]
        codes = []
        for place, row in enumerate(self.rows(entry)):
            if not isinstance(row, dict) or not {"area", "to"} <= set(row) <= {"area", "n", "to"}:
                raise ValueError(f"moves.{place}", "needs area, n and to")
            path, kinds = f"moves.{place}", SHIFT_CIVILIAN.parameters
            codes.append(SHIFT_CIVILIAN.code(*(number_of(kind, row.get(name, 0), path) for name, kind in kinds)))
        return sorted(codes)


ASK_LOOK_CIVILIANS: Final = AskLookCivilians()
ASK_SHIFT: Final = AskShift()
