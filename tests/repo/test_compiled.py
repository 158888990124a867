"""The compiled build: the digest of its sources, the fall back to plain Python, the same results in both."""

from __future__ import annotations

import json
import os
import random
import shutil
import subprocess
import sys
from dataclasses import dataclass, fields
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

import shapan
from scripts import compile as script
from scripts import compile_edits as edits
from scripts.compile_loops import native_parts, native_sums
from scripts.compile_names import PACKAGE as SOURCES
from scripts.compile_names import aliases, constants, finals
from shapan.build import FILE, PLAIN, STALE, choose, digest
from shapan.engine.copier import BESIDE, copier_text, dumper_text, seer_text
from shapan.engine.deck import Deck
from shapan.engine.part import copier_of, dumper_of, seen_texts_of, seer_of, texts_of
from shapan.engine.registry import games
from shapan.engine.state import State

PACKAGE = Path(shapan.__file__).parent
PLAY = """
import hashlib, json
import shapan
from shapan.bots import answer, find
from shapan.engine.chance import Stream
from shapan.engine.match import Match
from shapan.engine.registry import games
from shapan.engine.state import State
from shapan.engine.table import RandomTable
total = hashlib.sha256()
for name, game in games().items():
    for seats in (game.least_seats, game.most_seats):
        match = Match(game, seats, {}, seed="both")
        while not match.over and len(match.log) < 60:
            seat = match.waiting[0]
            match.answer(seat, answer(find("search:8" if seat else "greedy"), match, seat))
        for number in range(10):
            state = game.start({}, seats, number)
            game.play_out(state, RandomTable(state, Stream(number)))
            total.update(state.encoded())
        frames = [match.frame(viewer) for viewer in range(seats + 1)]
        total.update(json.dumps([match.save(), [[frame.view, frame.events] for frame in frames]]).encode())
print(shapan.BUILD)
print(total.hexdigest())
"""


@pytest.fixture
def package(tmp_path, monkeypatch):
    """A package of some sources, said to be compiled from them."""
    for layer in ("engine", "games", "bots"):
        (tmp_path / layer).mkdir()
        (tmp_path / layer / "part.py").write_text(f"NAME = {layer!r}\n")
    (tmp_path / FILE).write_text(json.dumps({"digest": digest(tmp_path)}))
    monkeypatch.setattr(sys, "meta_path", list(sys.meta_path))
    monkeypatch.delenv(PLAIN, raising=False)
    return tmp_path


def test_a_package_without_a_digest_is_plain(package):
    (package / FILE).unlink()
    assert choose(package) == "plain Python"


def test_a_digest_of_these_sources_lets_compiled_modules_be_loaded(package):
    before = list(sys.meta_path)
    assert choose(package) == "compiled"
    assert sys.meta_path == before


@pytest.mark.parametrize("change", ["edit", "rename", "add", "remove"])
def test_compiled_modules_of_other_sources_are_passed_over(package, change):
    part = package / "engine" / "part.py"
    if change == "edit":
        part.write_text("NAME = 'other'\n")
    elif change == "rename":
        part.rename(package / "engine" / "piece.py")
    elif change == "add":
        (package / "games" / "more.py").write_text("")
    else:
        part.unlink()
    with pytest.warns(RuntimeWarning, match=STALE):
        assert STALE in choose(package)
    assert sys.meta_path[0].__name__ == "PlainFinder"  # type: ignore[attr-defined]


