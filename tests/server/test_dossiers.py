"""Dossiers over the API: the same for every viewer, and the same in every world that any viewer holds for possible."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec
import pytest

from server.test_twin_frames import game_of, hidden
from shapan import bots
from shapan.engine.chance import Stream
from shapan.engine.dossier import public
from shapan.engine.event import Event
from shapan.engine.game import Game
from shapan.engine.match import FRIENDLY, Match
from shapan.engine.segment import BOT

EVERY = 16
"""Each so many steps are compared."""


def gathered(match: Match[Any]) -> bytes:
    return msgspec.json.encode(match.dossiers())


def compare(
    game: Game[Any], seats: int, seed: str, mind: str, gather: Callable[[Match[Any]], bytes] = gathered
) -> tuple[int, bool]:
    """Play a match of bots; return how often dossiers were compared, and whether a world differed from the truth."""
    rng, match, compared, other = Stream(seed), Match[Any](game, seats, {}, seed, FRIENDLY), 0, False
    for step in range(3_000):
        if match.over:
            break
        if step % EVERY == 0:
            true = gather(match)
            for viewer in range(seats + 1):
                world = match.sample(viewer, f"{seed}.{step}")
                assert gather(world) == true, f"{game.name}, step {step}: not what viewer {viewer} may know"
                other = other or hidden(world) != hidden(match)
                compared += 1
        seat = rng.choice(sorted(match.decisions))
        match.answer(seat, bots.answer(bots.find(mind), match, seat), by=BOT)
    return compared, other


@pytest.mark.parametrize(
    ("name", "mind"), [("battlestar", "random"), ("battlestar", "greedy"), ("planet_masters", "random")]
)
def test_a_dossier_is_the_same_in_every_world_that_anybody_holds_for_possible(name: str, mind: str) -> None:
    compared, other = compare(game_of(name), 4, f"dossiers {name}", mind)
    assert compared > 30
    assert other


def test_the_comparison_finds_a_dossier_that_tells_too_much() -> None:
    def leaking(match: Match[Any]) -> bytes:
        return gathered(match) + hidden(match)[0]

    with pytest.raises(AssertionError, match="not what viewer"):
        compare(game_of("battlestar"), 3, "leak", "random", leaking)


def test_only_what_all_were_told_is_public_and_nothing_secret_in_it() -> None:
    everybody, some = 0b1111, 0b0011
    told = [Event(1, (2,), everybody, 0b0001, (7,)), Event(2, (), some, 0, ()), Event(3, (), -1, 0, ())]
    found = public(told, 3)
    assert [(event.kind, event.open, event.priv, event.secret) for event in found] == [(1, (2,), 0, ()), (3, (), 0, ())]
