"""Both workers begin with browser tests, and none is lost."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from dealing import BROWSER, dealt


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
