"""Random matches of a game, question by question, for laws over what tables show of each."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from shapan.engine.chance import Stream
from shapan.engine.decision import Decision
from shapan.engine.match import Match, random_answer
from shapan.engine.registry import find


def matches(name: str, label: str, number: int) -> Iterator[Match[Any]]:
    """Yield a number of matches of a game; the same label gives the same matches."""
    game = find(name)
    for one in range(number):
        match: Match[Any] = Match(game, min(4, game.max_seats), {}, f"{label}{one}")
        match.hashes = False
        yield match


def questions(match: Match[Any], rng: Stream, most: int) -> Iterator[tuple[int, Decision[Any], list[int]]]:
    """Yield seat, decision and a random answer, which the caller gives, for `most` questions at most."""
    for _ in range(most):
        if match.over:
            return
        seat = rng.choice(match.waiting)
        decision = match.decisions[seat]
        yield seat, decision, random_answer(decision.prompt, match.live, seat, decision.arg, rng)
