"""Fate duel: points in 1/1000 inch, legs of a walk, acts in turns."""

from __future__ import annotations

from fractions import Fraction

import pytest

from engine.driving import asks, refused, run
from engine.fate_duel_table import AT, at_table
from engine.toys.fate_duel import GAME
from engine.toys.fate_duel.actions import ATTACK, DEPLOY, PASS, STEP, WALK
from engine.toys.fate_duel.geometry import is_clear, toward
from engine.toys.fate_duel.names import EPS, RADIUS, SIDE
from engine.toys.fate_duel.questions import DEPLOYING, WALKING
from shapan.engine.actions import DONE
from shapan.engine.chance import Stream
from shapan.engine.match import Match

# FTD-1, FTD-3: points


@pytest.mark.rule("FTD-1.2", "FTD-1.3")
def test_a_model_is_placed_at_any_point_of_the_own_side() -> None:
    match = Match(GAME, 2)
    assert DEPLOY.code(1_237, 2_999) not in match.legal(0)
    match.answer(0, DEPLOY.code(1_237, 2_999))
    assert (match.live.xs[0], match.live.ys[0]) == (1_237, 2_999)
    match.answer(1, DEPLOY.code(6_001, 9_000))
    assert match.waiting == [1]


@pytest.mark.rule("FTD-1.2", "FTD-1.3")
def test_a_point_that_is_not_allowed_is_refused_with_its_reason() -> None:
    match = Match(GAME, 2)
    before = match.save()
    assert refused(match, 0, DEPLOY.code(5_000, 3_001)) == ("FTD-1.2", "outside_home")
    assert refused(match, 0, DEPLOY.code(499, 2_000)) == ("FTD-1.3", "no_room")
    assert refused(match, 0, DEPLOY.code(SIDE - 499, 2_000)) == ("FTD-1.3", "no_room")
    assert refused(match, 0, WALK.code(0))[0] == "FTD-1.2"
    assert match.save() == before
    match.answer(0, DEPLOY.code(5_000, 2_000))
    for number in range(2):
        match.answer(1, DEPLOY.code(2_000 + 3_000 * number, 10_000))
    assert refused(match, 0, DEPLOY.code(5_000 + 2 * RADIUS - EPS - 1, 2_000)) == ("FTD-1.3", "no_room")
    match.answer(0, DEPLOY.code(5_000 + 2 * RADIUS - EPS, 2_000))


@pytest.mark.rule("FTD-1.2", "FTD-3.2")
def test_a_code_with_other_bits_than_its_parameters_is_refused() -> None:
    """The same point must not have two codes: logs and hashes would tell them apart."""
    match = Match(GAME, 2)
    for bit in (28, 35, 39):
        assert refused(match, 0, DEPLOY.code(1_500, 2_000) | 1 << bit)[0] == "FTD-1.2"
    match = at_table()
    match.answer(0, WALK.code(0))
    assert refused(match, 0, [STEP.code(3_000, 3_500) | 1 << 30])[0] == "FTD-3.2"
    assert refused(match, 0, [STEP.code(3_000, SIDE + 1)])[0] == "FTD-3.2"
    match.answer(0, [STEP.code(3_000, 3_500)])


@pytest.mark.rule("FTD-1.2")
def test_candidates_are_few_and_legal() -> None:
    match = Match(GAME, 2)
    for most in (1, 3, 64):
        codes = DEPLOYING.candidates(match.live, 0, 0, most)
        assert 0 < len(codes) <= most
        assert all(DEPLOYING.test(match.live, 0, 0, code) for code in codes)


@pytest.mark.rule("FTD-3.2")
def test_a_walk_is_at_most_five_inches() -> None:
    match = at_table(at=((3_000, 3_000), (6_000, 3_000), (9_500, 6_000), (9_500, 9_000)))
    match.answer(0, WALK.code(0))
    far = STEP.code(3_000, 3_000 + 5_000 + EPS + 1)
    assert refused(match, 0, [far]) == ("FTD-3.2", "too_far")
    assert refused(match, 0, [STEP.code(3_000, 6_000), STEP.code(5_011, 6_000)]) == ("FTD-3.2", "too_far")
    assert refused(match, 0, []) == ("FTD-3.2", "not_possible")
    three = [STEP.code(3_000, 3_100 + 100 * leg) for leg in range(3)]
    assert refused(match, 0, three) == ("FTD-3.2", "too_far")
    match.answer(0, [STEP.code(3_000, 6_000), STEP.code(5_010, 6_000)])
    assert (match.live.xs[0], match.live.ys[0]) == (5_010, 6_000)
    assert match.live.acts == [1, 2, 2, 2]
    assert [event["with"]["y"] for event in match.events_for(2)] == [6_000, 6_000]


@pytest.mark.rule("FTD-3.2")
def test_a_leg_is_measured_in_whole_units_rounded_up() -> None:
    match = at_table(at=((3_000, 3_000), (1_000, 1_000), (9_500, 9_000), (9_500, 11_000)))
    match.answer(0, WALK.code(0))
    assert refused(match, 0, [STEP.code(3_000 + 3_007, 3_000 + 4_008)]) == ("FTD-3.2", "too_far")
    match.answer(0, [STEP.code(3_000 + 3_006, 3_000 + 4_008)])


