"""Scenario files are tests of their own: each has a name, is chosen by it, and says why it fails."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from shapan.games.pig.game import GAME

HERE = Path(__file__).parent
MODULE = """
from pathlib import Path
import scenario_files
from scenario_files import ScenarioFiles
from shapan.games.pig.game import GAME

asked = []

def run(game, data):
    if data.get("case") == "broken":
        raise RuntimeError("out of order")
    if data.get("case") == "moody":
        asked.append(data)
        print("asked for the", ["first", "second"][len(asked) - 1], "time")
        return real(game, {**data, "expect": {"refused": "PIG-9"}} if len(asked) == 1 else data)
    return real(game, data)

real, scenario_files.run = scenario_files.run, run
test_file = ScenarioFiles(GAME, Path(__file__).parent)
"""
CONFTEST = """
import scenario_files
from costs import Costs

def pytest_configure(config):
    config.pluginmanager.register(Costs(), "costs")
    config.pluginmanager.register(scenario_files)
"""
"""What `tests/conftest.py` does."""
ROLL = {"game": GAME.name, "seats": 2, "rolls": {"die": [5]}, "answers": [{"seat": 0, "do": "roll"}]}
TRUE = {**ROLL, "expect": {"decision": {"seat": 0}}}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    folder = tmp_path / "tests"
    folder.mkdir()
    (tmp_path / "pytest.ini").write_text("[pytest]\n")
    (folder / "test_it.py").write_text(MODULE)
    (folder / "conftest.py").write_text(CONFTEST)
    write(folder, "a-true", TRUE)
    write(folder, "z-true", TRUE)
    return folder


def write(folder: Path, name: str, data: object) -> None:
    (folder / f"{name}.json").write_text(json.dumps(data))


def say_of(folder: Path, *words: str) -> str:
    """What pytest says of a folder, without the plug-ins that are installed."""
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-v", "-p", "no:cacheprovider", *words],
        env={**os.environ, "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1", "PYTHONPATH": str(HERE)},
        cwd=folder,
        capture_output=True,
        text=True,
        check=False,
    )
    return done.stdout


def test_one_that_fails_is_named_with_what_came_instead_and_one_that_breaks_with_its_trace(folder: Path) -> None:
    write(folder, "b-false", {**ROLL, "expect": {"decision": {"seat": 1}}})
    write(folder, "c-broken", {**TRUE, "case": "broken"})
    said = say_of(folder)
    assert "::test_file[a-true] PASSED" in said
    assert "::test_file[b-false] FAILED" in said
    assert "\ndecision: expected {'seat': 1}, got ['0: roll_or_hold']\nin tests/b-false.json\n" in said
    assert "E           RuntimeError: out of order\n\ntest_it.py:11: RuntimeError" in said
    assert "_pytest" not in said  # its own functions are cut off the trace
    assert "2 failed, 2 passed" in said


def test_a_row_that_ends_with_one_that_fails_says_so_too(folder: Path) -> None:
    write(folder, "zz-false", {**ROLL, "expect": {"decision": {"seat": 1}}})
    assert "1 failed, 2 passed" in say_of(folder)


def test_one_that_fails_only_the_first_time_fails(folder: Path) -> None:
    write(folder, "moody", {**TRUE, "case": "moody"})
    said = say_of(folder)
    assert "\nrefused: expected 'PIG-9', got None\nin tests/moody.json\n" in said
    assert "Captured stdout call" in said and "asked for the second time" in said
    assert "1 failed, 2 passed" in said


def test_one_is_chosen_by_its_name(folder: Path) -> None:
    assert "1 passed, 1 deselected" in say_of(folder, "-k", "a-true")
    assert "1 passed" in say_of(folder, "test_it.py::test_file[z-true]")
