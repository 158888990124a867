"""Each construct of the subset does in C++ what it does in Python, on many inputs; a line outside is named."""

from __future__ import annotations

import sys
from array import array
from collections.abc import Iterator
from ctypes import CDLL, c_int64, c_void_p
from inspect import signature
from math import isfinite
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from native.constructs import ACTIONS, CONSTRUCTS, LARGE_NUMBERS, MARKERS
from shapan.engine.chance import Stream
from shapan.engine.marked_zone import MarkedZone
from shapan.engine.zone import Zone
from shapan.games.pig.game import Pig
from shapan.native import library
from shapan.native.game import text_of, values_of_codes
from shapan.native.layout import Readers, Writers
from shapan.native.types import LeavesSubset
from shapan.native.unit import Unit

WRAPPER = """
extern "C" __attribute__((visibility("default"))) i64 call_{name}(const i64 *from, i64 *to) {{
    void *buffer[5];
    leave_to(buffer);
    if (__builtin_setjmp(buffer)) return -why_out;
    valuations++;
    Reader r{{from}};
    Writer w{{to, to + 4096}};
    {reads}
    {writes}
    return w.at - to;
}}"""
TRIES = 60


def wrapped(unit: Unit, function: Any) -> str:
    """A function that reads arguments, calls, and writes what it returns and what has become of the arguments."""
    made = unit.function(function)
    reads = " ".join(f"{unit.cpp(kind)} a_{name}; get(r, a_{name});" for name, kind in made.parameters)
    called = f"{made.name}({', '.join(f'a_{name}' for name, _ in made.parameters)})"
    writes = f"{called};" if made.result.name == "None" else f"auto result = {called}; put(w, result);"
    writes += "".join(f" put(w, a_{name});" for name, kind in made.parameters if kind.name == "list")
    return WRAPPER.format(name=function.__name__, reads=reads, writes=writes)


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> tuple[Unit, CDLL]:
    if library.compiler() is None:
        pytest.skip("no C++ compiler")
    unit = Unit(Pig)
    tail = [wrapped(unit, function) for function in CONSTRUCTS + LARGE_NUMBERS]
    assert unit.left == []
    unit.fields(Pig)
    tail += values_of_codes(ACTIONS)
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv(library.FOLDER, str(tmp_path_factory.mktemp("constructs")))
        file = library.compiled(
            text_of(unit, {"STREAMS": 1, "ROOM": 200, "NESTED": 50, "BOUND": 1000}, tail), "constructs"
        )
    assert file is not None
    return unit, CDLL(str(file))


def drawn(text: str, rng: Stream) -> Any:
    """An argument of a type, as its annotation writes it."""
    if text == "int":
        return rng.number(14) - 4
    if text == "list[int]":
        return [rng.number(12) - 1 for _ in range(rng.number(7))]
    if text == "Pig":
        return Pig(seats=2)
    if "Zone" in text:
        return drawn_zone(text, rng)
    return [[rng.number(9) for _ in range(rng.number(5))] for _ in range(2 + rng.number(2))]


def drawn_zone(text: str, rng: Stream) -> Zone:
    """An open zone with cards, and what lies beside them if it is one with marks."""
    zone: Zone = MarkedZone(MARKERS) if text == "MarkedZone" else Zone()
    zone.cards = sorted(rng.number(9) for _ in range(rng.number(5)))
    zone.masks, zone.groups = [-1] * len(zone.cards), [0] * len(zone.cards)
    if isinstance(zone, MarkedZone):
        zone.marks = [[rng.number(9) for _ in zone.cards] for _ in zone.marks]
    return zone


def in_python(function: Any, given: list[Any]) -> list[Any] | None:
    try:
        result = function(*given)
    except (LookupError, TypeError, ValueError, ZeroDivisionError, StopIteration):
        return None
    return [result, *(one for one in given if isinstance(one, list))]


