"""Tables to scale: what is aimed at, points in words, answers that a question draws by itself."""

from __future__ import annotations

import msgspec
import pytest

from engine.fate_duel_table import AT, at_table
from engine.toys.fate_duel import GAME
from engine.toys.fate_duel.actions import DEPLOY, STEP, WALK
from engine.toys.fate_duel.names import RADIUS, REACH, SIDE
from engine.toys.fate_duel.questions import ACTING, DEPLOYING, DISCARDING, WALKING
from engine.toys.fate_duel.whole import ACTING as WHOLE_ACTING
from engine.toys.fate_duel.whole import ACTIONS as WHOLE_ACTIONS
from shapan.engine import previews
from shapan.engine.actions import DONE
from shapan.engine.chance import Stream
from shapan.engine.ground import Aim, End, runs
from shapan.engine.match import Match, random_answer
from shapan.engine.point_answers import code_at, point_of, takes_points
from shapan.engine.prompt import Prompt
from shapan.engine.scene import Scene
from shapan.engine.state import State
from shapan.engine.table import RandomTable


def walking() -> Match:
    match = at_table()
    match.answer(0, WALK.code(0))
    return match


def aimed(match: Match, seat: int = 0) -> Aim:
    """Return what a seat aims at, from its whole scene, which has been written and read."""
    decision = match.decisions[seat]
    scene = previews.draw_scene(GAME, match.view(seat), seat, match.legal(seat), decision.prompt, decision.arg)
    ground = previews.ground_of(msgspec.json.decode(msgspec.json.encode(scene), type=Scene))
    assert ground is not None and ground.aim is not None
    return ground.aim


