"""Loops and comprehensions: what is gone through, and how. Lists are gone through place by place, as Python does."""

from __future__ import annotations

import ast
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence, Sized
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from operator import itemgetter
from typing import Any

from shapan.native.scope import Scope
from shapan.native.types import (
    BOOL,
    CONSTANT,
    EMPTY,
    FLOAT,
    GIVEN,
    INT,
    LeavesSubset,
    Type,
    has_place,
    is_named_row,
    is_number,
    joined,
    list_of,
    set_of,
)
from shapan.native.value import Root, Value


def item_roots(row: Value) -> frozenset[Root]:
    """Return where the items of a row lie."""
    inner = row.type.inner[0]
    if not has_place(inner) or row.known:
        return frozenset()
    handed = {("param", (what[0], inner)) for kind, what in row.roots if kind == "param"}
    somewhere = {("type", inner)} if any(kind == "type" for kind, _ in row.roots) else set()
    return row.roots | {("item", inner)} | handed | somewhere


Comprehension = ast.ListComp | ast.SetComp | ast.GeneratorExp
Passed = Comprehension | ast.DictComp
Pass = Callable[[], list[str]]
"""What is done at each pass of a loop: its lines."""


@dataclass(slots=True)
class Head:
    """The head of a loop in C++, and what each pass is about."""

    lines: list[str]
    """What comes before the loop."""
    loop: str
    items: list[Value]
    names: list[str] = field(default_factory=list)
    """What the rows are called in `Scope.story`."""


