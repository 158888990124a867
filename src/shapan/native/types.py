"""Types of the subset, read from annotations, and the C++ types that stand for them.

What mypy would add is not needed: parameters, results and fields are annotated, a local name has the type of what it is
bound to, and each expression is typed on the way to C++ in any case. So a build needs no mypy, and takes seconds.
"""

from __future__ import annotations

import ast
import sys
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from inspect import get_annotations
from typing import Any, ClassVar, Final, ForwardRef, TypeVar, get_origin

from shapan.engine.chance import Chance
from shapan.engine.conformance.lint import source_of
from shapan.engine.marked_zone import MarkedZone
from shapan.engine.prompt import Prompt, Reason
from shapan.engine.state import State
from shapan.engine.table import Table
from shapan.engine.zone import Zone


class LeavesSubset(Exception):
    """A line that the translator cannot take, with the rule of the subset that it leaves."""

    def __init__(self, rule: int, reason: str) -> None:
        super().__init__(f"({rule}) {reason}")
        self.rule = rule
        self.reason = reason
        self.node: ast.AST | None = None
        """The part of a line that it is about: the innermost."""
        self.follows = False
        """Whether a line before is to blame, which has been noted."""

    def at(self, node: ast.AST) -> LeavesSubset:
        """Return it with the part that it is about, unless it has one."""
        if self.node is None:
            self.node = node
        return self


@dataclass(slots=True, frozen=True)
class Type:
    """A type: its name, what it is made of, and the class of a record."""

    name: str
    inner: tuple[Type, ...] = ()
    cls: type | None = None
    is_fixed: bool = field(default=False, compare=False)
    """Of a row: whether it is a tuple, which never changes, so that it may lie in several places."""

    def __str__(self) -> str:
        shown = self.cls.__name__ if self.cls is not None else self.name
        return f"{shown}[{', '.join(map(str, self.inner))}]" if self.inner else shown


INT: Final = Type("int")
BOOL: Final = Type("bool")
FLOAT: Final = Type("float")
NONE: Final = Type("None")
EMPTY: Final = Type("empty")
"""Of what a list holds that is empty as it is written."""
STEPS: Final = Type("steps")
TABLE: Final = Type("table")
CHANCE: Final = Type("chance")
WORD: Final = Type("word")
"""A word of the rules: in C++ its number."""
FAMILY: Final = Type("family")
"""The family of a code: in C++ the code itself."""
GIVEN: Final = Type("given")
"""The answers of seats that others do not know yet: `Mapping` from seat to None."""
REASON: Final = Type("reason")
"""Why something is not possible, or None: in C++ whether there is a reason."""
STEP: Final = Type("step")
"""A step that was taken off the agenda: it has no form in C++."""
CONSTANT: Final = Type("constant")
"""A thing that is known when the game is translated, and has no value in C++: a module, a function, a question."""

_PLAIN: Final = {"int": INT, "bool": BOOL, "float": FLOAT, "None": NONE, "i64": INT, "NoReturn": NONE, "str": WORD}
_SHADOWED: Final = (int, bool, float)


def list_of(inner: Type) -> Type:
    """Return the type of a list or tuple of these."""
    return Type("list", (inner,))


def fixed(kind: Type) -> Type:
    """Return the type of a row as that of a tuple."""
    return replace(kind, is_fixed=True) if kind.name == "list" else kind


def item_of(number: int) -> Type:
    """Return the type of one of the things of a row of constants, which has a number: in C++ its place there."""
    return Type("item", (Type(str(number)),))


def tuple_of(size: int) -> Type:
    """Return the type of so many integers side by side: a row that `zip` has made."""
    return Type("tuple", (INT,) * size)


def set_of(inner: Type) -> Type:
    """Return the type of a set of these."""
    return Type("set", (inner,))


def map_of(inner: Type) -> Type:
    """Return the type of a mapping from integers to these."""
    return Type("map", (inner,))


def is_named_row(cls: type | None) -> bool:
    """Tell whether a class is one of named tuples."""
    return cls is not None and issubclass(cls, tuple) and hasattr(cls, "_fields")


def record(cls: type) -> Type:
    """Return the type of the objects of a class."""
    return Type("record", (), cls, is_fixed=is_named_row(cls))


