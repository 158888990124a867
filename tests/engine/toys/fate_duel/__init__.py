"""Fate duel: models on a table in 1/1000 inch, opposed flips from own decks, cheating from a hidden hand."""

from engine.toys.fate_duel.game import GAME

__all__ = ["GAME"]
