"""Calls: of functions and methods of the rules, of what Python brings, of the table, of families and questions."""

from __future__ import annotations

import ast
import builtins
from bisect import insort
from collections.abc import Callable
from dataclasses import MISSING, fields, is_dataclass, replace
from types import FunctionType, MethodType
from typing import Any, Final

from shapan.engine.actions import PARAMETER_BITS, Actions, Family
from shapan.engine.prompt import Prompt
from shapan.engine.shared_constant import SharedConstant
from shapan.engine.table import Table
from shapan.native.operators import NOWHERE, Operators, after
from shapan.native.scope import Signature
from shapan.native.types import (
    BOOL,
    CHANCE,
    CONSTANT,
    FLOAT,
    INT,
    NONE,
    TABLE,
    LeavesSubset,
    Type,
    is_kept,
    is_number,
    joined,
    list_of,
    set_of,
    tuple_of,
)
from shapan.native.value import NOTHING, Value

ASKED: Final = {
    "ask": INT, "pick": INT, "ask_all": list_of(INT), "ask_many": list_of(INT), "pick_many": list_of(INT),
    "window": list_of(INT),
}  # fmt: skip
"""What the table asks, with the type of what it returns."""
CHANGES: Final = frozenset(
    {"append", "clear", "extend", "insert", "pop", "remove", "reverse", "sort", "add", "update", "discard"}
)
_COMPREHENSIONS: Final = (ast.GeneratorExp, ast.ListComp, ast.SetComp)


