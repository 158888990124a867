"""Pig: roll as long as you dare."""

from shapan.games.pig.game import GAME

__all__ = ["GAME"]
