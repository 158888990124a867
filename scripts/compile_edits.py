"""What the build writes into copies of modules, so that mypyc makes more of them (`scripts/compile.py`).

The sources say the same in fewer words, which run as plain Python just as fast. No line but the last gets another
number, so that a traceback of compiled code names the line of the source.
"""

from __future__ import annotations

import ast
import re
import sys
from dataclasses import MISSING, Field, fields
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import Any

PACKAGE = Path(__file__).resolve().parent.parent / "src" / "shapan"

COPIERS = "_copiers.py"
"""How the modules that are written beside those of states end (`shapan.engine.copier.BESIDE`)."""

ARGUMENTS = {3: "Question", 4: "Picks"}
"""What is made of functions by how many arguments they take, where a decorator makes questions of them."""

NOTHING = {
    "int": "0",
    "bool": "False",
    "str": "''",
    "bytes": "b''",
    "float": "0.0",
    "list[": "[]",
    "dict[": "{}",
    "tuple[": "()",
    "Any": "None",
}
"""By the beginning of an annotation, what a field of it is without a value."""

ROWS = ("families", "rows")
"""Attributes of prompts that classes give as tuples of some length."""


def open_sources() -> None:
    """Let modules be imported from the sources as plain Python: the package need not be installed where it is built."""
    if "shapan" not in sys.modules:
        package = ModuleType("shapan")
        package.__path__ = [str(PACKAGE)]
        sys.modules["shapan"] = package


def constants(folder: Path, names: list[str]) -> list[str]:
    """Write out module constants that are integers, in copies of their modules; return these modules.

    `RED, BLUE = range(2)`, `RED, BLUE = (1 << n for n in range(2))` and `DO_END: Final = END.code()` are variables to
    mypyc, but `RED: Final = 0` is a number wherever it is used. What they are the package itself says, run as plain
    Python.
    """
    open_sources()
    changed = []
    for name in names:
        text = (folder / name).read_text("utf-8")
        rows = [(line, _named(line)) for line in ast.parse(text).body]
        rows = [(line, named) for line, named in rows if named]
        values = vars(import_module(name.removesuffix(".py").replace("/", "."))) if rows else {}
        rows = [(line, named) for line, named in rows if all(type(values[one]) is int for one in named)]
        lines = text.splitlines(keepends=True)
        for line, named in rows:
            first, last = line.lineno - 1, line.end_lineno or line.lineno
            written = "; ".join(f"{one}: Final = {values[one]}" for one in named if one != "_")
            if isinstance(line, ast.AnnAssign) and line.value:  # what it calls, such as `_add`, may do more than count
                lines[first] = f"{written}; {lines[first].partition(' = ')[2]}"
            else:
                lines[first:last] = [f"{written}\n", *["\n"] * (last - line.lineno)]
        if rows:
            (folder / name).write_text(_with_imports(lines, "from typing import Final"), encoding="utf-8")
            changed.append(name)
    return changed


def _named(line: ast.stmt) -> list[str]:
    """Return the names that a line makes constants of a module."""
    if isinstance(line, ast.AnnAssign) and isinstance(line.target, ast.Name):
        is_final = ast.unparse(line.annotation) in ("Final", "Final[int]")
        calls = line.value is not None and any(isinstance(node, ast.Call) for node in ast.walk(line.value))
        return [line.target.id] if is_final and calls else []
    if isinstance(line, ast.Assign) and isinstance(line.targets[0], ast.Tuple):
        counts = isinstance(line.value, ast.Call) and ast.unparse(line.value.func) == "range"
        if counts or (isinstance(line.value, ast.GeneratorExp) and not _does(line.value.elt)):
            return [one.id for one in line.targets[0].elts if isinstance(one, ast.Name)]
    return []


def _does(value: ast.expr) -> bool:
    """Tell whether a value calls something, which may do more than count."""
    return any(isinstance(one, ast.Call) for one in ast.walk(value))


def _with_imports(lines: list[str], imports: str) -> str:
    """Return lines with an import behind that of `annotations`, on the same line: no line gets another number."""
    at = next(number for number, line in enumerate(lines) if line.startswith("from __future__ import"))
    return "".join([*lines[:at], f"{lines[at].rstrip()}; {imports}\n", *lines[at + 1 :]])


def aliases(folder: Path, names: list[str]) -> list[str]:
    """Give types the meaning that a line says they have compiled, in copies of modules; return these modules.

    `Codes: TypeAlias = tuple[int, ...]  # compiled: tuple[Any, ...]` keeps its entries as objects.
    """
    changed = []
    for name in names:
        text = (folder / name).read_text("utf-8")
        new = re.sub(r"^(\w+: TypeAlias = ).*  # compiled: (.*)$", r"\1\2", text, flags=re.MULTILINE)
        if new != text:
            (folder / name).write_text(new, encoding="utf-8")
            changed.append(name)
    return changed


