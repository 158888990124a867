"""Sampled worlds: what a seat holds for possible, to be played on from."""

from __future__ import annotations

from shapan.engine.chance import Stream
from shapan.engine.decision import random_answer
from shapan.engine.match import Match
from shapan.engine.prompt import S
from shapan.engine.stretch import CLOCK, ENGINE, LEFT, Mark, Stretch, world_keys


class World(Match[S]):
    """A sampled world: the true snapshot and answers, a mark, and what is played on from there.

    It holds the truth before its mark and therefore never leaves the engine's side: no bot gets hold of one.
    """

    def __init__(
        self,
        match: Match[S],
        seat: int,
        seed: int | str | bytes,
        common: int | str | bytes | None,
    ) -> None:
        self.__dict__.update(match._bare().__dict__)
        self.hashes = False  # what is played on in a world is no match that anybody keeps
        last = match.stretches[-1]
        mark = Mark(seat, *world_keys(seed, common))
        at = len(last.entries)
        if last.mark is not None:  # a world of a world: the later mark stands behind the earlier one's answers
            raise ValueError("sample from the match, or from a world at a quiet point")
        self.stretches = [Stretch(last.snapshot, list(last.entries), last.first_event, at, mark)]
        self.history = match.history.copy()
        self.decisions = dict(match.decisions)
        self._run_once()
        self._redraw(match, seat, Stream(mark.seed))

    def _redraw(self, match: Match[S], seat: int, rng: Stream) -> None:
        """Draw the answers of other seats to the open set anew: nothing of them is known yet, not even their shadow.

        That the clock or the engine answered for a seat that has left is known, so its answer is the default again.
        """
        old, new = match.pending, self.pending
        if old is None or new is None or new.prompt is None:
            return
        for other in sorted(old.given):
            new.by[other] = old.by[other]
            if other == seat:
                new.given[other] = old.given[other]
                continue
            if old.by[other] in {CLOCK, LEFT}:
                new.given[other] = self._default(new, other)
                continue
            if old.by[other] == ENGINE and other in new.given:
                continue
            new.given[other] = random_answer(new.prompt, self.live, other, new.arg, rng)
