"""Lines of sight, concealment, cover: by the shortcuts as by all 289 lines."""

from __future__ import annotations

import random

import pytest

from games.malifaux.geometry import cases, reference
from games.malifaux.geometry.reference import Area, Base, rectangle
from shapan.games.malifaux.geometry import cover, layout, sight
from shapan.games.malifaux.geometry.sight import Band, Field
from shapan.games.malifaux.geometry.terrain import Ground

WALL = rectangle(15000, 10000, 21000, 10600)


def wall(height: int, *traits: str, outline: list[tuple[int, int]] | None = None) -> Area:
    return Area(WALL if outline is None else outline, height, frozenset(traits))


def pair(distance: int, a_size: int = 2, t_size: int = 2) -> list[Base]:
    """Two models on both sides of the wall, each so far from it, edge to edge."""
    return [Base(18000, 10000 - distance - 591, 591, a_size), Base(18000, 10600 + distance + 591, 591, t_size)]


def seen(bases: list[Base], *areas: Area) -> bool:
    result = sight.sees(cases.field(bases, list(areas)), 0, 1)
    assert result == reference.sees(bases[0], bases[1], bases[2:], list(areas))
    assert result == sight.sees(cases.field(bases, list(areas)), 1, 0)
    return result


def hidden(bases: list[Base], *areas: Area) -> bool:
    result = cover.is_concealed(cases.field(bases, list(areas)), 0, 1)
    assert result == reference.concealed(bases[0], bases[1], list(areas))
    return result


def covered(bases: list[Base], *areas: Area) -> bool:
    result = cover.is_covered(cases.field(bases, list(areas)), 0, 1)
    assert result == reference.covered(bases[0], bases[1], list(areas))
    return result


def tight(chance: random.Random) -> tuple[list[Base], list[Area]]:
    """Two models and what lies between them: sight hangs on few lines, for about every second pair."""
    areas = []
    for _ in range(chance.randrange(1, 5)):
        x, y = cases.spot(chance, 13500, 16500)
        traits = chance.choice((["blocking"], ["dense"], ["blocking", "dense"], ["concealing", "blocking"]))
        areas.append(cases.area(chance, x, y, chance.choice((700, 900, 2500)), traits))
    bases = [Base(*cases.spot(chance, 11000, 14000), chance.choice(reference.RADII), chance.randrange(5))]
    bases.append(Base(*cases.spot(chance, 16000, 19000), chance.choice(reference.RADII), chance.randrange(5)))
    for _ in range(chance.randrange(3)):
        bases.append(cases.base(chance, 13000, 17000))
    if chance.random() < 0.2:
        bases[1] = cases.beside(chance, bases[0], bases[1].r)._replace(size=2)
        bases[1] = bases[1]._replace(x=bases[1].x + chance.randrange(500))
    return bases, areas


@pytest.mark.rule("MFX-13.10", "MFX-13.11", "MFX-13.12", "MFX-13.20", "MFX-13.26")
def test_pairs_see_each_other_as_by_all_lines() -> None:
    chance = random.Random("sight")
    free = hidings = covers = 0
    for _ in range(130):
        bases, areas = tight(chance)
        if bases[0].at != bases[1].at:
            free += seen(bases, *areas)
            hidings += hidden(bases, *areas)
            covers += covered(bases, *areas)
    assert 30 < free < 100 and hidings > 5 and covers > 30


@pytest.mark.rule("MFX-13.11", "MFX-13.17")
def test_the_other_player_sees_the_same() -> None:
    chance = random.Random("mirror")
    for _ in range(150):
        bases, areas = tight(chance)
        if bases[0].at == bases[1].at:
            continue
        one, other = cases.field(bases, areas), cases.field(*cases.mirrored(bases, areas))
        assert sight.sees(one, 0, 1) == sight.sees(other, 0, 1) == sight.sees(other, 1, 0)
        assert cover.is_concealed(one, 0, 1) == cover.is_concealed(other, 0, 1)
        assert cover.is_covered(one, 0, 1) == cover.is_covered(other, 0, 1)
        moved = [Base(x + 731, y - 902, r, size) for x, y, r, size in bases]
        beside = [one._replace(outline=[(x + 731, y - 902) for x, y in one.outline]) for one in areas]
        assert sight.sees(one, 0, 1) == sight.sees(cases.field(moved, beside), 0, 1)