def native_questions(folder: Path, names: list[str]) -> list[str]:
    """Give questions of compiled modules their functions as objects, in copies of modules; return these modules.

    What a decorator has returned is a value of Python to mypyc, called as one, and named before what stands above.
    So the function gets a name of its own, the question is made of it on the blank line behind, and a class at the end
    of the module calls it directly (`shapan.engine.question.Lister`).
    """
    open_sources()
    changed = []
    for name in names:
        text = (folder / name).read_text("utf-8")
        lines, ends = text.splitlines(keepends=True), []
        nodes = [node for node in ast.parse(text).body if isinstance(node, ast.FunctionDef)]
        nodes = [node for node in nodes if len(node.decorator_list) == 1 and len(node.args.args) in ARGUMENTS]
        values = vars(import_module(name.removesuffix(".py").replace("/", "."))) if nodes else {}
        for node in nodes:
            made, kind = node.decorator_list[0], type(values[node.name]).__name__
            if kind != ARGUMENTS[len(node.args.args)]:
                continue
            of, listed = ast.unparse(node.args.args[0].annotation or ast.Name("Any")), f"_listed_{node.name}"
            lines[made.lineno - 1 : made.end_lineno] = ["\n"] * ((made.end_lineno or 0) - made.lineno + 1)
            lines[node.lineno - 1] = lines[node.lineno - 1].replace(f"def {node.name}(", f"def {listed}(", 1)
            lines[node.end_lineno or 0 : (node.end_lineno or 0) + 1] = [
                f"{node.name}: _Final[_{kind}[{of}]] = {ast.unparse(made)}({listed})\n"
            ]
            picked = ", picked" if kind == "Picks" else ""
            ends += [
                f"class _Lister_{node.name}(_Lister[{of}]):\n",
                f"    def of(self, state: {of}, seat: int, arg: int, picked: _Sequence[int]) -> _Sequence[int]:\n",
                f"        return {listed}(state, seat, arg{picked})\n",
                f"{node.name}.listed_by(_Lister_{node.name}())\n",
            ]
        if ends:
            imports = (
                "from collections.abc import Sequence as _Sequence; from typing import Final as _Final; "
                "from shapan.engine.question import Lister as _Lister, Question as _Question, Picks as _Picks"
            )
            (folder / name).write_text(_with_imports([*lines, *ends], imports), encoding="utf-8")
            changed.append(name)
    return changed


def native_inits(folder: Path, names: list[str]) -> list[str]:
    """Write out `__init__` of dataclasses, in copies of their modules; return these modules.

    The one that `dataclass` makes is a function of Python, which sets each field from outside. Classes whose fields
    begin with objects that nothing with a name makes keep it.
    """
    open_sources()
    changed = []
    for name in names:
        text = (folder / name).read_text("utf-8")
        lines = text.splitlines(keepends=True)
        made = [(node, init_of(node, name)) for node in ast.parse(text).body if isinstance(node, ast.ClassDef)]
        made = [(node, init) for node, init in made if init and lines[node.end_lineno or 0 :][:1] in ([], ["\n"])]
        for node, init in made:
            lines[node.end_lineno or 0 : (node.end_lineno or 0) + 1] = [f"    {init}\n"]
        if made:
            (folder / name).write_text("".join(lines), encoding="utf-8")
            changed.append(name)
    return changed


def init_of(node: ast.ClassDef, name: str) -> str:
    """Return the text of a dataclass's `__init__` in one line; "" for one that keeps its own."""
    decorators = [ast.unparse(one) for one in node.decorator_list]
    own = {line.name for line in node.body if isinstance(line, ast.FunctionDef)}
    if not any(one.startswith("dataclass") for one in decorators) or any("frozen" in one for one in decorators):
        return ""
    if any("allow_interpreted_subclasses" in one for one in decorators):  # their own would be called with its fields
        return ""
    kind = getattr(import_module(name.removesuffix(".py").replace("/", ".")), node.name)
    if own & {"__init__", "__post_init__"} or hasattr(kind, "__post_init__"):
        return ""
    lines = {ast.unparse(line.target): line for line in node.body if isinstance(line, ast.AnnAssign)}
    taken, set_ = ["self"], []
    for one in fields(kind):
        line = lines.get(one.name)
        if not (start := _start(one, line)):
            return ""
        if not one.init:
            set_.append(f"self.{one.name} = {start}")
        elif line is None:
            return ""
        elif start in ("[]", "{}") or (start[0].isalpha() and start.endswith("()")):  # each object has its own
            taken.append(f"{one.name}: {ast.unparse(line.annotation)} | None = None")
            set_.append(f"self.{one.name} = {start} if {one.name} is None else {one.name}")
        else:
            taken.append(f"{one.name}: {ast.unparse(line.annotation)} = {start}")
            set_.append(f"self.{one.name} = {one.name}")
    return f"def __init__({', '.join(taken)}) -> None: {'; '.join(set_)}"


