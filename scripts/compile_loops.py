"""What the build writes into copies of modules so that loops run over numbers (`scripts/compile_edits.py`)."""

from __future__ import annotations

import ast
import re
from pathlib import Path

_FOLDED = ("sum", "any", "all")
WHOLE = """

def _whole(number: int) -> int:
    return number
"""


def native_sums(folder: Path, names: list[str]) -> list[str]:
    """Add up, and look for, without making a list, in copies of modules; return these modules.

    `sum([one.size for one in rows])` is quicker than a generator in Python. Compiled, a generator there is a plain
    loop, while a list is made and handed to Python's own `sum`. A sum of fractions has to begin with 0.0: where it does
    not, mypyc says that it is no integer and builds nothing.
    """
    changed = []
    for name in names:
        text = (folder / name).read_text("utf-8")
        found = [
            (node, node.func.id, node.args[0])
            for node in ast.walk(ast.parse(text))
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in _FOLDED
            if len(node.args) == 1 and not node.keywords and isinstance(node.args[0], ast.ListComp)
        ]
        lines = text.encode().splitlines(keepends=True)
        places: list[tuple[int, int, int, bytes]] = []
        for call, word, row in found:
            places += [
                (row.lineno, row.col_offset, 1, b" "),
                (row.end_lineno or 0, (row.end_col_offset or 0) - 1, 1, b" "),
            ]
            if word == "sum":
                places += [
                    (call.lineno, call.col_offset, 0, b"_whole("),
                    (call.end_lineno or 0, call.end_col_offset or 0, 0, b")"),
                ]
        for number, at, length, put in sorted(places, reverse=True):
            line = lines[number - 1]
            lines[number - 1] = line[:at] + put + line[at + length :]
        if found:
            more = WHOLE if any(word == "sum" for _, word, _ in found) else ""
            (folder / name).write_bytes(b"".join(lines) + more.encode())
            changed.append(name)
    return changed


SEARCHES = """

def _place(row: list[int], one: int) -> int:
    for at, other in enumerate(row):
        if other == one:
            return at
    raise ValueError


def _is_in(row: list[int], one: int) -> bool:
    for other in row:
        if other == one:
            return True
    return False
"""
_SEARCHED = r"((?:\w+\.)*\w+\[[A-Z_]+\])"


def native_searches(folder: Path, names: list[str]) -> list[str]:
    """Look for numbers in the rows of a list by loops of numbers, in copies of their modules; return these modules.

    `rows[TAG].index(one)` and `one in rows[TAG]` compare objects of Python compiled, as long as a loop over all rows.
    Where such a row holds something else than integers, mypyc says so and builds nothing.
    """
    changed = []
    for name in names:
        text = (folder / name).read_text("utf-8")
        new = re.sub(rf"{_SEARCHED}\.index\((\w+)\)", r"_place(\1, \2)", text)
        new = re.sub(
            rf"(?<!for )\b(\w+) (not )?in {_SEARCHED}(?![\[.\w])",
            lambda found: f"{found[2] or ''}_is_in({found[3]}, {found[1]})",
            new,
        )
        if new != text:
            (folder / name).write_text(new + SEARCHES, encoding="utf-8")
            changed.append(name)
    return changed
