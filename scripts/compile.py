"""Compiles engine, games and search with mypyc, from the same sources, never beside them.

`python -m scripts.compile FOLDER` copies the package into FOLDER and leaves the compiled modules there; the build hook
does this for a wheel with HATCH_BUILD_HOOK_ENABLE_MYPYC=true. `python -m scripts.compile --list` says what stays plain.
It needs mypy, setuptools and the package's own requirements of the engine.

The plug-in hatch-mypyc is not used: it compiles in the source tree and moves pyproject.toml away meanwhile, and its
list of files has no room for what a game says in its own files.
"""

from __future__ import annotations

import ast
import json
import os
import re
import runpy
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from dataclasses import fields
from fnmatch import fnmatch
from importlib import import_module
from pathlib import Path
from time import sleep

from scripts.compile_edits import COPIERS, EDITS, init_of
from scripts.compile_names import PACKAGE, open_sources

PLAIN = {
    "*/__init__.py": "imports only",
    "*/__main__.py": "run by its path, which a compiled module does not allow",
    "engine/conformance/*": "plants faults by replacing functions, which a compiled module does not allow",
    "engine/scene.py": "msgspec makes its Structs from classes of Python",
    "engine/guide.py": "msgspec makes its Structs from classes of Python",
    "engine/view.py": "reads the annotations of views when a program runs",
    "engine/fact.py": "declares fields, once a class",
    "engine/copier.py": "writes functions, once a class",
    "engine/annotations.py": "reads annotations and sources when a program runs",
    "engine/situation.py": "a part of run.py",
    "engine/run.py": "copies a match by its `__dict__`, which a compiled object has not",
    "engine/match.py": "a part of run.py",
    "engine/stepper.py": "a part of run.py; its matches are copied by their `__dict__` too",
    "engine/world.py": "a part of run.py",
    "engine/saving.py": "a part of run.py",
    "engine/rules_migration.py": "a part of run.py",
    "engine/decision.py": "a part of run.py",
    "engine/registry.py": "runs once, at the start",
    "engine/length.py": "a part of text.py",
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
    "games/*/position_*.py": "reads and writes what people wrote",
    "bots/bot.py": "a bot of another package is a class of Python, and sets its own attributes",
    "bots/search_bot.py": "has bots in it",
    "bots/handicap.py": "msgspec makes its Structs from classes of Python",
    "bots/levels.py": "msgspec makes its Structs from classes of Python",
    "bots/personality.py": "msgspec makes its Structs from classes of Python",
    "bots/registry.py": "runs once, at the start",
    "bots/processes.py": "starts processes",
}
"""What stays plain Python in a compiled build, and why. Whatever engine, games and bots have besides is compiled."""

FLAGS = [] if sys.platform == "win32" else ["-fvisibility=hidden"]
"""Functions that nobody outside the library may replace are called directly, and written out where they are called."""

LENIENT = [
    "--python-version=3.11",
    "--ignore-missing-imports",
    "--no-warn-return-any",
    "--no-warn-unused-ignores",
    "--disable-error-code=func-returns-value",
]
"""What mypy passes over there: what only plain modules import, such as OpenCC, need not be there where it is built, and
what the edits have written is no source."""

ONLY = "SHAPAN_COMPILE_ONLY"
"""A variable of the environment with the games that are to be compiled, parted by commas; without it all are. A whole
build takes some ten minutes; who works on one game need not wait for the others.
"""

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
    if said:
        return said[1]
    only, parts = os.environ.get(ONLY, ""), Path(name).parts
    is_asked = not only or parts[0] != "games" or len(parts) == 2 or parts[1] in only.split(",")
    return "" if is_asked else f"is none of {ONLY}"


def compiled(package: Path = PACKAGE) -> Iterator[Path]:
    """Yield the files that are compiled."""
    return (path for path in sources(package) if not why_plain(path, package))