def _start(one: Field[Any], line: ast.AnnAssign | None) -> str:
    """Return the text of what a field begins with; "" if it cannot be written.

    One that has to be given begins with nothing: what unpickles makes the object before it has the fields.
    """
    if one.default is MISSING and one.default_factory is MISSING:
        said = ast.unparse(line.annotation).removeprefix("Annotated[") if line else ""
        if said.endswith(" | None"):
            return "None"
        return next((text for kind, text in NOTHING.items() if said.startswith(kind)), "")
    start = one.default if one.default_factory is MISSING else one.default_factory()
    if type(start) in (int, bool, str, bytes, float, type(None)) or start in ([], {}):
        return repr(start)
    return f"{_maker(line.value)}()" if line and _maker(line.value) else ""


def _maker(value: ast.expr | None) -> str:
    """Return the name of what makes the start of a field, such as `hidden_row`; "" if it has no name."""
    rows = value.keywords if isinstance(value, ast.Call) else []
    makers = [
        one.value.id for one in rows if one.arg in ("start", "default_factory") and isinstance(one.value, ast.Name)
    ]
    return makers[0] if makers else ""


def bare_objects(folder: Path, names: list[str]) -> list[str]:
    """Make new objects by a call, where the class has an `__init__` that needs nothing, in copies; return the modules.

    `X.__new__(X)` is the short way in Python. Compiled, it looks `__new__` up and calls `__init__` all the same.
    """
    texts = {path: path.read_text("utf-8") for name in names for path in [folder / name]}
    texts |= {path: path.read_text("utf-8") for path in folder.rglob(f"*{COPIERS}")}
    classes = [node for text in texts.values() for node in ast.parse(text).body if isinstance(node, ast.ClassDef)]
    inits = [(node.name, line) for node in classes for line in node.body if getattr(line, "name", "") == "__init__"]
    bare = {
        name
        for name, line in inits
        if isinstance(line, ast.FunctionDef) and len(line.args.args) == len(line.args.defaults) + 1
    }
    changed = []
    for path, text in texts.items():
        new = re.sub(r"\b(\w+)\.__new__\(\1\)", lambda found: f"{found[1]}()" if found[1] in bare else found[0], text)
        if new != text:
            path.write_text(new, encoding="utf-8")
            changed.append(path.relative_to(folder).as_posix())
    return [name for name in changed if name in names]


def kept_properties(folder: Path, names: list[str]) -> list[str]:
    """Let properties be worked out once that are cached, in copies of their modules; return these modules.

    mypyc takes `cached_property` for a property like any other, and works it out each time it is read. The lines that
    this needs are those of the decorator, the blank line before it, and the docstring.
    """
    changed = []
    for name in names:
        text = (folder / name).read_text("utf-8")
        lines = text.splitlines(keepends=True)
        classes = [node for node in ast.parse(text).body if isinstance(node, ast.ClassDef)]
        cached = [
            line
            for node in classes
            for line in node.body
            if isinstance(line, ast.FunctionDef)
            and [ast.unparse(one) for one in line.decorator_list] == ["cached_property"]
        ]
        for one in cached:
            kind, said, first = ast.unparse(one.returns or ast.Name("Any")), one.body[0], one.lineno - 1
            kept, made = f"_kept_{one.name}", f"_made_{one.name}"
            worked_out = f"self.{kept} = made = self.{made}() if kept is None else kept"
            lines[first - 2 : first + 1] = [
                f"    {kept}: {kind} | None = None\n",
                "    @property\n",
                f"    def {one.name}(self) -> {kind}: kept = self.{kept}; {worked_out}; return made\n",
            ]
            blank = ["\n"] * ((said.end_lineno or 0) - said.lineno)
            lines[said.lineno - 1 : said.end_lineno] = [f"    def {made}(self) -> {kind}:\n", *blank]
        if cached:
            (folder / name).write_text("".join(lines), encoding="utf-8")
            changed.append(name)
    return changed