@pytest.mark.rule("MFX-13.11")
def test_a_bar_has_17_points_in_equal_steps() -> None:
    band = Band(1000, 1000, 591, 9000, 1000, 984)
    assert (band.apx, band.apy, band.tpx, band.tpy) == (0, 74, 0, 123)
    assert list(zip(band.xs, band.ys, strict=True)) == [(1000, 408), (9000, 16), (9000, 1984), (1000, 1592)]
    chance = random.Random("bar")
    for _ in range(300):
        a, t = cases.base(chance), cases.base(chance)
        if a.at != t.at:
            band = Band(a.x, a.y, a.r, t.x, t.y, t.r)
            assert list(zip(band.xs, band.ys, strict=True)) == reference.band(a, t)
            assert abs(reference.square((0, 0), (8 * band.apx, 8 * band.apy)) - a.r**2) <= 2 * a.r * 6 + 36


@pytest.mark.rule("MFX-13.10")
@pytest.mark.parametrize(("height", "sees"), [(1, True), (2, True), (3, False), (4, False)])
def test_a_wall_stops_sight_when_it_is_as_high_as_the_taller_model(height: int, sees: bool) -> None:
    assert seen(pair(3500, 2, 3), wall(height, "blocking")) == sees


@pytest.mark.rule("MFX-13.10", "MFX-13.26")
def test_in_the_shadow_a_lower_wall_stops_sight_if_it_is_as_high_as_the_model_there() -> None:
    far = Base(18000, 20000, 591, 3)
    assert not seen([Base(18000, 7399, 591, 2), far], wall(2, "blocking"))  # 2010u from the wall: within 2 inches
    assert seen([Base(18000, 7398, 591, 2), far], wall(2, "blocking"))
    assert seen([Base(18000, 7399, 591, 3), far], wall(2, "blocking"))
    assert not seen([Base(18000, 6399, 591, 2), far._replace(size=9)], wall(8, "blocking"))  # at most 3 inches
    assert seen([Base(18000, 6398, 591, 2), far._replace(size=9)], wall(8, "blocking"))
    assert seen([Base(18000, 9000, 591, 0), far], wall(0, "blocking"))  # no height, no shadow


@pytest.mark.rule("MFX-13.5", "MFX-13.26")
def test_sight_goes_into_dense_terrain_or_out_of_it_but_not_through() -> None:
    wood = wall(0, "dense", outline=rectangle(15000, 8000, 21000, 12000))
    outside, inside = Base(18000, 5000, 591), Base(18000, 8582, 591)
    assert not seen([outside, Base(18000, 16000, 591)], wood)
    assert seen([inside, Base(18000, 16000, 591)], wood)
    assert seen([Base(18000, 7990, 591), Base(18000, 16000, 591)], wood)
    assert not seen([Base(18000, 7419, 591), Base(18000, 16000, 591)], wood)  # only touches it
    assert seen([Base(18000, 7420, 591), Base(18000, 16000, 591)], wood)
    assert seen([outside, Base(18000, 16000, 591)], wood._replace(height=1))
    assert not seen([outside, Base(18000, 16000, 591)], wood._replace(height=2))


@pytest.mark.rule("MFX-13.10")
@pytest.mark.parametrize(("size", "sees"), [(1, True), (2, False), (3, False)])
def test_another_model_stops_sight_when_it_is_as_tall_as_both(size: int, sees: bool) -> None:
    bases = [Base(10000, 10000, 591, 2), Base(16000, 10000, 591, 2), Base(13000, 10000, 591, size)]
    assert seen(bases) == sees


@pytest.mark.rule("MFX-13.10")
def test_models_that_are_off_the_table_or_never_stop_sight_do_not() -> None:
    bases = [Base(10000, 10000, 591), Base(16000, 10000, 591), Base(13000, 10000, 591)]
    table = cases.field(bases, [])
    assert not sight.sees(table, 0, 1)
    assert sight.sees(Field(table.ground, table.bases, models_block=False), 0, 1)
    table.bases.r[2] = 0
    assert sight.sees(table, 0, 1)
    table.bases.r[2], table.bases.lift[1] = 591, 1
    assert sight.sees(table, 0, 1)


