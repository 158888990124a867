"""Reach, engagement, and whom a marker touches (MFX-13.13, 6.12, 6.13)."""

from __future__ import annotations

from typing import Final

from shapan.games.malifaux.geometry.disc import within
from shapan.games.malifaux.geometry.sight import Field, sees
from shapan.games.malifaux.geometry.unit import EPS

NO_REACH: Final = -1
"""MFX-13.13: the reach of a model without a melee action; it engages nobody."""


def engaging(field: Field, model: int, enemies: list[int], reaches: list[int]) -> list[int]:
    """MFX-13.13: return the enemies that engage a model; `reaches` has a reach for each model of the table."""
    b = field.bases
    xs, ys, rs = b.x, b.y, b.r
    x, y, r = xs[model], ys[model], rs[model] + EPS
    found: list[int] = []
    if not rs[model]:
        return found
    for enemy in enemies:
        reach = reaches[enemy]
        if reach >= 0 and rs[enemy]:
            dx, dy, most = xs[enemy] - x, ys[enemy] - y, r + rs[enemy] + reach
            if dx * dx + dy * dy <= most * most and sees(field, enemy, model):
                found.append(enemy)
    return found


def is_in_reaches(field: Field, x: int, y: int, r: int, holders: list[int], reaches: list[int]) -> bool:
    """MFX-13.14: tell whether a base at a place is within the reach of all who engaged it at the start.

    Distance alone (MFX-13.24). A reach is a disc, so the whole leg between two such places is within it.
    """
    return holder_left(field, x, y, r, holders, reaches) < 0


def holder_left(field: Field, x: int, y: int, r: int, holders: list[int], reaches: list[int]) -> int:
    """MFX-13.14: return the first enemy whose reach a base at a place has left, -1 for none."""
    bases = field.bases
    for holder in holders:
        if not within(x, y, r, bases.x[holder], bases.y[holder], bases.r[holder], reaches[holder]):
            return holder
    return -1


def touched_by_marker(field: Field, x: int, y: int, r: int, distance: int = 0) -> list[int]:
    """MFX-6.12, 6.13: return the models that a blast marker touches, or within a distance of a shockwave."""
    b = field.bases
    return [i for i in range(len(b.r)) if b.r[i] and within(x, y, r, b.x[i], b.y[i], b.r[i], distance)]
