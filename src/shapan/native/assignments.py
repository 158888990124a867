"""Names and places that get a value."""

from __future__ import annotations

import ast
from typing import Final

from shapan.native.types import (
    INT,
    NONE,
    LeavesSubset,
    has_place,
    is_kept,
    is_number,
)
from shapan.native.unpacking import Unpacking
from shapan.native.value import Value

STORED: Final = (ast.Attribute, ast.Subscript)


class Assignments(Unpacking):
    """Assignments and deletions, as lines of C++."""

    def _annassign_lines(self, node: ast.AnnAssign) -> list[str]:
        if node.value is None:
            return []
        self.wanted = None
        if isinstance(node.target, ast.Name) and isinstance(node.value, ast.ListComp):
            self.wanted = self.unit.annotations.type_of(node.annotation, self.source.module)
        value = self.value(node.value)
        self.wanted = None
        if isinstance(node.target, ast.Name):
            kind = self.unit.annotations.type_of(node.annotation, self.source.module)
            if value.type != kind and not is_kept(kind):
                value = Value(self.fitted(value, kind), kind)
            elif value.type != kind:
                value = Value(self.fitted(value, kind), kind, value.place)
        return self._put(node.target, value)

    def _assign_lines(self, node: ast.Assign) -> list[str]:
        if len(node.targets) == 1 and isinstance(node.targets[0], ast.Tuple):
            return self.unpacked(node.targets[0], node.value)
        value = self.value(node.value)
        if len(node.targets) == 1:
            target = node.targets[0]
            if isinstance(node.value, ast.ListComp) and isinstance(target, ast.Name):
                return self._filled(target.id, value, node.value)
            return self._put(target, value, node.value)
        return self._put_into_several(node.targets, value)

    def _filled(self, name: str, value: Value, node: ast.ListComp) -> list[str]:
        """Return a comprehension that fills the list of a name where it lies."""
        bound = self.bind(name, value)
        kind = self.locals.get(name)
        reads = any(isinstance(part, ast.Name) and part.id == name for part in ast.walk(node))
        if kind is None or kind != value.type or name not in self.own or reads:
            return [f"{bound};"]
        own = f"{name}_own"
        inner = kind.inner[0]
        return [
            f"{own}.clear();",
            *self.passes(node, lambda: [f"{own}.append({self.fitted(self.value(node.elt), inner)});"]),
            f"{name}_ = &{own};",
        ]

    def _put_into_several(self, targets: list[ast.expr], value: Value) -> list[str]:
        """Return `a = b = value`: a place of the state keeps a new record, and a name means that one."""
        places = [target for target in targets if isinstance(target, STORED)]
        names = [target for target in targets if not isinstance(target, STORED)]
        if is_number(value.type) or value.type == NONE:
            if not value.known:
                name = self.temporary(value.type)
                lines = [f"{name} = {value.text};"]
                return lines + [row for one in targets for row in self._put(one, Value(name, value.type))]
            return [row for target in targets for row in self._put(target, value)]
        if len(places) != 1:
            raise LeavesSubset(4, "a list or record in several places")
        lines = self._put(places[0], value)
        kept = self.value(places[0])
        if kept.type.name == "maybe":
            kept = Value(f"(*{kept.text})", kept.type.inner[0], True)
        return lines + [row for target in names for row in self._put(target, kept)]

    def _put(self, target: ast.expr, value: Value, node: ast.expr | None = None) -> list[str]:
        """Return the lines that give a name or place its value."""
        if isinstance(target, ast.Name):
            if node is not None and value.place and self._is_inside(node):
                self.inside.add(target.id)
            return [f"{self.bind(target.id, value)};"]
        self._acts_on_owner(target)
        if isinstance(target, ast.Attribute):
            self._changes_record(target.value)
            kept = self.value(target)
            self._filled_place(kept)
            if kept.type.name == "maybe":
                inner = kept.text.removesuffix(".at()")
                text = value.text if value.type == NONE else self.copied(value, kept.type.inner[0], target.attr)
                return [f"{inner}.put({text});"]
            return [f"{kept.text} = {self.copied(value, kept.type, target.attr)};"]
        if isinstance(target, ast.Subscript) and isinstance(target.slice, ast.Slice):
            return self._put_into_part(target, target.slice, value)
        if isinstance(target, ast.Subscript) and self.value(target.value).type.name == "map":
            row = self.value(target.value)
            self.changed(row)
            kind = row.type.inner[0]
            place, held = self.fitted(self.value(target.slice), INT), self.fitted(value, kind)
            return [f"{{ auto held = {held}; {row.text}.set({place}, held); }}"]
        if isinstance(target, ast.Subscript):
            kept, row = self.value(target), self.value(target.value)
            if kept.known or row.known or row.is_lasting or row.text in self.lasting:
                raise LeavesSubset(4, "a constant is changed")
            self._filled_place(kept, is_item=True)
            return [f"{kept.text} = {self.copied(value, kept.type, 'a list')};"]
        raise LeavesSubset(3, f"{ast.unparse(target)} gets a value")

    def _acts_on_owner(self, target: ast.expr) -> None:
        """Note that what a place lies in changes."""
        if isinstance(target, (ast.Attribute, ast.Subscript)):
            self.acts_on(self.value(target.value))
        else:
            self.acts()

    def _changes_record(self, node: ast.expr) -> None:
        """Note that a record is changed."""
        kind = self.value(node).type
        kind = kind.inner[0] if kind.name == "maybe" else kind
        if kind.cls is not None:
            self.unit.changed.setdefault(kind.cls, self.source.place(node))

    def _filled_place(self, kept: Value, is_item: bool = False) -> None:
        """Note that a place gets a new list or record: what lay there may have a name."""
        if kept.place:
            own = [root for root in kept.roots if root[0] in ("field", "item")]
            own = [("item", kept.type)] if is_item else own
            self.fills(*own, ("type", kept.type.inner[0] if kept.type.name == "maybe" else kept.type))

    def _put_into_part(self, target: ast.Subscript, part: ast.Slice, value: Value) -> list[str]:
        if part.lower is not None or part.upper is not None or part.step is not None:
            raise LeavesSubset(3, "a part of a list gets a value")
        row = self.value(target.value)
        self.changed(row)
        self.unshared(value)
        if has_place(row.type.inner[0]):
            self.fills(("item", row.type.inner[0]), ("type", row.type.inner[0]))
        return [f"{row.text} = {self.fitted(value, row.type)};"]

    def _augassign_lines(self, node: ast.AugAssign) -> list[str]:
        target = node.target
        load: ast.expr
        if isinstance(target, ast.Name):
            load = ast.copy_location(ast.Name(target.id, ast.Load()), target)
        else:
            self._acts_on_owner(target)
            if isinstance(target, ast.Attribute):
                self._changes_record(target.value)
            load = target
        left, deeds = self.value(load), self.deeds
        right = self.value(node.value)
        if self.deeds > deeds and is_number(left.type):
            name = self.temporary(left.type)
            made = self.combined(Value(name, left.type), node.op, right)
            put = self.bind(target.id, made) if isinstance(target, ast.Name) else f"{left.text} = {made.text}"
            return [f"{name} = {left.text};", f"{put};"]
        if left.type.name == "list" and isinstance(node.op, ast.Add):
            if right.type.name == "list":
                self.learn(left, load, right.type.inner[0])
            self.changed(left)
            if isinstance(target, ast.Name) and self._may_be_tuple(target.id):
                raise LeavesSubset(4, f"{target.id} may be a tuple, which becomes another")
            if right.type.inner and has_place(right.type.inner[0]) and right.place:
                raise LeavesSubset(4, "records of one list in another, too")
            return [f"{left.text}.extend({right.text});"]
        if isinstance(target, ast.Name):
            return [f"{self.bind(target.id, self.combined(left, node.op, right))};"]
        made = self.combined(Value("place", left.type), node.op, right)
        return [f"{{ auto &place = {left.text}; place = {self.fitted(made, left.type)}; }}"]

    def _may_be_tuple(self, name: str) -> bool:
        """Tell whether a name may mean a tuple: `+=` makes another of it, where a list grows."""
        for part in ast.walk(self.source.node):
            if isinstance(part, ast.arg) and part.arg == name:
                return part.annotation is None or "list" not in ast.unparse(part.annotation)
            if isinstance(part, ast.Assign) and any(isinstance(t, ast.Name) and t.id == name for t in part.targets):
                value = self.unit_is_list(part.value)
                if not value:
                    return True
        return False

    @staticmethod
    def unit_is_list(node: ast.expr) -> bool:
        """Tell whether an expression is written as a list."""
        if isinstance(node, ast.Call):
            return not (isinstance(node.func, ast.Name) and node.func.id == "tuple")
        return not isinstance(node, ast.Tuple)

    def _delete_lines(self, node: ast.Delete) -> list[str]:
        lines = []
        for target in node.targets:
            if not isinstance(target, ast.Subscript):
                raise LeavesSubset(3, f"del {ast.unparse(target)}")
            row = self.value(target.value)
            self.changed(row)
            if has_place(row.type.inner[0]):
                raise LeavesSubset(4, "a place of a list of lists or records is deleted, which may have names")
            if isinstance(target.slice, ast.Slice):
                begin, end = self.bounds(target.slice)
                lines.append(f"erase({row.text}, {begin}, {end});")
            else:
                lines.append(f"{row.text}.pop({self.fitted(self.value(target.slice), INT)});")
        return lines

    def _is_inside(self, node: ast.expr) -> bool:
        """Tell whether an expression is a list or record that this function has made, and that ends with it."""
        if isinstance(node, ast.Name):
            return node.id in self.own or node.id in self.inside
        if isinstance(node, (ast.Attribute, ast.Subscript)):
            return self._is_inside(node.value)
        if isinstance(node, ast.IfExp):
            return self._is_inside(node.body) or self._is_inside(node.orelse)
        if isinstance(node, ast.Call):
            given = [*node.args, *(one.value for one in node.keywords)]
            given += [node.func.value] if isinstance(node.func, ast.Attribute) else []
            return any(self._is_inside(one) or self._is_new(one) for one in given)
        return False

    def _is_new(self, node: ast.expr) -> bool:
        """Tell whether an argument is a new list or record."""
        if isinstance(node, (ast.Name, ast.Constant, ast.GeneratorExp)):
            return False
        value = self.value(node)
        return is_kept(value.type) and not value.place and not value.known
