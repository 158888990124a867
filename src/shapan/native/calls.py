"""Calls: of functions and methods of the rules, of what Python brings, of the table, of families and questions."""

from __future__ import annotations

import ast
import builtins
from bisect import insort
from collections.abc import Callable
from dataclasses import MISSING, fields, is_dataclass, replace
from types import BuiltinMethodType, FunctionType, MethodType
from typing import Any, Final

from shapan.engine.actions import PARAMETER_BITS, Actions, Family
from shapan.engine.marked_zone import MarkedZone, carry
from shapan.engine.shared_constant import SharedConstant
from shapan.engine.table import Table
from shapan.native.asked import ASKED
from shapan.native.operators import NOWHERE
from shapan.native.parts import after
from shapan.native.scope import Signature
from shapan.native.sorting import COMPREHENSIONS, Sorting
from shapan.native.stale import ALWAYS, conditions
from shapan.native.tables import UNCHANGING
from shapan.native.types import (
    BOOL,
    CHANCE,
    CONSTANT,
    EMPTY,
    FAMILY,
    FLOAT,
    INT,
    NONE,
    TABLE,
    LeavesSubset,
    Type,
    fixed,
    has_place,
    is_kept,
    is_number,
    joined,
    list_of,
    map_of,
    set_of,
    tuple_of,
)
from shapan.native.value import NOTHING, Root, Value

CHANGES: Final = frozenset(
    {"append", "clear", "extend", "insert", "pop", "remove", "reverse", "sort", "add", "update", "discard"}
)


