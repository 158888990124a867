"""A command that gets no further says at which line of the game it is."""

from __future__ import annotations

import time
from types import SimpleNamespace
from typing import Any, cast

import pytest

from engine.toys.card_duel import game as module
from shapan.cli.standstill import told_of_standstill


def test_the_line_of_the_game_is_named_for_as_long_as_nothing_goes_on(
    capsys: pytest.CaptureFixture[str],
) -> None:
    said = ""

    class Hand:
        @property
        def cards(self) -> list[int]:
            """Come back only after the second word of it."""
            nonlocal said
            while said.count("no further") < 2:
                said += capsys.readouterr().err
                time.sleep(0.01)
            return []

    heard: list[int] = []
    with told_of_standstill(module.GAME, heard.append, 0.05) as told:
        told(3)
        module.ask_card.legal(cast("Any", SimpleNamespace(hands=[Hand()])), 0, 0)
    assert heard == [3]
    assert "card_duel: no further for 0.05 s, at " in said
    assert "card_duel/game.py, line " in said.replace("\\", "/") and "(ask_card)" in said


def test_nothing_is_said_where_all_goes_on(capsys: pytest.CaptureFixture[str]) -> None:
    with told_of_standstill(module.GAME, lambda there: None, 3600) as told:
        for there in range(100):
            told(there)
    assert capsys.readouterr().err == ""
