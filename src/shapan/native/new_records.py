"""New records that never change: named tuples of numbers, and reasons why something is not possible."""

from __future__ import annotations

import ast
from typing import Any

from shapan.engine.zone import EVERYONE, Zone
from shapan.native.parts import after
from shapan.native.row_methods import RowMethods
from shapan.native.types import BOOL, EMPTY, INT, NONE, REASON, LeavesSubset, Type, is_number, list_of
from shapan.native.value import Value


class NewRecords(RowMethods):
    """What is made of its parts at once."""

    def named_row(self, cls: Any, node: ast.Call) -> Value:
        """Return a new named tuple: C++ works out what stands between braces from left to right."""
        kind = self.unit.annotations.type_of_class(cls)
        given: dict[str, ast.expr] = dict(zip(cls._fields, node.args, strict=False))
        given.update({str(one.arg): one.value for one in node.keywords})
        defaults = [
            self.known(cls._field_defaults[name]) for name in cls._fields[len(given) :] if name in cls._field_defaults
        ]
        size = len(given) + len(defaults)
        if list(given) != list(cls._fields[: len(given)]) or size != len(cls._fields):
            raise LeavesSubset(3, f"a new {cls.__name__} whose fields are not in order")
        before, values = self.ordered(*given.values())
        values += defaults
        texts = [self.fitted(value, one) for value, one in zip(values, self.unit.fields(cls).values(), strict=True)]
        return after(before, Value(f"{self.unit.cpp(kind)}{{{', '.join(texts)}}}", kind))

    def new_zone(self, node: ast.Call) -> Value:
        """Return a new zone with cards, none by default."""
        names = ("cards", "sees", "ordered", "group")
        words = [*names[: len(node.args)], *(str(one.arg) for one in node.keywords)]
        before, values = self.ordered(*node.args, *(one.value for one in node.keywords))
        given = dict(zip(words, values, strict=True))
        cards = given.get("cards")
        if cards is None or cards.type == NONE or cards.type == list_of(EMPTY):
            row = "List<i64>()"
        elif cards.type == list_of(INT):
            row = self.addressed(cards, list_of(INT))
        else:
            raise LeavesSubset(1, f"a new zone of {cards.type}")
        starts = (("sees", INT, EVERYONE), ("ordered", BOOL, False), ("group", INT, 0))
        rest = [self.fitted(given.get(name) or self.known(start), kind) for name, kind, start in starts]
        kind = self.unit.annotations.type_of_class(Zone)
        self.unit.cpp(kind)
        return after(before, Value(f"new_zone({', '.join([row, *rest])})", kind))

    def start_of(self, value: Any, kind: Type) -> str:
        """Return what a field of a new record begins with: new lists and zones."""
        if kind.name == "list" and not is_number(kind.inner[0]):
            parts = [self.start_of(one, kind.inner[0]) for one in value]
            return self.block(kind, f"{self.unit.cpp(kind)} r;", [f"r.append({one});" for one in parts], "r").text
        if kind.cls is Zone and type(value) is Zone:
            fields = self.unit.fields(Zone).items()
            lines = [f"r.{name}_ = {self.start_of(getattr(value, name), one)};" for name, one in fields]
            return self.block(kind, "R_Zone r;", lines, "r").text
        return self.fitted(self.known(tuple(value) if isinstance(value, list) else value), kind)

    def reason(self, node: ast.Call) -> Value:
        """Return that there is a reason. What it says is worked out, as that may fail, and is not kept."""
        parts: list[ast.expr] = []
        for one in (*node.args, *(word.value for word in node.keywords)):
            parts += one.values if isinstance(one, ast.Dict) else [one]
        deeds, values = self.deeds, [self.value(part) for part in parts]
        if self.deeds > deeds:
            raise LeavesSubset(3, "a reason that changes something")
        texts = [f"(void)({value.text})" for value in values if not value.known]
        return Value(f"({', '.join([*texts, 'true'])})", REASON)
