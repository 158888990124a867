"""Bots at the server's tables that fail, cheat, or are overtaken."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from litestar.testing import TestClient

from server.people import PIG_HOLD, PIG_ROLL, Place
from shapan.engine.match import Match
from shapan.server.app import create_app
from shapan.server.settings import Settings

Answer = Callable[[Match[Any], int], list[int]]


class Source:
    """One bot, as bad as a test wants it."""

    def __init__(self, answer: Answer) -> None:
        self._answer = answer
        self.asked: list[int] = []

    def names(self) -> list[str]:
        return ["bad"]

    def answer(self, name: str, match: Match[Any], seat: int, ends: float, gone: Any) -> list[int]:
        self.asked.append(match.decisions[seat].ordinal)
        return self._answer(match, seat)

    def close(self) -> None:
        """Nothing is kept."""


def broken(match: Match[Any], seat: int) -> list[int]:
    raise RuntimeError("out of ideas")


@pytest.mark.parametrize("answer", [broken, lambda match, seat: [77], lambda match, seat: [], lambda match, seat: None])
def test_the_default_is_taken_for_a_bot_that_fails(settings: Settings, answer: Answer) -> None:
    source = Source(answer)
    with TestClient(create_app(settings, source), base_url="http://testserver.local") as client:
        ling = Place(client).person()
        match = ling.open("pig", "me", "bot:bad")["id"]
        with ling.stream(match) as stream:
            frame = stream.receive_json(timeout=10)
            for code in (PIG_ROLL, PIG_HOLD):
                if frame.get("decision"):
                    ling.answer(match, code, ordinal=frame["decision"]["ordinal"])
                    frame = stream.receive_json(timeout=10)
            while not frame.get("decision"):
                frame = stream.receive_json(timeout=10)
        assert source.asked == list(range(1, len(source.asked) + 1)) != []


def test_a_bot_changes_nothing_but_by_its_answer(settings: Settings) -> None:
    def cheat(match: Match[Any], seat: int) -> list[int]:
        match.live.banked[seat] = 99
        return [PIG_HOLD]

    with TestClient(create_app(settings, Source(cheat)), base_url="http://testserver.local") as client:
        ling = Place(client).person()
        match = ling.open("pig", "bot:bad", "me")["id"]
        with ling.stream(match) as stream:
            frame = stream.receive_json(timeout=10)
            while not frame.get("decision"):
                frame = stream.receive_json(timeout=10)
    assert [panel["facts"][0]["value"] for panel in frame["scene"]["panels"]] == [0, 0]
