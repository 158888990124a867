"""Helpers for tests of games: scripted chance, answers by chance, what a viewer can read."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any

import msgspec
import pytest

from shapan.engine import registry
from shapan.engine.chance import Stream
from shapan.engine.game import Game
from shapan.engine.match import Match, Refusal, random_answer


def scripted(
    game: Game[Any],
    seats: int,
    options: dict[str, Any] | None = None,
    changes: dict[str, Any] | None = None,
    **streams: list[int],
) -> Match[Any]:
    """Return a match whose named streams give these values, with some fields of the first state changed."""
    state = game.start(options or {}, seats, 1)
    for name, value in (changes or {}).items():
        setattr(state, name, value)
    names = list(game.streams)
    state.chance.scripts = [None] * len(names)
    for name, values in streams.items():
        state.chance.scripts[names.index(name)] = list(values)
    return Match(game, seats, options, state=state)


def step(match: Match[Any], rng: Stream) -> int:
    """Let one of the seats that are waited for answer by chance; return the seat."""
    seat = rng.choice(match.waiting)
    decision = match.decisions[seat]
    match.answer(seat, random_answer(decision.prompt, match.live, seat, decision.arg, rng))
    return seat


def run(
    match: Match[Any],
    rng: Stream | None = None,
    until: Callable[[Match[Any]], bool] | None = None,
) -> Match[Any]:
    """Play on, by chance or with defaults, to the end or until something holds."""
    while not match.over and not (until is not None and until(match)):
        if rng is not None:
            step(match, rng)
        else:
            seat = match.waiting[0]
            match.answer(seat, match.default(seat))
    return match


def advance(match: Match[Any], rng: Stream, answers: int) -> None:
    """Play on by chance for some answers."""
    for _ in range(answers):
        if match.over:
            break
        step(match, rng)


def worlds_to_the_end(
    matches: Iterable[Match[Any]], conserved: Callable[[Match[Any]], dict[str, int]], each: int = 5
) -> int:
    """Sample worlds on the way of matches, so many of each, and play them on by chance; return how many came to an end.

    After each answer there is as much of everything as `conserved` has said of the match at its beginning.
    """
    worlds = 0
    for number, match in enumerate(matches):
        rng, count = Stream(f"worlds {number}"), conserved(match)
        for _ in range(each):
            advance(match, rng, 4)
            if match.over:
                break
            world = match.sample(rng.number(match.seats + 1), rng.number(1_000))
            assert world.game.conserved(world.live) == count
            while not world.over:
                step(world, rng)
                assert world.game.conserved(world.live) == count
            worlds += 1
    return worlds


def asks(match: Match[Any], key: str) -> bool:
    """Tell whether the open question is the prompt of this key."""
    pending = match.pending
    return pending is not None and pending.prompt is not None and pending.prompt.key == key


def reads(match: Match[Any], viewer: int) -> bytes:
    """Return all that a viewer is sent, as bytes."""
    return msgspec.json.encode(match.frame(viewer))


def state_bytes(match: Match[Any]) -> bytes:
    """Return the state as bytes, and who is asked."""
    encoded: bytes = match.live.encoded()
    return encoded + repr(match.waiting).encode()


def reloaded(match: Match[Any], replay: bool = False) -> Match[Any]:
    """Return the match after a trip through JSON, from its quiet point or by its whole log."""
    data = msgspec.json.decode(msgspec.json.encode(match.save()))
    return type(match).load(match.game, data, replay=replay)


def keys(match: Match[Any], viewer: int = -1) -> list[str]:
    """Return the keys of the events that a viewer was told, by default the spectators."""
    return [event["key"] for event in match.events_for(match.seats if viewer < 0 else viewer)]


@contextmanager
def listed(*games: Game[Any]) -> Iterator[None]:
    """List games in the registry for a while."""
    for game in games:
        registry.register(game)
    try:
        yield
    finally:
        for game in games:
            registry._EXTRA.pop(game.name)


def refused(match: Match[Any], seat: int, codes: int | Sequence[int]) -> tuple[str, str]:
    """Return rule and key of the reason why an answer is refused."""
    with pytest.raises(Refusal) as refusal:
        match.answer(seat, codes)
    return refusal.value.reason.rule, refusal.value.reason.key
