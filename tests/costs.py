"""What the tests cost: processor seconds by game and by kind, beside the budget of each, at the end of a run.

The seconds of a test are those of its process and of all processes below it (servers, browsers, workers) between the
beginning of its set-up and the end of its tear-down. They do not depend on what else the machine does, or hardly.

They do depend on the machine: the budgets are those of one on which `pace` is 1. On another, whose pace the table
tells, they are that many times as large.
"""

from __future__ import annotations

import os
import time
from collections import defaultdict
from collections.abc import Generator, Iterable, Iterator
from functools import cache
from math import inf
from pathlib import Path, PurePosixPath
from typing import Final

import pytest

from shapan.engine.registry import games

SPENT: Final = "processor seconds"
"""The property of a test's report that has them."""
TESTS: Final = Path(__file__).parent
KINDS: Final = ("scenarios", "mutants", "kit", "worlds", "adapters and goldens", "bots", "browser", "server", "lab")
REST: Final = "rest"
COMMON: Final = "no game"
TOYS: Final = "toys"

BUDGET: Final = {"scenarios": 10, "mutants": 20, "kit": 90, "worlds": 40, REST: 20}
"""Processor seconds of one game, by kind; `rest` is all that has no line of its own. 180 in all."""
WHOLE: Final = 1_600
"""Processor seconds of all tests."""
PARTS: Final = {
    "scenarios": 20, "mutants": 25, "kit": 140, "worlds": 35, "adapters and goldens": 80, "bots": 40, "browser": 635,
    "server": 310, "lab": 85, REST: 230,
}  # fmt: skip
"""Of them those of all games together, by kind."""
REFERENCE: Final = 0.0025
"""Processor seconds of `_stretch` on the machine of which the budgets are."""
OFTEN: Final = 0.25
"""Seconds by the clock for which the processes below need not be looked at again."""
_TICKS: Final = os.sysconf("SC_CLK_TCK")

_FILES: Final = {
    "test_scenarios.py": "scenarios",
    "test_mutants.py": "mutants",
    "test_worlds.py": "worlds",
    "test_twin_frames.py": "worlds",
    "test_greedy.py": "bots",
}
_FOLDERS: Final = {
    "conformance": "kit",
    "adapters": "adapters and goldens",
    "golden": "adapters and goldens",
    **{name: name for name in ("bots", "browser", "server", "lab")},
}


@cache
def names() -> tuple[list[str], list[str]]:
    """Return the games there are and the toys of the engine's tests."""
    toys = [path.name for path in sorted((TESTS / "engine" / "toys").iterdir()) if (path / "game.py").is_file()]
    return sorted(games(), key=len, reverse=True), toys


def place_of(test: str) -> tuple[str, str]:
    """Return the game and the kind of a test from its name (`tests/games/pig/test_pig.py::test_x[2]`).

    The game is that of its folder, or else the first one that its file, function or parameters name.
    """
    path, _, rest = test.partition("::")
    parts = PurePosixPath(path).parts[1:]
    kind = _FILES.get(parts[-1]) or _FOLDERS.get(parts[0], REST)
    known, toys = names()
    if parts[0] == "games" and len(parts) > 2:
        return parts[1], kind
    words = f"{parts[-1]} {rest}"
    game = next((name for name in known if name in words), None)
    return game or (TOYS if any(toy in words for toy in toys) else COMMON), kind


def spent() -> float:
    """Return the processor seconds so far of this process and of all below it, the ended ones among them."""
    own = os.times()
    return own.user + own.system + own.children_user + own.children_system + _running()


def _running() -> float:
    return sum(map(_seconds, _below("self")))


def _below(process: str) -> Iterator[str]:
    """Yield the numbers of the running processes below one, where the system tells (Linux)."""
    try:
        threads = list(Path(f"/proc/{process}/task").iterdir())
    except OSError:  # it has ended meanwhile
        return
    for thread in threads:
        try:
            numbers = (thread / "children").read_text().split()
        except OSError:
            continue
        for number in numbers:
            yield number
            yield from _below(number)


def _seconds(process: str) -> float:
    try:
        fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    except OSError:
        return 0.0
    return sum(map(int, fields[11:15])) / _TICKS


def _stretch() -> None:
    """Do what Python does all day: numbers, names and tables."""
    table: dict[int, int] = {}
    number = 1
    for step in range(20_000):
        number = (number * 1_103_515_245 + 12_345) & 0x7FFFFFFF
        table[number % 997] = table.get(number % 991, 0) + step


def pace(times: int = 20) -> float:
    """Return how many times as long as the reference this machine takes for the same.

    It is the best of some tries, within three in a hundred of the next one however busy the machine is.
    """

    def one() -> float:
        begun = time.process_time()
        _stretch()
        return time.process_time() - begun

    return min(one() for _ in range(times)) / REFERENCE


