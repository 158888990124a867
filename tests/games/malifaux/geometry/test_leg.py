"""Legs, paths and their cost; pushes; hazards."""

from __future__ import annotations

import random
from fractions import Fraction

import pytest

from games.malifaux.geometry import cases, reference
from games.malifaux.geometry.cases import turned as mirrored
from games.malifaux.geometry.reference import Area, Base, rectangle
from shapan.games.malifaux.geometry import leg, push
from shapan.games.malifaux.geometry.leg import Near
from shapan.games.malifaux.geometry.sight import Field
from shapan.games.malifaux.geometry.unit import length, point_at

SEVERE = frozenset({"severe"})
SHUT = frozenset({"impassable"})


def near(table: Field, distance: int, mover: int = 0, **how: bool) -> Near:
    bases = table.bases
    return Near(table, mover, bases.x[mover], bases.y[mover], bases.r[mover], distance, **how)


def ends(chance: random.Random, base: Base, bases: list[Base], distance: int) -> reference.Spot:
    """Somewhere near, or straight at another base."""
    other = chance.choice(bases)
    if other.at != base.at and chance.random() < 0.3:
        return reference.along(base.at, other.at, chance.randrange(1, distance))
    while True:
        x, y = cases.spot(chance, base.x - distance, base.x + distance)
        if (x, y + base.y - base.x) != base.at and length(x, y + base.y - base.x, *base.at) <= distance:
            return x, y + base.y - base.x


@pytest.mark.rule("MFX-13.6", "MFX-13.20", "MFX-13.22")
def test_legs_are_free_and_cost_as_by_fractions() -> None:
    chance = random.Random("leg")
    free = slow = 0
    for _ in range(50):
        bases, areas = cases.crowded(chance)
        table = cases.field(bases, areas)
        for _ in range(3):
            b = ends(chance, bases[0], bases, 5000)
            around, a, r = near(table, 5000), bases[0].at, bases[0].r
            expected = reference.leg_is_free(a, b, r, bases[1:], areas)
            assert leg.leg_is_free(around, *a, *b) == expected
            assert leg.leg_cost(around, *a, *b) == reference.leg_cost(a, b, r, areas)
            free += expected
            slow += leg.leg_cost(around, *a, *b) > length(*a, *b)
    assert 30 < free < 140 and slow > 18


@pytest.mark.rule("MFX-13.7", "MFX-13.23")
def test_pushes_end_where_the_definition_says() -> None:
    chance = random.Random("push")
    short = 0
    for _ in range(60):
        bases, areas = cases.crowded(chance)
        table = cases.field(bases, areas)
        for _ in range(2):
            allowed = chance.choice((1000, 2000, 3500, 5000, chance.randrange(1, 6000)))
            around, a, r = near(table, allowed), bases[0].at, bases[0].r
            b = ends(chance, bases[0], bases, max(allowed, 2))
            if not push.push_reaches(around, *b, allowed):
                assert length(*a, *b) > allowed + 10 or a == b
                continue
            s = push.push_length(around, *b, allowed)
            assert s == reference.push(a, b, r, allowed, bases[1:], areas)
            assert push.push_end(around, *b, allowed) == reference.along(a, b, s)
            assert reference.stands(Base(*reference.along(a, b, s), r), bases[1:], areas)
            short += s < length(*a, *b)
            other = near(cases.field(*cases.mirrored(bases, areas)), allowed)
            assert push.push_end(other, *mirrored(*b), allowed) == mirrored(*reference.along(a, b, s))
    assert 25 < short < 110


@pytest.mark.rule("MFX-13.6")
def test_slow_steps_at_the_rim_of_a_piece_are_counted_one_by_one() -> None:
    """Legs along an edge, so near that rounding takes single steps in and out."""
    chance = random.Random("rim")
    flickers = 0
    for _ in range(40):
        area = Area(reference.outline_near(chance, 15000, 15000, 2500), 0, SEVERE)
        (ax, ay), (bx, by) = chance.choice(reference.edges(area.outline))
        whole = max(length(int(ax), int(ay), int(bx), int(by)), 1)
        off = 581 + chance.choice((-1, 0, 0, 1))
        dx, dy = (
            reference.away_from_zero(Fraction((by - ay) * off, whole)),
            reference.away_from_zero(Fraction((ax - bx) * off, whole)),
        )
        a = int(ax + dx), int(ay + dy)
        b = int(bx + dx) + chance.randrange(-1, 2), int(by + dy)
        table = cases.field([Base(*a, 591)], [area])
        around = Near(table, 0, *a, 591, 9000)
        for end in (b, reference.along(a, b, 3000) if a != b else b):
            found = leg.leg_cost(around, *a, *end)
            assert found == reference.leg_cost(a, end, 591, [area])
            flickers += length(*a, *end) < found < 2 * length(*a, *end)
    assert flickers > 12


