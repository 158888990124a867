"""Calls of functions and methods of the rules: what is handed over, and what such a call changes."""

from __future__ import annotations

import ast
from typing import Any

from shapan.engine.marked_zone import MarkedZone
from shapan.engine.table import Table
from shapan.native.expressions import NOWHERE
from shapan.native.once import cached_name, is_cached, kept_name, kept_of
from shapan.native.parts import after
from shapan.native.rated import Rated
from shapan.native.scope import Signature
from shapan.native.stale import ALWAYS, conditions
from shapan.native.types import (
    CHANCE,
    CONSTANT,
    TABLE,
    LeavesSubset,
    Type,
    has_place,
    is_kept,
    is_number,
)
from shapan.native.value import NOTHING, Root, Value


class Called(Rated):
    """Calls of functions of the rules."""

    def _function(self, function: Any, owner: Value | None, node: ast.Call) -> Value:
        if any(one.arg is None for one in node.keywords):
            raise LeavesSubset(3, "a call with as many arguments as a row has")
        deeds, is_starred = self.deeds, any(isinstance(one, ast.Starred) for one in node.args)
        size = len(self.unit.parameters(getattr(function, "__wrapped__", function))) - (owner is not None)
        given = self._arguments(node.args, size - len(node.keywords))
        values = [*given, *(self.value(one.value) for one in node.keywords)]
        before, values = self.kept_in_order(values) if self.deeds > deeds or is_starred else ("", values)
        given = values[: len(given)]
        named = dict(zip([str(one.arg) for one in node.keywords], values[len(given) :], strict=True))
        return after(before, self._called(function, owner, given, named))

    def method(self, value: Value, name: str, arguments: list[Value]) -> Value:
        cls = Table if value.type == TABLE else value.type.cls
        found = getattr(cls, name, None)
        function = found.fget if isinstance(found, property) else found
        if function is None or cls is None:
            raise LeavesSubset(3, f"{name} of {value.type}")
        return self._called(function, value, arguments, {})

    def _called(self, function: Any, owner: Value | None, given: list[Value], named: dict[str, Value]) -> Value:
        once = kept_of(function)
        if once is not None or is_cached(function):
            return self._once(once or function.__wrapped__, once is not None, owner, given, named)
        signature, values = self._asked_for(function, owner, given, named)
        texts = [self._argument(signature, name, kind, values.get(name)) for name, kind in signature.parameters]
        self.fills(*signature.fills)
        self._meets(signature, values)
        room: frozenset[Root] = frozenset()
        if signature.is_mixed:
            texts.append(self.temporary(signature.result))
            room = frozenset([("local", texts[-1])])
            self.story.fill(room)
        is_place = bool(signature.is_place or signature.is_mixed) and not signature.result.is_fixed
        roots = room | frozenset(
            [root for value in values.values() for root in value.roots] + [("type", signature.result)]
        )
        text = f"{signature.name}({', '.join(texts)})"
        return Value(text, signature.result, is_place, roots=roots if is_place else NOWHERE)

    def _asked_for(
        self, function: Any, owner: Value | None, given: list[Value], named: dict[str, Value]
    ) -> tuple[Signature, dict[str, Value]]:
        """Return a function in C++, and what is handed over, by name."""
        rest = [] if owner is None else [owner]
        names = self.unit.parameters(function)
        values = dict(zip(names, [*rest, *given], strict=False))
        more = [*rest, *given][len(names) :]
        values.update(named)
        is_narrow = owner is not None and owner.type == CONSTANT
        constants = {
            name: value.constant
            for name, value in list(values.items())[len(rest) :]
            if (value.type == CONSTANT and value.constant not in ((), []))
            or (is_narrow and value.known and is_number(value.type))
        }
        kinds = {
            name: value.type
            for name, value in list(values.items())[len(rest) :]
            if value.type.name in ("item", "family") or value.type.cls is MarkedZone
        }
        types = [value.type for value in [*rest, *given]] if not named else []
        signature = self.unit.function(function, owner, constants, types, kinds, [value.type for value in more])
        self.signature.reads |= signature.reads
        if not signature.is_done:
            signature.is_recursive = True
            if is_kept(signature.result):
                raise LeavesSubset(3, f"{signature.name} calls itself before it is known what it returns")
        if signature.acts or not signature.is_done:
            self.acts()
        for place, value in enumerate(more):
            values[f"{self.unit.rest(function)}_{place}"] = value
        return signature, values

    def _once(
        self, function: Any, is_kept: bool, owner: Value | None, given: list[Value], named: dict[str, Value]
    ) -> Value:
        """Return the call of a function whose result a valuation keeps, or that is kept for good."""
        if is_kept and named:
            raise LeavesSubset(3, "what is kept is asked for by name")
        signature, values = self._asked_for(function, owner, given, named)
        if signature.acts or signature.changes or not signature.is_done:
            raise LeavesSubset(3, f"{signature.name}, worked out once, changes something or calls itself")
        texts = ", ".join(
            self._argument(signature, name, kind, values.get(name)) for name, kind in signature.parameters
        )
        if not is_kept:
            return Value(f"{cached_name(self.unit, signature)}({texts})", signature.result)
        is_place, somewhere = has_place(signature.result), frozenset([("type", signature.result)])
        text = f"{kept_name(self.unit, signature)}({texts})"
        return Value(text, signature.result, is_place, roots=somewhere if is_place else NOWHERE)

    def _meets(self, signature: Signature, values: dict[str, Value]) -> None:
        """Raise LeavesSubset if something is handed over that the function puts out of its place and reads after that.

        What this depends on for the parameters of this function is noted.
        """
        for name in sorted(signature.changes & set(values)):
            if is_kept(values[name].type):
                self.changed(values[name])
            elif not values[name].known:
                self.acts_on(values[name])
        for name, filled in signature.conditions:
            roots = values[name].roots if name in values else NOWHERE
            why = conditions(roots, filled) if values[name].place else frozenset()
            if ALWAYS in why:
                raise LeavesSubset(
                    4, f"{name} is put out of its place by {signature.name}, which reads it after that: copy it"
                )
            self.signature.conditions |= why

    def _argument(self, signature: Signature, name: str, kind: Type, value: Value | None) -> str:
        if value is None:
            default = signature.defaults.get(name, NOTHING)
            if default is NOTHING:
                raise LeavesSubset(3, f"a call without {name}")
            value = self.known(default)
        if kind.name in ("list", "set", "map", "record"):
            if value.type.name == "maybe":
                return f"(*there({value.text}))"
            return self.addressed(value, kind)
        if kind in (TABLE, CHANCE):
            return value.text
        return self.fitted(value, kind)
