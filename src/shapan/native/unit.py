"""The whole of a game in C++: records, constants, questions, functions, each written once, when it is asked for."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, is_dataclass
from types import MappingProxyType
from typing import Any, Final

from shapan.engine.game import Game
from shapan.engine.marked_zone import MarkedZone
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
    EMPTY,
    FAMILY,
    FLOAT,
    GIVEN,
    INT,
    NONE,
    STEPS,
    TABLE,
    WORD,
    Annotations,
    LeavesSubset,
    Type,
    fixed,
    has_place,
    is_kept,
    is_number,
    item_of,
    list_of,
    maybe,
    record,
)
from shapan.native.value import NOTHING, Root, Value, type_of

TRIES: Final = 4
"""How often a function is read at most, for what is learned of it on the way."""
NAMES: Final = {
    INT: "i64",
    BOOL: "bool",
    FLOAT: "double",
    NONE: "void",
    STEPS: "Steps",
    CHANCE: "Chance",
    FAMILY: "i64",
    WORD: "i64",
    TABLE: "Table",
}


MARKED_ZONE: Final = """struct R_MarkedZone : R_Zone {
    List<List<i64>> marks_;
    List<i64> names, starts, seen;  // of its markers
    void unmark() {
        marks_.n = 0;
        for (i64 i = 0; i < names.n; i++) {
            if (marks_.n >= marks_.room) leave(NO_ROOM);
            marks_.a[marks_.n++].n = 0;
            for (i64 j = 0; j < cards_.n; j++) marks_.a[i].append(starts.a[i]);
        }
    }
    void clear() { cards_.clear(); masks_.clear(); groups_.clear(); unmark(); }
};
inline void get(Reader &r, R_MarkedZone &x) {
    get(r, (R_Zone &)x); get(r, x.marks_); get(r, x.names); get(r, x.starts); get(r, x.seen);
}
inline void put(Writer &w, const R_MarkedZone &x) {
    put(w, (const R_Zone &)x); put(w, x.marks_); put(w, x.names); put(w, x.starts); put(w, x.seen);
}
// As shapan.engine.marked_zone.carry.
static void mark(R_MarkedZone &target, i64 at, const R_MarkedZone *source, const List<i64> &kept) {
    for (i64 i = 0; i < target.names.n; i++) {
        i64 mark = target.starts.a[i];
        for (i64 j = 0; j < kept.n; j++) {
            if (source->names.a[j] != target.names.a[i]) continue;
            if (source->seen.a[j] != target.seen.a[i]) leave(RAISED);
            mark = kept.a[j];
        }
        List<i64> &row = target.marks_[i];
        row.insert(at >= 0 ? at : row.n, mark);
    }
}
inline void carry(R_Zone &, i64, R_Zone &, i64) {}
inline void carry(R_Zone &, i64, R_MarkedZone &target, i64 at) { mark(target, at, nullptr, List<i64>()); }
static List<i64> unmarked(R_MarkedZone &source, i64 place) {
    List<i64> kept;
    for (i64 i = 0; i < source.names.n; i++) kept.append(source.marks_[i].pop(place));
    return kept;
}
inline void carry(R_MarkedZone &source, i64 place, R_Zone &, i64) { unmarked(source, place); }
inline void carry(R_MarkedZone &source, i64 place, R_MarkedZone &target, i64 at) {
    List<i64> kept = unmarked(source, place);
    mark(target, at, &source, kept);
}"""
"""A zone with marks in C++: its markers go with it as numbers, their names by what `layout.names_of` makes of them."""


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
        self.longest = 0
        """How many rows or records a row holds at most that is made over a constant."""
        self._words = {"": 0}
        self._choices: list[tuple[Any, ...]] = []
        self._items_by_key: dict[tuple[int, ...], int] = {}

    def note(self, place: str, error: LeavesSubset) -> None:
        """Note a line that leaves the subset."""
        self.is_whole = False
        text = f"{place}: {error}"
        if text not in self.left and not error.follows:
            self.left.append(text)

    def share(self, kind: Type) -> bool:
        """Let things of a type be in two rows, if they are records of numbers that nothing changes; return whether."""
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
        if kind.name in ("item", "empty"):
            return "i64"
        if kind.name == "pointers":
            return "List<R_Zone *>"
        if kind.name == "maybe":
            return f"{self.cpp(kind.inner[0])} *"
        if kind.cls is not None:
            self.fields(kind.cls)
            return f"R_{kind.cls.__name__}"
        raise LeavesSubset(1, f"{kind} has no form in C++")

    def record_of(self, value: Any, texts: dict[str, str]) -> str:
        """Return a constant record, by the texts of its fields. Raises LeavesSubset for one that may change."""
        cls = type(value)
        if not is_dataclass(cls) or not cls.__dataclass_params__.frozen:  # type: ignore[attr-defined]
            raise LeavesSubset(4, f"a {cls.__name__} that may change")
        lines = " ".join(f"r.{name}_ = {text};" for name, text in texts.items())
        return f"[&]() FAST -> R_{cls.__name__} {{ R_{cls.__name__} r; {lines} return r; }}()"

    def fields(self, cls: type) -> dict[str, Type]:
        """Return the types of the fields of a record, and write it if it is not yet."""
        kinds = self.annotations.fields(cls)
        if cls is MarkedZone:
            self.fields(Zone)
        if cls not in self.records:
            self.records[cls] = ""
            rows = [f"    {self._field(kind)} {name}_;" for name, kind in kinds.items()]
            name = f"R_{cls.__name__}"
            gets = "".join(f" {self._get(field, kind)}" for field, kind in kinds.items())
            puts = "".join(f" put(w, x.{field}_);" for field, kind in kinds.items() if not _is_shared(kind))
            text = [f"struct {name} {{", *rows, "};"]
            text += [f"inline void get(Reader &r, {name} &x) {{{gets} }}"]
            text += [f"inline void put(Writer &w, const {name} &x) {{{puts} }}"]
            if cls is MarkedZone:
                text = [MARKED_ZONE]
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
        if kind in (record(Zone), record(MarkedZone)):
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
            row = f"Row<{self._part([*value], kind.inner[0])}, {len(value)}>"
            self.rows[key] = name, f"static const {row} {name} = {{{{{self._items(value, kind)}}}}};"
        return self.rows[key][0]

    def _part(self, values: list[Any], kind: Type) -> str:
        """Return the C++ type of the parts of a constant row."""
        if kind.name != "list":
            return self.cpp(kind)
        inner = self._part([one for value in values for one in value], kind.inner[0])
        return f"Part<{inner}, {max([1, *map(len, values)])}>"

    def _items(self, value: Any, kind: Type) -> str:
        inner = kind.inner[0]
        if inner.name == "list":
            return ", ".join(f"{{{len(one)}L, {{{self._items(one, inner)}}}}}" for one in value)
        if inner == BOOL:
            return ", ".join("true" if one else "false" for one in value)
        return ", ".join(f"{one}L" if inner == INT else repr(one) for one in value)

    def item(self, choices: Sequence[Any]) -> Type:
        """Return the type of one of several constants; in C++ it is a place among them."""
        key = tuple(map(id, choices))
        if key not in self._items_by_key:
            self._items_by_key[key] = len(self._choices)
            self._choices.append(tuple(choices))
        return item_of(self._items_by_key[key])

    def word(self, text: str) -> int:
        """Return the number of a word; the empty one has 0."""
        return self._words.setdefault(text, len(self._words))

    def choices(self, kind: Type) -> tuple[Any, ...]:
        """Return the constants of which a value of such a type is one."""
        return self._choices[int(kind.inner[0].name)]

    # Functions

    def function(
        self,
        function: Any,
        owner: Value | None = None,
        constants: Mapping[str, Any] = MappingProxyType({}),
        types: Sequence[Type] = (),
        kinds: Mapping[str, Type] = MappingProxyType({}),
        more: Sequence[Type] = (),
    ) -> Signature:
        """Return a function in C++; it is written if it is not yet. `owner` is the object of a method.

        `constants` are arguments by name that are known when the game is translated, `types` those of a lambda,
        `kinds` those by name that are narrower than what is annotated, `more` those behind the named ones.
        """
        known = owner.constant if owner is not None and owner.type == CONSTANT else NOTHING
        kind = None if owner is None or owner.type == CONSTANT else owner.type
        named = tuple((name, value if is_number(type_of(value)) else id(value)) for name, value in constants.items())
        key = (function, kind, id(known) if known is not NOTHING else 0, named, tuple(kinds.items()), tuple(more))
        signature = self.functions.get(key)
        if signature is not None:
            return signature
        source = self.sources.of(function)
        signature = self._signature(function, source, owner, constants, types, kinds, more)
        self.functions[key] = signature
        scope, lines = self._read(source, signature, more)
        if signature.again:
            scope.notes.append((source.place(source.node), LeavesSubset(1, "types that are not settled")))
        for place, error in scope.notes:
            self.note(place, error)
        signature.is_done = True
        if signature.is_recursive:
            lines.insert(0, "not_too_deep();")
        self.written.append(Written(self._head(signature), lines))
        return signature

    def _read(self, source: Source, signature: Signature, more: Sequence[Type]) -> tuple[Statements, list[str]]:
        """Return the lines of a function, read again as long as something is learned of it on the way."""
        tries = 0
        while True:
            signature.again, signature.is_place = False, None
            scope = self._scope(source, signature, more)
            lines, tries = scope.whole(), tries + 1
            if tries < TRIES and (signature.again or (signature.is_recursive and tries == 1)):
                continue  # what it fills and changes is known now to the calls of itself
            return scope, lines

    def _scope(self, source: Source, signature: Signature, more: Sequence[Type]) -> Statements:
        """Return what a function knows at its beginning."""
        scope = Statements(self, source, signature)
        scope.names = {
            name: Value(f"{name}_", one, has_place(one) or one.name == "maybe", roots=self._roots(name, one))
            for name, one in signature.parameters
        }
        scope.names.update({name: scope.known(value) for name, value in signature.constants.items()})
        rest = source.node.args.vararg
        if rest is not None:
            parts = tuple(Value(f"{rest.arg}_{place}_", kind, has_place(kind)) for place, kind in enumerate(more))
            scope.names[rest.arg] = Value("", fixed(list_of(more[0] if more else EMPTY)), parts=parts)
        return scope

    def _roots(self, name: str, kind: Type) -> frozenset[Root]:
        """Return where a parameter lies: somewhere."""
        if kind.is_fixed:
            return frozenset()
        is_somewhere = kind.name in ("list", "set", "maybe") or (kind.name == "record" and kind != self.state)
        return frozenset([("param", (name, kind))]) if is_somewhere else frozenset()

    def parameters(self, function: Any) -> list[str]:
        """Return the names of a function's parameters, in order."""
        arguments = self.sources.of(function).node.args
        return [one.arg for one in (*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs)]

    def rest_is_none(self, function: Any) -> None:
        """Raise LeavesSubset for a function that takes any number of arguments."""
        if self.sources.of(function).node.args.vararg is not None:
            raise LeavesSubset(3, "a call with as many arguments as a row has")

    def rest(self, function: Any) -> str:
        """Return the name of the parameter that takes all arguments behind the others."""
        rest = self.sources.of(function).node.args.vararg
        if rest is None:
            raise LeavesSubset(3, f"more arguments than {function.__qualname__} takes")
        return rest.arg

    def _signature(
        self,
        function: Any,
        source: Source,
        owner: Value | None,
        constants: Mapping[str, Any],
        types: Sequence[Type],
        kinds: Mapping[str, Type],
        more: Sequence[Type],
    ) -> Signature:
        node = source.node
        arguments = node.args
        if arguments.kwarg or (arguments.vararg and arguments.kwonlyargs):
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
            if one.arg in kinds:
                signature.parameters.append((one.arg, kinds[one.arg]))
                continue
            if one.annotation is None and isinstance(node, ast.Lambda) and len(types) == len(ordered):
                signature.parameters.append((one.arg, types[ordered.index(one)]))
                continue
            if one.annotation is None:
                raise LeavesSubset(1, f"{one.arg} of {source.name} has no type")
            signature.parameters.append((one.arg, self.annotations.type_of(one.annotation, source.module)))
        if arguments.vararg:
            signature.parameters += [(f"{arguments.vararg.arg}_{place}", kind) for place, kind in enumerate(more)]
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
        if signature.is_mixed:
            parameters += f"{', ' if parameters else ''}{result} &room_"
        is_reference = (signature.is_place or signature.is_mixed) and signature.result.name != "maybe"
        return f"static {result} {'&' if is_reference else ''}{signature.name}({parameters})"

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
