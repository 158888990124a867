"""Calls by tables: what a constant mapping has for a key, and one of several functions."""

from __future__ import annotations

import ast
from types import FunctionType, MappingProxyType, MethodType
from typing import Any, Final

from shapan.engine.actions import Family
from shapan.native.comparisons import Comparisons
from shapan.native.parts import after
from shapan.native.types import CONSTANT, INT, NONE, LeavesSubset, joined, list_of
from shapan.native.value import Value

_ASKS: Final = frozenset({"get", "index", "count", "items", "keys", "values", "bit_count"})
UNCHANGING: Final = (tuple, list, dict, frozenset, MappingProxyType, range)
"""Constants: a list or mapping among them is never changed by translated rules."""


class Tables(Comparisons):
    """Calls of what is looked up in a constant."""

    def _of_family(self, family: Family, name: str, parts: list[Value]) -> Value:
        """Return what a family makes of values."""
        raise NotImplementedError

    def _called(self, function: Any, owner: Value | None, given: list[Value], named: dict[str, Value]) -> Value:
        """Return the call of a function of the rules."""
        raise NotImplementedError

    def _arguments(self, nodes: list[ast.expr], size: int = -1) -> list[Value]:
        """Return the values of arguments; a row may stand for the last ones, of which there are `size` in all."""
        raise NotImplementedError

    def of_constant(self, called: Any, name: str, node: ast.Call) -> Value:
        """Return what a method of a constant returns: of things that are known, or what a mapping has for a key."""
        values = [self.value(one) for one in node.args]
        if name not in _ASKS or node.keywords:
            raise LeavesSubset(4, f"{name} of a constant")
        if all(value.known for value in values):
            made = called(*(value.constant for value in values))
            return self.known(tuple(made) if name in ("items", "keys", "values") else made)
        if len(values) == 1 and values[0].type.name == "item":
            return self.mapped(values[0], called)
        whole = called.__self__
        if name == "get" and whole and all(type(key) is int for key in whole) and all(v.known for v in values[1:]):
            otherwise = values[1].constant if len(values) > 1 else None
            keys = self.known(tuple(whole)).text
            return self.chosen([*whole.values(), otherwise], f"place_or_end({keys}, {self.fitted(values[0], INT)})")
        raise LeavesSubset(2, f"{name} of such a constant")

    def one_called(self, called: Value, node: ast.Call) -> Value:
        """Return a call of one of several functions, whichever it is: a case for each."""
        if node.keywords:
            raise LeavesSubset(7, "one of several functions is called with names")
        choices, deeds = self.unit.choices(called.type), self.deeds
        nodes, rest = list(node.args), None
        row = nodes.pop().value if nodes and isinstance(nodes[-1], ast.Starred) else None  # type: ignore[attr-defined]
        before, values = self.kept_in_order(self._arguments(nodes))
        if row is not None:
            rest = self.kept(self.value(row))
        at = called.text
        if self.deeds > deeds:  # which one is meant is read first
            at = self.temporary(INT)
            before = ", ".join(text for text in (f"{at} = {called.text}", before) if text)
        if rest is not None:
            before = ", ".join(text for text in (before, rest[0]) if text)
        ways: list[tuple[int, str, Value]] = []
        for number, one in enumerate(choices):
            for test, more in self._rest_of(one, len(values), rest and rest[1]):
                ways.append((number, test, self._called_with(one, [*values, *more])))
        kind = ways[0][2].type
        for _, _, made in ways:
            kind = joined(kind, made.type)
            if made.place:
                raise LeavesSubset(4, f"one of several functions returns a {made.type} of the state")
        self.deeds = max(self.deeds, deeds + 1)
        lines, before_it = [f"switch ({at}) {{"], -1
        for number, test, made in ways:
            done = f"{made.text}; return;" if kind == NONE else f"return {self.fitted(made, kind)};"
            lines.append(f"{f'break; case {number}:' if number != before_it else ''} {test}{{ {done} }}")
            before_it = number
        lines += ["}", "leave(RAISED);"]
        body = " ".join(lines)
        return after(before, Value(f"[&]() -> {self.unit.cpp(kind)} {{ {body} }}()", kind))

    def _rest_of(self, called: Any, given: int, row: Value | None) -> list[tuple[str, list[Value]]]:
        """Return the last arguments of one of several functions, from a row, with a test of its length."""
        if row is None:
            return [("", [])]
        function = getattr(called, "__func__", called)
        most = len(self.unit.parameters(function)) - given - isinstance(called, MethodType)
        least = most - len(getattr(function, "__defaults__", None) or ())
        if row.type != list_of(INT) or least < 0 or getattr(function, "__kwdefaults__", None):
            raise LeavesSubset(3, "a call with as many arguments as a row has")
        self.unit.rest_is_none(function)
        return [
            (f"if ({row.text}.n == {size}) ", [Value(f"{row.text}.a[{at}]", INT) for at in range(size)])
            for size in range(least, most + 1)
        ]

    def _fresh(self) -> int:
        self._loops += 1
        return self._loops

    def _called_with(self, called: Any, values: list[Value]) -> Value:
        """Return the call of a constant with values that are worked out already."""
        if isinstance(called, MethodType):
            owner = called.__self__
            if isinstance(owner, Family):
                return self._of_family(owner, called.__name__, values)
            return self._called(called.__func__, Value("", CONSTANT, False, owner), values, {})
        if isinstance(called, FunctionType):
            return self._called(called, None, values, {})
        raise LeavesSubset(7, f"{called!r:.60} is no function of the rules")

    def _named_number(self, value: Value) -> tuple[Value, Value]:
        """Return a number as it is read first, and from then on: it is worked out once."""
        if value.known or value.text.isidentifier():
            return value, value
        name = self.temporary(INT)
        return Value(f"({name} = {self.fitted(value, INT)})", INT), Value(name, INT)
