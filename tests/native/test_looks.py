"""Looking ahead in C++: each answer is worth in each world what plain Python finds, and bots reply the same."""

from __future__ import annotations

from subprocess import TimeoutExpired

import pytest

from shapan import bots
from shapan.bots import lookahead
from shapan.bots.lookahead import PlainLooks
from shapan.bots.search import Style
from shapan.bots.search_bot import SearchBot
from shapan.bots.thinking import Budget
from shapan.engine.actions import DONE
from shapan.engine.chance import Stream
from shapan.engine.match import Match
from shapan.engine.registry import find, games
from shapan.engine.sampler import Sampler
from shapan.native import library, looks
from shapan.native.looks import NativeLooks, build_looks, native_looks, use

pytestmark = pytest.mark.skipif(library.compiler() is None, reason="no C++ compiler")

STYLE = Style(depth=-1, rounds=1)
AHEAD = [("planet_masters", 3), ("planet_masters", 4), pytest.param("battlefield", 3, marks=pytest.mark.long)]


def questions(name, seats, every, last=400):
    """Yield samplers at some of the questions of a greedy match that leave a choice."""
    match, greedy = Match(find(name), seats, seed=3, hashes=False), bots.find("greedy")
    for number in range(last):
        if match.over:
            return
        seat = min(match.decisions)
        sampler = Sampler(match, seat)
        if number % every == 0 and len(sampler.legal()) > 1:
            yield sampler
        match.answer(seat, bots.answer(greedy, match, seat))


def tried(sampler):
    """Some answers to a question: of several picks also two at once, and the end of them."""
    options = sampler.legal()[:4]
    answers = [[code] for code in options]
    if sampler.prompt.many:
        first = next(code for code in options if code != DONE)
        answers += [[first, code] for code in sampler.legal([first])[:2]]
    return answers


@pytest.fixture(scope="module", autouse=True)
def built(kept):
    """What tries the answers of Planet Masters."""
    assert build_looks(find("planet_masters"))


def looks_of(sampler):
    """Looks in C++ at a question."""
    looks = native_looks(sampler, STYLE)
    assert isinstance(looks, NativeLooks)
    return looks


@pytest.mark.parametrize(("name", "seats"), AHEAD)
def test_an_answer_is_worth_what_plain_python_finds(name, seats):
    assert build_looks(find(name))
    worths = set()
    for sampler in questions(name, seats, every=5):
        native, plain, answers = looks_of(sampler), PlainLooks(sampler, STYLE), tried(sampler)
        for world in (b"1", b"2"):
            found = native.look(world, answers)
            assert found == plain.look(world, answers)
            worths |= {tuple(worth) for worth in found}
        assert native.by_python == 0, "no look was left to plain Python"
    assert len(worths) > 10


def test_a_look_may_end_the_match():
    """Up to a horizon far away: what counts is who has won."""
    far = Style(depth=-1, rounds=10_000)
    sampler = next(questions("planet_masters", 2, every=1))
    native = native_looks(sampler, far)
    assert native is not None
    answers = tried(sampler)[:2]
    found = [worth for world in range(4) for worth in native.look(b"%d" % world, answers)]
    plain = PlainLooks(sampler, far)
    assert found == [worth for world in range(4) for worth in plain.look(b"%d" % world, answers)]
    assert all(sorted(worth) == [0.0, 1.0] for worth in found)


@pytest.fixture
def ways():
    """The faster ways to look, none at first."""
    before = lookahead.WAYS[:]
    lookahead.WAYS.clear()
    yield lookahead.WAYS
    lookahead.WAYS[:] = before


def test_bots_reply_the_same(ways):
    bot = SearchBot("tried", Budget(60), STYLE)
    replies = []
    for ahead in (False, True):
        if ahead:
            use()
            use()
            assert ways == [native_looks], "once is enough"
        replies.append([bot.reply(one, Stream(5)) for one in questions("planet_masters", 3, every=12, last=90)])
    assert len(replies[0]) > 3
    assert replies[0] == replies[1]


