"""Planet Masters: the dice game of colonies, fleets and councils."""

from shapan.games.planet_masters.game import GAME

__all__ = ["GAME"]