class Calls(Sorting):
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

    def _arguments(self, nodes: list[ast.expr], size: int = -1) -> list[Value]:
        """Return the values of arguments; a row may stand for the last ones, of which there are `size` in all."""
        values: list[Value] = []
        for node in nodes:
            if not isinstance(node, ast.Starred):
                values.append(self.value(node))
                continue
            row = self.value(node.value)
            if row.parts is not None:
                values += row.parts
            elif row.known:
                values += [self.known(one) for one in row.constant]
            elif row.type.name == "list" and is_number(row.type.inner[0]) and node is nodes[-1] and size >= len(values):
                rest, name = size - len(values), self.temporary(row.type)
                first = f"({name} = {self.fitted(row, row.type)}, of({name}, {rest}).a[0])"
                parts = [first, *(f"{name}.a[{place}]" for place in range(1, rest))][:rest]
                made = [Value(text, row.type.inner[0]) for text in parts]
                values += self._all_kept(made)
            else:
                raise LeavesSubset(3, "a call with as many arguments as a row has")
        return values

    def _all_kept(self, values: list[Value]) -> list[Value]:
        """Return values each of which is worked out where the first one is."""
        before, kept = self.kept_in_order(values)
        return [after(before, kept[0]), *kept[1:]] if kept else []

    # What Python brings

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

    # Families

    def _family(self, family: Family, name: str, node: ast.Call) -> Value:
        deeds, parts = self.deeds, self._arguments(node.args, len(family.shifts) if name == "code" else -1)
        is_starred = any(isinstance(one, ast.Starred) for one in node.args)
        before, parts = self.kept_in_order(parts) if self.deeds > deeds or is_starred else ("", parts)
        return after(before, self._of_family(family, name, parts))

    def _of_family(self, family: Family, name: str, parts: list[Value]) -> Value:
        if name == "has":
            return Value(f"(({parts[0].text} >> {PARAMETER_BITS}) == {family.number}L)", BOOL)
        if name == "value":
            place = int(parts[1].constant) if len(parts) > 1 else 0
            text = f"(({parts[0].text} >> {family.shifts[place]}) & {family.masks[place]}L)"
            return Value(text, INT, is_small=family.masks[place] < 2**31)
        if name == "values":
            if parts[0].known:
                return self.known(tuple(family.values(parts[0].constant)))
            first, rest = self._named_number(parts[0])
            made = [self._of_family(family, "value", [first, self.known(0)])]
            made += [self._of_family(family, "value", [rest, self.known(at)]) for at in range(1, len(family.shifts))]
            text = f"List<i64>{{{', '.join(one.text for one in made)}}}"
            return Value(text, fixed(list_of(INT)), parts=tuple(made))
        if name == "code":
            if all(part.known for part in parts):
                return self.known(family.code(*(part.constant for part in parts)))
            texts = [f"{family.base}L"]
            for part, shift, mask in zip(parts, family.shifts, family.masks, strict=True):
                texts.append(f"(within({self.fitted(part, INT)}, {mask}L) << {shift})")
            return Value(f"({' | '.join(texts)})", INT)
        raise LeavesSubset(3, f"{name} of a family")

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
            return self.fitted(self.known(tuple(made)), kind)
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
        if owner.type == map_of(INT) and name == "get" and len(node.args) == 2 and not node.keywords:
            before, values = self.ordered(*node.args)
            return after(before, Value(f"{owner.text}.get({', '.join(self.fitted(one, INT) for one in values)})", INT))
        if owner.type.name in ("list", "set"):
            return self._of_row(owner, name, node)
        if owner.type == FAMILY and name == "values":
            self.unit.values_of_codes = True
            text = f"values_of({self.fitted(self.value(node.args[0]), INT)})"
            return Value(text, fixed(list_of(INT)))
        if owner.type == FAMILY and name == "value" and len(node.args) == 1:
            self.unit.values_of_codes = True
            return Value(f"value_of({self.fitted(self.value(node.args[0]), INT)})", INT)
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

    def _of_row(self, owner: Value, name: str, node: ast.Call) -> Value:
        kind = owner.type.inner[0]
        if node.keywords:
            raise LeavesSubset(3, f"{name} of a list with {node.keywords[0].arg}")
        before, parts = self.ordered(*node.args)
        if kind == EMPTY and isinstance(node.func, ast.Attribute) and name in ("append", "extend", "insert"):
            inner = parts[-1].type.inner[0] if name == "extend" and parts[-1].type.inner else parts[-1].type
            self.learn(owner, node.func.value, inner)
        return after(before, self._row_method(owner, kind, name, parts))

    def _row_method(self, owner: Value, kind: Type, name: str, parts: list[Value]) -> Value:
        if name in CHANGES:
            self.changed(owner)
            if has_place(kind) and name not in ("append", "clear", "extend"):
                raise LeavesSubset(4, f"{name} of a list of lists or records, which may have names")
            if has_place(kind) and name == "clear":
                self.fills(("item", kind), ("type", kind))
        if name in ("append", "remove", "add"):
            return Value(f"{owner.text}.{name}({self.copied(parts[0], kind, 'a list')})", NONE)
        if name == "insert":
            return Value(
                f"{owner.text}.insert({self.fitted(parts[0], INT)}, {self.copied(parts[1], kind, 'a list')})", NONE
            )
        if name in ("index", "count") and len(parts) == 1:
            return Value(f"{owner.text}.{name}({self.fitted(parts[0], kind)})", INT)
        if name == "pop":
            return Value(f"{owner.text}.pop({', '.join(self.fitted(one, INT) for one in parts)})", kind)
        if name in ("clear", "reverse", "sort") and not parts:
            return Value(f"{owner.text}.{name}()", NONE)
        if name in ("extend", "isdisjoint"):
            if parts[0].type.name not in ("list", "set") or (parts[0].type.name == "set" and name == "extend"):
                raise LeavesSubset(3, f"{name} by {parts[0].type}")
            self.unshared(parts[0])
            return Value(f"{owner.text}.{name}({parts[0].text})", NONE if name == "extend" else BOOL)
        if name == "copy":
            self.unshared(owner)
            return Value(f"{self.unit.cpp(owner.type)}({owner.text})", owner.type)
        raise LeavesSubset(3, f"{name} of a list")

    def changed(self, row: Value) -> None:
        """Note that a list is changed. Raises LeavesSubset for one that is a constant."""
        if row.known or row.is_lasting or row.text in self.lasting:
            raise LeavesSubset(4, "a constant is changed")
        self.acts_on(row)
