"""Places of Malifaux that are offered: on the table, and by number without a list."""

from __future__ import annotations

from games.malifaux.duels import struck
from games.malifaux.test_static_cache import standing
from shapan.engine.point_answers import code_at
from shapan.games.malifaux import actions, places
from shapan.games.malifaux.geometry.unit import TABLE
from shapan.games.malifaux.records import Choice
from shapan.games.malifaux.rules import acting, choices


def test_a_push_away_from_somebody_is_not_aimed_beyond_the_edge() -> None:
    state = standing([(600, 18000), (3000, 18000)])
    away = Choice(model=0, most=4000, about=0, x=-3400, y=18000)
    assert places.push_aims(state, away, 24) == []
    state.choice = away
    assert choices.ask_push.any(state, 0, 1, 5) == actions.DECLINE


def test_pushes_and_spots_that_are_drawn_are_legal_and_differ() -> None:
    state = standing([(600, 18000), (3000, 18000)])
    state.choice = Choice(model=0, most=4000)
    pushed = {choices.ask_push.any(state, 0, 1, number) for number in range(800)}
    assert len(pushed) > 10 and actions.DECLINE in pushed
    assert all(choices.ask_push.test(state, 0, 1, code) for code in pushed)
    state.choice = Choice(model=0, x=3000, y=18000, r=591, radius=591, most=2000, about=0)
    spots = {choices.ask_spot.any(state, 0, 0, number) for number in range(200)}
    assert len(spots) > 10 and all(choices.ask_spot.test(state, 0, 0, code) for code in spots)
    assert all(0 <= value <= TABLE for code in spots for value in actions.SPOT.values(code))


def test_a_charge_that_is_aimed_too_far_says_how_far_it_may_be() -> None:
    live = struck(0).live
    far = [24000, 30000]
    code = code_at(acting.ask_action, live, 0, 0, [actions.CHARGE], far)
    assert code is not None and not acting.ask_action.test_next(live, 0, 0, [actions.CHARGE], code)
    reason = acting.ask_action.why_not_next(live, 0, 0, [actions.CHARGE], code)
    assert (reason.rule, reason.key, reason.words["allowed"]) == ("MFX-13.7", "way_too_far", "5")


def test_a_push_that_must_be_named_is_offered_also_where_one_offer_is_asked_or_nothing_moves() -> None:
    around = [(1172, 0), (586, 1015), (-586, 1015), (-1172, 0), (-586, -1015), (586, -1015)]
    free = standing([(600, 18000), (3000, 18000)])
    shut = standing([(18000, 18000), *((18000 + x, 18000 + y) for x, y in around)])
    for state in (free, shut):
        state.choice = Choice(model=0, most=4000)
        for most in (1, 2, 24):
            codes = choices.ask_push.candidates(state, 0, 0, most)
            assert 0 < len(codes) <= most
            assert all(choices.ask_push.test(state, 0, 0, code) for code in codes)
        assert all(
            choices.ask_push.test(state, 0, 0, choices.ask_push.any(state, 0, 0, number)) for number in range(60)
        )
    assert places.push_aims(shut, shut.asked(), 24) == []
