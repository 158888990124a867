"""What of a game's sources runs when its rules run: steps, questions, state, and whatever these name."""

from __future__ import annotations

import ast
import sys
from collections.abc import Callable, Iterator
from functools import cached_property
from typing import Any

from shapan.engine.game import Game
from shapan.engine.kinds import Kind
from shapan.engine.shared_constant import SharedConstant
from shapan.engine.text import package_of

Definition = ast.FunctionDef | ast.ClassDef | ast.Assign | ast.AnnAssign
Place = tuple[str, str]
"""A module and a name in it."""


class Reach:
    """The functions and classes of a game that its rules use, with the modules they stand in.

    Followed are names, as each module defines or imports them. What a module does when it is loaded is not followed,
    but for functions that it puts into tables or that a decorator registers.
    """

    def __init__(self, game: Game[Any], but: frozenset[str], source_of: Callable[[str], str | None]) -> None:
        self.package = package_of(game)
        self.floats = game.floats
        self.but = but
        self.source_of = source_of
        self.trees: dict[str, dict[str, Definition]] = {}
        self.imports: dict[str, dict[str, str]] = {}
        self.functions: list[tuple[str, ast.FunctionDef]] = []
        self.classes: list[tuple[str, ast.ClassDef]] = []
        self.owners: dict[ast.AST, ast.ClassDef] = {}
        self.asked: set[str] = set()
        unread = list(_roots(game))
        done: set[Place] = set()
        while unread:
            place = unread.pop()
            if place not in done:
                done.add(place)
                unread += self._take(*place)

    def _take(self, module: str, name: str) -> Iterator[Place]:
        """Note a definition, and yield the places of all that it names."""
        definition = self.defined(module, name)
        if definition is None:
            return
        if isinstance(definition, ast.ClassDef):
            if self._is_outside(module, name):
                return
            self.classes.append((module, definition))
            for part in definition.body:
                if isinstance(part, ast.FunctionDef):
                    self.functions.append((module, part))
                    self.owners[part] = definition
        elif isinstance(definition, ast.FunctionDef):
            self.functions.append((module, definition))
        yield from self._named(module, definition)
        yield from self._registered(module)

    def _registered(self, module: str) -> Iterator[Place]:
        """Yield the functions that decorators register in a module, and in those that it imports."""
        unread = [module]
        while unread:
            module = unread.pop()
            if module in self.asked or not self._is_rules(module):
                continue
            self.asked.add(module)
            self.defined(module, "")
            for name, node in self.trees[module].items():
                if isinstance(node, ast.FunctionDef) and not all(
                    isinstance(one, ast.Name) for one in node.decorator_list
                ):
                    yield module, name
            unread += [
                name if name in sys.modules else name.rpartition(".")[0] for name in self.imports[module].values()
            ]

    def _named(self, module: str, node: ast.AST) -> Iterator[Place]:
        called = {part.func for part in ast.walk(node) if isinstance(part, ast.Call)}
        loaded = isinstance(node, (ast.Assign, ast.AnnAssign))
        skipped = {inner for part in getattr(node, "decorator_list", []) for inner in ast.walk(part)}
        for part in ast.walk(node):
            if part in skipped or (loaded and part in called):
                continue
            if isinstance(part, ast.Name):
                yield self.found(module, part.id)
            elif isinstance(part, ast.Attribute) and isinstance(part.value, ast.Name):
                whole = self.imports[module].get(part.value.id)
                if whole is not None and whole in sys.modules:
                    yield whole, part.attr

    def _is_outside(self, module: str, name: str) -> bool:
        """Tell whether a class is none of the rules: the game, its kinds, facts made before a match begins."""
        cls = getattr(sys.modules[module], name, None)
        return isinstance(cls, type) and issubclass(cls, (Game, Kind, SharedConstant))

    # Modules and what stands in them

    def defined(self, module: str, name: str) -> Definition | None:
        """Return what a name is defined as in a module of the game's rules."""
        if not self._is_rules(module):
            return None
        if module not in self.trees:
            self._read(module)
        return self.trees[module].get(name)

    def _is_rules(self, module: str) -> bool:
        return module.startswith(self.package) and self.but.isdisjoint(module.removeprefix(self.package).split("."))

    def _read(self, module: str) -> None:
        rows: dict[str, Definition] = {}
        imports: dict[str, str] = {}
        for node in ast.parse(self.source_of(module) or "").body:
            if isinstance(node, (ast.FunctionDef, ast.ClassDef)):
                rows[node.name] = node
            elif isinstance(node, (ast.Assign, ast.AnnAssign)):
                for target in node.targets if isinstance(node, ast.Assign) else [node.target]:
                    rows.update({part.id: node for part in ast.walk(target) if isinstance(part, ast.Name)})
            elif isinstance(node, ast.ImportFrom):
                base = node.module or ""
                if node.level:
                    base = ".".join([*module.split(".")[: -node.level], *([base] if base else [])])
                imports.update({alias.asname or alias.name: f"{base}.{alias.name}" for alias in node.names})
        self.trees[module], self.imports[module] = rows, imports

    def found(self, module: str, name: str) -> Place:
        """Return where a name of a module is defined."""
        whole = self.imports.get(module, {}).get(name)
        if whole is None:
            return module, name
        base, _, last = whole.rpartition(".")
        return base, last

    def file(self, module: str) -> str:
        """Return the path of a module from the folder of its package's root."""
        inner = "/__init__" if hasattr(sys.modules[module], "__path__") else ""
        return f"{module.replace('.', '/')}{inner}.py"

    # Types

    def names(self, module: str, annotation: ast.expr | None) -> Iterator[tuple[str, ast.AST]]:
        """Yield the names that a type is made of, outermost first, `|` for a union; names for types are opened."""
        if isinstance(annotation, ast.Constant) and isinstance(annotation.value, str):
            annotation = ast.parse(annotation.value, mode="eval").body
        unread: list[tuple[str, ast.AST]] = [] if annotation is None else [(module, annotation)]
        while unread:
            where, node = unread.pop(0)
            if isinstance(node, ast.BinOp):
                yield "|", node
            if isinstance(node, ast.Name):
                place = self.found(where, node.id)
                alias = self.defined(*place)
                if isinstance(alias, (ast.Assign, ast.AnnAssign)) and alias.value is not None:
                    unread.append((place[0], alias.value))
                else:
                    yield node.id, node
            elif isinstance(node, ast.Subscript) and isinstance(node.value, ast.Name) and node.value.id == "Callable":
                yield "Callable", node
            else:
                unread += [(where, part) for part in ast.iter_child_nodes(node)]

    @cached_property
    def lists(self) -> frozenset[str]:
        """The fields of states and records that hold lists."""
        fields = [(module, line) for module, node in self.classes if self.changes(module, node) for line in node.body]
        return frozenset(
            line.target.id
            for module, line in fields
            if isinstance(line, ast.AnnAssign)
            and isinstance(line.target, ast.Name)
            and next((name for name, _ in self.names(module, line.annotation)), "") == "list"
        )

    def changes(self, module: str, node: ast.ClassDef) -> bool:
        """Tell whether a class is a state or a record of one: what it holds changes in the course of a match."""
        text = " ".join(ast.unparse(part) for part in node.decorator_list)
        return "dataclass" in text and "frozen=True" not in text

    def record(self, module: str, called: ast.expr) -> bool:
        """Tell whether a call makes a state or a record."""
        place = self.found(module, called.id) if isinstance(called, ast.Name) else ("", "")
        made = self.defined(*place)
        return isinstance(made, ast.ClassDef) and self.changes(place[0], made)

    def declared(self, module: str, function: ast.AST, name: str) -> bool:
        """Tell whether an attribute of `self` is declared with the class of a method, or made by its `__init__`."""
        owner = self.owners.get(function)
        if owner is None or hasattr(getattr(sys.modules[module], owner.name, None), name):
            return True
        first = [part for part in owner.body if isinstance(part, ast.FunctionDef) and part.name == "__init__"]
        made = [part for node in first for part in ast.walk(node) if isinstance(part, ast.Attribute)]
        return any(part.attr == name and isinstance(part.ctx, ast.Store) for part in made)


def _roots(game: Game[Any]) -> Iterator[Place]:
    """Yield where the steps and questions of a game are defined."""
    for prompt in game.prompts:
        yield type(prompt).__module__, type(prompt).__name__
        for name in ("options", "following", "_number", "_forced", "_refusal", "_default"):
            function = getattr(prompt, name, None)
            if function is not None and function.__module__:  # a compiled method has none; its class is read above
                yield function.__module__, function.__name__
    for step in game.steps:
        yield step.__module__, getattr(step, "__name__", type(step).__name__)
