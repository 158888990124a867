"""Standing, markers, contact, the nearest legal spot; engagement and areas."""

from __future__ import annotations

import random

import pytest

from games.malifaux.geometry import cases, reference
from games.malifaux.geometry.reference import Area, Base, rectangle
from shapan.games.malifaux.geometry import disc, engagement, leg, spot
from shapan.games.malifaux.geometry.sight import Field
from shapan.games.malifaux.geometry.unit import point_in_direction

SHUT = frozenset({"impassable"})


def engages(table: Field, model: int, enemy: int, reach: int) -> bool:
    return engagement.engaging(table, enemy, [model], [reach] * len(table.bases.r)) == [model]


@pytest.mark.rule("MFX-13.3", "MFX-13.4", "MFX-13.9")
def test_bases_stand_where_they_may_by_fractions() -> None:
    chance = random.Random("stand")
    free = 0
    for _ in range(80):
        bases, areas = cases.crowded(chance)
        table = cases.field(bases, areas)
        for _ in range(4):
            new = cases.base(chance) if chance.random() < 0.5 else cases.beside(chance, chance.choice(bases), 591)
            expected = reference.stands(new, bases[1:], areas)
            assert spot.stands(table, new.x, new.y, new.r, mover=0) == expected
            assert leg.may_stand(leg.Near(table, 0, new.x, new.y, new.r, 500), new.x, new.y) == expected
            shut = any("impassable" in area.traits and reference.is_in(new, area) for area in areas)
            assert spot.marker_fits(table, new.x, new.y, new.r) == (not shut)
            assert (spot.stand_fault(table, new.x, new.y, new.r)[0] == leg.FREE) == reference.stands(new, bases, areas)
            free += expected
    assert 35 < free < 290


@pytest.mark.rule("MFX-13.3", "MFX-13.15")
def test_markers_lie_under_bases_but_not_over_impassable_terrain_or_the_edge() -> None:
    table = cases.field([Base(10000, 10000, 591)], [Area(rectangle(20000, 20000, 22000, 22000), 1, SHUT)])
    assert spot.marker_fits(table, 10000, 10000, 591)
    assert not spot.marker_fits(table, 19420, 21000, 591) and spot.marker_fits(table, 19419, 21000, 591)
    assert not spot.marker_fits(table, 580, 5000, 591) and spot.marker_fits(table, 581, 5000, 591)
    assert spot.stand_fault(table, 10000, 10000, 591) == (leg.BASE, 0)
    assert spot.stand_fault(table, 21000, 21000, 591) == (leg.IN_IMPASSABLE, 0)
    assert spot.stand_fault(table, 0, 0, 591)[0] == leg.OFF_TABLE


@pytest.mark.rule("MFX-13.28")
def test_contact_spots_are_in_contact_for_all_radii_and_directions() -> None:
    chance = random.Random("contact")
    table = cases.field([], [])
    for r in reference.RADII:
        for own in reference.RADII:
            x, y = cases.spot(chance, 10000, 20000)
            spots = spot.contact_spots(table, x, y, r, own)
            assert len(set(spots)) == 32 and spots[0] == (x + r + own, y)
            for px, py in spots:
                assert (r + own - 10) ** 2 <= reference.square((x, y), (px, py)) <= (r + own + 10) ** 2
                assert disc.touches(px, py, own, x, y, r)
                back = spot.direct_spot(x, y, r, px, py, own)
                assert reference.square(back, (px, py)) <= 4
    assert spot.direct_spot(9000, 9000, 591, 9000, 9000, 591) == (9000 + 1182, 9000)


@pytest.mark.rule("MFX-13.28")
def test_contact_spots_are_legal_and_may_be_asked_to_touch_two_things() -> None:
    bases = [Base(10000, 10000, 591), Base(11182, 10000, 591)]
    table = cases.field(bases, [])
    spots = spot.contact_spots(table, 10000, 10000, 591, 591)
    assert 0 < len(spots) < 32
    assert all(reference.stands(Base(*p, 591), bases, []) for p in spots)
    assert len(spot.contact_spots(table, 10000, 10000, 591, 591, marker=True)) == 32
    third = (10591, 10000 + 1024)  # 1182u from both centres
    assert all(disc.touches(*third, 591, x, 10000, 591) for x in (10000, 11182))
    assert not disc.touches(*third, 591, 11282, 10000, 591)


