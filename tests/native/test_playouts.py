"""Matches in C++ and in plain Python: the same last states, and plain Python where there is no compiler."""

from __future__ import annotations

from hashlib import sha256

import pytest

from shapan.engine.chance import Stream, key_of
from shapan.engine.registry import find
from shapan.native import library, playouts
from shapan.native.answers import play_plain
from shapan.native.library import GREEDY, Job, compiled, library_of, why_plain

pytestmark = pytest.mark.skipif(library.compiler() is None, reason="no C++ compiler")

TABLES = [("pig", 2), ("leduc", 2), ("planet_masters", 2), ("planet_masters", 4)]
MORE = [("pig", 6), ("planet_masters", 3), ("planet_masters", 5), ("planet_masters", 6)]


def digest(state):
    """The digest of a whole state: with who knows what, and what is left of chance."""
    return sha256(state.encoded()).hexdigest()


def same(name, seats, matches, options=None, bot="random"):
    """Play matches both ways; each last state has to be the same."""
    game = find(name)
    native = library_of(game)
    assert native is not None
    start = game.start(options or {}, seats, b"")
    keys = [key_of(f"{seats} {number}") for number in range(matches)]
    players = [[GREEDY] * seats] * matches if bot == "greedy" else None
    played = native.play(Job(start, keys, players=players, states=True))
    plain = list(play_plain(game, start, keys, bot))
    assert played.playouts == [playout for playout, _ in plain]
    assert list(map(digest, played.states)) == [digest(state) for _, state in plain]
    return plain


@pytest.mark.parametrize(("name", "seats"), TABLES)
def test_matches_end_in_the_same_states(name, seats):
    plain = same(name, seats, 20)
    assert len({state.encoded() for _, state in plain}) > 10


@pytest.mark.parametrize(("name", "seats"), [*TABLES, ("battlefield", 3)])
def test_greedy_matches_end_in_the_same_states(name, seats):
    plain = same(name, seats, 6, bot="greedy")
    assert len({state.encoded() for _, state in plain}) > 3


def test_random_matches_of_starcraft_end_in_the_same_states():
    plain = same("starcraft", 4, 6)  # in two of them the limits of a question keep an answer from stopping
    assert len({state.encoded() for _, state in plain}) == 6


@pytest.mark.long
@pytest.mark.parametrize("bot", ["random", "greedy"])
@pytest.mark.parametrize(("name", "seats"), TABLES + MORE)
def test_five_hundred_matches_end_in_the_same_states(name, seats, bot):
    same(name, seats, 500, bot=bot)


@pytest.mark.long
@pytest.mark.parametrize("seats", range(2, 7))
def test_a_hundred_greedy_matches_of_battlefield_end_in_the_same_states(seats):
    same("battlefield", seats, 100, bot="greedy")


@pytest.mark.long
@pytest.mark.parametrize("seats", range(2, 7))
def test_five_hundred_random_matches_of_battlefield_end_in_the_same_states(seats):
    game = find("battlefield")
    native = library_of(game)
    assert native is not None
    start, keys = game.start({}, seats, b""), [key_of(f"{seats} {number}") for number in range(500)]
    played = native.play(Job(start, keys, states=True))
    left = [place for place, playout in enumerate(played.playouts) if playout is None]
    assert len(left) <= 5
    for place, (playout, state) in enumerate(play_plain(game, start, keys)):
        if place not in left:
            assert played.playouts[place] == playout
            assert digest(played.states[place]) == digest(state)


@pytest.mark.long
@pytest.mark.parametrize("seats", range(2, 7))
def test_five_hundred_random_matches_of_starcraft_end_in_the_same_states(seats):
    same("starcraft", seats, 500)


@pytest.mark.long
@pytest.mark.parametrize(
    ("name", "seats"), [*(("battlefield", seats) for seats in (2, 3, 4)), ("starcraft", 4), ("starcraft", 6)]
)
def test_one_library_plays_with_any_options_that_are_drawn(name, seats):
    game, rng = find(name), Stream(f"options {seats}")
    for _ in range(10):
        options = {one.name: one.values[rng.number(len(one.values))] for one in game.options if one.values}
        same(name, seats, 8, options)


