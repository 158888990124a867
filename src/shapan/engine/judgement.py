"""Who is likely to win: a logit over what a game weighs of a state; its weights are `data/judgement.toml` of the game.

The game says what is weighed (`Game.features`), `shapan lab fit` finds how much. Without the file nothing is known yet:
there are no weights, and the game is played as one without a judgement.
"""

from __future__ import annotations

import tomllib
from collections.abc import Sequence
from importlib.resources import files
from math import exp
from typing import Any, Final

from shapan.engine.data import DataError

FILE: Final = "judgement.toml"
"""In the folder `data` of a game's package."""
TABLE: Final = "weights"
GREATEST: Final = 1e300
"""No weight goes so far; an integer beyond it would be no fraction."""
STEEP: Final = 700.0
"""The exponential of more is no number."""


class Judgement:
    """What is weighed, by name, and how much. A name that is given with + or - before it weighs that way only."""

    __slots__ = ("features", "signs", "weights")

    def __init__(self, features: Sequence[str] = (), weights: Sequence[float] = ()) -> None:
        self.features = tuple([name.lstrip("+-") for name in features])
        self.signs = tuple([{"+": 1, "-": -1}.get(name[:1], 0) for name in features])
        """Of each feature: 1 or -1 if a fit has to let it weigh for the seat or against it, else 0."""
        self.weights = list(weights)
        """Of each feature, or none at all."""

    def chances(self, rows: Sequence[Sequence[float]], independent: bool) -> list[float]:
        """Return the chance of each seat, 0..1, from its row of features.

        The seats share one victory: each has its part of the sum of exponentials. `independent`: each seat's chance is
        its own (the logistic function). Raises ValueError for a row of another length than the weights.
        """
        weights = self.weights
        sums = []
        for row in rows:
            total = 0.0
            for weight, value in zip(weights, row, strict=True):
                total += weight * value
            sums.append(total)
        if independent:
            return [1.0 / (1.0 + exp(min(STEEP, -total))) for total in sums]
        top = max(sums)
        powers = [exp(total - top) for total in sums]
        whole = sum(powers)
        return [power / whole for power in powers]


def read_judgement(package: str, features: Sequence[str]) -> Judgement:
    """Return the judgement of a game's package; one without weights if it has no file of them.

    Raises DataError, which names file and feature, if the file is no TOML or does not hold a weight of each feature and
    no more.
    """
    file = files(package).joinpath("data").joinpath(FILE)
    judgement = Judgement(features)
    if file.is_file():
        try:
            data = tomllib.loads(file.read_text(encoding="utf-8"))
        except tomllib.TOMLDecodeError as error:
            raise DataError(FILE, str(error)) from None
        judgement.weights = weights_of(data, judgement.features)
    return judgement


def weights_of(data: dict[str, Any], features: Sequence[str]) -> list[float]:
    """Return the weights that a file holds, in the order of the features. Raises DataError."""
    table = data.get(TABLE)
    if not isinstance(table, dict):
        raise DataError(FILE, f"it has no table {TABLE}")
    for name in table:
        if name not in features:
            raise DataError(f"{FILE}: {TABLE}.{name}", "the game has no such feature; fit its judgement again")
    weights = []
    for name in features:
        weight = table.get(name)
        if isinstance(weight, bool) or not isinstance(weight, (int, float)) or not -GREATEST < weight < GREATEST:
            lacks = weight is None
            says = "this feature has no weight; fit the judgement again" if lacks else f"{weight!r} is no weight"
            raise DataError(f"{FILE}: {TABLE}.{name}", says)
        weights.append(float(weight))
    return weights
