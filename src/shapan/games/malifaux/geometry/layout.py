"""The maps, pieces as positions write them, and the maker of random maps (MFX-13.17)."""

# Stays plain: reads a table of data, and runs once a match.

from __future__ import annotations

import tomllib
from collections.abc import Callable
from importlib.resources import files
from typing import Any, Final

from shapan.games.malifaux.geometry.polygon import Corner, Part, is_near, is_near_leg, shares_inside
from shapan.games.malifaux.geometry.terrain import (
    CLIMBABLE,
    IMPASSABLE,
    Piece,
    mask_of,
    octagon,
    polygon_piece,
    rectangle,
)
from shapan.games.malifaux.geometry.unit import CENTRE, EPS, TABLE
from shapan.games.malifaux.geometry.zone import edges_of_zones

Row = dict[str, Any]

TRIES: Final = 200
PIECES: Final = 7
CENTRE_FREE: Final = 3000
"""An Impassable piece comes no nearer than this to the centrepoint."""
PASSAGE: Final = 2200
"""Nor nearer than this to another: the widest base gets through."""
EDGE_FREE: Final = 4000

_TABLES: Final[dict[str, dict[str, list[Row]]]] = tomllib.loads(
    files("shapan.games.malifaux.geometry").joinpath("layouts.toml").read_text("utf-8")
)

LAYOUTS: Final = tuple(_TABLES)
"""The names of the maps."""


def outline_of(row: Row) -> list[Corner]:
    """Return the outline of a row with `rect`, `oct` or `poly`. Raises ValueError where it has none or a bad one."""
    if "rect" in row and _are_numbers(row["rect"], 4):
        x0, y0, x1, y1 = row["rect"]
        if x0 >= x1 or y0 >= y1:
            raise ValueError("a rectangle has its lower-left corner first")
        return rectangle(x0, y0, x1, y1)
    if "oct" in row and _are_numbers(row["oct"], 3):
        return octagon(*row["oct"])
    points = row.get("poly")
    if "rect" in row or "oct" in row or not isinstance(points, list) or not all(_are_numbers(one, 2) for one in points):
        raise ValueError("a piece has a rect of four, an oct of three numbers or a poly of points")
    return [(x, y) for x, y in points]


def _are_numbers(value: object, count: int) -> bool:
    return isinstance(value, list) and len(value) == count and all(isinstance(one, int) for one in value)


def piece_of(row: Row) -> Piece:
    """Return the piece of a row: name, shape, height, traits, hazard. Raises ValueError."""
    return polygon_piece(
        row["name"], outline_of(row), row["height"], mask_of(row.get("traits", [])), row.get("hazard", "")
    )


def mirrored_row(row: Row) -> Row:
    """MFX-13.17: return the point mirror of a row, with the same name."""
    return {
        **{key: value for key, value in row.items() if key not in {"rect", "oct", "poly"}},
        "poly": [[TABLE - x, TABLE - y] for x, y in outline_of(row)],
    }


_LAID: Final[dict[str, list[Piece]]] = {}
"""The pieces of the maps that have been laid; pieces never change."""


def layout(name: str) -> list[Piece]:
    """MFX-13.17: return the pieces of a map: each row and its mirror after it."""
    if name not in _LAID:
        rows = [one for row in _TABLES[name]["pieces"] for one in (row, mirrored_row(row))]
        _LAID[name] = [piece_of(row) for row in rows]
    return list(_LAID[name])


def generated(deployment: int, draw: Callable[[int], int]) -> list[Piece]:
    """MFX-13.17: return a random map, each piece with its mirror; `draw(n)` gives a number 0…n-1.

    Of the rows of all maps seven are drawn, none twice [ruling: "shapes and traits of the two maps"]. For each: which
    of those left, then x and y of a centre in the lower half until one fits, at most 200 times. A piece that would
    leave the table, or overlap its own mirror or come too near to it, does not fit [ruling: the mirror is a piece too].
    """
    left = [row for name in LAYOUTS for row in _TABLES[name]["pieces"]]
    made: list[Piece] = []
    for _ in range(PIECES):
        row = left.pop(draw(len(left)))
        for _ in range(TRIES):
            x, y = draw(TABLE + 1), draw(CENTRE + 1)
            placed = _placed(row, x, y)
            if placed and all(_fits(one, [*made, *placed], deployment) for one in placed):
                made += placed
                break
    return made


def _placed(row: Row, x: int, y: int) -> list[Piece]:
    """Return a row's piece round a centre and its mirror, an empty list where it leaves the table."""
    moved = {key: value for key, value in row.items() if key not in {"rect", "oct"}}
    if "rect" in row:
        x0, y0, x1, y1 = row["rect"]
        w, h = (x1 - x0) // 2, (y1 - y0) // 2
        moved["rect"] = [x - w, y - h, x + w, y + h]
    else:
        moved["oct"] = [x, y, row["oct"][2]]
    if not all(0 <= value <= TABLE for corner in outline_of(moved) for value in corner):
        return []
    return [piece_of(moved), piece_of(mirrored_row(moved))]


def _fits(piece: Piece, all_of_them: list[Piece], deployment: int) -> bool:
    left, right, lower, upper = edges_of_zones(deployment)
    near = EDGE_FREE + EPS
    if (
        (left and piece.x0 <= near)
        or (right and piece.x1 >= TABLE - near)
        or (lower and piece.y0 <= near)
        or (upper and piece.y1 >= TABLE - near)
    ):
        return False
    shut = IMPASSABLE | CLIMBABLE
    if piece.traits & shut and any(is_near(part, CENTRE, CENTRE, CENTRE_FREE) for part in piece.parts):
        return False
    for other in all_of_them:
        if other is piece:
            continue
        if any(shares_inside(one, two.x, two.y) for one in piece.parts for two in other.parts):
            return False
        if piece.traits & other.traits & shut and any(
            _are_near(one, two, PASSAGE) for one in piece.parts for two in other.parts
        ):
            return False
    return True


def _are_near(one: Part, two: Part, distance: int) -> bool:
    """Tell whether two convex polygons are nearer than a distance to each other."""
    return any(is_near_leg(one, x, y, x + ex, y + ey, distance) for x, y, ex, ey, _, _ in two.edges)
