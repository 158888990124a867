"""What turned a match, and how close it was: by the game's own judgement of its true states, after the end.

Once a match is over all of it lies open, so it is judged as it truly stood, at every position of its recordings. What
is claimed must be believed: only what changed at one step, by more than the judgement wavers, and lasted.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import pairwise
from statistics import median
from typing import Any, Final

import msgspec

from shapan.engine.dossier import ROUNDS
from shapan.engine.game import Outcome
from shapan.engine.match import Match
from shapan.engine.scene import Phrase
from shapan.server.match.message import EventInfo

MOST: Final = 3
LEAST: Final = 0.08
"""A smaller change turns nothing, however steady the judgement is."""
WAVERS: Final = 3.0
"""How many times as much as the judgement usually changes a swing has to be."""
_SPAN: Final = (3, 12)
"""Fewest and most positions that are looked at on each side, to tell whether a change lasted."""
_MANY: Final = 12
"""Fewer changes tell nothing of what is usual."""
_PARTS: Final = 16
"""A match has so many spans."""
Curve = Sequence[float]


class Swing(msgspec.Struct):
    """A step at which much changed for good: what happened there, and the winner's figure before and after it."""

    position: int
    round: int
    """Round or turn, as events count them; 0 where they count none."""
    event: EventInfo
    """As a spectator was told it."""
    about: Phrase | None
    """Of a sum: what it was about."""
    before: float
    after: float


class Peak(msgspec.Struct):
    """Where a seat that did not win stood best, with its team where there are teams."""

    position: int
    round: int
    seat: int
    chance: float


class Lead(msgspec.Struct):
    """From where on the winners were ahead of all others, to the end."""

    position: int
    round: int


class Turning(msgspec.Struct):
    """What turned a match. Nothing in it is claimed where the judgement does not tell it from its own wavering."""

    swings: list[Swing] = []
    peaks: list[Peak] = []
    lead: Lead | None = None


class Course:
    """Takes down how a match stands at each position while it is played once more; what is taken back is forgotten."""

    def __init__(self, match: Match[Any]) -> None:
        self._match = match
        self._chances: list[list[float]] = []
        self._told: list[int] = []

    def note(self, position: int) -> None:
        """Take down how the match stands now, at a position."""
        match = self._match
        del self._chances[position:], self._told[position:]
        self._chances.append(match.game.judge(match.live))
        self._told.append(match.event_count(match.seats))

    def turning(self, final: Sequence[float], outcome: Outcome) -> Turning:
        """Return what turned the match; `final` is what its end was for each seat, 0..1."""
        losers = [seat for seat in range(self._match.seats) if seat not in outcome.winners]
        if not outcome.winners or not losers or len(self._chances) < 2:
            return Turning()
        line = Story(self._match, self._told)
        first = line.first
        chances = [*self._chances[:-1], list(final)][first:]
        if len(chances) < 2:
            return Turning()
        # Seats that share one victory have a part of its chance each: who win together, or would have, have it whole.
        teams = [self._match.game.team(self._match.live, seat) for seat in range(self._match.seats)]
        curves = [[min(1.0, sum(row[mate] for mate in team)) for row in chances] for team in teams]
        together = outcome.winners[:1] if self._match.game.independent_payoffs else outcome.winners
        winner = [min(1.0, sum(row[seat] for seat in together)) for row in chances]
        found = []
        for at in swings_of(winner, lambda at: line.named(first + at)):
            told = line.named(first + at)
            assert told is not None, "a swing without a name is none"
            before, after = _figure(winner[at - 1]), _figure(winner[at])
            found.append(Swing(first + at, line.round(first + at), *told, before, after))
        tops = [(seat, peak_of(curves[seat])) for seat in losers]
        peaks = [
            Peak(first + at, line.round(first + at), seat, _figure(curves[seat][at])) for seat, at in tops if at >= 0
        ]
        lead = lead_of(curves, outcome.winners)
        return Turning(found, peaks, None if lead < 0 else Lead(first + lead, line.round(first + lead)))


