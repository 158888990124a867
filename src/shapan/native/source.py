"""The text of functions: where each is defined, and what its module knows by name."""

from __future__ import annotations

import ast
import builtins
import sys
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from shapan.engine.conformance.lint import source_of
from shapan.native.types import LeavesSubset
from shapan.native.value import NOTHING

Text = ast.FunctionDef | ast.Lambda


@dataclass(slots=True, frozen=True)
class Source:
    """The text of a function and the module that it stands in."""

    module: str
    node: Text
    name: str
    kept: Mapping[str, Any] = field(default_factory=dict)
    """What a function that another has made knows from there: nothing of it changes any more."""

    def look_up(self, name: str) -> Any:
        """Return what a name of the module or of Python means; `NOTHING` if nothing."""
        if name in self.kept:
            return self.kept[name]
        found = vars(sys.modules[self.module]).get(name, NOTHING)
        return vars(builtins).get(name, NOTHING) if found is NOTHING else found

    def place(self, node: ast.AST) -> str:
        """Return file and line of a part of it, from the folder of the package."""
        whole = sys.modules[self.module]
        inner = "/__init__" if hasattr(whole, "__path__") else ""
        return f"{self.module.replace('.', '/')}{inner}.py:{getattr(node, 'lineno', self.node.lineno)}"


class Sources:
    """Finds the text of functions, each module read once."""

    def __init__(self) -> None:
        self._trees: dict[str, ast.Module] = {}
        self._parts: dict[str, list[ast.AST]] = {}
        self._known: dict[Any, Source] = {}

    def of(self, function: Any) -> Source:
        """Return the text of a function. Raises LeavesSubset for one that is not written in Python."""
        if function not in self._known:
            self._known[function] = self._read(function)
        return self._known[function]

    def _read(self, function: Any) -> Source:
        module, path = getattr(function, "__module__", None), getattr(function, "__qualname__", "")
        text = source_of(module) if module else None
        if not module or text is None:
            raise LeavesSubset(3, f"{path or function!r} has no text that can be read")
        if module not in self._trees:
            self._trees[module] = ast.parse(text)
        tree = self._trees[module]
        if "<locals>" in path:
            return self._made(module, function)
        if path == "<lambda>":
            return Source(module, self._lambda(function), f"lambda_{function.__code__.co_firstlineno}")
        body: list[ast.stmt] = tree.body
        found: ast.stmt | None = None
        for word in path.split("."):
            named = [one for one in body if isinstance(one, (ast.FunctionDef, ast.ClassDef)) and one.name == word]
            if not named:
                raise LeavesSubset(3, f"{path} is not defined where its module is read")
            found = named[-1]
            body = found.body
        assert isinstance(found, ast.FunctionDef)
        return Source(module, found, path.replace(".", "_"))

    def _made(self, module: str, function: Any) -> Source:
        """Return the text of a function that another has made, with what it knows from there."""
        code = function.__code__
        made: Text | None = None
        if code.co_name == "<lambda>":
            made = self._lambda(function)
        else:
            first = code.co_firstlineno
            named = [
                one for one in self._nodes(module) if isinstance(one, ast.FunctionDef) and one.name == code.co_name
            ]
            made = next((one for one in named if first in (one.lineno, *(d.lineno for d in one.decorator_list))), None)
        if made is None or any(isinstance(one, ast.Nonlocal) for one in self._nodes(module)):
            raise LeavesSubset(3, f"{function.__qualname__} has no text that can be read")
        cells = [cell.cell_contents for cell in function.__closure__ or ()]
        return Source(
            module,
            made,
            f"{code.co_name.strip('<>')}_{code.co_firstlineno}",
            dict(zip(code.co_freevars, cells, strict=True)),
        )

    def _nodes(self, module: str) -> list[ast.AST]:
        """Return all parts of the text of a module."""
        if module not in self._parts:
            self._parts[module] = list(ast.walk(self._trees[module]))
        return self._parts[module]

    def _lambda(self, function: Any) -> ast.Lambda:
        line = function.__code__.co_firstlineno
        found = [one for one in self._nodes(function.__module__) if isinstance(one, ast.Lambda) and one.lineno == line]
        if len(found) != 1:
            raise LeavesSubset(3, f"which lambda of line {line} is meant cannot be told")
        return found[0]
