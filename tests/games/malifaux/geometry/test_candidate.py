"""Candidates for bots and the area that is shown."""

from __future__ import annotations

import random

import pytest

from games.malifaux.geometry import cases, reference
from games.malifaux.geometry.cases import turned as mirrored
from games.malifaux.geometry.reference import Area, Base, rectangle
from shapan.games.malifaux.geometry import candidate, disc, leg, push, reach, spot
from shapan.games.malifaux.geometry.candidate import MoveSlots, PlaceSlots, PushSlots, SeenPoints
from shapan.games.malifaux.geometry.leg import Near
from shapan.games.malifaux.geometry.sight import Field
from shapan.games.malifaux.geometry.unit import EPS, length

SHUT = frozenset({"impassable"})


def drawn(slots: MoveSlots | PushSlots, number: int) -> candidate.Place | None:
    """Return the first legal place from a slot on, round the end."""
    places = (slots.place((number + k) % slots.count) for k in range(slots.count))
    return next((place for place in places if place is not None), None)


def reached(
    near: Near, allowed: int, holders: list[int], reaches: list[int], raster: int = reach.RASTER
) -> dict[tuple[int, int], int]:
    """Return the points of a raster round the mover that it reaches, and their costs."""
    costs = {(0, 0): 0}
    reach.spread(near, allowed + EPS, holders, reaches, raster, (near.x, near.y), costs)
    return costs


def around(table: Field, distance: int) -> Near:
    return Near(table, 0, table.bases.x[0], table.bases.y[0], table.bases.r[0], distance)


def seen(
    near: Near,
    enemies: list[int],
    reaches: list[int],
    markers: list[reference.Spot],
    own: int = 1000,
    turned: bool = False,
) -> SeenPoints:
    xs, ys = [x for x, _ in markers], [y for _, y in markers]
    return SeenPoints(near, xs, ys, [591] * len(markers), enemies, reaches, own, turned)


def kinds(places: list[candidate.Place]) -> list[str]:
    return [candidate.KINDS[place[2]] for place in places]


@pytest.mark.rule("MFX-13.19")
def test_candidates_come_by_kind_then_distance_then_index() -> None:
    """Five markers, four enemies; the nearest four and three count, and equal distances go by index."""
    bases = [Base(18000, 10000, 591), Base(22000, 10000, 591), Base(14000, 10000, 591), Base(18000, 13000, 591),
             Base(18000, 4000, 591)]  # fmt: skip
    markers = [(15000, 14000), (21000, 14000), (18000, 8000), (16000, 9000), (20000, 9000)]
    near = around(cases.field(bases, []), 5000)
    what = seen(near, [1, 2, 3, 4], [0, 1000, 2000, -1, 1000], markers, own=2000)
    assert what.markers() == [2, 3, 4, 0] and what.enemies() == [3, 1, 2]
    places = candidate.candidates(MoveSlots(near, what, 5000, []))
    assert len(places) == len({place[:2] for place in places}) == 24
    order = [(candidate.KINDS[kind], name) for _, _, kind, name in places]
    assert order[:11] == [
        ("stay", 0), ("to_marker", 2), ("to_marker", 3), ("to_marker", 4), ("to_marker", 0),
        ("to_enemy", 3), ("to_enemy", 1), ("to_enemy", 2), ("own_reach", 3), ("own_reach", 1), ("own_reach", 2),
    ]  # fmt: skip
    # 1182 + 1000 + 20 from the first; the place just out of the second's reach is where its own reach put it already
    assert order[11] == ("out_of_reach", 1)
    more = candidate.candidates(MoveSlots(near, what, 5000, []), 64)
    assert kinds(more)[:24] == kinds(places) and kinds(more)[-1] == "half_way" and "to_centre" not in kinds(more)


