"""What leaves the native subset: lines of rules that a translation to structs and plain functions could not take.

The subset stands in `docs/reference/engine.md`, "The native subset"; numbers in brackets are those of its list. A game
outside it would play plain, and `shapan check` says so. Looked at is what runs when rules run: steps, questions, state,
and what they call. What runs once, when a program starts, may be written as one likes.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from typing import Any, Final

from shapan.engine.conformance.lint import NOT_RULES, source_of
from shapan.engine.conformance.reach import Reach
from shapan.engine.conformance.report import Report
from shapan.engine.game import Game

WIDEST: Final = 2**62
VAGUE: Final = frozenset({"Any", "object", "Iterable", "Iterator", "Generator"})
SETS: Final = frozenset({"set", "frozenset", "Set"})
LISTS: Final = frozenset({"list", "Sequence"})
READING: Final = frozenset({"getattr", "setattr", "hasattr", "delattr", "vars", "eval", "exec"})
AT_ONCE: Final = frozenset(
    {"all", "any", "sum", "min", "max", "list", "tuple", "sorted", "dict", "next", "extend", "join"}
)
"""Who takes a generator and has done with it."""
CHANGING: Final = frozenset(
    {"append", "clear", "deal", "extend", "insert", "move", "move_all", "pop", "push", "remove", "reverse", "sort"}
)
ROWS: Final = (ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)
Function = ast.FunctionDef | ast.AsyncFunctionDef
Found = tuple[str, int, str]


def check_native(game: Game[Any], report: Report) -> None:
    """Note the lines that leave the subset; they are failures where the game says that it is inside (`Game.native`)."""
    report.plain = leaves_subset(game)
    if game.native:
        report.expect("native", not report.plain, {}, "; ".join(report.plain[:6]))


def leaves_subset(game: Game[Any]) -> list[str]:
    """Return each line of a game's rules that leaves the native subset, as `file:line: (number) reason`."""
    reach = Reach(game, NOT_RULES, source_of)
    found: list[Found] = []
    for module, node in reach.functions:
        function = _Body(reach, module, node)
        found += [(module, line, reason) for line, reason in function.found]
    for module, cls in reach.classes:
        found += [(module, line, reason) for line, reason in _class(reach, module, cls)]
    return [f"{reach.file(module)}:{line}: {reason}" for module, line, reason in sorted(set(found))]


def _class(reach: Reach, module: str, cls: ast.ClassDef) -> Iterator[tuple[int, str]]:
    """Yield what is wrong with the fields of a class; those of the state and its records are facts with bounds."""
    changes = reach.changes(module, cls)
    for line in cls.body:
        if isinstance(line, ast.AnnAssign):
            yield from ((line.lineno, reason) for reason in _type(reach, module, line.annotation))
            names = {name for name, _ in reach.names(module, line.annotation)}
            if changes and names & {"dict", "Mapping", "str", "defaultdict", "Counter"}:
                yield line.lineno, f"(2) {ast.unparse(line.annotation)} in the state"


def _type(reach: Reach, module: str, annotation: ast.expr) -> Iterator[str]:
    """Yield what is wrong with a type; names of other types are looked through."""
    for name, node in reach.names(module, annotation):
        if name in VAGUE:
            yield f"(1) {name} is no exact type"
        elif name in SETS:
            yield "(3) a set"
        elif name == "float" and not reach.floats:
            yield "(5) a fraction"
        elif name == "Callable":
            yield "(7) a function handed along"
        elif name == "|" and isinstance(node, ast.BinOp):
            sides = [node.left, node.right]
            if not any(isinstance(side, ast.Constant) and side.value is None for side in sides):
                yield "(1) a union"


