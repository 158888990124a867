"""Operators between expressions."""

from __future__ import annotations

import ast
import operator
from collections.abc import Callable
from typing import Any, Final

from shapan.native.parts import after
from shapan.native.rows import Rows
from shapan.native.types import (
    BOOL,
    CONSTANT,
    FAMILY,
    FLOAT,
    INT,
    REASON,
    LeavesSubset,
    has_place,
    is_named_row,
    is_number,
    joined,
)
from shapan.native.value import Value

SIGNS: Final = {
    ast.Eq: "==", ast.NotEq: "!=", ast.Lt: "<", ast.LtE: "<=", ast.Gt: ">", ast.GtE: ">=",
    ast.Add: "+", ast.Sub: "-", ast.Mult: "*", ast.BitAnd: "&", ast.BitOr: "|", ast.BitXor: "^",
}  # fmt: skip
FUNCTIONS: Final = {
    ast.FloorDiv: "floordiv",
    ast.Mod: "modulo",
    ast.LShift: "shifted_left",
    ast.RShift: "shifted_right",
}
FOLDED: Final[dict[type[ast.operator], Callable[[Any, Any], Any]]] = {
    ast.Add: operator.add, ast.Sub: operator.sub, ast.Mult: operator.mul, ast.Pow: operator.pow,
    ast.LShift: operator.lshift, ast.BitOr: operator.or_,
}  # fmt: skip
"""What is computed where both sides are known."""
CHECKED: Final = {ast.Add: "added", ast.Sub: "less", ast.Mult: "multiplied"}
"""What may become larger than 64 bits can hold."""


def _is_small(value: Value) -> bool:
    return value.is_small or value.type == BOOL or (value.known and abs(value.constant) < 2**31)


