"""Expressions, worked out in order: names and attributes, conditions, truth."""

from __future__ import annotations

import ast
from dataclasses import replace
from functools import cached_property
from types import ModuleType
from typing import Any, Final

from shapan.engine.actions import PARAMETER_BITS, Family
from shapan.engine.shared_constant import SharedConstant
from shapan.native.once import is_valuation
from shapan.native.parts import Parts
from shapan.native.types import (
    BOOL,
    CHANCE,
    CONSTANT,
    FAMILY,
    INT,
    REASON,
    STEPS,
    TABLE,
    WORD,
    LeavesSubset,
    Type,
    has_place,
    is_kept,
    is_number,
    maybe,
)
from shapan.native.value import Root, Value

NOWHERE: Final[frozenset[Root]] = frozenset()
PLACES: Final = {"scripts": ()}
"""Of chance: a match that is played here has no script."""


class Expressions(Parts):
    """Expressions, each by its kind of node; those of other files are found by their names."""

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
        if value.type in (BOOL, REASON):
            return Value(value.text, BOOL)
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
        if value.type == CONSTANT or (value.known and value.type.cls is not None):
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
        if is_valuation(kind) and name == "view":
            return Value(f"(*{text}view_)", self.unit.state, True)
        if name in fields:
            if kind == self.unit.state:
                self.signature.reads.add(name)
            made = self._field(f"{text}{name}_", fields[name])
            made.roots = self._field_roots(value, kind.cls, name, made)
            return made
        found = getattr(kind.cls, name, None)
        if isinstance(found, (property, cached_property)):
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
