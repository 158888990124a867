"""How bots play Battlestar Galactica: each question is rated by the part that knows it, a whole table by `judgement`.

Nothing but the view is read.
"""

from shapan.games.battlestar.bots import acting, checks, choices, cylon, fleet, people
from shapan.games.battlestar.bots.mind import RATE

__all__ = ["RATE", "acting", "checks", "choices", "cylon", "fleet", "people"]
