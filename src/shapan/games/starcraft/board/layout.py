"""Where everything lies on the map of the galaxy, in its own units: tiles on a square grid, areas in them, routes.

A tile has its name and its orders at the head, its areas below. Turning it turns the places of the areas by quarters;
what stands in them stays upright.
"""
# Stays plain: draws for people

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from shapan.games.starcraft import actions, names, space
from shapan.games.starcraft.board.offers import BoardPrompt
from shapan.games.starcraft.state import StarCraft

WIDTH, HEIGHT = 206, 168
GAP_X, GAP_Y = 30, 30
MARGIN = 30
HEAD: Final = 36
_PAD, _SPLIT = 4, 4
_MIN_COLUMNS, _MIN_ROWS = 4, 2
"""So many cells are drawn in any case, so that a small galaxy does not have giant tiles."""
ROUTE: Final = (58, 30)
"""Along the gap between two planets: transports stand side by side there."""
GATE: Final = (104, 24)
SMALL_GATE: Final = (26, 58)
SLOT: Final = (30, 30)
_AWAY = 2
Box = list[int]


class Layout:
    """The cells that are drawn: those with planets, and where one may be laid now."""

    def __init__(self, view: StarCraft, asked: BoardPrompt) -> None:
        self.view = view
        placed = [(view.cell_x[planet], view.cell_y[planet]) for planet in space.placed(view)]
        codes = asked.codes(actions.PLACE_PLANET) if asked.key == "place_planet" else []
        spots = sorted({actions.PLACE_PLANET.values(code)[1:3] for code in codes})
        self.free: list[tuple[int, int]] = [(x, y) for x, y in spots]
        cells = [*placed, *self.free] or [(names.MAX_SIDE, names.MAX_SIDE)]
        self.left, self.columns = _span([x for x, _ in cells], _MIN_COLUMNS)
        self.top, self.rows = _span([y for _, y in cells], _MIN_ROWS)

    @property
    def size(self) -> Box:
        """Return width and height of the map."""
        return [
            2 * MARGIN + self.columns * (WIDTH + GAP_X) - GAP_X,
            2 * MARGIN + self.rows * (HEIGHT + GAP_Y) - GAP_Y,
        ]

    def cell(self, x: int, y: int) -> Box:
        """Return where a cell lies."""
        return [
            MARGIN + (x - self.left) * (WIDTH + GAP_X),
            MARGIN + (y - self.top) * (HEIGHT + GAP_Y),
            WIDTH,
            HEIGHT,
        ]

    def tile(self, planet: int) -> Box:
        """Return where a planet lies."""
        return self.cell(self.view.cell_x[planet], self.view.cell_y[planet])

    def area(self, area: int) -> Box:
        """Return where an area lies: in a quarter or a half of its tile, turned as the tile is."""
        planet = names.PLANET_OF[area]
        left, top, width, height = self.tile(planet)
        areas = names.AREAS_OF[planet]
        quarters = _quarters(area - areas[0], len(areas), self.view.turns[planet])
        half_x, half_y = (width - 2 * _PAD - _SPLIT) // 2, (height - HEAD - _PAD - _SPLIT) // 2
        columns = [quarter in (1, 2) for quarter in quarters]
        rows = [quarter in (2, 3) for quarter in quarters]
        x0, x1, y0, y1 = min(columns), max(columns), min(rows), max(rows)
        return [
            left + _PAD + x0 * (half_x + _SPLIT),
            top + HEAD + y0 * (half_y + _SPLIT),
            half_x + (x1 - x0) * (half_x + _SPLIT),
            half_y + (y1 - y0) * (half_y + _SPLIT),
        ]

    def edge(self, slot: int) -> tuple[int, int]:
        """Return the point in the middle of a side of a tile."""
        planet, side = divmod(slot, 4)
        left, top, width, height = self.tile(planet)
        return (
            left + width // 2 + names.SIDE_X[side] * width // 2,
            top + height // 2 + names.SIDE_Y[side] * height // 2,
        )

    def between(self, route: int) -> Box:
        """Return where a normal route lies: between its planets."""
        one, other = (self.tile(planet) for planet in names.PAIRS[route])
        x = (one[0] + other[0] + WIDTH) // 2
        y = (one[1] + other[1] + HEIGHT) // 2
        width, height = ROUTE if one[0] == other[0] else ROUTE[::-1]
        return [x - width // 2, y - height // 2, width, height]

    def gate(self, slot: int) -> Box:
        """Return where the end of a z-axis route lies: in the gap at the edge of its planet."""
        x, y = self.edge(slot)
        side = slot % 4
        width, height = SMALL_GATE if names.SIDE_X[side] else GATE
        x += names.SIDE_X[side] * (width // 2 + _AWAY)
        y += names.SIDE_Y[side] * (height // 2 + _AWAY)
        return [x - width // 2, y - height // 2, width, height]

    def slot(self, slot: int) -> Box:
        """Return where a free slot lies."""
        x, y = self.edge(slot)
        return [x - SLOT[0] // 2, y - SLOT[1] // 2, *SLOT]

    def lines(self) -> str:
        """Return the normal routes as lines between the tiles, each of two strokes."""
        found = []
        for route in space.routes(self.view):
            if route >= names.FIRST_Z:
                continue
            one, other = sorted(self.tile(planet) for planet in names.PAIRS[route])
            for shift in (-5, 5):
                if one[1] == other[1]:
                    y = one[1] + HEIGHT // 2 + shift
                    found.append(f"M{one[0] + WIDTH} {y}H{other[0]}")
                else:
                    x = one[0] + WIDTH // 2 + shift
                    found.append(f"M{x} {one[1] + HEIGHT}V{other[1]}")
        return " ".join(found)


def _span(values: Sequence[int], least: int) -> tuple[int, int]:
    """Return the first of some columns or rows and how many are drawn, at least so many with the used ones amidst."""
    first, last = min(values), max(values)
    number = last - first + 1
    return first - max(0, least - number) // 2, max(least, number)


def _quarters(place: int, number: int, turn: int) -> list[int]:
    """Return the quarters of a tile, with the clock from the upper left, that an area takes when the tile is turned."""
    if number == 4:
        own = [place]
    elif number == 3:
        own = [0, 1] if place == 0 else [place + 1]
    else:
        own = [2 * place, 2 * place + 1]
    return [(quarter + turn) % 4 for quarter in own]