@pytest.mark.rule("MFX-13.11")
def test_touching_stops_a_line() -> None:
    """No sight past a base of the same size right between, nor along the seam of two pieces or between two bases."""
    assert not seen([Base(10000, 10000, 591), Base(16000, 10000, 591), Base(13000, 10000, 591)])
    looking = [Base(10000, 10000, 591), Base(16000, 10000, 591)]  # their outer lines are y = 10592 and y = 9408
    assert not seen([*looking, Base(13000, 10591, 591), Base(13000, 9409, 591)])  # two bases in contact
    assert seen([*looking, Base(13000, 11193, 591), Base(13000, 8807, 591)])  # each touches one outer line
    assert not seen([*looking, Base(13000, 9991, 591)])  # and one that touches both
    assert seen([*looking, Base(13000, 9990, 591)])
    halves = [wall(5, "blocking", outline=rectangle(15000 + i * 3000, 10000, 18000 + i * 3000, 10600)) for i in (0, 1)]
    assert not seen(pair(3500), *halves)
    apart = [halves[0], wall(5, "blocking", outline=rectangle(18002, 10000, 21000, 10600))]
    assert seen([Base(18001, 5000, 591), Base(18001, 15000, 591)], *apart)
    side = rectangle(10000, 10592, 15000, 12000)  # along an outer line, 592u from the middle
    assert seen([Base(10000, 10000, 591), Base(16000, 10000, 591)], wall(5, "blocking", outline=side))


@pytest.mark.rule("MFX-13.11")
def test_bases_in_contact_always_see_each_other() -> None:
    under = wall(9, "blocking", outline=rectangle(9000, 9000, 13000, 11000))
    assert seen([Base(10000, 10000, 591), Base(11192, 10000, 591)], under)
    assert not seen([Base(10000, 10000, 591), Base(11193, 10000, 591)], under)
    assert not hidden([Base(10000, 10000, 591), Base(11192, 10000, 591)], wall(9, "concealing"))
    assert not covered([Base(10000, 10000, 591), Base(11192, 10000, 591)], under)


@pytest.mark.rule("MFX-13.11")
def test_what_touches_neither_outer_line_may_still_stop_all() -> None:
    """A thin slanted piece from behind one base to behind the other, under both of them."""
    bases = [Base(10000, 10000, 984), Base(12000, 10000, 984)]
    thin = wall(9, "blocking", outline=[(9900, 8900), (10000, 8900), (12100, 11100), (12000, 11100)])
    seen(bases, thin)
    posts = [wall(9, "blocking", outline=rectangle(14000, y, 14100, y + 400)) for y in (8900, 9500, 10100, 10700)]
    seen([Base(10000, 10000, 984), Base(18000, 10000, 984)], *posts)
    bars = [wall(9, "blocking", outline=rectangle(x, y, x + 100, y + 1400)) for x, y in ((14000, 9300), (14300, 8000))]
    seen([Base(10000, 10000, 984), Base(18000, 10000, 984)], *bars, bars[1]._replace(outline=rectangle(1, 2, 3, 4)))


@pytest.mark.rule("MFX-8.33", "MFX-13.11")
def test_a_marker_is_a_disc_without_height() -> None:
    table = cases.field([Base(18000, 5000, 591, 2)], [wall(1, "blocking")])
    assert sight.sees_marker(table, 0, 18000, 15000, 591)  # 4.4 inches behind a wall lower than the model
    assert not sight.sees_marker(table, 0, 18000, 12000, 591)  # in its shadow
    table = cases.field([Base(18000, 5000, 591, 2)], [Area([(18000, 15000)], 3, frozenset({"blocking"}), 984)])
    assert not sight.sees_marker(table, 0, 18000, 17000, 591)
    assert sight.sees_marker(table, 0, 18000, 15000, 984, piece=0)


@pytest.mark.rule("MFX-13.12")
def test_concealment_is_a_band_through_the_inside() -> None:
    smoke = wall(3, "concealing", outline=rectangle(15000, 9000, 17500, 11500))
    assert hidden(pair(4000), smoke)
    assert hidden([Base(18091, 5000, 591), Base(18091, 15000, 591)], smoke)  # the band begins at 17499
    assert not hidden([Base(18092, 5000, 591), Base(18092, 15000, 591)], smoke)
    assert hidden(pair(4000, 3), smoke) and not hidden(pair(4000, 4), smoke)
    assert hidden(pair(4000, 4), smoke._replace(height=0))