@pytest.mark.rule("MFX-13.19", "MFX-13.6", "MFX-13.17")
def test_candidates_are_legal_by_the_same_test_and_mirrored_for_the_other_seat() -> None:
    chance = random.Random("candidates")
    for _ in range(35):
        bases, areas = cases.crowded(chance)
        table = cases.field(bases, areas)
        near = around(table, 5000)
        enemies, markers = list(range(1, len(bases))), [cases.spot(chance, 12000, 18000) for _ in range(6)]
        reaches = [chance.choice((-1, 0, 1000, 2000)) for _ in bases]
        holders = [i for i in enemies if reaches[i] >= 0 and reference.within(bases[0], bases[i], reaches[i])]
        slots = MoveSlots(near, seen(near, enemies, reaches, markers), 5000, holders)
        places = candidate.candidates(slots)
        assert places[0][:3] == (*bases[0].at, candidate.STAY) and len(places) <= 24
        for x, y, _, _ in places:
            assert leg.path(near, [x], [y], holders, reaches, 5000).fault == leg.FREE
            assert reference.leg_is_free(bases[0].at, (x, y), bases[0].r, bases[1:], areas)
        other = around(cases.field(*cases.mirrored(bases, areas)), 5000)
        what = seen(other, enemies, reaches, [mirrored(*p) for p in markers], turned=True)
        centre = candidate.TO_CENTRE
        turned = candidate.candidates(MoveSlots(other, what, 5000, holders))
        assert [(*mirrored(x, y), kind, name) for x, y, kind, name in places if kind != centre] == [
            place for place in turned if place[2] != centre
        ]
        pushes = candidate.candidates(PushSlots(near, seen(near, enemies, reaches, []), 2000), 99)
        turned = candidate.candidates(PushSlots(other, what, 2000), 99)
        assert [(*mirrored(x, y), kind, name) for x, y, kind, name in pushes] == turned
        spots = candidate.candidates(PlaceSlots(near, seen(near, enemies, reaches, markers), True, []), 99)
        near_by = candidate.candidates(PlaceSlots(other, what, True, []), 99)
        assert [(*mirrored(x, y), kind, name) for x, y, kind, name in spots] == near_by


@pytest.mark.rule("MFX-13.19", "MFX-13.14")
def test_one_place_is_drawn_without_a_list_and_every_slot_can_come_up() -> None:
    bases = [Base(10000, 10000, 591), Base(12000, 10000, 591)]
    near = around(cases.field(bases, []), 5000)
    slots = MoveSlots(near, seen(near, [1], [0, 1000], [(9000, 9000)]), 5000, [1])
    places = candidate.candidates(slots, 99)
    found = {drawn(slots, number) for number in range(slots.count)}
    assert {place[:2] for place in found if place} == {place[:2] for place in places}
    assert all(disc.within(x, y, 591, 12000, 10000, 591, 1000) for x, y, _, _ in places)


@pytest.mark.rule("MFX-13.19")
def test_reach_candidates_are_just_within_the_own_reach_and_just_out_of_the_others() -> None:
    chance = random.Random("reaches")
    for _ in range(300):
        bases = [cases.base(chance), cases.base(chance)]
        if reference.overlap(*bases):
            continue
        near = around(cases.field(bases, []), 20000)
        own, other = chance.choice((0, 1000, 3000)), chance.choice((0, 1000, 3000))
        slots = MoveSlots(near, seen(near, [1], [own, other], [], own), 20000, [])
        r, enemy = bases[0].r, bases[1]
        for slot in range(slots.count):
            place = slots.proposed(slot)
            if place and place[2] == candidate.OWN_REACH:
                assert reference.within(Base(*place[:2], r), enemy, own)
                assert not reference.within(Base(*place[:2], r), enemy, own - 30)
            if place and place[2] == candidate.OUT_OF_REACH:
                assert not reference.within(Base(*place[:2], r), enemy, other)
                assert reference.within(Base(*place[:2], r), enemy, other + 20)
            if place and place[2] == candidate.TO_ENEMY:
                assert reference.within(Base(*place[:2], r), enemy, 0) and not reference.overlap(
                    Base(*place[:2], r), enemy
                )


@pytest.mark.rule("MFX-13.19")
def test_contact_is_sought_round_an_enemy_when_the_way_toward_it_is_shut() -> None:
    bases = [Base(10000, 10000, 591), Base(14000, 10000, 591), Base(12818, 9400, 591)]
    near = around(cases.field(bases, []), 6000)
    place = MoveSlots(near, seen(near, [1], [0, 0, 0], [], 0), 6000, []).place(5)
    assert place is not None and place[2:] == (candidate.TO_ENEMY, 1)
    assert place[:2] == (13164, 10836)  # the fourth of eight directions; the legs to those before hit a model
    walled = cases.field(bases, [Area(rectangle(11500, 5000, 12000, 20000), 1, SHUT)])
    assert MoveSlots(around(walled, 6000), seen(near, [1], [0, 0, 0], []), 6000, []).place(5) is None


