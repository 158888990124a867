"""The native subset: each rule of its list finds what breaks it, and the rules of the games are inside it."""

from __future__ import annotations

import sys
import textwrap
from pathlib import Path
from typing import Any

import pytest

from conformance.plants.base import TOYS
from shapan.engine.conformance.lint import NOT_RULES, source_of
from shapan.engine.conformance.native import check_native, leaves_subset
from shapan.engine.conformance.reach import Reach
from shapan.engine.conformance.report import Report
from shapan.engine.game import Game
from shapan.engine.registry import find

HEAD = """
from __future__ import annotations
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any
from shapan.engine.state import State
from shapan.engine.table import Table
from shapan.engine.zone import Zone

Act = Callable[[int], None]
ONE: int | str = 1

@dataclass(slots=True)
class Mark:
    places: list[int]

@dataclass(slots=True, eq=False)
class Toy(State):
    row: list[int] = field(default_factory=list)
    other: list[int] = field(default_factory=list)
    rows: list[list[int]] = field(default_factory=list)
    pile: Zone = field(default_factory=Zone)
    mark: Mark | None = None
"""

FINE = """
    def kept(self, numbers: list[int]) -> None:
        self.row[:] = numbers
        self.other = list(numbers)

def first(state: Toy, table: Table[Toy]) -> None:
    kinds = [card for row in state.rows for card in row]
    total = sum(card for card in kinds)
    if any(card for card in kinds) and state.row[-1] > total // 2:
        table.tell(0, len(kinds), value(state))
    best = min(kinds, key=lambda card: -card)
    for row in state.rows:
        row[0] = best
    codes = [1, *(card for card in kinds)]
    state.mark = Mark(codes[:-1])

def value(state: Toy, seat: int = 0) -> int | None:
    return DO[seat](state)

def seats(state: Toy) -> int:
    return state.seats

DO: list[Callable[[Toy], int]] = [seats]
"""

LEAVING = [
    ("(1)", "def first(state: Toy, table) -> None: ..."),
    ("(1)", "def first(state: Toy, table: Table[Toy]): ..."),
    ("(1)", "def first(state: Toy, table: Any) -> None: ..."),
    ("(1)", "def first(state: Toy, table: Table[Toy], one: object = None) -> None: ..."),
    ("(1)", "def first(state: Toy, table: Table[Toy], one: int | str = 1) -> None: ..."),
    ("(1)", "def first(state: Toy, table: Table[Toy]) -> list[int | bool]: ..."),
    ("(1)", "def first(state: Toy, table: Table[Toy]) -> None:\n    one: Any = 1"),
    ("(2)", "    table: dict[int, int] = field(default_factory=dict)"),
    ("(2)", "    name: str = ''"),
    ("(3)", "    seen: set[int] = field(default_factory=set)"),
    ("(3)", "def first(state: Toy, table: Table[Toy], *more: int) -> None: ..."),
    ("(3)", "def first(state: Toy, table: Table[Toy], more: list[int] = []) -> None: ..."),
    ("(3)", "def first(state: Toy, table: Table[Toy]) -> None:\n    def inner() -> None: ..."),
    ("(3)", "def first(state: Toy, table: Table[Toy]) -> None:\n    one = 1\n    two = lambda card: card + one"),
    ("(3)", "def first(state: Toy, table: Table[Toy]) -> None:\n    one = getattr(state, 'row')"),
    ("(3)", "def first(state: Toy, table: Table[Toy]) -> None:\n    cards = (card for card in state.row)"),
    ("(3)", "def first(state: Toy, table: Table[Toy]) -> None:\n    for one in (card for card in state.row): ..."),
    ("(3)", "def first(state: Toy, table: Table[Toy]) -> None:\n    value(card for card in state.row)"),
    ("(3)", "def first(state: Toy, table: Table[Toy]) -> None:\n    yield 1"),
    ("(3)", "def first(state: Toy, table: Table[Toy]) -> None:\n    cards = len({*state.row})"),
    ("(3)", "def first(state: Toy, table: Table[Toy]) -> None:\n    cards = sorted(set(state.row))"),
    (
        "(3)",
        "def first(state: Toy, table: Table[Toy]) -> None:\n    x = [[a for b in c for a in b] for c in state.x]",
    ),
    ("(3)", "    def late(self) -> None:\n        self.never = 1"),
    ("(4)", "    def kept(self, numbers: list[int]) -> None:\n        self.row = numbers"),
    ("(4)", "    def kept(self, numbers: list[int], place: int) -> None:\n        self.rows[place] = numbers"),
    ("(4)", "def first(state: Toy, table: Table[Toy]) -> None:\n    state.row = state.other"),
    ("(4)", "def first(state: Toy, table: Table[Toy]) -> None:\n    state.mark = Mark(state.row)"),
    ("(4)", "def first(state: Toy, table: Table[Toy]) -> None:\n    for row in state.rows:\n        row = [1]"),
    ("(5)", "def first(state: Toy, table: Table[Toy]) -> None:\n    one = 0.5"),
    ("(5)", "def first(state: Toy, table: Table[Toy]) -> None:\n    one = state.row[0] / 2"),
    ("(5)", "def first(state: Toy, table: Table[Toy], one: float = 1) -> None: ..."),
    ("(5)", f"def first(state: Toy, table: Table[Toy]) -> None:\n    one = {2**62}"),
    ("(5)", "def first(state: Toy, table: Table[Toy]) -> None:\n    one = state.row[-state.seats]"),
    ("(6)", "def first(state: Toy, table: Table[Toy]) -> None:\n    table.tell(0, state.row.pop())"),
    ("(6)", "def first(state: Toy, table: Table[Toy]) -> None:\n    table.tell(0, value(state, table))"),
    ("(7)", "def first(state: Toy, table: Table[Toy], act: Act) -> None: ..."),
    ("(7)", "def first(state: Toy, table: Table[Toy], act) -> None:\n    act(1)"),
]