@pytest.mark.rule("MFX-13.12")
@pytest.mark.parametrize(("edge", "is_hidden"), [(9591, False), (9592, True)])
def test_whoever_stands_in_a_piece_looks_out_through_one_inch_of_it(edge: int, is_hidden: bool) -> None:
    """The base stands at y = 8000; lines are cut at 1591u, and what only touches the piece after that is hidden."""
    smoke = wall(3, "concealing", outline=rectangle(16000, 4000, 20000, edge - 1))
    bases = [Base(18000, 8000, 591), Base(18000, 15000, 591)]
    assert hidden(bases, smoke) == is_hidden
    assert hidden(bases[::-1], smoke) == is_hidden


@pytest.mark.rule("MFX-13.12")
@pytest.mark.parametrize(("apart", "is_hidden"), [(1010, False), (1011, True)])
def test_two_in_the_same_piece_are_hidden_when_more_than_one_inch_apart(apart: int, is_hidden: bool) -> None:
    smoke = wall(0, "concealing", outline=rectangle(10000, 10000, 20000, 20000))
    assert hidden([Base(12000, 15000, 591), Base(12000 + 1182 + apart, 15000, 591)], smoke) == is_hidden


@pytest.mark.rule("MFX-13.12")
def test_a_line_not_longer_than_one_inch_has_no_more_than_one_inch_in_the_piece() -> None:
    smoke = wall(0, "concealing", outline=rectangle(10000, 10000, 12590, 20000))
    assert not hidden([Base(12000, 15000, 591), Base(13591, 15000, 591)], smoke)


@pytest.mark.rule("MFX-13.12")
def test_cover_is_a_shadow_and_a_band_through_the_piece_even_if_it_is_ignored() -> None:
    assert covered([Base(18000, 3000, 591, 5), Base(18000, 13201, 591, 2)], wall(2, "blocking"))
    assert not covered([Base(18000, 3000, 591, 5), Base(18000, 13202, 591, 2)], wall(2, "blocking"))
    assert covered([Base(18000, 3000, 591, 5), Base(18000, 12000, 591, 5)], wall(2, "blocking"))
    assert not covered([Base(18000, 20000, 591, 5), Base(18000, 12000, 591, 5)], wall(2, "blocking"))
    assert not covered([Base(18000, 3000, 591, 5), Base(18000, 12000, 591, 5)], wall(2, "concealing"))


@pytest.mark.rule("MFX-13.10", "MFX-13.16")
@pytest.mark.parametrize(("back", "sees"), [(1000, True), (1700, False)])
def test_who_stands_on_a_piece_looks_over_one_inch_of_it(back: int, sees: bool) -> None:
    """With `elevation`, a model of Size 2 on a roof of height 3, so far from its edge, and one on the ground."""
    roof = wall(3, "blocking", "climbable", outline=rectangle(15000, 10000, 21000, 16000))
    table = cases.field([Base(18000, 10000 + back, 591, 2), Base(18000, 4000, 591, 2)], [roof], elevation=True)
    table.bases.lift[0] = table.ground.lift(18000, 10000 + back)
    assert table.bases.lift == [3, 0] and table.bases.eye(0) == 5
    assert sight.sees(table, 0, 1) == sight.sees(table, 1, 0) == sees


def test_the_sight_of_a_whole_table_is_that_of_all_lines() -> None:
    rows = [(2000 + i % 4 * 9800, 3000 + i // 4 * 9900) for i in range(16)]
    bases = [Base(x, y, reference.RADII[i % 3], 1 + i % 3) for i, (x, y) in enumerate(rows)]
    pieces = layout.layout("crossroads")
    table = Field(Ground(pieces), cases.rows(bases))
    areas = [
        Area(
            list(zip(piece.parts[0].x, piece.parts[0].y, strict=True)),
            piece.height,
            frozenset({"blocking"} if piece.shadow else {"severe"}),
        )
        for piece in pieces
    ]
    chance = random.Random("table")
    for _ in range(8):
        a, t = chance.sample(range(16), 2)
        others = [b for i, b in enumerate(bases) if i not in {a, t}]
        assert sight.sees(table, a, t) == reference.sees(bases[a], bases[t], others, areas)
