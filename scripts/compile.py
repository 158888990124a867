"""Compiles engine, games and search with mypyc, from the same sources, never beside them.

`python scripts/compile.py FOLDER` copies the package into FOLDER and leaves the compiled modules there; the build hook
does this for a wheel with HATCH_BUILD_HOOK_ENABLE_MYPYC=true. `python scripts/compile.py --list` says what stays plain.
It needs mypy, setuptools and the package's own requirements of the engine.

The plug-in hatch-mypyc is not used: it compiles in the source tree and moves pyproject.toml away meanwhile, and its
list of files has no room for what a game says in its own files.
"""

from __future__ import annotations

import ast
import json
import re
import runpy
import shutil
import subprocess
import sys
from collections.abc import Iterator
from fnmatch import fnmatch
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PACKAGE = ROOT / "src" / "shapan"

PLAIN = {
    "*/__init__.py": "imports only",
    "engine/conformance/*": "plants faults by replacing functions, which a compiled module does not allow",
    "engine/scene.py": "msgspec makes its Structs from classes of Python",
    "engine/guide.py": "msgspec makes its Structs from classes of Python",
    "engine/view.py": "reads the annotations of views when a program runs",
    "engine/fact.py": "declares fields, once a class",
    "engine/copier.py": "writes functions, once a class",
    "engine/written.py": "reads annotations and sources when a program runs",
    "engine/situation.py": "a part of run.py",
    "engine/run.py": "copies a match by its `__dict__`, which a compiled object has not",
    "engine/match.py": "a part of run.py",
    "engine/stepper.py": "a part of run.py; its matches are copied by their `__dict__` too",
    "engine/world.py": "a part of run.py",
    "engine/saving.py": "a part of run.py",
    "engine/change.py": "a part of run.py",
    "engine/decision.py": "a part of run.py",
    "engine/registry.py": "runs once, at the start",
    "engine/text.py": "texts for people",
    "engine/traditional.py": "a part of text.py",
    "engine/data.py": "reads the tables of variants, once",
    "engine/options.py": "reads options, once a match",
    "engine/plain_board.py": "draws for people",
    "engine/offers.py": "draws for people",
    "engine/position.py": "reads and writes what people wrote",
    "engine/scenario.py": "runs files that people wrote",
    "engine/coach.py": "speaks to people",
    "games/*/board.py": "draws for people",
    "games/*/position.py": "reads and writes what people wrote",
    "games/*/position/*": "reads and writes what people wrote",
    "bots/bot.py": "a bot of another package is a class of Python, and sets its own attributes",
    "bots/thinker.py": "has bots in it",
    "bots/registry.py": "runs once, at the start",
    "bots/processes.py": "starts processes",
}
"""What stays plain Python in a compiled build, and why. Whatever engine, games and bots have besides is compiled."""

FLAGS = [] if sys.platform == "win32" else ["-fvisibility=hidden"]
"""Functions that nobody outside the library may replace are called directly, and written out where they are called."""

_SAID = re.compile(r"^# Stays plain: (.+)$", re.MULTILINE)
"""A file may say so itself: a game's folder is named nowhere else."""


def sources(package: Path = PACKAGE) -> list[Path]:
    """Return the files of the layers that are compiled."""
    return sorted(path for layer in ("engine", "games", "bots") for path in (package / layer).rglob("*.py"))


def why_plain(path: Path, package: Path = PACKAGE) -> str:
    """Return why a file stays plain, "" for one that is compiled."""
    name = path.relative_to(package).as_posix()
    for pattern, reason in PLAIN.items():
        if fnmatch(name, pattern):
            return reason
    said = _SAID.search(path.read_text(encoding="utf-8"))
    return said[1] if said else ""


def compiled(package: Path = PACKAGE) -> Iterator[Path]:
    """Yield the files that are compiled."""
    return (path for path in sources(package) if not why_plain(path, package))


def _fields(node: ast.ClassDef) -> list[tuple[str, str]]:
    rows = [
        (line.target.id, ast.unparse(line.annotation))
        for line in node.body
        if isinstance(line, ast.AnnAssign) and isinstance(line.target, ast.Name)
    ]
    return [(name, text) for name, text in rows if not text.startswith("ClassVar")]


