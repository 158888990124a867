"""Lint of rules modules: what would make a rule depend on anything but state and answers (engine.md F, L)."""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterator
from functools import cache
from importlib.abc import InspectLoader
from importlib.resources import files
from typing import Any

from shapan.engine.conformance.report import Report
from shapan.engine.game import Game
from shapan.engine.prompt import Prompt
from shapan.engine.text import package_of

FORBIDDEN_IMPORTS = frozenset(
    {"asyncio", "datetime", "os", "random", "secrets", "socket", "subprocess", "threading", "time", "uuid"}
)
FORBIDDEN_CALLS = frozenset({"hash", "id", "open", "input", "exec", "eval"})
QUESTIONS = frozenset({"question", "picks"})
NOT_RULES = frozenset(
    {"position", "board", "bots", "odds", "evaluation", "judgement", "observation", "view", "data", "texts"}
)
"""Modules of a game that rules do not run: there `try`, `with` and fractions may stand."""
FLOAT_METHODS = frozenset({"rate", "mixture", "evaluate", "returns", "board"})


def check_lint(game: Game[Any], report: Report) -> None:
    """Check every rules module of a game."""
    names = {cls.__name__ for prompt in game.prompts for cls in type(prompt).__mro__ if cls is not object}
    for module in rules_modules(game):
        source = source_of(module)
        if source is None:
            continue
        strict = NOT_RULES.isdisjoint(module.removeprefix(f"{package_of(game)}.").split("."))
        floats = game.floats
        found = forbidden(source, frozenset({*names, Prompt.__name__}), strict, floats)
        report.expect("lint", not found, {"module": module}, "; ".join(found[:6]))


@cache
def forbidden(source: str, prompts: frozenset[str], strict: bool, floats: bool) -> list[str]:
    """Return what is forbidden in a source, as `line: reason`; not to be changed."""
    lint = Lint(set(prompts), strict, floats)
    lint.visit(ast.parse(source))
    return lint.found


def rules_modules(game: Game[Any]) -> list[str]:
    """Return the modules of a game's own code: those of its parts, and what they import from its package."""
    package = package_of(game)
    parts: list[Any] = [type(game), *game.steps, *(type(prompt) for prompt in game.prompts)]
    parts += [game.view_class] if game.view_class is not None else []
    unread = [part.__module__ for part in parts]
    known: dict[str, None] = {}
    while unread:
        name = unread.pop()
        if name in known or name.startswith("shapan.engine"):
            continue
        known[name] = None
        source = source_of(name)
        if source is not None and package:
            unread += [other for other in _imports(source, name) if other.startswith(f"{package}.")]
    return sorted(known)


@cache
def _imports(source: str, module: str) -> tuple[str, ...]:
    return tuple(_imported(ast.parse(source), module))


def _imported(tree: ast.Module, module: str) -> Iterator[str]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            base = node.module or ""
            if node.level:
                parent = ".".join(module.split(".")[: -node.level])
                base = f"{parent}.{base}".rstrip(".")
            for alias in node.names:
                inner = f"{base}.{alias.name}"
                yield inner if inner in sys.modules else base


def source_of(module: str) -> str | None:
    """Return the source of a module, also where it is compiled; None if there is none."""
    parent, _, last = module.rpartition(".")
    known = sys.modules.get(module)
    if known is None:
        return None
    folder, name = (module, "__init__") if hasattr(known, "__path__") else (parent, last)
    if folder:
        path = files(folder).joinpath(f"{name}.py")
        if path.is_file():
            return path.read_text(encoding="utf-8")
    loader = known.__spec__.loader if known.__spec__ is not None else None
    return loader.get_source(module) if isinstance(loader, InspectLoader) else None