@pytest.mark.rule("MFX-13.19", "MFX-13.23")
def test_pushes_are_offered_by_their_ends() -> None:
    bases = [Base(18000, 18000, 591), Base(21000, 18000, 591)]
    near = around(cases.field(bases, []), 4000)
    places = candidate.candidates(PushSlots(near, seen(near, [1], [0, 0], []), 4000), 64)
    assert kinds(places) == ["far"] * 16 + ["half_way"] * 15  # +x comes to contact both ways: 1828u, and toward it too
    assert places[0][:2] == (21000 - 1172, 18000)
    for x, y, _, _ in places:
        assert (x, y) == push.push_end(near, x, y, 4000) and length(18000, 18000, x, y) <= 4010
    held = around(cases.field([bases[0], Base(19182, 18000, 591)], []), 0)
    assert candidate.candidates(PushSlots(held, seen(held, [1], [0, 0], []), 0)) == []
    assert drawn(PushSlots(held, seen(held, [1], [0, 0], []), 0), 3) is None


@pytest.mark.rule("MFX-13.9", "MFX-13.19", "MFX-13.24")
@pytest.mark.parametrize("whole", [False, True])
def test_places_are_offered_in_contact_and_on_rings(whole: bool) -> None:
    bases = [Base(18000, 18000, 591), Base(21000, 18000, 591)]
    table = cases.field(bases, [Area(rectangle(15000, 10000, 15100, 26000), 9, SHUT)])
    near = around(table, 4000)
    slots = PlaceSlots(near, seen(near, [1], [0, 3000], [(18000, 21000)]), whole, [])
    places = candidate.candidates(slots, 64)
    assert kinds(places)[:2] == ["to_marker", "to_enemy"] and kinds(places)[-1] == "stay"
    for x, y, _, _ in places:
        assert spot.stands(table, x, y, 591, mover=0)
        test = reference.completely_within if whole else reference.within
        assert test(Base(x, y, 591), bases[0], 4000)
    assert max(length(18000, 18000, x, y) for x, y, _, _ in places) >= (3990 if whole else 5170)
    held = candidate.candidates(PlaceSlots(near, seen(near, [1], [0, 3000], []), whole, [1]), 64)
    assert all(reference.within(Base(x, y, 591), bases[1], 3000) for x, y, _, _ in held) and len(held) < len(places)


@pytest.mark.rule("MFX-13.18")
def test_the_shown_area_is_what_strides_reach() -> None:
    """Every point of the raster by its cheapest way, found by trying all strides until nothing gets cheaper."""
    chance = random.Random("reach")
    for _ in range(3):
        bases, areas = cases.crowded(chance)
        near = around(cases.field(bases, areas), 2000)
        costs = reached(near, 2000, [], [], 500)
        expected, changed = {(0, 0): 0}, True
        while changed:
            changed = False
            for (i, j), cost in list(expected.items()):
                for di, dj in reach.STRIDES:
                    a = (bases[0].x + 500 * i, bases[0].y + 500 * j)
                    b = (a[0] + 500 * di, a[1] + 500 * dj)
                    total = cost + length(*a, *b)
                    point = (i + di, j + dj)
                    if total > 2010 or total >= expected.get(point, 9999):
                        continue
                    total = cost + reference.leg_cost(a, b, bases[0].r, areas)
                    free = reference.leg_is_free(a, b, bases[0].r, bases[1:], areas)
                    if free and total <= 2010 and total < expected.get(point, 9999):
                        expected[point], changed = total, True
        assert costs == expected


@pytest.mark.rule("MFX-13.14", "MFX-13.18")
def test_the_shown_area_keeps_within_reaches() -> None:
    bases = [Base(10000, 10000, 591), Base(12000, 10000, 591)]
    near = around(cases.field(bases, []), 3000)
    costs = reached(near, 3000, [1], [0, 1000])
    assert all(reference.within(Base(10000 + 250 * i, 10000 + 250 * j, 591), bases[1], 1000) for i, j in costs)
    assert 20 < len(costs) < len(reached(near, 3000, [], []))


@pytest.mark.rule("MFX-13.18")
def test_in_the_open_the_shown_area_is_nearly_a_disc() -> None:
    near = around(cases.field([Base(18000, 18000, 591)], []), 3000)
    costs = reached(near, 3000, [], [])
    disc_of = {(i, j) for i in range(-13, 14) for j in range(-13, 14) if 62500 * (i * i + j * j) <= 3010**2}
    assert set(costs) <= disc_of and len(costs) > len(disc_of) * 0.9
