"""For all tests: under CI nothing may be skipped, since a skipped test proves nothing and nobody looks.

What each test costs is counted; a run of all ends with the table of costs and that of the rules.
"""

from __future__ import annotations

import gc
import os
import sys
from collections.abc import Generator

import pytest

import scenario_files
from costs import TOYS, Costs, pace, place_of
from dealing import dealt
from shapan.engine.registry import games

IN_CI = os.environ.get("CI") == "true"
EVERY = "every game"
COLLECTIONS = (20_000, 20, 20)
"""Thresholds of the garbage collector."""


def fail_if_skipped(report: pytest.TestReport | pytest.CollectReport) -> None:
    """Turn a skip into a failure that says why it is one; an expected failure (xfail) is no skip."""
    if IN_CI and report.skipped and not hasattr(report, "wasxfail"):
        reason = report.longrepr[2] if isinstance(report.longrepr, tuple) else report.longrepr
        report.outcome = "failed"
        report.longrepr = f"skipped, which CI=true forbids: {reason}"


def build_nothing_unasked() -> None:
    """Let no server that a test starts build in the background what its bots could look ahead with."""
    os.environ.setdefault("SHAPAN_BUILD_NATIVE", "false")


def compile_once() -> None:
    """Let Python keep what it compiles, whatever the environment says: tests start many processes.

    Each of them would compile all modules that it loads anew, which takes two thirds of the start of a server.
    """
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
    sys.dont_write_bytecode = False


def pytest_configure(config: pytest.Config) -> None:
    """Count costs, and let scenario files be tests."""
    compile_once()
    build_nothing_unasked()
    config.pluginmanager.register(Costs(), "costs")
    config.pluginmanager.register(scenario_files, "scenario files")


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport() -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Look at each test's report."""
    report = yield
    fail_if_skipped(report)
    return report


@pytest.hookimpl(wrapper=True)
def pytest_make_collect_report() -> Generator[None, pytest.CollectReport, pytest.CollectReport]:
    """Look at each module's report: importorskip skips whole modules."""
    report = yield
    fail_if_skipped(report)
    return report


def pytest_addoption(parser: pytest.Parser) -> None:
    """Let golden logs be written anew, and the long tier be run."""
    parser.addoption("--regen", action="store_true", help="write the golden logs anew; look at the difference")
    parser.addoption(
        "--long",
        nargs="?",
        const=EVERY,
        default="",
        metavar="GAME",
        help="run the long tier alone: the tests that repeat the laws at length, of one game or of all",
    )


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Keep the tests of the usual tier, or those of the long one."""
    game = config.getoption("long")
    if game not in ("", EVERY, TOYS, *games()):
        raise pytest.UsageError(f"--long {game}: no such game; there are {', '.join([*games(), TOYS])}")
    chosen: list[pytest.Item] = []
    left: list[pytest.Item] = []
    for item in items:
        is_long = item.get_closest_marker("long") is not None
        fits = is_long == bool(game) and game in ("", EVERY, place_of(item.nodeid)[0])
        (chosen if fits else left).append(item)
    config.hook.pytest_deselected(items=left)
    items[:] = chosen


@pytest.hookimpl(trylast=True, specname="pytest_collection_modifyitems")
def deal(items: list[pytest.Item]) -> None:
    """Spread the browser tests over the workers, where there are several."""
    workers = int(os.environ.get("PYTEST_XDIST_WORKER_COUNT", "1"))
    if workers > 1:
        items[:] = dealt(items, workers)


def pytest_collection_finish() -> None:
    """Spare what was loaded and collected the search for garbage: it stays to the end, and tests make much.

    What they make is looked through less often too: games make next to no circles, and each look costs time.
    """
    gc.freeze()
    gc.set_threshold(*COLLECTIONS)


@pytest.fixture
def own_garbage() -> None:
    """Let a test look for garbage among what it makes itself.

    To look at all that thousands of tests before it have left takes seconds each time.
    """
    gc.collect(1)
    gc.freeze()


def pytest_runtest_logreport(report: pytest.TestReport) -> None:
    """Under CI, say at once what has failed: a run that is cut off never comes to its summary."""
    if IN_CI and report.failed and "PYTEST_XDIST_WORKER" not in os.environ:
        print(f"\nFAILED {report.nodeid} ({report.when})\n{report.longreprtext}", file=sys.__stderr__, flush=True)


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter, config: pytest.Config) -> None:
    """Say after a whole run what it cost and which rules the tests name (`tests/rule_report.py` has the table)."""
    if not config.args or [str(arg) for arg in config.args] == config.getini("testpaths"):
        from rule_report import summary

        terminalreporter.section("costs")
        costs = config.pluginmanager.getplugin("costs")
        costs.pace = pace()
        for line in costs.lines():
            terminalreporter.write_line(line)
        terminalreporter.section("rules")
        for line in summary():
            terminalreporter.write_line(line)