class Loops(Scope):
    """Loops over ranges, lists, `enumerate`, `zip` and `reversed`."""

    _loops = 0
    any_order = False
    """Whether the order in which a row is gone through does not matter: it may be that of a set."""

    def head(self, node: ast.expr) -> Head:
        """Return the head of a loop over an expression. Raises LeavesSubset."""
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "items":
            return self._over_given(node.func.value)
        name = node.func.id if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) else ""
        if isinstance(node, ast.Call) and not node.keywords and name == "range":
            return self._over_range(node)
        if isinstance(node, ast.Call) and name == "enumerate" and len(node.args) == 1 and not node.keywords:
            head, at = self._over_rows(node.args)
            return Head(head.lines, head.loop, [Value(at, INT, is_small=True), *head.items], head.names)
        if isinstance(node, ast.Call) and name == "zip":
            return self._over_rows(node.args)[0]
        if isinstance(node, ast.Call) and name == "reversed":
            return self._over_rows(node.args, backwards=True)[0]
        return self._over_rows([node])[0]

    def _over_given(self, node: ast.expr) -> Head:
        value, at = self.value(node), self._new()
        if value.known and isinstance(value.constant, Mapping):
            pairs = tuple(value.constant.items())
            return Head([], f"for (i64 {at} = 0; {at} < {len(pairs)}; {at}++)", [self._one_of_constant(pairs, at)])
        if value.type.name == "map":
            row = f"{at}m"
            kinds = {"keys": INT, "values": value.type.inner[0]}
            items = [Value(f"{row}.{part}.a[{at}]", kind) for part, kind in kinds.items()]
            if value.roots:
                self.story.bind(row, value.roots)
            start = f"auto {'&' if value.place else ''}{row} = {value.text};"
            return Head([start], f"for (i64 {at} = 0; {at} < {row}.keys.n; {at}++)", items, [row] * bool(value.roots))
        if value.type != GIVEN:
            raise LeavesSubset(2, f"items of {value.type}")
        items = [Value(f"{value.text}.a[{at}]", INT), self.known(None)]
        return Head([], f"for (i64 {at} = 0; {at} < {value.text}.n; {at}++)", items)

    def _new(self) -> str:
        self._loops += 1
        return f"i{self._loops}"

    def _over_range(self, node: ast.Call) -> Head:
        at = self._new()
        parts = [self.fitted(self.value(part), INT) for part in node.args]
        begin, end = ("0", parts[0]) if len(parts) == 1 else (parts[0], parts[1])
        by = 1
        if len(parts) == 3:
            step = self.value(node.args[2])
            if not step.known or not step.constant:
                raise LeavesSubset(3, "range with a step that is not known when the game is translated")
            by = step.constant
        way = "<" if by > 0 else ">"
        loop = f"for (i64 {at} = {begin}, {at}e = {end}; {at} {way} {at}e; {at} += {by})"
        return Head([], loop, [Value(at, INT)])

    def _over_rows(self, nodes: list[ast.expr], backwards: bool = False) -> tuple[Head, str]:
        at = self._new()
        lines, items, ends, names = [], [], [], []
        for place, node in enumerate(nodes):
            value = self.value(node)
            if value.type.name == "set" and not self.any_order:
                raise LeavesSubset(3, "a loop over a set, whose order is none")
            if value.known and value.type == CONSTANT:
                items.append(self._one_of_constant(value.constant, at))
                ends.append(f"{at} < {len(value.constant)}")
                if backwards:
                    raise LeavesSubset(3, "such constants backwards")
                continue
            if value.type.name == "item":
                if len(nodes) > 1 or backwards:
                    raise LeavesSubset(3, "one of several constants beside another row")
                return self._over_one_of(value, at), at
            if value.type.name not in ("list", "set", "pointers"):
                raise LeavesSubset(3, f"a loop over {value.type}")
            row = f"{at}r{place}"
            inner = value.type.inner[0]
            is_there = value.place or value.known or value.is_lasting
            lines.append(f"{'auto &' if is_there else 'auto '}{row} = {value.text};")
            if value.roots:
                self.story.bind(row, value.roots)
                names.append(row)
            is_place = has_place(inner) and not value.known and not value.is_lasting
            is_lasting = value.known or value.is_lasting
            roots = item_roots(value) if is_place else frozenset()
            items.append(Value(f"{row}.a[{at}]", inner, is_place, roots=roots, is_lasting=is_lasting))
            ends.append(f"{at} < {row}.n")
        start = f"{at}r0.n - 1; {at} >= 0 &&" if backwards else "0;"
        step = "--" if backwards else "++"
        return Head(lines, f"for (i64 {at} = {start} {' && '.join(ends)}; {at}{step})", items, names), at

    def _over_one_of(self, value: Value, at: str) -> Head:
        """Return the head of a loop over one of several constant rows: all lie one after another."""
        rows, ends = self.unit.choices(value.type), [0]
        if not all(isinstance(row, (tuple, list)) for row in rows):
            raise LeavesSubset(3, "a loop over one of such constants")
        for row in rows:
            ends.append(ends[-1] + len(row))
        lines = [f"i64 {at}w = {value.text};"]
        begin, end = self.chosen(ends[:-1], f"{at}w").text, self.chosen(ends[1:], f"{at}w").text
        whole = tuple(one for row in rows for one in row)
        return Head(
            lines, f"for (i64 {at} = {begin}, {at}e = {end}; {at} < {at}e; {at}++)", [self._one_of_constant(whole, at)]
        )

    def _one_of_constant(self, row: Any, at: str) -> Value:
        """Return what stands at each pass in a constant row that has no type in C++."""
        if isinstance(row, (set, frozenset)) and not self.any_order:
            raise LeavesSubset(3, "a loop over a set, whose order is none")
        if not isinstance(row, Collection):
            raise LeavesSubset(3, f"a loop over {row!r:.40}")
        return self.chosen(tuple(row), at) if row else Value("0", INT)

    def chosen(self, choices: Sequence[Any], at: str) -> Value:
        """Return one of several constants by a text for its place."""
        raise NotImplementedError

    def mapped(self, value: Value, function: Callable[[Any], Any]) -> Value:
        """Return what a function makes of one of several constants."""
        raise NotImplementedError

    def targets(self, target: ast.expr, head: Head) -> list[tuple[str, Value]]:
        """Return the names that a loop binds at each pass. Raises LeavesSubset."""
        if isinstance(target, ast.Name) and len(head.items) == 1:
            return [(target.id, head.items[0])]
        is_flat = isinstance(target, ast.Tuple) and all(isinstance(one, ast.Name) for one in target.elts)
        if is_flat and isinstance(target, ast.Tuple) and len(target.elts) == len(head.items):
            return [(self.target_name(part), item) for part, item in zip(target.elts, head.items, strict=True)]
        if isinstance(target, ast.Tuple) and len(head.items) == 1 and head.items[0].type.name == "item":
            return self._taken_apart(target, head.items[0])
        if isinstance(target, ast.Tuple) and len(target.elts) == len(head.items) > 1:
            return [
                pair for one, item in zip(target.elts, head.items, strict=True) for pair in self._part_of(one, item)
            ]
        if isinstance(target, ast.Tuple) and len(head.items) == 1 and head.items[0].type.name == "list":
            item = head.items[0]
            inner, size = item.type.inner[0], len(target.elts)
            return [
                (
                    self.target_name(part),
                    Value(
                        f"of({item.text}, {size})[{n}]",
                        inner,
                        has_place(inner) and not item.is_lasting,
                        roots=item_roots(item),
                        is_lasting=item.is_lasting,
                    ),
                )
                for n, part in enumerate(target.elts)
            ]
        if isinstance(target, ast.Tuple) and len(head.items) == 1 and is_named_row(head.items[0].type.cls):
            parts = self.named_parts(head.items[0], len(target.elts))
            return [(self.target_name(one), part) for one, part in zip(target.elts, parts, strict=True)]
        if isinstance(target, ast.Tuple) and len(head.items) == 1 and head.items[0].type.name == "tuple":
            text = head.items[0].text
            return [(self.target_name(part), Value(f"{text}.a[{n}]", INT)) for n, part in enumerate(target.elts)]
        raise LeavesSubset(3, f"{ast.unparse(target)} as what a loop goes through")

    def named_parts(self, row: Value, size: int) -> list[Value]:
        """Return what stands at the places of a named tuple. Raises LeavesSubset for another number of names."""
        assert row.type.cls is not None
        kinds = self.unit.fields(row.type.cls)
        if len(kinds) != size:
            raise LeavesSubset(3, f"{row.type} for {size} names")
        return [Value(f"{row.text}.{name}_", kind) for name, kind in kinds.items()]

    def _part_of(self, target: ast.expr, item: Value) -> list[tuple[str, Value]]:
        """Return the names that one of several targets of a loop binds."""
        if isinstance(target, ast.Name):
            return [(target.id, item)]
        return self.targets(target, Head([], "", [item]))

    def _taken_apart(self, target: ast.Tuple, item: Value) -> list[tuple[str, Value]]:
        size = len(target.elts)
        if any(len(one) != size for one in self.unit.choices(item.type)):
            raise LeavesSubset(3, "constants of several lengths are taken apart")
        return [
            pair for n, part in enumerate(target.elts) for pair in self._part_of(part, self.mapped(item, itemgetter(n)))
        ]

    @staticmethod
    def target_name(node: ast.expr) -> str:
        """Return the name that a target is. Raises LeavesSubset."""
        if not isinstance(node, ast.Name):
            raise LeavesSubset(3, f"{ast.unparse(node)} as what a loop goes through")
        return node.id

    # Comprehensions

    def passes(self, node: Passed, each: Pass) -> list[str]:
        """Return the lines of a comprehension's loops around what is done at each pass."""
        return self._nested(list(node.generators), each)

    def _nested(self, generators: list[ast.comprehension], each: Pass) -> list[str]:
        if not generators:
            self.passing += 1
            try:
                with self.order(False):
                    return each()
            finally:
                self.passing -= 1
        first, *rest = generators
        head = self.head(first.iter)
        lines, names = [], {}
        for name, item in self.targets(first.target, head):
            if name == "_":
                continue
            self._loops += 1
            new = f"{name}_{self._loops}"
            if item.known:
                names[name] = item
                continue
            lines.append(
                f"{'auto &' if item.place else 'const auto &' if item.is_lasting else 'auto '}{new} = {item.text};"
            )
            names[name] = replace(item, text=new)
        with self.inner(names):
            with self.order(False):
                tests = [self.condition(test) for test in first.ifs]
            if tests:
                lines.append(f"if (!({' && '.join(test.text for test in tests)})) continue;")
            lines += self._nested(rest, each)
        return ["{", *head.lines, head.loop, "{", *lines, "}", "}"]

    @contextmanager
    def order(self, is_any: bool) -> Iterator[None]:
        """Let rows be gone through in any order, or not, for a while."""
        before, self.any_order = self.any_order, is_any
        try:
            yield
        finally:
            self.any_order = before

    def element(self, node: Comprehension) -> tuple[list[str], Value]:
        """Return what a comprehension yields, for its type: it is written out once to no avail."""
        kept = len(self.temporaries)
        found: list[Value] = []

        def each() -> list[str]:
            found.append(self.value(node.elt))
            return []

        lines = self.passes(node, each)
        del self.temporaries[kept:]
        return lines, found[0]

    def comprehension(self, node: Comprehension) -> Value:
        """Return a list (or set) in C++: a function that is called where it stands."""
        with self.order(self.any_order or isinstance(node, ast.SetComp)):
            return self._comprehension(node)

    def _comprehension(self, node: Comprehension) -> Value:
        inner = self.element(node)[1].type
        if inner == list_of(EMPTY) and self.wanted is not None and self.wanted.name == "list":
            inner = self.wanted.inner[0]
        if inner.name == "list" and inner.inner[0] == EMPTY:
            raise LeavesSubset(1, "lists that are all empty have no type")
        if inner.name in ("list", "record"):
            self.unit.longest = max(self.unit.longest, self._longest(node))
        is_set = isinstance(node, ast.SetComp)
        kind = set_of(inner) if is_set else list_of(inner)
        put = "add" if is_set else "append"
        lines = self.passes(node, lambda: [f"r.{put}({self.copied(self.value(node.elt), inner, 'a list')});"])
        return self.block(kind, f"{self.unit.cpp(kind)} r;", lines, "r")

    def _longest(self, node: Comprehension) -> int:
        """Return how often a comprehension over constants yields."""
        size = 1
        for one in node.generators:
            row = self.value(one.iter) if isinstance(one.iter, (ast.Name, ast.Attribute)) else None
            size *= len(row.constant) if row is not None and row.known and isinstance(row.constant, Sized) else 1
        return size

    def appended(self, node: Comprehension, kind: Type) -> list[str]:
        """Return the lines that append what a comprehension yields to the list `r`."""
        return self.passes(node, lambda: [f"r.append({self.copied(self.value(node.elt), kind, 'a list')});"])

    def block(self, kind: Type, start: str, lines: list[str], result: str) -> Value:
        """Return lines as an expression."""
        body = " ".join([start, *lines, f"return {result};"])
        return Value(f"[&]() FAST -> {self.unit.cpp(kind)} {{ {body} }}()", kind)

    # What uses a generator up

    def reduced(self, name: str, node: Comprehension, default: Value | None = None) -> Value:
        """Return `sum`, `any`, `all`, `min`, `max` or `next` of a generator. Raises LeavesSubset."""
        with self.order(name != "next"):
            return self._reduced(name, node, default)

    def _reduced(self, name: str, node: Comprehension, default: Value | None) -> Value:
        item = self.element(node)[1]
        if name in ("any", "all"):
            is_any = name == "any"
            test = "" if is_any else "!"
            lines = self.passes(
                node, lambda: [f"if ({test}({self.condition(node.elt).text})) return {'true' if is_any else 'false'};"]
            )
            return self.block(BOOL, "", lines, "false" if is_any else "true")
        if name == "sum" and is_number(item.type):
            kind = FLOAT if item.type == FLOAT else INT
            if kind == FLOAT:
                with self.order(False):
                    return self._summed(node)
            lines = self.passes(node, lambda: [f"r = added(r, {self.fitted(self.value(node.elt), kind)});"])
            return self.block(kind, f"{self.unit.cpp(kind)} r = 0;", lines, "r")
        if name in ("min", "max") and is_number(item.type):
            way = "<" if name == "min" else ">"
            lines = self.passes(
                node,
                lambda: [f"{{ auto x = {self.value(node.elt).text}; if (none || x {way} r) r = x; none = false; }}"],
            )
            end = "(none ? (leave(NOT_THERE), r) : r)" if default is None else f"(none ? {default.text} : r)"
            kind = item.type if default is None else joined(item.type, default.type)
            return self.block(kind, f"{self.unit.cpp(kind)} r = 0; bool none = true;", lines, end)
        if name == "next" and is_number(item.type):
            lines = self.passes(node, lambda: [f"return {self.value(node.elt).text};"])
            kind = item.type if default is None else joined(item.type, default.type)
            end = f"(leave(NOT_THERE), {self.unit.cpp(kind)}())" if default is None else default.text
            return self.block(kind, "", lines, end)
        raise LeavesSubset(3, f"{name} of {item.type}")

    def _summed(self, node: Comprehension) -> Value:
        """Return a sum of fractions: what is lost in rounding is added at the end, since Python 3.12."""

        def each() -> list[str]:
            sides = [node.elt.body, node.elt.orelse] if isinstance(node.elt, ast.IfExp) else []
            if any(not one.known and one.type != FLOAT for one in map(self.value, sides)):
                raise LeavesSubset(5, "a sum now of integers, now of fractions: Python rounds them otherwise")
            return [f"r.add({self.fitted(self.value(node.elt), FLOAT)});"]

        return self.block(FLOAT, "Sum<SUMS_KEPT> r;", self.passes(node, each), "r.result()")
