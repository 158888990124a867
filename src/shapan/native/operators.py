"""Expressions but for calls: names, numbers, rows, places in them, and the operators between."""

from __future__ import annotations

import ast
import operator
from collections.abc import Callable
from dataclasses import replace
from types import ModuleType
from typing import Any, Final

from shapan.engine.actions import PARAMETER_BITS, Family
from shapan.engine.shared_constant import SharedConstant
from shapan.native.loops import item_roots
from shapan.native.parts import Parts, after
from shapan.native.types import (
    BOOL,
    CHANCE,
    CONSTANT,
    EMPTY,
    FAMILY,
    FLOAT,
    INT,
    STEPS,
    TABLE,
    WORD,
    LeavesSubset,
    Type,
    fixed,
    has_place,
    is_kept,
    is_number,
    joined,
    list_of,
    map_of,
    maybe,
    set_of,
)
from shapan.native.value import Root, Value

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
NOWHERE: Final[frozenset[Root]] = frozenset()
PLACES: Final = {"scripts": ()}
"""Of chance: a match that is played here has no script."""


def _is_small(value: Value) -> bool:
    return value.is_small or value.type == BOOL or (value.known and abs(value.constant) < 2**31)


class Operators(Parts):
    """Expressions, each by its kind of node."""

    def ordered(self, *nodes: ast.expr) -> tuple[str, list[Value]]:
        """Return several values, and what has to be done before: in C++ arguments are worked out in any order."""
        deeds, values = self.deeds, [self.value(node) for node in nodes]
        return self.kept_in_order(values) if self.deeds > deeds else ("", values)

    def kept_in_order(self, values: list[Value]) -> tuple[str, list[Value]]:
        """Return values that are worked out one after another, and the text that does so."""
        if sum(not value.known for value in values) < 2:
            return "", values
        kept = [self.kept(value) for value in values]
        return ", ".join(text for text, _ in kept if text), [value for _, value in kept]

    def kept(self, value: Value) -> tuple[str, Value]:
        """Return the text that works a value out and keeps it, and the value from then on."""
        if value.known or value.type in (CONSTANT, TABLE, CHANCE, self.unit.state):
            return "", value
        if value.type.name in ("None", "tuple"):
            raise LeavesSubset(3, f"{value.type} beside what changes something")
        if not value.place:
            name = self.temporary(value.type)
            return f"{name} = {self.fitted(value, value.type)}", replace(value, text=name)
        if value.type.name == "maybe":
            name = self.temporary(value.type)
            return f"{name} = {value.text}", replace(value, text=name)
        name = self.temporary(maybe(value.type))
        return f"{name} = &({value.text})", replace(value, text=f"(*{name})")

    def value(self, node: ast.expr) -> Value:
        method = getattr(self, f"_{type(node).__name__.lower()}", None)
        if method is None:
            raise LeavesSubset(3, f"{type(node).__name__} {ast.unparse(node)[:60]}").at(node)
        try:
            found: Value = method(node)
        except LeavesSubset as error:
            raise error.at(node) from None
        return found

    def condition(self, node: ast.expr) -> Value:
        if isinstance(node, ast.BoolOp):
            return self._all_or_any(node)
        if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
            inner = self.condition(node.operand)
            return self.known(not inner.constant) if inner.known else Value(f"!{inner.text}", BOOL)
        if isinstance(node, ast.IfExp):
            test = self.condition(node.test)
            if test.known:
                return self.condition(node.body if test.constant else node.orelse)
            return Value(f"({test.text} ? {self.condition(node.body).text} : {self.condition(node.orelse).text})", BOOL)
        return self.truth(self.value(node))

    def _all_or_any(self, node: ast.BoolOp) -> Value:
        """Return a condition of several; what cannot be reached is not looked at."""
        is_all = isinstance(node.op, ast.And)
        texts: list[str] = []
        for part in node.values:
            one = self.condition(part)
            if one.known and bool(one.constant) != is_all:
                if not texts:
                    return self.known(not is_all)
                texts.append(one.text)
                break
            if not one.known:
                texts.append(one.text)
        if not texts:
            return self.known(is_all)
        return Value(f"({(' && ' if is_all else ' || ').join(texts)})", BOOL)

    def truth(self, value: Value) -> Value:
        """Return whether a value is true."""
        if value.known:
            return self.known(bool(value.constant))
        if value.type == BOOL:
            return value
        if is_number(value.type):
            return Value(f"({value.text} != 0)", BOOL)
        if value.type.name == "item":
            return self.mapped(value, bool)
        if value.type == WORD:
            return Value(f"({value.text} != 0)", BOOL)
        if value.type.name in ("list", "set", "steps"):
            return Value(f"({value.text}.n != 0)", BOOL)
        if value.type.name == "maybe":
            return self._truth_of_maybe(value)
        cls = value.type.cls
        if cls is not None and hasattr(cls, "__bool__"):
            return self.method(value, "__bool__", [])
        if cls is not None and hasattr(cls, "__len__"):
            return Value(f"({self.method(value, '__len__', []).text} != 0)", BOOL)
        if cls is not None:
            return Value("true", BOOL)
        raise LeavesSubset(1, f"whether {value.type} is true")

    def _truth_of_maybe(self, value: Value) -> Value:
        inner = value.type.inner[0]
        if hasattr(inner.cls, "__len__") or hasattr(inner.cls, "__bool__"):
            raise LeavesSubset(3, f"whether {inner}, which may be missing or empty, is true")
        if inner.name != "list":
            return Value(f"({value.text} != nullptr)", BOOL)
        name = self.temporary(value.type)
        return Value(f"(({name} = {value.text}) != nullptr && {name}->n != 0)", BOOL)

    def method(self, value: Value, name: str, arguments: list[Value]) -> Value:
        """Return the call of a method of a record."""
        raise NotImplementedError

    # Names and numbers

    def _name(self, node: ast.Name) -> Value:
        return self.named(node.id, node)

    def _constant(self, node: ast.Constant) -> Value:
        return self.known(node.value)

    def _namedexpr(self, node: ast.NamedExpr) -> Value:
        value, name = self.value(node.value), node.target.id
        text = self.bind(name, value)
        self.deeds += 1
        kind = self.names[name].type if name in self.names else self.locals[name]
        is_place = has_place(kind) or kind.name == "maybe"
        return Value(
            f"(*({text}))" if is_kept(kind) else f"({text})", kind, is_place, roots=self.roots.get(name, NOWHERE)
        )

    def _attribute(self, node: ast.Attribute) -> Value:
        return self.attribute(self.value(node.value), node.attr)

    def attribute(self, value: Value, name: str) -> Value:
        """Return an attribute of a thing. Raises LeavesSubset."""
        if value.type == CONSTANT:
            return self.known(self._read(value.constant, name))
        if value.type.name == "item":
            return self.mapped(value, lambda one: getattr(one, name))
        if value.type == FAMILY and name == "number":
            return Value(f"({value.text} >> {PARAMETER_BITS})", INT)
        if value.type == TABLE:
            if name == "state":
                return Value(f"{value.text}.state", self.unit.state, True)
            if name == "on":
                return self.known(False)
        if value.type == CHANCE and name in PLACES:
            return self.known(PLACES[name])
        kind, text = value.type, f"{value.text}."
        if kind.name == "maybe":
            kind, text = kind.inner[0], f"there({value.text})->"
        if kind.cls is None:
            raise LeavesSubset(1, f"{name} of {kind}")
        fields = self.unit.fields(kind.cls)
        if name in fields:
            if kind == self.unit.state:
                self.signature.reads.add(name)
            made = self._field(f"{text}{name}_", fields[name])
            made.roots = self._field_roots(value, kind.cls, name, made)
            return made
        found = getattr(kind.cls, name, None)
        if isinstance(found, property) and found.fget is not None:
            return self.method(value, name, [])
        if found is not None and not callable(found) and not hasattr(found, "__get__"):
            return self.known(found)
        reason = self.unit.annotations.left_out.get(kind.cls, {}).get(name, "")
        raise LeavesSubset(1, f"{kind.cls.__name__}.{name}: {reason or 'no field with a type'}")

    @staticmethod
    def _field_roots(owner: Value, cls: type, name: str, found: Value) -> frozenset[Root]:
        """Return where a list or record lies that is a field."""
        if not found.place or found.type in (STEPS, CHANCE):
            return NOWHERE
        return (
            owner.roots | {("field", (cls, name))} | ({("type", found.type)} if owner.type.name == "maybe" else NOWHERE)
        )

    @staticmethod
    def _field(text: str, kind: Type) -> Value:
        if kind.name == "maybe":
            return Value(f"{text}.at()", kind, True)
        if kind.cls is not None and issubclass(kind.cls, SharedConstant):
            return Value(f"(*{text})", kind, True)
        return Value(text, kind, has_place(kind))

    @staticmethod
    def _read(thing: Any, name: str) -> Any:
        if isinstance(thing, (ModuleType, Family, type)) or hasattr(thing, name):
            return getattr(thing, name)
        raise LeavesSubset(3, f"{thing!r} has no {name}")

    # Rows and their places

    def _tuple(self, node: ast.Tuple) -> Value:
        if node.elts and not any(isinstance(one, ast.Starred) for one in node.elts):
            values = [self.value(one) for one in node.elts]
            if all(value.known for value in values):
                return self.known(tuple(value.constant for value in values))
        made = self._row(node.elts)
        if made.type.name == "list":
            made.type = fixed(made.type)
        return made

    def _list(self, node: ast.List) -> Value:
        return self._row(node.elts)

    def _set(self, node: ast.Set) -> Value:
        made = self._row(node.elts)
        kind = set_of(made.type.inner[0])
        adds = [f"r.add({self.fitted(self.value(part), kind.inner[0])});" for part in node.elts]
        return self.block(kind, f"{self.unit.cpp(kind)} r;", adds, "r")

    def _row(self, nodes: list[ast.expr]) -> Value:
        parts = [(self.value(n.value), True) if isinstance(n, ast.Starred) else (self.value(n), False) for n in nodes]
        inner = EMPTY
        for value, is_row in parts:
            if is_row and value.type.name != "list":
                raise LeavesSubset(3, f"a row made of {value.type}")
            inner = joined(inner, value.type.inner[0] if is_row else value.type)
        if not parts:
            return Value("", list_of(EMPTY))
        if inner == CONSTANT:
            return self.known(tuple(value.constant for value, _ in parts))
        kind = list_of(inner)
        if not any(is_row for _, is_row in parts):
            texts = [self.copied(value, inner, "a row") for value, _ in parts]
            return Value(f"{self.unit.cpp(kind)}{{{', '.join(texts)}}}", kind)
        lines = []
        for node, (value, is_row) in zip(nodes, parts, strict=True):
            if is_row and isinstance(node, ast.Starred) and isinstance(node.value, (ast.ListComp, ast.GeneratorExp)):
                lines += self.appended(node.value, inner)
            else:
                if is_row:
                    self.unshared(value)
                put = f"extend({value.text})" if is_row else f"append({self.copied(value, inner, 'a row')})"
                lines.append(f"r.{put};")
        return self.block(kind, f"{self.unit.cpp(kind)} r;", lines, "r")

    def _listcomp(self, node: ast.ListComp) -> Value:
        return self.comprehension(node)

    def _setcomp(self, node: ast.SetComp) -> Value:
        return self.comprehension(node)

    def _dictcomp(self, node: ast.DictComp) -> Value:
        """Return numbers by numbers; of equal keys the last one holds."""

        def each() -> list[str]:
            key, value = self.value(node.key), self.value(node.value)
            return [f"r.set({self.fitted(key, INT)}, {self.fitted(value, INT)});"]

        return self.block(map_of(INT), "Map r;", self.passes(node, each), "r")

    def _generatorexp(self, node: ast.GeneratorExp) -> Value:
        return self.comprehension(node)

    def _subscript(self, node: ast.Subscript) -> Value:
        if isinstance(node.slice, ast.Slice):
            return self.slice(self.value(node.value), node.slice)
        if isinstance(node.value, ast.Dict):
            return self._one_of(node.value, self.value(node.slice))
        if isinstance(node.value, ast.Attribute) and node.value.attr == "codes":
            owner = self.value(node.value.value)
            if isinstance(owner.constant, Family):
                return self._code_of(owner.constant, self.value(node.slice))
        row, place = self.value(node.value), self.value(node.slice)
        if row.known and place.known:
            return self.known(row.constant[place.constant])
        if row.type.name == "tuple" and place.known:
            return Value(f"{row.text}.a[{range(len(row.type.inner))[place.constant]}]", INT)
        if isinstance(place.constant, slice) or (place.type.name == "item" and self.are_slices(place)):
            return self.part_of_row(row, place)
        if row.type == CONSTANT and row.known:
            return self.among(row.constant, place)
        if row.type.name == "item" and place.known:
            return self.mapped(row, lambda one: one[place.constant])
        if row.type.name != "list":
            raise LeavesSubset(2, f"a place of {row.type}")
        inner = row.type.inner[0]
        text = f"{row.text}[{self.fitted(place, INT)}]"
        is_lasting = row.known or row.is_lasting
        is_place = has_place(inner) and not is_lasting
        return Value(text, inner, is_place, roots=item_roots(row) if is_place else NOWHERE, is_lasting=is_lasting)

    def _one_of(self, node: ast.Dict, key: Value) -> Value:
        """Return what a mapping has that is written where it is read, by numbers."""
        deeds, keys = self.deeds, [self.value(one) for one in node.keys if one is not None]
        values = [self.value(one) for one in node.values]
        kind = FLOAT if any(value.type == FLOAT for value in values) else INT
        is_plain = all(is_number(value.type) for value in values) and len(keys) == len(values) and key.type == INT
        if self.deeds > deeds or not is_plain or not all(one.known and one.type == INT for one in keys):
            raise LeavesSubset(2, "such a mapping")
        if any(value.type != kind for value in values if not value.known):
            raise LeavesSubset(5, "a mapping to numbers of several types")
        name, text = self.temporary(INT), f"(leave(NOT_THERE), {self.unit.cpp(kind)}())"
        for one, value in zip(keys, values, strict=True):  # of two equal keys the last one holds
            text = f"({name} == {one.text} ? {self.fitted(value, kind)} : {text})"
        return Value(f"({name} = {key.text}, {text})", kind)

    def _code_of(self, family: Family, place: Value) -> Value:
        if place.known:
            return self.known(family.codes[place.constant])
        return Value(f"code_of<{family.base}L, {len(family.codes)}>({self.fitted(place, INT)})", INT)

    # Operators

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
        if kind == FAMILY:
            return Value(f"({test.text} ? {body.text} : {other.text})", kind)
        if kind.name in ("list", "record", "maybe") and (body.place or other.place):
            return self.either(f"({test.text} ?", [body, other], kind)
        if kind.name == "list" and (body.known or other.known or body.place == other.place):
            is_place = body.place and other.place
            text = f"({test.text} ? {self.fitted(body, kind)} : {self.fitted(other, kind)})"
            return Value(text, kind, is_place, roots=body.roots | other.roots)
        raise LeavesSubset(4, f"either {body.type} or {other.type}: which one is meant is not known")