class Calls(Operators):
    """Calls, each by what is called."""

    def _call(self, node: ast.Call) -> Value:
        if isinstance(node.func, ast.Attribute):
            owner = self.value(node.func.value)
            if owner.type != CONSTANT:
                return self._method_of(owner, node.func.attr, node)
            if isinstance(owner.constant, Family):
                return self._family(owner.constant, node.func.attr, node)
            if isinstance(owner.constant, Actions) and node.func.attr == "of":
                return Value(self.fitted(self.value(node.args[0]), INT), Type("family"), constant=NOTHING)
            return self._constant_call(self.attribute(owner, node.func.attr).constant, node)
        called = self.value(node.func)
        if called.known:
            return self._constant_call(called.constant, node)
        raise LeavesSubset(7, f"{ast.unparse(node.func)} is called, a function handed along")

    def _constant_call(self, called: Any, node: ast.Call) -> Value:
        if called is insort:
            row, item = (self.value(one) for one in node.args)
            self.changed(row)
            return Value(f"insort({row.text}, {self.fitted(item, row.type.inner[0])})", NONE)
        name = getattr(called, "__name__", "")
        if name and vars(builtins).get(name) is called:
            return self._builtin(name, node)
        if isinstance(called, FunctionType):
            return self._function(called, None, node)
        if isinstance(called, MethodType):
            return self._function(called.__func__, Value("", CONSTANT, False, called.__self__), node)
        if isinstance(called, type):
            return self._made(called, node)
        raise LeavesSubset(7, f"{ast.unparse(node.func)} is no function of the rules")

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
            if not isinstance(first, _COMPREHENSIONS):
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
        if isinstance(node.args[0], _COMPREHENSIONS):
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

    def _builtin_sorted(self, node: ast.Call) -> Value:
        first = node.args[0]
        with self.order(True):
            row = self.comprehension(first) if isinstance(first, _COMPREHENSIONS) else self._copied_row(first)
        if [word.arg for word in node.keywords] == ["key"] and isinstance(node.keywords[0].value, ast.Lambda):
            return self._sorted_by(row, node.keywords[0].value)
        if node.keywords or not (is_number(row.type.inner[0]) or row.type.inner[0].name == "tuple"):
            raise LeavesSubset(3, "sorted by such a key, or of what are no numbers")
        return self.block(row.type, f"{self.unit.cpp(row.type)} r = {row.text};", ["r.sort();"], "r")

    def _sorted_by(self, row: Value, key: ast.Lambda) -> Value:
        """Return a row sorted by numbers of each item, those with equal numbers as they stood."""
        self._loops += 1
        kind, inner, item = row.type, row.type.inner[0], f"x{self._loops}"
        self.unshared(row)
        with self.inner({key.args.args[0].arg: Value(item, inner, is_kept(inner))}):
            parts = key.body.elts if isinstance(key.body, ast.Tuple) else [key.body]
            texts = [self.fitted(self.value(part), INT) for part in parts]
        lines = [
            f"List<Tuple<{len(parts)}>> keys;",
            f"for (i64 i = 0; i < r.n; i++) {{ auto &{item} = r.a[i]; keys.append({{{{{', '.join(texts)}}}}}); }}",
            "sort_by(r, keys);",
        ]
        return self.block(kind, f"{self.unit.cpp(kind)} r = {row.text};", lines, "r")

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
        before, parts = self.ordered(*node.args)
        return after(before, self._of_family(family, name, parts))

    def _of_family(self, family: Family, name: str, parts: list[Value]) -> Value:
        if name == "has":
            return Value(f"(({parts[0].text} >> {PARAMETER_BITS}) == {family.number}L)", BOOL)
        if name == "value":
            place = int(parts[1].constant) if len(parts) > 1 else 0
            text = f"(({parts[0].text} >> {family.shifts[place]}) & {family.masks[place]}L)"
            return Value(text, INT, is_small=family.masks[place] < 2**31)
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
        if any(isinstance(one, ast.Starred) for one in node.args) or any(one.arg is None for one in node.keywords):
            raise LeavesSubset(3, "a call with as many arguments as a row has")
        before, values = self.ordered(*node.args, *(one.value for one in node.keywords))
        given = values[: len(node.args)]
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
        values = dict(zip(self.unit.parameters(function), [*rest, *given], strict=False))
        values.update(named)
        constants = {
            name: value.constant
            for name, value in list(values.items())[len(rest) :]
            if value.type == CONSTANT and not isinstance(value.constant, (tuple, list))
        }
        types = [value.type for value in [*rest, *given]] if not named else []
        signature = self.unit.function(function, owner, constants, types)
        self.signature.reads |= signature.reads
        if not signature.is_done:
            signature.is_recursive = True
            if is_kept(signature.result):
                raise LeavesSubset(3, f"{signature.name} calls itself before it is known what it returns")
        if signature.acts or not signature.is_done:
            self.acts()
        texts = [self._argument(signature, name, kind, values.get(name)) for name, kind in signature.parameters]
        self.fills(*signature.fills)
        is_place = bool(signature.is_place)
        roots = frozenset([root for value in values.values() for root in value.roots] + [("type", signature.result)])
        text = f"{signature.name}({', '.join(texts)})"
        return Value(text, signature.result, is_place, roots=roots if is_place else NOWHERE)

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
        if owner.type.name in ("list", "set"):
            return self._of_row(owner, name, node)
        if owner.type.name == "family" and name == "value" and len(node.args) == 1:
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
        return after(before, self._row_method(owner, kind, name, parts))

    def _row_method(self, owner: Value, kind: Type, name: str, parts: list[Value]) -> Value:
        if name in CHANGES:
            self.changed(owner)
            if is_kept(kind) and name not in ("append", "clear", "extend"):
                raise LeavesSubset(4, f"{name} of a list of lists or records, which may have names")
            if is_kept(kind) and name == "clear":
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
        if row.known:
            raise LeavesSubset(4, "a constant is changed")
        self.acts_on(row)

    # The table

    def _table(self, table: Value, name: str, node: ast.Call) -> Value:
        if name == "tell":
            return self._tell(node)
        if name == "finish":
            return self._finish(table, node)
        before, values = self.ordered(*node.args, *(one.value for one in node.keywords))
        self.acts()
        if node.keywords:
            given = dict(zip([str(one.arg) for one in node.keywords], values[len(node.args) :], strict=True))
            values = values[: len(node.args)]
            order = ["prompt", "order" if name == "window" else "seats" if name == "ask_all" else "seat", "arg"]
            values += [given[word] for word in order[len(values) :] if word in given]
        if not isinstance(values[0].constant, Prompt):
            raise LeavesSubset(7, "a question that is not known when the game is translated")
        prompt = self.unit.question(values[0].constant)
        rest = [self.addressed(one) if one.type.name == "list" else self.fitted(one, INT) for one in values[1:]]
        return after(before, Value(f"{table.text}.{name}({', '.join([f'{prompt}()', *rest])})", ASKED[name]))

    def _tell(self, node: ast.Call) -> Value:
        """Return what is told: nothing is kept, but what an argument does is done."""
        done = []
        for one in (*node.args, *(keyword.value for keyword in node.keywords)):
            deeds = self.deeds
            value = self.value(one)
            if self.deeds > deeds:
                done.append(f"(void){value.text}")
        return Value(f"({', '.join(done)})" if done else "(void)0", NONE)

    def _finish(self, table: Value, node: ast.Call) -> Value:
        before, values = self.ordered(*node.args)
        self.acts()
        self.story.leave()
        if node.keywords or not 2 <= len(values) <= 3:
            raise LeavesSubset(3, "finish with names")
        scores = self.fitted(values[2], list_of(INT)) if len(values) == 3 else "List<i64>()"
        ranks = self.fitted(values[1], list_of(INT))
        return after(before, Value(f"{table.text}.finish({self.fitted(values[0], INT)}, {ranks}, {scores})", NONE))