@pytest.mark.rule("MFX-13.25", "MFX-E46")
def test_the_nearest_spot_is_the_first_legal_one_on_rings() -> None:
    chance = random.Random("nearest")
    for _ in range(15):
        bases, areas = cases.crowded(chance)
        wanted, r = cases.spot(chance, 12000, 18000), chance.choice(reference.RADII)
        found = spot.nearest_spot(cases.field(bases, areas), *wanted, r)
        for distance in range(0, 60000, 100):
            ring = [point_in_direction(*wanted, k, distance) for k in range(64)]
            legal = [p for p in ring if reference.stands(Base(*p, r), bases, areas)]
            if legal:
                assert found == legal[0]
                break
    everywhere = [Area(rectangle(0, 0, 36000, 36000), 1, SHUT)]
    assert spot.nearest_spot(cases.field([], everywhere), 18000, 18000, 591) is None


@pytest.mark.rule("MFX-13.27")
def test_distances_between_models_run_from_edge_to_edge() -> None:
    table = cases.field([Base(10000, 10000, 591), Base(13575, 10000, 984)], [])
    assert engages(table, 0, 1, 2000) and engages(table, 1, 0, 1990)
    assert not engages(table, 0, 1, 1989)
    table.bases.r[1] = 0
    assert not engages(table, 0, 1, 2000)


@pytest.mark.rule("MFX-13.13", "MFX-X26")
def test_who_has_the_longer_reach_engages_alone() -> None:
    """Reach 2 inches and 0, 1.5 inches apart."""
    table = cases.field([Base(10000, 10000, 591), Base(10000 + 1182 + 1500, 10000, 591)], [])
    reaches = [2000, 0]
    assert engages(table, 0, 1, 2000) and not engages(table, 1, 0, 0)
    assert engagement.engaging(table, 1, [0], reaches) == [0]
    assert engagement.engaging(table, 0, [1], reaches) == []


@pytest.mark.rule("MFX-13.13")
def test_engagement_needs_a_reach_sight_and_a_place_on_the_table() -> None:
    bases = [Base(10000, 10000, 591), Base(12182, 10000, 591)]
    table = cases.field(bases, [])
    assert engages(table, 0, 1, 1000) and engages(table, 0, 1, 990)
    assert not engages(table, 0, 1, 989)
    assert not engages(table, 0, 1, engagement.NO_REACH)
    walled = cases.field(bases, [Area(rectangle(11000, 5000, 11100, 15000), 9, frozenset({"blocking"}))])
    assert not engages(walled, 0, 1, 1000)
    touching = cases.field([bases[0], Base(11182, 10000, 591)], [])
    assert engages(touching, 0, 1, 0) and not engages(touching, 0, 1, -1)
    table.bases.r[1] = 0
    assert not engages(table, 0, 1, 1000)


@pytest.mark.rule("MFX-13.14", "MFX-13.24", "MFX-E21", "MFX-X45")
def test_a_walk_or_a_flight_stays_within_all_reaches_that_held_it() -> None:
    """A base held by a reach of 1 inch and one of 2: distance alone, without sight."""
    bases = [Base(10000, 10000, 591), Base(12182, 10000, 591), Base(10000, 13182, 591)]
    table = cases.field(bases, [Area(rectangle(11000, 5000, 11100, 15000), 9, frozenset({"blocking"}))])
    reaches = [0, 1000, 2000]
    assert engagement.is_in_reaches(table, 9990, 10000, 591, [1, 2], reaches)
    assert engagement.holder_left(table, 9989, 10000, 591, [1, 2], reaches) == 1
    assert engagement.holder_left(table, 12182, 9000, 591, [1, 2], reaches) == 2
    assert engagement.is_in_reaches(table, 30000, 30000, 591, [], reaches)
    chance = random.Random("disc")
    for _ in range(300):  # a leg between two places within a reach is within it as a whole
        a, b, enemy = cases.base(chance), cases.base(chance), cases.base(chance)
        reach = chance.randrange(0, 6000)
        if reference.within(a, enemy, reach) and reference.within(b._replace(r=a.r), enemy, reach):
            half = Base((a.x + b.x) // 2, (a.y + b.y) // 2, a.r)
            assert reference.within(half, enemy, reach + 1)


@pytest.mark.rule("MFX-6.12", "MFX-6.13")
def test_a_blast_marker_hits_whom_it_touches() -> None:
    bases = [Base(10000, 10000, 591), Base(13182, 10000, 591), Base(10000, 13182, 591)]
    table = cases.field(bases, [])
    assert engagement.touched_by_marker(table, 13182, 8415, 984) == [1]  # 1585u: touches
    assert engagement.touched_by_marker(table, 13182, 8414, 984) == []
    assert engagement.touched_by_marker(table, 10000, 10000, 591, 2000) == [0, 1, 2]
    table.bases.r[0] = 0
    assert engagement.touched_by_marker(table, 10000, 10000, 591, 2000) == [1, 2]
