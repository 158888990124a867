"""What compiled code searches and compares lists of numbers by, and what in sources means another thing compiled."""

from __future__ import annotations

import ast
import random
import shutil
import subprocess
import sys
from importlib import import_module
from typing import Any

import pytest

from scripts.compile import compiled
from scripts.compile_names import PACKAGE

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

def product(one: int, other: int) -> int:
    one *= other
    return one * other

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
    command = [sys.executable, "setup.py", str(PACKAGE.parent.parent), "--quiet", "build_ext", "--inplace"]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    monkeypatch.syspath_prepend(tmp_path)
    built: Any = import_module("searched")
    assert not built.__file__.endswith(".py")
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
            ("product", (one, rng.choice(NUMBERS))),
            *((word, (row, other)) for word in ("same", "differ")),
            *((word, (row,)) for word in ("added", "some")),
            ("is_part", (row, slice(at, at + 2), other[1:3])),
        ):
            assert outcome(getattr(built, name), *given) == outcome(plain[name], *given), (name, given)
    for name, given in (("in_it", (1, [Unequal()])), ("often", (1, [Unequal()])), ("same", ([1], [Unequal()]))):
        with pytest.raises(KeyError):
            getattr(built, name)(*given)


FLAGS = ("bool", "isinstance", "any", "all")


def is_flag(value: ast.expr, functions: set[str]) -> bool:
    """Tell whether a value is true or false and nothing else, as far as its own words say."""
    if isinstance(value, ast.Call) and isinstance(value.func, ast.Name):
        return value.func.id in functions
    if isinstance(value, ast.BoolOp):
        return all(is_flag(one, functions) for one in value.values)
    is_said = isinstance(value, ast.Constant) and (value.value is None or isinstance(value.value, bool))
    return (
        is_said or isinstance(value, ast.Compare) or (isinstance(value, ast.UnaryOp) and isinstance(value.op, ast.Not))
    )


def faults(text: str) -> list[str]:
    """Return what of a module is another thing compiled.

    A choice between a number and a flag is a number; a constant tuple of fractions is a row of numbers of its own kind
    where it does not say that it is a tuple of any length; a docstring is not kept.
    """
    tree = ast.parse(text)
    returned = [node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef) and node.returns]
    functions = {*FLAGS, *(node.name for node in returned if node.returns and ast.unparse(node.returns) == "bool")}
    found = []
    for node in ast.walk(tree):
        if isinstance(node, ast.IfExp):
            made = [one for one in (node.body, node.orelse) if ast.unparse(one).startswith("bool(")]
            if made and not (is_flag(node.body, functions) and is_flag(node.orelse, functions)):
                found.append(f"{node.lineno}: a number or a flag")
        elif isinstance(node, ast.Name | ast.Attribute) and ast.unparse(node).split(".")[-1] == "__doc__":
            found.append(f"{node.lineno}: a docstring")
    for line in tree.body:
        value = line.value if isinstance(line, ast.AnnAssign | ast.Assign) else None
        said = ast.unparse(line.annotation) if isinstance(line, ast.AnnAssign) else ""
        fractions = isinstance(value, ast.Tuple) and any(
            isinstance(one, ast.Constant) and isinstance(one.value, float) for one in value.elts
        )
        if fractions and "tuple[" not in said:
            found.append(f"{line.lineno}: a tuple of fractions without its type")
    return found


def test_nothing_in_what_is_compiled_is_another_thing_there():
    rows = [(path, faults(path.read_text(encoding="utf-8"))) for path in compiled()]
    assert not [f"{path.relative_to(PACKAGE)}:{one}" for path, found in rows for one in found]


def test_what_is_another_thing_compiled_is_found():
    text = (
        "SHARES: Final = (0.5, 1)\nHALVES: Final[tuple[float, ...]] = (0.5, 0.5)\nPAIR = (1, 2)\n\n"
        "def is_in(one) -> bool:\n    return True\n\n"
        "def of(value, at):\n    one = value if at else bool(value)\n    two = is_in(value) if at else bool(value)\n"
        "    three = None if at else bool(value)\n    return of.__doc__\n"
    )
    assert faults(text) == [
        "9: a number or a flag", "12: a docstring", "1: a tuple of fractions without its type"
    ]  # fmt: skip
