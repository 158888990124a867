"""Methods of lists and sets."""

from __future__ import annotations

import ast
from typing import Final

from shapan.native.families import Families
from shapan.native.parts import after
from shapan.native.types import (
    BOOL,
    EMPTY,
    FLOAT,
    INT,
    NONE,
    LeavesSubset,
    Type,
    has_place,
    joined,
    list_of,
)
from shapan.native.value import Value

CHANGES: Final = frozenset(
    {"append", "clear", "extend", "insert", "pop", "remove", "reverse", "sort", "add", "update", "discard"}
)


class RowMethods(Families):
    """What is asked of a row, or changes it."""

    def _of_row(self, owner: Value, name: str, node: ast.Call) -> Value:
        kind = owner.type.inner[0]
        if name == "sort" and [word.arg for word in node.keywords] == ["key"] and not node.args:
            return self._sorted_in_place(owner, node.keywords[0].value)
        if node.keywords:
            raise LeavesSubset(3, f"{name} of a list with {node.keywords[0].arg}")
        before, parts = self.ordered(*node.args)
        if kind == EMPTY and isinstance(node.func, ast.Attribute) and name in ("append", "extend", "insert"):
            inner = parts[-1].type.inner[0] if name == "extend" and parts[-1].type.inner else parts[-1].type
            self.learn(owner, node.func.value, inner)
        return after(before, self._row_method(owner, kind, name, parts))

    def _sorted_in_place(self, row: Value, key: ast.expr) -> Value:
        """Return that a row is sorted by numbers of each item: its records change places, so no name may mean one."""
        if not isinstance(key, ast.Lambda):
            raise LeavesSubset(3, "sort of a list by a function that has a name")
        self.changed(row)
        kind = row.type.inner[0]
        if has_place(kind):
            self.fills(("item", kind), ("type", kind))
        lines = self.key_lines("row", kind, key)
        return Value(f"[&] {{ auto &row = {row.text}; {' '.join(lines)} }}()", NONE)

    def _row_method(self, owner: Value, kind: Type, name: str, parts: list[Value]) -> Value:
        if name in CHANGES:
            self.changed(owner)
            if has_place(kind) and name not in ("append", "clear", "extend"):
                raise LeavesSubset(4, f"{name} of a list of lists or records, which may have names")
            if has_place(kind) and name == "clear":
                self.fills(("item", kind), ("type", kind))
        if kind.cls is not None and name in ("remove", "index", "count"):
            raise LeavesSubset(1, f"{name} of a list of {kind}")
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

    def _of_map(self, owner: Value, name: str, node: ast.Call) -> Value:
        """Return what a method of a mapping returns."""
        kind = owner.type.inner[0]
        if name == "get" and len(node.args) == 2 and not node.keywords:
            before, (key, otherwise) = self.ordered(*node.args)
            if joined(kind, otherwise.type) != kind or (kind == FLOAT and otherwise.type != FLOAT):
                raise LeavesSubset(5, "a mapping to numbers of several types")
            return after(
                before, Value(f"{owner.text}.get({self.fitted(key, INT)}, {self.fitted(otherwise, kind)})", kind)
            )
        if name in ("keys", "values") and not node.args and not node.keywords:
            return Value(
                f"{owner.text}.{name}", list_of(INT if name == "keys" else kind), owner.place, roots=owner.roots
            )
        raise LeavesSubset(3, f"{name} of a mapping")

    def changed(self, row: Value) -> None:
        """Note that a list is changed. Raises LeavesSubset for one that is a constant."""
        if row.known or row.is_lasting or row.text in self.lasting:
            raise LeavesSubset(4, "a constant is changed")
        self.acts_on(row)
