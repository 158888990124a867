"""A field of a form: one thing to set, with its choices, help and what is wrong."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final

MAX_SEGMENTS: Final = 4
"""More choices than these become a select."""


@dataclass(slots=True)
class Control:
    """One thing to set: `kind` is segments, select or number; `name` is the field of the form."""

    name: str
    label: str
    help: str
    rule: str
    kind: str
    default: str
    value: str
    choices: list[tuple[str, str]] = field(default_factory=list)
    least: int | None = None
    most: int | None = None
    error: str = ""
    tells: list[str] = field(default_factory=list)
    """Values that show hidden things, and are for tables with one person only."""
    note: str = ""
    here: str = ""
    """Of a date: what is said in place of `help` where scripts know the clock of the reader."""
