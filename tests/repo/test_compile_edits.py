"""What the build of compiled modules writes into their copies: it does what the sources do, in the same lines."""

from __future__ import annotations

import ast
import sys
from dataclasses import dataclass, fields
from types import ModuleType
from typing import Any

import pytest

import shapan
from scripts import compile_edits as edits
from scripts.compile_loops import native_parts, native_sums, native_zips
from scripts.compile_names import aliases, constants, finals
from shapan.engine.state import State

ANNOTATIONS = "from __future__ import annotations\n"
DATACLASS = f"{ANNOTATIONS}from dataclasses import dataclass, field\n\n\n"


def places(text: str) -> dict[str, int]:
    """Return the line of each function and class."""
    found = [node for node in ast.walk(ast.parse(text)) if isinstance(node, ast.FunctionDef | ast.ClassDef)]
    return {node.name: node.lineno for node in found}


def test_rows_of_prompts_are_of_any_length_in_what_is_compiled(tmp_path):
    """mypyc takes `(A, B)` for a pair; what is written for it goes into a copy, and nothing else is touched."""
    row = '    rows = (\n        Row("到", ()),\n    )'
    text = f'class Ask(Prompt):\n    key = "ask"\n    families = (FLY, LAND)\n{row}\n\n\nfamilies = (1, 2)\n'
    (tmp_path / "one.py").write_text(text, encoding="utf-8")
    (tmp_path / "two.py").write_text("class Ask(Prompt):\n    families = tuple(ALL)\n", encoding="utf-8")
    assert edits.even_rows(tmp_path, ["one.py", "two.py"]) == ["one.py"]
    wanted = text.replace("= (FLY, LAND)", "= tuple((FLY, LAND))").replace(
        row, row.replace("(\n", "tuple((\n", 1) + ")"
    )
    assert (tmp_path / "one.py").read_text(encoding="utf-8") == wanted
    assert (tmp_path / "two.py").read_text(encoding="utf-8") == "class Ask(Prompt):\n    families = tuple(ALL)\n"


def test_attributes_of_dataclasses_that_are_no_fields_stand_behind_the_class_in_what_is_compiled(tmp_path):
    """mypyc drops `ClassVar` from annotations: a dataclass would take its attributes for fields."""
    text = (
        "@dataclass\nclass One(State):\n    MOST: ClassVar[int] = 2\n    a: int = 1\n"
        "    FIGURES: ClassVar = (\n        1,\n        2,\n    )\n    b: int = 3\n\n\n"
        "@dataclass\nclass Two(State):\n    c: int = 4\n"
    )
    (tmp_path / "one.py").write_text(text, encoding="utf-8")
    (tmp_path / "two.py").write_text("class Game:\n    name: ClassVar[str] = ''\n", encoding="utf-8")
    assert edits.class_attributes(tmp_path, ["one.py", "two.py"]) == ["one.py"]
    names: dict[str, Any] = {"dataclass": dataclass, "State": object}
    exec((tmp_path / "one.py").read_text(encoding="utf-8"), names)
    assert (names["One"].MOST, names["One"].FIGURES) == (2, (1, 2))
    assert [field.name for field in fields(names["One"])] == ["a", "b"]
    assert [field.name for field in fields(names["Two"])] == ["c"]


@pytest.fixture
def module(tmp_path, monkeypatch):
    """Return a function that writes a module, lets an edit of the build change it, and returns its text and names.

    What a trace-back names stays in its line.
    """
    monkeypatch.syspath_prepend(tmp_path)

    def edited(edit, text: str) -> tuple[str, dict[str, Any]]:
        name = f"edited_by_{edit.__name__}"
        monkeypatch.delitem(sys.modules, name, raising=False)  # of another test
        (tmp_path / f"{name}.py").write_text(text, encoding="utf-8")
        assert edit(tmp_path, [f"{name}.py"]) == [f"{name}.py"]
        new = (tmp_path / f"{name}.py").read_text(encoding="utf-8")
        assert {one: places(new).get(one, line) for one, line in places(text).items()} == places(text)
        assert len(new.splitlines()) >= len(text.splitlines())
        names: dict[str, Any] = {"__name__": f"{name}_anew"}
        monkeypatch.setitem(sys.modules, f"{name}_anew", ModuleType(f"{name}_anew"))
        exec(new, names)
        return new, names

    return edited


