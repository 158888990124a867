"""What one function knows while it is translated: its names with their types, and what it needs of the whole."""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from shapan.native.source import Source
from shapan.native.stale import Condition, Story
from shapan.native.types import (
    BOOL,
    CONSTANT,
    EMPTY,
    FLOAT,
    INT,
    NONE,
    REASON,
    WORD,
    LeavesSubset,
    Type,
    has_place,
    is_kept,
    is_number,
    joined,
    list_of,
)
from shapan.native.value import NOTHING, Root, Value, constant

if TYPE_CHECKING:
    from shapan.native.unit import Unit


@dataclass(slots=True)
class Signature:
    """A function in C++: its name, parameters and result, and whether a call of it changes anything."""

    name: str
    parameters: list[tuple[str, Type]]
    defaults: dict[str, Any]
    result: Type = NONE
    is_place: bool | None = None
    """Whether it returns something that lives on; None as long as nothing was returned."""
    acts: bool = False
    is_done: bool = False
    """Whether it is written to its end: until then a call of it, from within, is taken to act."""
    is_recursive: bool = False
    fills: set[Root] = field(default_factory=set)
    """Where it puts new lists and records."""
    reads: set[str] = field(default_factory=set)
    """The fields of the state that it reads."""
    is_mixed: bool = False
    """Whether it returns now something that lives on and now something new, which it puts into a room of the caller."""
    again: bool = False
    """Whether something was learned for which it has to be read again."""
    changes: set[str] = field(default_factory=set)
    """Parameters of which something is changed."""
    conditions: set[Condition] = field(default_factory=set)
    """What may not happen to what is handed over for a parameter, as it is read after that."""
    rows: dict[str, Type] = field(default_factory=dict)
    """Locals that begin as empty lists, with the type of what they hold later."""
    constants: dict[str, Any] = field(default_factory=dict)
    """Parameters that are known when the game is translated, and are not handed over."""


class Refused(Exception):
    """A function with a line that leaves the subset; the line is noted already."""


