"""StarCraft: the board game of order stacks, hidden battle cards and six factions in a galaxy that turns."""

from shapan.games.starcraft.game import GAME

__all__ = ["GAME"]