def test_integers_of_modules_are_written_out_in_what_is_compiled(module):
    """What a call returned is a variable to mypyc; the call itself still happens, once."""
    text = (
        f"{ANNOTATIONS}from typing import Final\n\n"
        'WORDS: Final = ("red", "blue")\nRED, BLUE = range(len(WORDS))\n(\n    ONE, _, TWO,\n) = range(3)\n'
        "made: list[str] = []\n\n\ndef add(word: str) -> int:\n    made.append(word)\n    return len(made) + 6\n\n\n"
        'FIRST: Final = add("first")\nSECOND: Final = add(\n    "second"\n)\nSTAYS: Final = len(WORDS) * 1.5\n'
        "LEFT, RIGHT = 3, -1\nLOW, HIGH = (1 << one for one in range(2))\nTHIRD, FOURTH = (add(one) for one in WORDS)\n"
    )
    new, names = module(constants, text)
    assert "RED: Final = 0; BLUE: Final = 1\n" in new
    assert 'FIRST: Final = 7; add("first")\nSECOND: Final = 8; add(\n    "second"\n)\n' in new
    assert "STAYS: Final = len(WORDS) * 1.5\n" in new
    assert "LEFT: Final = 3; RIGHT: Final = -1\n" in new
    assert "LOW: Final = 1; HIGH: Final = 2\nTHIRD, FOURTH = (add(one) for one in WORDS)\n" in new
    assert [names[one] for one in ("RED", "BLUE", "ONE", "TWO", "FIRST", "SECOND")] == [0, 1, 0, 2, 7, 8]
    assert names["made"] == ["first", "second", "red", "blue"]


if shapan.BUILD != "compiled":  # a module of Python, as the edited one is here, makes no Lister there

    def test_questions_get_their_functions_as_objects_in_what_is_compiled(module):
        """The question answers as before, by an object whose class calls the function; no line gets another number."""
        text = (
            f"{ANNOTATIONS}from collections.abc import Sequence\n\n"
            "from shapan.engine.actions import Family\nfrom shapan.engine.kinds import Count\n"
            "from shapan.engine.question import picks, question\nfrom shapan.engine.state import State\n\n"
            'TAKE = Family(1, "take", {"card": Count(5)})\n\n\n'
            '@question(\n    "take", "X-1", TAKE, open=True\n)\n'
            "def ask_take(state: State, seat: int, arg: int) -> Sequence[int]:\n"
            '    """Cards."""\n    return (seat, arg, -1)\n'
            '\n\n@picks("some", "X-2", TAKE, number=(1, 2))\n'
            "def ask_some(state: State, seat: int, arg: int, picked: Sequence[int]) -> Sequence[int]:\n"
            "    return [code for code in TAKE.codes[:arg] if code not in picked]\n"
        )
        new, names = module(edits.native_questions, text)
        lines, old = new.splitlines(), text.splitlines()
        assert [line for line in lines if line.startswith("def ")] == [
            line.replace("def ask", "def _listed_ask") for line in old if line.startswith("def ")
        ]
        assert lines.index('    """Cards."""') == old.index('    """Cards."""')
        take, some, family = names["ask_take"], names["ask_some"], names["TAKE"]
        assert (take.key, take.rule, take.open, some.key) == ("take", "X-1", True, "some")
        assert take._lister.of(State(), 2, 4, ()) == (2, 4, -1)
        assert type(take).legal(take, State(), 2, 4) == take.legal(State(), 2, 4) == [*family.codes[2:5:2], 0]
        assert type(some).next(some, State(), 0, 3, []) == list(family.codes[:3])
        assert type(some).next(some, State(), 0, 3, [family.codes[1]]) == [0, family.codes[0], family.codes[2]]


def test_dataclasses_get_an_init_of_their_own_in_what_is_compiled(module):
    """It takes what that of `dataclass` takes; what holds objects of no named maker, or has heirs, keeps its own."""
    text = (
        f"{DATACLASS}def mypyc_attr(**said):\n    return lambda cls: cls\n\n"
        "@dataclass(slots=True)\nclass Row:\n    a: int\n    b: str = 'x'\n"
        "    c: list[int] = field(default_factory=list)\n"
        "    d: int = field(default=-1, init=False)\n\n\n"
        "def first():\n    return Row(1)\n\n\n"
        "@dataclass\nclass Named:\n    row: Row = field(default_factory=first)\n\n\n"
        "@dataclass\nclass Holder:\n    rows: Row = field(default_factory=lambda: Row(1))\n\n\n"
        "@mypyc_attr(allow_interpreted_subclasses=True)\n@dataclass\nclass Open:\n    a: int\n"
    )
    new, names = module(edits.native_inits, text)
    assert new.count("def __init__") == 2
    assert (names["Named"]().row, names["Named"](names["Row"](2)).row.a) == (names["Row"](1), 2)
    row = names["Row"](3, c=[1])
    assert (row.a, row.b, row.c, row.d) == (3, "x", [1], -1)
    assert row == names["Row"](3, "x", [1])
    assert names["Row"](0).c is not names["Row"](0).c
    assert [one.name for one in fields(names["Row"]) if one.init] == ["a", "b", "c"]
    bare = names["Row"].__new__(names["Row"])  # as what unpickles does; compiled, `__init__` is called for it
    bare.__init__()
    assert (bare.a, bare.b, bare.c, bare.d) == (0, "x", [], -1)


