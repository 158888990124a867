"""Battlefield 战地强装&冲突: cards, a ring of territories, secret rows of combat cards, treaties, bombs."""

from shapan.games.battlefield.game import GAME

__all__ = ["GAME"]
