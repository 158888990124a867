"""Leduc poker: six cards, two rounds of betting."""

from shapan.games.leduc.game import GAME

__all__ = ["GAME"]
