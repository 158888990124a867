"""The spaces of Gymnasium that describe what a seat sees and may do."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

import numpy as np
from gymnasium import spaces

from shapan.adapters.play import AnyPlay
from shapan.adapters.setting import Setting

ENTRIES: Final = 2_048
"""So many numbers a sparse observation has room for, unless more or fewer are asked for."""


@dataclass(frozen=True, slots=True)
class Form:
    """How observations are handed out: `flat`, a number for each column, or `sparse`, those that are not 0.

    Raises ValueError for another word, or for no room at all.
    """

    kind: str = "flat"
    entries: int = ENTRIES

    def __post_init__(self) -> None:
        if self.kind not in {"flat", "sparse"}:
            raise ValueError(f"observation: {self.kind!r} is not 'flat' or 'sparse'")
        if self.entries < 1:
            raise ValueError(f"entries: {self.entries} is not 1 or more")

    def space(self, setting: Setting) -> spaces.Dict:
        """Return the space of what a seat sees, with 1 for each action that may be taken."""
        width, mask = setting.observation.width, spaces.MultiBinary(len(setting.index))
        if self.kind == "flat":
            return spaces.Dict({"observation": spaces.Box(0.0, 1.0, (width,), np.float32), "action_mask": mask})
        room = min(self.entries, width)
        return spaces.Dict(
            {
                "columns": spaces.Box(0, width, (room,), np.int32),
                "values": spaces.Box(0.0, 1.0, (room,), np.float32),
                "action_mask": mask,
            }
        )

    def observed(self, play: AnyPlay, seat: int) -> dict[str, Any]:
        """Return what a seat sees, as an element of its space; new arrays at each call.

        Raises ValueError where a sparse observation has more numbers than there is room for.
        """
        if self.kind == "flat":
            return {"observation": play.observe(seat), "action_mask": play.mask(seat)}
        width, found = play.setting.observation.width, play.entries(seat)
        room = min(self.entries, width)
        if len(found) > room:
            raise ValueError(f"entries: {len(found)} numbers are not 0, and there is room for {room}; ask for more")
        columns, values = np.full(room, width, np.int32), np.zeros(room, np.float32)
        columns[: len(found)] = np.fromiter(found, np.int32, len(found))
        values[: len(found)] = np.fromiter(found.values(), np.float32, len(found))
        return {"columns": columns, "values": values, "action_mask": play.mask(seat)}


def action_space(setting: Setting) -> spaces.Discrete[Any]:
    """Return the numbers of all actions of the game."""
    return spaces.Discrete(len(setting.index))


def check_render_mode(render_mode: str | None) -> None:
    """Raise ValueError for a way of drawing that there is not."""
    if render_mode not in {None, "ansi"}:
        raise ValueError(f"render_mode: {render_mode!r} is not None or 'ansi'")


def step_limit(setting: Setting, max_steps: int | None) -> int:
    """Return after how many actions a match is cut off: as given, or the game's own bound on decisions."""
    if max_steps is None:
        return setting.game.max_decisions
    if max_steps < 1:
        raise ValueError(f"max_steps: {max_steps} is not 1 or more")
    return max_steps
