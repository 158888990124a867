"""Deployment zones, halves, quarters, the centreline."""

from __future__ import annotations

import random

import pytest

from games.malifaux.geometry import cases, reference
from games.malifaux.geometry.reference import Area, Base, rectangle
from shapan.games.malifaux.geometry import spot, zone
from shapan.games.malifaux.geometry.unit import TABLE

OUTLINES: dict[int, list[reference.Spot]] = {
    zone.STANDARD: rectangle(0, 0, TABLE, 8000),
    zone.FLANK: [(0, 0), (18000, 0), (18000, 9000), (9000, 9000), (9000, 18000), (0, 18000)],
    zone.WEDGE: [(0, 0), (TABLE, 0), (18000, 12000)],
}


def is_wholly_in(deployment: int, base: Base) -> bool:
    """In the zone, and no border line inside the table nearer than r - EPS; edges of the table are none."""
    if deployment == zone.CORNER:
        return reference.square(base.at, (0, 0)) <= (12010 - base.r) ** 2
    inner = [
        (a, b)
        for a, b in reference.edges(OUTLINES[deployment])
        if not (a[0] == b[0] and a[0] in {0, TABLE}) and not (a[1] == b[1] and a[1] in {0, TABLE})
    ]
    near = any(reference.to_segment(base.at, a, b) < (base.r - 10) ** 2 for a, b in inner)
    return reference.holds(OUTLINES[deployment], base.at) and not near


def is_partly_in(deployment: int, base: Base) -> bool:
    if deployment == zone.CORNER:
        return reference.square(base.at, (0, 0)) < (12000 + base.r) ** 2
    return reference.to_area(base.at, Area(OUTLINES[deployment], 0, frozenset())) < base.r**2


@pytest.mark.rule("MFX-10.10", "MFX-13.20", "MFX-15.1")
@pytest.mark.parametrize("deployment", range(4))
def test_bases_are_in_zones_as_by_fractions(deployment: int) -> None:
    chance = random.Random(deployment)
    whole = part = 0
    for _ in range(500):
        base = cases.base(chance, 0, 20000)
        wholly, partly = is_wholly_in(deployment, base), is_partly_in(deployment, base)
        for upper, x, y in ((False, base.x, base.y), (True, TABLE - base.x, TABLE - base.y)):
            assert zone.is_completely_in_zone(deployment, upper, x, y, base.r) == wholly
            assert zone.is_in_zone(deployment, upper, x, y, base.r) == partly
        whole += wholly
        part += partly
    assert 0 < whole < part < 500


@pytest.mark.rule("MFX-10.7", "MFX-10.10", "MFX-X28")
@pytest.mark.parametrize(("y", "legal"), [(11200, True), (11400, False)])
def test_a_base_near_the_tip_of_the_wedge(y: int, legal: bool) -> None:
    assert zone.is_completely_in_zone(zone.WEDGE, False, 18000, y, 591) == legal
    assert zone.is_completely_in_zone(zone.WEDGE, True, 18000, TABLE - y, 591) == legal


@pytest.mark.rule("MFX-10.10", "MFX-13.20")
def test_the_inner_corner_of_a_flank_keeps_its_distance() -> None:
    assert zone.is_completely_in_zone(zone.FLANK, False, 8419, 8419, 591)
    assert zone.is_completely_in_zone(zone.FLANK, False, 8589, 8589, 591)  # 411u from the corner both ways: 581.2u
    assert not zone.is_completely_in_zone(zone.FLANK, False, 8590, 8590, 591)
    assert not zone.is_completely_in_zone(zone.FLANK, False, 9001, 9001, 591)


@pytest.mark.rule("MFX-10.10", "MFX-13.20")
@pytest.mark.parametrize(("x", "wholly", "partly"), [(11419, True, True), (11420, False, True), (12590, False, True),
                                                       (12591, False, False)])  # fmt: skip
def test_a_corner_is_a_disc(x: int, wholly: bool, partly: bool) -> None:
    assert zone.is_completely_in_zone(zone.CORNER, False, x, 0, 591) == wholly
    assert zone.is_in_zone(zone.CORNER, False, x, 0, 591) == partly


@pytest.mark.rule("MFX-10.7", "MFX-10.11")
@pytest.mark.parametrize("deployment", range(4))
@pytest.mark.parametrize("upper", [False, True])
def test_spots_for_deployment_are_legal_and_the_best_come_first(deployment: int, upper: bool) -> None:
    table = cases.field([Base(18000, 6600, 591)], [])
    spots = spot.deployment_spots(table, deployment, upper, 591, 24)
    assert len(spots) == len(set(spots)) == 24
    assert all(zone.is_completely_in_zone(deployment, upper, *at, 591) and spot.stands(table, *at, 591) for at in spots)
    distances = [reference.square(p, (18000, 18000)) for p in spots]
    assert distances == sorted(distances)
    assert len(spot.deployment_spots(table, deployment, upper, 591, 1)) == 1


