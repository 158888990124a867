"""How far the kit plays: one bound for everything that it plays on, so that a game without an end is told of soon."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from shapan.engine.chance import Stream
from shapan.engine.game import Game
from shapan.engine.match import Match
from shapan.engine.mixture import draw_mixed
from shapan.engine.prompt import Prompt, S
from shapan.engine.segment import Pending
from shapan.engine.table import PolicyTable, RandomTable

MAX_ASKS = 300
"""So many questions from one quiet point to the next at most (check `segment_asks`)."""
LOST = 2 * MAX_ASKS
"""A match is not played beyond so many: each answer runs all of them again."""


class Endless(Exception):
    """Something was played on to the bound and has not come to an end."""


class Bound:
    """How many decisions of a match are played.

    `most`: at first as many as the game says that a match has at most (`Game.max_decisions`). Once a match has not
    ended within them it is named by the check `ends`, and those after it go only as far as a match is looked at without
    a gap: they are looked at for other faults, and that they do not end is no new one.
    """

    def __init__(self, most: int) -> None:
        self.most = most
        self.short = most
        """How many decisions of a match are played after one that had no end."""
        self.missed = False
        """Whether a match had no end."""
        self.missed_by_clock = False
        """Whether a match in which only the clock answers had none: that is not waited for twice."""

    def miss(self) -> None:
        """Cut short all matches that begin from here on."""
        self.missed = True
        self.most = min(self.most, self.short)


def goes_on(match: Match[Any], decisions: int, most: int) -> bool:
    """Tell whether a match after so many decisions, of at most `most`, is to be played on."""
    return not match.over and decisions < most and len(match.segments[-1].entries) <= LOST


def too_long(match: Match[Any], decisions: int) -> str:
    """Return in words how far a match without an end was played."""
    asks = len(match.segments[-1].entries)
    since = f", {asks} of them since the last quiet point" if asks > LOST else ""
    return f"no end after {decisions} decisions{since}"


class LeftMatch(Match[Any]):
    """A match in which the engine answers for those who have left: so often at most.

    Raises Endless beyond that, where other matches would never come back from the engine.
    """

    most = 0
    given = 0

    @classmethod
    def of(cls, match: Match[Any], most: int) -> LeftMatch:
        """Return a match, which nobody else goes on with, under such a bound."""
        new = cls.__new__(cls)
        new.__dict__ |= match.__dict__
        new.most, new.given = most, 0
        return new

    def _default(self, pending: Pending[Any], seat: int) -> list[int]:
        if seat in self.left:
            self.given += 1
            if self.given > self.most or len(self.segments[-1].entries) > LOST:
                raise Endless(f"no end after {self.given} answers for seats that have left")
        return super()._default(pending, seat)


class BoundedTable(RandomTable[S]):
    """A table of random answers that gives at most `most` of them. Raises Endless beyond."""

    __slots__ = ("most",)

    def __init__(self, state: S, rng: Any, most: int) -> None:
        super().__init__(state, rng)
        self.most = most

    def ask(self, prompt: Prompt[S], seat: int, arg: int = 0) -> int:
        self._count()
        return super().ask(prompt, seat, arg)

    def ask_many(self, prompt: Prompt[S], seat: int, arg: int = 0) -> list[int]:
        self._count()
        return super().ask_many(prompt, seat, arg)

    def ask_all(self, prompt: Prompt[S], seats: Sequence[int], arg: int = 0) -> list[int]:
        return [self.ask(prompt, seat, arg) for seat in seats]

    def _count(self) -> None:
        if self.decisions >= self.most:
            raise Endless(f"no end after {self.decisions} decisions")


class RatedTable(PolicyTable[S]):
    """A table that answers as a game rates, ties and mixed answers drawn, at most `most` times.

    Raises Endless beyond.
    """

    __slots__ = ("game", "most", "rng")

    def __init__(self, game: Game[S], state: S, rng: Stream, most: int) -> None:
        super().__init__(state, self._liked)
        self.game, self.rng, self.most = game, rng, most

    def _liked(
        self, state: S, prompt: Prompt[S], seat: int, arg: int, options: Sequence[int], picked: Sequence[int]
    ) -> int:
        if self.decisions > self.most:
            raise Endless(f"no end after {self.most} decisions as `rate` likes them best")
        return liked(self.game, self.game.view(state, seat), prompt, seat, arg, options, picked, self.rng)


def liked(
    game: Game[S],
    view: Any,
    prompt: Prompt[S],
    seat: int,
    arg: int,
    options: Sequence[int],
    picked: Sequence[int],
    rng: Stream,
) -> int:
    """Return the option that a game rates best, ties drawn, or one drawn as often as its mixture says."""
    mixed = draw_mixed(game, view, prompt, seat, arg, options, picked, rng)
    if mixed is not None:
        return mixed
    rates = [game.rate(view, prompt, seat, arg, code, picked) for code in options]
    best = max(rates)
    return rng.choice([code for code, rate in zip(options, rates, strict=True) if rate == best])
