"""The kit proves itself: faults planted into games are found, with their place; the games without them pass."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from conformance.plants import base, chance, knowledge, questions, rules, source, views
from conformance.plants.base import PLANTS, REAL, TOYS, Plant, grown, shown, shows, through
from conformance.plants.copies import edited, forget
from conformance.plants.source import SAME_LEDUC
from conformance.sizes import size_of
from shapan.engine.conformance import Report, check
from shapan.engine.conformance.lint import check_lint
from shapan.engine.game import Game
from shapan.engine.kinds import Count

MODULES = (chance, knowledge, questions, rules, source, views)
KINDS = range(1, 41)
CLEAN = [
    pytest.param(game, id=game.name, marks=[] if game is base.PIG else pytest.mark.slow) for game in (*TOYS, *REAL)
]


def params(plants: list[Plant]) -> list[Any]:
    return [pytest.param(plant, id=plant.id) for plant in plants]


@pytest.fixture
def folder(tmp_path: Path) -> Iterator[Path]:
    yield tmp_path
    forget(tmp_path)


@pytest.mark.parametrize("plant", params([plant for plant in PLANTS if not plant.edits]))
def test_plant_is_found_at_its_place(plant: Plant) -> None:
    report = check(plant.make(plant.game), plant.matches, plant.decisions, until=partial(shown, plant))
    found = any(shown(plant, failure) for failure in report.failures)
    assert found, f"none of {plant.finds} says where and what ({plant.where}, {plant.says}): {report}"
    assert 2 * report.decisions <= plant.decisions or plant.matches == 1, "too near the end of the run: see sizes.toml"


@pytest.mark.parametrize("plant", params([plant for plant in PLANTS if plant.edits]))
def test_plant_in_the_source_is_found_at_its_line(plant: Plant, folder: Path) -> None:
    game, lines = edited(plant.game, folder, plant.edits)
    report = Report(game.name)
    check_lint(game, report)
    found = report.failures
    assert found, str(report)
    name = plant.edits[0][0].removesuffix(".py").replace("/", ".")
    assert [failure.place["module"].partition(".")[2] for failure in found] == [name]
    assert {int(line) for line in re.findall(r"line (\d+)", found[0].detail)} <= {*lines}, found
    whole = check(game, plant.matches, plant.decisions, until=lambda failure: failure.check in plant.finds)
    assert whole.failures == found


def test_every_kind_is_planted_in_a_toy_and_in_a_real_game() -> None:
    for number in KINDS:
        games = {plant.game for plant in PLANTS if plant.number == number}
        assert games & {*TOYS}, f"kind {number} in no toy game"
        assert games & {*REAL}, f"kind {number} in no real game"


def usual_is_smaller(name: str) -> bool:
    """Whether the usual run of a game, which holds it to all laws without a plant, is smaller than those for plants."""
    return any(usual < planted for usual, planted in zip(size_of("usual", name), size_of("plants", name), strict=True))


@pytest.mark.parametrize("game", [param for param in CLEAN if usual_is_smaller(str(param.id))])
def test_same_game_without_a_plant_passes(game: Game[Any]) -> None:
    """Where the usual run is no smaller, it shows that already; what plants are made of is tried below in all games."""
    report = check(game, *size_of("plants", game.name))
    assert report.passed, str(report)


@pytest.mark.parametrize("game", CLEAN)
def test_what_plants_are_made_of_is_no_fault(game: Game[Any]) -> None:
    """A door that hands everything on, a wider state and a wider view change nothing, in half of a plant's matches."""
    harmless = through(shows(grown(game, extra=0, more=[]), "extra", Count(1), lambda state, viewer: state.extra))
    matches, decisions = size_of("plants", game.name)
    report = check(harmless, matches // 2, decisions // 2, texts=False)
    assert report.passed, str(report)


@pytest.mark.parametrize("game", [pytest.param(base.LEDUC, id="leduc"), pytest.param(base.ORDERS, id="order_stacks")])
def test_edited_copy_without_an_edit_passes(game: Game[Any], folder: Path) -> None:
    copy, _ = edited(game, folder, ())
    report = check(copy, *size_of("plants", game.name))
    assert report.passed, str(report)


def test_page_lists_every_plant() -> None:
    """docs/reference/conformance.md: name, games and checks of each plant."""
    page = (Path(__file__).parents[2] / "docs/reference/conformance.md").read_text(encoding="utf-8")
    rows = [line.split(" | ") for line in page.splitlines() if line.startswith("| ")]
    for plant in PLANTS:
        listed = [row for row in rows if len(row) == 4 and f"`{plant.name}`" in row[1]]
        assert len(listed) == 1, plant.name
        assert plant.game.name in listed[0][2].split(", "), plant.id
        assert any(f"`{check}`" in listed[0][3] for check in plant.finds), plant.id
    named = {name for row in rows if len(row) == 4 for name in re.findall(r"`(\w+)`", row[1])}
    assert named == {plant.name for plant in PLANTS}


def test_order_of_a_set_shows_between_processes(folder: Path) -> None:
    """Words in a set have another order in another process: the digest of a match, which the tests compare, differs."""
    line = SAME_LEDUC + "    state.scores = [*map(ord, {*'abcdef'})]\n"
    game, _ = edited(base.LEDUC, folder, (("game.py", SAME_LEDUC, line),))
    program = (
        f"import sys; sys.path.insert(0, {str(folder)!r})\n"
        f"from {type(game).__module__.partition('.')[0]} import GAME\n"
        "from shapan.engine.conformance import digest_of_match\n"
        "print(digest_of_match(GAME, 'process'))"
    )
    digests = set()
    for hash_seed in ("0", "1", "2"):
        environment = {**os.environ, "PYTHONHASHSEED": hash_seed}
        done = subprocess.run(
            [sys.executable, "-c", program], env=environment, capture_output=True, text=True, check=True
        )
        digests.add(done.stdout)
    assert len(digests) > 1