class Meter:
    """Reads the seconds so far, cheaply: running processes are looked at only where something may have come of them.

    To look costs more than a millisecond while a browser is open, which is what many tests cost themselves. What
    running processes spend between two looks falls to the test at whose end somebody looks again.
    """

    def __init__(self) -> None:
        self.looked = -inf
        self.ended = self.running = 0.0

    def spent(self) -> float:
        """Return the processor seconds so far; those of running processes may be `OFTEN` old."""
        own, now = os.times(), time.monotonic()
        ended = own.children_user + own.children_system
        if ended != self.ended or now - self.looked > OFTEN:  # who has ended no longer runs, and must not count twice
            self.looked, self.ended, self.running = now, ended, _running()
        return own.user + own.system + ended + self.running


class Costs:
    """A plug-in of pytest that counts the seconds of each test and adds them up, by game and kind."""

    def __init__(self, pace: float = 1.0) -> None:
        self.pace = pace
        """That of the machine, by which the budgets are multiplied."""
        self.meter = Meter()
        self.before: float | None = None
        self.table: dict[tuple[str, str], float] = defaultdict(float)
        self.tests: dict[str, float] = {}
        self.begun = time.monotonic()

    def add(self, test: str, seconds: float) -> None:
        """Count one test."""
        self.tests[test] = self.tests.get(test, 0.0) + seconds
        self.table[place_of(test)] += seconds

    def note(self, report: pytest.TestReport) -> None:
        """Note in the last report of a test what was spent since that of the one before it: asking takes time too."""
        now = self.meter.spent()
        report.user_properties.append((SPENT, max(0.0, now - (now if self.before is None else self.before))))
        self.before = now

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self) -> Generator[None, object, object]:
        """Begin to count with the first test."""
        if self.before is None:
            self.before = self.meter.spent()
        return (yield)

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_makereport(self) -> Generator[None, pytest.TestReport, pytest.TestReport]:
        """Count a test that ends."""
        report = yield
        if report.when == "teardown":
            self.note(report)
        return report

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Count a test whose report has come, from another process too."""
        for name, seconds in report.user_properties:
            if name == SPENT:
                self.add(report.nodeid, float(str(seconds)))

    def lines(self, dearest: int = 12) -> Iterable[str]:
        """Yield the table: a row a game, a column a kind, the budget below; then the dearest tests and files."""
        columns = [kind for kind in (*KINDS, REST) if any(kind == known for _, known in self.table)]
        rows = [name for name in (*sorted(games()), TOYS, COMMON) if any(name == known for known, _ in self.table)]
        wide = [max(len(column), 6) for column in columns]
        yield "processor seconds " + "".join(f"  {c:>{w}}" for c, w in zip(columns, wide, strict=True)) + "     all"
        for row in rows:
            cells = [self.table[row, column] for column in columns]
            shown = "".join(f"  {self.cell(row, c, s):>{w}}" for c, s, w in zip(columns, cells, wide, strict=True))
            yield f"{row:<18}{shown}  {sum(cells):>6.0f}"
        sums = [sum(seconds for (_, kind), seconds in self.table.items() if kind == column) for column in columns]
        shown = "".join(f"  {seconds:>{w}.0f}" for seconds, w in zip(sums, wide, strict=True))
        yield f"{'all':<18}{shown}  {sum(sums):>6.0f} of {WHOLE * self.pace:.0f}"
        for name, budget, whole in (
            ("budget of all", PARTS, WHOLE),
            ("budget of a game", BUDGET, sum(BUDGET.values())),
        ):
            parts = [f"{budget[column] * self.pace:.0f}" if column in budget else "" for column in columns]
            told = "".join(f"  {part:>{w}}" for part, w in zip(parts, wide, strict=True))
            yield f"{name:<18}{told}  {whole * self.pace:>6.0f}{'   (! is over it)' if budget is BUDGET else ''}"
        yield f"The budgets are those of a machine {self.pace:.2f} times as slow as the one for which they were set."
        yield from self.over(dict(zip(columns, sums, strict=True)))
        yield f"{time.monotonic() - self.begun:.0f} s by the clock. The dearest:"
        files: dict[str, float] = defaultdict(float)
        for test, seconds in self.tests.items():
            files[test.partition("::")[0]] += seconds
        for table, most in ((self.tests, dearest), (files, 2 * dearest)):
            for name in sorted(table, key=lambda name: -table[name])[:most]:
                yield f"  {table[name]:>6.1f}  {name}"

    def over(self, sums: dict[str, float]) -> Iterable[str]:
        """Yield a line if all tests are over their budget: by how much, and which kinds are over theirs."""
        if (much := sum(sums.values()) - WHOLE * self.pace) <= 0:
            return
        over = {kind: seconds - PARTS[kind] * self.pace for kind, seconds in sums.items()}
        by = [f"{kind} {more:.0f}" for kind, more in over.items() if more > 0]
        yield f"OVER BUDGET by {much:.0f} processor seconds{': ' if by else ''}{', '.join(by)}"

    def cell(self, row: str, kind: str, seconds: float) -> str:
        """Return the words of one cell; what is over the budget of a game is marked."""
        if not seconds:
            return ""
        over = row not in (TOYS, COMMON) and kind in BUDGET and seconds > BUDGET[kind] * self.pace
        return f"{'!' if over else ''}{seconds:.0f}"
