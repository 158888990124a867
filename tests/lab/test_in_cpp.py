"""What the laboratory plays in C++ are the very matches of plain Python, bot by bot and answer by answer."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from shapan.lab import in_cpp, playout
from shapan.lab.plan import Plan
from shapan.native import library
from shapan.native.library import library_of

pytestmark = pytest.mark.skipif(library.compiler() is None, reason="no C++ compiler")


@pytest.fixture(scope="module", autouse=True)
def kept(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Libraries of these tests in a folder of their own, built for however few matches."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv(library.FOLDER, str(tmp_path_factory.mktemp("native")))
        patch.setattr(in_cpp, "BUILD_FROM", 1)
        for known in (library_of, in_cpp._library):
            known.cache_clear()
        yield
    for known in (library_of, in_cpp._library):
        known.cache_clear()


def plan_of(game: str, *names: str, matches: int, **options: Any) -> Plan:
    return Plan(game, len(names), [list(names), list(reversed(names))], options, "a", matches)


def written(plan: Plan) -> list[Any]:
    return [
        (one.number, one.lineup, one.state.encoded(), one.outcome, list(one.chosen), list(one.picks), one.answers)
        for one in playout.play(plan, 0, plan.matches)
    ]


@pytest.mark.parametrize(
    "plan",
    [
        plan_of("leduc", "greedy", "recruit", matches=70),
        plan_of("planet_masters", "greedy", "random", "cadet", matches=12, races="off"),
        plan_of("planet_masters", "greedy", "greedy", matches=6),
        pytest.param(plan_of("battlefield", "greedy", "recruit", "cadet", matches=30), marks=pytest.mark.long),
    ],
    ids=["leduc", "planet_masters of three", "planet_masters of two", "battlefield"],
)
def test_the_matches_are_those_of_plain_python(plan: Plan, monkeypatch: pytest.MonkeyPatch) -> None:
    assert in_cpp.rules_run_in(plan) == "C++"
    found = written(plan)
    monkeypatch.setattr(playout, "quick", lambda plan: None)
    assert found == written(plan)
    assert len({row[2] for row in found}) > 3


def test_a_match_that_is_left_is_played_by_python(monkeypatch: pytest.MonkeyPatch) -> None:
    plan = plan_of("leduc", "greedy", "random", matches=10)
    whole = written(plan)
    monkeypatch.setattr(in_cpp.Quick, "play", lambda self, numbers: [None] * len(numbers))
    assert written(plan) == whole


@pytest.mark.parametrize("names", [("general", "greedy"), ("search:20", "random")])
def test_bots_that_think_play_in_python(names: tuple[str, ...]) -> None:
    assert in_cpp.quick(plan_of("leduc", *names, matches=1)) is None


def test_a_game_that_is_not_translated_is_played_in_python() -> None:
    assert in_cpp.quick(plan_of("malifaux", "greedy", "random", matches=5_000)) is None


def test_for_few_matches_no_library_is_built(monkeypatch: pytest.MonkeyPatch, tmp_path: Any) -> None:
    monkeypatch.setenv(library.FOLDER, str(tmp_path))
    monkeypatch.setattr(in_cpp, "BUILD_FROM", 1_000)
    for known in (library_of, in_cpp._library):
        known.cache_clear()
    assert in_cpp.quick(plan_of("pig", "greedy", "random", matches=999)) is None
    assert not list(tmp_path.iterdir())
    assert in_cpp.quick(plan_of("pig", "greedy", "random", matches=1_000)) is not None
    for known in (library_of, in_cpp._library):
        known.cache_clear()


def test_a_variant_plays_by_its_own_numbers(monkeypatch: pytest.MonkeyPatch) -> None:
    plan = plan_of("planet_masters", "greedy", "greedy", matches=4)
    plan.variant, plan.tables = "rich", {"races": {race: {"resources": 3} for race in ("gaia", "mors")}}
    assert in_cpp.quick(plan) is not None
    found = written(plan)
    monkeypatch.setattr(playout, "quick", lambda plan: None)
    assert found == written(plan)
