"""The compiled build of a checkout: made beside a table that runs, found at its next start, never half of one."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from importlib.machinery import EXTENSION_SUFFIXES
from pathlib import Path

import pytest

import shapan
from scripts import compile as compilation
from scripts import compile_here as script
from shapan.build import BUILDS, FILE, PLAIN, PROGRESS, CompiledFinder, choose, digest, folder_of, under_way

PACKAGE = Path(shapan.__file__).parent


@pytest.fixture
def builds(tmp_path, monkeypatch):
    """The folder with the compiled modules of a checkout, still empty."""
    monkeypatch.setattr(sys, "meta_path", list(sys.meta_path))
    monkeypatch.delenv(PLAIN, raising=False)
    monkeypatch.setenv(BUILDS, str(tmp_path / "compiled" / "modules"))
    return tmp_path / "compiled" / "modules"


def made(folder: Path) -> None:
    """Put what a build leaves into a folder: with one module compiled."""
    (folder / "build").mkdir(parents=True)
    (folder / "setup.py").write_text("")
    shutil.copytree(PACKAGE, folder / "shapan", ignore=shutil.ignore_patterns("static", "*.so"))
    for name in ("shared__mypyc", "shapan/engine/zone"):
        (folder / f"{name}{EXTENSION_SUFFIXES[0]}").write_text(name)
    (folder / "shapan" / FILE).write_text(json.dumps({"digest": digest(PACKAGE)}))


def test_a_checkout_without_a_build_is_plain_python(builds):
    assert choose(PACKAGE) == "plain Python"
    builds.mkdir(parents=True)
    assert choose(PACKAGE) == "plain Python"


def test_a_build_of_these_sources_is_used_and_one_of_others_is_not(builds):
    place = folder_of(builds, digest(PACKAGE)) / "shapan"
    place.mkdir(parents=True)
    assert choose(PACKAGE) == "plain Python"  # a folder without the file that is written last
    (place / FILE).write_text("{}")
    assert choose(PACKAGE) == "compiled"
    assert isinstance(sys.meta_path[0], CompiledFinder)
    place.parent.rename(folder_of(builds, "0" * 64))
    assert choose(PACKAGE) == "plain Python"


def test_plain_python_can_be_asked_for(builds, monkeypatch):
    place = folder_of(builds, digest(PACKAGE)) / "shapan"
    place.mkdir(parents=True)
    (place / FILE).write_text("{}")
    monkeypatch.setenv(PLAIN, "1")
    assert choose(PACKAGE) == f"plain Python, by {PLAIN}"


def test_modules_and_the_library_that_they_share_are_found_and_nothing_else(tmp_path):
    engine = tmp_path / "shapan" / "engine"
    engine.mkdir(parents=True)
    for file in (engine / "zone", tmp_path / "abc__mypyc", tmp_path / "other"):
        file.with_name(file.name + EXTENSION_SUFFIXES[0]).write_text("")
    (engine / "deck.py").write_text("")
    finder = CompiledFinder(tmp_path)
    found = [name for name in ("shapan.engine.zone", "abc__mypyc") if finder.find_spec(name, None)]
    assert found == ["shapan.engine.zone", "abc__mypyc"]
    others = ("shapan.engine.deck", "shapan.engine", "other", "json")
    assert [name for name in others if finder.find_spec(name, None)] == []


def test_a_build_is_made_apart_and_moved_when_it_is_whole(builds, monkeypatch, capsys):
    seen = []

    def build(folder, tell):
        made(folder)
        tell(False)
        seen.append(under_way())
        tell(True)
        seen.append(under_way())
        assert script.main() == 0  # somebody starts another one
        seen.append(" ".join(one.name for one in builds.iterdir()))

    monkeypatch.setattr(script, "build", build)
    monkeypatch.setattr(script, "missing", lambda: "")
    assert script.main() == 0
    assert seen[0] == "translating to C"
    assert seen[1].endswith("left")
    assert seen[2] == PROGRESS
    told = capsys.readouterr().err.splitlines()
    assert "is being compiled already" in told[-2]
    assert told[-1].endswith("used from the next start on")
    assert under_way() == ""
    assert choose(PACKAGE) == "compiled"
    left = folder_of(builds, digest(PACKAGE))
    kept = sorted(path.name.removesuffix(EXTENSION_SUFFIXES[0]) for path in left.rglob("*") if path.is_file())
    assert kept == [FILE, "shared__mypyc", "zone"]
    assert not (builds.parent / "new").exists()
    assert script.main(["--force"]) == 0
    assert len(seen) == 6
    monkeypatch.setattr(script, "build", None)  # nothing to do any more
    assert script.main() == 0


def test_a_build_that_broke_off_is_none_and_the_next_one_begins_anew(builds, monkeypatch):
    builds.mkdir(parents=True)
    (builds / PROGRESS).write_text("50 %, about 5 minutes left")
    (builds.parent / "new" / "shapan").mkdir(parents=True)
    assert under_way() == ""
    assert choose(PACKAGE) == "plain Python"

    def build(folder, tell):
        shutil.rmtree(folder)  # as the compilation itself does
        made(folder)

    monkeypatch.setattr(script, "build", build)
    monkeypatch.setattr(script, "missing", lambda: "")
    assert script.main() == 0
    assert choose(PACKAGE) == "compiled"


def test_in_the_background_a_build_outlives_the_terminal(builds, monkeypatch):
    left = []
    monkeypatch.setattr(os, "setsid", lambda: left.append("terminal"))
    monkeypatch.setattr(os, "nice", lambda _: left.append("hurry"))
    monkeypatch.setattr(script, "missing", lambda: "all")
    assert script.main([]) == 1
    assert left == []
    script.main(["--background"])
    assert left == ["terminal", "hurry"]


def test_what_is_missing_is_named_before_anything_is_built(builds, monkeypatch, capsys):
    monkeypatch.setattr(script, "build", None)
    monkeypatch.setattr(shutil, "which", lambda _: None)
    assert script.main() == 1
    assert "C compiler" in capsys.readouterr().err
    assert not builds.exists()


def test_a_source_that_changes_while_it_is_compiled_makes_the_build_one_of_the_old_sources(tmp_path, monkeypatch):
    package = tmp_path / "src" / "shapan"
    for layer in ("engine", "games", "bots"):
        (package / layer).mkdir(parents=True)
        (package / layer / "part.py").write_text(f"NAME = {layer!r}\n")
    shutil.copy(PACKAGE / "build.py", package)
    before = digest(package)

    class Compiler:
        """One that takes so long that somebody edits a source."""

        returncode = 0

        def __init__(self, *_: object, **__: object) -> None:
            (package / "engine" / "part.py").write_text("NAME = 'other'\n")

        def __enter__(self) -> Compiler:
            return self

        def __exit__(self, *_: object) -> None:
            pass

        def poll(self) -> int:
            return 0

    def edit(folder: Path, names: list[str]) -> list[str]:
        (folder / "shapan" / "engine" / "part.py").write_text("NAME = 'for mypyc'\n")
        return ["shapan/engine/part.py"]

    def native_parts(folder: Path, names: list[str]) -> list[str]:
        return []

    monkeypatch.setattr(compilation, "PACKAGE", package)
    monkeypatch.setattr(compilation, "EDITS", (edit, native_parts))
    monkeypatch.setattr(compilation, "write_copiers", lambda folder, names: [])
    monkeypatch.setattr("scripts.compile.subprocess.Popen", Compiler)
    compilation.build(tmp_path / "made")
    assert json.loads((tmp_path / "made" / "shapan" / FILE).read_text()) == {"digest": before}
    assert digest(tmp_path / "made" / "shapan") == before != digest(package)


def test_the_newest_builds_are_kept(builds):
    for age, name in enumerate(("a", "b", "c")):
        (builds / name).mkdir(parents=True)
        os.utime(builds / name, (age, age))
    made(builds.parent / "new")
    script.keep(builds.parent / "new", builds / "d")
    assert sorted(one.name for one in builds.iterdir()) == ["c", "d"]


def test_minutes_left_are_told_from_the_time_that_the_translation_took(tmp_path, monkeypatch, capsys):
    now = 0.0
    monkeypatch.setattr(script, "C_SHARE", 0.75)
    monkeypatch.setattr(script, "monotonic", lambda: now)
    progress = script.Progress(tmp_path / PROGRESS)
    told = []
    for now in (30.0, 120.0, 240.0, 479.0, 900.0):  # the clock reads it
        progress.tell(now >= 120)
        told.append((tmp_path / PROGRESS).read_text())
    assert told == [
        "translating to C",
        "25 %, about 6 minutes left",
        "50 %, about 4 minutes left",
        "99 %, about 1 minute left",
        "99 %, about 1 minute left",
    ]
    assert capsys.readouterr().err.count("compiling: ") == 3


def test_the_version_says_which_build_runs_and_what_is_being_compiled(builds):
    builds.mkdir(parents=True)
    environment = {**os.environ, BUILDS: str(builds)}
    with script.alone(builds) as is_alone:
        assert is_alone
        (builds / PROGRESS).write_text("40 %, about 9 minutes left")
        command = [sys.executable, "-m", "shapan", "--version"]
        done = subprocess.run(command, env=environment, capture_output=True, text=True, check=True)
    assert done.stdout.strip().endswith("(plain Python; compiling: 40 %, about 9 minutes left)")