class _Body(ast.NodeVisitor):
    """What leaves the subset in one function, as line and reason."""

    def __init__(self, reach: Reach, module: str, node: Function) -> None:
        self.reach = reach
        self.module = module
        self.function = node
        self.found: list[tuple[int, str]] = []
        arguments = node.args
        self.parameters = {one.arg: one for one in (*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs)}
        self.names = {*self.parameters} | {
            part.id for part in ast.walk(node) if isinstance(part, ast.Name) and isinstance(part.ctx, ast.Store)
        }
        self.fine: set[ast.AST] = set()
        """Generators that are used up at once."""
        self._signature(arguments)
        for line in node.body:
            self.visit(line)

    def say(self, node: ast.AST, reason: str) -> None:
        """Note what leaves the subset."""
        self.found.append((getattr(node, "lineno", 0), reason))

    def _signature(self, arguments: ast.arguments) -> None:
        node = self.function
        for name, one in self.parameters.items():
            if one.annotation is None and name not in ("self", "cls"):
                self.say(one, f"(1) {name} has no type")
        if node.returns is None:
            self.say(node, f"(1) what {node.name} returns has no type")
        if arguments.vararg or arguments.kwarg:
            self.say(node, "(3) any number of arguments")
        for default in (*arguments.defaults, *arguments.kw_defaults):
            if isinstance(default, (ast.List, ast.Dict, ast.Set, ast.Call, *ROWS)):
                self.say(default, "(3) a default that can change")
        for annotation in (*(one.annotation for one in self.parameters.values()), node.returns):
            for reason in _type(self.reach, self.module, annotation) if annotation is not None else ():
                self.say(annotation or node, reason)

    # Functions and generators

    def visit_Starred(self, node: ast.Starred) -> None:
        self.fine.add(node.value)
        self.generic_visit(node)

    def visit_FunctionDef(self, node: ast.FunctionDef) -> None:
        self.say(node, f"(3) the function {node.name} inside another")

    def visit_ClassDef(self, node: ast.ClassDef) -> None:
        self.say(node, f"(3) the class {node.name} inside a function")

    def visit_Lambda(self, node: ast.Lambda) -> None:
        own = {one.arg for one in node.args.args}
        caught = {part.id for part in ast.walk(node.body) if isinstance(part, ast.Name)} & self.names - own
        if caught:
            self.say(node, f"(3) a lambda that holds {', '.join(sorted(caught))}")
        self.generic_visit(node)

    def visit_Yield(self, node: ast.Yield) -> None:
        self.say(node, "(3) a generator")

    def visit_YieldFrom(self, node: ast.YieldFrom) -> None:
        self.say(node, "(3) a generator")

    def visit_AnnAssign(self, node: ast.AnnAssign) -> None:
        for reason in _type(self.reach, self.module, node.annotation):
            self.say(node, reason)
        self._made(node.target)
        if node.value is not None:
            self._kept([node.target], node.value)
            self.visit(node.value)

    def visit_GeneratorExp(self, node: ast.GeneratorExp) -> None:
        if node not in self.fine:
            self.say(node, "(3) a generator that is kept")
        self._row(node)

    def visit_ListComp(self, node: ast.ListComp) -> None:
        self._row(node)

    def visit_DictComp(self, node: ast.DictComp) -> None:
        self._row(node)

    def visit_SetComp(self, node: ast.SetComp) -> None:
        self.say(node, "(3) a set")
        self._row(node)

    def visit_Set(self, node: ast.Set) -> None:
        self.say(node, "(3) a set")
        self.generic_visit(node)

    def _row(self, node: ast.ListComp | ast.SetComp | ast.DictComp | ast.GeneratorExp) -> None:
        if sum(len(part.generators) for part in ast.walk(node) if isinstance(part, ROWS)) > 2:
            self.say(node, "(3) more than two loops in a comprehension")
        self.generic_visit(node)

    # Calls

    def visit_Call(self, node: ast.Call) -> None:
        called = node.func.id if isinstance(node.func, ast.Name) else getattr(node.func, "attr", "")
        if isinstance(node.func, ast.Name):
            if called in READING:
                self.say(node, f"(3) {called}")
            elif called in SETS:
                self.say(node, "(3) a set")
            elif called in ("float", "round") and not self.reach.floats:
                self.say(node, "(5) a fraction")
            elif called in self.parameters:
                self.say(node, f"(7) {called} is called, a function handed along")
        if called in AT_ONCE:
            self.fine.update(node.args)
        arguments = [*node.args, *(keyword.value for keyword in node.keywords)]
        if called == "tell" and isinstance(node.func, ast.Attribute):
            for part in (part for argument in arguments for part in ast.walk(argument)):
                if isinstance(part, ast.NamedExpr) or (isinstance(part, ast.Call) and self._acts(part)):
                    self.say(part, "(6) an argument of tell that does something")
        if self.reach.record(self.module, node.func):
            for argument in arguments:
                self._shared(argument)
        self.generic_visit(node)

    def _acts(self, call: ast.Call) -> bool:
        """Tell whether a call does more than to return something: it changes a list, or has the table in hand."""
        name = call.func.attr if isinstance(call.func, ast.Attribute) else ""
        hands = [call.func.value] if isinstance(call.func, ast.Attribute) else []
        table = any(isinstance(part, ast.Name) and part.id == "table" for part in (*hands, *call.args))
        return table or name in CHANGING

    # Lists that are kept, names that change

    def visit_Assign(self, node: ast.Assign) -> None:
        for target in node.targets:
            for part in target.elts if isinstance(target, ast.Tuple) else [target]:
                self._made(part)
        target = node.targets[0]
        if not isinstance(target, ast.Tuple):
            self._kept(node.targets, node.value)
        elif isinstance(node.value, ast.Tuple):
            for one, value in zip(target.elts, node.value.elts, strict=False):
                self._kept([one], value)
        else:
            self.fine.add(node.value)
        self.generic_visit(node)

    def visit_AugAssign(self, node: ast.AugAssign) -> None:
        self._division(node, node.op)
        self.generic_visit(node)

    def _made(self, target: ast.expr) -> None:
        """An attribute of `self` is declared with its class, or made by `__init__`."""
        if not isinstance(target, ast.Attribute) or not isinstance(target.value, ast.Name):
            return
        if target.value.id == "self" and not self.reach.declared(self.module, self.function, target.attr):
            self.say(target, f"(3) the attribute {target.attr} is made later")

    def _kept(self, targets: list[ast.expr], value: ast.expr) -> None:
        for target in targets:
            slot = isinstance(target, ast.Subscript) and not isinstance(target.slice, ast.Slice)  # a slice copies
            if slot or isinstance(target, ast.Attribute):
                self._shared(value)

    def _shared(self, value: ast.expr) -> None:
        """Note a list that then belongs to two places: one that was handed in, or that of another field."""
        if isinstance(value, ast.Name) and value.id in self.parameters:
            annotation = self.parameters[value.id].annotation
            heads = [name for name, _ in self.reach.names(self.module, annotation)][:1] if annotation else []
            if heads and heads[0] in LISTS:
                self.say(value, f"(4) the list {value.id} is kept, not copied")
        elif isinstance(value, ast.Attribute) and value.attr in self.reach.lists:
            self.say(value, f"(4) the list {value.attr} is kept in two places")

    def visit_For(self, node: ast.For) -> None:
        names = {part.id for part in ast.walk(node.target) if isinstance(part, ast.Name)}
        for part in (part for line in node.body for part in ast.walk(line)):
            if isinstance(part, ast.Name) and isinstance(part.ctx, ast.Store) and part.id in names:
                self.say(part, f"(4) the loop's {part.id} becomes something else")
        self.generic_visit(node)

    # Numbers

    def visit_Constant(self, node: ast.Constant) -> None:
        if isinstance(node.value, float) and not self.reach.floats:
            self.say(node, "(5) a fraction")
        elif isinstance(node.value, int) and node.value >= WIDEST:
            self.say(node, "(5) an integer of more than 62 bits")

    def visit_BinOp(self, node: ast.BinOp) -> None:
        self._division(node, node.op)
        self.generic_visit(node)

    def _division(self, node: ast.AST, op: ast.operator) -> None:
        if isinstance(op, ast.Div) and not self.reach.floats:
            self.say(node, "(5) a fraction")

    def visit_Subscript(self, node: ast.Subscript) -> None:
        parts = [node.slice.lower, node.slice.upper] if isinstance(node.slice, ast.Slice) else [node.slice]
        for part in parts:
            if (
                isinstance(part, ast.UnaryOp)
                and isinstance(part.op, ast.USub)
                and not isinstance(part.operand, ast.Constant)
            ):
                self.say(node, "(5) a place counted from the end that is not written as a number")
        self.generic_visit(node)
