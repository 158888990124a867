"""The compiled build: the digest of its sources, the fall back to plain Python, the same results in both."""

from __future__ import annotations

import ast
import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import shapan
from scripts import compile as script
from scripts import compile_edits as edits
from scripts.compile_names import PACKAGE as SOURCES
from shapan.build import FILE, PLAIN, STALE, choose, digest
from shapan.engine.copier import BESIDE, copier_text, dumper_text, seer_text
from shapan.engine.deck import Deck
from shapan.engine.part import copier_of, dumper_of, seen_texts_of, seer_of, texts_of
from shapan.engine.registry import games

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
    for seats in (game.min_seats, game.max_seats):
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


def test_no_structs_are_compiled():
    """Compiled, the annotation `list[Level]` is `list`: msgspec would leave what is in it as it is in the file."""
    structs = {path for path in script.sources() if "(msgspec.Struct" in path.read_text(encoding="utf-8")}
    assert {"scene.py", "levels.py"} <= {path.name for path in structs}
    assert not structs.intersection(script.compiled())


def test_no_membership_in_a_spread_row_is_compiled():
    """Before a build of some minutes says so: mypyc breaks off at `x in (*row, y)`."""
    found = [
        f"{path}:{node.lineno}"
        for path in script.compiled()
        for node in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(node, ast.Compare)
        for sign, other in zip(node.ops, node.comparators, strict=True)
        if isinstance(sign, ast.In | ast.NotIn) and isinstance(other, ast.Tuple | ast.List | ast.Set)
        if any(isinstance(part, ast.Starred) for part in other.elts)
    ]
    assert found == []


@pytest.mark.parametrize("name", sorted(games()))
def test_copiers_dumpers_and_seers_are_written_for_the_states_of_all_games(name, tmp_path):
    """What the build writes is what the engine reads in when a program runs."""
    files = [path.relative_to(PACKAGE.parent) for path in script.compiled(PACKAGE)]
    for path in files:
        (tmp_path / path).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(PACKAGE.parent / path, tmp_path / path)
    written = script.write_copiers(tmp_path, [path.as_posix() for path in files])
    kind = type(games()[name].start({}, games()[name].min_seats, 1))
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
        state = game.start({}, game.min_seats, 1)
        copier, dumper, seer = copier_of(type(state)), dumper_of(type(state)), seer_of(type(state))
        assert {one.__module__ for one in (copier, dumper, seer)} == {type(state).__module__ + BESIDE}
        assert copier(state).encoded() == state.encoded()

    @pytest.mark.slow
    def test_plain_and_compiled_give_the_same_bytes():
        rows = []
        for plain in ("", "1"):
            environment = {**os.environ, PLAIN: plain, "PYTHONHASHSEED": "1"}
            done = subprocess.run(
                [sys.executable, "-c", PLAY], env=environment, capture_output=True, text=True, check=False
            )
            assert done.returncode == 0, done.stderr  # the build that fell, and where
            rows.append(done.stdout.split("\n"))
        assert rows[0][0] == "compiled"
        assert rows[1][0] == f"plain Python, by {PLAIN}"
        assert rows[0][1] == rows[1][1]
