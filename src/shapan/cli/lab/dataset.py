"""Decisions of bots as rows of numbers: what learning programs read.

The laboratory plays, the adapters write down what a seat sees: neither imports the other, so they meet here.
`docs/reference/lab-results.md` describes the columns.
"""

from __future__ import annotations

import io
from dataclasses import dataclass, field
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from shapan.adapters.play import Play
from shapan.adapters.setting import Setting
from shapan.engine.actions import DONE
from shapan.engine.match import Match
from shapan.lab.plan import Plan
from shapan.lab.playout import replay

SCHEMA: Final = 1
"""Raised whenever a column changes its name, type or meaning."""


@dataclass(slots=True)
class Rows:
    """Decisions, in the order in which they were taken, with a real choice each."""

    match: list[int] = field(default_factory=list)
    step: list[int] = field(default_factory=list)
    seat: list[int] = field(default_factory=list)
    bot: list[str] = field(default_factory=list)
    kind: list[str] = field(default_factory=list)
    observation: list[NDArray[np.float32]] = field(default_factory=list)
    mask: list[NDArray[np.int8]] = field(default_factory=list)
    action: list[int] = field(default_factory=list)
    reward: list[float] = field(default_factory=list)
    outcome: list[float] = field(default_factory=list)
    last: list[bool] = field(default_factory=list)


def setting_of(plan: Plan) -> Setting:
    """Return what the environments of a plan's game have in common: action numbers and the layout of observations."""
    return Setting(plan.definition(), plan.seats, plan.options)


def decisions(plan: Plan, first: int, count: int) -> Rows:
    """Play matches of a plan and return their decisions."""
    setting, rows = setting_of(plan), Rows()
    for number in range(first, first + count):
        _add_match(rows, setting, plan, number)
    return rows


def _add_match(rows: Rows, setting: Setting, plan: Plan, number: int) -> None:
    """Let the bots play a match; then answer the same questions again pick by pick, and look at each."""
    played = replay(plan, number, hashes=False)
    lineup, begun = plan.lineup(number), len(rows.match)
    match: Match[Any] = Match(setting.game, plan.seats, plan.options, plan.key(number), hashes=False)
    play = Play(setting, match=match)
    for record in played.log:
        seat, codes = int(record["seat"]), [int(code) for code in record["answer"]]
        many = match.decisions[seat].prompt.many
        kind = match.decisions[seat].prompt.key
        picks = [*codes, DONE] if many else codes
        answered = len(match.log)
        for code in picks:
            if len(match.log) > answered:
                break  # nothing more could be picked, so the answer was complete
            action = next((place for place, offered in play.offered(seat).items() if offered == code), None)
            if action is None:
                play.picked.pop(seat, None)
                play.answer(seat, codes)  # too many choices for the table of actions, and this one is not among them
                break
            mask = play.mask(seat)
            if mask.sum() > 1:
                rows.match.append(number)
                rows.step.append(len(rows.match) - 1 - begun)
                rows.seat.append(seat)
                rows.bot.append(lineup[seat])
                rows.kind.append(kind)
                rows.observation.append(play.observe(seat))
                rows.mask.append(mask)
                rows.action.append(action)
            play.act(seat, action)
    rewards = play.rewards()
    seats = rows.seat[begun:]
    final = {seat: place for place, seat in enumerate(seats)}
    rows.outcome += [rewards[seat] for seat in seats]
    rows.last += [final[seat] == place for place, seat in enumerate(seats)]
    rows.reward += [rewards[seat] if final[seat] == place else 0.0 for place, seat in enumerate(seats)]


def arrays(rows: Rows, width: int, actions: int) -> dict[str, NDArray[Any]]:
    """Return the columns as arrays."""
    count = len(rows.match)
    return {
        "match": np.array(rows.match, np.uint32),
        "step": np.array(rows.step, np.uint32),
        "seat": np.array(rows.seat, np.uint8),
        "bot": np.array(rows.bot, np.str_),
        "kind": np.array(rows.kind, np.str_),
        "observation": np.array(rows.observation, np.float32).reshape(count, width),
        "mask": np.array(rows.mask, np.bool_).reshape(count, actions),
        "action": np.array(rows.action, np.uint32),
        "reward": np.array(rows.reward, np.float32),
        "return": np.array(rows.outcome, np.float32),
        "last": np.array(rows.last, np.bool_),
    }


def parquet(plan: Plan, first: int, count: int) -> tuple[int, bytes]:
    """Return how many decisions some matches have, and a Parquet file of them."""
    import polars as pl

    columns = _columns(plan, first, count)
    width, actions = columns["observation"].shape[1], columns["mask"].shape[1]
    shaped = {"observation": pl.Array(pl.Float32, width), "mask": pl.Array(pl.Boolean, actions)}
    frame = pl.DataFrame([pl.Series(name, values, dtype=shaped.get(name)) for name, values in columns.items()])
    packed = io.BytesIO()
    frame.write_parquet(packed)
    return frame.height, packed.getvalue()


def npz(plan: Plan, first: int, count: int) -> tuple[int, bytes]:
    """Return how many decisions some matches have, and a compressed NumPy archive of them."""
    columns = _columns(plan, first, count)
    packed = io.BytesIO()
    np.savez_compressed(packed, **columns)  # type: ignore[arg-type]
    return len(columns["match"]), packed.getvalue()


def _columns(plan: Plan, first: int, count: int) -> dict[str, NDArray[Any]]:
    setting = setting_of(plan)
    return arrays(decisions(plan, first, count), setting.observation.width, len(setting.index))
