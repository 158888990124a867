"""Terrain: traits, maps, the maker of random ones, what a ground knows."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from games.malifaux.geometry import cases, reference
from games.malifaux.geometry.reference import Area, rectangle
from shapan.games.malifaux.geometry import layout, terrain, zone
from shapan.games.malifaux.geometry.terrain import Ground, Piece
from shapan.games.malifaux.geometry.unit import CENTRE, TABLE

SPECIFICATION = Path(__file__).parents[4] / "docs" / "rules" / "malifaux.md"


def outline(piece: Piece) -> list[reference.Spot]:
    return list(zip(piece.parts[0].x, piece.parts[0].y, strict=True))


def distance(one: Piece, other: Piece) -> reference.Number:
    """The square of the distance of two convex pieces."""
    area = Area(outline(other), 0, frozenset())
    return min(reference.segment_to_area(a, b, area) for a, b in reference.edges(outline(one)))


@pytest.mark.rule("MFX-13.17")
def test_the_maps_are_those_of_the_specification() -> None:
    rows = [line.split("|") for line in SPECIFICATION.read_text("utf-8").splitlines() if line.startswith(" | ")]
    expected = [
        tuple(cell.strip() for cell in row[1:6]) for row in rows if row[1].strip() in {"crossroads", "dockside"}
    ]
    written = []
    for name in ("crossroads", "dockside"):
        for piece in layout.layout(name)[::2]:
            if len(piece.parts[0].x) == 4:
                shape = f"rect ({piece.x0},{piece.y0})–({piece.x1},{piece.y1})"
            else:
                cx, cy = (piece.x0 + piece.x1) // 2, (piece.y0 + piece.y1) // 2
                r = next(r for r in range(1000, 4000, 100) if terrain.octagon(cx, cy, r)[0][0] == piece.x1)
                shape = f"oct ({cx},{cy}) r {r}"
            traits = " ".join(word.title() for i, word in enumerate(terrain.TRAITS) if piece.traits >> i & 1)
            written.append((name, piece.name, shape, str(piece.height), " ".join(sorted(traits.split()))))
    assert written == [(*row[:4], " ".join(sorted(row[4].split()))) for row in expected]
    assert len(layout.layout("crossroads")) == 14 and len(layout.layout("dockside")) == 16
    assert layout.layout("open") == [] and layout.LAYOUTS == ("crossroads", "dockside", "open")


@pytest.mark.rule("MFX-13.17")
@pytest.mark.parametrize("name", ["crossroads", "dockside"])
def test_every_piece_of_a_map_has_its_mirror(name: str) -> None:
    pieces = layout.layout(name)
    for one, other in zip(pieces[::2], pieces[1::2], strict=True):
        assert {(TABLE - x, TABLE - y) for x, y in outline(one)} == set(outline(other))
        assert (one.name, one.height, one.traits) == (other.name, other.height, other.traits)


@pytest.mark.rule("MFX-13.17")
def test_an_octagon_has_eight_corners_at_its_radius() -> None:
    corners = terrain.octagon(9000, 12000, 2500)
    assert corners[0] == (9000 + 2310, 12000 + 957) and corners[1] == (9000 + 957, 12000 + 2310)
    assert len(set(corners)) == 8 and reference.is_simple(corners)


@pytest.mark.rule("MFX-13.17")
@pytest.mark.parametrize("deployment", range(4))
def test_generated_maps_keep_their_distances_and_are_symmetric(deployment: int) -> None:
    chance = random.Random(deployment)
    counts = []
    for _ in range(12):
        pieces = layout.generated(deployment, chance.randrange)
        counts.append(len(pieces))
        left, right, lower, upper = zone.edges_of_zones(deployment)
        for i, one in enumerate(pieces):
            mirror = pieces[i ^ 1]
            assert {(TABLE - x, TABLE - y) for x, y in outline(one)} == set(outline(mirror))
            assert min(one.x0, one.y0) >= 0 and max(one.x1, one.y1) <= TABLE
            assert not left or one.x0 > 4000
            assert not lower or one.y0 > 4000
            assert not right or one.x1 < TABLE - 4000
            assert not upper or one.y1 < TABLE - 4000
            shut = one.traits & terrain.IMPASSABLE
            if shut:
                assert reference.to_area((CENTRE, CENTRE), Area(outline(one), 0, frozenset())) >= 3000**2
            for other in pieces[:i]:
                assert reference.common_area(outline(one), outline(other)) == 0
                if shut and other.traits & terrain.IMPASSABLE:
                    assert distance(one, other) >= 2200**2
        assert all((outline_y.y0 + outline_y.y1) // 2 <= CENTRE for outline_y in pieces[::2])
    assert max(counts) == 14 and min(counts) >= 8


@pytest.mark.rule("MFX-13.17")
def test_a_generated_map_follows_from_what_is_drawn() -> None:
    drawn: list[int] = []

    def draw(size: int) -> int:
        drawn.append(size)
        return (len(drawn) * 7919) % size

    one = layout.generated(zone.CORNER, draw)
    again, drawn[:] = list(drawn), []
    other = layout.generated(zone.CORNER, draw)
    assert again == drawn and [outline(p) for p in one] == [outline(p) for p in other]
    assert drawn[:3] == [15, 36001, 18001]


@pytest.mark.rule("MFX-10.10", "MFX-13.17")
@pytest.mark.parametrize("deployment", range(4))
def test_an_edge_belongs_to_a_zone_that_touches_it_over_more_than_twelve_inches(deployment: int) -> None:
    sides = [[(0, s) for s in range(TABLE + 1)], [(TABLE, s) for s in range(TABLE + 1)]]
    sides += [[(s, 0) for s in range(TABLE + 1)], [(s, TABLE) for s in range(TABLE + 1)]]
    for side, belongs in zip(sides, zone.edges_of_zones(deployment), strict=True):
        touched = [sum(zone.is_in_zone(deployment, up, x, y, 0) for x, y in side[::100]) for up in (False, True)]
        assert belongs == (max(touched) > 121)


@pytest.mark.rule("MFX-13.4", "MFX-13.5")
def test_pieces_are_read_from_rows() -> None:
    row = {"name": "x", "poly": [[0, 0], [0, 900], [900, 0]], "height": 3, "traits": ["hazardous"], "hazard": "burning"}
    piece = layout.piece_of(row)
    assert (piece.name, piece.height, piece.traits, piece.hazard) == ("x", 3, terrain.HAZARDOUS, "burning")
    for bad in ({"rect": [5, 5, 5, 9]}, {"rect": [1, 2, 3]}, {"oct": [1, 2]}, {"poly": [[1, 2], [3]]}, {}):
        with pytest.raises(ValueError, match=r"rect|oct|values to unpack"):
            layout.piece_of({"name": "x", "height": 0, **bad})
    with pytest.raises(ValueError, match="not in tuple"):
        layout.piece_of({**row, "traits": ["sticky"]})


@pytest.mark.rule("MFX-13.5", "MFX-13.16")
def test_what_can_be_climbed_is_impassable_without_the_option() -> None:
    pieces = [
        cases.piece(Area(rectangle(1000, 1000, 2000, 2000), height, frozenset(traits)))
        for height, traits in (
            (2, {"climbable"}),
            (0, {"climbable"}),
            (2, {"climbable", "impassable"}),
            (1, {"severe"}),
        )
    ]
    assert (Ground(pieces).impassable, Ground(pieces).climbable) == ([0, 2], [])
    assert (Ground(pieces, elevation=True).impassable, Ground(pieces, elevation=True).climbable) == ([2], [0])
    assert Ground(pieces).severe == [3]


@pytest.mark.rule("MFX-13.4", "MFX-13.26", "MFX-E44")
def test_a_ground_remembers_the_pieces_and_shadows_of_a_base() -> None:
    chance = random.Random("marks")
    for _ in range(40):
        areas = [cases.area(chance, *cases.spot(chance, 12000, 18000), 2000) for _ in range(4)]
        ground = Ground([cases.piece(area) for area in areas])
        for _ in range(4):
            base = cases.base(chance)
            inside = sum(1 << i for i, area in enumerate(areas) if reference.is_in(base, area))
            shaded = sum(1 << i for i, area in enumerate(areas) if reference.in_shadow(base, area))
            assert ground.marks(base.x, base.y, base.r) == (inside, shaded)
            assert ground.marks(base.x, base.y, base.r) == (inside, shaded)
            mark = Area([base.at], 1, frozenset({"blocking"}), 591)
            altered = ground.altered(0b0101, [cases.piece(mark)])
            assert len(altered.pieces) == 3 and altered.marks(base.x, base.y, base.r)[0] & 4
            assert (altered.marks(base.x, base.y, base.r)[0] & 1) == inside >> 1 & 1


@pytest.mark.rule("MFX-13.4")
def test_a_ground_forgets_rather_than_growing_without_end() -> None:
    ground = Ground(layout.layout("crossroads"))
    before = ground.marks(9000, 12000, 591)
    assert before == (1 << 4, 0)  # the first forest
    for i in range(5000):
        ground.marks(i, 0, 591)
    assert ground.marks(9000, 12000, 591) == before
