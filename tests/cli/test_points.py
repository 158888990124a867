"""Points of a table to scale typed at the keyboard, in inches, or a candidate by its number."""

from __future__ import annotations

from pathlib import Path

import pytest
from rich.console import Console

from cli.conftest import Typed
from engine.fate_duel_table import AT, at_table
from engine.toys.fate_duel import GAME
from engine.toys.fate_duel.actions import DEPLOY, STEP, WALK
from engine.toys.fate_duel.state import ACT_STEP
from engine.toys.fate_duel.whole import GAME as WHOLE
from shapan.cli.play.answer import Answer, Wrong
from shapan.cli.play.seating import Seating
from shapan.cli.play.session import Quit, Session
from shapan.engine.match import Match, Refusal
from shapan.games.pig import GAME as PIG


def asked(match: Match, seat: int = 0) -> Answer:
    answer = Answer(match, seat)
    answer.options()
    return answer


def walking() -> Match:
    match = at_table()
    match.answer(0, WALK.code(0))
    return match


@pytest.mark.parametrize(
    ("line", "code"),
    [
        ("deploy 2.5 3", DEPLOY.code(2_500, 3_000)),
        ("Deploy 2.125, 0.75", DEPLOY.code(2_125, 750)),
        ("2", DEPLOY.code(3_000, 2_500)),
    ],
)
def test_a_place_is_typed_or_chosen_by_its_number(line: str, code: int) -> None:
    answer = asked(Match(GAME, 2, seed=3))
    answer.read(line)
    assert answer.picked == [code] and answer.complete


@pytest.mark.parametrize(
    ("line", "key"),
    [
        ("deploy 1 2; 3 4", "one_point"),
        ("deploy 13 2", "no_point"),
        ("deploy 1", "no_number"),
        ("deploy one two", "no_number"),
        ("deploy NaN 2", "no_number"),
        ("walk 1 2", "no_number"),
        ("2.5 3", "no_number"),
    ],
)
def test_what_is_no_point_is_said(line: str, key: str) -> None:
    answer = asked(Match(GAME, 2, seed=3))
    with pytest.raises(Wrong) as wrong:
        answer.read(line)
    assert wrong.value.key == key and not answer.picked


def test_a_way_is_typed_at_once_or_leg_by_leg() -> None:
    answer = asked(walking())
    answer.read("path 3 5; 4.5 5")
    assert answer.picked == [STEP.code(3_000, 5_000), STEP.code(4_500, 5_000)] and answer.complete
    answer = asked(walking())
    answer.read("step 3 4")
    assert answer.picked == [STEP.code(3_000, 4_000)] and answer.complete


def test_a_leg_that_is_refused_changes_nothing() -> None:
    answer = asked(walking())
    with pytest.raises(Refusal) as refusal:
        answer.read("path 3 4; 3 11")
    assert (refusal.value.reason.rule, refusal.value.reason.key) == ("FTD-3.2", "too_far")
    assert answer.picked == [] and not answer.complete


def test_a_way_behind_a_verb_is_called_by_it() -> None:
    state = WHOLE.start({}, 2, 1)
    state.turn, state.acts, state.agenda = 1, [2] * 4, [(ACT_STEP, 0)]
    state.xs, state.ys = [x for x, _ in AT], [y for _, y in AT]
    match = Match(WHOLE, 2, state=state)
    answer = asked(match)
    verbs = [option.label.key for option in answer.shown]
    answer.read(str(verbs.index("action.walk") + 1))
    assert not answer.complete
    answer.options()
    answer.read("walk 2 3.5; 3 4.5")
    assert answer.complete and answer.picked[1:] == [STEP.code(2_000, 3_500), STEP.code(3_000, 4_500)]


def test_other_questions_take_no_points() -> None:
    answer = asked(Match(PIG, 2, seed=1))
    assert answer.ground is None and answer.aim is None
    with pytest.raises(Wrong):
        answer.read("roll 1 2")


@pytest.mark.parametrize(
    ("language", "lines"),
    [
        (
            "en",
            (
                "or a point such as path 2.5 3",
                "Farther than the model may walk  FTD-3.2",
                "(3, 3)",
                "Model 0 walks to 3000, 4000",
            ),
        ),
        ("zh-Hans", ("或输入一点，例如 path 2.5 3", "超出移动距离  FTD-3.2", "(3, 3)", "模型 0 走到 3000, 4000")),
    ],
)
def test_the_screen_tells_points_and_refusals(
    language: str, lines: tuple[str, ...], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.stdin", Typed(["path 3 11", "path 3 4", "q"]))
    with (tmp_path / "out").open("w", encoding="utf-8") as out:
        console = Console(file=out, width=160, highlight=False)
        session = Session(walking(), Seating([0, 1], {}, language), tmp_path / "match.json", console)
        with pytest.raises(Quit):
            session.run()
    said = (tmp_path / "out").read_text(encoding="utf-8")
    assert [line for line in lines if line not in said] == []
