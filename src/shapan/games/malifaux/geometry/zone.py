"""Deployment zones, table halves and quarters, the centreline (MFX-10.10, 13.20, 14.5, 14.6, 15.1)."""

from __future__ import annotations

from typing import Final, final

from shapan.games.malifaux.geometry.disc import is_near_segment
from shapan.games.malifaux.geometry.polygon import Part, is_near
from shapan.games.malifaux.geometry.terrain import rectangle
from shapan.games.malifaux.geometry.unit import CENTRE, EPS, TABLE, point_at

STANDARD: Final = 0
FLANK: Final = 1
WEDGE: Final = 2
CORNER: Final = 3

DEPLOYMENTS: Final = ("standard", "flank", "wedge", "corner")
"""MFX-10.10: the types of deployment, by number."""

CORNER_RADIUS: Final = 12000

LEFT: Final = 0
RIGHT: Final = 1


@final
class Zone:
    """The deployment zone of the lower player: its parts, and the border lines inside the table."""

    __slots__ = ("border", "parts")

    def __init__(self, parts: list[Part], border: list[tuple[int, int, int, int]]) -> None:
        self.parts = parts
        self.border = border


ZONES: Final = (
    Zone([Part(rectangle(0, 0, TABLE, 8000))], [(0, 8000, TABLE, 8000)]),
    Zone(
        [Part(rectangle(0, 0, 18000, 9000)), Part(rectangle(0, 0, 9000, 18000))],
        [(18000, 0, 18000, 9000), (18000, 9000, 9000, 9000), (9000, 9000, 9000, 18000), (9000, 18000, 0, 18000)],
    ),
    Zone([Part([(0, 0), (TABLE, 0), (18000, 12000)])], [(0, 0, 18000, 12000), (18000, 12000, TABLE, 0)]),
    Zone([Part([(0, 0)], CORNER_RADIUS)], []),
)
"""MFX-10.10: by type of deployment; a corner is a disc round the corner of the table."""


def is_in_zone(deployment: int, upper: bool, x: int, y: int, r: int) -> bool:
    """MFX-15.1: tell whether any part of a base or marker is in a deployment zone."""
    if upper:
        x, y = TABLE - x, TABLE - y
    return any(is_near(part, x, y, r) or is_near(part, x, y, 0, 1) for part in ZONES[deployment].parts)


def is_completely_in_zone(deployment: int, upper: bool, x: int, y: int, r: int) -> bool:
    """MFX-13.20: tell whether a base is wholly in a deployment zone. (That it is on the table is another test.)"""
    if upper:
        x, y = TABLE - x, TABLE - y
    if deployment == CORNER:
        most = CORNER_RADIUS + EPS - r
        return x * x + y * y <= most * most
    zone = ZONES[deployment]
    if not any(is_near(part, x, y, 0, 1) for part in zone.parts):
        return False
    return not any(is_near_segment(x, y, ax, ay, bx, by, r - EPS) for ax, ay, bx, by in zone.border)


def is_diagonal(deployment: int) -> bool:
    """MFX-10.10: tell whether the centreline goes from corner to corner."""
    return deployment in (FLANK, CORNER)


def side_of(deployment: int, x: int, y: int) -> int:
    """MFX-14.5: return below 0 for a point on the lower player's half, above 0 for the other half, 0 on the line."""
    return x + y - TABLE if is_diagonal(deployment) else y - CENTRE


def is_on_half(deployment: int, upper: bool, x: int, y: int) -> bool:
    """MFX-14.5: tell whether a marker is on a table half: its centre on that side or on the line."""
    side = side_of(deployment, x, y)
    return side >= 0 if upper else side <= 0


def is_completely_on_half(deployment: int, upper: bool, x: int, y: int, r: int) -> bool:
    """MFX-14.5: tell whether the whole disc of a marker is on a table half, with EPS as in a zone.

    [ruling: EPS as in "completely in a zone" of MFX-13.20]
    """
    side, least = side_of(deployment, x, y), r - EPS
    if not upper:
        side = -side
    return side >= 0 and (side * side >= 2 * least * least if is_diagonal(deployment) else side >= least)


def touches_centreline(deployment: int, x: int, y: int, r: int) -> bool:
    """MFX-13.20: tell whether a base or marker touches the centreline."""
    side, most = side_of(deployment, x, y), r + EPS
    return side * side <= (2 * most * most if is_diagonal(deployment) else most * most)


def quarters_of(x: int, y: int, r: int) -> int:
    """MFX-10.10: return the table quarters that a base or marker is in with any part, as a mask.

    Bits: 1 lower left, 2 lower right, 4 upper left, 8 upper right. [ruling: "in" as in a zone, MFX-15.1]
    """
    mask = 0
    for quarter in range(4):
        dx = max(0, CENTRE - x if quarter & 1 else x - CENTRE)
        dy = max(0, CENTRE - y if quarter & 2 else y - CENTRE)
        square = dx * dx + dy * dy
        if square == 0 or square < r * r:
            mask |= 1 << quarter
    return mask


def centreline_end(deployment: int, upper: bool, side: int) -> tuple[int, int]:
    """MFX-14.6: return the left or right end of the centreline, as the player looks from the own zone to the other."""
    left = (0, TABLE if is_diagonal(deployment) else CENTRE)
    return left if (side == LEFT) != upper else (TABLE - left[0], TABLE - left[1])


def centreline_point(deployment: int, upper: bool, side: int, distance: int) -> tuple[int, int]:
    """MFX-14.6: return the point of the centreline at a distance from its left or right end."""
    x, y = centreline_end(deployment, upper, side)
    return point_at(x, y, TABLE - x, TABLE - y, distance)


def centreline_edge(deployment: int, upper: bool, side: int, r: int) -> tuple[int, int]:
    """MFX-14.6: return the point of the centreline nearest to an end where a disc is wholly on the table."""
    x, y = centreline_end(deployment, upper, side)
    return min(max(x, r), TABLE - r), min(max(y, r), TABLE - r)


def edges_of_zones(deployment: int) -> tuple[bool, bool, bool, bool]:
    """MFX-13.17: tell which table edges belong to a zone: left, right, lower, upper.

    An edge belongs to a zone that touches it over more than 12 inches.
    """
    low = deployment in (STANDARD, FLANK, WEDGE)
    side = deployment == FLANK
    return side, side, low, low
