"""What a seat sees of a state, for ratings: `Part.seen` by the declarations of facts, as in plain Python.

Where all that is declared is open to all, the view is the state itself: what is not declared has no value in a view,
and ratings that read it leave the subset.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, cast

from shapan.engine.fact import EVERYBODY
from shapan.engine.game import Game
from shapan.engine.kinds import UNKNOWN
from shapan.engine.marked_zone import MarkedZone
from shapan.engine.part import Part, seen_texts_of
from shapan.engine.shared_constant import SharedConstant
from shapan.engine.zone import Zone
from shapan.native.types import CONSTANT, INT, LeavesSubset, Type, is_number, list_of
from shapan.native.value import Value

if TYPE_CHECKING:
    from shapan.native.unit import Unit

HEAD: Final = "static __attribute__((noinline)) State &seen(State &state, i64 seat)"
FACTS: Final = "static State &seen_of_facts(State &state, i64 seat)"


def view_lines(unit: Unit) -> list[str]:
    """Return the function that makes the view of a seat. Raises LeavesSubset."""
    cls = unit.state.cls
    assert cls is not None
    if unit.rating is None and unit.layout is None:
        return [f"{HEAD} {{ leave(RAISED); }}", f"{FACTS} {{ leave(RAISED); }}"]
    seen = {name for name, _, _ in seen_texts_of(cls)}
    if unseen := sorted(unit.rated - seen):
        raise LeavesSubset(1, f"ratings read {', '.join(unseen)}, which no view has")
    game: Game[Any] | None = unit.layout.game if unit.layout is not None else unit.rating
    shown, is_own = HEAD + " { return seen_of_facts(state, seat); }", False
    own: Any = type(game)
    if game is not None and own.view is not cast("Any", Game).view:
        made = unit.function(own.view, Value("", CONSTANT, False, game))
        shown, is_own = f"{HEAD} {{ return {made.name}(state, seat); }}", True
    if not is_own and _is_open(unit, cls):
        return [f"{FACTS} {{ return state; }}", shown]
    done: dict[type, list[str]] = {}
    name = _see(unit, cls, done)
    head = f"{FACTS} {{ static thread_local State view; {name}(state, view, seat); return view; }}"
    return [*(line for lines in done.values() for line in lines), head, shown]


def _plain(kind: Type) -> bool:
    """Tell whether all see a value as it is."""
    if kind.name == "list":
        return _plain(kind.inner[0])
    return is_number(kind) or (kind.cls is not None and issubclass(kind.cls, SharedConstant))


def _is_open(unit: Unit, cls: type) -> bool:
    kinds = unit.fields(cls)
    for name, _, is_own in seen_texts_of(cls):
        kind = kinds.get(name)
        inner = kind.inner[0] if kind is not None and kind.name in ("list", "maybe") else kind
        part = inner.cls if inner is not None and inner.cls is not None and issubclass(inner.cls, Part) else None
        if kind is None or is_own or not (_plain(kind) or (part is not None and _is_open(unit, part))):
            return False
    return True


def _see(unit: Unit, cls: type, done: dict[type, list[str]]) -> str:
    """Write the function that shows records of a class, and return its name."""
    name = f"see_{cls.__name__}"
    if cls not in done:
        kinds, lines = unit.fields(cls), []
        for field, _, is_own in seen_texts_of(cls):
            if field not in kinds:
                raise LeavesSubset(2, f"the view has {field}, which has no type of the subset")
            lines.append(_shown(unit, f"old.{field}_", f"to.{field}_", kinds[field], is_own, done))
        kind = unit.cpp(unit.annotations.type_of_class(cls))
        done[cls] = [f"static void {name}({kind} &old, {kind} &to, i64 viewer) {{", *lines, "}"]
    return name


def _shown(unit: Unit, old: str, new: str, kind: Type, is_own: bool, done: dict[type, list[str]]) -> str:
    """Return what shows a value to a viewer."""
    if is_own and kind == list_of(INT):
        return f"{new}.n = {old}.n; for (i64 i = 0; i < {old}.n; i++) {new}.a[i] = i == viewer ? {old}.a[i] : -1;"
    if _plain(kind):
        return f"{new} = {old};"
    if kind.cls is Zone:
        known = unit.function(Zone.known, Value("", kind, True)).name
        return f"{new}.cards_ = {known}({old}, viewer); {new}.ordered_ = {old}.ordered_;"
    if kind.cls is MarkedZone:
        known = unit.function(Zone.known, Value("", kind, True)).name
        rows = "names", "starts", "seen"
        return " ".join(
            [
                f"{new}.cards_ = {known}({old}, viewer); {new}.ordered_ = true; {new}.marks_ = {old}.marks_;",
                *(f"{new}.{row} = {old}.{row};" for row in rows),
                f"for (i64 i = 0; i < {old}.seen.n; i++) if ({old}.seen.a[i] != {EVERYBODY}L)",
                f"for (i64 j = 0; j < {old}.cards_.n; j++)",
                f"if (!({old}.masks_[j] >> viewer & 1)) {new}.marks_.a[i].a[j] = {UNKNOWN}L;",
            ]
        )
    if kind.cls is not None and issubclass(kind.cls, Part):
        return f"{_see(unit, kind.cls, done)}({old}, {new}, viewer);"
    if kind.name == "list":
        inner = _shown(unit, f"{old}.a[i]", f"{new}.a[i]", kind.inner[0], False, done)
        return f"{new}.n = {old}.n; for (i64 i = 0; i < {old}.n; i++) {{ {inner} }}"
    if kind.name == "maybe":
        inner = _shown(unit, f"{old}.value", f"{new}.value", kind.inner[0], False, done)
        return f"{new}.some = {old}.some; if ({old}.some) {{ {inner} }}"
    raise LeavesSubset(2, f"a view of {kind}")