def maybe(inner: Type) -> Type:
    """Return the type of a record or list that may be None."""
    return Type("maybe", (inner,))


def is_number(kind: Type) -> bool:
    """Tell whether a type is a number."""
    return kind in (INT, BOOL, FLOAT)


def is_kept(kind: Type) -> bool:
    """Tell whether values of a type live somewhere, so that two names may mean the same one."""
    return kind.name in ("list", "set", "map", "record", "steps", "chance", "table", "given")


def has_place(kind: Type) -> bool:
    """Tell whether it matters which one of two equal values of a type is meant, as either may change."""
    return is_kept(kind) and not kind.is_fixed


def joined(one: Type, other: Type) -> Type:
    """Return the type that holds both. Raises LeavesSubset."""
    if one.name == other.name == "list" and EMPTY not in (one.inner[0], other.inner[0]):
        made = list_of(joined(one.inner[0], other.inner[0]))
        return fixed(made) if one.is_fixed and other.is_fixed else made
    return _joined(one, other)


def _joined(one: Type, other: Type) -> Type:
    if one.name == other.name == "map" and EMPTY in (one.inner[0], other.inner[0]):
        return other if one.inner[0] == EMPTY else one
    if one == other or other == list_of(EMPTY) or (other == EMPTY and not is_number(one)):
        return one
    if one in (EMPTY, list_of(EMPTY)):
        return other
    if is_number(one) and is_number(other):
        return FLOAT if FLOAT in (one, other) else INT
    if EMPTY in (one, other):
        return one if other == EMPTY else other
    if NONE in (one, other):
        whole = other if one == NONE else one
        if whole.name in ("list", "record"):
            return maybe(whole)
        if whole.name == "maybe" or whole == REASON:
            return whole
    if one.name == "maybe" and one.inner[0] == other:
        return one
    if other.name == "maybe" and other.inner[0] == one:
        return other
    raise LeavesSubset(1, f"both {one} and {other}")


def _has_words(kind: Type) -> bool:
    return kind == WORD or any(map(_has_words, kind.inner))


