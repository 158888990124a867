"""Comparisons: by size, whether two are the same one, whether something is in a row."""

from __future__ import annotations

import ast
import operator
from collections.abc import Callable, Collection
from typing import Any, Final

from shapan.engine.actions import PARAMETER_BITS, Family
from shapan.engine.marked_zone import MarkedZone
from shapan.engine.zone import Zone
from shapan.native.operators import SIGNS, Operators
from shapan.native.parts import after
from shapan.native.types import (
    BOOL,
    CONSTANT,
    EMPTY,
    FAMILY,
    INT,
    NONE,
    REASON,
    WORD,
    LeavesSubset,
    is_number,
    joined,
    list_of,
)
from shapan.native.value import Value

COMPARISONS: Final[dict[type[ast.cmpop], Callable[[Any, Any], bool]]] = {
    ast.Eq: operator.eq, ast.NotEq: operator.ne, ast.Lt: operator.lt, ast.LtE: operator.le, ast.Gt: operator.gt,
    ast.GtE: operator.ge,
}  # fmt: skip


def _is_written(node: ast.expr) -> bool:
    """Tell whether a row is written out in constants and names."""
    return isinstance(node, (ast.Tuple, ast.List, ast.Set)) and all(
        isinstance(part, (ast.Constant, ast.Name, ast.Attribute)) for part in node.elts
    )


class Comparisons(Operators):
    """Comparisons, one or several in a row."""

    def _compare(self, node: ast.Compare) -> Value:
        op, other = node.ops[0], node.comparators[0]
        if len(node.ops) == 1 and not (isinstance(op, (ast.In, ast.NotIn)) and _is_written(other)):
            before, (left, right) = self.ordered(node.left, other)
            if isinstance(op, (ast.In, ast.NotIn)):
                return after(before, self._is_among(left, right, isinstance(op, ast.NotIn)))
            return after(before, self._compared(left, op, right))
        deeds = self.deeds
        left, parts = self.value(node.left), []
        for at, (op, other) in enumerate(zip(node.ops, node.comparators, strict=True)):
            kept: Value | None = None
            if isinstance(op, (ast.In, ast.NotIn)):
                one = self._found(left, other, isinstance(op, ast.NotIn))
            else:
                right = self.value(other)
                if at + 1 < len(node.ops) and isinstance(other, ast.Call) and right.type == INT and not right.known:
                    name = self.temporary(INT)  # worked out once
                    one = self._compared(left, op, Value(f"({name} = {right.text})", INT))
                    kept = Value(name, INT)
                else:
                    one = self._compared(left, op, right)
            if one.known and len(node.ops) == 1:
                return one
            parts.append(one.text)
            if kept is not None:
                left = kept
            elif at + 1 < len(node.ops):
                if any(isinstance(part, (ast.Call, ast.NamedExpr)) for part in ast.walk(other)):
                    raise LeavesSubset(3, "a call between two comparisons")
                left = self.value(other)
        if self.deeds > deeds and len(parts) > 1:
            raise LeavesSubset(3, "a comparison that changes what it compares")
        return Value(parts[0] if len(parts) == 1 else f"({' && '.join(parts)})", BOOL)

    def _compared(self, left: Value, op: ast.cmpop, right: Value) -> Value:
        if isinstance(op, (ast.Is, ast.IsNot)):
            return self._same(left, right, isinstance(op, ast.IsNot))
        if left.known and right.known and type(op) in COMPARISONS:
            return self.known(COMPARISONS[type(op)](left.constant, right.constant))
        if left.type.name == "item" and right.known and type(op) in COMPARISONS:
            return self.mapped(left, lambda one: COMPARISONS[type(op)](one, right.constant))
        sign = SIGNS[type(op)]
        if WORD in (left.type, right.type) and isinstance(op, (ast.Eq, ast.NotEq)):
            return Value(f"({self.fitted(left, WORD)} {sign} {self.fitted(right, WORD)})", BOOL)
        if is_number(left.type) and is_number(right.type):
            kind = joined(joined(left.type, right.type), INT)
            return Value(f"({self.fitted(left, kind)} {sign} {self.fitted(right, kind)})", BOOL)
        if left.type.name == right.type.name == "list":
            kind = joined(left.type, right.type)
            one, other = (self.fitted(v, kind) if v.type != kind else v.text for v in (left, right))
            return Value(f"({one} {sign} {other})", BOOL)
        raise LeavesSubset(1, f"{left.type} compared with {right.type}")

    def _same(self, left: Value, right: Value, is_not: bool) -> Value:
        sign = "!=" if is_not else "=="
        if left.known and right.known:
            return self.known((left.constant is right.constant) != is_not)
        if left.type.name == "item" and right.known:
            return self.mapped(left, lambda one: (one is right.constant) != is_not)
        if left.type == FAMILY and isinstance(right.constant, Family):
            return Value(f"(({left.text} >> {PARAMETER_BITS}) {sign} {right.constant.number}L)", BOOL)
        if right.type == NONE and left.type.name == "maybe":
            return Value(f"({left.text} {sign} nullptr)", BOOL)
        if right.type == NONE and left.type == REASON:
            return Value(left.text if is_not else f"!{left.text}", BOOL)
        if right.type == NONE:
            return self.known(is_not)
        kinds = {left.type.inner[0].cls if left.type.name == "maybe" else left.type.cls, right.type.cls}
        is_zone = kinds == {Zone, MarkedZone}
        if left.type.name == "maybe" and right.place and (is_zone or left.type.inner[0] == right.type):
            return Value(f"({left.text} {sign} &({right.text}))", BOOL)
        for value in (left, right):
            inner = value.type.inner[0] if value.type.name == "maybe" else value.type
            if inner.cls is not None:
                self.unit.changed.setdefault(inner.cls, self.source.place(self.source.node))
        if left.place and right.place and (is_zone or left.type == right.type):
            return Value(f"(&({left.text}) {sign} &({right.text}))", BOOL)
        raise LeavesSubset(1, f"whether {left.type} is {right.type}")

    def _found(self, left: Value, node: ast.expr, is_not: bool) -> Value:
        sign = "!" if is_not else ""
        if isinstance(node, (ast.Tuple, ast.List, ast.Set)) and not any(isinstance(p, ast.Starred) for p in node.elts):
            name = self.temporary(left.type) if is_number(left.type) and not left.known else ""
            if name:
                tests = [f"{name} == {self.fitted(self.value(part), left.type)}" for part in node.elts]
                return Value(f"{sign}({name} = {left.text}, {' || '.join(tests) or 'false'})", BOOL)
        return self._is_among(left, self.value(node), is_not)

    def _is_among(self, left: Value, row: Value, is_not: bool) -> Value:
        sign = "!" if is_not else ""
        if row.known and left.known:
            return self.known((left.constant in row.constant) != is_not)
        if row.known and row.type == CONSTANT and isinstance(row.constant, Collection):
            row = self.known(tuple(row.constant)) if row.constant else Value("", list_of(EMPTY))
        if row.type.name == "item":
            row = self.mapped(row, tuple)
        if left.type.name == "item" and row.known:
            return self.mapped(left, lambda one: (one in row.constant) != is_not)
        if row.type.name not in ("list", "set"):
            raise LeavesSubset(1, f"whether something is in {row.type}")
        if row.type.inner[0] == EMPTY:
            return self.known(is_not)
        if row.type.inner[0].cls is not None:
            raise LeavesSubset(1, f"whether a {row.type.inner[0]} is in a list")
        return Value(f"{sign}contains({row.text}, {self.fitted(left, row.type.inner[0])})", BOOL)
