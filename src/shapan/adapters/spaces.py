"""The spaces of Gymnasium that describe what a seat sees and may do."""

from __future__ import annotations

from typing import Any

import numpy as np
from gymnasium import spaces

from shapan.adapters.play import AnyPlay
from shapan.adapters.setting import Setting


def observation_space(setting: Setting) -> spaces.Dict:
    """Return {"observation": numbers 0..1, "action_mask": 1 for each action that may be taken}."""
    numbers = spaces.Box(0.0, 1.0, (setting.observation.width,), np.float32)
    return spaces.Dict({"observation": numbers, "action_mask": spaces.MultiBinary(len(setting.index))})


def action_space(setting: Setting) -> spaces.Discrete[Any]:
    """Return the numbers of all actions of the game."""
    return spaces.Discrete(len(setting.index))


def observed(play: AnyPlay, seat: int) -> dict[str, Any]:
    """Return what a seat sees, as an element of its space; new arrays at each call."""
    return {"observation": play.observe(seat), "action_mask": play.mask(seat)}


def check_render_mode(render_mode: str | None) -> None:
    """Raise ValueError for a way of drawing that there is not."""
    if render_mode not in {None, "ansi"}:
        raise ValueError(f"render_mode: {render_mode!r} is not None or 'ansi'")


def most_steps(setting: Setting, max_steps: int | None) -> int:
    """Return after how many actions a match is cut off: as given, or the game's own bound on decisions."""
    if max_steps is None:
        return setting.game.most_decisions
    if max_steps < 1:
        raise ValueError(f"max_steps: {max_steps} is not 1 or more")
    return max_steps
