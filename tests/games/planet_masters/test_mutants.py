"""The tests of a rule notice when the code of that rule is wrong: one mutant a rule, killed by its own scenarios."""

from __future__ import annotations

import importlib
import json
import re
import shutil
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import shapan.games.planet_masters as original
from games.planet_masters.mutants import MUTANTS, NO_MUTANT
from shapan.engine.scenario import run
from shapan.engine.text import rule_numbers

SOURCE = Path(original.__file__).parent
SCENARIOS = Path(__file__).parent / "scenarios"
_NUMBER = re.compile(r"PM-[A-Z]*\d+(?:\.\d+)?")


def scenarios_naming(rule: str) -> Iterator[dict[str, Any]]:
    for path in sorted(SCENARIOS.glob("*.json")):
        data = json.loads(path.read_text("utf-8"))
        if rule in _NUMBER.findall(f"{data.get('case', '')} {data.get('why', '')}"):
            yield data


def mutated(folder: Path, name: str, file: str, old: str, new: str) -> Any:
    """Return the game of a copy of the package in which one place is changed."""
    package = folder / name
    shutil.copytree(SOURCE, package, ignore=shutil.ignore_patterns("__pycache__"))
    path = package / file
    text = path.read_text("utf-8")
    assert text.count(old) >= 1, f"{file} no longer has {old!r}"
    path.write_text(text.replace(old, new), "utf-8")
    for module in package.rglob("*.py"):
        module.write_text(module.read_text("utf-8").replace("shapan.games.planet_masters", name), "utf-8")
    return importlib.import_module(name).GAME


def comes_true(game: Any, data: dict[str, Any]) -> bool:
    try:
        return run(game, data).passed
    except Exception:  # noqa: BLE001 - a mutant may break in any way; that, too, is noticed
        return False


@pytest.mark.slow
@pytest.mark.parametrize("mutant", MUTANTS, ids=[mutant[0] for mutant in MUTANTS])
def test_mutant_is_killed_by_the_tests_of_its_rule(
    mutant: tuple[str, str, str, str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    rule, file, old, new = mutant
    name = "mutant_" + rule.lower().replace("-", "_").replace(".", "_")
    monkeypatch.syspath_prepend(str(tmp_path))
    try:
        game = mutated(tmp_path, name, file, old, new)
        assert not all(comes_true(game, data) for data in scenarios_naming(rule)), f"{rule}: the mutant lives"
    finally:
        for module in [known for known in sys.modules if known.partition(".")[0] == name]:
            del sys.modules[module]


def test_every_rule_has_a_mutant_or_a_reason() -> None:
    assert set(rule_numbers(original.GAME)) == {mutant[0] for mutant in MUTANTS} | set(NO_MUTANT)
