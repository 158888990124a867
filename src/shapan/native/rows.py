"""Rows that are written out or made of others, and their places."""

from __future__ import annotations

import ast

from shapan.engine.actions import Family
from shapan.native.expressions import NOWHERE, Expressions
from shapan.native.loops import item_roots
from shapan.native.types import (
    CONSTANT,
    EMPTY,
    FLOAT,
    INT,
    LeavesSubset,
    Type,
    fixed,
    has_place,
    is_number,
    joined,
    list_of,
    map_of,
    set_of,
)
from shapan.native.value import Value


class Rows(Expressions):
    """Rows, and what stands at a place."""

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
        """Return numbers by integers; of equal keys the last one holds."""
        kinds: list[Type] = []

        def each() -> list[str]:
            key, value = self.value(node.key), self.value(node.value)
            if not is_number(value.type):
                raise LeavesSubset(2, f"a mapping to {value.type}")
            kinds.append(FLOAT if value.type == FLOAT else INT)
            return [f"r.set({self.fitted(key, INT)}, {self.fitted(value, kinds[0])});"]

        lines = self.passes(node, each)
        kind = map_of(kinds[0])
        return self.block(kind, f"{self.unit.cpp(kind)} r;", lines, "r")

    def _dict(self, node: ast.Dict) -> Value:
        """Return an empty mapping, of whatever it is to hold."""
        if node.keys:
            raise LeavesSubset(3, f"Dict {ast.unparse(node)[:60]}")
        return Value("", map_of(EMPTY))

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
        if row.type.name == "map" and is_number(row.type.inner[0]):
            return Value(f"{row.text}.at({self.fitted(place, INT)})", row.type.inner[0])
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
