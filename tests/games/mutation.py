"""Mutants of a game's rules: one place of their code is changed, and its scenarios must notice.

A mutant is (rule, file, old text, new text): a small change of the rules' code that the scenarios naming that rule must
notice. All places of a file that have the old text are changed: in the loaded package where that can be done exactly
(`games.in_place`), else in a copy of it.
"""

from __future__ import annotations

import importlib
import json
import pkgutil
import re
import shutil
import sys
from collections.abc import Container, Iterable, Iterator, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from types import FunctionType, ModuleType
from typing import Any, Literal

from games.in_place import Change, can_be, function_of, in_place
from shapan.engine.scenario import run

Mutant = tuple[str, str, str, str]

Finding = Literal["passed", "differs", "breaks"]
"""What scenarios say: all came true; one came out otherwise than expected; the rules failed within one."""


@dataclass
class Laboratory:
    """Where the mutants of one game are made."""

    package: ModuleType
    scenarios: Path
    door: str = ""
    """The module of the package that has the game, with its dot; the package itself if empty."""
    name_of_game: str = "GAME"

    def __post_init__(self) -> None:
        assert self.package.__file__ is not None
        self.folder = Path(self.package.__file__).parent
        self.name = self.package.__name__

    # Scenarios

    @cached_property
    def read(self) -> list[tuple[str, dict[str, Any]]]:
        """All scenarios, each after the words that may name rules."""
        data = [json.loads(path.read_text("utf-8")) for path in sorted(self.scenarios.glob("*.json"))]
        return [(f"{one.get('case', '')} {one.get('why', '')}", one) for one in data]

    def naming(self, rules: Iterable[str]) -> Iterator[dict[str, Any]]:
        """Yield the scenarios that name one of some rules as what they show or why."""
        number = re.compile(rf"\b(?:{'|'.join(map(re.escape, rules))})(?![\d.]*\d)")
        return (data for words, data in self.read if number.search(words))

    def say(self, game: Any, rules: Iterable[str]) -> Finding:
        """Return what the scenarios that name one of some rules say of a game."""
        for data in self.naming(rules):
            try:
                passed = run(game, data).passed
            except Exception:  # noqa: BLE001 - a mutant may break in any way
                return "breaks"
            if not passed:
                return "differs"
        return "passed"

    # Mutants

    def game(self, package: str = "") -> Any:
        """Return the game of the package, or of a copy of it."""
        return getattr(importlib.import_module((package or self.name) + self.door), self.name_of_game)

    def module(self, file: str) -> ModuleType:
        """Return the loaded module of a file of the package."""
        self.game()
        return sys.modules[f"{self.name}.{file.removesuffix('.py').replace('/', '.')}"]

    def text(self, mutant: Mutant) -> str:
        """Return the source of a mutant's file with its change."""
        _, file, old, new = mutant
        text = (self.folder / file).read_text("utf-8")
        assert text.count(old) >= 1, f"{file} no longer has {old!r}"
        return text.replace(old, new)

    def finding(self, folder: Path, mutant: Mutant) -> Finding:
        """Return what the scenarios of its rule say of a mutant. `folder` is on the path, for a copy."""
        module = self.module(mutant[1])
        change = Change.between(self.folder / mutant[1], self.folder, self.text(mutant))
        if not can_be(change, module):
            return self.finding_of_copy(folder, mutant)
        with in_place(change, module):
            return self.say(self.game(), [mutant[0]])

    def finding_of_copy(self, folder: Path, mutant: Mutant) -> Finding:
        """Return what the scenarios of its rule say of a mutant in a copy of the package."""
        name = "mutant_" + mutant[0].lower().replace("-", "_").replace(".", "_")
        copy = folder / name
        try:
            shutil.copytree(self.folder, copy, ignore=shutil.ignore_patterns("__pycache__", "*.so", "*.pyd"))
            (copy / mutant[1]).write_text(self.text(mutant), "utf-8")
            for path in copy.rglob("*.py"):
                path.write_text(path.read_text("utf-8").replace(self.name, name), "utf-8")
            return self.say(self.game(name), [mutant[0]])
        finally:
            for module in [known for known in sys.modules if known.partition(".")[0] == name]:
                del sys.modules[module]

    # Controls

    def finding_unchanged(self, mutants: Iterable[Mutant]) -> Finding:
        """Return what the scenarios of mutants' rules say once the code of their files, unchanged, is put in place."""
        mutants = list(mutants)
        with ExitStack() as stack:
            for file in {mutant[1] for mutant in mutants}:
                path, module = self.folder / file, self.module(file)
                change = Change.between(path, self.folder, path.read_text("utf-8"))
                change.functions = [name for name in change.old.codes() if function_of(module, name)]
                stack.enter_context(in_place(change, module))
            return self.say(self.game(), [mutant[0] for mutant in mutants])

    def leave_all_as_it_was(self, folder: Path, mutants: Sequence[Mutant], copied: Container[str]) -> None:
        """Try a mutant of each file that can be made in place, then the files' own code there: all is as before."""
        self.game()
        for module in pkgutil.walk_packages([str(self.folder)], f"{self.name}."):
            importlib.import_module(module.name)  # some are loaded only where something needs them
        before = self.loaded()
        for mutant in {mutant[1]: mutant for mutant in mutants if mutant[0] not in copied}.values():
            assert self.finding(folder, mutant) != "passed", mutant[0]
        assert self.finding_unchanged(mutants) == "passed"
        assert self.loaded() == before

    def loaded(self) -> dict[str, tuple[int, object]]:
        """Return what the modules of the package and their classes hold: who it is, and of functions the code."""
        found: dict[str, tuple[int, object]] = {}
        names = [name for name in sys.modules if name == self.name or name.startswith(self.name + ".")]
        for name in names:
            for key, value in vars(sys.modules[name]).items():
                found[f"{name}.{key}"] = (id(value), getattr(value, "__code__", None))
                if isinstance(value, type) and value.__module__ == name:
                    inner = {part: one for part, one in vars(value).items() if isinstance(one, FunctionType)}
                    found |= {f"{name}.{key}.{part}": (id(one), one.__code__) for part, one in inner.items()}
        return found
