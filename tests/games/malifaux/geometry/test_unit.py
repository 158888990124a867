"""Units, rounding, lengths, points along a leg, directions."""

from __future__ import annotations

import random
from fractions import Fraction
from math import pi

import pytest

from games.malifaux.geometry import cases, reference
from shapan.games.malifaux.geometry import unit


@pytest.mark.rule("MFX-13.1")
def test_a_base_has_half_its_millimetres_in_thousandths_of_an_inch() -> None:
    assert [unit.radius_of(size) for size in (30, 40, 50)] == [591, 787, 984]
    for size in (30, 40, 50):
        assert abs(unit.radius_of(size) - Fraction(size * 1000 * 5, 254)) < 1


@pytest.mark.rule("MFX-13.21")
@pytest.mark.parametrize(
    ("number", "whole", "result"),
    [
        (0, 3, 0),
        (1, 2, 1),
        (-1, 2, -1),
        (3, 2, 2),
        (-3, 2, -2),
        (1, 3, 0),
        (-1, 3, 0),
        (2, 3, 1),
        (-2, 3, -1),
        (7, 7, 1),
    ],
)
def test_halves_are_rounded_away_from_zero(number: int, whole: int, result: int) -> None:
    assert unit.rounded(number, whole) == result


@pytest.mark.rule("MFX-13.20", "MFX-13.21")
def test_rounding_and_lengths_are_those_of_fractions() -> None:
    chance = random.Random("unit")
    for _ in range(2000):
        a, b = cases.spot(chance, 0, 36001), cases.spot(chance, 0, 36001)
        whole = unit.length(*a, *b)
        assert whole == reference.min_root(reference.square(a, b))
        number, part = chance.randrange(-(10**10), 10**10), chance.randrange(1, 10**5)
        assert unit.rounded(number, part) == reference.away_from_zero(Fraction(number, part))
        if a != b:
            s = chance.randrange(0, 3 * whole)
            assert unit.point_at(*a, *b, s) == reference.along(a, b, s)
            x, y = unit.point_at(*a, *b, s)
            assert unit.point_away(*a, *b, s) == (2 * a[0] - x, 2 * a[1] - y)
            assert unit.point_at(*cases.turned(*a), *cases.turned(*b), s) == cases.turned(x, y)
    assert unit.length(5, 5, 5, 5) == 0


@pytest.mark.rule("MFX-13.25")
def test_the_64_directions_go_round_counter_clockwise() -> None:
    points = [unit.point_in_direction(0, 0, k, 32768) for k in range(64)]
    assert points[0] == (32768, 0) and points[16] == (0, 32768) and points[8] == (23170, 23170)
    assert len(set(points)) == 64
    for k, (x, y) in enumerate(points):
        assert points[(k + 32) % 64] == (-x, -y) and points[-k % 64] == (x, -y)
        following = points[(k + 1) % 64]
        turn = x * following[1] - y * following[0]
        assert abs(turn / 32768**2 - 2 * pi / 64) < 0.001
        assert abs(x * x + y * y - 32768**2) < 2 * 32768


@pytest.mark.rule("MFX-13.25")
def test_a_direction_has_a_point_at_every_distance() -> None:
    assert unit.point_in_direction(100, 200, 1, 1000) == (100 + 995, 200 + 98)
    assert unit.point_in_direction(18000, 18000, 40, 6000) == (18000 - 4243, 18000 - 4243)
