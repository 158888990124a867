"""Calls of the table: what is asked, told, and how a match ends."""

from __future__ import annotations

import ast
from typing import Final

from shapan.engine.prompt import Prompt
from shapan.native.parts import after
from shapan.native.tables import Tables
from shapan.native.types import INT, NONE, LeavesSubset, list_of
from shapan.native.value import Value

ASKED: Final = {
    "ask": INT, "pick": INT, "ask_all": list_of(INT), "ask_many": list_of(INT), "pick_many": list_of(INT),
    "window": list_of(INT), "ask_all_many": list_of(list_of(INT)),
}  # fmt: skip
"""What the table asks, with the type of what it returns."""


class Asked(Tables):
    """Calls of the table."""

    def _table(self, table: Value, name: str, node: ast.Call) -> Value:
        if name == "tell":
            return self._tell(node)
        if name == "finish":
            return self._finish(table, node)
        if name == "ask_all_many" and self.unit.layout is not None:
            raise LeavesSubset(3, "answers of several picks from several seats at once, answered from outside")
        before, values = self.ordered(*node.args, *(one.value for one in node.keywords))
        self.acts()
        if node.keywords:
            given = dict(zip([str(one.arg) for one in node.keywords], values[len(node.args) :], strict=True))
            values = values[: len(node.args)]
            order = [
                "prompt",
                "order" if name == "window" else "seats" if name.startswith("ask_all") else "seat",
                "arg",
            ]
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
            value = self.value(one.value if isinstance(one, ast.Starred) else one)
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
