"""How StarCraft is played: each question is rated by the part that knows it, a whole table by `judgement`.

Nothing but the view is read.
"""

from shapan.games.starcraft.bots import battle, building, moving, planning, regroup, setting
from shapan.games.starcraft.bots.mind import RATE

__all__ = ["RATE", "battle", "building", "moving", "planning", "regroup", "setting"]