def test_what_cpp_cannot_play_on_is_left_to_plain_python():
    sampler = next(questions("planet_masters", 3, every=1))
    assert native_looks(sampler, Style(depth=-1, rounds=1, rated=False)) is None, "roll-outs by chance"
    assert native_looks(Sampler(Match(find("pig"), 2, seed=1), 0), STYLE) is None, "no judgement"
    match = Match(find("planet_masters"), 3, seed=3)
    match.leave(2)
    assert native_looks(Sampler(match, min(match.decisions)), STYLE) is None, "who has left gives defaults"


def test_without_a_compiler_nothing_is_built(monkeypatch, tmp_path):
    game = find("leduc")
    assert not build_looks(game), "it has no judgement"
    game = find("planet_masters")
    monkeypatch.setattr(looks, "_LOADED", {})
    monkeypatch.setenv(library.FOLDER, str(tmp_path))
    monkeypatch.setenv(library.COMPILER, "no such compiler")
    sampler = next(questions("planet_masters", 2, every=1))
    assert not build_looks(game)
    assert native_looks(sampler, STYLE) is None
    assert not list(tmp_path.iterdir())
    monkeypatch.delenv(library.COMPILER)
    assert build_looks(game)
    written = {path.stat().st_mtime_ns for path in tmp_path.rglob("*")}
    assert build_looks(game) and native_looks(sampler, STYLE) is not None
    assert {path.stat().st_mtime_ns for path in tmp_path.rglob("*")} == written, "it was there"


def test_what_is_not_there_is_built_beside_and_ends_with_its_context(monkeypatch, tmp_path):
    monkeypatch.setenv(library.FOLDER, str(tmp_path))
    begun: list[object] = []

    class Builder:
        """A process that ends when it is told to."""

        def __init__(self, command, env, **_):
            begun.append((command[1:], env["SHAPAN_PLAIN"]))

        def __enter__(self):
            return self

        def __exit__(self, *_):
            begun.append("left")

        def terminate(self):
            begun.append("terminate")

        def wait(self, seconds):
            raise TimeoutExpired("builder", seconds)

        def kill(self):
            begun.append("kill")

    monkeypatch.setattr(looks, "Popen", Builder)
    with looks.building(wanted=False):
        assert begun == []
    with looks.building():
        assert begun == [(["-m", "shapan.native"], "1")]
    assert begun[1:] == ["terminate", "kill", "left"]
    for game in games().values():
        if looks.can_build(game):
            looks._place(game).write_bytes(b"")  # what cannot be built is not tried again
    begun.clear()
    with looks.building():
        assert begun == []


def test_a_game_with_other_tables_is_left_to_plain_python():
    game = find("planet_masters")
    varied = game.varied("other", {"weapons": {"cruiser": {"attack": 3}}})
    assert not build_looks(varied)
    match = Match(varied, 3, seed=3)
    assert native_looks(Sampler(match, min(match.decisions)), STYLE) is None


def test_a_library_that_was_cleared_away_is_missed_and_built_again(monkeypatch, tmp_path):
    game, sampler = find("planet_masters"), next(questions("planet_masters", 2, every=1))
    monkeypatch.setenv(library.FOLDER, str(tmp_path))
    monkeypatch.setattr(looks, "_LOADED", {})
    assert build_looks(game)
    for path in tmp_path.rglob("*.so"):
        path.unlink()
    assert native_looks(sampler, STYLE) is None
    monkeypatch.setattr(looks, "compiled", lambda *_: None)  # a disk that is full
    assert not build_looks(game)
    monkeypatch.undo()
    monkeypatch.setenv(library.FOLDER, str(tmp_path))
    monkeypatch.setattr(looks, "_LOADED", {})
    assert build_looks(game) and native_looks(sampler, STYLE) is not None
