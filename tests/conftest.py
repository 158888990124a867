"""For all tests: under CI nothing may be skipped, since a skipped test proves nothing and nobody looks."""

from __future__ import annotations

import os
from collections.abc import Generator

import pytest

IN_CI = os.environ.get("CI") == "true"


def fail_if_skipped(report: pytest.TestReport | pytest.CollectReport) -> None:
    """Turn a skip into a failure that says why it is one; an expected failure (xfail) is no skip."""
    if IN_CI and report.skipped and not hasattr(report, "wasxfail"):
        reason = report.longrepr[2] if isinstance(report.longrepr, tuple) else report.longrepr
        report.outcome = "failed"
        report.longrepr = f"skipped, which CI=true forbids: {reason}"


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
    """Let golden logs be written anew."""
    parser.addoption("--regen", action="store_true", help="write the golden logs anew; look at the difference")


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter, config: pytest.Config) -> None:
    """Say after a whole run which rules the tests name (`python tests/rule_report.py` has the table)."""
    if not config.args or [str(arg) for arg in config.args] == config.getini("testpaths"):
        from rule_report import summary

        terminalreporter.section("rules")
        for line in summary():
            terminalreporter.write_line(line)
