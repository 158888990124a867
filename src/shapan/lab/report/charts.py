"""The figures of a report: small Vega-Lite charts, 340 wide, so that a telephone shows them in their full size.

They are drawn once, in the light colours of the table. In the page those colours become its own, light or dark.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

import altair as alt
import vl_convert

WIDTH: Final = 340
TEXT, DIM, LINE, EDGE, MARK, PANEL = "#1B222B", "#565F69", "#D3CDC1", "#7D7464", "#1D5FA8", "#FBFAF7"
TOKENS: Final = {TEXT: "text", DIM: "text-2", LINE: "line", EDGE: "edge", MARK: "info", PANEL: "panel"}
"""Colour of a chart -> name of the page's colour."""
FONT: Final = "Noto Sans, Segoe UI, Roboto, Helvetica, Noto Sans CJK SC, PingFang SC, Microsoft YaHei, sans-serif"
_LABELS: Final = 132
_ROW: Final = 26


@dataclass(slots=True)
class Bar:
    """A value with its interval, by a name; `clear` ones are filled."""

    name: str
    value: float
    low: float
    high: float
    clear: bool


def intervals(bars: Sequence[Bar], title: str, fair: float) -> dict[str, Any]:
    """Return a chart of values with intervals, one below the other, and the fair value as a dashed line."""
    bars = [_rounded(bar) for bar in bars]
    data = _data([{**_row(bar), "name": bar.name} for bar in bars])
    names = [bar.name for bar in bars]
    ends = [fair, *(bar.low for bar in bars), *(bar.high for bar in bars)]
    reach = (max(ends) - min(ends) or 1.0) * 0.06
    scale = alt.Scale(domain=[min(ends) - reach, max(ends) + reach], nice=False, zero=False)
    y = alt.Y("name:N", sort=names, title=None, axis=alt.Axis(labelLimit=_LABELS - 8, minExtent=_LABELS))
    base = alt.Chart(data)
    x = alt.X("low:Q", scale=scale, title=title, axis=alt.Axis(tickCount=5))
    rule = base.mark_rule(color=MARK, strokeWidth=2).encode(y=y, x=x, x2="high:Q")
    points = base.mark_point(color=MARK, size=70, strokeWidth=2).encode(
        y=y, x=alt.X("value:Q", scale=scale), fill=alt.condition("datum.clear", alt.value(MARK), alt.value(PANEL))
    )
    middle = alt.Chart(_data([{"fair": fair}])).mark_rule(color=EDGE, strokeDash=[5, 4], strokeWidth=1.5)
    return _spec(
        alt.layer(middle.encode(x=alt.X("fair:Q", scale=scale)), rule, points), WIDTH - _LABELS - 24, _ROW * len(bars)
    )


def _row(bar: Bar) -> dict[str, Any]:
    return {"value": bar.value, "low": bar.low, "high": bar.high, "clear": bar.clear}


def _rounded(bar: Bar) -> Bar:
    """Return a bar without the digits that depend on the order of additions, so that a chart is always the same."""
    return Bar(bar.name, round(bar.value, 4), round(bar.low, 4), round(bar.high, 4), bar.clear)


def _data(rows: list[dict[str, Any]]) -> Any:
    return alt.Data(values=rows)  # type: ignore[no-untyped-call]


def histogram(counts: Sequence[tuple[int, int]], title: str, height_title: str) -> dict[str, Any]:
    """Return a chart of how many matches took how many rounds or decisions."""
    values, width = _binned(counts)
    data = _data([{"at": at, "end": at + width, "times": times} for at, times in values])
    marks = alt.Chart(data).mark_bar(color=MARK, binSpacing=1)
    x = alt.X("at:Q", title=title, bin=alt.Bin(binned=True, step=width), axis=alt.Axis(tickCount=6))
    y = alt.Y("times:Q", title=height_title, axis=alt.Axis(tickCount=4, tickMinStep=1))
    return _spec(marks.encode(x=x, x2="end:Q", y=y), WIDTH - 62, 150)


def _binned(counts: Sequence[tuple[int, int]], most: int = 30) -> tuple[list[tuple[int, int]], int]:
    """Return counts in at most so many steps of an even width, and that width."""
    least, last = counts[0][0], counts[-1][0]
    width = next(size for size in _widths() if (last // size) - (least // size) < most)
    sums: dict[int, int] = {}
    for value, times in counts:
        at = value // width * width
        sums[at] = sums.get(at, 0) + times
    return sorted(sums.items()), width


def _widths() -> Any:
    size = 1
    while True:
        yield from (size, 2 * size, 5 * size)
        size *= 10


def bars(rows: Sequence[tuple[str, float]], title: str) -> dict[str, Any]:
    """Return a chart of numbers by name."""
    data = _data([{"name": name, "value": value} for name, value in rows])
    y = alt.Y("name:N", sort=[name for name, _ in rows], title=None)
    y = y.axis(labelLimit=_LABELS - 8, minExtent=_LABELS)
    x = alt.X("value:Q", title=title, axis=alt.Axis(tickCount=4))
    return _spec(
        alt.Chart(data).mark_bar(color=MARK, height=14).encode(y=y, x=x), WIDTH - _LABELS - 24, _ROW * len(rows)
    )


def climb(points: Sequence[tuple[int, float]], title: str, height_title: str) -> dict[str, Any]:
    """Return a chart of how many of 100 matches were over by each round."""
    data = _data([{"at": at, "value": value} for at, value in points])
    x = alt.X("at:Q", title=title, axis=alt.Axis(tickCount=6))
    y = alt.Y("value:Q", title=height_title, scale=alt.Scale(domain=[0, 100]), axis=alt.Axis(tickCount=5))
    line = alt.Chart(data).mark_line(color=MARK, interpolate="step-after", strokeWidth=2)
    return _spec(line.encode(x=x, y=y), WIDTH - 62, 150)


def _spec(chart: Any, width: int, height: int) -> dict[str, Any]:
    shown = chart.properties(width=width, height=height, background=PANEL, padding=4).configure(font=FONT)
    shown = shown.configure_view(stroke=None).configure_axis(
        labelColor=TEXT, titleColor=DIM, gridColor=LINE, domainColor=EDGE, tickColor=EDGE,
        labelFontSize=12, titleFontSize=12, titleFontWeight="normal", titlePadding=6,
    )  # fmt: skip
    written: dict[str, Any] = shown.configure_axisY(grid=False).to_dict()
    return written


def svg(spec: dict[str, Any]) -> str:
    """Return a chart as an SVG file."""
    return str(vl_convert.vegalite_to_svg(spec))


def png(spec: dict[str, Any]) -> bytes:
    """Return a chart as a PNG file, twice as large."""
    return bytes(vl_convert.vegalite_to_png(spec, scale=2))


def inline(drawn: str) -> str:
    """Return an SVG for the page: its colours and fonts are the page's, readers of screens pass it by."""
    for colour, token in TOKENS.items():
        drawn = re.sub(re.escape(colour), f"var(--{token})", drawn, flags=re.IGNORECASE)
    drawn = re.sub(r'\sfont-family="[^"]*"', "", drawn)
    drawn = re.sub(r'\s(aria-\w+|role)="[^"]*"', "", drawn)
    return drawn.replace("<svg ", '<svg aria-hidden="true" focusable="false" ', 1)
