"""Calls, each by what is called: functions and methods of the rules, the table, questions."""

from __future__ import annotations

import ast
import builtins
from bisect import insort
from dataclasses import MISSING, fields, is_dataclass, replace
from types import BuiltinMethodType, FunctionType, MethodType
from typing import Any

from shapan.engine.actions import Actions, Family
from shapan.engine.marked_zone import MarkedZone, carry
from shapan.engine.prompt import Reason
from shapan.engine.shared_constant import SharedConstant
from shapan.engine.table import Table
from shapan.native.asked import ASKED
from shapan.native.expressions import NOWHERE
from shapan.native.new_records import NewRecords
from shapan.native.parts import after
from shapan.native.scope import Signature
from shapan.native.stale import ALWAYS, conditions
from shapan.native.tables import UNCHANGING
from shapan.native.types import (
    CHANCE,
    CONSTANT,
    FAMILY,
    INT,
    NONE,
    STEP,
    STEPS,
    TABLE,
    LeavesSubset,
    Type,
    fixed,
    is_kept,
    is_named_row,
    is_number,
    list_of,
    map_of,
)
from shapan.native.value import NOTHING, Root, Value


class Calls(NewRecords):
    """Calls, each by what is called."""

    def _call(self, node: ast.Call) -> Value:
        if isinstance(node.func, ast.Attribute):
            owner = self.value(node.func.value)
            if owner.type != CONSTANT:
                return self._method_of(owner, node.func.attr, node)
            if isinstance(owner.constant, Family):
                return self._family(owner.constant, node.func.attr, node)
            if isinstance(owner.constant, Actions) and node.func.attr == "of":
                return Value(self.fitted(self.value(node.args[0]), INT), FAMILY)
            return self._constant_call(self.attribute(owner, node.func.attr).constant, node)
        called = self.value(node.func)
        if called.known:
            return self._constant_call(called.constant, node)
        if called.type.name == "item":
            return self.one_called(called, node)
        raise LeavesSubset(7, f"{ast.unparse(node.func)} is called, a function handed along")

    def _constant_call(self, called: Any, node: ast.Call) -> Value:
        if called is insort:
            row, item = (self.value(one) for one in node.args)
            self.changed(row)
            return Value(f"insort({row.text}, {self.fitted(item, row.type.inner[0])})", NONE)
        name = getattr(called, "__name__", "")
        if called is carry:
            before, values = self.ordered(*node.args)
            self.acts()
            return after(before, Value(f"carry({', '.join(value.text for value in values)})", NONE))
        if isinstance(called, BuiltinMethodType) and isinstance(called.__self__, UNCHANGING):
            return self.of_constant(called, name, node)
        if name and vars(builtins).get(name) is called:
            return self._builtin(name, node)
        if isinstance(called, FunctionType):
            return self._function(called, None, node)
        if isinstance(called, MethodType):
            return self._function(called.__func__, Value("", CONSTANT, False, called.__self__), node)
        if isinstance(called, type):
            return self._made(called, node)
        raise LeavesSubset(7, f"{ast.unparse(node.func)} is no function of the rules")

    # Functions and methods of the rules

    def _function(self, function: Any, owner: Value | None, node: ast.Call) -> Value:
        if any(one.arg is None for one in node.keywords):
            raise LeavesSubset(3, "a call with as many arguments as a row has")
        deeds, is_starred = self.deeds, any(isinstance(one, ast.Starred) for one in node.args)
        size = len(self.unit.parameters(function)) - (owner is not None)
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

    def _meets(self, signature: Signature, values: dict[str, Value]) -> None:
        """Raise LeavesSubset if something is handed over that the function puts out of its place and reads after that.

        What this depends on for the parameters of this function is noted.
        """
        for name in sorted(signature.changes & set(values)):
            if is_kept(values[name].type):
                self.changed(values[name])
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
        if kind.name in ("list", "set", "record"):
            if value.type.name == "maybe":
                return f"(*there({value.text}))"
            return self.addressed(value, kind)
        if kind in (TABLE, CHANCE):
            return value.text
        return self.fitted(value, kind)

    def _made(self, cls: type, node: ast.Call) -> Value:
        """Return a new record. Raises LeavesSubset for a class that is none."""
        if is_named_row(cls):
            return self.named_row(cls, node)
        if issubclass(cls, Reason):
            return self.reason(node)
        if not is_dataclass(cls) or issubclass(cls, SharedConstant):
            raise LeavesSubset(3, f"a new {cls.__name__}")
        kinds = self.unit.fields(cls)
        given = {
            one.name: value
            for one, value in zip([f for f in fields(cls) if f.init and f.name != "viewer"], node.args, strict=False)
        }
        given.update({str(one.arg): one.value for one in node.keywords})
        kind = self.unit.annotations.type_of_class(cls)
        lines = []
        for one in fields(cls):
            if one.name in kinds:
                text = self._start(one, kinds[one.name], given.get(one.name))
                lines.append(
                    f"r.{one.name}_.put({text});" if kinds[one.name].name == "maybe" else f"r.{one.name}_ = {text};"
                )
        return self.block(kind, f"{self.unit.cpp(kind)} r;", lines, "r")

    def _start(self, field: Any, kind: Type, node: ast.expr | None) -> str:
        if node is not None:
            return self.copied(self.value(node), kind, field.name)
        if field.default is not MISSING:
            return self.fitted(self.known(field.default), kind)
        if field.default_factory is MISSING:
            raise LeavesSubset(3, f"a new record without {field.name}")
        made = field.default_factory()
        if isinstance(made, list):
            return self.start_of(made, kind)
        raise LeavesSubset(3, f"the start of {field.name}")

    # Methods of what C++ has itself

    def _method_of(self, owner: Value, name: str, node: ast.Call) -> Value:
        if owner.type.cls is MarkedZone and name in ("clear", "unmark"):
            self.acts()
            rows = list_of(list_of(INT))
            self.fills(("field", (MarkedZone, "marks")), ("item", rows.inner[0]), ("type", rows))
            return Value(f"{owner.text}.{name}()", NONE)
        if owner.type.name == "item":
            return self.one_called(self.attribute(owner, name), node)
        if owner.type == TABLE and name in ("tell", "finish", *ASKED):
            return self._table(owner, name, node)
        if owner.type == CHANCE:
            if name != "number":
                raise LeavesSubset(3, f"{name} of chance")
            before, values = self.ordered(*node.args)
            self.acts()
            parts = [self.fitted(one, INT) for one in values]
            return after(before, Value(f"{owner.text}.number({', '.join(parts)})", INT))
        if owner.type == self.unit.state and name == "push":
            self.acts()
            parts = [self.fitted(self.value(one), INT) for one in node.args]
            return Value(f"{owner.text}.agenda_.push({{{', '.join(parts)}}})", NONE)
        if owner.type == STEPS and name == "pop" and not node.args:
            self.acts()
            return Value(f"{owner.text}.drop()", STEP)
        if owner.type == map_of(INT) and name == "get" and len(node.args) == 2 and not node.keywords:
            before, values = self.ordered(*node.args)
            return after(before, Value(f"{owner.text}.get({', '.join(self.fitted(one, INT) for one in values)})", INT))
        if owner.type.name in ("list", "set"):
            return self._of_row(owner, name, node)
        if owner.type == FAMILY and name == "values":
            self.unit.values_of_codes = True
            text = f"values_of({owner.text}, {self.fitted(self.value(node.args[0]), INT)})"
            return Value(text, fixed(list_of(INT)))
        if owner.type == FAMILY and name == "value" and len(node.args) <= 2:
            self.unit.values_of_codes = True
            code, place = self.value(node.args[0]), self.value(node.args[1]) if node.args[1:] else self.known(0)
            return Value(f"value_of({owner.text}, {self.fitted(code, INT)}, {self.fitted(place, INT)})", INT)
        if owner.type == INT and name in ("bit_count", "bit_length"):
            return Value(f"{name}({owner.text})", INT)
        if owner.type.name == "maybe":
            owner = replace(owner, text=f"(*there({owner.text}))", type=owner.type.inner[0])
        cls = Table if owner.type == TABLE else owner.type.cls
        found = getattr(cls, name, None)
        if found is None:
            raise LeavesSubset(3, f"{name} of {owner.type}")
        if name == "all_zones":
            return Value(f"all_zones({owner.text})", self.unit.zones())
        return self._function(found, owner, node)