@pytest.mark.rule("FTD-3.3")
def test_a_base_in_the_way_has_to_be_walked_around() -> None:
    at = ((3_000, 3_000), (1_000, 1_000), (3_000, 5_000), (9_500, 9_000))
    match = at_table(at=at)
    match.answer(0, WALK.code(0))
    assert refused(match, 0, [STEP.code(3_000, 7_000)]) == ("FTD-3.3", "no_room")
    assert refused(match, 0, [STEP.code(3_000, 5_500)]) == ("FTD-3.3", "no_room")
    assert refused(match, 0, [STEP.code(3_000, 499)]) == ("FTD-3.3", "no_room")
    match.answer(0, [STEP.code(4_300, 4_800), STEP.code(3_800, 7_000)])
    assert match.waiting == [1]
    touching = at_table(at=at)
    touching.answer(0, WALK.code(0))
    touching.answer(0, [STEP.code(3_000, 4_000)])
    assert touching.live.ys[0] == 4_000


@pytest.mark.rule("FTD-3.2", "FTD-3.3")
def test_all_offered_way_points_are_legal_and_lead_on() -> None:
    rng = Stream("paths")
    for seed in range(30):
        match = run(Match(GAME, 2, seed=seed), rng, until=lambda m: asks(m, "path"))
        if match.over:
            continue
        seat = match.waiting[0]
        model = match.decisions[seat].arg
        first = match.legal(seat)
        assert DONE not in first
        assert first
        for code in first:
            assert WALKING.test_next(match.live, seat, model, (), code)
            assert WALKING.allows(match.live, seat, model, [code])
            for other in match.legal(seat, [code]):
                picks = [code] if other == DONE else [code, other]
                assert WALKING.allows(match.live, seat, model, picks)
        assert match.default(seat) == [STEP.code(match.live.xs[model], match.live.ys[model])]


@pytest.mark.rule("FTD-3.3")
def test_the_swept_test_is_exact() -> None:
    """Against the distance of a point from a segment in fractions."""
    rng = Stream("geometry")
    match = at_table()
    state = match.live
    least = (2 * RADIUS - EPS) ** 2
    hits = 0
    for _ in range(3_000):
        x, y, to_x, to_y = (RADIUS + rng.number(SIDE - 2 * RADIUS + 1) for _ in range(4))
        nearest = min(squared_distance((x, y), (to_x, to_y), AT[other]) for other in (1, 2, 3))
        start = min((x - AT[other][0]) ** 2 + (y - AT[other][1]) ** 2 for other in (1, 2, 3))
        if start < least:
            continue
        hits += nearest < least
        assert is_clear(state, 0, x, y, to_x, to_y) == (nearest >= least)
    assert hits > 300


def squared_distance(start: tuple[int, int], end: tuple[int, int], point: tuple[int, int]) -> Fraction:
    dx, dy = end[0] - start[0], end[1] - start[1]
    px, py = point[0] - start[0], point[1] - start[1]
    square = dx * dx + dy * dy
    along = Fraction(0) if square == 0 else min(Fraction(1), max(Fraction(0), Fraction(px * dx + py * dy, square)))
    return (px - along * dx) ** 2 + (py - along * dy) ** 2


def test_a_model_that_touches_another_within_the_tolerance_may_walk_away() -> None:
    match = at_table(at=((3_000, 3_000), (6_000, 3_000), (3_000, 3_000 + 2 * RADIUS - EPS), (6_000, 9_000)))
    match.answer(0, WALK.code(0))
    match.answer(0, [STEP.code(3_000, 1_000)])


def test_points_on_the_way_are_whole_units_and_never_behind_the_end() -> None:
    assert toward(0, 0, 3_000, 4_000, 2_500) == (1_500, 2_000)
    assert toward(100, 100, 200, 100, 5_000) == (200, 100)
    assert toward(100, 100, 100, 100, 0) == (100, 100)
    assert toward(3_000, 3_000, 6_000, 7_000, -5_000) == (0, -1_000)


# FTD-3: acts


@pytest.mark.rule("FTD-3.1")
def test_seats_act_in_turns_and_every_model_twice() -> None:
    match = at_table(at=((1_000, 1_000), (5_000, 1_000), (1_000, 11_000), (5_000, 11_000)))
    order = []
    while asks(match, "act") or asks(match, "path"):
        seat = match.waiting[0]
        if asks(match, "act"):
            order.append(seat)
            walks = [code for code in match.legal(seat) if WALK.has(code)]
            match.answer(seat, walks[0])
        else:
            match.answer(seat, match.default(seat))
        if match.live.turn == 2:
            break
    assert order[:8] == [0, 1] * 4
    assert match.live.turn == 2


@pytest.mark.rule("FTD-3.1")
def test_who_passes_acts_no_more_this_turn() -> None:
    match = at_table()
    match.answer(0, PASS.code())
    for _ in range(4):
        assert match.waiting == [1]
        match.answer(1, WALK.code(2) if match.live.acts[2] else WALK.code(3))
        match.answer(1, match.default(1))
    assert match.live.turn == 2


@pytest.mark.rule("FTD-3.4")
def test_an_attack_needs_an_enemy_within_two_inches() -> None:
    gap = 2 * RADIUS + 2_000 + EPS
    match = at_table(at=(AT[0], AT[1], (3_000, 3_000 + gap), AT[3]))
    assert ATTACK.code(0, 2) in match.legal(0)
    match = at_table(at=(AT[0], AT[1], (3_000, 3_000 + gap + 1), AT[3]))
    assert ATTACK.code(0, 2) not in match.legal(0)
    assert refused(match, 0, ATTACK.code(0, 2)) == ("FTD-3.4", "out_of_reach")
    assert refused(match, 0, ATTACK.code(0, 1)) == ("FTD-3.4", "out_of_reach")
    assert refused(match, 0, WALK.code(2)) == ("FTD-3.1", "not_possible")
