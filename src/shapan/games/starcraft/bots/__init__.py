"""How StarCraft is played: each question is rated by the part that knows it, from the view of its seat alone."""

from shapan.games.starcraft.bots import battle, building, moving, planning, regroup, setting
from shapan.games.starcraft.bots.mind import RATE

__all__ = ["RATE", "battle", "building", "moving", "planning", "regroup", "setting"]
