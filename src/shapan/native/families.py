"""Families of answers: their codes and values; and arguments of a call that a row stands for."""

from __future__ import annotations

import ast

from shapan.engine.actions import PARAMETER_BITS, Family
from shapan.native.parts import after
from shapan.native.python_functions import PythonFunctions
from shapan.native.types import (
    BOOL,
    INT,
    LeavesSubset,
    fixed,
    is_number,
    list_of,
)
from shapan.native.value import Value


class Families(PythonFunctions):
    """What is asked of a family."""

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
