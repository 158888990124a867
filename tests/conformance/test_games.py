"""The conformance kit on every game there is: no line here names one."""

from __future__ import annotations

import os
import subprocess
import sys
from typing import Any

import pytest

from shapan.engine.conformance import check, digest_of_match
from shapan.engine.game import Game
from shapan.engine.registry import games

GAMES = list(games().values())


@pytest.fixture(params=GAMES, ids=[game.name for game in GAMES])
def game(request: pytest.FixtureRequest) -> Game[Any]:
    found: Game[Any] = request.param
    return found


def test_game_keeps_the_laws(game: Game[Any]) -> None:
    report = check(game, matches=20, decisions=250)
    assert report.passed, str(report)


@pytest.mark.slow
def test_game_keeps_the_laws_at_length(game: Game[Any]) -> None:
    report = check(game, matches=120, decisions=5_000, seed=2)
    assert report.passed, str(report)


@pytest.mark.parametrize("hash_seed", ["0", "1", "4711"])
def test_other_process_plays_the_same_match(game: Game[Any], hash_seed: str) -> None:
    program = (
        "from shapan.engine.registry import find\n"
        "from shapan.engine.conformance import digest_of_match\n"
        f"print(digest_of_match(find({game.name!r}), 'process'))"
    )
    environment = {**os.environ, "PYTHONHASHSEED": hash_seed}
    done = subprocess.run([sys.executable, "-c", program], env=environment, capture_output=True, text=True, check=True)
    assert done.stdout.strip() == digest_of_match(game, "process")
