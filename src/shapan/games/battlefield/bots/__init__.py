"""How Battlefield is played: each question is rated by the part that knows it, a whole table by `judgement`.

Nothing but the view is read. Rows of combat cards are drawn from the solution of the exchange (`exchange`).
"""

from shapan.games.battlefield.bots import acting, battle, dealing
from shapan.games.battlefield.bots.mind import RATE

__all__ = ["RATE", "acting", "battle", "dealing"]
