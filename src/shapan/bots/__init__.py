"""Bots: players that see what their seat may know, and nothing else."""

from shapan.bots.bot import Bot, DecisionPoint, answer, policy
from shapan.bots.registry import UnknownBot, broken, find, has_personality, names, parted, ranks, register

__all__ = [
    "DecisionPoint",
    "Bot",
    "UnknownBot",
    "answer",
    "broken",
    "find",
    "has_personality",
    "names",
    "parted",
    "policy",
    "ranks",
    "register",
]
