"""What the build writes into copies of modules about names that mean one thing (`scripts/compile_edits.py`)."""

from __future__ import annotations

import ast
import re
import sys
from importlib import import_module
from pathlib import Path
from types import ModuleType

PACKAGE = Path(__file__).resolve().parent.parent / "src" / "shapan"


def open_sources() -> None:
    """Let modules be imported from the sources as plain Python: the package need not be installed where it is built."""
    if "shapan" not in sys.modules:
        package = ModuleType("shapan")
        package.__path__ = [str(PACKAGE)]
        sys.modules["shapan"] = package


def with_imports(lines: list[str], imports: str) -> str:
    """Return lines with an import behind that of `annotations`, on the same line: no line gets another number."""
    at = next(number for number, line in enumerate(lines) if line.startswith("from __future__ import"))
    return "".join([*lines[:at], f"{lines[at].rstrip()}; {imports}\n", *lines[at + 1 :]])


def finals(folder: Path, names: list[str]) -> list[str]:
    """Say of names that a module sets once that they stay, in copies of modules; return these modules.

    What is not `Final` mypyc looks up in the module's dictionary, by its name, wherever it is read. Types, and what
    begins empty for others to say what is in it, stay as they are.
    """
    open_sources()
    changed = []
    for name in names:
        text = (folder / name).read_text("utf-8")
        tree = ast.parse(text)
        rows = [(line, _set_once(line)) for line in tree.body]
        stored = [node.id for node in ast.walk(tree) if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)]
        taken = {one for node in ast.walk(tree) if isinstance(node, ast.Global) for one in node.names}
        rows = [(line, one) for line, one in rows if one and one not in taken and stored.count(one) == 1]
        values = vars(import_module(name.removesuffix(".py").replace("/", "."))) if rows else {}
        rows = [(line, one) for line, one in rows if _stays(values[one])]
        lines = text.splitlines(keepends=True)
        for line, one in rows:
            at = line.lineno - 1
            if isinstance(line, ast.AnnAssign):
                said = ast.unparse(line.annotation)
                lines[at] = lines[at].replace(f"{one}: {said} =", f"{one}: _Final[{said}] =", 1)
            else:
                lines[at] = lines[at].replace(f"{one} =", f"{one}: _Final =", 1)
        if "".join(lines) != text:
            imports = "from typing import Final as _Final"
            (folder / name).write_text(with_imports(lines, imports), encoding="utf-8")
            changed.append(name)
    return changed


def _set_once(line: ast.stmt) -> str:
    """Return the name that a line sets without calling it `Final`, "" for none."""
    if isinstance(line, ast.Assign) and len(line.targets) == 1 and isinstance(line.targets[0], ast.Name):
        is_empty = ast.unparse(line.value) in ("[]", "{}", "()")
        return "" if is_empty else line.targets[0].id
    if isinstance(line, ast.AnnAssign) and isinstance(line.target, ast.Name) and line.value:
        said = ast.unparse(line.annotation)
        return "" if said.startswith(("Final", "_Final", "TypeAlias", "ClassVar")) else line.target.id
    return ""


def _stays(value: object) -> bool:
    """Tell whether a value is no type, and no tuple that mypy would take for one of other numbers."""
    if type(value) in (tuple, list, dict, set):
        return not (type(value) is tuple and any(type(one) is float for one in value))
    return type(value) in (int, bool, str, float) or type(value).__module__.startswith("shapan.")


def constants(folder: Path, names: list[str]) -> list[str]:
    """Write out module constants that are integers, in copies of their modules; return these modules.

    `RED, BLUE = 0, 1`, `RED, BLUE = range(2)`, `RED, BLUE = (1 << n for n in range(2))`, `DO_END: Final = END.code()`
    are variables to mypyc, but `RED: Final = 0` is a number wherever it is used. What they are the package itself says,
    run as plain Python.
    """
    open_sources()
    changed = []
    for name in names:
        text = (folder / name).read_text("utf-8")
        rows = [(line, _named(line)) for line in ast.parse(text).body]
        rows = [(line, named) for line, named in rows if named]
        values = vars(import_module(name.removesuffix(".py").replace("/", "."))) if rows else {}
        rows = [(line, named) for line, named in rows if all(type(values[one]) is int for one in named)]
        lines = text.splitlines(keepends=True)
        for line, named in rows:
            first, last = line.lineno - 1, line.end_lineno or line.lineno
            written = "; ".join(f"{one}: Final = {values[one]}" for one in named if one != "_")
            if isinstance(line, ast.AnnAssign) and line.value:  # what it calls, such as `_add`, may do more than count
                lines[first] = f"{written}; {lines[first].partition(' = ')[2]}"
            else:
                lines[first:last] = [f"{written}\n", *["\n"] * (last - line.lineno)]
        if rows:
            (folder / name).write_text(with_imports(lines, "from typing import Final"), encoding="utf-8")
            changed.append(name)
    return changed


def _named(line: ast.stmt) -> list[str]:
    """Return the names that a line makes constants of a module."""
    if isinstance(line, ast.AnnAssign) and isinstance(line.target, ast.Name):
        is_final = ast.unparse(line.annotation) in ("Final", "Final[int]", "_Final")
        read = line.value is not None and any(
            isinstance(node, ast.Call | ast.Attribute) for node in ast.walk(line.value)
        )
        return [line.target.id] if is_final and read else []
    if isinstance(line, ast.Assign) and isinstance(line.targets[0], ast.Tuple):
        counts = isinstance(line.value, ast.Call) and ast.unparse(line.value.func) == "range"
        said = line.value.elt if isinstance(line.value, ast.GeneratorExp) else line.value
        if counts or (isinstance(line.value, ast.GeneratorExp | ast.Tuple) and not _does(said)):
            return [one.id for one in line.targets[0].elts if isinstance(one, ast.Name)]
    return []


def _does(value: ast.expr) -> bool:
    """Tell whether a value calls something, which may do more than count."""
    return any(isinstance(one, ast.Call) for one in ast.walk(value))


def aliases(folder: Path, names: list[str]) -> list[str]:
    """Give types the meaning that a line says they have compiled, in copies of modules; return these modules.

    `Codes: TypeAlias = tuple[int, ...]  # compiled: tuple[Any, ...]` keeps its entries as objects.
    """
    changed = []
    for name in names:
        text = (folder / name).read_text("utf-8")
        new = re.sub(r"^(\w+: TypeAlias = ).*  # compiled: (.*)$", r"\1\2", text, flags=re.MULTILINE)
        if new != text:
            (folder / name).write_text(new, encoding="utf-8")
            changed.append(name)
    return changed
