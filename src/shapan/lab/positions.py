"""Positions of played matches, as what the game's judgement weighs: what it is fitted to.

    positions.json        last of all: what the parts are (`shapan.lab.parts`)
    part-00000.npz        match; rows: position, seat, feature; shares: what the match was worth to each seat

They are taken where a search judges: at questions, and in a game with a horizon at the first one of each step of its
pace (a round, an activation).
"""

from __future__ import annotations

import io
from collections.abc import Iterator
from dataclasses import replace
from hashlib import blake2b
from math import isfinite
from pathlib import Path
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from shapan.bots.search import shares
from shapan.engine.chance import Stream, derive
from shapan.engine.game import Game
from shapan.lab.parts import Parts
from shapan.lab.plan import Plan
from shapan.lab.playout import play

SCHEMA: Final = 1
"""Raised whenever an array changes its name, type or meaning."""
KEPT: Final = 4
"""In a game without a horizon one question in so many is kept: neighbours are nearly alike."""


class Watcher:
    """Takes positions of one match after the other."""

    def __init__(self, plan: Plan) -> None:
        self.plan, self.game = plan, plan.definition()
        self.rows: list[list[list[float]]] = []

    def begin(self, number: int) -> None:
        """Get ready for a match."""
        self.rows, self.round = [], 0
        self.rng = Stream(derive(self.plan.key(number), "positions"))

    def look(self, state: Any) -> None:
        """Take a position, or let it pass. Raises ValueError for features that are not what the game names."""
        if self.game.horizon:
            begun, self.round = self.round, self.game.progress(state)
            taken = self.round > begun
        else:
            taken = not self.rng.number(KEPT)
        if taken:
            self.rows.append(features_of(self.game, state))


def features_of(game: Game[Any], state: Any) -> list[list[float]]:
    """Return the features of a state. Raises ValueError unless they are a number of each name for each seat."""
    rows, names = game.features(state), game.judgement.features
    if len(rows) != state.seats:
        raise ValueError(f"features gives {len(rows)} rows for {state.seats} seats")
    for seat, row in enumerate(rows):
        if len(row) != len(names):
            raise ValueError(f"features gives seat {seat} {len(row)} numbers; {len(names)} are named in judgement")
        for name, value in zip(names, row, strict=True):
            if not isfinite(value):
                raise ValueError(f"features gives seat {seat} {value!r} for {name!r}, which is no finite number")
    return rows


def gather(plan: Plan, first: int, count: int) -> tuple[int, bytes]:
    """Play matches and return how many positions were taken, and an archive of them: what a worker is asked to do.

    A match that nobody won is worth the same to all who would share a victory.
    """
    watcher, game = Watcher(plan), plan.definition()
    matches: list[int] = []
    rows: list[list[list[float]]] = []
    worths: list[list[float]] = []
    watcher.begin(first)
    for played in play(plan, first, count, watcher.look):
        if played.outcome is not None:
            worth = shares(game, played.outcome)
            if not game.independent_payoffs and not any(worth):
                worth = [1 / plan.seats] * plan.seats
            matches += [played.number] * len(watcher.rows)
            rows += watcher.rows
            worths += [worth] * len(watcher.rows)
        watcher.begin(played.number + 1)
    packed = io.BytesIO()
    shape = len(rows), plan.seats, len(game.judgement.features)
    np.savez_compressed(
        packed,
        match=np.array(matches, np.uint32),
        rows=np.array(rows, np.float64).reshape(shape),
        shares=np.array(worths, np.float64).reshape(shape[:2]),
    )
    return len(rows), packed.getvalue()


def print_of(plan: Plan) -> str:
    """Return 16 hexadecimal digits that differ for features that are counted differently: of a match at random.

    Raises Fault where that match or its features fail.
    """
    digest, game = blake2b(digest_size=8), plan.definition()

    def watch(state: Any) -> None:
        digest.update(repr(features_of(game, state)).encode())

    for _ in play(replace(plan, lineups=[["random"] * plan.seats], matches=1), 0, 1, watch):
        pass
    return digest.hexdigest()


class Positions(Parts):
    """The folder of the positions of a plan, open for writing."""

    work = "fit"
    name = "positions.json"
    what = "set of positions"
    counted = "positions"

    def __init__(self, path: Path, plan: Plan) -> None:
        features = list(plan.definition().judgement.features)
        asked = {"schema": SCHEMA, "plan": plan.write(), "features": features, "print": print_of(plan)}
        super().__init__(path, plan, "npz", asked)

    def arrays(self) -> dict[str, NDArray[Any]]:
        """Return `match`, `rows` and `shares` of all parts, in the order of the matches."""
        loaded = list(self._loaded())
        return {name: np.concatenate([part[name] for part in loaded]) for name in ("match", "rows", "shares")}

    def _loaded(self) -> Iterator[dict[str, NDArray[Any]]]:
        for part in sorted(self.rows):
            with np.load(self.file(part)) as packed:
                yield dict(packed)