def write_copiers(folder: Path, names: list[str]) -> list[str]:
    """Write modules with copiers and dumpers of states beside the modules of their classes, and return their names."""
    known = runpy.run_path(str(PACKAGE / "engine" / "copier.py"))
    files = {
        name: [node for node in ast.parse((folder / name).read_text("utf-8")).body if isinstance(node, ast.ClassDef)]
        for name in names
    }
    base = next(node for node in files["shapan/engine/state.py"] if node.name == "State")
    below = {"State": _fields(base), "Part": []}
    written = []
    for name, nodes in files.items():
        # Right on top of `State` or `Part`; others get their copiers when a program runs.
        rows = [(node, ast.unparse(node.bases[0])) for node in nodes if len(node.bases) == 1]
        classes = {node.name: [*below[name], *_fields(node)] for node, name in rows if name in below}
        classes.pop("State", None)
        if classes:
            module = name.removesuffix(".py")
            written.append(f"{module}{known['BESIDE']}.py")
            text = known["module_text"](module.replace("/", "."), classes)
            (folder / written[-1]).write_text(text, encoding="utf-8")
    return written


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
        for node in reversed(definitions):
            at = min([node.lineno, *(part.lineno for part in node.decorator_list)]) - 1
            lines[at:at] = [
                "from mypy_extensions import mypyc_attr as _attributes\n",
                "@_attributes(allow_interpreted_subclasses=True)\n",
            ]
        if definitions:
            (folder / name).write_text("".join(lines), encoding="utf-8")
            opened.append(name)
    return opened


ROWS = ("families", "rows")
"""Attributes of prompts that classes give as tuples of some length."""


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
            and isinstance(line.value, ast.Tuple)
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


def build(folder: Path, level: str = "3") -> None:
    """Compile into a folder: a copy of the package with compiled modules, and the digest of its sources."""
    shutil.rmtree(folder, ignore_errors=True)
    shutil.copytree(PACKAGE, folder / "shapan", ignore=shutil.ignore_patterns("__pycache__", "static", "*.so"))
    names = [path.relative_to(folder).as_posix() for path in compiled(folder / "shapan")]
    copiers = write_copiers(folder, names)
    edited = [*open_games(folder, names), *even_rows(folder, names), *class_attributes(folder, names)]
    (folder / "setup.py").write_text(
        "from mypyc.build import mypycify\nfrom setuptools import setup\n"
        # What only plain modules import, such as OpenCC, need not be there where it is built.
        f"files = {['--python-version=3.11', '--ignore-missing-imports', *names, *copiers]!r}\n"
        f"modules = mypycify(files, opt_level={level!r}, debug_level='0')\n"
        f"for module in modules:\n    module.extra_compile_args += {FLAGS!r}\n"
        "setup(name='shapan', packages=[], ext_modules=modules)\n",
        encoding="utf-8",
    )
    done = subprocess.run(
        [sys.executable, "setup.py", "--quiet", "build_ext", "--inplace"],
        cwd=folder,
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode:
        lines = [line for line in (done.stdout + done.stderr).splitlines() if "error" in line or "note" in line]
        sys.exit("\n".join(["compile: mypyc failed", *(lines[:40] or [done.stderr[-2000:]])]))
    for name in copiers:  # they are no sources
        (folder / name).unlink()
    for name in edited:  # what was written into copies for mypyc is no source either
        shutil.copyfile(PACKAGE.parent / name, folder / name)
    known = runpy.run_path(str(PACKAGE / "build.py"))  # the package itself need not be installed
    said = {"digest": known["digest"](folder / "shapan")}
    (folder / "shapan" / known["FILE"]).write_text(json.dumps(said) + "\n", encoding="utf-8")


def is_installed(environment: Path) -> bool:
    """Tell whether an environment has the package compiled, from the sources as they are here."""
    for file in environment.glob("**/site-packages/shapan/compiled.json"):
        return all(
            (file.parent / path.relative_to(PACKAGE)).is_file()
            and (file.parent / path.relative_to(PACKAGE)).read_bytes() == path.read_bytes()
            for path in PACKAGE.rglob("*.py")
        )
    return False


def main(arguments: list[str]) -> None:
    """Build, or list."""
    if arguments == ["--list"]:
        for path in sources():
            print(f"{path.relative_to(PACKAGE).as_posix():44} {why_plain(path) or 'compiled'}")
    elif arguments[:1] == ["--same"] and len(arguments) == 2:
        sys.exit(not is_installed(Path(arguments[1])))
    elif len(arguments) == 1:
        build(Path(arguments[0]).resolve())
    else:
        sys.exit(__doc__)


if __name__ == "__main__":
    main(sys.argv[1:])