def test_a_stale_compiled_module_is_not_loaded(tmp_path):
    """A copy of the package in which a module that cannot be loaded lies beside a source."""
    shutil.copytree(PACKAGE, tmp_path / "shapan", ignore=shutil.ignore_patterns("__pycache__", "static", "*.so"))
    from importlib.machinery import EXTENSION_SUFFIXES

    (tmp_path / "shapan" / "engine" / f"zone{EXTENSION_SUFFIXES[0]}").write_text("no library")
    (tmp_path / "shapan" / FILE).write_text(json.dumps({"digest": "of other sources"}))
    done = subprocess.run(
        [sys.executable, "-c", "import shapan.engine.zone as zone; print(zone.__file__)"],
        env={**os.environ, "PYTHONPATH": str(tmp_path)},
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.stdout.strip().endswith("zone.py"), done.stderr
    assert STALE in done.stderr


def test_every_reason_to_stay_plain_is_of_a_file():
    names = {path: script.why_plain(path) for path in script.sources()}
    for pattern, reason in script.PLAIN.items():
        assert reason in names.values(), f"{pattern} fits no file any more"
    assert any(not reason for reason in names.values())


@pytest.mark.parametrize("name", sorted(games()))
def test_copiers_dumpers_and_seers_are_written_for_the_states_of_all_games(name, tmp_path):
    """What the build writes is what the engine reads in when a program runs."""
    files = [path.relative_to(PACKAGE.parent) for path in script.compiled(PACKAGE)]
    for path in files:
        (tmp_path / path).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(PACKAGE.parent / path, tmp_path / path)
    written = script.write_copiers(tmp_path, [path.as_posix() for path in files])
    kind = type(games()[name].start({}, games()[name].least_seats, 1))
    module = kind.__module__.replace(".", "/") + BESIDE + ".py"
    assert module in written
    text = (tmp_path / module).read_text()
    assert copier_text(f"copy_{kind.__name__}", kind.__name__, texts_of(kind)) in text
    deck = (tmp_path / "shapan" / "engine" / f"deck{edits.COPIERS}").read_text()
    assert copier_text("copy_Deck", "Deck", texts_of(Deck), built=True) in deck
    assert dumper_text(f"dump_{kind.__name__}", kind.__name__, texts_of(kind)) in text
    assert seer_text(f"see_{kind.__name__}", kind.__name__, seen_texts_of(kind)) in text


if shapan.BUILD == "compiled":  # in the environment of scripts/compile

    def test_compiled_modules_are_of_the_sources_here():
        """In the environment of scripts/compile: what is tested there is what lies here."""
        assert digest(PACKAGE) == digest(SOURCES)
        from shapan.engine import table

        assert not table.__file__.endswith(".py")

    @pytest.mark.parametrize("name", sorted(games()))
    def test_states_are_copied_dumped_and_seen_by_compiled_functions(name):
        """Those that the build has written out; what they copy is what each game's own tests hold."""
        game = games()[name]
        state = game.start({}, game.least_seats, 1)
        copier, dumper, seer = copier_of(type(state)), dumper_of(type(state)), seer_of(type(state))
        assert {one.__module__ for one in (copier, dumper, seer)} == {type(state).__module__ + BESIDE}
        assert copier(state).encoded() == state.encoded()

    @pytest.mark.slow
    def test_plain_and_compiled_give_the_same_bytes():
        rows = []
        for plain in ("", "1"):
            environment = {**os.environ, PLAIN: plain, "PYTHONHASHSEED": "1"}
            done = subprocess.run(
                [sys.executable, "-c", PLAY], env=environment, capture_output=True, text=True, check=True
            )
            rows.append(done.stdout.split("\n"))
        assert rows[0][0] == "compiled"
        assert rows[1][0] == f"plain Python, by {PLAIN}"
        assert rows[0][1] == rows[1][1]


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
    """Return a function that writes a module, lets an edit of the build change it, and returns its text and names."""
    monkeypatch.syspath_prepend(tmp_path)

    def edited(edit, text: str) -> tuple[str, dict[str, Any]]:
        name = f"edited_by_{edit.__name__}"
        monkeypatch.delitem(sys.modules, name, raising=False)  # of another test
        (tmp_path / f"{name}.py").write_text(text, encoding="utf-8")
        assert edit(tmp_path, [f"{name}.py"]) == [f"{name}.py"]
        new = (tmp_path / f"{name}.py").read_text(encoding="utf-8")
        names: dict[str, Any] = {"__name__": f"{name}_anew"}
        monkeypatch.setitem(sys.modules, f"{name}_anew", ModuleType(f"{name}_anew"))
        exec(new, names)
        return new, names

    return edited


def test_integers_of_modules_are_written_out_in_what_is_compiled(module):
    """What a call returned is a variable to mypyc; the call itself still happens, once."""
    text = (
        "from __future__ import annotations\nfrom typing import Final\n\n"
        'WORDS: Final = ("red", "blue")\nRED, BLUE = range(len(WORDS))\n(\n    ONE, _, TWO,\n) = range(3)\n'
        "made: list[str] = []\n\n\ndef add(word: str) -> int:\n    made.append(word)\n    return len(made) + 6\n\n\n"
        'FIRST: Final = add("first")\nSECOND: Final = add(\n    "second"\n)\nSTAYS: Final = len(WORDS) * 1.5\n'
        "LOW, HIGH = (1 << one for one in range(2))\nTHIRD, FOURTH = (add(one) for one in WORDS)\n"
    )
    new, names = module(constants, text)
    assert "RED: Final = 0; BLUE: Final = 1\n" in new
    assert 'FIRST: Final = 7; add("first")\nSECOND: Final = 8; add(\n    "second"\n)\n' in new
    assert "STAYS: Final = len(WORDS) * 1.5\n" in new
    assert "LOW: Final = 1; HIGH: Final = 2\nTHIRD, FOURTH = (add(one) for one in WORDS)\n" in new
    assert [names[one] for one in ("RED", "BLUE", "ONE", "TWO", "FIRST", "SECOND")] == [0, 1, 0, 2, 7, 8]
    assert names["made"] == ["first", "second", "red", "blue"]
    assert len(new.splitlines()) == len(text.splitlines())


if shapan.BUILD != "compiled":  # a module of Python, as the edited one is here, makes no Lister there

    def test_questions_get_their_functions_as_objects_in_what_is_compiled(module):
        """The question answers as before, by an object whose class calls the function; no line gets another number."""
        text = (
            "from __future__ import annotations\nfrom collections.abc import Sequence\n\n"
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
        "from __future__ import annotations\nfrom dataclasses import dataclass, field\n\n"
        "def mypyc_attr(**said):\n    return lambda cls: cls\n\n"
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
    assert len(new.splitlines()) == len(text.splitlines())
    row = names["Row"](3, c=[1])
    assert (row.a, row.b, row.c, row.d) == (3, "x", [1], -1)
    assert row == names["Row"](3, "x", [1])
    assert names["Row"](0).c is not names["Row"](0).c
    assert [one.name for one in fields(names["Row"]) if one.init] == ["a", "b", "c"]
    bare = names["Row"].__new__(names["Row"])  # as what unpickles does; compiled, `__init__` is called for it
    bare.__init__()
    assert (bare.a, bare.b, bare.c, bare.d) == (0, "x", [], -1)


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
        "from __future__ import annotations\nfrom typing import Generic, TypeVar\n\nS = TypeVar('S')\n\n\n"
        "class Game(Generic[S]):\n    pass\n\n\nclass Pig(Game[int]):\n    seats = 2\n"
    )
    new, names = module(edits.open_games, text)
    assert new.splitlines()[9:11] == ["@_attributes(allow_interpreted_subclasses=True)", "class Pig(Game[int]):"]
    assert len(new.splitlines()) == len(text.splitlines())
    assert names["Pig"].seats == 2


def test_names_that_a_module_sets_once_stay_in_what_is_compiled(module):
    """Types stay types, and so does what is set again, or begins empty for others to say what is in it."""
    text = (
        "from __future__ import annotations\nfrom collections.abc import Callable\n\n"
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
        "from dataclasses import dataclass, field\n\n\ndef three():\n    return [0] * 3\n\n\n"
        "@dataclass\nclass Order:\n    fresh: list[int] = field(default_factory=lambda: [0] * 3)\n"
        "    ways: list[int] = field(default_factory=lambda: [1, 2])\n"
    )
    new, names = module(edits.native_inits, text)
    assert "self.fresh = [0] * 3 if fresh is None else fresh; self.ways = [1, 2] if ways is None else ways" in new
    assert (names["Order"]().fresh, names["Order"]([7]).fresh) == ([0, 0, 0], [7])
    assert names["Order"]().fresh is not names["Order"]().fresh


SEARCHED = """
from typing import Any

def in_it(one: int, row: list[Any]) -> bool:
    return one in row

def first_place(one: int, row: list[Any]) -> int:
    return row.index(one)

def often(one: int, row: list[Any]) -> int:
    return row.count(one)

def same(row: list[Any], other: list[Any]) -> bool:
    return row == other

def differ(row: list[Any], other: list[Any]) -> bool:
    return row != other

def added(row: list[Any]) -> Any:
    return sum(row)

def some(row: list[Any]) -> bool:
    return any(row)

def _is_part(row: list[int], part: slice, other: list[int]) -> bool:
    return row[part] == other

def is_part(row: list[int], part: slice, other: list[int]) -> bool:
    return _is_part(row, part, other)
"""
BUILD = """
import sys
sys.path.insert(0, sys.argv.pop(1))
from mypyc.build import mypycify
from setuptools import setup
from scripts.compile_ops import HEADER, INCLUDE, teach
teach(["searched"])
modules = mypycify(["searched.py"], opt_level="0", debug_level="0")
modules[0].extra_compile_args += [INCLUDE, str(HEADER)]
setup(name="searched", packages=[], ext_modules=modules)
"""
NUMBERS = [0, 1, -1, 256, 257, -5, -6, 2**29, 2**30, -(2**30), 2**40 + 7, 2**62 - 1, 2**62, -(2**62), 2**63, 2**100]


class Unequal:
    """Nothing can be compared with it."""

    def __eq__(self, other: object) -> bool:
        raise KeyError

    __hash__ = object.__hash__


@pytest.mark.slow
def test_lists_are_searched_by_what_is_compiled_as_python_does(tmp_path, monkeypatch):
    """Numbers of all sizes, and what is no number, in lists of some: found, counted, compared, added."""
    pytest.importorskip("mypyc")  # in the group `lint`, as setuptools is
    if shutil.which("cc") is None:
        pytest.skip("needs what compiles C")
    (tmp_path / "searched.py").write_text(SEARCHED, encoding="utf-8")
    (tmp_path / "setup.py").write_text(BUILD, encoding="utf-8")
    command = [sys.executable, "setup.py", str(SOURCES.parent.parent), "--quiet", "build_ext", "--inplace"]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    monkeypatch.syspath_prepend(tmp_path)
    compiled: Any = import_module("searched")
    assert not compiled.__file__.endswith(".py")
    plain: dict[str, Any] = {}
    exec(SEARCHED, plain)
    rng = random.Random(1)
    things: list[Any] = [*NUMBERS, True, None, 1.0, float("nan"), "x", (1, 2)]

    def outcome(function, *given: Any) -> str:
        try:
            return repr(function(*given))
        except (TypeError, ValueError) as error:
            return type(error).__name__

    for _ in range(3000):
        pool: list[Any] = rng.choice([NUMBERS, things])
        row: list[Any] = [rng.choice(pool) for _ in range(rng.randrange(6))]
        other: list[Any] = [rng.choice(pool) for _ in range(rng.randrange(6))]
        other = rng.choice([row[:], row[:-1], other])
        one, at = rng.choice(NUMBERS), rng.randrange(4)
        for name, given in (
            *((word, (one, row)) for word in ("in_it", "first_place", "often")),
            *((word, (row, other)) for word in ("same", "differ")),
            *((word, (row,)) for word in ("added", "some")),
            ("is_part", (row, slice(at, at + 2), other[1:3])),
        ):
            assert outcome(getattr(compiled, name), *given) == outcome(plain[name], *given), (name, given)
    for name, given in (("in_it", (1, [Unequal()])), ("often", (1, [Unequal()])), ("same", ([1], [Unequal()]))):
        with pytest.raises(KeyError):
            getattr(compiled, name)(*given)
