"""What a page is made of: sections of paragraphs, figures and tables, in the order in which they are read."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any


@dataclass(slots=True)
class Table:
    """Cells as text. `words` is how many of the first columns hold words, the others are numbers."""

    title: str
    headings: list[str]
    rows: list[list[str]]
    words: int = 1
    code: bool = False
    """Whether the last column holds commands."""


@dataclass(slots=True)
class Figure:
    """A chart (a Vega-Lite specification), its file name, and the table with the same numbers."""

    title: str
    name: str
    spec: dict[str, Any] | None
    table: Table
    drawn: str = ""
    """The chart as SVG for the page, once it is drawn."""


@dataclass(slots=True)
class Section:
    """A chapter of the page."""

    name: str
    title: str
    notes: list[str] = field(default_factory=list)
    figures: list[Figure] = field(default_factory=list)


@dataclass(slots=True)
class Page:
    """A page: what was played, what stands out, and the chapters."""

    title: str
    played: list[str]
    stands_out: list[str]
    sections: list[Section]
    stands_out_notes: list[str] = field(default_factory=list)
