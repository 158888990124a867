"""Shapan: board games with written rules, for people, bots and experiments."""

from importlib.metadata import version
from pathlib import Path

from shapan.build import choose

__version__ = version("shapan")
BUILD = choose(Path(__file__).parent)
"""The kind of build: plain Python, or compiled."""
