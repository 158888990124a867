"""A function named as a question (`is_`, `has_`, `may_`, `can_`) asks, tells, draws and changes nothing itself.

What does so and returns whether something came of it is named by a verb.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

SOURCE = Path(__file__).parents[2] / "src" / "shapan"
NAMED = re.compile(r"_?(is|has|may|can)_\w+")
DESCRIBED = re.compile(r"_?[a-z]+([^s]s|ed)(_|$)")
CHANGES = frozenset(
    {
        "add", "append", "appendleft", "clear", "commit", "discard", "extend", "insert", "pop", "popleft", "push",
        "put", "remove", "reverse", "set", "shuffle", "sort", "tell", "update", "write",
    }
)  # fmt: skip
"""Methods that change what they are called of."""


def faults(function: ast.FunctionDef | ast.AsyncFunctionDef) -> Iterator[str]:
    """Yield what a function does that its name doesn't say: to what it was given, not to what it made."""
    arguments = function.args
    known = [*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs]
    given = {one.arg for one in known}
    tables = {one.arg for one in known if one.annotation and ast.unparse(one.annotation).startswith("Table")}
    for node in ast.walk(function):
        if isinstance(node, ast.Yield | ast.YieldFrom):
            yield "yields"
        elif isinstance(node, ast.Name) and node.id in tables:
            yield "uses the table"
        elif isinstance(node, ast.Attribute | ast.Subscript) and not isinstance(node.ctx, ast.Load):
            if root(node) in given:
                yield f"sets {ast.unparse(node)}"
        elif isinstance(node, ast.Call) and isinstance(called := node.func, ast.Attribute) and root(called) in given:
            yield from [f"calls {ast.unparse(called)}"] if called.attr in CHANGES else []


def root(node: ast.expr) -> str:
    """Return the name with which an expression begins, "" for none."""
    while isinstance(node, ast.Attribute | ast.Subscript):
        node = node.value
    return node.id if isinstance(node, ast.Name) else ""


def found_in(text: str) -> list[tuple[str, list[str]]]:
    """Return the functions of a module that are named as questions and do more, each with what it does."""
    functions = [node for node in ast.walk(ast.parse(text)) if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)]
    named = [(one.name, sorted(set(faults(one)))) for one in functions if NAMED.fullmatch(one.name)]
    return [(name, what) for name, what in named if what]


def test_questions_change_nothing() -> None:
    found = {
        f"{path.relative_to(SOURCE)}: {name}": what
        for path in sorted(SOURCE.rglob("*.py"))
        for name, what in found_in(path.read_text("utf-8"))
    }
    assert not found, "give it the name of what it does"


def test_what_is_done_at_the_table_is_named_by_a_verb() -> None:
    """`nullify`, not `nullifies` or `nullified`: the reader sees that more happens than an answer."""
    found = [
        f"{path.relative_to(SOURCE)}: {node.name}"
        for path in sorted((SOURCE / "games").rglob("*.py"))
        for node in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(node, ast.FunctionDef) and DESCRIBED.match(node.name) and "uses the table" in faults(node)
        if node.returns is not None and ast.unparse(node.returns) == "bool"
    ]
    assert not found


@pytest.mark.parametrize(
    ("body", "what"),
    [
        ("return table.ask(question, 0) == 1", ["uses the table"]),
        ("state.seen[seat] = 1\n    return True", ["sets state.seen[seat]"]),
        ("state.active += 1\n    return True", ["sets state.active"]),
        ("state.steps.pop()\n    return True", ["calls state.steps.pop"]),
        ("yield 1", ["yields"]),
    ],
)
def test_each_change_is_found(body: str, what: list[str]) -> None:
    assert found_in(f"def is_so(state, table: Table, seat):\n    {body}\n") == [("is_so", what)]


def test_what_a_question_makes_for_itself_is_its_own() -> None:
    text = "def can_do(state):\n    left = list(state.cards)\n    left.pop()\n    left[0] = 1\n    return bool(left)\n"
    assert found_in(text) == []
