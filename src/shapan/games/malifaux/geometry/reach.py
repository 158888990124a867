"""The area that a move can reach, on a raster and for display only (MFX-13.18): what is legal, a path decides."""

from __future__ import annotations

from heapq import heappop, heappush
from typing import Final

from shapan.games.malifaux.geometry.engagement import is_in_reaches
from shapan.games.malifaux.geometry.leg import Near, leg_cost, leg_is_free
from shapan.games.malifaux.geometry.unit import EPS, length

RASTER: Final = 250
"""MFX-13.18: a quarter of an inch."""

STRIDES: Final = (
    *((1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1), (0, -1), (1, -1)),
    *((2, 1), (1, 2), (-1, 2), (-2, 1), (-2, -1), (-1, -2), (1, -2), (2, -1)),
)
"""From a point of the raster to its 16 neighbours."""


def reach_on_raster(
    near: Near, allowed: int, holders: list[int], reaches: list[int], raster: int = RASTER
) -> dict[tuple[int, int], int]:
    """MFX-13.18: return the points of the raster of the table that a move reaches, with their costs.

    Shortest ways over the raster, each stride a legal leg that stays within the reach of `holders` (MFX-13.14). A move
    comes to it by one leg to any of the 16 points about where it begins.
    """
    most, costs = allowed + EPS, dict[tuple[int, int], int]()
    left, low = near.x // raster - 1, near.y // raster - 1
    for i in range(left, left + 4):
        for j in range(low, low + 4):
            x, y = i * raster, j * raster
            if (x, y) == (near.x, near.y):
                costs[i, j] = 0
            elif leg_is_free(near, near.x, near.y, x, y) and is_in_reaches(near.field, x, y, near.r, holders, reaches):
                cost = leg_cost(near, near.x, near.y, x, y)
                if cost <= most:
                    costs[i, j] = cost
    spread(near, most, holders, reaches, raster, (0, 0), costs)
    return costs


def spread(
    near: Near, most: int, holders: list[int], reaches: list[int], raster: int, origin: tuple[int, int],
    costs: dict[tuple[int, int], int],
) -> None:  # fmt: skip
    """Go on from some points of a raster with an origin, as far as a move may cost; the costs grow in place."""
    strides = [(i, j, length(0, 0, i * raster, j * raster)) for i, j in STRIDES]
    done: set[tuple[int, int]] = set()
    heap = sorted((cost, i, j) for (i, j), cost in costs.items())
    while heap:
        cost, i, j = heappop(heap)
        if (i, j) in done:
            continue
        done.add((i, j))
        x, y = origin[0] + i * raster, origin[1] + j * raster
        for di, dj, least in strides:
            point = (i + di, j + dj)
            if point in done:
                continue
            nx, ny = x + di * raster, y + dj * raster
            known = costs.get(point, most + 1)
            if cost + least >= known:
                continue
            if not leg_is_free(near, x, y, nx, ny) or not is_in_reaches(near.field, nx, ny, near.r, holders, reaches):
                continue
            total = cost + (leg_cost(near, x, y, nx, ny) if near.slow or near.high else least)
            if total < known:
                costs[point] = total
                heappush(heap, (total, *point))
