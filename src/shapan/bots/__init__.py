"""Bots: players that see what their seat may know, and nothing else."""

from shapan.bots.bot import Bot, answer, policy
from shapan.bots.registry import UnknownBot, find, names, ranks, register

__all__ = ["Bot", "UnknownBot", "answer", "find", "names", "policy", "ranks", "register"]
