"""Shapan: board games with written rules, for people, bots and experiments."""

from importlib.metadata import version

__version__ = version("shapan")
