"""Card Duel: hidden hands, and both seats play a card in secret at the same time."""

from engine.toys.card_duel.game import GAME

__all__ = ["GAME"]
