"""Calls of what Python brings: `len`, `min`, `zip` and the like."""

from __future__ import annotations

import ast
from collections.abc import Callable

from shapan.native.parts import after
from shapan.native.sorting import COMPREHENSIONS, Sorting
from shapan.native.types import (
    BOOL,
    FLOAT,
    INT,
    LeavesSubset,
    Type,
    fixed,
    is_number,
    joined,
    list_of,
    set_of,
    tuple_of,
)
from shapan.native.value import Value


class PythonFunctions(Sorting):
    """Functions of Python, each by its name."""

    def _builtin(self, name: str, node: ast.Call) -> Value:
        method: Callable[[ast.Call], Value] | None = getattr(self, f"_builtin_{name}", None)
        if method is not None:
            return method(node)
        if name in ("any", "all", "sum", "next") and node.args:
            return self._uses_up(name, node)
        raise LeavesSubset(3, f"{name}()")

    def _uses_up(self, name: str, node: ast.Call) -> Value:
        first, *rest = node.args
        if node.keywords or (rest and name != "next"):
            raise LeavesSubset(3, f"{name} with more arguments")
        default = self.value(rest[0]) if rest else None
        if not isinstance(first, (ast.GeneratorExp, ast.ListComp)) or (
            name == "next" and isinstance(first, ast.ListComp)
        ):
            part = ast.Name("each_", ast.Load())
            store = ast.Name("each_", ast.Store())
            first = ast.GeneratorExp(part, [ast.comprehension(store, first, [], 0)])
        return self.reduced(name, first, default)

    def _builtin_len(self, node: ast.Call) -> Value:
        value = self.value(node.args[0])
        if value.known:
            return self.known(len(value.constant))
        if value.type.name in ("list", "set", "steps"):
            return Value(f"{value.text}.n", INT, is_small=True)
        return self.method(value, "__len__", [])

    def _builtin_int(self, node: ast.Call) -> Value:
        value = self.value(node.args[0])
        if value.known:
            return self.known(int(value.constant))
        if not is_number(value.type):
            raise LeavesSubset(1, f"int() of {value.type}")
        return Value(f"whole({value.text})" if value.type == FLOAT else f"((i64)({value.text}))", INT)

    def _builtin_float(self, node: ast.Call) -> Value:
        value = self.value(node.args[0])
        if not is_number(value.type):
            raise LeavesSubset(1, f"float() of {value.type}")
        return Value(self.fitted(value, FLOAT), FLOAT)

    def _builtin_bool(self, node: ast.Call) -> Value:
        return self.condition(node.args[0])

    def _builtin_abs(self, node: ast.Call) -> Value:
        value = self.value(node.args[0])
        kind = FLOAT if value.type == FLOAT else INT
        return Value(f"absolute({self.fitted(value, kind)})", kind)

    def _builtin_divmod(self, node: ast.Call) -> Value:
        """Return quotient and rest side by side; both numbers are worked out once."""
        before, values = self.ordered(*node.args)
        if len(values) != 2 or any(value.type not in (INT, BOOL) for value in values):
            raise LeavesSubset(5, "divmod of fractions")
        (x, again), (y, once_more) = (self._named_number(value) for value in values)
        quotient = after(before, Value(f"floordiv({x.text}, {y.text})", INT))
        rest = Value(f"modulo({again.text}, {once_more.text})", INT)
        return Value(f"List<i64>{{{quotient.text}, {rest.text}}}", fixed(list_of(INT)), parts=(quotient, rest))

    def _builtin_range(self, node: ast.Call) -> Value:
        before, values = self.ordered(*node.args)
        parts = [self.fitted(one, INT) for one in values]
        begin, end = ("0", parts[0]) if len(parts) == 1 else (parts[0], parts[1])
        made = Value(f"numbers({begin}, {end}, {parts[2] if len(parts) == 3 else '1'})", list_of(INT))
        return after(before, made)

    def _builtin_min(self, node: ast.Call) -> Value:
        return self._least(node, "min")

    def _builtin_max(self, node: ast.Call) -> Value:
        return self._least(node, "max")

    def _least(self, node: ast.Call, name: str) -> Value:
        names = {keyword.arg: keyword.value for keyword in node.keywords}
        if set(names) == {"key"} and isinstance(names["key"], ast.Lambda) and len(node.args) == 1:
            return self._least_by(node.args[0], names["key"], name)
        if set(names) - {"default"}:
            raise LeavesSubset(3, f"{name} with a key")
        if len(node.args) == 1:
            default = self.value(names["default"]) if "default" in names else None
            first = node.args[0]
            if not isinstance(first, COMPREHENSIONS):
                store = ast.Name("each_", ast.Store())
                first = ast.GeneratorExp(ast.Name("each_", ast.Load()), [ast.comprehension(store, first, [], 0)])
            return self.reduced(name, first, default)
        before, values = self.ordered(*node.args)
        kind = values[0].type
        for value in values:
            kind = joined(kind, value.type)
        if not is_number(kind) or any(value.type != kind for value in values if kind == FLOAT):
            raise LeavesSubset(5, f"{name} of numbers of several types")
        texts = ", ".join(self.fitted(value, kind) for value in values)
        return after(before, Value(f"std::{name}<{self.unit.cpp(kind)}>({{{texts}}})", kind))

    def _least_by(self, row: ast.expr, key: ast.Lambda, name: str) -> Value:
        """Return the first of those numbers of a row for which a number is least, or greatest."""
        word = key.args.args[0].arg
        part, store = ast.Name(word, ast.Load()), ast.Name(word, ast.Store())
        whole = ast.GeneratorExp(part, [ast.comprehension(store, row, [], 0)])
        kinds: list[Type] = []

        def each() -> list[str]:
            item, by = self.value(part), self.value(key.body)
            if not is_number(item.type) or not is_number(by.type):
                raise LeavesSubset(3, f"{name} of {item.type} by {by.type}")
            kinds[:] = [item.type, by.type]
            test = f"none || k {'<' if name == 'min' else '>'} best"
            return [f"{{ auto k = {by.text}; if ({test}) {{ best = k; r = {item.text}; none = false; }} }}"]

        lines = self.passes(whole, each)
        item, by = (self.unit.cpp(kind) for kind in kinds)
        start = f"{item} r = 0; {by} best = 0; bool none = true;"
        return self.block(kinds[0], start, lines, "(none ? (leave(NOT_THERE), r) : r)")

    def _builtin_list(self, node: ast.Call) -> Value:
        if not node.args:
            return self._row([])
        if isinstance(node.args[0], COMPREHENSIONS):
            return self.comprehension(node.args[0])
        return self._copied_row(node.args[0])

    _builtin_tuple = _builtin_list

    def _copied_row(self, node: ast.expr) -> Value:
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in ("range", "reversed"):
            part, store = ast.Name("each_", ast.Load()), ast.Name("each_", ast.Store())
            return self.comprehension(ast.ListComp(part, [ast.comprehension(store, node, [], 0)]))
        value = self.value(node)
        if value.type.name == "set" and not self.any_order:
            raise LeavesSubset(3, "a list of a set, whose order is none")
        if value.type.name not in ("list", "set"):
            raise LeavesSubset(3, f"a list of {value.type}")
        self.unshared(value)
        kind = list_of(value.type.inner[0])
        return Value(f"{self.unit.cpp(kind)}({value.text})", kind)

    def _builtin_zip(self, node: ast.Call) -> Value:
        """Return rows side by side, as a list."""
        head = self.head(node)
        kind = list_of(tuple_of(len(head.items)))
        texts = ", ".join(self.fitted(item, INT) for item in head.items)
        lines = [*head.lines, f"{head.loop} r.append({self.unit.cpp(kind.inner[0])}{{{{{texts}}}}});"]
        return self.block(kind, f"{self.unit.cpp(kind)} r;", lines, "r")

    def _builtin_set(self, node: ast.Call) -> Value:
        row = self.value(node.args[0])
        kind = set_of(row.type.inner[0])
        lines = [f"auto &s = {row.text};", "for (i64 i = 0; i < s.n; i++) r.add(s.a[i]);"]
        return self.block(kind, f"{self.unit.cpp(kind)} r;", lines, "r")

    def _builtin_isinstance(self, node: ast.Call) -> Value:
        value, cls = self.value(node.args[0]), self.value(node.args[1]).constant
        kind = value.type.inner[0] if value.type.name == "maybe" else value.type
        if kind.cls is None or value.type.name == "maybe":
            raise LeavesSubset(1, f"isinstance of {value.type}")
        return self.known(issubclass(kind.cls, cls))

    def _builtin_type(self, node: ast.Call) -> Value:
        value = self.value(node.args[0])
        if value.type.cls is None:
            raise LeavesSubset(1, f"the type of {value.type}")
        return self.known(value.type.cls)