def test_fields_that_have_to_be_given_are_not_there_before_in_what_is_compiled(module):
    """What unpickles an object makes it before it has its fields."""
    text = (
        f"{DATACLASS}class Deed:\n    pass\n\n\n"
        "@dataclass\nclass Here:\n    me: int\n    deed: Deed\n    tag: int = -1\n"
    )
    new, names = module(edits.native_inits, text)
    assert "deed: Deed | None = None" in new
    deed = names["Deed"]()
    assert names["Here"](2, deed) == names["Here"](me=2, deed=deed, tag=-1)
    assert not hasattr(names["Here"](), "deed")


def test_nothing_stays_nothing_where_a_field_may_be_it_in_what_is_compiled(module):
    """A row that was left out is made; one that is given as nothing is not."""
    text = (
        f"{DATACLASS}from typing import Annotated\n\n\n"
        "@dataclass\nclass Place:\n    at: Annotated[list[int] | None, 'inches']\n    by: Annotated[list[int], 'ids']\n"
    )
    _, names = module(edits.native_inits, text)
    assert (names["Place"](None, [1]).at, names["Place"]([2], [1]).at) == (None, [2])
    assert names["Place"]().by == []


def test_types_are_what_their_line_says_they_are_compiled(module):
    text = (
        "from typing import Any, TypeAlias\n\nCodes: TypeAlias = tuple[int, ...]  # compiled: tuple[Any, ...]\nX = 1\n"
    )
    new, names = module(aliases, text)
    assert new.splitlines() == [*text.splitlines()[:2], "Codes: TypeAlias = tuple[Any, ...]", "X = 1"]
    assert names["Codes"] == tuple[Any, ...]


def test_what_is_cached_is_worked_out_once_in_what_is_compiled(module):
    text = (
        "from functools import cached_property\n\n\nclass Mind:\n    def __init__(self):\n        self.asked = 0\n\n"
        '    @cached_property\n    def rows(self) -> list[int]:\n        """Rows,\n        more of them."""\n'
        "        self.asked += 1\n        return [self.asked]\n\n"
        '    @cached_property\n    def never(self) -> bool:\n        """No."""\n        return False\n'
    )
    new, names = module(edits.kept_properties, text)
    assert "@cached_property" not in new
    lines, old = new.splitlines(), text.splitlines()
    assert [lines.index(line) for line in old[-1:]] == [old.index(line) for line in old[-1:]]
    mind = names["Mind"]()
    assert (mind.rows, mind.rows, mind.asked, mind.never) == ([1], [1], 1, False)


def test_new_objects_are_made_by_a_call_in_what_is_compiled(module):
    """Only of classes whose `__init__` needs nothing."""
    text = (
        "class Zone:\n    def __init__(self, cards=None):\n        self.cards = cards or []\n\n"
        "class Needs:\n    def __init__(self, cards):\n        self.cards = cards\n\n"
        "def copy():\n    return Zone.__new__(Zone), Needs.__new__(Needs)\n"
    )
    new, names = module(edits.bare_objects, text)
    assert new == text.replace("Zone.__new__(Zone)", "Zone()")
    assert names["copy"]()[0].cards == []


def test_definitions_of_games_are_open_to_classes_of_python_in_what_is_compiled(module):
    text = (
        f"{ANNOTATIONS}from typing import Generic, TypeVar\n\nS = TypeVar('S')\n\n\n"
        "class Game(Generic[S]):\n    pass\n\n\nclass Pig(Game[int]):\n    seats = 2\n"
    )
    new, names = module(edits.open_games, text)
    assert new.splitlines()[9:11] == ["@_attributes(allow_interpreted_subclasses=True)", "class Pig(Game[int]):"]
    assert names["Pig"].seats == 2


