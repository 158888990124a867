"""The text of functions: where each is defined, and what its module knows by name."""

from __future__ import annotations

import ast
import builtins
import sys
from dataclasses import dataclass
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

    def look_up(self, name: str) -> Any:
        """Return what a name of the module or of Python means; `NOTHING` if nothing."""
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

    def of(self, function: Any) -> Source:
        """Return the text of a function. Raises LeavesSubset for one that is not written in Python."""
        module, path = getattr(function, "__module__", None), getattr(function, "__qualname__", "")
        text = source_of(module) if module else None
        if not module or text is None or "<locals>" in path:
            raise LeavesSubset(3, f"{path or function!r} has no text that can be read")
        if module not in self._trees:
            self._trees[module] = ast.parse(text)
        tree = self._trees[module]
        if path == "<lambda>":
            return Source(module, self._lambda(tree, function), f"lambda_{function.__code__.co_firstlineno}")
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

    @staticmethod
    def _lambda(tree: ast.Module, function: Any) -> ast.Lambda:
        line = function.__code__.co_firstlineno
        found = [one for one in ast.walk(tree) if isinstance(one, ast.Lambda) and one.lineno == line]
        if len(found) != 1:
            raise LeavesSubset(3, f"which lambda of line {line} is meant cannot be told")
        return found[0]
