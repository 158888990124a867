"""Twins from the start: two beginnings that differ in one thing that fell unseen.

Twins of a later moment share everything that was drawn and told before anybody decided anything. So hidden facts that
set-up makes and resampling forgets, or tells the wrong seat, show only between matches that began otherwise.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from shapan.engine.chance import Chance, Stream
from shapan.engine.conformance.compare import Differing, encode
from shapan.engine.conformance.laws_knowledge import fresh
from shapan.engine.conformance.play import Run
from shapan.engine.match import Match
from shapan.engine.segment import CHANCE

TRIES = 6

Falls = list[tuple[int, int]]
"""What fell, in order: (stream, value)."""


def start_twins(run: Run, number: int) -> None:
    """Change one fall of the set-up: whom it is hidden from sees the same, is told the same, and may know the same.

    Match after match goes through all falls.
    """
    one, falls = _begin(run, [], -1)
    if one is None:
        return
    for turn in range(min(TRIES, len(falls))):
        two, _ = _begin(run, falls, (number * TRIES + turn) % len(falls))
        if two is not None:
            for viewer in run.viewers:
                run.focus = viewer, ""
                _compare(run, viewer, one, two)


def _begin(run: Run, falls: Falls, other: int) -> tuple[Match[Any] | None, Falls]:
    """Return a match at its first question with these falls, number `other` changed; None if that cannot be."""
    match: Match[Any] = Match(run.game, run.seats, run.options, run.seed, open_chance=True, hashes=False)
    done: Falls = []
    spare = -1
    while match.waiting == [CHANCE] and match.pending is not None:
        at, stream, pool = len(done), match.pending.stream, sorted(match.pending.pool)
        value = run.dice.choice(pool)
        if at == other:
            spare = falls[at][1]
            rest = [value for value in pool if value != spare]
            if not rest or stream != falls[at][0]:
                return None, done
            value = run.dice.choice(rest)
        elif at < len(falls):
            wanted = [value for value in (falls[at][1], spare) if value in pool]
            if not wanted or stream != falls[at][0]:
                return None, done
            value = wanted[0]
        done.append((stream, value))
        match.fall(value)
    return match, done


def _compare(run: Run, viewer: int, one: Match[Any], two: Match[Any]) -> None:
    first, second = one.frame(viewer), two.frame(viewer)
    if encode(replace(first, events=[])) != encode(replace(second, events=[])):
        return
    seed = fresh(run)
    states = [_resampled(run, match, viewer, seed) for match in (one, two)]
    alike = states[0].encoded() == states[1].encoded()
    told = encode(first.events) == encode(second.events)
    if told:
        run.expect("start_states", alike, "viewer {}: {}", viewer, Differing(*states))
    elif alike and _bare(one) != _bare(two):
        run.expect("start_events", told, "viewer {}: {}", viewer, Differing(first.events, second.events))


def _resampled(run: Run, match: Match[Any], viewer: int, seed: str) -> Any:
    state = match.live.copy()
    state.chance.rekey(b"\0" * 16)
    run.game.resample(state, viewer, Stream(seed))
    return state


def _bare(match: Match[Any]) -> bytes:
    state = match.live.copy()
    state.chance = Chance()
    return bytes(state.encoded())
