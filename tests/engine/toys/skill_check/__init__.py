"""Skill check: hidden hands give face down in seat order, reactions interrupt, one seat is a hidden traitor."""

from engine.toys.skill_check.game import GAME

__all__ = ["GAME"]
