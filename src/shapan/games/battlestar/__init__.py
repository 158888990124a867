"""Battlestar Galactica: humans flee to Kobol, and some of them are Cylons."""

from shapan.games.battlestar.game import GAME

__all__ = ["GAME"]
