"""The tree of a search: for each situation that a seat can tell from others, what its answers were worth so far."""

from __future__ import annotations

from collections.abc import Sequence
from math import sqrt
from typing import Final

from shapan.engine.chance import Stream

WIDE: Final = 8
"""So many options are always looked at; of more only the best rated, more of them with more visits."""


class Edge:
    """One answer at a node."""

    __slots__ = ("code", "offered", "prior", "total", "visits")

    def __init__(self, code: int, prior: float) -> None:
        self.code = code
        self.prior = prior
        self.visits = 0
        self.total = 0.0
        self.offered = 0
        """How often it was possible: in other worlds of the same node it may not be."""


class Node:
    """The decision of a seat, as far as the seat can tell it from others."""

    __slots__ = ("_options", "_row", "edges", "seat", "total", "visits")

    def __init__(self, seat: int) -> None:
        self.seat = seat
        self.visits = 0
        self.total = 0.0
        self.edges: dict[int, Edge] = {}
        self._options: Sequence[int] = ()
        self._row: list[Edge] = []
        """The edges of the options that were possible last, mostly the same each time; of many the best rated first."""

    def has(self, options: Sequence[int]) -> bool:
        """Tell whether all of some options have been added."""
        return options == self._options or all(map(self.edges.__contains__, options))

    def add(self, options: Sequence[int], ratings: Sequence[float]) -> None:
        """Add options with the game's ratings; the weight before any visit falls with the rank."""
        kinds = set(ratings)
        if len(kinds) == 1:
            weights = [1.0] * len(ratings)
        else:
            ranks = {rating: rank for rank, rating in enumerate(sorted(kinds, reverse=True))}
            weights = [1.0 / (1 + ranks[rating]) ** 2 for rating in ratings]
        whole = sum(weights)
        for code, weight in zip(options, weights, strict=True):
            if code not in self.edges:
                self.edges[code] = Edge(code, weight / whole)

    def select(self, options: Sequence[int], explore: float, low: float, high: float, rng: Stream) -> Edge:
        """Return the option to look at next: worth so far and what is not known of it, weighed by its prior."""
        if options != self._options:
            self._options = options[:]
            self._row = [self.edges[code] for code in options]
            if len(options) > WIDE:
                self._row.sort(key=lambda edge: -edge.prior)
        row = self._row
        if len(row) > WIDE:
            row = row[: WIDE + int(sqrt(self.visits))]
        span = high - low or 1.0
        unknown = (self.total / self.visits - low) / span if self.visits else 0.5
        best, chosen = -1.0, row[0]
        equal: list[Edge] = []
        for edge in row:
            visits = edge.visits
            edge.offered += 1
            worth = (edge.total / visits - low) / span if visits else unknown
            worth += explore * edge.prior * sqrt(edge.offered) / (1 + visits)
            if worth > best:
                best, chosen = worth, edge
                if equal:
                    equal = []
            elif worth == best:
                equal = [*(equal or (chosen,)), edge]
        return rng.choice(equal) if equal else chosen