def open_games(folder: Path, names: list[str]) -> list[str]:
    """Let classes of Python inherit from definitions of games, in copies of their modules; return these modules.

    mypyc asks for a decorator at each class for that. It is the same for every game, so no game has to say it.
    """
    opened = []
    for name in names:
        text = (folder / name).read_text("utf-8")
        lines = text.splitlines(keepends=True)
        definitions = [
            node
            for node in ast.parse(text).body
            if isinstance(node, ast.ClassDef) and any(ast.unparse(base).startswith("Game[") for base in node.bases)
        ]
        for node in definitions:
            before = min([node.lineno, *(part.lineno for part in node.decorator_list)]) - 2
            lines[before] = "@_attributes(allow_interpreted_subclasses=True)\n"  # where a blank line was
        if definitions:
            imports = "from mypy_extensions import mypyc_attr as _attributes"
            (folder / name).write_text(_with_imports(lines, imports), encoding="utf-8")
            opened.append(name)
    return opened


def even_rows(folder: Path, names: list[str]) -> list[str]:
    """Let classes of prompts give tuples of any length, in copies of their modules; return these modules.

    mypyc wants the very type of the attribute in the class below, a row of any length, and takes `(A, B)` for a pair.
    """
    changed = []
    for name in names:
        text = (folder / name).read_text("utf-8")
        tuples = [
            line.value
            for node in ast.parse(text).body
            if isinstance(node, ast.ClassDef)
            for line in node.body
            if isinstance(line, ast.Assign)
            and ast.unparse(line.targets[0]) in ROWS
            and isinstance(line.value, ast.Tuple | ast.Attribute)
        ]
        lines = text.encode().splitlines(keepends=True)
        for row in reversed(tuples):
            last, end, first = (row.end_lineno or 0) - 1, row.end_col_offset or 0, row.lineno - 1
            lines[last] = lines[last][:end] + b")" + lines[last][end:]
            lines[first] = lines[first][: row.col_offset] + b"tuple(" + lines[first][row.col_offset :]
        if tuples:
            (folder / name).write_bytes(b"".join(lines))
            changed.append(name)
    return changed


def class_attributes(folder: Path, names: list[str]) -> list[str]:
    """Set attributes of dataclasses that are no fields behind the class, in copies of modules; return these modules.

    mypyc keeps no `ClassVar` in the annotations that it gives a class, so `dataclass` would take them for fields.
    """
    changed = []
    for name in names:
        text = (folder / name).read_text("utf-8")
        lines = text.splitlines(keepends=True)
        moved = [
            (node, line)
            for node in ast.parse(text).body
            if isinstance(node, ast.ClassDef) and any("dataclass" in ast.unparse(one) for one in node.decorator_list)
            for line in node.body
            if isinstance(line, ast.AnnAssign) and ast.unparse(line.annotation).startswith("ClassVar") and line.value
        ]
        for node, line in reversed(moved):
            assert isinstance(line.target, ast.Name)
            assert line.value is not None
            value = f"setattr({node.name}, {line.target.id!r}, {ast.unparse(line.value)})\n"
            lines.insert(node.end_lineno or 0, value)
            length = (line.end_lineno or 0) - line.lineno  # all lines keep their numbers until the last is moved
            lines[line.lineno - 1 : line.end_lineno] = ["    pass\n", *["\n"] * length]
        if moved:
            (folder / name).write_text("".join(lines), encoding="utf-8")
            changed.append(name)
    return changed


SEARCHES = """

def _place(row: list[int], one: int) -> int:
    for at, other in enumerate(row):
        if other == one:
            return at
    raise ValueError


def _is_in(row: list[int], one: int) -> bool:
    for other in row:
        if other == one:
            return True
    return False
"""
_SEARCHED = r"((?:\w+\.)*\w+\[[A-Z_]+\])"


def native_searches(folder: Path, names: list[str]) -> list[str]:
    """Look for numbers in the rows of a list by loops of numbers, in copies of their modules; return these modules.

    `rows[TAG].index(one)` and `one in rows[TAG]` compare objects of Python compiled, as long as a loop over all rows.
    Where such a row holds something else than integers, mypyc says so and builds nothing.
    """
    changed = []
    for name in names:
        text = (folder / name).read_text("utf-8")
        new = re.sub(rf"{_SEARCHED}\.index\((\w+)\)", r"_place(\1, \2)", text)
        new = re.sub(
            rf"(?<!for )\b(\w+) (not )?in {_SEARCHED}(?![\[.\w])",
            lambda found: f"{found[2] or ''}_is_in({found[3]}, {found[1]})",
            new,
        )
        if new != text:
            (folder / name).write_text(new + SEARCHES, encoding="utf-8")
            changed.append(name)
    return changed


EDITS = (
    constants,
    aliases,
    native_questions,
    native_inits,
    bare_objects,
    kept_properties,
    open_games,
    even_rows,
    class_attributes,
    native_searches,
)
"""All of these, in the order in which they are made: each reads what those before it have written."""
