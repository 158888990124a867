"""Malifaux, third edition: the skirmish of two crews with fate decks, on a table to scale."""

from shapan.games.malifaux.game import MALIFAUX as GAME

__all__ = ["GAME"]
