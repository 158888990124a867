"""Types, records and constants in C++, each written once, when it is asked for."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import is_dataclass
from typing import Any, Final

from shapan.engine.marked_zone import MarkedZone
from shapan.engine.shared_constant import SharedConstant
from shapan.engine.state import State
from shapan.engine.valuation import Valuation
from shapan.engine.zone import Zone
from shapan.native.types import (
    BOOL,
    CHANCE,
    FAMILY,
    FLOAT,
    GIVEN,
    INT,
    NONE,
    REASON,
    STEPS,
    TABLE,
    WORD,
    Annotations,
    LeavesSubset,
    Type,
    is_named_row,
    item_of,
    maybe,
    record,
)

NAMES: Final = {
    INT: "i64",
    BOOL: "bool",
    FLOAT: "double",
    NONE: "void",
    REASON: "bool",
    STEPS: "Steps",
    CHANCE: "Chance",
    FAMILY: "i64",
    WORD: "i64",
    TABLE: "Table",
}


NEW_ZONE: Final = """// As shapan.engine.zone.Zone.
static R_Zone new_zone(const List<i64> &cards, i64 sees, bool ordered, i64 group) {
    if (cards.n && sees != -1 && !group) leave(RAISED);
    R_Zone r;
    r.cards_ = cards;
    if (!ordered) r.cards_.sort();
    for (i64 i = 0; i < cards.n; i++) { r.masks_.append(sees); r.groups_.append(group); }
    r.sees_ = sees;
    r.ordered_ = ordered;
    return r;
}"""
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


class Texts:
    """What is written of types and constants so far."""

    def __init__(self, state: type[State]) -> None:
        self.annotations = Annotations(state)
        self.state = record(state)
        self.records: dict[type, str] = {}
        self.rows: dict[Any, tuple[str, str]] = {}
        self.longest = 0
        """How many rows or records a row holds at most that is made over a constant."""
        self._words = {"": 0}
        self._choices: list[tuple[Any, ...]] = []
        self._items_by_key: dict[tuple[int, ...], int] = {}

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
            return f"Map<{self.cpp(kind.inner[0])}>"
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
        if not hasattr(cls, "_fields") and (not is_dataclass(cls) or not cls.__dataclass_params__.frozen):  # type: ignore[attr-defined]
            raise LeavesSubset(4, f"a {cls.__name__} that may change")
        lines = " ".join(f"r.{name}_ = {text};" for name, text in texts.items())
        return f"[&]() FAST -> R_{cls.__name__} {{ R_{cls.__name__} r; {lines} return r; }}()"

    def fields(self, cls: type) -> dict[str, Type]:
        """Return the types of the fields of a record, and write it if it is not yet."""
        kinds = self.annotations.fields(cls)
        if cls is MarkedZone:
            self.fields(Zone)
        if cls not in self.records:
            if issubclass(cls, Valuation):
                state = f"R_{self.annotations.state.__name__}"
                self.records[cls] = (
                    f"struct {state};\nstruct R_{cls.__name__} {{ {state} *view_; i64 seat_, number; }};"
                )
                return kinds
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
                text.append(NEW_ZONE)
                text.append("template <> struct room_of<R_Zone *> { static constexpr int value = 160; };")
            if is_named_row(cls):
                text.append(f"template <> struct room_of<{name}> {{ static constexpr int value = 64; }};")
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
        return ", ".join(self.part_of(one, kind.inner[0]) for one in value)

    def part_of(self, value: Any, kind: Type) -> str:
        """Return the value of an entry of a constant row."""
        if kind.name == "list":
            return f"{{{len(value)}L, {{{self._items(value, kind)}}}}}"
        if kind.cls is not None:
            parts = zip(value, self.fields(kind.cls).values(), strict=True)
            return f"{{{', '.join(self.part_of(one, inner) for one, inner in parts)}}}"
        if kind == BOOL:
            return "true" if value else "false"
        return f"{int(value)}L" if kind == INT else repr(value)

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


def _is_shared(kind: Type) -> bool:
    return kind.cls is not None and issubclass(kind.cls, SharedConstant)
