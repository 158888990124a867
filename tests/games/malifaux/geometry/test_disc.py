"""Bases against each other and against legs."""

from __future__ import annotations

import random

import pytest

from games.malifaux.geometry import cases, reference
from games.malifaux.geometry.reference import RADII
from shapan.games.malifaux.geometry import disc


@pytest.mark.rule("MFX-13.2", "MFX-X25")
def test_two_bases_six_inches_apart_are_within_five_inches_but_not_within_4_8() -> None:
    pair = (10000, 10000, 591, 10000, 16000, 591)
    assert disc.shown_distance(*pair) == 482
    assert disc.within(*pair, 5000) and not disc.within(*pair, 4800)


@pytest.mark.rule("MFX-13.2", "MFX-E25")
@pytest.mark.parametrize(("apart", "is_within"), [(4000, True), (4010, True), (4011, False)])
def test_a_marker_four_inches_away_is_within_four_inches(apart: int, is_within: bool) -> None:
    assert disc.within(10000, 10000, 591, 10000 + 2 * 591 + apart, 10000, 591, 4000) == is_within


@pytest.mark.rule("MFX-13.2", "MFX-13.28")
@pytest.mark.parametrize(
    ("apart", "overlap", "contact", "touch"),
    [(-11, True, False, True), (-10, False, True, True), (0, False, True, True), (10, False, True, True),
     (11, False, False, False)],
)  # fmt: skip
def test_an_overlap_of_eps_is_contact(apart: int, overlap: bool, contact: bool, touch: bool) -> None:
    pair = (5000, 5000, 591, 5000 + 591 + 984 + apart, 5000, 984)
    assert disc.overlaps(*pair) == overlap
    assert disc.touches(*pair) == contact
    assert disc.within(*pair, 0) == touch


@pytest.mark.rule("MFX-13.2", "MFX-13.20")
def test_pairs_of_bases_are_judged_as_by_fractions() -> None:
    chance = random.Random("disc")
    for _ in range(3000):
        a = cases.base(chance)
        b = cases.beside(chance, a, chance.choice(RADII)) if chance.random() < 0.5 else cases.base(chance)
        d = chance.choice((0, 0, 1000, chance.randrange(9000)))
        pair = (a.x, a.y, a.r, b.x, b.y, b.r)
        assert disc.within(*pair, d) == reference.within(a, b, d)
        assert disc.overlaps(*pair) == reference.overlap(a, b)
        assert disc.touches(*pair) == (reference.within(a, b, 0) and not reference.overlap(a, b))
        assert disc.completely_within(*pair, d) == reference.completely_within(a, b, d)
        assert disc.within(*pair, d) == disc.within(b.x, b.y, b.r, a.x, a.y, a.r, d)


@pytest.mark.rule("MFX-13.2")
def test_a_wider_base_is_never_completely_within_less_than_the_difference() -> None:
    assert not disc.completely_within(9000, 9000, 984, 9000, 9000, 591, 382)
    assert disc.completely_within(9000, 9000, 984, 9000, 9000, 591, 383)
    assert disc.completely_within(9000, 9000, 591, 9000 + 5010, 9000, 591, 5000)
    assert not disc.completely_within(9000, 9000, 591, 9000 + 5011, 9000, 591, 5000)


@pytest.mark.rule("MFX-13.3")
@pytest.mark.parametrize(
    ("x", "y", "stays"),
    [(591, 591, True), (581, 18000, True), (580, 18000, False), (18000, 580, False), (35419, 35419, True),
     (35420, 18000, False), (18000, 35420, False)],
)  # fmt: skip
def test_a_base_stays_on_the_table_but_for_eps(x: int, y: int, stays: bool) -> None:
    assert disc.is_on_table(x, y, 591) == stays == reference.on_table((x, y), 591)


@pytest.mark.rule("MFX-13.20", "MFX-13.22")
def test_a_base_near_a_leg_is_found_as_by_fractions() -> None:
    chance = random.Random("sweep")
    for _ in range(3000):
        p, a, b = (cases.spot(chance, 0, 5000) for _ in range(3))
        b = a if chance.random() < 0.05 else b
        reach = chance.choice((1, 500, 1000, 1172, chance.randrange(1, 5000)))
        if chance.random() < 0.3:  # just so near: a leg along an axis
            b = (b[0], a[1])
            p = (p[0], a[1] + reach + chance.choice((-1, 0, 1)))
        distance = reference.to_segment(p, a, b)
        assert disc.is_near_segment(*p, *a, *b, reach) == (distance < reach**2)
        assert disc.is_near_segment(*p, *a, *b, reach, 1) == (distance <= reach**2)
        assert disc.is_near_segment(*p, *b, *a, reach) == (distance < reach**2)


@pytest.mark.rule("MFX-13.2")
def test_the_shown_distance_is_in_hundredths_of_an_inch() -> None:
    assert disc.shown_distance(0, 0, 0, 1234, 0, 0) == 123
    assert disc.shown_distance(0, 0, 0, 1235, 0, 0) == 124
    assert disc.shown_distance(0, 0, 591, 1000, 0, 591) == 0