def write_copiers(folder: Path, names: list[str]) -> list[str]:
    """Write modules with copiers, dumpers and seers beside the modules of their classes, and return their names.

    What the fields are the package itself says, run as plain Python.
    """
    open_sources()
    from shapan.engine.copier import module_text
    from shapan.engine.part import Part, seen_texts_of, texts_of

    written = []
    for name in names:
        module = name.removesuffix(".py")
        dotted = module.replace("/", ".")
        kinds = [
            kind
            for kind in vars(import_module(dotted)).values()
            if isinstance(kind, type) and issubclass(kind, Part) and kind.__module__ == dotted and fields(kind)
        ]
        if kinds := [kind for kind in kinds if kind is not Part and kind.__name__ != "State"]:
            written.append(f"{module}{COPIERS}")
            nodes = [
                node for node in ast.parse((folder / name).read_text("utf-8")).body if isinstance(node, ast.ClassDef)
            ]
            built = {node.name for node in nodes if init_of(node, name)}
            text = module_text(dotted, {kind.__name__: (texts_of(kind), seen_texts_of(kind)) for kind in kinds}, built)
            (folder / written[-1]).write_text(text, encoding="utf-8")
    return written


def build(folder: Path, level: str = "3", tell: Callable[[bool], None] = lambda is_translated: None) -> None:
    """Compile into a folder: a copy of the package with compiled modules, and the digest of its sources.

    `tell` is called every second, and told whether all is translated to C, so that the C compiler is at work.
    """
    shutil.rmtree(folder, ignore_errors=True)
    shutil.copytree(PACKAGE, folder / "shapan", ignore=shutil.ignore_patterns("__pycache__", "static", "*.so"))
    names = [path.relative_to(folder).as_posix() for path in compiled(folder / "shapan")]
    sources = {
        path: path.read_bytes() for path in (folder / "shapan").rglob("*.py")
    }  # those in src may change meanwhile
    copiers = write_copiers(folder, names)
    changed = {edit.__name__: edit(folder, names) for edit in EDITS}
    edited = {one for row in changed.values() for one in row}
    parts = [name.removesuffix(".py").replace("/", ".") for name in changed["native_parts"]]
    (folder / "setup.py").write_text(
        f"import sys\nsys.path.insert(0, {str(PACKAGE.parent.parent)!r})\n"
        "from mypyc.build import mypycify\nfrom setuptools import setup\n"
        "from scripts.compile_ops import HEADER, INCLUDE, teach\n"
        f"teach({parts!r})\n"
        f"files = {[*LENIENT, *names, *copiers]!r}\n"
        f"modules = mypycify(files, opt_level={level!r}, debug_level='0')\n"
        "for module in modules:  # which share one list of arguments\n"
        "    more = [INCLUDE, str(HEADER)] if any('__native' in source for source in module.sources) else []\n"
        f"    module.extra_compile_args = [*module.extra_compile_args, *{FLAGS!r}, *more]\n"
        "setup(name='shapan', packages=[], ext_modules=modules)\n",
        encoding="utf-8",
    )
    with (folder / "log").open("w+", encoding="utf-8") as log:
        command = [sys.executable, "setup.py", "--quiet", "build_ext", "--inplace"]
        with subprocess.Popen(command, cwd=folder, stdout=log, stderr=subprocess.STDOUT) as process:
            while process.poll() is None:
                tell(any((folder / "build").glob("__native_*.c")))
                sleep(1)
        log.seek(0)
        said = log.read()
    if process.returncode:
        lines = [line for line in said.splitlines() if "error" in line or "note" in line]
        sys.exit("\n".join(["compile: mypyc failed", *(lines[:40] or [said[-2000:]])]))
    for name in copiers:  # they are no sources
        (folder / name).unlink()
    for name in sorted(edited):  # what was written into copies for mypyc is no source either
        (folder / name).write_bytes(sources[folder / name])
    known = runpy.run_path(str(PACKAGE / "build.py"))  # the package itself need not be installed
    made = {"digest": known["digest"](folder / "shapan")}
    (folder / "shapan" / known["FILE"]).write_text(json.dumps(made) + "\n", encoding="utf-8")


def main(arguments: list[str]) -> None:
    """Build, or list."""
    if arguments == ["--list"]:
        for path in sources():
            print(f"{path.relative_to(PACKAGE).as_posix():44} {why_plain(path) or 'compiled'}")
    elif len(arguments) == 1:
        build(Path(arguments[0]).resolve())
    else:
        sys.exit(__doc__)


if __name__ == "__main__":
    main(sys.argv[1:])
