"""A draw: rivals all come first, so nobody is told to have won; who wins together with all others has not drawn."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from shapan.cli import run
from shapan.engine.match import Match
from shapan.engine.registry import find
from shapan.games.leduc.game import CALL
from shapan.server.match.visible_state import visible_state
from shapan.server.pages.record import standing
from shapan.server.store.result import Result


@pytest.fixture(scope="module")
def drawn() -> Match[Any]:
    """Return a match of Leduc in which both call to the end and hold the same card (LED-5.3)."""
    game = find("leduc")
    for seed in range(100):
        match = Match(game, 2, {}, seed=f"drawn {seed}")
        while not match.over:
            match.answer(match.waiting[0], [CALL])
        if match.outcome is not None and match.outcome.result == "split":
            return match
    raise AssertionError("no two equal cards were dealt")


@pytest.mark.parametrize("viewer", [0, 1, 2])
def test_nobody_is_shown_as_the_winner(drawn: Match[Any], viewer: int) -> None:
    shown = visible_state(drawn, viewer).outcome
    assert shown is not None and (shown.winners, shown.ranks) == ([], [1, 1])
    assert drawn.outcome is not None and drawn.outcome.winners == [0, 1], "the rules share the first rank"


@pytest.mark.parametrize(
    ("language", "said"), [("en", "Equal hands: no one gains anything."), ("zh-Hans", "牌型相同，各无输赢。")]
)
def test_a_replay_names_no_winner(
    drawn: Match[Any], capsys: pytest.CaptureFixture[str], tmp_path: Path, language: str, said: str
) -> None:
    path = tmp_path / "drawn.json"
    path.write_text(json.dumps(drawn.save()), encoding="utf-8")
    assert run(["replay", str(path), "--language", language]) == 0
    assert capsys.readouterr().out.splitlines()[-1] == said


def test_the_lobby_counts_it_neither_as_won_nor_as_lost() -> None:
    results = [
        Result("a", "leduc", 0, 2, [0, 1]),
        Result("b", "leduc", 1, 2, [0]),
        Result("c", "leduc", 1, 2, [1]),
        Result("d", "a game that is gone", 0, 2, [0]),
    ]
    counted = standing(results, None, "en")
    assert counted.last == ["drawn", "lost", "won", "won"]
    leduc = counted.games[0]
    assert (leduc.title, leduc.played, leduc.won) == ("Leduc Poker", 3, 1)


def test_seats_that_win_together_have_not_drawn() -> None:
    assert find("malifaux").is_drawn([0, 1], 2)
    assert not find("malifaux").is_drawn([1], 2)
    assert not find("battlestar").is_drawn([0, 1, 2], 3), "people and their helpers share one victory"
    assert not find("pig").is_drawn([0], 1)