@pytest.mark.rule("MFX-13.6", "MFX-X27")
def test_a_walk_whose_steps_21_to_40_are_severe_comes_three_and_a_half_inches_far() -> None:
    start = 10000
    mud = Area(rectangle(start + 2000 + 582, 9000, start + 4000 - 581 + 99, 11000), 0, SEVERE)
    table = cases.field([Base(start, 10000, 591)], [mud])
    around = near(table, 5000)
    in_mud = [k for k in range(1, 61) if around.slows(start + 100 * k, 10000)]
    assert in_mud == list(range(21, 41))
    assert leg.leg_cost(around, start, 10000, start + 3500, 10000) == 5000
    assert leg.path(around, [start + 3500], [10000], [], [], 5000).fault == leg.FREE
    assert leg.path(around, [start + 3510], [10000], [], [], 5000).fault == leg.TOO_FAR
    assert push.push_end(around, start + 5000, 10000, 5000) == (start + 3500, 10000)
    free = near(table, 5000, unimpeded=True)
    assert push.push_end(free, start + 5000, 10000, 5000) == (start + 5000, 10000)


@pytest.mark.rule("MFX-13.6")
def test_steps_begin_anew_with_each_leg_and_eps_is_forgiven_once() -> None:
    table = cases.field([Base(10000, 10000, 591)], [])
    around = near(table, 5000)
    judged = leg.path(around, [12000, 12000, 10000], [10000, 12000, 12000], [], [], 6000)
    assert (judged.fault, judged.costs, judged.cost) == (leg.FREE, [2000, 2000, 2000], 6000)
    assert leg.path(around, [12505, 12505], [10000, 12505], [], [], 5000).fault == leg.FREE
    assert leg.path(around, [12505, 12505], [10000, 12506], [], [], 5000).fault == leg.TOO_FAR
    assert leg.path(around, [], [], [], [], 0).fault == leg.FREE
    assert leg.path(around, [10000], [10000], [], [], 0).costs == [0]
    eight = [10000 + 100 * (k % 2) for k in range(9)]
    assert leg.path(around, eight[:8], [10000] * 8, [], [], 5000).fault == leg.FREE
    assert leg.path(around, eight, [10000] * 9, [], [], 5000).fault == leg.TOO_MANY_LEGS


@pytest.mark.rule("MFX-13.6", "MFX-13.22")
def test_the_first_fault_is_named_with_its_leg() -> None:
    """Table, bases by index, pieces by index, reach, cost: in this order, for the first leg with one."""
    areas = [Area(rectangle(9000, 12000, 11000, 13000), 1, SHUT), Area(rectangle(8000, 12000, 12000, 14000), 1, SHUT)]
    bases = [Base(10000, 10000, 591), Base(16000, 10000, 591), Base(13000, 10000, 591), Base(10000, 8500, 591)]
    around = near(cases.field(bases, areas), 5000)

    def fault(*points: reference.Spot, allowed: int = 5000) -> tuple[str, int, int]:
        judged = leg.path(around, [x for x, _ in points], [y for _, y in points], [3], [0, 0, 0, 1000], allowed)
        return leg.FAULTS[judged.fault], judged.leg, judged.what

    assert fault((10100, 10000)) == ("", -1, -1)
    assert fault((10100, 10000), (36000, 10000)) == ("off_table", 1, -1)
    assert fault((35000, 10000)) == ("base", 0, 1)
    assert fault((14000, 10000)) == ("base", 0, 2)
    assert fault((10000, 15000)) == ("impassable", 0, 0)
    assert fault((8200, 13500)) == ("impassable", 0, 0)
    assert fault((7500, 12500)) == ("impassable", 0, 1)
    assert fault((10100, 10000), (10000, 10700)) == ("leaves_reach", 1, 3)
    assert fault((10500, 10000), allowed=400) == ("too_far", 0, -1)


@pytest.mark.rule("MFX-13.22")
def test_a_base_in_contact_may_slide_along_or_leave_but_not_go_deeper() -> None:
    bases = [Base(10000, 10000, 591), Base(10000, 11172, 591)]
    around = near(cases.field(bases, []), 5000)
    assert leg.leg_is_free(around, 10000, 10000, 13000, 10000)
    assert leg.leg_is_free(around, 10000, 10000, 8000, 7000)
    assert not leg.leg_is_free(around, 10000, 10000, 13000, 10001)
    assert leg.leg_is_free(around, 10000, 10000, 10000, 10000)


@pytest.mark.rule("MFX-13.8", "MFX-13.23", "MFX-X44")
def test_a_push_stops_in_contact() -> None:
    bases = [Base(10000, 10000, 591), Base(14000, 10000, 984)]
    around = near(cases.field(bases, []), 5000)
    assert push.push_length(around, 15000, 10000, 5000) == 2435
    assert push.push_end(around, 15000, 10000, 5000) == (12435, 10000)
    assert reference.within(Base(12435, 10000, 591), bases[1], 0)
    assert push.push_end(around, *push.aim_toward(around, 14000, 10000, 5000), 5000) == (12435, 10000)
    assert push.push_end(around, *push.aim_away(around, 14000, 10000, 5000), 5000) == (5000, 10000)