def in_cpp(unit: Unit, called: Any, function: Any, given: list[Any]) -> list[Any] | None:
    made = unit.function(function)
    write = Writers(unit.fields).numbers
    numbers = [n for one, (_, kind) in zip(given, made.parameters, strict=True) for n in write(one, kind)]
    begin, end = array("q", numbers or [0]), array("q", bytes(8 * 4096))
    called.restype, called.argtypes = c_int64, [c_void_p, c_void_p]
    size = called(begin.buffer_info()[0], end.buffer_info()[0])
    if size < 0:
        return None
    rest: Iterator[int] = iter(end[:size])
    result = None if made.result.name == "None" else Readers(unit.fields).of(made.result)(rest, None)
    kinds = [kind for _, kind in made.parameters if kind.name == "list"]
    found = [result, *(Readers(unit.fields).of(kind)(rest, None) for kind in kinds)]
    assert list(rest) == []
    return found


@pytest.mark.parametrize("function", CONSTRUCTS, ids=lambda function: function.__name__)
def test_a_construct_does_the_same(function: Any, built: tuple[Unit, CDLL]) -> None:
    unit, made = built
    rng, met = Stream(function.__name__), 0
    texts = [one.annotation for one in signature(function).parameters.values()]
    for _ in range(TRIES):
        given = [drawn(text, rng) for text in texts]
        kept = [one[:] if isinstance(one, list) else one for one in given]
        mine = in_cpp(unit, getattr(made, f"call_{function.__name__}"), function, given)
        theirs = in_python(
            function,
            [[*map(list, one)] if one and isinstance(one, list) and isinstance(one[0], list) else one for one in kept],
        )
        assert mine == theirs, kept
        met += theirs is not None
    assert met > TRIES // 12


@pytest.mark.parametrize("function", LARGE_NUMBERS, ids=lambda function: function.__name__)
def test_a_number_that_is_too_large_leaves_the_match(function: Any, built: tuple[Unit, CDLL]) -> None:
    unit, made = built
    rng, left = Stream(function.__name__), 0
    for _ in range(TRIES):
        given = [drawn("int", rng), drawn("int", rng)]
        mine = in_cpp(unit, getattr(made, f"call_{function.__name__}"), function, given)
        left += mine is None
        assert mine is None or mine == in_python(function, given), given
    assert 0 < left < TRIES


SUMS = """#include "runtime.h"
extern "C" __attribute__((visibility("default"))) void sums(const double *row, i64 size, double *to) {
    Sum<false> plain; Sum<true> kept;
    for (i64 i = 0; i < size; i++) { plain.add(row[i]); kept.add(row[i]); }
    to[0] = plain.result(); to[1] = kept.result();
}"""


def kept_sum(row: list[float]) -> float:
    """`sum` of fractions since Python 3.12, by Neumaier: what is lost in rounding is added at the end."""
    total = lost = 0.0
    for number in row:
        larger = total + number
        lost += (total - larger) + number if abs(total) >= abs(number) else (number - larger) + total
        total = larger
    return total + lost if lost and isfinite(lost) else total