def test_names_that_a_module_sets_once_stay_in_what_is_compiled(module):
    """Types stay types, and so does what is set again, or begins empty for others to say what is in it."""
    text = (
        f"{ANNOTATIONS}from collections.abc import Callable\n\n"
        "UNKNOWN = -1\nPAIR = (1, 2)\nSHARES = (0.5, 1)\nRow = tuple[int, int]\nStep = Callable[..., None]\n"
        "found = []\nkept: dict[str, int] = {}\nlast = 0\nlast = 1\ncalls = 0\n\n\n"
        "def call():\n    global calls\n    calls += 1\n    return UNKNOWN\n"
    )
    new, names = module(finals, text)
    changed = [line for line in new.splitlines() if "_Final" in line]
    assert changed[1:] == ["UNKNOWN: _Final = -1", "PAIR: _Final = (1, 2)", "kept: _Final[dict[str, int]] = {}"]
    assert [line.replace(": _Final", "") for line in new.splitlines()][4:] == [
        line.replace(": dict[str, int]", "[dict[str, int]]") for line in text.splitlines()
    ][4:]
    assert names["call"]() == -1


def test_sums_are_made_without_lists_in_what_is_compiled(module):
    """Those of fractions begin with 0.0, and stay: mypyc takes a sum of whole numbers alone."""
    text = (
        "ROWS = [[1, 2], [3]]\n\n\ndef of():\n"
        "    return sum([sum([one for one in row]) for row in ROWS]) + sum(\n"
        "        [len(row)\n         for row in ROWS]\n"
        "    )\n\n\n"
        "def told():\n    return any([row for row in ROWS]), all([len(row) > 1 for row in ROWS])\n\n\n"
        "def halves():\n    return sum([0.5 for _ in ROWS], 0.0), sum(ROWS[0])\n"
    )
    new, names = module(native_sums, text)
    assert "_whole(sum( _whole(sum( one for one in row )) for row in ROWS ))" in new
    assert new.splitlines()[15] == "    return sum([0.5 for _ in ROWS], 0.0), sum(ROWS[0])"
    assert (names["of"](), names["told"](), names["halves"]()) == (9, (True, False), (1.0, 3))


def test_rows_side_by_side_are_gone_through_where_they_lie_in_what_is_compiled(module):
    """What is no loop over them stays as it is."""
    text = (
        "ONES, TWOS = [1, 2], ['百', 'b']\n\n\ndef of():\n    for one, two in zip(ONES, TWOS, strict=True):\n"
        "        yield one, [three for three, _ in zip(ONES, two * 2, strict=True)], '百'\n"
        "    yield list(zip(ONES, TWOS, strict=True))\n"
    )
    new, names = module(native_zips, text)
    assert new.count("strict=True") == 1
    assert "yield list(zip(ONES, TWOS, strict=True))" in new
    assert list(names["of"]()) == [(1, [1, 2], "百"), (2, [1, 2], "百"), [(1, "百"), (2, "b")]]


def test_parts_of_rows_are_compared_where_they_lie_in_what_is_compiled(module):
    text = (
        "NO_UNITS = [0, 0]\nNO_UNITS_ON = [NO_UNITS]\nAT = [slice(0, 2), slice(2, 4)]\n\n\n"
        "def of(row, at):\n    here = AT[at]\n"
        "    return [row[AT[at]] != NO_UNITS, row[here] == NO_UNITS_ON[0], row[at] != 3, row[2:] != NO_UNITS]\n"
    )
    new, names = module(native_parts, text)
    assert (
        "[(not _is_part(row, AT[at], NO_UNITS)), (_is_part(row, here, NO_UNITS_ON[0])), row[at] != 3,"
        " row[2:] != NO_UNITS]" in new
    )
    assert names["of"]([0, 0, 3, 0], 0) == [False, True, True, True]
    assert names["of"]([0, 0, 3, 0], 1) == [True, False, True, True]


def test_fields_that_begin_with_rows_of_numbers_are_written_out_in_what_is_compiled(module):
    """Each object has its own."""
    text = (
        f"{DATACLASS}def three():\n    return [0] * 3\n\n\n"
        "@dataclass\nclass Order:\n    fresh: list[int] = field(default_factory=lambda: [0] * 3)\n"
        "    ways: list[int] = field(default_factory=lambda: [1, 2])\n"
    )
    new, names = module(edits.native_inits, text)
    assert "self.fresh = [0] * 3 if fresh is None else fresh; self.ways = [1, 2] if ways is None else ways" in new
    assert (names["Order"]().fresh, names["Order"]([7]).fresh) == ([0, 0, 0], [7])
    assert names["Order"]().fresh is not names["Order"]().fresh