class Annotations:
    """The types that annotations of a game's modules stand for; `state` is the class of its state."""

    def __init__(self, state: type[State]) -> None:
        self.state = state
        self._fields: dict[type, dict[str, Type]] = {}
        self.left_out: dict[type, dict[str, str]] = {}
        """By class the fields that have no type of the subset, with the reason: rules may not use them."""

    def type_of(self, node: ast.expr, module: str) -> Type:
        """Return the type of an annotation in a module. Raises LeavesSubset."""
        if isinstance(node, ast.Constant):
            if node.value is None:
                return NONE
            if isinstance(node.value, str):
                return self.type_of(ast.parse(node.value, mode="eval").body, module)
        if isinstance(node, ast.BinOp) and isinstance(node.op, ast.BitOr):
            return joined(self.type_of(node.left, module), self.type_of(node.right, module))
        if isinstance(node, ast.Subscript):
            return self._generic(node, module)
        if isinstance(node, (ast.Name, ast.Attribute)):
            return self._named(node, module)
        raise LeavesSubset(1, f"{ast.unparse(node)} is no exact type")

    def _generic(self, node: ast.Subscript, module: str) -> Type:
        head = ast.unparse(node.value).rpartition(".")[2]
        parts = node.slice.elts if isinstance(node.slice, ast.Tuple) else [node.slice]
        if head in ("Annotated", "Final", "ClassVar"):
            return self.type_of(parts[0], module)
        if head in ("list", "Sequence", "tuple"):
            inner = [self.type_of(part, module) for part in parts if ast.unparse(part) != "..."]
            if any(one != inner[0] for one in inner):
                raise LeavesSubset(1, f"{ast.unparse(node)} holds things of several types")
            return fixed(list_of(inner[0])) if head == "tuple" else list_of(inner[0])
        words = [ast.unparse(part) for part in parts]
        if head in ("dict", "Mapping") and words in (["int", "int"], ["int", "float"])[head == "Mapping" :]:
            return map_of(_PLAIN[words[1]])
        if head == "Mapping" and words[0] == "int":
            return GIVEN
        if head in ("set", "frozenset"):
            return set_of(self.type_of(parts[0], module))
        return self._named(node.value, module)

    def _named(self, node: ast.expr, module: str) -> Type:
        text = ast.unparse(node)
        if text in _PLAIN:
            return _PLAIN[text]
        if text == "range":
            return list_of(INT)
        named: Any = self._looked_up(node, module)
        if isinstance(named, str) and isinstance(node, ast.Name):
            home = home_of(text, module)
            return self.type_of(ast.parse(named, mode="eval").body, home)
        generic: Any = get_origin(named)
        found: Any = named if generic is None else generic
        if isinstance(found, TypeVar):
            found = found.__bound__
        if isinstance(found, type):
            return self.type_of_class(found)
        raise LeavesSubset(1, f"{text} is no exact type")

    def _looked_up(self, node: ast.expr, module: str) -> Any:
        """Return what a name means in a module, or a name in a module that it knows; None if nothing."""
        if isinstance(node, ast.Attribute):
            return getattr(self._looked_up(node.value, module), node.attr, None)
        if not isinstance(node, ast.Name):
            return None
        if node.id not in vars(sys.modules[module]):  # imported for types alone
            module = home_of(node.id, module)
        return vars(sys.modules.get(module, sys)).get(node.id)

    def type_of_class(self, cls: type) -> Type:
        """Return the type of the objects of a class. Raises LeavesSubset."""
        if cls in _SHADOWED:
            return _PLAIN[cls.__name__]
        if issubclass(cls, Table):
            return TABLE
        if issubclass(cls, Chance):
            return CHANCE
        if issubclass(cls, Prompt):
            return CONSTANT
        if issubclass(cls, State):
            return record(self.state)
        if issubclass(cls, Reason):
            return REASON
        if cls.__module__ in ("builtins", "typing") or cls is Sequence:
            raise LeavesSubset(1, f"{cls.__name__} is no type of the subset")
        if is_named_row(cls) and not (all(map(is_number, self.fields(cls).values())) and not self.left_out[cls]):
            raise LeavesSubset(2, f"{cls.__name__}, a tuple with names, holds other things than numbers")
        return record(cls)

    def _kept_type(self, text: str, module: str) -> Type:
        """Return the type of a field. Raises LeavesSubset, also for text."""
        kind = self.type_of(ast.parse(text, mode="eval").body, module)
        if _has_words(kind):
            raise LeavesSubset(1, "text is no type of what a state holds")
        return kind

    def fields(self, cls: type) -> dict[str, Type]:
        """Return the types of the fields of a record, in their order; those of no type of the subset are left out."""
        known = self._fields.get(cls)
        if known is None:
            known, out = {}, {}
            for name, (text, module) in _annotated(cls).items():
                try:
                    known[name] = STEPS if name == "agenda" else self._kept_type(text, module)
                except LeavesSubset as error:
                    out[name] = error.reason
            self._fields[cls], self.left_out[cls] = known, out
        return known


@cache
def home_of(name: str, module: str) -> str:
    """Return the module that defines a name which another imports from it, itself if it imports none such."""
    body = ast.parse(source_of(module) or "").body
    for node in [*body, *(one for test in body if isinstance(test, ast.If) for one in test.body)]:
        if isinstance(node, ast.ImportFrom) and node.module and not node.level:
            for one in node.names:
                if (one.asname or one.name) == name:
                    return home_of(one.name, node.module)
    return module


_ZONE: Final = {
    "cards": "list[int]", "masks": "list[int]", "groups": "list[int]", "sees": "int", "ordered": "bool",
}  # fmt: skip


def _annotated(cls: type) -> dict[str, tuple[str, str]]:
    """Return the annotations of what objects of a class hold, with the module of each, those of its bases first."""
    if cls in (Zone, MarkedZone):
        marks = {"marks": "list[list[int]]"} if cls is MarkedZone else {}
        return {name: (text, Zone.__module__) for name, text in {**_ZONE, **marks}.items()}
    rows: dict[str, tuple[str, str]] = {}
    for base in reversed(cls.__mro__):
        for name, written in get_annotations(base).items():
            one = written.__forward_arg__ if isinstance(written, ForwardRef) else written
            text = one if isinstance(one, str) else getattr(one, "__name__", str(one))
            origin: Any = get_origin(one)
            if origin is ClassVar or text.startswith(("ClassVar", "Final")) or name == "viewer":
                continue
            rows[name] = (text, base.__module__)
    return rows