def game_of(source: str, folder: Path, monkeypatch: pytest.MonkeyPatch) -> Game[Any]:
    """Return a game whose one step is `first` of a module with this source behind the head."""
    more = source if "def first" in source else f"{source}\n\ndef first(state: Toy, table: Table[Toy]) -> None: ..."
    name = f"subset_{abs(hash(more))}"
    (folder / f"{name}.py").write_text(f"{HEAD}\n{more}\n", encoding="utf-8")
    monkeypatch.syspath_prepend(folder)
    module = __import__(name)
    monkeypatch.setitem(sys.modules, name, module)

    class Small(Game[Any]):
        package = name
        steps = (module.first,)

    return Small()


@pytest.mark.parametrize(("number", "source"), LEAVING, ids=lambda value: textwrap.shorten(value, 60))
def test_what_leaves_the_subset_is_named_with_its_rule(
    number: str, source: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    found = leaves_subset(game_of(source, tmp_path, monkeypatch))
    assert found and any(number in line for line in found), found
    assert all(line.split(":")[1].isdigit() for line in found)


def test_what_keeps_to_it_is_not_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert leaves_subset(game_of(FINE, tmp_path, monkeypatch)) == []


def test_functions_that_only_a_table_names_are_looked_at(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    found = leaves_subset(game_of(FINE.replace("return state.seats", "return 0.5"), tmp_path, monkeypatch))
    assert len(found) == 1 and "(5)" in found[0]


@pytest.mark.parametrize("name", ["planet_masters", "battlestar", "pig", "leduc", "starcraft"])
def test_the_rules_of_the_games_keep_to_the_subset(name: str) -> None:
    game = find(name)
    assert leaves_subset(game) == [] and game.native == (name != "pig")  # its folder is the tutorial's text


def test_effects_that_a_decorator_registers_are_looked_at() -> None:
    reach = Reach(find("battlestar"), NOT_RULES, source_of)
    assert {"lose_nuke", "one_more_crisis"} <= {node.name for _, node in reach.functions}
    assert len(reach.functions) > 300


@pytest.mark.parametrize("native", [False, True])
def test_a_line_outside_fails_where_the_game_says_that_it_is_inside(
    native: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = game_of("def first(state: Toy, table: Table[Toy]) -> None:\n    one = 0.5", tmp_path, monkeypatch)
    game.native = native  # type: ignore[misc]  # as a class of its own would say it
    report = Report("small")
    check_native(game, report)
    assert report.failed() == (["native"] if native else [])
    assert len(report.write()["plain"]) == 1 and "would play plain: subset_" in str(report)


@pytest.mark.parametrize("toy", TOYS, ids=lambda toy: toy.name)
def test_toys_are_read_without_an_error(toy: Game[Any]) -> None:
    assert all("engine/toys/" in line for line in leaves_subset(toy))
