"""Both workers begin with browser tests, and none is lost."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

from dealing import BROWSER, TOGETHER, dealt


@dataclass(frozen=True)
class Case:
    path: Path
    number: int


def test_each_worker_begins_with_browser_tests() -> None:
    browser = [Case(BROWSER / f"test_{module}.py", number) for module in "abcd" for number in range(5)]
    others = [Case(BROWSER.parent / "engine" / "test_x.py", number) for number in range(81)]
    items = [*others[:30], *browser, *others[30:]]
    for workers in (2, 3, 4):
        ordered = dealt(items, workers)
        assert sorted(map(items.index, ordered)) == list(range(len(items)))
        begins = [len(items) * worker // workers for worker in range(workers)]
        assert all(ordered[begin] in browser for begin in begins)
        assert [case for case in ordered if case in others] == others
        for module in {case.path for case in browser}:
            places = [place for place, case in enumerate(ordered) if case.path == module]
            assert places == list(range(places[0], places[0] + 5))


def test_modules_that_find_the_same_questions_go_to_one_worker() -> None:
    finds = re.compile(r"from browser\.shown import [^\n]*\b(fullest|asked)\b")
    assert {path.name for path in BROWSER.glob("test_*.py") if finds.search(path.read_text())} == TOGETHER
    modules = [*sorted(TOGETHER), *(f"test_{module}.py" for module in "abcd")]
    items = [Case(BROWSER / module, number) for module in modules for number in range(5)]
    ordered = dealt([*items, *(Case(BROWSER.parent / "test_x.py", number) for number in range(80))], 2)
    places = [place for place, case in enumerate(ordered) if case.path.name in TOGETHER]
    assert places[-1] < len(ordered) // 2 or places[0] >= len(ordered) // 2
