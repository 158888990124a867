"""Fitting a game's judgement: matches are played, positions taken, weights found and held against those in use.

4-seats/          the positions of the matches with so many seats (`shapan.lab.positions`)
judgement.toml    the weights, as the game's package holds them in its folder `data`
fit.json          what was found
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any, Final

import numpy as np

from shapan.engine.game import Game
from shapan.engine.judgement import FILE, TABLE
from shapan.lab import logit
from shapan.lab.errors import LabError
from shapan.lab.files import put, put_json
from shapan.lab.logit import Groups
from shapan.lab.plan import Plan
from shapan.lab.positions import SCHEMA, Positions, gather
from shapan.lab.run import faults

RIDGE: Final = 0.1
"""The penalty weighs as much as this part of a match."""
DIGITS: Final = 4
"""Of a weight: the file is read by people."""
_BARE: Final = re.compile(r"[A-Za-z0-9_-]+")


@dataclass(slots=True)
class Found:
    """What a fit has found; losses are means of a position, in nats, over the matches held out."""

    game: str
    seats: list[int]
    matches: int
    """Of each number of seats."""
    positions: int
    held_out: int
    """Positions held out."""
    weights: dict[str, float]
    in_use: dict[str, float]
    """The weights of the game; none if it has none yet."""
    losses: dict[str, float]
    """Of the `fitted` weights, of those `in_use`, and of a `constant` prediction."""
    gain: tuple[float, float]
    """By how much the fitted weights are better than those in use (or the constant), and how far off that may be."""
    calibration: list[dict[str, float]]

    def write(self) -> dict[str, Any]:
        """Return it as JSON."""
        return {"schema": SCHEMA, **{name: getattr(self, name) for name in self.__slots__}}


def is_held_out(match: Any, share: float) -> Any:
    """Tell of match numbers whether they are held out: evenly spread, the same for every run."""
    return np.floor((match + 1) * share) > np.floor(match * share)


def fit(place: Path, plans: Sequence[Plan], share: float, jobs: int, progress: Callable[[int], None]) -> Found:
    """Play the plans, one for each number of seats, and fit the judgement to them but for a share of their matches.

    Raises Fault; what is finished by then is kept.
    """
    game = plans[0].definition()
    check_enough(plans, share)
    with ExitStack() as stack:
        data = positions_of(place, plans, jobs, stack, progress)
        found = weigh(game, plans, data, share)
        with faults(place):
            put(place / FILE, text_of(found).encode())
            put_json(place / "fit.json", found.write())
    return found


def positions_of(
    place: Path, plans: Sequence[Plan], jobs: int, stack: ExitStack, progress: Callable[[int], None]
) -> list[Groups]:
    """Return the positions of each plan, played where they are missing; the stack holds their folders. Raises Fault."""
    game, data, done = plans[0].definition(), [], 0

    def told(before: int, number: int) -> None:
        progress(before + number)

    for plan in plans:
        inside = place / f"{plan.seats}-seats"
        with faults(inside):
            folder = stack.enter_context(Positions(inside, plan))
            if folder.whole is None:
                folder.fill(gather, jobs, partial(told, done))
                folder.finish()
            arrays = folder.arrays()
        done += plan.matches
        progress(done)
        data.append(logit.groups_of(arrays["match"], arrays["rows"], arrays["shares"], game.independent_payoffs))
    return data


def parts_of(data: Sequence[Groups], share: float) -> tuple[list[Groups], list[Groups]]:
    """Return what is fitted to and what is held out."""
    masks = [is_held_out(one.match, share) for one in data]
    seen, held = ([one.part(mask == out) for one, mask in zip(data, masks, strict=True)] for out in (False, True))
    return seen, held


def weigh(
    game: Game[Any], plans: Sequence[Plan], data: Sequence[Groups], share: float, earlier: Sequence[Groups] = ()
) -> Found:
    """Fit to the data and to earlier ones, but for a share of the data, and measure by that.

    Raises Fault for too few matches with positions.
    """
    _enough([is_held_out(np.unique(one.match), share) for one in data])
    seen, held = parts_of(data, share)
    pooled = [*seen, *earlier]
    trained = sum(len(np.unique(one.match)) for one in pooled)
    names, used = game.judgement.features, np.array(game.judgement.weights)
    rough = logit.fit(pooled, game.judgement.signs, RIDGE / trained)
    weights = np.array([float(f"{weight:.{DIGITS}g}") + 0.0 for weight in rough])
    constant = logit.constant(pooled, RIDGE / trained)
    losses = {"fitted": weights, **({"in_use": used} if len(used) else {}), "constant": constant}
    return Found(
        game=game.name,
        seats=[plan.seats for plan in plans],
        matches=plans[0].matches,
        positions=_positions(data),
        held_out=_positions(held),
        weights=dict(zip(names, weights.tolist(), strict=True)),
        in_use=dict(zip(names, used.tolist(), strict=True)) if len(used) else {},
        losses={name: logit.loss(held, one) for name, one in losses.items()},
        gain=logit.gain(held, weights, used if len(used) else constant),
        calibration=logit.calibration(held, weights, game.independent_payoffs),
    )


def check_enough(plans: Sequence[Plan], share: float) -> None:
    """Raise Fault for too few matches, before anything is played."""
    _enough([is_held_out(np.arange(plan.matches), share) for plan in plans])


def _enough(masks: Sequence[Any]) -> None:
    """Raise Fault if some number of seats has no match on either side, or if one match alone is held out.

    How far off a gain may be is told by how much the matches differ: one match cannot tell.
    """
    if not all(mask.any() and not mask.all() for mask in masks) or sum(mask.sum() for mask in masks) < 2:
        raise LabError(
            "too few matches: some must be held out, two at the least, and some left to fit to, of each number of seats"
        )


def _positions(data: Sequence[Groups]) -> int:
    return round(sum(len(one.rows) * one.weight for one in data))


def text_of(found: Found) -> str:
    """Return the file of the weights, with what they were fitted to."""
    losses = ", ".join(f"{name.replace('_', ' ')} {loss:.4f}" for name, loss in found.losses.items())
    seats = ", ".join(str(seats) for seats in found.seats)
    return weights_text(
        found.weights,
        f"Fitted by `shapan lab fit {found.game}` to {found.matches} matches each with {seats} seats.",
        f"Log loss in matches held out: {losses}.",
    )


def weights_text(weights: Mapping[str, float], *remarks: str) -> str:
    """Return the file of some weights."""
    rows = [f"{_key(name)} = {weight!r}" for name, weight in weights.items()]
    return "\n".join([*(f"# {remark}" for remark in remarks), f"[{TABLE}]", *rows]) + "\n"


def _key(name: str) -> str:
    return name if _BARE.fullmatch(name) else json.dumps(name, ensure_ascii=False)
