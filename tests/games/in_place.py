"""Other code for functions and constants of a module that is loaded, for a while.

Prompts, tables and other modules hold the functions themselves, so a function that gets the code of another source is
changed wherever it is used, and nothing else moves. A constant may have gone into other values while modules were
loaded; it is changed here only if nothing but functions of its own file reads it.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from types import CodeType, FunctionType, ModuleType
from typing import Any

from shapan.engine.question import Picks, Question


@dataclass
class Source:
    """A file of a package, or what it might be: its statements and the code of its functions."""

    path: Path
    text: str
    tree: ast.Module = field(init=False)
    lines: list[str] = field(init=False)

    def __post_init__(self) -> None:
        self.tree = ast.parse(self.text)
        self.lines = self.text.splitlines()

    def words(self, statement: ast.stmt) -> list[str]:
        """Return the lines of a statement."""
        first = min([statement.lineno, *(one.lineno for one in getattr(statement, "decorator_list", ()))])
        return self.lines[first - 1 : statement.end_lineno]

    def codes(self) -> dict[str, CodeType]:
        """Return the code of each function by `name` or `Class.name`."""
        found: dict[str, CodeType] = {}
        classes = {f"{path}{one.name}" for path, one in definitions(self.tree.body) if isinstance(one, ast.ClassDef)}
        names = {f"{path}{one.name}" for path, one in definitions(self.tree.body) if isinstance(one, ast.FunctionDef)}
        rows = [compile(self.tree, str(self.path), "exec", dont_inherit=True)]
        while rows:
            inner = [code for code in rows.pop().co_consts if isinstance(code, CodeType)]
            rows += [code for code in inner if code.co_qualname in classes]
            found |= {code.co_qualname: code for code in inner if code.co_qualname in names}
        return found


def definitions(body: list[ast.stmt], path: str = "") -> Iterator[tuple[str, ast.ClassDef | ast.FunctionDef]]:
    """Yield the classes and functions of a module and of its classes, each with the path before its name."""
    for one in body:
        if isinstance(one, ast.ClassDef):
            yield path, one
            yield from definitions(one.body, f"{path}{one.name}.")
        elif isinstance(one, ast.FunctionDef):
            yield path, one


@cache
def read(path: Path) -> Source:
    """Return a file as it is."""
    return Source(path, path.read_text("utf-8"))


@dataclass
class Change:
    """Where two sources differ, if only in the bodies of functions and in constants that only those read."""

    old: Source
    new: Source
    functions: list[str] = field(default_factory=list)
    constants: dict[str, ast.expr] = field(default_factory=dict)
    elsewhere: bool = False
    """They differ in something else too."""

    @classmethod
    def between(cls, path: Path, package: Path, text: str) -> Change:
        """Return where a file of a package differs from another text."""
        change = cls(read(path), Source(path, text))
        change._compare(change.old.tree.body, change.new.tree.body, "")
        change.elsewhere |= any(read_beyond(change.old, package, name) for name in change.constants)
        return change

    def _compare(self, before: list[ast.stmt], after: list[ast.stmt], path: str) -> None:
        if len(before) != len(after):
            self.elsewhere = True
            return
        for old, new in zip(before, after, strict=True):
            if self.old.words(old) == self.new.words(new):
                continue
            same = head(old) == head(new)
            if same and isinstance(old, ast.ClassDef) and isinstance(new, ast.ClassDef):
                self._compare(old.body, new.body, f"{path}{old.name}.")
            elif same and isinstance(old, ast.FunctionDef):
                self.functions.append(path + old.name)
            elif not path and isinstance(new, ast.AnnAssign) and isinstance(new.target, ast.Name) and new.value:
                self.constants[new.target.id] = new.value
            else:
                self.elsewhere = True


def head(statement: ast.stmt) -> str:
    """Return all of a definition but its body."""
    if not isinstance(statement, (ast.ClassDef, ast.FunctionDef)):
        return ""
    return ast.dump(type(statement)(**{**dict(ast.iter_fields(statement)), "body": []}))


def read_beyond(source: Source, package: Path, name: str) -> bool:
    """Tell whether anything but bodies of functions of its own file may read a constant."""
    word = re.compile(rf"\b{name}\b")
    if any(word.search(read(path).text) for path in package.rglob("*.py") if path != source.path):
        return True
    bodies = [one.body for _, one in definitions(source.tree.body) if isinstance(one, ast.FunctionDef)]
    inside = [number for body in bodies for number in range(body[0].lineno, (body[-1].end_lineno or 0) + 1)]
    outside = [line for number, line in enumerate(source.lines, 1) if number not in set(inside)]
    return len(word.findall("\n".join(outside))) != 1


def function_of(module: ModuleType, name: str) -> FunctionType | None:
    """Return the function of a module, or of a class or question of it; None where it is wrapped or compiled."""
    found: Any = module
    for part in name.split("."):
        found = vars(found)[part]
    if isinstance(found, Question):
        found = found.options
    elif isinstance(found, Picks):
        found = found.following
    return found if isinstance(found, FunctionType) else None


def can_be(change: Change, module: ModuleType) -> bool:
    """Tell whether a change can be made in the loaded module of its file."""
    plain = str(module.__file__).endswith(".py")
    return plain and not change.elsewhere and all(function_of(module, name) for name in change.functions)


@contextmanager
def in_place(change: Change, module: ModuleType) -> Iterator[None]:
    """Make a change in the loaded module of its file, and take it back."""
    old, new = change.old.codes(), change.new.codes()
    functions = {name: function for name in change.functions if (function := function_of(module, name))}
    for name, function in functions.items():
        assert function.__code__ == old[name], f"{module.__name__}.{name} is not loaded as it is written"
    codes = {name: function.__code__ for name, function in functions.items()}
    values = {name: vars(module)[name] for name in change.constants}
    try:
        for name, function in functions.items():
            function.__code__ = new[name]
        for name, value in change.constants.items():
            setattr(module, name, eval(compile(ast.Expression(value), str(change.new.path), "eval"), vars(module)))
        yield
    finally:
        for name, function in functions.items():
            function.__code__ = codes[name]
        for name, value in values.items():
            setattr(module, name, value)
