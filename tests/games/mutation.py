"""Mutants of a game's rules: a copy of its package with one place changed, and whether its scenarios notice.

A mutant is (rule, file, old text, new text): a small change of the rules' code that the scenarios naming that rule must
notice. All places of a file that have the old text are changed.
"""

from __future__ import annotations

import importlib
import json
import re
import shutil
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType
from typing import Any

from shapan.engine.scenario import run

Mutant = tuple[str, str, str, str]


@dataclass
class Laboratory:
    """Where the mutants of one game are made."""

    package: ModuleType
    scenarios: Path
    door: str = ""
    """The module of the package that has `GAME`, with its dot; the package itself if empty."""

    def naming(self, rule: str) -> Iterator[dict[str, Any]]:
        """Yield the scenarios that name a rule as what they show or why."""
        number = re.compile(rf"\b{re.escape(rule)}(?![\d.]*\d)")
        for path in sorted(self.scenarios.glob("*.json")):
            data = json.loads(path.read_text("utf-8"))
            if number.search(f"{data.get('case', '')} {data.get('why', '')}"):
                yield data

    def mutated(self, folder: Path, name: str, mutant: Mutant) -> Any:
        """Return the game of a copy of the package in which one place is changed. `folder` is on the path."""
        _, file, old, new = mutant
        assert self.package.__file__ is not None
        copy = folder / name
        shutil.copytree(
            Path(self.package.__file__).parent, copy, ignore=shutil.ignore_patterns("__pycache__", "*.so", "*.pyd")
        )
        path = copy / file
        text = path.read_text("utf-8")
        assert text.count(old) >= 1, f"{file} no longer has {old!r}"
        path.write_text(text.replace(old, new), "utf-8")
        for module in copy.rglob("*.py"):
            module.write_text(module.read_text("utf-8").replace(self.package.__name__, name), "utf-8")
        return importlib.import_module(name + self.door).GAME

    def lives(self, folder: Path, mutant: Mutant) -> bool:
        """Tell whether a mutant passes all scenarios of its rule. `folder` is on the path."""
        name = "mutant_" + mutant[0].lower().replace("-", "_").replace(".", "_")
        try:
            game = self.mutated(folder, name, mutant)
            return all(comes_true(game, data) for data in self.naming(mutant[0]))
        finally:
            for module in [known for known in sys.modules if known.partition(".")[0] == name]:
                del sys.modules[module]


def comes_true(game: Any, data: dict[str, Any]) -> bool:
    try:
        return run(game, data).passed
    except Exception:  # noqa: BLE001 - a mutant may break in any way; that, too, is noticed
        return False