def reaches(aim: Aim, x: int, y: int) -> bool:
    """Tell whether the raster point is in one of the runs."""
    rows = {row[0]: list(zip(row[1::2], row[2::2], strict=True)) for row in aim.reach}
    return any(first <= x // aim.step <= last for first, last in rows.get(y // aim.step, []))


def test_a_scene_has_the_table_to_scale_with_what_is_moved() -> None:
    match = walking()
    aim = aimed(match)
    assert (aim.piece, aim.start, aim.radius, aim.allowance, aim.most) == ("model.0", list(AT[0]), RADIUS, 5_000, 2)
    assert reaches(aim, 3_000, 4_000) and not reaches(aim, 3_000, 9_000)
    assert not reaches(aim, 6_000, 3_000), "where model 1 stands nobody can end"
    view = match.view(0)
    zone = GAME.board(view, 0, [], None).zones[0]
    stand = {piece.id: piece.base.at for piece in zone.pieces if piece.base is not None}
    assert stand == {f"model.{model}": list(at) for model, at in enumerate(AT)}


def test_the_upper_seat_sees_the_table_turned_and_who_looks_on_aims_at_nothing() -> None:
    match = walking()
    grounds = {}
    for viewer in range(3):
        scene = previews.draw_scene(GAME, match.view(viewer), viewer, [], None)
        ground = previews.ground_of(scene)
        assert ground is not None
        grounds[viewer] = ground.turned, ground.aim
    assert grounds == {0: (False, None), 1: (True, None), 2: (False, None)}


def test_legs_say_what_they_cost_and_what_is_left() -> None:
    match = walking()
    picked = [STEP.code(3_000, 4_000), STEP.code(5_000, 4_000)]
    aim = GAME.aim(match.view(0), WALKING, 0, 0, picked)
    assert aim is not None
    assert [(leg.at, leg.cost, leg.left) for leg in aim.legs] == [
        ([3_000, 4_000], 1_000, 4_000),
        ([5_000, 4_000], 2_000, 2_000),
    ]
    assert not aim.reach, "no leg may follow"
    leg = GAME.leg(match.view(0), WALKING, 0, 0, picked[:1], picked[1])
    assert leg == aim.legs[1]
    assert [note.words for note in aim.legs[0].notes] == [{"model": 2}]


def test_snap_points_are_legal() -> None:
    match = walking()
    snaps = aimed(match).snaps
    assert snaps
    for snap in snaps:
        assert WALKING.test_next(match.live, 0, 0, [], STEP.code(*snap.at)), snap


def test_a_raster_is_told_in_runs() -> None:
    fits = [[True, True, False, True], [False] * 4, [False, True, True, True]]
    assert runs(10, [30, 20], fits) == [[0, 0, 1, 3, 3], [2, 1, 3]]


def test_a_target_names_its_point() -> None:
    match = Match(GAME, 2, seed=3)
    view = match.view(0)
    assert [GAME.target(view, code).at for code in match.legal(0)[:2]] == [[1_500, 2_500], [3_000, 2_500]]
    assert GAME.target(view, WALK.code(0)).at == []
    assert point_of(STEP, STEP.code(7, 9)) == [7, 9]


@pytest.mark.parametrize(
    ("at", "code"),
    [
        ([3_000, 1_000], DEPLOY.code(3_000, 1_000)),
        ([3_000, 9_000], DEPLOY.code(3_000, 9_000)),
        ([3_000, SIDE + 1], None),
    ],
)
def test_a_point_in_words_becomes_a_code(at: list[int], code: int | None) -> None:
    match = Match(GAME, 2, seed=3)
    assert code_at(DEPLOYING, match.live, 0, 0, [], at) == code
    assert code_at(DEPLOYING, match.live, 0, 0, [], at, "deploy") == code
    assert code_at(DEPLOYING, match.live, 0, 0, [], at, "push") is None
    assert takes_points(DEPLOYING) and not takes_points(ACTING)


def test_a_point_behind_a_verb() -> None:
    match = at_table()
    walk = WHOLE_ACTIONS.by_name["walk"].code(0)
    code = code_at(WHOLE_ACTING, match.live, 0, 0, [walk], [3_000, 4_000])
    assert code == STEP.code(3_000, 4_000)
    assert WHOLE_ACTING.test_next(match.live, 0, 0, [walk], code)


# One drawn


class Plain(Prompt[object]):  # type: ignore[type-var]
    key, families = "plain", (WALK,)

    def legal(self, state: object, seat: int, arg: int) -> list[int]:
        return [WALK.code(0), WALK.code(1), DONE]

    def next(self, state: object, seat: int, arg: int, picked: object) -> list[int]:
        return [] if picked else [WALK.code(1), DONE]


def test_without_a_way_of_its_own_a_question_draws_from_its_list() -> None:
    plain, state = Plain(), State()
    assert not plain.draws and not DISCARDING.draws
    assert [plain.any(state, 0, 0, number) for number in range(4)] == [WALK.code(0), WALK.code(1), DONE, WALK.code(0)]
    assert [plain.any_next(state, 0, 0, [], number) for number in (0, 1)] == [WALK.code(1), DONE]
    assert plain.any_next(state, 0, 0, [WALK.code(1)], 7) == DONE


def test_what_is_drawn_is_legal_and_varies() -> None:
    match = walking()
    drawn = {WALKING.any_next(match.live, 0, 0, [], number) for number in range(0, 4_000, 7)}
    assert len(drawn) > 100 and all(WALKING.test_next(match.live, 0, 0, [], code) for code in drawn)
    begun = Match(GAME, 2, seed=3)
    spots = {DEPLOYING.any(begun.live, 0, 0, number) for number in range(600)}
    assert len(spots) > 300 and all(DEPLOYING.test(begun.live, 0, 0, code) for code in spots)


def test_random_play_makes_no_list_where_a_question_draws(monkeypatch: pytest.MonkeyPatch) -> None:
    def listed(*_: object) -> list[int]:
        raise AssertionError("a list was made")

    monkeypatch.setattr(type(DEPLOYING), "candidates", listed)
    monkeypatch.setattr(type(WALKING), "next", listed)
    state = GAME.start({}, 2, seed=7)
    GAME.play_out(state, RandomTable(state, Stream("rollout")))
    assert state.ranks
    monkeypatch.undo()
    match = walking()
    codes = random_answer(WALKING, match.live, 0, 0, Stream(1))
    assert 1 <= len(codes) <= 2


def test_a_table_says_who_may_be_struck_and_a_ruler_how_far_it_is() -> None:
    match = at_table()
    decision = match.decisions[0]
    assert decision.prompt is ACTING
    scene = previews.draw_scene(GAME, match.view(0), 0, match.legal(0), ACTING, decision.arg)
    ground = previews.ground_of(scene)
    assert ground is not None
    told = {(one.source, one.target): one.distance for one in ground.target_lines}
    apart = [
        (f"model.{own}", f"model.{foe}", int(((AT[own][0] - AT[foe][0]) ** 2 + (AT[own][1] - AT[foe][1]) ** 2) ** 0.5))
        for own in (0, 1)
        for foe in (2, 3)
    ]
    assert told == {(own, foe): far - 2 * RADIUS for own, foe, far in apart if far - 2 * RADIUS <= REACH}
    ruler = GAME.measure(match.view(0), 0, End([0, 0]), End([*AT[0]], "model.0"))
    assert ruler.distance == int((AT[0][0] ** 2 + AT[0][1] ** 2) ** 0.5) - RADIUS
