"""Scenario files as tests: each file of a folder is one, with a name of its own, at hardly any price of its own.

    test_scenario_comes_true = ScenarioFiles(GAME, Path(__file__).parent / "scenarios")

A game has hundreds of files, and most run in a millisecond: fixtures, capturing and three reports to another process
cost as much again. A file that comes true is therefore run alone and reported once. One that does not is run again as
any other test, so that its report has all that pytest can tell, and `--pdb` and the like work.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType
from typing import Any, Final

import pytest

from costs import Costs
from shapan.engine.game import Game
from shapan.engine.scenario import run

THROUGH: Final = (KeyboardInterrupt, pytest.exit.Exception)
"""What ends the whole run."""


class ScenarioFails(AssertionError):
    """What a file expects and what came instead, a line each."""


@dataclass
class ScenarioFiles:
    """In a test module: the scenario files of a folder are tests of it."""

    game: Game[Any]
    folder: Path

    def paths(self) -> list[Path]:
        """Return the files."""
        return sorted(self.folder.glob("*.json"))

    def read(self) -> list[dict[str, Any]]:
        """Return what stands in the files."""
        return [json.loads(path.read_bytes()) for path in self.paths()]

    def items(self, module: pytest.Module, name: str) -> Iterator[ScenarioItem]:
        """Yield the tests, named like those of a function with the files as its parameter."""
        for path in self.paths():
            full = f"{name}[{path.stem}]"
            # The whole name, as pytest reads it from the names of those that failed last: with a parameter.
            item: ScenarioItem = ScenarioItem.from_parent(module, name=full, nodeid=f"{module.nodeid}::{full}")
            item.game, item.file = self.game, path
            yield item


class ScenarioItem(pytest.Item):
    """One scenario file."""

    game: Game[Any]
    file: Path
    failed: BaseException | None = None
    """How it failed when it was run alone."""

    @property
    def module(self) -> ModuleType:
        """The test module, by which tests are shuffled."""
        assert isinstance(self.parent, pytest.Module)
        module: ModuleType = self.parent.obj
        return module

    def runtest(self) -> None:
        """Run the file as any test. Raises what it failed with before if it comes true only now."""
        self.check()
        if self.failed is not None:
            raise self.failed

    def check(self) -> None:
        """Run the file. Raises ScenarioFails if something else came of it."""
        differences = run(self.game, json.loads(self.file.read_bytes())).differences
        if differences:
            raise ScenarioFails("\n".join(map(str, differences)))

    def comes_true(self, costs: Costs) -> bool:
        """Run the file alone and report it if it comes true."""
        call = pytest.CallInfo.from_call(self.check, "call", reraise=THROUGH)
        if call.excinfo is not None:
            self.failed = call.excinfo.value
            return False
        report = pytest.TestReport.from_item_and_call(self, call)
        costs.note(report)
        self.ihook.pytest_runtest_logstart(nodeid=self.nodeid, location=self.location)
        self.ihook.pytest_runtest_logreport(report=report)
        self.ihook.pytest_runtest_logfinish(nodeid=self.nodeid, location=self.location)
        return True

    def repr_failure(self, excinfo: pytest.ExceptionInfo[BaseException], style: Any = None) -> Any:
        """Return the differences and the path of the file, or the trace of an error of the rules."""
        if isinstance(excinfo.value, ScenarioFails):
            return f"{excinfo.value}\nin {self.file.relative_to(self.config.rootpath)}"
        excinfo.traceback = excinfo.traceback.cut(__file__)
        return super().repr_failure(excinfo, style)

    def reportinfo(self) -> tuple[Path, int | None, str]:
        """Return the place and the name at the head of a failure."""
        return self.path, None, self.name


def pytest_pycollect_makeitem(collector: pytest.Module, name: str, obj: object) -> list[pytest.Item] | None:
    """Collect the files that a module names."""
    return list(obj.items(collector, name)) if isinstance(obj, ScenarioFiles) else None


def pytest_runtest_protocol(item: pytest.Item, nextitem: pytest.Item | None) -> bool | None:
    """Run a scenario alone. All but the last of a row: after that one, pytest ends what only tests before it needed."""
    if isinstance(item, ScenarioItem) and nextitem is not None and nextitem.parent is item.parent:
        return item.comes_true(item.config.pluginmanager.getplugin("costs")) or None
    return None