@pytest.mark.rule("MFX-10.11", "MFX-13.25")
def test_a_full_zone_sends_a_model_to_the_legal_spot_nearest_to_it() -> None:
    full = [Area(rectangle(0, 0, 36000, 8000), 1, frozenset({"impassable"}))]
    table = cases.field([], full)
    assert spot.deployment_spots(table, zone.STANDARD, False, 591, 1) == []
    found = spot.spot_beside_zone(table, zone.STANDARD, False, 591)
    assert found == (18000, 8600)
    mirror = cases.field(*cases.mirrored([], full))
    assert spot.spot_beside_zone(mirror, zone.STANDARD, True, 591) == (18000, 36000 - 8600)


@pytest.mark.rule("MFX-10.10", "MFX-14.5")
@pytest.mark.parametrize("deployment", range(4))
def test_halves_are_the_sides_of_the_centreline(deployment: int) -> None:
    chance = random.Random(deployment)
    line = ((0, 36000), (36000, 0)) if deployment in {zone.FLANK, zone.CORNER} else ((0, 18000), (36000, 18000))
    for _ in range(300):
        base = cases.base(chance, 16500, 19500)
        low = sum(base.at) - 36000 if line[0][1] == 36000 else base.y - 18000
        distance = reference.to_segment(base.at, *line)
        assert zone.is_on_half(deployment, False, *base.at) == (low <= 0)
        assert zone.is_on_half(deployment, True, *base.at) == (low >= 0)
        wholly = distance >= (base.r - 10) ** 2
        assert zone.is_completely_on_half(deployment, False, *base.at, base.r) == (low < 0 and wholly)
        assert zone.is_completely_on_half(deployment, True, *base.at, base.r) == (low > 0 and wholly)
        assert zone.touches_centreline(deployment, *base.at, base.r) == (distance <= (base.r + 10) ** 2)
    for x, y in spot.LATTICES[deployment]:
        assert zone.is_on_half(deployment, False, x, y) and not zone.is_on_half(deployment, True, x, y)


@pytest.mark.rule("MFX-10.10")
@pytest.mark.parametrize(("x", "y", "mask"), [(9000, 9000, 1), (27000, 9000, 2), (9000, 27000, 4), (27000, 27000, 8),
                                              (18000, 18000, 15), (18590, 9000, 3), (18591, 9000, 2),
                                              (18500, 18500, 14), (18400, 18400, 15), (18000, 9000, 3)])  # fmt: skip
def test_a_base_is_in_every_quarter_that_it_reaches_into(x: int, y: int, mask: int) -> None:
    assert zone.quarters_of(x, y, 591) == mask


@pytest.mark.rule("MFX-14.6", "MFX-E43")
def test_points_of_the_centreline() -> None:
    point, edge = zone.centreline_point, zone.centreline_edge
    for deployment in (zone.STANDARD, zone.WEDGE):
        assert [point(deployment, False, side, 8000) for side in (0, 1)] == [(8000, 18000), (28000, 18000)]
        assert [edge(deployment, False, side, 591) for side in (0, 1)] == [(591, 18000), (35409, 18000)]
        assert [zone.centreline_end(deployment, False, side) for side in (0, 1)] == [(0, 18000), (36000, 18000)]
    for deployment in (zone.FLANK, zone.CORNER):
        assert [point(deployment, False, side, 8000) for side in (0, 1)] == [(5657, 30343), (30343, 5657)]
        assert [edge(deployment, False, side, 591) for side in (0, 1)] == [(591, 35409), (35409, 591)]
    for deployment in range(4):
        for side in (0, 1):
            assert point(deployment, True, side, 8000) == point(deployment, False, 1 - side, 8000)


@pytest.mark.rule("MFX-14.3", "MFX-14.6")
def test_impassable_ground_gives_way_along_the_centreline() -> None:
    def spots(deployment: int, x: int, y: int, *corners: int) -> list[tuple[int, int]]:
        house = Area(rectangle(*corners), 2, frozenset({"impassable"}))
        return spot.centreline_spots(cases.field([], [house]), deployment, x, y, 591)

    assert spots(zone.STANDARD, 18000, 18000, 17000, 17000, 19500, 19000) == [(16409, 18000), (20091, 18000)]
    assert spots(zone.STANDARD, 591, 18000, 0, 17000, 3000, 19000) == [(3591, 18000)]
    assert spots(zone.STANDARD, 9000, 18000, 17000, 17000, 19500, 19000) == [(9000, 18000)]
    beside = [(16582, 19418), (19418, 16582)]  # 418u both ways from a corner: 591.1u
    assert spots(zone.CORNER, 18000, 18000, 17000, 17000, 19000, 19000) == beside
