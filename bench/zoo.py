"""A match through PettingZoo's interface, ours and theirs alike."""

from __future__ import annotations

import random
from typing import Any

import numpy as np


def zoo_match(table: Any, rng: random.Random) -> int:
    """Play a match that has been reset at random, each observation looked at; return the number of steps."""
    steps = 0
    for _ in table.agent_iter():
        seen, _, over, cut_off, _ = table.last()
        if over or cut_off:
            table.step(None)
            continue
        table.step(rng.choice(np.flatnonzero(seen["action_mask"]).tolist()))
        steps += 1
    return steps
