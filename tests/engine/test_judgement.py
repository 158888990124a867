"""Judgements: chances from rows, and the file of weights, which fits the game's features or is refused by name."""

from __future__ import annotations

from collections.abc import Callable
from math import exp, log
from pathlib import Path

import pytest

from shapan import BUILD
from shapan.engine.data import DataError
from shapan.engine.judgement import Judgement, read_judgement

Write = Callable[[str], str]
NAMES = ("+fuel 1 to 2", "cards")


@pytest.fixture
def write(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Write:
    """Write the file of a package that has nothing else; return the package's name."""
    name = f"judged_{tmp_path.name.replace('-', '_')}"
    (tmp_path / name / "data").mkdir(parents=True)
    (tmp_path / name / "__init__.py").touch()
    monkeypatch.syspath_prepend(tmp_path)

    def call(text: str) -> str:
        (tmp_path / name / "data" / "judgement.toml").write_text(text)
        return name

    return call


def test_seats_share_a_victory_or_stand_apart() -> None:
    judgement = Judgement(("a", "b"), (2.0, -1.0))
    rows = [[1.0, 0.0], [0.0, 1.0], [1.0, 2.0]]
    shared = judgement.chances(rows, independent=False)
    whole = exp(2) + exp(-1) + exp(0)
    assert shared == pytest.approx([exp(2) / whole, exp(-1) / whole, 1 / whole])
    apart = judgement.chances(rows, independent=True)
    assert apart == pytest.approx([1 / (1 + exp(-2)), 1 / (1 + exp(1)), 0.5])
    assert log(apart[0] / (1 - apart[0])) == pytest.approx(2)
    far = Judgement(("a",), (1.0,))
    assert far.chances([[-1e6], [1e6]], independent=True) == pytest.approx([0, 1])
    assert far.chances([[-1e6], [1e6]], independent=False) == [0, 1]
    if BUILD != "compiled":  # there rows of unequal length end with the shortest
        with pytest.raises(ValueError, match="zip"):
            judgement.chances([[1.0]], independent=True)


def test_weights_stand_in_the_order_of_the_features(write: Write) -> None:
    judgement = read_judgement(write('[weights]\ncards = -1\n"fuel 1 to 2" = 0.5\n'), NAMES)
    assert (judgement.features, judgement.signs) == (("fuel 1 to 2", "cards"), (1, 0))
    assert judgement.weights == [0.5, -1.0]


def test_without_a_file_there_are_no_weights() -> None:
    assert read_judgement("shapan.games.pig", NAMES).weights == []


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("[weights]\ncards = 1\n", "judgement.toml: weights.fuel 1 to 2: this feature has no weight"),
        ('[weights]\ncards = 1\n"fuel 1 to 2" = 1\nfood = 2\n', "judgement.toml: weights.food: the game has no such"),
        ('[weights]\ncards = true\n"fuel 1 to 2" = 1\n', "weights.cards: True is no weight"),
        ('[weights]\ncards = nan\n"fuel 1 to 2" = 1\n', "weights.cards: nan is no weight"),
        (f'[weights]\ncards = 1{"0" * 400}\n"fuel 1 to 2" = 1\n', "weights.cards: 1000"),
        ("cards = 1\n", "it has no table weights"),
        ("[weights\ncards = 1\n", "judgement.toml: Expected"),
    ],
)
def test_a_file_that_does_not_fit_is_refused_by_name(write: Write, text: str, says: str) -> None:
    with pytest.raises(DataError) as refused:
        read_judgement(write(text), NAMES)
    assert says in str(refused.value)
