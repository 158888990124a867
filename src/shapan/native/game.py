"""A game as one text of C++: its steps, what they call, and the door through which matches are played out."""

from __future__ import annotations

import sys
from dataclasses import dataclass
from importlib.resources import files
from typing import Any, Final

from shapan.engine.actions import PARAMETER_BITS, Actions
from shapan.engine.game import Game
from shapan.engine.state import State
from shapan.native.encoding import encoder_lines
from shapan.native.layout import longest
from shapan.native.staging import Layout
from shapan.native.types import CONSTANT, TABLE, LeavesSubset
from shapan.native.unit import Unit
from shapan.native.value import Value
from shapan.native.views import view_lines

HEADERS: Final = ("runtime.h", "kept.h", "chance.h", "table.h", "playouts.h", "stage.h", "looks.h")
ROOM: Final = 48
VALUE_OF: Final = "static i64 value_of(i64 family, i64 code, i64 place)"
VALUES_OF: Final = "static List<i64> values_of(i64 family, i64 code)"


@dataclass(slots=True)
class Translation:
    """A game in C++: the text, or each line that leaves the subset as `file:line: (number) reason`."""

    text: str
    left: list[str]
    unit: Unit


def state_class(game: Game[Any]) -> type[State]:
    """Return the class of a game's state. Raises LeavesSubset for a game that has not declared it."""
    cls = game.view_class
    if cls is None or not issubclass(cls, State):
        raise LeavesSubset(2, f"{game.name} declares no state")
    return cls


def translate(game: Game[Any], ratings: bool = False, layout: Layout | None = None, looks: bool = False) -> Translation:
    """Translate a game, with its `ratings` if wanted, or by a `layout` so that it can be answered from outside.

    `looks`: with ratings, to try answers in sampled worlds.

    Raises LeavesSubset where nothing of it can be.
    """
    unit = Unit(state_class(game), game if ratings else None, layout)
    if ratings and type(game).mistakes is not Game.mistakes:
        unit.note(game.name, LeavesSubset(3, "mistakes of answers"))
    cases = [_case(unit, number, step) for number, step in enumerate(game.steps, 1)]
    unit.fields(unit.annotations.state)
    sizes = {
        "STREAMS": max(1, len(game.streams)),
        "NESTED": max(
            State.MAX_SEATS, unit.annotations.state.MAX_SEATS, _nested(game, unit), unit.longest, game.most_rows
        ),
        **({"ROOM": game.longest_row} if game.longest_row > ROOM else {}),
        "BOUND": game.max_decisions,
        "SUMS_KEPT": int(sys.version_info >= (3, 12)),
        **({} if layout is None else layout.sizes()),
        **({"LOOKS": 1} if looks else {}),
    }
    outside: list[str] = []
    if layout is not None:
        try:
            outside = [*encoder_lines(unit), *layout.lines()]
        except LeavesSubset as error:
            unit.note(f"{game.name}: observations", error)
    try:
        views = view_lines(unit)
    except LeavesSubset as error:
        unit.note(f"{game.name}: views", error)
        views = []
    ahead = _looked_ahead(unit, game) if looks else []
    unit.check_shared()
    tail = [*views, *outside, *ahead, *(values_of_codes(game.actions) if unit.values_of_codes else [])]
    tail += ["static INLINE void advance(State &s, Table &t, const Step &step) {", "    switch (step.a[0]) {", *cases]
    tail += [
        "    default: leave(RAISED);",
        "    }",
        "}",
        '#include "playouts.h"',
        *(['#include "stage.h"'] if outside else []),
        *(['#include "looks.h"'] if ahead else []),
        "",
    ]
    return Translation(text_of(unit, sizes, tail), unit.left, unit)


def _looked_ahead(unit: Unit, game: Game[Any]) -> list[str]:
    """Return how far a match has come, and what its judgement weighs."""
    this, heads = Value("", CONSTANT, False, game), ("i64 progress_of", "List<List<double>> weighed")
    lines = []
    for head, function in zip(heads, (type(game).progress, type(game).features), strict=True):
        try:
            made = unit.function(function, this)
        except LeavesSubset as error:
            unit.note(game.name, error)
            continue
        room = f"static thread_local {unit.cpp(made.result)} room; " if made.is_mixed else ""
        lines.append(f"static {head}(State &s) {{ {room}return {made.name}(s{', room' if room else ''}); }}")
    return lines


def text_of(unit: Unit, sizes: dict[str, int], tail: list[str]) -> str:
    """Return all that is written, in the order in which C++ wants it; `tail` makes use of it."""
    rows = [
        *(f"#define {name} {size}" for name, size in {"ROOM": ROOM, **sizes}.items()),
        '#include "chance.h"',
        '#include "kept.h"',
        *unit.records.values(),
        f"typedef R_{unit.annotations.state.__name__} State;",
        '#include "table.h"',
        *(text for _, text in unit.rows.values()),
        *(f"{one.head};" for one in unit.written),
        *unit.zone_lines(),
        f"{VALUE_OF};",
        f"{VALUES_OF};",
        *(line for lines in unit.question_lines.values() for line in lines),
    ]
    for one in unit.written:
        rows += [f"{one.head} {{", *(f"    {line}" for line in one.lines), "}"]
    return "\n".join([*rows, *tail])


def values_of_codes(actions: Actions) -> list[str]:
    """Return the functions that read one value or all out of a code by its family: `actions.of(code).value(code, 1)`.

    The family is one of which it shows only while a match runs; in C++ it is a code of that family.
    """
    ones, wholes = [], []
    for family in actions.by_number.values():
        parts = [f"code >> {shift} & {mask}L" for shift, mask in zip(family.shifts, family.masks, strict=True)]
        cases = " ".join(f"case {place}: case {place - len(parts)}: return {text};" for place, text in enumerate(parts))
        ones.append(f"    case {family.number}: switch (place) {{ {cases} }} leave(NO_PLACE);")
        wholes.append(f"    case {family.number}: return List<i64>{{{', '.join(parts)}}};")
    lines = []
    for head, cases_of in ((VALUES_OF, wholes), (VALUE_OF, ones)):
        lines += [f"{head} {{", f"    switch (family >> {PARAMETER_BITS}) {{", *cases_of]
        lines += ["    default: leave(RAISED);", "    }", "}"]
    return lines


def _case(unit: Unit, number: int, step: Any) -> str:
    """Return how a step of the agenda is run."""
    try:
        signature = unit.function(step)
    except LeavesSubset as error:
        unit.note(getattr(step, "__qualname__", "step"), error)
        return ""
    texts = []
    place = 0
    for name, kind in signature.parameters:
        if kind == unit.state:
            texts.append("s")
        elif kind == TABLE:
            texts.append("t")
        else:
            place += 1
            default = signature.defaults.get(name)
            asked = f"step.a[{place}]"
            texts.append(asked if default is None else f"(step.n > {place} ? {asked} : {int(default)}L)")
    return f"    case {number}: if (step.n > {place + 1}) leave(RAISED); {signature.name}({', '.join(texts)}); break;"


def _nested(game: Game[Any], unit: Unit) -> int:
    """Return the length of the longest list of lists or records that a match begins with."""
    return max(longest(game.start({}, seats, 0), unit.state, unit.fields) for seats in (game.min_seats, game.max_seats))


def headers() -> dict[str, str]:
    """Return the texts of the headers by name."""
    folder = files("shapan.native")
    return {name: folder.joinpath(name).read_text(encoding="utf-8") for name in HEADERS}
