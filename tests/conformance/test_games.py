"""The conformance kit on every game there is: no line here names one."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from functools import cache
from typing import Any

import pytest

from conformance.sizes import kept
from shapan.engine.conformance import digest_of_match
from shapan.engine.game import Game
from shapan.engine.registry import games

GAMES = list(games().values())


@pytest.fixture(params=GAMES, ids=[game.name for game in GAMES])
def game(request: pytest.FixtureRequest) -> Game[Any]:
    found: Game[Any] = request.param
    return found


def test_game_keeps_the_laws(game: Game[Any]) -> None:
    report = kept(game, "usual")
    assert report.passed, str(report)


@pytest.mark.long
def test_game_keeps_the_laws_at_length(game: Game[Any]) -> None:
    report = kept(game, "long")
    assert report.passed, str(report)


@cache
def digests(hash_seed: str) -> dict[str, str]:
    """Return the digest of a match of each game, played in another process."""
    program = (
        "import json\n"
        "from shapan.engine.registry import games\n"
        "from shapan.engine.conformance import digest_of_match\n"
        "print(json.dumps({name: digest_of_match(game, 'process') for name, game in games().items()}))"
    )
    environment = {**os.environ, "PYTHONHASHSEED": hash_seed}
    done = subprocess.run([sys.executable, "-c", program], env=environment, capture_output=True, text=True, check=True)
    found: dict[str, str] = json.loads(done.stdout)
    return found


def test_other_processes_play_the_same_match(game: Game[Any]) -> None:
    own = digest_of_match(game, "process")
    assert [digests(hash_seed)[game.name] for hash_seed in ("0", "4711")] == [own] * 2
