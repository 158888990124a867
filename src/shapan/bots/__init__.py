"""Bots: players that see what their seat may know, and nothing else."""

from shapan.bots.bot import Asked, Bot, answer, policy
from shapan.bots.registry import UnknownBot, broken, find, names, ranks, register

__all__ = ["Asked", "Bot", "UnknownBot", "answer", "broken", "find", "names", "policy", "ranks", "register"]