class Operators(Rows):
    """Operators, each by its kind of node."""

    def _unaryop(self, node: ast.UnaryOp) -> Value:
        if isinstance(node.op, ast.Not):
            return self.condition(node)
        value = self.value(node.operand)
        if not is_number(value.type):
            raise LeavesSubset(1, f"{ast.unparse(node.op)} of {value.type}")
        if value.known and isinstance(node.op, ast.USub):
            return self.known(-value.constant)
        kind = FLOAT if value.type == FLOAT else INT
        if isinstance(node.op, ast.USub) and kind == INT:
            return Value(f"less(0, {self.fitted(value, INT)})", INT, is_small=value.is_small)
        sign = {ast.USub: "-", ast.UAdd: "+", ast.Invert: "~"}[type(node.op)]
        return Value(f"({sign}({self.unit.cpp(kind)}){value.text})", kind)

    def _binop(self, node: ast.BinOp) -> Value:
        before, (left, right) = self.ordered(node.left, node.right)
        return after(before, self.combined(left, node.op, right))

    def combined(self, left: Value, op: ast.operator, right: Value) -> Value:
        """Return two values with an operator between. Raises LeavesSubset."""
        if left.type.name == "list" and isinstance(op, ast.Add) and right.type.name == "list":
            kind = joined(left.type, right.type)
            self.unshared(left, right)
            return Value(f"plus({self.fitted(left, kind)}, {right.text})", kind)
        if left.type.name == "list" and isinstance(op, ast.Mult) and right.type == INT:
            if has_place(left.type.inner[0]):
                raise LeavesSubset(4, "one list in several places")
            return Value(f"times({self.fitted(left, left.type)}, {right.text})", left.type)
        if not (is_number(left.type) and is_number(right.type)):
            raise LeavesSubset(1, f"{left.type} and {right.type} with an operator between")
        if left.known and right.known and (fold := FOLDED.get(type(op))) is not None:
            return self.known(fold(left.constant, right.constant))
        if isinstance(op, ast.Div):
            return Value(f"divided({self.fitted(left, FLOAT)}, {self.fitted(right, FLOAT)})", FLOAT)
        kind = FLOAT if FLOAT in (left.type, right.type) else INT
        if left.type == right.type == BOOL and isinstance(op, (ast.BitAnd, ast.BitOr, ast.BitXor)):
            return Value(f"(bool)({left.text} {SIGNS[type(op)]} {right.text})", BOOL)
        one, other = self.fitted(left, kind), self.fitted(right, kind)
        if kind == INT and type(op) in FUNCTIONS:
            return Value(f"{FUNCTIONS[type(op)]}({one}, {other})", INT)
        if isinstance(op, ast.Pow) and (kind == FLOAT or (right.known and right.constant >= 0)):
            return Value(f"raised({one}, {other})", kind)
        if type(op) not in SIGNS or (kind == FLOAT and isinstance(op, (ast.BitAnd, ast.BitOr, ast.BitXor))):
            raise LeavesSubset(5, f"{type(op).__name__} of {left.type} and {right.type}")
        is_small = _is_small(left) and _is_small(right)
        if kind == INT and type(op) in CHECKED and not is_small:
            return Value(f"{CHECKED[type(op)]}({one}, {other})", INT)
        return Value(f"({one} {SIGNS[type(op)]} {other})", kind)

    def _boolop(self, node: ast.BoolOp) -> Value:
        parts = [self.value(part) for part in node.values[:1]]
        if parts[0].known:
            is_all = isinstance(node.op, ast.And)
            rest = node.values[1:]
            if bool(parts[0].constant) != is_all:
                return parts[0]
            return self.value(rest[0] if len(rest) == 1 else ast.BoolOp(node.op, rest))
        if parts[0].type == BOOL and all(self.value(part).type == BOOL for part in node.values):
            return self._all_or_any(node)
        return self._first_that(node)

    def _first_that(self, node: ast.BoolOp) -> Value:
        """Return `a and b`, `a or b` of values that are no truths: one of them."""
        *firsts, last = [self.value(part) for part in node.values]
        kind = last.type
        for value in firsts:
            kind = joined(kind, value.type)
        if (
            kind.name == "list"
            and len(firsts) == 1
            and all(one.type.name == "list" or one.known for one in (firsts[0], last))
        ):
            return self.first_that_is_full(firsts[0], last, kind, isinstance(node.op, ast.And))
        if not is_number(kind):
            raise LeavesSubset(4, "one of two lists or records: which one is meant is not known")
        text = self.fitted(last, kind)
        for value in reversed(firsts):
            name = self.temporary(kind)
            test = self.truth(Value(name, kind)).text
            first = f"({name} = {self.fitted(value, kind)}, {test})"
            text = f"({first} ? {text} : {name})" if isinstance(node.op, ast.And) else f"({first} ? {name} : {text})"
        return Value(text, kind)

    def _ifexp(self, node: ast.IfExp) -> Value:
        test = self.condition(node.test)
        if test.known:
            return self.value(node.body if test.constant else node.orelse)
        body, other = self.value(node.body), self.value(node.orelse)
        if {body.type, other.type} <= {CONSTANT} or "item" in (body.type.name, other.type.name):
            return self.either_constant(test.text, body, other)
        kind = joined(body.type, other.type)
        if is_number(kind):
            return Value(f"({test.text} ? {self.fitted(body, kind)} : {self.fitted(other, kind)})", kind)
        if kind in (FAMILY, REASON) or is_named_row(kind.cls):
            return Value(f"({test.text} ? {self.fitted(body, kind)} : {self.fitted(other, kind)})", kind)
        if kind.name in ("list", "record", "maybe") and (body.place or other.place):
            return self.either(f"({test.text} ?", [body, other], kind)
        if kind.name == "list" and (body.known or other.known or body.place == other.place):
            is_place = body.place and other.place
            text = f"({test.text} ? {self.fitted(body, kind)} : {self.fitted(other, kind)})"
            return Value(text, kind, is_place, roots=body.roots | other.roots)
        if kind.name in ("map", "record") and not body.place and not other.place:
            return Value(f"({test.text} ? {self.fitted(body, kind)} : {self.fitted(other, kind)})", kind)
        raise LeavesSubset(4, f"either {body.type} or {other.type}: which one is meant is not known")
