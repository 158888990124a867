"""Calls, each by what is called: functions and methods of the rules, the table, questions."""

from __future__ import annotations

import ast
import builtins
from bisect import insort
from dataclasses import MISSING, fields, is_dataclass, replace
from math import exp
from types import BuiltinMethodType, FunctionType, MethodType
from typing import Any, get_args, get_origin

from shapan.engine.actions import Actions, Family
from shapan.engine.marked_zone import MarkedZone, carry
from shapan.engine.prompt import Reason
from shapan.engine.ratings import Ratings
from shapan.engine.shared_constant import SharedConstant
from shapan.engine.table import Table
from shapan.engine.valuation import Valuation
from shapan.engine.zone import Zone
from shapan.native.asked import ASKED
from shapan.native.called import Called
from shapan.native.once import is_cached
from shapan.native.parts import after
from shapan.native.tables import UNCHANGING
from shapan.native.types import (
    CHANCE,
    CONSTANT,
    FAMILY,
    FLOAT,
    INT,
    NONE,
    STEP,
    STEPS,
    TABLE,
    LeavesSubset,
    Type,
    fixed,
    is_named_row,
    list_of,
    map_of,
    record,
)
from shapan.native.value import Value


class Calls(Called):
    """Calls, each by what is called."""

    def _call(self, node: ast.Call) -> Value:
        if isinstance(node.func, ast.Attribute):
            owner = self.value(node.func.value)
            if owner.type != CONSTANT:
                return self._method_of(owner, node.func.attr, node)
            if isinstance(owner.constant, Family):
                return self._family(owner.constant, node.func.attr, node)
            if isinstance(owner.constant, Ratings):
                return self._of_ratings(owner.constant, node.func.attr, node)
            if isinstance(owner.constant, Actions) and node.func.attr == "of":
                return Value(self.fitted(self.value(node.args[0]), INT), FAMILY)
            return self._constant_call(self.attribute(owner, node.func.attr).constant, node)
        called = self.value(node.func)
        if called.known and get_origin(called.constant) is dict and not node.args and not node.keywords:
            words = get_args(called.constant)
            if words[0] is int and words[1] in (int, float):
                kind = map_of(FLOAT if words[1] is float else INT)
                return Value(f"{self.unit.cpp(kind)}()", kind)
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
        if called is exp:
            value = self.value(node.args[0])
            return Value(f"exponential({self.fitted(value, FLOAT)})", FLOAT)
        name = getattr(called, "__name__", "")
        if called is carry:
            before, values = self.ordered(*node.args)
            self.acts()
            return after(before, Value(f"carry({', '.join(value.text for value in values)})", NONE))
        if isinstance(called, BuiltinMethodType) and isinstance(called.__self__, UNCHANGING):
            return self.of_constant(called, name, node)
        if name and vars(builtins).get(name) is called:
            return self._builtin(name, node)
        if isinstance(called, FunctionType) or is_cached(called):
            return self._function(called, None, node)
        if isinstance(called, MethodType):
            return self._function(called.__func__, Value("", CONSTANT, False, called.__self__), node)
        if isinstance(called, type):
            return self._made(called, node)
        raise LeavesSubset(7, f"{ast.unparse(node.func)} is no function of the rules")

    def _made(self, cls: type, node: ast.Call) -> Value:
        """Return a new record. Raises LeavesSubset for a class that is none."""
        if is_named_row(cls):
            return self.named_row(cls, node)
        if issubclass(cls, Reason):
            return self.reason(node)
        if issubclass(cls, Valuation):
            before, (view, seat) = self.ordered(*node.args)
            name = f"{self.unit.cpp(record(cls))}{{&{view.text}, {self.fitted(seat, INT)}, ++valuations}}"
            return after(before, Value(name, record(cls)))
        if cls is Zone:
            return self.new_zone(node)
        if not is_dataclass(cls) or issubclass(cls, SharedConstant):
            raise LeavesSubset(3, f"a new {cls.__name__}")
        kinds, deeds = self.unit.fields(cls), self.deeds
        parts = self._arguments(node.args)
        values = [*parts, *(self.value(one.value) for one in node.keywords)]
        before, values = self.kept_in_order(values) if self.deeds > deeds else ("", values)
        names = [one.name for one in fields(cls) if one.init and one.name != "viewer"][: len(parts)]
        given = dict(zip([*names, *(str(one.arg) for one in node.keywords)], values, strict=True))
        kind = self.unit.annotations.type_of_class(cls)
        lines = []
        for one in fields(cls):
            if one.name in kinds:
                text = self._start(one, kinds[one.name], given.get(one.name))
                lines.append(
                    f"r.{one.name}_.put({text});" if kinds[one.name].name == "maybe" else f"r.{one.name}_ = {text};"
                )
        return after(before, self.block(kind, f"{self.unit.cpp(kind)} r;", lines, "r"))

    def _start(self, field: Any, kind: Type, value: Value | None) -> str:
        if value is not None:
            return self.copied(value, kind, field.name)
        if field.default is not MISSING:
            return self.fitted(self.known(field.default), kind)
        if field.default_factory is MISSING:
            raise LeavesSubset(3, f"a new record without {field.name}")
        made = field.default_factory()
        if isinstance(made, list) or type(made) is Zone:
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
        if owner.type == self.unit.state and name == "seen" and len(node.args) == 1:
            return Value(f"seen_of_facts({owner.text}, {self.fitted(self.value(node.args[0]), INT)})", owner.type, True)
        if (owner.type == self.unit.state and name == "push") or owner.type == STEPS:
            return self._of_agenda(owner, name, node)
        if owner.type.name == "map":
            return self._of_map(owner, name, node)
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

    def _of_agenda(self, owner: Value, name: str, node: ast.Call) -> Value:
        """Return what puts a step on the agenda, or takes the last one off."""
        self.acts()
        if owner.type == STEPS and name == "pop" and not node.args:
            return Value(f"{owner.text}.drop()", STEP)
        row = node.args[0] if name == "append" and len(node.args) == 1 else None
        if owner.type == STEPS and not isinstance(row, ast.Tuple):
            raise LeavesSubset(3, f"{name} of steps")
        agenda, nodes = (owner.text, row.elts) if isinstance(row, ast.Tuple) else (f"{owner.text}.agenda_", node.args)
        parts = [self.fitted(self.value(one), INT) for one in nodes]
        return Value(f"{agenda}.push({{{', '.join(parts)}}})", NONE)