@pytest.mark.rule("MFX-13.3", "MFX-13.23")
def test_a_push_stops_at_the_edge_of_the_table() -> None:
    around = near(cases.field([Base(2000, 3000, 591)], []), 5000)
    assert push.push_end(around, -3000, 3000, 5000) == (581, 3000)
    assert push.push_reaches(around, -3010, 3000, 5000) and not push.push_reaches(around, -3011, 3000, 5000)
    assert not push.push_reaches(around, 2000, 3000, 5000)


@pytest.mark.rule("MFX-13.23")
def test_a_push_against_what_it_touches_does_not_move() -> None:
    bases = [Base(10000, 10000, 591), Base(11172, 10000, 591)]
    around = near(cases.field(bases, []), 2000)
    assert push.push_end(around, 12000, 10000, 2000) == (10000, 10000)
    assert push.push_end(around, 10001, 10000, 2000) == (10000, 10000)


@pytest.mark.rule("MFX-13.7")
def test_models_do_not_stop_a_push_through_them_but_its_end_must_be_free() -> None:
    bases = [Base(10000, 10000, 591), Base(12000, 10000, 591)]
    around = near(cases.field(bases, []), 4000, through=True)
    assert push.through_end(around, 14000, 10000, 4000) == (14000, 10000)
    assert push.through_end(around, 13000, 10000, 4000) is None
    assert push.through_end(near(cases.field(bases, []), 4000), 14000, 10000, 4000) == (10828, 10000)


@pytest.mark.rule("MFX-13.5", "MFX-13.29")
def test_hazards_are_what_a_leg_passes_through() -> None:
    pool = Area(rectangle(12000, 9000, 13000, 11000), 0, frozenset({"hazardous"}))
    mark = Area([(15000, 12000)], 0, frozenset({"hazardous"}), 591)
    table = cases.field([Base(10000, 10000, 591)], [pool, mark])
    assert leg.hazards(table, 10000, 10000, 11419, 10000, 591) == 0
    assert leg.hazards(table, 10000, 10000, 11420, 10000, 591) == 1
    assert leg.hazards(table, 10000, 10000, 16000, 10000, 591) == 1
    assert leg.hazards(table, 10000, 10000, 16000, 11000, 591) == 3
    assert leg.hazards(table, 15000, 10828, 15000, 10828, 591) == 0
    assert leg.hazards(table, 15000, 10829, 15000, 10829, 591) == 2
    chance = random.Random("hazard")
    for _ in range(60):
        area = cases.area(chance, 15000, 15000, 2000, ["hazardous"])
        a, b = cases.spot(chance, 12000, 18000), cases.spot(chance, 12000, 18000)
        assert leg.hazards(cases.field([], [area]), *a, *b, 787) == reference.nearer(a, b, area, 777)


@pytest.mark.rule("MFX-13.16")
def test_climbing_costs_the_height_and_going_down_too_where_the_move_can_pay_it() -> None:
    roof = Area(rectangle(12000, 9000, 14000, 11000), 2, frozenset({"climbable"}))
    shut = near(cases.field([Base(10000, 10000, 591)], [roof]), 9000)
    assert not leg.leg_is_free(shut, 10000, 10000, 13000, 10000)
    table = cases.field([Base(10000, 10000, 591)], [roof], elevation=True)
    around = near(table, 9000)
    assert leg.leg_cost(around, 10000, 10000, 12000, 10000) == 4000  # the edge is on it
    assert leg.leg_cost(around, 10000, 10000, 11999, 10000) == 1999
    assert leg.leg_cost(around, 13000, 10000, 13900, 10000) == 900
    over = leg.path(around, [13000, 15000], [10000, 10000], [], [], 9000)
    assert (over.costs, over.falls) == ([5000, 4000], [])
    down = leg.path(around, [13000, 15000], [10000, 10000], [], [], 8989)
    assert (down.costs, down.falls) == ([5000, 2000], [2])
    assert leg.path(around, [13000, 15000], [10000, 10000], [], [], 6989).fault == leg.TOO_FAR
    assert [leg.fall_damage(height) for height in (1, 3, 4, 6, 7)] == [1, 1, 2, 2, 3]
    assert (table.ground.lift(12000, 11000), table.ground.lift(11999, 10000)) == (2, 0)
    assert push.push_end(around, 14000, 10000, 4000) == (12000, 10000)
    assert push.push_end(around, 14000, 10000, 3900) == (11900, 10000)
    assert push.push_end(around, 14000, 10000, 6000) == (14000, 10000)


@pytest.mark.rule("MFX-13.6")
def test_a_gathered_neighbourhood_is_enough_for_all_that_a_move_can_reach() -> None:
    chance = random.Random("gather")
    for _ in range(80):
        bases, areas = cases.crowded(chance)
        table = cases.field(bases, areas)
        around, wide = near(table, 3000), near(table, 3000).widened()
        b = point_at(*bases[0].at, *ends(chance, bases[0], bases, 3000), chance.choice((3000, 3010)))
        assert leg.leg_fault(around, *bases[0].at, *b) == leg.leg_fault(wide, *bases[0].at, *b)
        assert leg.leg_cost(around, *bases[0].at, *b) == leg.leg_cost(wide, *bases[0].at, *b)
