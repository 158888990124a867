"""What holds for every toy: the laws of the kit, and an end when the clock alone answers."""

from __future__ import annotations

from typing import Any

import pytest

from conformance.sizes import kept
from engine.driving import run
from engine.toys import face_down, fate_duel, order_stacks, skill_check
from shapan.engine.game import Game
from shapan.engine.match import Match

FATE_DUEL = pytest.param(fate_duel.GAME, marks=pytest.mark.rule("FTD-1.2", "FTD-2.2", "FTD-3.2", "FTD-4.2"))


def name(game: Any) -> str:
    return str(game.name)


every_toy = pytest.mark.parametrize("toy", [face_down.GAME, FATE_DUEL, order_stacks.GAME, skill_check.GAME], ids=name)


@every_toy
def test_it_keeps_the_laws(toy: Game[Any]) -> None:
    report = kept(toy, "usual")
    assert report.passed, str(report)


@pytest.mark.long
@every_toy
def test_it_keeps_the_laws_in_many_matches(toy: Game[Any]) -> None:
    report = kept(toy, "long")
    assert report.passed, str(report)


@every_toy
def test_defaults_alone_end_the_match(toy: Game[Any]) -> None:
    for seats in range(toy.min_seats, toy.max_seats + 1):
        assert run(Match(toy, seats, seed=seats)).outcome is not None
