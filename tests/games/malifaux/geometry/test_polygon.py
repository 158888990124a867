"""Polygons: convex parts against points, segments and bands, and how outlines are cut."""

from __future__ import annotations

import random

import pytest

from games.malifaux.geometry import cases, reference
from games.malifaux.geometry.reference import Area
from shapan.games.malifaux.geometry import polygon, terrain
from shapan.games.malifaux.geometry.polygon import Part


def tables(seed: str, count: int) -> list[tuple[random.Random, Area, terrain.Piece]]:
    chance = random.Random(seed)
    areas = [cases.area(chance, *cases.spot(chance, 3000, 6000), chance.choice((700, 2000))) for _ in range(count)]
    return [(chance, one, cases.piece(one)) for one in areas]


def points_at(chance: random.Random, area: Area) -> list[reference.Spot]:
    """A point somewhere, a corner, one on the line of an edge or exactly at its middle."""
    a, b = chance.choice(reference.edges(area.outline))
    corner = int(a[0]), int(a[1])
    beyond = int(2 * b[0] - a[0]), int(2 * b[1] - a[1])
    middle = int(a[0] + b[0]) // 2, int(a[1] + b[1]) // 2
    return [cases.spot(chance, 1000, 9000), cases.spot(chance, 1000, 9000), corner, beyond, middle]


@pytest.mark.rule("MFX-13.4", "MFX-13.20")
def test_a_point_near_a_piece_is_found_as_by_fractions() -> None:
    for chance, area, piece in tables("near", 200):
        for x, y in points_at(chance, area):
            reach = chance.choice((1, 581, 774, chance.randrange(1, 4000)))
            assert terrain.piece_is_near(piece, x, y, reach) == reference.nearer((x, y), (x, y), area, reach)
            assert terrain.piece_is_near(piece, x, y, reach, 1) == reference.not_farther((x, y), area, reach)


@pytest.mark.rule("MFX-13.4", "MFX-13.20")
@pytest.mark.parametrize(("off", "strictly", "touching"), [(-1, True, True), (0, False, True), (1, False, False)])
def test_standing_is_less_and_ranges_are_up_to_a_reach(off: int, strictly: bool, touching: bool) -> None:
    square = cases.piece(Area(reference.rectangle(2000, 2000, 4000, 4000), 2, frozenset({"severe"})))
    for x, y in ((4500 + off, 3000), (4300 + (off > 0), 4400 + off), (3000, 1500 - off)):
        assert terrain.piece_is_near(square, x, y, 500) == strictly
        assert terrain.piece_is_near(square, x, y, 500, 1) == touching
    assert terrain.piece_is_near(square, 4000, 4000, 0, 1) and not terrain.piece_is_near(square, 4001, 4000, 0, 1)


@pytest.mark.rule("MFX-13.11", "MFX-13.22")
def test_a_segment_near_or_on_a_piece_is_found_as_by_fractions() -> None:
    for chance, area, piece in tables("segment", 150):
        points = points_at(chance, area)
        for _ in range(4):
            a, b = chance.choice(points), chance.choice(points)
            assert terrain.is_touched(piece, *a, *b) == reference.touched(a, b, area)
            assert terrain.is_touched(piece, *b, *a) == reference.touched(a, b, area)
            r = chance.choice((591, 787, 984, 12))
            assert terrain.is_swept(piece, *a, *b, r) == reference.nearer(a, b, area, r - 10)
            assert terrain.is_swept(piece, *b, *a, r) == reference.nearer(a, b, area, r - 10)


@pytest.mark.rule("MFX-13.20", "MFX-13.26")
def test_a_band_overlaps_a_piece_as_by_clipping() -> None:
    for chance, area, piece in tables("band", 300):
        points = points_at(chance, area)
        a = reference.Base(*chance.choice(points), chance.choice(reference.RADII))
        t = reference.Base(*chance.choice(points), chance.choice(reference.RADII))
        if a.at != t.at:
            band = reference.band(a, t)
            xs, ys = [int(p[0]) for p in band], [int(p[1]) for p in band]
            passes = any(polygon.shares_inside(part, xs, ys) for part in piece.parts)
            assert passes == reference.band_passes(a, t, area)


