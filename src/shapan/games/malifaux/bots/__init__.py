"""How Malifaux is played: each question is rated by the part that knows it, a whole table by `judgement`.

Nothing but the view is read.
"""

from shapan.games.malifaux.bots import acting, dueling, interacting, setting, spending, turning
from shapan.games.malifaux.bots.judgement import JUDGEMENT, features
from shapan.games.malifaux.bots.mind import RATE
from shapan.games.malifaux.bots.mistakes import mistakes

__all__ = [
    "JUDGEMENT",
    "RATE",
    "acting",
    "dueling",
    "features",
    "interacting",
    "mistakes",
    "setting",
    "spending",
    "turning",
]
