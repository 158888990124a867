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


def reach_costs(
    near: Near, allowed: int, holders: list[int], reaches: list[int], raster: int = RASTER
) -> dict[tuple[int, int], int]:
    """MFX-13.18: return the points of the raster that a move reaches, counted from where it begins, and their costs.

    Shortest ways over the raster, each stride a legal leg that stays within the reach of `holders` (MFX-13.14).
    """
    most = allowed + EPS
    strides = [(i, j, length(0, 0, i * raster, j * raster)) for i, j in STRIDES]
    costs = {(0, 0): 0}
    done: set[tuple[int, int]] = set()
    heap = [(0, 0, 0)]
    while heap:
        cost, i, j = heappop(heap)
        if (i, j) in done:
            continue
        done.add((i, j))
        x, y = near.x + i * raster, near.y + j * raster
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
    return costs


def rows_of(points: list[tuple[int, int]]) -> list[tuple[int, list[tuple[int, int]]]]:
    """Return points of a raster as rows of runs: for each j from below the runs (first i, last i)."""
    rows: dict[int, list[int]] = {}
    for i, j in points:
        rows.setdefault(j, []).append(i)
    found = []
    for j in sorted(rows):
        runs: list[tuple[int, int]] = []
        for i in sorted(rows[j]):
            if runs and runs[-1][1] == i - 1:
                runs[-1] = (runs[-1][0], i)
            else:
                runs.append((i, i))
        found.append((j, runs))
    return found
