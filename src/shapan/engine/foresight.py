"""Foresight: whether an answer can be undone, by giving it in worlds that its seat holds for possible.

The worlds have fixed seeds and depend on nothing that the seat cannot know (laws `resample_memoryless` and
`history_future`), so what is said is a function of its knowledge. It is asked for who looks, never in playouts.
"""

# Stays plain: draws for people

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final, Generic

from shapan.engine.decision import Refusal
from shapan.engine.match import Match
from shapan.engine.prompt import S
from shapan.engine.segment import BOT, CHANCE

FREE: Final = ""
"""The seat itself is asked next, and nothing is drawn or shown before."""
OPEN: Final = "open"
"""Others are asked first; as they would answer best, nothing is drawn or shown before the seat is asked again."""
MAY: Final = "may"
"""That depends on chance, on what is hidden, or on how others answer."""
FINAL: Final = "final"
"""Something is drawn or shown at once, or the match ends: nobody can undo it."""

MAX_REPLIES: Final = 6
"""So many answers of others are given before it counts as not foreseen."""
MAX_WEIGHED: Final = 6
"""Of more options an other seat takes what the clock would."""
SEEDS: Final = (b"foresight 1", b"foresight 2")


class Foresight(Generic[S]):
    """What the answers of a seat to its open question lead to; the match must not change while it is in use."""

    def __init__(
        self, match: Match[S], seat: int, *, alone: bool, trouble: Callable[[Exception], None] | None = None
    ) -> None:
        """Look ahead for a seat that is asked. `alone`: what only bots have answered since can be undone.

        Where a rule fails in a world, `trouble` is told of it once; without it, it is raised.
        """
        self._match, self._seat, self._alone, self._trouble = match, seat, alone, trouble
        self._failed = False
        self._worlds: list[Match[S]] = []
        self._found: dict[tuple[int, ...], str] = {}

    def binds(self, codes: Sequence[int]) -> str:
        """Return whether an answer cannot be undone: FREE, MAY or FINAL."""
        found = self.found(codes)
        return (FREE if self._alone else MAY) if found == OPEN else found

    def found(self, codes: Sequence[int]) -> str:
        """Return what an answer leads to in all worlds, MAY where they differ."""
        if self._is_shared:
            return MAY
        key = tuple(codes)
        if key not in self._found:
            try:
                first, *rest = (self._given(world, codes) for world in self._dealt())
            except Exception as error:
                if self._trouble is None:
                    raise
                if not self._failed:
                    self._trouble(error)
                self._failed = True
                first, rest = MAY, []
            self._found[key] = first if all(one == first for one in rest) else MAY
        return self._found[key]

    @property
    def _is_shared(self) -> bool:
        """Whether others are asked the same at once, and nobody knows what they have answered."""
        pending = self._match.pending
        return pending is not None and len(pending.seats) > 1 and pending.prompt is not None and pending.prompt.secret

    def _dealt(self) -> list[Match[S]]:
        """Return copies of the worlds, each of which is dealt once."""
        if not self._worlds:
            self._worlds = [self._match.sample(self._seat, seed) for seed in SEEDS]
        return [world.clone() for world in self._worlds]

    def _given(self, world: Match[S], codes: Sequence[int]) -> str:
        """Return what an answer leads to in a world, in which it is given."""
        seat, known = self._seat, world.live.info
        try:
            world.answer(seat, codes)
        except Refusal:
            return MAY
        if _has_shown(world, known):
            return FINAL
        if world.waiting == [seat]:
            return FREE
        for _ in range(MAX_REPLIES):
            if seat in world.waiting:
                return OPEN
            other = world.waiting[0]
            world.answer(other, _reply(world, other), by=BOT)
            if _has_shown(world, known):
                break
        return MAY


def _has_shown(world: Match[Any], known: int) -> bool:
    """Return whether a world has ended or anything was drawn or learnt in it."""
    return world.over or world.live.info != known or CHANCE in world.waiting


def _reply(world: Match[Any], seat: int) -> list[int]:
    """Return what a seat answers in a world: of few options the one that is rated best, else what the clock would."""
    decision = world.decisions[seat]
    prompt, arg = decision.prompt, decision.arg
    legal = [] if prompt.many else world.legal(seat)
    if not 1 <= len(legal) <= MAX_WEIGHED:
        return world.default(seat)
    view = world.view(seat)
    rates = [world.game.rate(view, prompt, seat, arg, code, ()) for code in legal]
    return [legal[rates.index(max(rates))]]
