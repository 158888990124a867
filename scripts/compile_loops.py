"""What the build writes into copies of modules so that loops run over numbers (`scripts/compile_edits.py`)."""

from __future__ import annotations

import ast
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


def native_zips(folder: Path, names: list[str]) -> list[str]:
    """Go through several rows side by side where they lie, in copies of modules; return these modules.

    mypyc makes a tuple at each step of `for one, other in zip(ones, others, strict=True)`, and a plain loop without
    `strict`. That rows are of one length is what plain Python, in which all is tested, holds.
    """
    changed = []
    for name in names:
        text = (folder / name).read_text("utf-8")
        loops = [node for node in ast.walk(ast.parse(text)) if isinstance(node, ast.For | ast.comprehension)]
        zips = [node.iter for node in loops if isinstance(node.iter, ast.Call)]
        strict = [node for node in zips if ast.unparse(node.func) == "zip" and len(node.keywords) == 1]
        lines = text.encode().splitlines(keepends=True)
        places = [(node.args[-1], node.keywords[0].value) for node in strict if node.keywords[0].arg == "strict"]
        places = [(last, value) for last, value in places if last.end_lineno == value.end_lineno]
        for last, value in sorted(places, key=lambda pair: (pair[1].lineno, pair[1].col_offset), reverse=True):
            line = lines[value.lineno - 1]
            lines[value.lineno - 1] = line[: last.end_col_offset] + line[value.end_col_offset :]
        if places:
            (folder / name).write_bytes(b"".join(lines))
            changed.append(name)
    return changed


PART = """

def _is_part(row: list[int], part: slice, other: list[int]) -> bool:
    return row[part] == other
"""


def native_parts(folder: Path, names: list[str]) -> list[str]:
    """Compare a part of a row with an empty one without making it, in copies of modules; return these modules.

    `row[IN_AREA[area]] != NO_UNITS`, where the right side is a constant whose name begins with `NO_`, is a call that
    mypyc has been taught to make a loop of (`scripts/compile_ops.py`).
    """
    changed = []
    for name in names:
        text = (folder / name).read_text("utf-8")
        found = [node for node in ast.walk(ast.parse(text)) if isinstance(node, ast.Compare) and _is_of_part(node)]
        lines = text.encode().splitlines(keepends=True)
        for node in sorted(found, key=lambda node: (node.lineno, node.col_offset), reverse=True):
            assert isinstance(node.left, ast.Subscript)
            given = ", ".join(ast.unparse(one) for one in (node.left.value, node.left.slice, node.comparators[0]))
            start = "(not _is_part" if isinstance(node.ops[0], ast.NotEq) else "(_is_part"
            line = lines[node.lineno - 1]
            lines[node.lineno - 1] = (
                line[: node.col_offset] + f"{start}({given}))".encode() + line[node.end_col_offset :]
            )
        if found:
            (folder / name).write_bytes(b"".join(lines) + PART.encode())
            changed.append(name)
    return changed


def _is_of_part(node: ast.Compare) -> bool:
    """Tell whether a part of a row, by a constant, is compared with an empty row."""
    part, other = node.left, node.comparators[0]
    if len(node.ops) > 1 or not isinstance(node.ops[0], ast.Eq | ast.NotEq) or node.lineno != node.end_lineno:
        return False
    if isinstance(other, ast.Subscript):
        other = other.value
    is_part = isinstance(part, ast.Subscript) and isinstance(part.slice, ast.Subscript | ast.Name)
    return is_part and isinstance(other, ast.Name) and other.id.startswith("NO_")
