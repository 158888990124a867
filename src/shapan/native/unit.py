"""The whole of a game in C++: records, constants, questions, functions, each written once, when it is asked for."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any, Final

from shapan.engine.game import Game
from shapan.engine.prompt import Prompt
from shapan.engine.shared_constant import SharedConstant
from shapan.engine.state import State
from shapan.engine.zone import Zone
from shapan.native.scope import Signature
from shapan.native.source import Source, Sources
from shapan.native.staging import Layout
from shapan.native.statements import Statements
from shapan.native.types import (
    BOOL,
    CHANCE,
    CONSTANT,
    FLOAT,
    GIVEN,
    INT,
    NONE,
    STEPS,
    TABLE,
    Annotations,
    LeavesSubset,
    Type,
    is_kept,
    is_number,
    maybe,
    record,
)
from shapan.native.value import NOTHING, Root, Value

NAMES: Final = {
    INT: "i64",
    BOOL: "bool",
    FLOAT: "double",
    NONE: "void",
    STEPS: "Steps",
    CHANCE: "Chance",
    TABLE: "Table",
}


@dataclass(slots=True)
class Written:
    """A function that is written: its head and its lines."""

    head: str
    lines: list[str]


class Unit:
    """What is written of a game so far. `lines` of the subset that were left are noted, and the rest is read on."""

    def __init__(self, state: type[State], rating: Game[Any] | None = None, layout: Layout | None = None) -> None:
        self.layout = layout
        """How matches that are answered from outside are observed; None where all are played by themselves."""
        self.rating = rating
        """The game by whose ratings players go; None where all answer at random."""
        self.rated: set[str] = set()
        """The fields of the state that ratings read."""
        self.values_of_codes = False
        """Whether values of codes are asked for whose family is not known."""
        self.shared: set[type] = set()
        """Records of which one may be in two rows, so that they may not be changed."""
        self.changed: dict[type, str] = {}
        """Records that are changed, or asked whether they are the same, with the line."""
        self.annotations = Annotations(state)
        self.state = record(state)
        self.sources = Sources()
        self.left: list[str] = []
        """Each line that leaves the subset, as `file:line: (number) reason`."""
        self.is_whole = True
        """Whether all has been translated that was asked for."""
        self.records: dict[type, str] = {}
        self.rows: dict[Any, tuple[str, str]] = {}
        self.questions: dict[int, tuple[Prompt[Any], str]] = {}
        self.question_lines: dict[str, list[str]] = {}
        self.functions: dict[Any, Signature] = {}
        self.written: list[Written] = []

    def note(self, place: str, error: LeavesSubset) -> None:
        """Note a line that leaves the subset."""
        self.is_whole = False
        text = f"{place}: {error}"
        if text not in self.left and not error.follows:
            self.left.append(text)

    def may_share(self, kind: Type) -> bool:
        """Tell whether things of a type may be in two rows: records of numbers, if they are nowhere changed."""
        if kind.name != "record" or kind.cls is None or not all(map(is_number, self.fields(kind.cls).values())):
            return False
        self.shared.add(kind.cls)
        return True

    def check_shared(self) -> None:
        """Note the lines that change records which may be in two rows."""
        for cls in self.shared & set(self.changed):
            self.note(self.changed[cls], LeavesSubset(4, f"a {cls.__name__} is changed that may be in two rows"))

    # Types and records

    def cpp(self, kind: Type) -> str:
        """Return the C++ type."""
        if kind in NAMES:
            return NAMES[kind]
        if kind.name in ("list", "set"):
            return f"List<{self.cpp(kind.inner[0])}>"
        if kind.name == "tuple":
            return f"Tuple<{len(kind.inner)}>"
        if kind.name == "map":
            return "Map"
        if kind == GIVEN:
            return "List<i64>"
        if kind.name == "pointers":
            return "List<R_Zone *>"
        if kind.name == "maybe":
            return f"{self.cpp(kind.inner[0])} *"
        if kind.cls is not None:
            self.fields(kind.cls)
            return f"R_{kind.cls.__name__}"
        raise LeavesSubset(1, f"{kind} has no form in C++")

    def fields(self, cls: type) -> dict[str, Type]:
        """Return the types of the fields of a record, and write it if it is not yet."""
        kinds = self.annotations.fields(cls)
        if cls not in self.records:
            self.records[cls] = ""
            rows = [f"    {self._field(kind)} {name}_;" for name, kind in kinds.items()]
            name = f"R_{cls.__name__}"
            gets = "".join(f" {self._get(field, kind)}" for field, kind in kinds.items())
            puts = "".join(f" put(w, x.{field}_);" for field, kind in kinds.items() if not _is_shared(kind))
            text = [f"struct {name} {{", *rows, "};"]
            text += [f"inline void get(Reader &r, {name} &x) {{{gets} }}"]
            text += [f"inline void put(Writer &w, const {name} &x) {{{puts} }}"]
            if cls is Zone:
                text.append("template <> struct room_of<R_Zone *> { static constexpr int value = 96; };")
            del self.records[cls]  # what it is made of stands before it
            self.records[cls] = "\n".join(text)
        return kinds

    def _field(self, kind: Type) -> str:
        if kind.name == "maybe":
            return f"Maybe<{self.cpp(kind.inner[0])}>"
        return f"{self.cpp(kind)} *" if _is_shared(kind) else self.cpp(kind)

    def _get(self, field: str, kind: Type) -> str:
        if _is_shared(kind):
            name = self.cpp(kind)
            return f"static thread_local {name} its_{field}; get(r, its_{field}); x.{field}_ = &its_{field};"
        return f"get(r, x.{field}_);"

    def zones(self) -> Type:
        """Return the type of the list of all zones."""
        self.cpp(record(Zone))
        return Type("pointers", (maybe(record(Zone)),))

    def zone_lines(self) -> list[str]:
        """Return the function that lists all zones of the state, in the order of its fields."""
        if Zone not in self.records:
            return []
        rows = list(self._zones_in("s", self.state))
        return ["static List<R_Zone *> all_zones(State &s) {", "    List<R_Zone *> r;", *rows, "    return r;", "}"]

    def _zones_in(self, text: str, kind: Type) -> Iterable[str]:
        if kind == record(Zone):
            yield f"    r.append(&{text});"
        elif kind.name == "list" and kind.inner[0].cls is not None:
            inner = list(self._zones_in(f"{text}.a[i]", kind.inner[0]))
            if inner:
                yield f"    for (i64 i = 0; i < {text}.n; i++) {{ {' '.join(inner)} }}"
        elif kind.name == "maybe" and kind.inner[0].cls is not None:
            inner = list(self._zones_in(f"{text}.value", kind.inner[0]))
            if inner:
                yield f"    if ({text}.some) {{ {' '.join(inner)} }}"
        elif kind.cls is not None and not _is_shared(kind):
            for name, one in self.fields(kind.cls).items():
                yield from self._zones_in(f"{text}.{name}_", one)

    # Constants

    def row(self, value: Any, kind: Type) -> str:
        """Return the name of a constant row."""
        key = (repr(value), kind)
        if key not in self.rows:
            name = f"K{len(self.rows)}"
            row = f"Row<{self.cpp(kind.inner[0])}, {len(value)}>"
            self.rows[key] = name, f"static const {row} {name} = {{{{{self._items(value, kind)}}}}};"
        return self.rows[key][0]

    def _items(self, value: Any, kind: Type) -> str:
        inner = kind.inner[0]
        if inner.name == "list":
            return ", ".join(f"{self.cpp(inner)}{{{self._items(one, inner)}}}" for one in value)
        if inner == BOOL:
            return ", ".join("true" if one else "false" for one in value)
        return ", ".join(f"{one}L" if inner == INT else repr(one) for one in value)

    # Functions

    def function(
        self,
        function: Any,
        owner: Value | None = None,
        constants: Mapping[str, Any] = MappingProxyType({}),
        types: Sequence[Type] = (),
    ) -> Signature:
        """Return a function in C++; it is written if it is not yet. `owner` is the object of a method.

        `constants` are arguments by name that are known when the game is translated, `types` those of a lambda.
        """
        known = owner.constant if owner is not None and owner.type == CONSTANT else NOTHING
        kind = None if owner is None or owner.type == CONSTANT else owner.type
        named = tuple((name, id(value)) for name, value in constants.items())
        key = (function, kind, id(known) if known is not NOTHING else 0, named)
        signature = self.functions.get(key)
        if signature is not None:
            return signature
        source = self.sources.of(function)
        signature = self._signature(function, source, owner, constants, types)
        self.functions[key] = signature
        scope = Statements(self, source, signature)
        scope.names = {
            name: Value(f"{name}_", one, is_kept(one) or one.name == "maybe", roots=self._roots(one))
            for name, one in signature.parameters
        }
        scope.names.update({name: scope.known(value) for name, value in signature.constants.items()})
        lines = scope.whole()
        signature.is_done = True
        if signature.is_recursive:
            lines.insert(0, "not_too_deep();")
        self.written.append(Written(self._head(signature), lines))
        return signature

    def _roots(self, kind: Type) -> frozenset[Root]:
        """Return where a parameter lies: somewhere."""
        is_somewhere = kind.name in ("list", "set", "maybe") or (kind.name == "record" and kind != self.state)
        return frozenset([("type", kind)]) if is_somewhere else frozenset()

    def parameters(self, function: Any) -> list[str]:
        """Return the names of a function's parameters, in order."""
        arguments = self.sources.of(function).node.args
        return [one.arg for one in (*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs)]

    def _signature(
        self,
        function: Any,
        source: Source,
        owner: Value | None,
        constants: Mapping[str, Any],
        types: Sequence[Type],
    ) -> Signature:
        node = source.node
        arguments = node.args
        if arguments.vararg or arguments.kwarg:
            raise LeavesSubset(3, f"any number of arguments of {source.name}")
        ordered = [*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs]
        signature = Signature(f"f{len(self.functions)}_{source.name}", [], _defaults(function, arguments))
        for one in ordered:
            if owner is not None and one is ordered[0]:
                if owner.type == CONSTANT:
                    signature.constants[one.arg] = owner.constant
                else:
                    signature.parameters.append((one.arg, owner.type))
                continue
            if one.arg in constants:
                signature.constants[one.arg] = constants[one.arg]
                continue
            if one.annotation is None and isinstance(node, ast.Lambda) and len(types) == len(ordered):
                signature.parameters.append((one.arg, types[ordered.index(one)]))
                continue
            if one.annotation is None:
                raise LeavesSubset(1, f"{one.arg} of {source.name} has no type")
            signature.parameters.append((one.arg, self.annotations.type_of(one.annotation, source.module)))
        if isinstance(node, ast.FunctionDef):
            if node.returns is None:
                raise LeavesSubset(1, f"what {source.name} returns has no type")
            signature.result = self.annotations.type_of(node.returns, source.module)
        return signature

    def _head(self, signature: Signature) -> str:
        parameters = ", ".join(
            f"{self.cpp(kind)} {'&' if is_kept(kind) else ''}{name}_" for name, kind in signature.parameters
        )
        result = self.cpp(signature.result)
        return f"static {result} {'&' if signature.is_place else ''}{signature.name}({parameters})"

    # Questions

    def question(self, prompt: Prompt[Any]) -> str:
        """Return the name of a question's class."""
        from shapan.native.questions import question_lines

        known = self.questions.get(id(prompt))
        if known is None:
            name = f"Q{len(self.questions)}_{prompt.key}"
            known = self.questions[id(prompt)] = prompt, name
            self.question_lines[name] = question_lines(self, prompt, name, len(self.questions) - 1)
        return known[1]


def _is_shared(kind: Type) -> bool:
    return kind.cls is not None and issubclass(kind.cls, SharedConstant)


def _defaults(function: Any, arguments: ast.arguments) -> dict[str, Any]:
    """Return the defaults of a function's parameters."""
    ordered = [*arguments.posonlyargs, *arguments.args]
    values = getattr(function, "__defaults__", None) or ()
    named = dict(zip([one.arg for one in ordered[len(ordered) - len(values) :]], values, strict=True))
    return {**named, **(getattr(function, "__kwdefaults__", None) or {})}