class Lint(ast.NodeVisitor):
    """What is forbidden in one module, as `line: reason`."""

    def __init__(self, prompts: set[str], strict: bool, floats: bool) -> None:
        self.prompts = prompts
        self.strict = strict
        self.floats = floats or not strict
        self.found: list[str] = []
        self.sets: set[str] = set()

    def say(self, node: ast.AST, reason: str) -> None:
        """Note something forbidden."""
        self.found.append(f"line {getattr(node, 'lineno', 0)}: {reason}")

    def visit_Import(self, node: ast.Import) -> None:
        for alias in node.names:
            self._import(node, alias.name)

    def visit_ImportFrom(self, node: ast.ImportFrom) -> None:
        if not node.level:
            self._import(node, node.module or "")

    def _import(self, node: ast.AST, name: str) -> None:
        if name.partition(".")[0] in FORBIDDEN_IMPORTS:
            self.say(node, f"import of {name}")

    def visit_ClassDef(self, node: ast.ClassDef) -> None:
        if node.name in self.prompts:
            for part in node.body:
                if isinstance(part, (ast.Assign, ast.AnnAssign)) and isinstance(part.value, ast.Lambda):
                    self.say(part, "lambda in a prompt")
        self.generic_visit(node)

    def visit_FunctionDef(self, node: ast.FunctionDef) -> None:
        sets, floats = set(self.sets), self.floats
        self.floats = floats or node.name in FLOAT_METHODS
        self.generic_visit(node)
        self.sets, self.floats = sets, floats

    def visit_Try(self, node: ast.Try) -> None:
        self._control(node, "try")

    def visit_TryStar(self, node: ast.TryStar) -> None:
        self._control(node, "try")

    def visit_With(self, node: ast.With) -> None:
        self._control(node, "with")

    def visit_AsyncFunctionDef(self, node: ast.AsyncFunctionDef) -> None:
        self._control(node, "async")

    def visit_Global(self, node: ast.Global) -> None:
        self._control(node, "global")

    def _control(self, node: ast.AST, word: str) -> None:
        if self.strict or word in ("global", "async"):
            self.say(node, f"{word} in a rules module")
        self.generic_visit(node)

    def visit_Constant(self, node: ast.Constant) -> None:
        if isinstance(node.value, float) and not self.floats:
            self.say(node, f"a fraction {node.value}")

    def visit_BinOp(self, node: ast.BinOp) -> None:
        self._division(node)
        self.generic_visit(node)

    def visit_AugAssign(self, node: ast.AugAssign) -> None:
        self._division(node)
        self.generic_visit(node)

    def _division(self, node: ast.BinOp | ast.AugAssign) -> None:
        right = node.right if isinstance(node, ast.BinOp) else node.value
        path = isinstance(right, ast.JoinedStr) or (isinstance(right, ast.Constant) and isinstance(right.value, str))
        if isinstance(node.op, ast.Div) and not self.floats and not path:
            self.say(node, "division with a fraction as its result")

    def visit_Assign(self, node: ast.Assign) -> None:
        for target in node.targets:
            if isinstance(target, ast.Name):
                if self._is_set(node.value):
                    self.sets.add(target.id)
                else:
                    self.sets.discard(target.id)
        self.generic_visit(node)

    def visit_For(self, node: ast.For) -> None:
        self._iterated(node.iter)
        self.generic_visit(node)

    def visit_comprehension(self, node: ast.comprehension) -> None:
        self._iterated(node.iter)
        self.generic_visit(node)

    def visit_Starred(self, node: ast.Starred) -> None:
        self._iterated(node.value)
        self.generic_visit(node)

    def visit_Call(self, node: ast.Call) -> None:
        name = node.func.id if isinstance(node.func, ast.Name) else ""
        if name in FORBIDDEN_CALLS:
            self.say(node, f"call of {name}")
        if name in ("list", "tuple", "enumerate", "iter", "next", "zip", "map", "filter", "reversed"):
            for argument in node.args:
                self._iterated(argument)
        if isinstance(node.func, ast.Attribute) and node.func.attr == "pop" and self._is_set(node.func.value):
            self.say(node, "pop from a set")
        method = node.func.attr if isinstance(node.func, ast.Attribute) else ""
        made = name in self.prompts or name in QUESTIONS or (self.strict and isinstance(node.func, ast.Call))
        if made or method in ("refusal", "by_default"):
            for part in (*node.args, *(keyword.value for keyword in node.keywords)):
                if isinstance(part, ast.Lambda):
                    self.say(part, "lambda in a prompt")
        self.generic_visit(node)

    def _iterated(self, node: ast.expr) -> None:
        if self._is_set(node):
            self.say(node, "iteration over a set")

    def _is_set(self, node: ast.expr) -> bool:
        if isinstance(node, (ast.Set, ast.SetComp)):
            return True
        if isinstance(node, ast.Name):
            return node.id in self.sets
        if isinstance(node, ast.BinOp) and isinstance(node.op, (ast.BitOr, ast.BitAnd, ast.Sub, ast.BitXor)):
            return self._is_set(node.left) or self._is_set(node.right)
        return isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in ("set", "frozenset")
