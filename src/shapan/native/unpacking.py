"""Rows that are taken apart: `a, b = row`."""

from __future__ import annotations

import ast
from operator import itemgetter

from shapan.native.calls import Calls
from shapan.native.loops import item_roots
from shapan.native.types import BOOL, INT, LeavesSubset, has_place, is_named_row
from shapan.native.value import Value


def _is_row(node: ast.expr, size: int) -> bool:
    """Tell whether an expression is so many things written side by side."""
    return (
        isinstance(node, ast.Tuple)
        and len(node.elts) == size
        and not any(isinstance(one, ast.Starred) for one in node.elts)
    )


class Unpacking(Calls):
    """Several names or places that get a value at once."""

    def _put(self, target: ast.expr, value: Value, node: ast.expr | None = None) -> list[str]:
        """Return the lines that give a name or place its value."""
        raise NotImplementedError

    def unpacked(self, target: ast.Tuple, node: ast.expr) -> list[str]:
        if isinstance(node, ast.IfExp) and all(_is_row(one, len(target.elts)) for one in (node.body, node.orelse)):
            return self._either_side(target, node)
        if isinstance(node, ast.Tuple) and len(node.elts) == len(target.elts):
            return self._side_by_side(target.elts, node.elts)
        value = self.value(node)
        if value.type.name == "item":
            return self._item_unpacked(target, value)
        if value.known and isinstance(value.constant, (tuple, list)):
            value.parts = tuple(self.known(one) for one in value.constant)
        if is_named_row(value.type.cls):
            row = self.temporary(value.type)
            value.parts = tuple(self.named_parts(Value(row, value.type), len(target.elts)))
            return [f"{row} = {value.text};", *self._parts_unpacked(target, value.parts)]
        if value.parts is not None and len(value.parts) == len(target.elts):
            return self._parts_unpacked(target, value.parts)
        if value.type.name != "list":
            raise LeavesSubset(3, f"{value.type} is taken apart")
        inner = value.type.inner[0]
        lines = []
        row = value.text
        if not value.known and (not value.place or any(not isinstance(one, ast.Name) for one in target.elts)):
            self.unshared(value)
            row = self.temporary(value.type)
            lines.append(f"{row} = {value.text};")
            self.story.fill(frozenset([("local", row)]))
            value = Value(row, value.type, True, roots=frozenset([("local", row)]))
        lines.append(f"if ({row}.n != {len(target.elts)}) leave(RAISED);")
        for place, one in enumerate(target.elts):
            lines += self._put(
                one,
                Value(
                    f"{row}.a[{place}]",
                    inner,
                    has_place(inner) and not value.known and not value.is_lasting,
                    roots=item_roots(value),
                ),
            )
        return lines

    def _either_side(self, target: ast.Tuple, node: ast.IfExp) -> list[str]:
        """Return `a, b = (x, y) if test else (u, v)`: the test is made once."""
        test = self.condition(node.test)
        if test.known:
            return self.unpacked(target, node.body if test.constant else node.orelse)
        name = self.temporary(BOOL)
        assert isinstance(node.body, ast.Tuple)
        assert isinstance(node.orelse, ast.Tuple)
        parts: list[ast.expr] = [
            ast.copy_location(ast.IfExp(ast.copy_location(ast.Name(name, ast.Load()), node), one, other), node)
            for one, other in zip(node.body.elts, node.orelse.elts, strict=True)
        ]
        with self.inner({name: Value(name, BOOL)}):
            return [f"{name} = {test.text};", *self._side_by_side(target.elts, parts)]

    def _item_unpacked(self, target: ast.Tuple, value: Value) -> list[str]:
        """Return `a, b = row` for one of several rows of constants."""
        name = self.temporary(INT)
        if any(len(one) != len(target.elts) for one in self.unit.choices(value.type)):
            raise LeavesSubset(3, "constants of several lengths are taken apart")
        lines, item = [f"{name} = {value.text};"], Value(name, value.type)
        for place, one in enumerate(target.elts):
            lines += self._put(one, self.mapped(item, itemgetter(place)))
        return lines

    def _parts_unpacked(self, target: ast.Tuple, parts: tuple[Value, ...]) -> list[str]:
        """Return `a, b = row` for a row that is written out: all is worked out before any name is bound."""
        before, kept = self.kept_in_order(list(parts))
        lines = [f"{before};"] if before else []
        for one, part in zip(target.elts, kept, strict=True):
            if isinstance(one, ast.Name) and one.id == "_":
                continue
            lines += self._put(one, part)
        return lines

    def _side_by_side(self, targets: list[ast.expr], nodes: list[ast.expr]) -> list[str]:
        """Return `a, b = x, y`: all values are made before any name is bound."""
        names = {target.id if isinstance(target, ast.Name) else "" for target in targets}
        read = {part.id for node in nodes for part in ast.walk(node) if isinstance(part, ast.Name)}
        lines: list[str] = []
        if "" not in names and not names & read:
            for target, node in zip(targets, nodes, strict=True):
                lines += self._put(target, self.value(node), node)
            return lines
        values = []
        for node in nodes:
            before, value = self.kept(self.value(node))
            lines += [f"{before};"] if before else []
            values.append(value)
        for target, value, node in zip(targets, values, nodes, strict=True):
            lines += self._put(target, value, node)
        return lines
