"""A console that wraps text as its language is: at spaces, and between the signs of Chinese, which has none."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Final

from rich.cells import cell_len
from rich.console import Console, ConsoleOptions, RenderableType
from rich.containers import Lines
from rich.segment import Segment
from rich.text import Text

WIDE: Final = 2
"""Cells of a sign of Chinese."""
NOT_FIRST: Final = frozenset("，。、；：！？）」』》】”’％…—·,.;:!?)]}%")
NOT_LAST: Final = frozenset("（「『《【“‘([{")
"""Signs that begin no line, and that end none."""


def pieces(line: str) -> list[str]:
    """Return what of a line stays together: words with the spaces behind them, and signs of Chinese."""
    found: list[str] = []
    begin = 0
    for at in range(1, len(line)):
        last, sign = line[at - 1], line[at]
        spaced = last == " " != sign
        wide = WIDE in (cell_len(last), cell_len(sign)) and sign not in NOT_FIRST and last not in NOT_LAST
        if spaced or (wide and " " not in (last, sign) and cell_len(sign)):
            found.append(line[begin:at])
            begin = at
    return [*found, line[begin:]] if line else []


def breaks(line: str, width: int) -> list[int]:
    """Return where lines of a width begin after the first; what is wider than one is broken anywhere."""
    found: list[int] = []
    at = used = 0
    for piece in pieces(line):
        if used and used + cell_len(piece.rstrip()) > width:
            found.append(at)
            used = 0
        for sign in piece:
            if used and sign != " " and used + cell_len(sign) > width:
                found.append(at)
                used = 0
            used += cell_len(sign)
            at += 1
    return found


class _Prose(Text):
    """A text that knows where Chinese may be broken."""

    def wrap(self, console: Console, width: int, *, no_wrap: bool | None = None, **given: Any) -> Lines:
        overflow = given.get("overflow") or self.overflow or "fold"
        if no_wrap or self.no_wrap or overflow == "ignore":
            return super().wrap(console, width, no_wrap=no_wrap, **given)
        lines = Lines()
        for line in self.split(allow_blank=True):
            line.expand_tabs(given.get("tab_size", 8))
            parts = line.divide(breaks(line.plain, width))
            for part in parts:
                part.rstrip_end(width)
            if justify := given.get("justify") or self.justify:
                parts.justify(console, width, justify=justify, overflow=overflow)
            lines.extend(parts)
        return lines


class Wrapping(Console):
    """A console that breaks every text so, wherever it stands."""

    def render(self, renderable: RenderableType, options: ConsoleOptions | None = None) -> Iterable[Segment]:
        """Yield the parts of what is printed."""
        if type(renderable) is Text:
            plain = renderable
            renderable = _Prose(plain.plain, plain.style, justify=plain.justify, overflow=plain.overflow)
            renderable.no_wrap, renderable.end, renderable.tab_size = plain.no_wrap, plain.end, plain.tab_size
            renderable.spans = plain.spans
        return super().render(renderable, options)