class Scope:
    """Names and types of one function. Locals are declared at its head, as they hold for all of it in Python.

    A local list or record is a pointer, so that it means the same one as the name that it was bound to.
    """

    def __init__(self, unit: Unit, source: Source, signature: Signature) -> None:
        self.unit = unit
        self.source = source
        self.signature = signature
        self.locals: dict[str, Type] = {}
        self.own: dict[str, Type] = {}
        self.names: dict[str, Value] = {}
        """Parameters, and what a comprehension goes through."""
        self.temporaries: list[tuple[str, Type]] = []
        self.bound = Counter(
            part.id for part in ast.walk(source.node) if isinstance(part, ast.Name) and isinstance(part.ctx, ast.Store)
        )
        self.broken: set[str] = set()
        """Locals that a line would have bound which leaves the subset."""
        self.inside: set[str] = set()
        """Locals that mean a list or record within one that this function has made."""
        self.aliases: set[str] = set()
        """Locals that mean a list or record which lives elsewhere."""
        self.story = Story()
        self.roots: dict[str, frozenset[Root]] = {}
        """Where the lists and records lie that locals mean."""
        self.lasting: set[str] = set()
        """Locals, as they are read, that may mean a row of a constant."""
        self.passing = 0
        """In how many comprehensions something is translated."""
        self.wanted: Type | None = None
        """The type that is written where a name gets its value."""
        self.notes: list[tuple[str, LeavesSubset]] = []
        """Lines that leave the subset, with file and line."""
        self.deeds = 0
        """How often something was met that changes anything: what stands beside it has to keep its order."""

    # What the other parts of the translator do

    def value(self, node: ast.expr) -> Value:
        """Return an expression in C++."""
        raise NotImplementedError

    def call(self, node: ast.Call) -> Value:
        """Return a call in C++."""
        raise NotImplementedError

    def condition(self, node: ast.expr) -> Value:
        """Return whether an expression is true in C++."""
        raise NotImplementedError

    # Names

    def temporary(self, kind: Type) -> str:
        """Return the name of a new variable."""
        name = f"t{len(self.temporaries)}"
        self.temporaries.append((name, kind))
        return name

    def acts(self) -> None:
        """Note that something changes."""
        self.signature.acts = True
        self.deeds += 1

    def acts_on(self, place: Value) -> None:
        """Note that a list or record changes; what this function has made, or was handed, is nobody else's."""
        kinds = {kind for kind, _ in place.roots}
        self.signature.changes |= {what[0] for kind, what in place.roots if kind == "param"}
        if kinds & {"local", "param"} and kinds <= {"local", "param", "item"}:
            self.deeds += 1
        else:
            self.acts()

    def fills(self, *roots: Root) -> None:
        """Note that places get something new."""
        self.signature.fills |= {root for root in roots if root[0] != "local"}
        self.story.fill(frozenset(roots))

    def named(self, name: str, node: ast.AST | None = None) -> Value:
        """Return what a name stands for. Raises LeavesSubset for one that means nothing here."""
        if name in self.names:
            self.story.read(name, node)
            return self.names[name]
        if name in self.locals:
            kind = self.locals[name]
            is_place = has_place(kind) or kind.name == "maybe"
            if is_place:
                self.story.read(name, node)
            text = f"(*{name}_)" if is_kept(kind) else f"{name}_"
            return Value(text, kind, is_place, roots=self.roots.get(name, frozenset()) if is_place else frozenset())
        if self.bound[name]:
            error = LeavesSubset(3, f"{name} has no value yet where it is read")
            error.follows = name in self.broken
            raise error
        found = self.source.look_up(name)
        if found is NOTHING:
            raise LeavesSubset(3, f"{name} is not known")
        return self.known(found)

    def known(self, value: Any) -> Value:
        """Return a thing that is known when the game is translated."""
        made = constant(value)
        if made.type.name == "list":
            made.text = self.unit.row(value, made.type)
        if made.type.name == "record":
            made.text = f"{self.unit.cpp(made.type)}{self.unit.part_of(value, made.type)}"
        return made

    def bind(self, name: str, value: Value) -> str:
        """Return the expression that binds a local name; a list or record that lives on is not copied."""
        if name in self.names:
            return self._rebind(name, value)
        if value.known and not is_number(value.type) and value.type != NONE and self.bound[name] == 1:
            self.names[name] = value  # another name for a constant
            return "(void)0"
        if value.type == CONSTANT:
            raise LeavesSubset(7, f"{name} is no value: {value.constant!r}")
        if value.type == list_of(EMPTY) and name in self.signature.rows:
            value = Value("", self.signature.rows[name])
            value.text = f"{self.unit.cpp(value.type)}()"
        if value.is_lasting and is_kept(value.type):
            self.lasting.add(f"(*{name}_)")
        old = self.locals.get(name)
        kind = value.type if old is None else joined(old, value.type)
        self.locals[name] = kind
        if kind.name == "maybe":
            return self._bind_maybe(name, kind, value)
        if kind == REASON and old == NONE:
            raise LeavesSubset(1, f"{name}, now None and now a reason")
        if not is_kept(kind):
            return f"{name}_ = {self.fitted(value, kind) if kind == REASON else value.text}"
        if value.place:
            self.aliases.add(name)
            self._means(name, value)
            return f"{name}_ = &({value.text})"
        self.own[name] = kind
        self._makes(name)
        return f"{name}_ = &({name}_own = {self.fitted(value, kind)})"

    def learn(self, row: Value, node: ast.expr, inner: Type) -> None:
        """Note what a list holds that began as an empty one."""
        if row.type != list_of(EMPTY) or not isinstance(node, ast.Name) or node.id not in self.own:
            return
        if inner == CONSTANT or EMPTY in (inner, *inner.inner):
            return
        rows = self.signature.rows
        rows[node.id] = list_of(inner if node.id not in rows else joined(rows[node.id].inner[0], inner))
        self.signature.again = True

    def _means(self, name: str, value: Value) -> None:
        """Note that a name means what lies elsewhere."""
        self.roots[name] = self.roots.get(name, frozenset()) | value.roots
        self.story.bind(name, value.roots)

    def _makes(self, name: str) -> None:
        """Note that a name means something new, in the name's own room: what it meant before is gone."""
        own = frozenset([("local", name)])
        self.story.fill(own)
        self.roots[name] = self.roots.get(name, frozenset()) | own
        self.story.bind(name, own)

    def _bind_maybe(self, name: str, kind: Type, value: Value) -> str:
        if value.type.name == "maybe" or value.type == NONE:
            if value.roots:
                self._means(name, value)
            return f"{name}_ = {value.text}"
        if value.place:
            self._means(name, value)
            return f"{name}_ = &({value.text})"
        self.own[name] = kind.inner[0]
        self._makes(name)
        return f"{name}_ = &({name}_own = {value.text})"

    def _rebind(self, name: str, value: Value) -> str:
        target = self.names[name]
        if not is_number(target.type) or target.known:
            raise LeavesSubset(4, f"{name}, handed in, becomes something else")
        return f"{target.text} = {self.fitted(value, target.type)}"

    @contextmanager
    def inner(self, names: dict[str, Value]) -> Iterator[None]:
        """Let names mean something else for the while of a comprehension."""
        before = {name: self.names.get(name) for name in names}
        self.names.update(names)
        try:
            yield
        finally:
            for name, value in before.items():
                if value is None:
                    del self.names[name]
                else:
                    self.names[name] = value

    # Values

    def fitted(self, value: Value, kind: Type) -> str:
        """Return a value as the type that is wanted. Raises LeavesSubset if it is of another."""
        if value.type.name == kind.name == "map" and value.type.inner[0] == EMPTY:
            return f"{self.unit.cpp(kind)}()"
        if value.type == list_of(EMPTY) and not value.text:
            return f"{self.unit.cpp(kind)}()"
        if value.type == kind:
            return f"{self.unit.cpp(kind)}({value.text})" if kind.name == "list" and value.known else value.text
        if kind == REASON and value.type == NONE:
            return "false"
        if value.type == CONSTANT and isinstance(value.constant, (tuple, list)) and not value.constant:
            return f"{self.unit.cpp(kind)}()"
        if value.type.name == "list" and value.type.inner[0].name == "empty":
            return f"{self.unit.cpp(kind)}()"
        if kind == WORD and value.known and isinstance(value.constant, str):
            return f"{self.unit.word(value.constant)}L"
        if (
            kind == WORD
            and value.type.name == "item"
            and all(isinstance(o, str) for o in self.unit.choices(value.type))
        ):
            row = tuple(self.unit.word(one) for one in self.unit.choices(value.type))
            return f"{self.known(row).text}.a[{value.text}]"
        if kind.cls is not None and value.known and type(value.constant) is kind.cls:
            fields = self.unit.fields(kind.cls).items()
            texts = {name: self.fitted(self.known(getattr(value.constant, name)), one) for name, one in fields}
            return self.unit.record_of(value.constant, texts)
        whole = joined(kind, value.type)
        if whole == kind == FLOAT:
            if value.known:
                return repr(float(value.constant))
            return f"fraction({'(i64)' if value.type == BOOL else ''}{value.text})"
        if whole == kind and is_number(kind):
            return f"({self.unit.cpp(kind)})({value.text})"
        if whole == kind and kind.name == "list":
            return f"{self.unit.cpp(kind)}({value.text})"
        if kind.name == "maybe":
            return value.text if value.type.name in ("maybe", "None") else f"&({self.addressed(value)})"
        if value.type.name == "maybe" and value.type.inner[0] == kind:
            return f"(*there({value.text}))"
        if kind == INT and value.type == FLOAT:
            raise LeavesSubset(5, "a fraction where an integer is wanted")
        raise LeavesSubset(1, f"{value.type} where {kind} is wanted")

    def addressed(self, value: Value, kind: Type | None = None) -> str:
        """Return a list or record as one that has a place: as it is, or put into a variable of its own."""
        wanted = kind or value.type
        if value.place and value.type == wanted:
            return value.text
        if value.known and wanted.name == "list" and value.type.name == "list":
            return f"({self.temporary(wanted)} = {self.unit.cpp(wanted)}({value.text}))"
        return f"({self.temporary(wanted)} = {self.fitted(value, wanted)})"

    def copied(self, value: Value, kind: Type, where: str) -> str:
        """Return a value that is put where it stays. Raises LeavesSubset for a list that would be in two places."""
        if value.place and value.type == kind and self.unit.share(kind):
            return self.fitted(value, kind)
        own = frozenset(root for root in value.roots if root[0] == "local")
        if value.place and own == value.roots and value.type == kind and len(own) == 1 and not self.passing:
            self.story.fill(own)  # nobody reads it by its name from here on
            return self.fitted(value, kind)
        if value.place and (is_kept(kind) or kind.name == "maybe") and value.type.name != "None":
            raise LeavesSubset(4, f"what is kept in {where} is in another place, too: copy it")
        return self.fitted(value, kind)

    def declarations(self) -> list[str]:
        """Return the declarations of all locals."""
        rows = []
        for name, kind in self.locals.items():
            inner = kind.inner[0] if kind.name == "maybe" else kind
            pointer = is_kept(kind) or kind.name == "maybe"
            start = " = nullptr" if pointer else " = 0"
            rows.append(f"{self.unit.cpp(inner)} {'*' if pointer else ''}{name}_{start};")
        rows += [f"{self.unit.cpp(kind)} {name}_own;" for name, kind in self.own.items()]
        for name, kind in self.temporaries:
            pointer = kind.name == "maybe"
            inner = kind.inner[0] if pointer else kind
            start = "" if is_kept(kind) else " = 0"
            rows.append(f"{self.unit.cpp(inner)} {'*' if pointer else ''}{name}{start};")
        return rows
