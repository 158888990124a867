"""Writing a page: one HTML file that needs nothing else, and beside it its figures (SVG, PNG) and tables (CSV)."""

from __future__ import annotations

import csv
import io
from functools import cache
from pathlib import Path

from jinja2 import Environment, PackageLoader, StrictUndefined, Template
from markupsafe import Markup

from shapan import __version__
from shapan.lab import balance, results
from shapan.lab.files import put
from shapan.lab.report import charts, of_balance, of_run
from shapan.lab.report.parts import Page, Table
from shapan.lab.report.wording import Wording


@cache
def _template() -> Template:
    environment = Environment(
        loader=PackageLoader("shapan.lab.report", "pages"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    return environment.get_template("report.html.jinja")


def page_of(place: Path, wording: Wording) -> Page:
    """Return the page about a folder: a balance test, or a run. Raises Fault for anything else."""
    if (place / balance.NAME).exists():
        return of_balance.page(balance.read(place), place, wording)
    return of_run.page(results.load(place), place, wording)


def write(page: Page, place: Path, wording: Wording) -> Path:
    """Write a page and what belongs to it; return the path of the page."""
    ending = "" if wording.language == "en" else f".{wording.language}"
    beside = place / f"report{ending}"
    beside.mkdir(exist_ok=True)
    for section in page.sections:
        for figure in section.figures:
            put(beside / f"{figure.name}.csv", _csv(figure.table).encode())
            if figure.spec is not None:
                drawn = charts.svg(figure.spec)
                figure.drawn = Markup(charts.inline(drawn))  # noqa: S704 - drawn by Vega, which escapes the names in it
                put(beside / f"{figure.name}.svg", drawn.encode())
                put(beside / f"{figure.name}.png", charts.png(figure.spec))
    path = place / f"report{ending}.html"
    text = _template().render(
        page=page, language=wording.language, say=wording.say, version=__version__, beside=beside.name
    )
    put(path, text.encode())
    return path


def _csv(table: Table) -> str:
    text = io.StringIO()
    writer = csv.writer(text)
    writer.writerow(table.headings)
    writer.writerows([[cell.replace("−", "-") for cell in row] for row in table.rows])
    return text.getvalue()
