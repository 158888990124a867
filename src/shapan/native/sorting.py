"""Sorted rows: by themselves, from the last to the first, by numbers of each item."""

from __future__ import annotations

import ast
from typing import Final

from shapan.native.asked import Asked
from shapan.native.types import BOOL, FLOAT, INT, LeavesSubset, Type, has_place, is_number
from shapan.native.value import Value

COMPREHENSIONS: Final = (ast.GeneratorExp, ast.ListComp, ast.SetComp)


def _is_row_of_numbers(kind: Type) -> bool:
    """Tell whether all of a row is numbers, so that of two equal ones either may come first."""
    return kind.name == "tuple" or (kind.name == "list" and is_number(kind.inner[0]))


def _is_exact(kind: Type) -> bool:
    """Tell whether of two equal values of a type it cannot be told which is which: of fractions 0.0 and -0.0 can."""
    return kind in (INT, BOOL) or kind.name == "tuple" or (kind.name == "list" and kind.inner[0] in (INT, BOOL))


def _is_reversed(node: ast.Call) -> bool:
    """Tell whether a call says `reverse=True`, and nothing else by name."""
    words = [(word.arg, word.value.value) for word in node.keywords if isinstance(word.value, ast.Constant)]
    return len(node.keywords) == 1 and words == [("reverse", True)]


class Sorting(Asked):
    """`sorted`."""

    def _copied_row(self, node: ast.expr) -> Value:
        """Return a new row of what is in another."""
        raise NotImplementedError

    def _builtin_sorted(self, node: ast.Call) -> Value:
        first = node.args[0]
        with self.order(True):
            row = self.comprehension(first) if isinstance(first, COMPREHENSIONS) else self._copied_row(first)
        if _is_reversed(node) and _is_exact(row.type.inner[0]):
            lines = ["r.sort();", "r.reverse();"]
            return self.block(row.type, f"{self.unit.cpp(row.type)} r = {row.text};", lines, "r")
        if [word.arg for word in node.keywords] == ["key"] and isinstance(node.keywords[0].value, ast.Lambda):
            return self._sorted_by(row, node.keywords[0].value)
        if node.keywords or not (is_number(row.type.inner[0]) or _is_row_of_numbers(row.type.inner[0])):
            raise LeavesSubset(3, "sorted by such a key, or of what are no numbers")
        return self.block(row.type, f"{self.unit.cpp(row.type)} r = {row.text};", ["r.sort();"], "r")

    def _sorted_by(self, row: Value, key: ast.Lambda) -> Value:
        """Return a row sorted by numbers of each item, those with equal numbers as they stood."""
        self.unshared(row)
        lines = self.key_lines("r", row.type.inner[0], key)
        return self.block(row.type, f"{self.unit.cpp(row.type)} r = {row.text};", lines, "r")

    def key_lines(self, row: str, inner: Type, key: ast.Lambda) -> list[str]:
        """Return what sorts the items of a row in C++, of type `inner`, by a key."""
        self._loops += 1
        item = f"x{self._loops}"
        with self.inner({key.args.args[0].arg: Value(item, inner, has_place(inner))}):
            parts = key.body.elts if isinstance(key.body, ast.Tuple) else [key.body]
            values = [self.value(part) for part in parts]
            is_fraction = [value.type for value in values] == [FLOAT]
            texts = [value.text if is_fraction else self.fitted(value, INT) for value in values]
        held = texts[0] if is_fraction else f"{{{{{', '.join(texts)}}}}}"
        return [
            f"List<{'double' if is_fraction else f'Tuple<{len(parts)}>'}> keys;",
            f"for (i64 i = 0; i < {row}.n; i++) {{ auto &{item} = {row}.a[i]; keys.append({held}); }}",
            f"sort_by({row}, keys);",
        ]