def test_fractions_are_summed_as_this_python_does(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv(library.FOLDER, str(tmp_path))
    file = library.compiled(SUMS, "sums")
    if file is None:
        pytest.skip("no C++ compiler")
    called, rng, differ = CDLL(str(file)).sums, Stream("sums"), 0
    called.argtypes = [c_void_p, c_int64, c_void_p]
    for _ in range(300):
        row = array("d", [(rng.number(2001) - 1000) / 10 ** rng.number(12) for _ in range(rng.number(9))])
        to = array("d", [0.0, 0.0])
        called(row.buffer_info()[0], len(row), to.buffer_info()[0])
        plain = 0.0
        for number in row:
            plain += number
        assert list(to) == [plain, kept_sum(list(row))]
        assert to[sys.version_info >= (3, 12)] == sum(row)
        differ += to[0] != to[1]
    assert differ > 20


HEAD = """from __future__ import annotations
from typing import Any; from functools import cache, lru_cache; from shapan.engine.valuation import Valuation, kept
from shapan.engine.table import Table; from shapan.engine.prompt import Reason; from shapan.engine.zone import Zone
from shapan.games.pig.game import Pig

TEXTS = {"a": 2}
"""
LEFT = {
    "def f(a) -> int:\n    return 1": "(1) a of f has no type",
    "def f(a: int):\n    return 1": "(1) what f returns has no type",
    "def f(a: Any) -> int:\n    return 1": "(1) Any is no type of the subset",
    "def f(a: int | list[int]) -> int:\n    return 1": "(1) both int and list[int]",
    "def f(**a: int) -> int:\n    return 1": "(3) any number of arguments of f",
    "def f(a: int) -> int:\n    b = lambda: a\n    return 1": "lines.py:9: (3) Lambda lambda: a",
    "def f(a: int) -> int:\n    try:\n        return 1\n    finally:\n        pass": "lines.py:9: (3) Try in rules",
    "def f(s: Pig) -> None:\n    s.ranks = s.scores": "lines.py:9: (4) what is kept in ranks is in another place",
    "def f(s: Pig) -> int:\n    return s.nothing": "lines.py:9: (1) Pig.nothing: no field with a type",
    "def f(s: list[int]) -> int:\n    return s.pip()": "lines.py:9: (3) pip of a list",
    "def f(a: int) -> int:\n    return 2**a": "lines.py:9: (5) Pow of int and int",
    "def f(a: int) -> int:\n    return a / 2": "lines.py:9: (5) a fraction where an integer is wanted",
    "def f(a: int) -> int:\n    return 5000000000000000000": "lines.py:9: (5) an integer of more than 62 bits",
    "def f(a: int) -> int:\n    b = a.x\n    return b + b": "lines.py:9: (1) x of int",
    "def f(t: Table[Pig]) -> int:\n    return t.ask(t, 0)": "lines.py:9: (7) a question that is not known",
    "def f(g: Pig) -> int:\n    old = g.banked\n    g.banked = []\n    return len(old)": (
        "lines.py:11: (4) old is read after something else was put where it lies"
    ),
    "def f(g: Pig) -> int:\n    for a in g.banked:\n        g.banked = [a]\n    return 1": (
        "lines.py:9: (4) i1r0 is read after something else was put where it lies"
    ),
    (
        "def f(row: list[int]) -> int:\n    best = row\n    for a in row:\n        new = [a]\n        if a:\n"
        "            best = new\n    return len(best)"
    ): "lines.py:14: (4) best is read after something else was put where it lies",
    "def f(rows: list[list[int]]) -> int:\n    a = rows[0]\n    rows[0] = [1]\n    return len(a)": (
        "lines.py:11: (4) a is read after something else was put where it lies"
    ),
    "def f(rows: list[list[int]]) -> int:\n    return len([row for row in rows])": (
        "lines.py:9: (4) what is kept in a list is in another place, too"
    ),
    "def f(rows: list[list[int]]) -> int:\n    return len(rows[1:])": (
        "lines.py:9: (4) lists or records of one list in another, too"
    ),
    "def f(rows: list[list[int]]) -> int:\n    return len([[1]] * 2)": "lines.py:9: (4) one list in several places",
    "def f(rows: list[list[int]]) -> None:\n    rows.pop()": "lines.py:9: (4) pop of a list of lists",
    "def f(rows: list[list[int]]) -> None:\n    del rows[0]": "lines.py:9: (4) a place of a list of lists",
    "def f(row: tuple[int, ...]) -> int:\n    row += (1,)\n    return 1": "lines.py:9: (4) row may be a tuple",
    "def f(row: list[int]) -> int:\n    for a in set(row):\n        return a\n    return 1": (
        "lines.py:9: (3) a loop over a set, whose order is none"
    ),
    "def f(row: list[int]) -> int:\n    return list(set(row))[0]": "lines.py:9: (3) a list of a set",
    "def f(row: list[int]) -> list[int]:\n    return f(row)": "lines.py:9: (3) f0_f calls itself before",
    "def f(a: int) -> float:\n    return 1e999": "lines.py:9: (5) inf as a fraction",
    "def f(a: int) -> float:\n    return sum(b * 0.1 if b else b for b in range(a))": "lines.py:9: (5) a sum now of",
    "def f(a: int) -> bool:\n    return 0 < (a := a + 1) < a": "lines.py:9: (3) a call between two comparisons",
    "def f(a: int) -> bytes:\n    return b''": "(1) bytes is no exact type",
    "def f(a: int) -> str:\n    b = 'a'\n    return b + str(a)": "lines.py:10: (3) str()",
    "def f(g: Pig, row: list[int]) -> int:\n    return h(g, g.banked)\n\n\n"
    "def h(g: Pig, row: list[int]) -> int:\n    g.banked = []\n    return len(row)": (
        "lines.py:9: (4) row is put out of its place by f1_h, which reads it after that"
    ),
    "def f(rows: list[list[int]]) -> int:\n    a = [1]\n    rows[0] = a\n    return len(a)": (
        "lines.py:11: (4) a is read after something else was put where it lies"
    ),
    "def f(row: list[int]) -> int:\n    for a in {'x': 1}.items():\n        return 1\n    return 1": (
        "lines.py:9: (3) Dict {'x': 1}"
    ),
    "def f(t: Table[Pig]) -> int:\n    return t.is_there()\n": "lines.py:9: (3) is_there of table",
    "def f(a: int) -> int:\n    return len(TEXTS[a])": "lines.py:9: (2) a mapping by something else than integers",
    "from typing import NamedTuple\n\n\nclass Named(NamedTuple):\n    a: int\n    b: str\n\n\n"
    "def f(a: Named) -> int:\n    return 1": ("(2) Named, a tuple with names, holds other things than numbers"),
    "def f(a: Zone, rows: list[Zone]) -> bool:\n    return a in rows": "lines.py:9: (1) whether a Zone is in a list",
    "def f(a: Zone, rows: list[Zone]) -> int:\n    return rows.count(a)": "lines.py:9: (1) count of a list of Zone",
    "def f(s: Pig) -> int:\n    return s.agenda.pop()": "lines.py:9: (1) both int and step",
    "def f(a: int) -> int:\n    why = None\n    if a:\n        why = g(a)\n    return 1\n\n\n"
    "def g(a: int) -> Reason | None:\n    return None": "lines.py:11: (1) why, now None and now a reason",
    "@lru_cache(5)\ndef g(a: int) -> int:\n    return a\n\n\ndef f(a: int) -> int:\n    return g(a)": (
        "lines.py:14: (3) a cache that forgets"
    ),
    "@cache\ndef g(a: int) -> list[int]:\n    return [a]\n\n\ndef f(a: int) -> int:\n    return len(g(a))": (
        "lines.py:14: (4) f1_g is cached, and what it returns may change"
    ),
    "@cache\ndef g(s: Pig) -> int:\n    return s.seats\n\n\ndef f(s: Pig) -> int:\n    return g(s)": (
        "lines.py:14: (4) f1_g is cached by what may change"
    ),
    (
        "class M(Valuation[Pig]):\n    @kept\n    def g(self, a: int) -> int:\n        self.view.seats = a\n"
        "        return a\n\n\ndef f(s: Pig) -> int:\n    return M(s, 1).g(1)"
    ): "lines.py:16: (3) f1_M_g, worked out once, changes something",
    "def f(row: list[int]) -> int:\n    return max(row, key=abs)": "lines.py:9: (3) max with a key",
    "def f(a: int) -> float:\n    m = {a: 0.5}\n    return 1.0": "lines.py:9: (3) Dict {a: 0.5}",
    "def f(a: int) -> float:\n    m = dict[int, float]()\n    return m.get(a, 0)": "(5) a mapping to numbers",
    "def f(a: int) -> float:\n    m = dict[int, float]()\n    n = m\n    n[a] = 1.0\n    return m.pop(a)": (
        "(3) pop of a mapping"
    ),
    "def f(a: int) -> int:\n    raise NotImplementedError": "lines.py:9: (3) f, which each class has in its own way",
}


@pytest.mark.parametrize("text", LEFT, ids=range(len(LEFT)))
def test_a_line_that_leaves_the_subset_is_named(text: str, monkeypatch: pytest.MonkeyPatch) -> None:
    whole_text = f"{HEAD}\n{text}\n"
    module = ModuleType("lines")
    exec(compile(whole_text, "lines.py", "exec"), vars(module))
    monkeypatch.setitem(sys.modules, "lines", module)
    monkeypatch.setattr("shapan.native.source.source_of", lambda name: whole_text)
    unit = Unit(Pig)
    try:
        unit.function(vars(module)["f"])
    except LeavesSubset as error:
        unit.note("f", error)
    assert len(unit.left) == 1 and LEFT[text] in unit.left[0]
    assert not unit.is_whole
