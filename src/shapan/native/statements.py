"""Statements, and the whole of a function."""

from __future__ import annotations

import ast
from dataclasses import replace

from shapan.native.assignments import Assignments
from shapan.native.stale import Event
from shapan.native.types import (
    INT,
    NONE,
    REASON,
    LeavesSubset,
    Type,
    has_place,
    is_kept,
    is_number,
)
from shapan.native.value import Value


class Statements(Assignments):
    """Statements, each by its kind of node, as lines of C++."""

    def body(self, nodes: list[ast.stmt]) -> list[str]:
        """Return the lines of some statements."""
        lines = []
        for node in nodes:
            lines += self.statement(node)
        return lines

    def statement(self, node: ast.stmt) -> list[str]:
        """Return the lines of a statement. A line that leaves the subset is noted, and the next one is read."""
        method = getattr(self, f"_{type(node).__name__.lower()}_lines", None)
        if method is None:
            return self._left_out(node, LeavesSubset(3, f"{type(node).__name__} in rules"))
        try:
            lines: list[str] = method(node)
        except LeavesSubset as error:
            return self._left_out(node, error)
        except (  # of a form not met so far
            ArithmeticError,
            AttributeError,
            LookupError,
            TypeError,
            ValueError,
        ) as error:
            return self._left_out(node, LeavesSubset(3, f"{type(error).__name__}: {error}"))
        return lines

    def _left_out(self, node: ast.stmt, error: LeavesSubset) -> list[str]:
        """Note a line that leaves the subset; lines that read what it would have bound are not blamed."""
        self.broken |= {
            part.id for part in ast.walk(node) if isinstance(part, ast.Name) and isinstance(part.ctx, ast.Store)
        }
        self.notes.append((self.source.place(error.node or node), error))
        return []

    def _expr_lines(self, node: ast.Expr) -> list[str]:
        if isinstance(node.value, ast.Constant):
            return []
        return [f"{self.value(node.value).text};"]

    def _pass_lines(self, node: ast.Pass) -> list[str]:
        return []

    def _break_lines(self, node: ast.Break) -> list[str]:
        return ["break;"]

    def _continue_lines(self, node: ast.Continue) -> list[str]:
        return ["continue;"]

    def _assert_lines(self, node: ast.Assert) -> list[str]:
        return []  # it says what is always so

    def _raise_lines(self, node: ast.Raise) -> list[str]:
        if isinstance(node.exc, ast.Name) and node.exc.id == "NotImplementedError":
            raise LeavesSubset(3, f"{self.source.name}, which each class has in its own way")
        self.story.leave()
        return ["leave(RAISED);"]

    def _return_lines(self, node: ast.Return) -> list[str]:
        lines = self._returned(node)
        self.story.leave()
        return lines

    def _returned(self, node: ast.Return) -> list[str]:
        if node.value is None:
            return ["return;"]
        value, kind = self.value(node.value), self.signature.result
        if kind == NONE:
            return [f"{value.text};", "return;"] if value.type == NONE and not value.known else ["return;"]
        if is_number(kind) or kind == REASON:
            return [f"return {self.fitted(value, kind)};"]
        if kind.name == "maybe":
            return self._maybe_returned(value, kind, node.value)
        if value.type.name == "maybe":
            value = replace(value, text=f"(*there({value.text}))", type=kind)
        own = sorted(str(what) for kind, what in value.roots if kind == "local")
        is_elsewhere = not {kind for kind, _ in value.roots} <= {"local", "item"}
        if value.place and own and is_elsewhere:
            return self._mixed(value, own)
        is_place = value.place and not self._is_inside(node.value) and not own
        if self.signature.is_mixed:
            return [f"return {value.text if is_place else f'room_ = {self.fitted(value, kind)}'};"]
        known = self.signature.is_place
        if known is not None and known != is_place:
            self.signature.is_mixed = self.signature.again = True
        self.signature.is_place = is_place
        name = node.value.id if isinstance(node.value, ast.Name) else ""
        if self.own.get(name) == value.type == kind and name not in self.aliases:
            return [f"return {name}_own;"]  # made where the result is wanted: not copied
        return [f"return {value.text if is_place else self.fitted(value, kind)};"]

    def _mixed(self, value: Value, own: list[str]) -> list[str]:
        """Return the lines that return what may be this function's own, which is put into the caller's room."""
        if not self.signature.is_mixed:
            self.signature.is_mixed = self.signature.again = True
        tests = [f"lies_in(found, {f'{name}_own' if name in self.own else name})" for name in own]
        return [f"{{ auto &found = {value.text}; if ({' || '.join(tests)}) return room_ = found; return found; }}"]

    def _maybe_returned(self, value: Value, kind: Type, node: ast.expr) -> list[str]:
        """Return the lines that return what lives on, or None."""
        kinds = {kind for kind, _ in value.roots}
        if value.type != NONE and (not value.place or "local" in kinds or self._is_inside(node)):
            raise LeavesSubset(1, "a new list or record, or None")
        self.signature.is_place = True
        return [f"return {self.fitted(value, kind)};"]

    # Conditions and loops

    def _if_lines(self, node: ast.If) -> list[str]:
        test = self.condition(node.test)
        if test.known:
            return self.body(node.body if test.constant else node.orelse)
        ways: list[list[Event]] = []
        with self.story.block(ways):
            lines = [f"if ({test.text}) {{", *self.body(node.body), "}"]
        with self.story.block(ways):
            if node.orelse:
                lines += ["else {", *self.body(node.orelse), "}"]
        self.story.fork(ways)
        return lines

    def _while_lines(self, node: ast.While) -> list[str]:
        if node.orelse:
            raise LeavesSubset(3, "else after a loop")
        ways: list[list[Event]] = []
        with self.story.block(ways):
            test, times = self.condition(node.test), self.temporary(INT)
            lines = [f"{times} = 0;", f"while ({test.text}) {{", f"goes_on(++{times});", *self.body(node.body), "}"]
        self.story.fork(ways)
        return lines

    def _for_lines(self, node: ast.For) -> list[str]:
        if node.orelse:
            raise LeavesSubset(3, "else after a loop")
        if isinstance(node.iter, ast.Tuple) and not self._is_one_row(node.iter):
            return self._written_out(node, node.iter)
        head = self.head(node.iter)
        targets = [(name, item) for name, item in self.targets(node.target, head) if name != "_"]
        ways: list[list[Event]] = []
        with self.story.block(ways):
            for row in head.names:
                self.story.read(row, node.iter)
            self.names.update({name: item for name, item in targets if item.known and self.bound[name] == 1})
            bound = [f"{self.bind(name, item)};" for name, item in targets if name not in self.names or not item.known]
            if any(self._is_inside(part) for part in ast.walk(node.iter) if isinstance(part, ast.Name)):
                self.inside |= {name for name, item in targets if item.place}
            lines = self.body(node.body)
        self.story.fork(ways)
        return ["{", *head.lines, head.loop + " {", *bound, *lines, "}", "}"]

    def _is_one_row(self, node: ast.Tuple) -> bool:
        """Tell whether things written side by side are of one type."""
        try:
            self.value(node)
        except LeavesSubset:
            return False
        return True

    def _written_out(self, node: ast.For, row: ast.Tuple) -> list[str]:
        """Return a loop over things of several types that are written there: all are worked out, then pass by pass."""
        if any(isinstance(part, ast.Break) for part in ast.walk(node)):
            raise LeavesSubset(3, "break in a loop over things of several types")
        passes = [one.elts if isinstance(one, ast.Tuple) else [one] for one in row.elts]
        targets = node.target.elts if isinstance(node.target, ast.Tuple) else [node.target]
        if any(len(one) != len(targets) for one in passes):
            raise LeavesSubset(3, "a loop over things of several lengths")
        values = [self.kept(self.value(part)) for one in passes for part in one]
        lines = [f"{before};" for before, _ in values if before]
        ways: list[list[Event]] = []
        each = iter([self._in_its_room(value) for _, value in values])
        known = [all(value.known for _, value in values[place :: len(targets)]) for place in range(len(targets))]
        for _ in passes:
            with self.story.block(ways):
                bound = [self._bound_once(*pair, next(each)) for pair in zip(targets, known, strict=True)]
                lines += ["do {", *(line for some in bound for line in some), *self.body(node.body), "} while (0);"]
            self.story.fork([*ways[-1:], []])
        return lines

    def _in_its_room(self, value: Value) -> Value:
        """Return a computed value as a variable that holds it."""
        if value.place or not is_kept(value.type) or value.known:
            return value
        room = frozenset([("local", value.text)])
        self.story.fill(room)
        return Value(value.text, value.type, has_place(value.type), roots=room)

    def _bound_once(self, target: ast.expr, is_known: bool, value: Value) -> list[str]:
        """Return the lines that bind a name at a pass; one that is known at each is so until the next pass."""
        name = self.target_name(target)
        if is_known and self.bound[name] == 1:
            self.names[name] = value
            return []
        return self._put(target, value)

    # The whole

    def whole(self) -> list[str]:
        """Return the lines of the function, its locals first."""
        node = self.source.node
        if isinstance(node, ast.Lambda):
            made = self.value(node.body)
            self.signature.result = made.type
            lines = self._return_lines(ast.copy_location(ast.Return(node.body), node))
        else:
            lines = self.body(node.body)
        try:
            bound = {name: value.roots for name, value in self.names.items() if value.roots}
            self.signature.conditions |= self.story.check(bound)
        except LeavesSubset as error:
            self.notes.append((self.source.place(error.node or node), error))
        end = [] if self.signature.result == NONE else ["leave(RAISED);"]
        return [*self.declarations(), *lines, *end]
