"""Lengths: how long a match takes, as measured with bots (`lengths.toml` of a game), and how that is said everywhere.

The text `game.length` is made from it; only a game without such a file writes one itself.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from typing import Any, Final

import msgspec

from shapan.engine.trouble import FileError, toml_of

FILE: Final = "lengths.toml"
_HOUR: Final = 60
_QUARTER: Final = 15


class Measured(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Minutes of a match as they were measured with bots."""

    seats: int
    matches: int
    questions: int
    """What one person is asked in a match."""
    alone: int
    people: int
    options: dict[str, Any] = {}
    """Options that differ from the game's defaults."""
    short: Measured | None = None
    """The short match that the game offers, measured in the same way."""


@cache
def measured(package: str) -> Measured | None:
    """Return what was measured of the game of a package, None if nothing was, or nothing that can be read."""
    try:
        return read_lengths(package)
    except FileError:
        return None


def read_lengths(package: str) -> Measured | None:
    """Return what the file of a package says, None if there is none. Raises FileError."""
    data = toml_of(package, FILE)
    try:
        return None if data is None else msgspec.convert(data, Measured)
    except msgspec.ValidationError as error:
        raise FileError(f"{files(package) / FILE}: {error}") from None


def duration(texts: Mapping[str, str], minutes: int) -> str:
    """Return a length in the words of a catalogue: minutes, or hours and quarters of one."""
    if minutes < _HOUR:
        return texts["length.minutes"].format(count=minutes)
    hours, rest = divmod(_QUARTER * round(minutes / _QUARTER), _HOUR)
    words = texts["length.hours"].format(count=hours)
    return f"{words} {texts['length.minutes'].format(count=rest)}" if rest else words


def length_text(texts: Mapping[str, str], alone: int, people: int) -> str:
    """Return how long a match takes alone with bots and among people, in minutes; 0: nobody knows."""
    said = [
        texts[f"length.{key}"].format(length=duration(texts, minutes))
        for key, minutes in (("alone", alone), ("people", people))
        if minutes
    ]
    return texts["length.both"].format(alone=said[0], people=said[1]) if alone and people else "".join(said)