class Story:
    """What a spectator was told at each position of a match."""

    def __init__(self, match: Match[Any], told: Sequence[int]) -> None:
        self._told = told
        self._events = match.events_for(match.seats)
        self._staged = match.moments_for(match.seats)
        self._landmarks = match.game.landmarks

    @property
    def first(self) -> int:
        """Return the position at which the first round has begun: before it the table was set up."""
        places = (place for place, event in enumerate(self._events) if _round_of(event["with"]))
        begins = next(places, -1)
        return next((at for at, told in enumerate(self._told) if told > begins), 0) if begins >= 0 else 0

    def round(self, position: int) -> int:
        """Return the round or turn at a position, 0 where events tell of none."""
        told = self._events[: self._told[position - 1] + 1 if position else 0]
        return next((number for event in reversed(told) if (number := _round_of(event["with"]))), 0)

    def named(self, position: int) -> tuple[EventInfo, Phrase | None] | None:
        """Return the event that tells best what happened at a position, and what a sum was about.

        It is the first that is staged, else the landmark that the game names first, else the first of all; what belongs
        to a turn that begins then is no part of it. The end turns nothing: there only what is staged is named.
        """
        first, end = self._told[position - 1], self._told[position]
        begins = (place for place in range(first, end) if _round_of(self._events[place]["with"]))
        places = range(first, next(begins, end))
        staged = [place for place in places if self._staged[place] is not None]
        keys = [event["key"] for event in self._events[first:end]]
        marked = [first + keys.index(key) for key in self._landmarks if key in keys[: len(places)]]
        last = position == len(self._told) - 1
        for found in (staged,) if last else (staged, marked, places):
            if found:
                event, moment = self._events[found[0]], self._staged[found[0]]
                about = moment.beats[0].title if moment is not None and moment.scale else None
                return EventInfo(event["key"], event["rule"], event["with"]), about
        return None


def _round_of(words: Mapping[str, Any]) -> int:
    return next((value for name in ROUNDS if isinstance(value := words.get(name), int)), 0)


def _figure(chance: float) -> float:
    return round(min(1.0, max(0.0, chance)), 4)


def _span(curve: Curve) -> int:
    least, most = _SPAN
    return min(most, max(least, len(curve) // _PARTS))


def lasting(curve: Curve, at: int, span: int) -> float:
    """Return how much of the step to a position lasted: no more than the levels of the spans around it differ."""
    step = curve[at] - curve[at - 1]
    level = median(curve[at : at + span]) - median(curve[max(0, at - span) : at])
    if step * level <= 0.0:
        return 0.0
    return min(abs(step), abs(level))


def wavering(curve: Curve) -> float:
    """Return how much a curve changes by a usual step, of those at which it changes at all; 0 where it hardly does."""
    steps = [abs(later - former) for former, later in pairwise(curve) if later != former]
    return median(steps) if len(steps) >= _MANY else 0.0


def swings_of(curve: Curve, named: Callable[[int], object], most: int = MOST) -> list[int]:
    """Return the positions of the greatest lasting steps of a curve, in order; of steps that lie close only one.

    A step counts if it is at least `LEAST` and `WAVERS` times a usual one, and if something told is `named` by it.
    """
    span, least = _span(curve), max(LEAST, WAVERS * wavering(curve))
    sizes = {at: lasting(curve, at, span) for at in range(1, len(curve))}
    kept: list[int] = []
    for at in sorted(sizes, key=lambda at: (-sizes[at], at)):
        if len(kept) == most or sizes[at] < least:
            break
        if all(abs(at - other) >= span for other in kept) and named(at) is not None:
            kept.append(at)
    return sorted(kept)


def peak_of(curve: Curve) -> int:
    """Return where a curve stood highest for a while, -1 where it never rose above its beginning by a swing."""
    span = _span(curve)
    held = [min(curve[at : at + span]) for at in range(max(0, len(curve) - span))]
    if not held:
        return -1
    best = max(range(len(held)), key=lambda at: (held[at], -at))
    return best if held[best] - curve[0] >= max(LEAST, WAVERS * wavering(curve)) else -1


def lead_of(curves: Sequence[Curve], winners: Sequence[int]) -> int:
    """Return the position from which on all winners were ahead of all others; -1 where they led from the beginning."""
    others = [seat for seat in range(len(curves)) if seat not in winners]
    for at in range(len(curves[0]) - 1, -1, -1):
        if min(curves[seat][at] for seat in winners) <= max(curves[seat][at] for seat in others):
            return at + 1 if at + 1 < len(curves[0]) else -1
    return -1