@pytest.mark.rule("MFX-13.20")
@pytest.mark.parametrize(("off", "overlap"), [(-1, True), (0, False), (1, False)])
def test_a_band_that_only_touches_a_piece_does_not_pass_it(off: int, overlap: bool) -> None:
    xs, ys = [0, 4000, 4000, 0], [0, 0, 1000, 1000]
    assert polygon.shares_inside(Part([(1000, 1000 + off), (2000, 1000 + off), (2000, 3000)]), xs, ys) == overlap
    assert polygon.shares_inside(Part([(2000, 1500 + off)], 500), xs, ys) == overlap
    assert polygon.shares_inside(Part([(4300, 1400 + off)], 500), xs, ys) == overlap
    assert polygon.shares_inside(Part([(2000, 500)], 5), xs, ys)
    assert polygon.shares_inside(Part([(0, 0), (500, 0), (500, 500)]), [0, 0, 4000, 4000], [0, 0, 0, 1000])


@pytest.mark.rule("MFX-13.4")
def test_an_outline_is_cut_into_convex_parts_that_cover_it_and_nothing_else() -> None:
    for chance, area, piece in tables("cut", 150):
        if area.radius:
            continue
        twice = 0
        for part in piece.parts:
            corners = list(zip(part.x, part.y, strict=True))
            turns = [polygon.cross(corners[i - 2], corners[i - 1], corners[i]) for i in range(part.n)]
            assert min(turns) > 0
            twice += sum(corners[i - 1][0] * corners[i][1] - corners[i - 1][1] * corners[i][0] for i in range(part.n))
        whole = sum(a[0] * b[1] - a[1] * b[0] for a, b in reference.edges(area.outline))
        assert twice == abs(whole)
        x, y = cases.spot(chance, 1000, 9000)
        assert terrain.piece_is_near(piece, x, y, 0, 1) == reference.holds(area.outline, (x, y))


@pytest.mark.rule("MFX-13.4")
def test_no_test_depends_on_where_an_outline_begins_or_which_way_it_turns() -> None:
    for chance, area, piece in tables("turned", 60):
        if area.radius:
            continue
        at = chance.randrange(len(area.outline))
        (ax, ay), (bx, by) = area.outline[at - 1], area.outline[at]
        doubled = [*area.outline[at:], *area.outline[:at]][::-1]
        if (ax + bx) % 2 == 0 and (ay + by) % 2 == 0:
            doubled.append(((ax + bx) // 2, (ay + by) // 2))  # in the line of the last edge
        other = terrain.polygon_piece("piece", doubled, area.height, piece.traits)
        for _ in range(4):
            a, b = cases.spot(chance, 1000, 9000), cases.spot(chance, 1000, 9000)
            assert terrain.is_touched(piece, *a, *b) == terrain.is_touched(other, *a, *b)
            assert terrain.is_swept(piece, *a, *b, 591) == terrain.is_swept(other, *a, *b, 591)


@pytest.mark.rule("MFX-13.4")
def test_corners_in_a_line_and_a_clockwise_order_are_mended() -> None:
    messy = [(0, 0), (0, 0), (0, 500), (0, 1000), (500, 1000), (1000, 1000), (1000, 0), (500, 0)]
    assert sorted(polygon.mended(messy)) == [(0, 0), (0, 1000), (1000, 0), (1000, 1000)]
    assert len(polygon.parts_of(messy)) == 1


@pytest.mark.rule("MFX-13.4")
@pytest.mark.parametrize(
    ("corners", "why"),
    [
        ([(0, 0), (10, 0)], "no inside"),
        ([(0, 0), (10, 0), (20, 0)], "turns back"),
        ([(0, 0), (10, 0), (5, 0), (5, 9)], "turns back"),
        ([(0, 0), (10, 10), (10, 0), (0, 10)], "cross or touch"),
        ([(0, 0), (10, 0), (10, 10), (5, 0), (0, 10)], "cross or touch"),
        ([(0, 0), (10, 0), (5, 5), (10, 10), (0, 10), (5, 5)], "cross or touch"),
        ([(0, 0), (10, 0), (10, 36001)], "leaves the table"),
    ],
)
def test_polygons_that_cross_or_have_no_inside_are_refused(corners: list[tuple[int, int]], why: str) -> None:
    with pytest.raises(ValueError, match=why):
        terrain.polygon_piece("bad", corners, 1, 0)
