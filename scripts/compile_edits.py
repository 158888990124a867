"""What the build writes into copies of modules, so that mypyc makes more of them (`scripts/compile.py`).

The sources say the same in fewer words, which run as plain Python just as fast. No line but the last gets another
number, so that a traceback of compiled code names the line of the source.
"""

from __future__ import annotations

import ast
import re
from dataclasses import MISSING, Field, fields
from importlib import import_module
from pathlib import Path
from typing import Any

from scripts.compile_loops import native_parts, native_sums, native_zips
from scripts.compile_names import aliases, constants, finals, open_sources, with_imports

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

GIVEN = "given"
"""What a field begins with that has to be given, an object: it is not there before."""

ROWS = ("families", "rows")
"""Attributes of prompts that classes give as tuples of some length."""


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
            (folder / name).write_text(with_imports([*lines, *ends], imports), encoding="utf-8")
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
        ends = []
        for node, init in made:
            lines[node.end_lineno or 0 : (node.end_lineno or 0) + 1] = [f"    {init}\n"]
            said = [line for line in node.body if isinstance(line, ast.AnnAssign)]
            ends += [
                f"def {giver}(of: {node.name}, value: {ast.unparse(line.annotation)}) -> None: {field} = value\n"
                for line in said
                for giver, field in [(_giver(node.name, ast.unparse(line.target)), f"of.{ast.unparse(line.target)}")]
                if f" or {giver}(" in init
            ]
        if made:
            (folder / name).write_text("".join([*lines, *ends]), encoding="utf-8")
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
        elif start[0] in "[{" or (start[0].isalpha() and start.endswith("()")):  # each object has its own
            taken.append(f"{one.name}: {ast.unparse(line.annotation)} | None = None")
            set_.append(f"self.{one.name} = {start} if {one.name} is None else {one.name}")
        elif start == GIVEN:
            taken.append(f"{one.name}: {ast.unparse(line.annotation)} | None = None")
            set_.append(f"{one.name} is None or {_giver(node.name, one.name)}(self, {one.name})")
        else:
            taken.append(f"{one.name}: {ast.unparse(line.annotation)} = {start}")
            set_.append(f"self.{one.name} = {one.name}")
    return f"def __init__({', '.join(taken)}) -> None: {'; '.join(set_)}"


def _giver(kind: str, field: str) -> str:
    """Return the name of the function that sets a field that has to be given: in one line, no statement can."""
    return f"_give_{field}_of_{kind}"


def _start(one: Field[Any], line: ast.AnnAssign | None) -> str:
    """Return the text of what a field begins with; "" if it cannot be written.

    One that has to be given begins with nothing: what unpickles makes the object before it has the fields.
    """
    if one.default is MISSING and one.default_factory is MISSING:
        said = _type_of(line.annotation) if line else ""
        if said.endswith(" | None"):
            return "None"
        return next((text for kind, text in NOTHING.items() if said.startswith(kind)), GIVEN if one.init else "")
    start = one.default if one.default_factory is MISSING else one.default_factory()
    if type(start) in (int, bool, str, bytes, float, type(None)) or start in ([], {}):
        return repr(start)
    if type(start) is list and all(type(value) is int for value in start):
        return f"[{start[0]}] * {len(start)}" if len(set(start)) == 1 else repr(start)
    return f"{_maker(line.value)}()" if line and _maker(line.value) else ""


def _type_of(annotation: ast.expr) -> str:
    """Return the text of a type, without what `Annotated` says beside it."""
    if isinstance(annotation, ast.Subscript) and ast.unparse(annotation.value) == "Annotated":
        assert isinstance(annotation.slice, ast.Tuple)
        annotation = annotation.slice.elts[0]
    return ast.unparse(annotation)


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
            (folder / name).write_text(with_imports(lines, imports), encoding="utf-8")
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


EDITS = (
    finals,
    constants,
    native_sums,
    native_zips,
    aliases,
    native_questions,
    native_inits,
    bare_objects,
    kept_properties,
    open_games,
    even_rows,
    class_attributes,
    native_parts,
)
"""All of these, in the order in which they are made: each reads what those before it have written."""