@pytest.mark.parametrize("name", ["pig", "leduc", "planet_masters", "battlefield", "starcraft"])
def test_no_line_of_a_translated_game_leaves_the_subset(name):
    own = ["starcraft: (3) mistakes of answers"] if name == "starcraft" else []  # greedy matches are played in Python
    assert why_plain(find(name), ratings=True) == own
    assert why_plain(find(name)) == []


def test_nothing_is_translated_for_a_library_that_is_not_to_be_built(monkeypatch, tmp_path):
    monkeypatch.setenv(library.FOLDER, str(tmp_path))
    monkeypatch.setattr(library, "_translated", None)
    library_of.cache_clear()
    assert library_of(find("leduc"), build=False) is None
    library_of.cache_clear()


OPTIONS = [
    {"races": "off", "vote_mode": "sequential", "first_player": 1},
    {"colony_face_one": "race", "win_check": "end_of_own_turn", "reroll_fresh_colony": "on"},
    {"race_choice": "random", "race_duplicates": "on", "max_rounds": 7, "council_self": "off"},
    {"win_check": "own_turn", "council_unarmed": "off", "influence_cancel": "off", "weapon_dice_per_player": 3},
]


@pytest.mark.parametrize("options", OPTIONS)
def test_one_library_plays_with_any_options(options):
    same("planet_masters", 3, 8, options)


def test_the_answers_of_a_match_do_not_depend_on_the_others():
    whole = list(playouts("pig", 3, range(8)))
    assert [next(playouts("pig", 3, [seed])) for seed in range(8)] == whole
    assert len(set(whole)) > 4


def test_scores_and_ranks_are_those_of_the_game():
    for match in playouts("leduc", 2, range(20)):
        assert sum(match.scores) == 0
        assert match.result in (0, 1, 2)
        assert match.decisions <= 8


def test_a_variant_plays_by_its_own_numbers():
    game = find("planet_masters")
    tables = {"races": {race: {"resources": 3} for race in ("gaia", "mors", "roachkin", "pacal")}}
    rich = game.varied("rich", tables)
    assert library_of(rich) is not None
    assert list(playouts(rich, 2, range(10))) != list(playouts(game, 2, range(10)))
    start = rich.start({}, 2, b"")
    assert list(playouts(rich, 2, range(10))) == [one for one, _ in play_plain(rich, start, map(key_of, range(10)))]


def test_without_a_compiler_python_plays_the_same(monkeypatch, tmp_path):
    game = find("leduc")
    native = list(playouts(game, 2, range(30)))
    monkeypatch.setenv(library.COMPILER, "no-such-compiler")
    monkeypatch.setenv(library.FOLDER, str(tmp_path))
    library_of.cache_clear()
    assert library_of(game) is None
    assert list(playouts(game, 2, range(30))) == native
    library_of.cache_clear()


def test_a_text_that_does_not_compile_gives_no_library(monkeypatch, tmp_path):
    monkeypatch.setenv(library.FOLDER, str(tmp_path))
    assert compiled("this is no C++", "wrong") is None
    assert not list(tmp_path.rglob("*.so"))


def test_a_library_is_found_again_by_its_text(monkeypatch, tmp_path):
    monkeypatch.setenv(library.FOLDER, str(tmp_path))
    text = (
        '#include "runtime.h"\nextern "C" __attribute__((visibility("default"))) i64 two() { return floordiv(-3, 2); }'
    )
    file = compiled(text, "two")
    assert file is not None
    monkeypatch.setenv(library.COMPILER, "no-such-compiler")
    assert compiled(text, "two") == file
    assert compiled(text + "\n", "two") is None


def test_a_match_with_scripted_dice_is_left_to_python():
    game = find("pig")
    native = library_of(game)
    start = game.start({}, 2, b"")
    start.chance.scripts = [[1, 1, 1]]
    assert native is not None
    assert native.play(Job(start, [b"a"])).playouts == [None]
