"""Many matches at once are the same in C++ and in plain Python: rows, masks, seats, ends and rewards."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import pytest

from shapan.adapters.batch import Batch, _InCpp
from shapan.adapters.play import IllegalAction, LeanPlay
from shapan.engine.chance import Stream, derive, key_of
from shapan.native import library


@pytest.fixture(scope="module", autouse=True)
def kept(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Libraries of these tests in a folder of their own."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv(library.FOLDER, str(tmp_path_factory.mktemp("native")))
        yield


def plain(*words: object, **named: object) -> Batch:
    """A batch in plain Python."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(_InCpp, "of", lambda batch: None)
        made = Batch(*words, **named)  # type: ignore[arg-type]
    assert not made.in_cpp
    return made


def drawn(batch: Batch, rng: Stream) -> list[int]:
    """An action for each match that it may take."""
    return [int(rng.choice(np.flatnonzero(mask).tolist())) for mask in batch.masks]


def same(batch: Batch, other: Batch, steps: int) -> int:
    """Play two batches alike; what they show has to be the same. Return how many matches have ended."""
    rng, ended = Stream("batch"), 0
    for _ in range(steps):
        assert np.array_equal(batch.seats, other.seats)
        assert np.array_equal(batch.masks, other.masks)
        assert batch.rows.tobytes() == other.rows.tobytes()
        actions = drawn(batch, rng)
        ends = batch.step(actions)
        assert ends == other.step(actions)
        ended += len(ends)
    return ended


CASES = [
    ("leduc", 2, {}, 8, 60), ("pig", 3, {"target": 20}, 4, 120), ("planet_masters", 2, {"max_rounds": 6}, 4, 100),
    ("planet_masters", 3, {"vote_mode": "sequential", "races": "off", "max_rounds": 5}, 3, 150),
]  # fmt: skip


@pytest.mark.plain
@pytest.mark.skipif(library.compiler() is None, reason="no C++ compiler")
@pytest.mark.parametrize(("game", "seats", "options", "matches", "steps"), CASES)
def test_rows_are_those_of_plain_python(game: str, seats: int, options: dict, matches: int, steps: int) -> None:
    batch = Batch(game, seats, matches, "a", options)
    assert batch.in_cpp
    assert same(batch, plain(game, seats, matches, "a", options), steps) > 0


@pytest.mark.long
@pytest.mark.skipif(library.compiler() is None, reason="no C++ compiler")
@pytest.mark.parametrize(("game", "seats"), [("leduc", 2), ("planet_masters", 4), ("planet_masters", 6)])
def test_rows_stay_those_of_plain_python(game: str, seats: int) -> None:
    same(Batch(game, seats, 8, "b"), plain(game, seats, 8, "b"), 1_500)


@pytest.mark.parametrize("make", [Batch, plain])
def test_an_action_that_may_not_be_taken_changes_nothing(make: type[Batch]) -> None:
    batch = make("leduc", 2, 3, 1)
    rows, masks = batch.rows.copy(), batch.masks.copy()
    legal = drawn(batch, Stream("c"))
    for wrong in (int(np.flatnonzero(masks[1] == 0)[0]), -1, 10_000):
        with pytest.raises(IllegalAction, match="may not take action"):
            batch.step([legal[0], wrong, legal[2]])
        assert np.array_equal(batch.rows, rows)
        assert np.array_equal(batch.masks, masks)
    batch.step(legal)


def test_a_match_is_that_of_its_key() -> None:
    batch = Batch("leduc", 2, 2, "seed")
    play = LeanPlay(batch.setting, derive(key_of("seed"), "batch", 1, 1))
    play.skip_forced()
    assert np.array_equal(batch.rows[1], play.observe(play.waiting[0]))


def test_a_game_that_is_not_translated_is_played_in_python() -> None:
    batch = Batch("battlestar", matches=1)
    assert not batch.in_cpp
    assert batch.step(drawn(batch, Stream("d"))) == []
