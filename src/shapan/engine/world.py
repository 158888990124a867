"""Sampled worlds: what a seat holds for possible, to be played on from.

A world is a match with the true snapshot and answers, a mark, and what is played on from there. It holds the truth
before its mark and therefore never leaves the engine's side: no bot gets hold of one.
"""

from __future__ import annotations

from shapan.engine.chance import Stream
from shapan.engine.decision import random_answer
from shapan.engine.prompt import S
from shapan.engine.run import Run
from shapan.engine.segment import ENGINE, NO_CHOICE, Mark, Segment, world_keys


def deal_anew(
    new: Run[S],
    match: Run[S],
    seat: int,
    seed: int | str | bytes,
    common: int | str | bytes | None,
) -> None:
    """Make a bare copy of a match a world that a seat holds for possible. Raises ValueError behind its answers."""
    new.is_world = True
    new.hashes = False  # what is played on in a world is no match that anybody keeps
    last = match.segments[-1]
    mark = Mark(seat, *world_keys(seed, common), last.mark)
    at = len(last.entries)
    if last.mark is not None and last.mark_at != at:  # the new mark would stand behind answers
        raise ValueError("sample from the match, or from a world where it was dealt or at a quiet point")
    new.segments = [Segment(last.snapshot, list(last.entries), last.first_event, at, mark)]
    new.history = match.history.copy()
    new.decisions = dict(match.decisions)
    new._run_once()
    _redraw(new, match, seat, Stream(mark.seed))


def _redraw(world: Run[S], match: Run[S], seat: int, rng: Stream) -> None:
    """Draw the answers of other seats to the open set anew: nothing of them is known yet, not even their shadow.

    That the clock or the engine answered for a seat that has left is known, so its answer is the default again.
    """
    old, new = match.pending, world.pending
    if old is None or new is None or new.prompt is None:
        return
    for other in sorted(old.given):
        new.by[other] = old.by[other]
        if other == seat:
            new.given[other] = old.given[other]
            continue
        if old.by[other] in NO_CHOICE:
            new.given[other] = world._default(new, other)
            continue
        if old.by[other] == ENGINE and other in new.given:
            continue
        new.given[other] = random_answer(new.prompt, world.live, other, new.arg, rng)
