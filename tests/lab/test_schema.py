"""The page on the tables names every column with its type; rows have just these; what a missing package says."""

from __future__ import annotations

import re
import sys
from pathlib import Path

import pytest

from cli.conftest import Shapan
from cli.conftest import data as data  # noqa: PLC0414 - its fixtures
from cli.conftest import shapan as shapan  # noqa: PLC0414
from shapan.engine.registry import games
from shapan.installing import installing_extra
from shapan.lab.plan import Plan
from shapan.lab.rows import SCHEMA, Shape, write

PAGE = (Path(__file__).parents[2] / "docs/reference/lab-results.md").read_text("utf-8")
_ROW = re.compile(r"^\| `([a-z_.<>]+)` \| (\w+) \| ", re.MULTILINE)


def described(table: str) -> list[tuple[str, str]]:
    """Columns of a table of the page: a pattern for the name, and the type."""
    text = PAGE.split(f"## {table}.parquet")[1].split("\n## ")[0]
    return [(re.sub(r"<\w+>", _part, re.escape(name).replace(r"\<", "<")), kind) for name, kind in _ROW.findall(text)]


def _part(found: re.Match[str]) -> str:
    """Return what stands for a part of a name: words may have a point or a plus, as `triumph.III`, `stone.+`."""
    return r"[\w.+]+" if found[0] == "<word>" else r"\w+"


@pytest.mark.parametrize("name", list(games()))
@pytest.mark.parametrize("table", ["matches", "seats", "answers"])
def test_every_column_is_described(name: str, table: str) -> None:
    plan = Plan(name, games()[name].min_seats, [["random"] * games()[name].min_seats], {}, "1", 1)
    shape = Shape(plan)
    columns = shape.tables[table]
    places = []
    for column, kind in columns.items():
        fits = [
            place for place, row in enumerate(described(table)) if (re.fullmatch(row[0], column), row[1] == kind)[0]
        ]
        assert len(fits) == 1, column
        assert described(table)[fits[0]][1] == kind
        places.append(fits[0])
    if name == "planet_masters":
        assert set(places) == set(range(len(described(table))))
    rows = write(plan, 0, 1)
    assert list(getattr(rows, table)) == list(columns)


def test_the_page_names_the_schema() -> None:
    assert f"The schema has the number **{SCHEMA}**" in PAGE


def test_a_missing_package_is_named_with_what_to_install(shapan: Shapan, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "polars", None)
    done = shapan("lab", "run", "pig")
    assert (done.code, done.out) == (2, "")
    assert done.err == f"shapan: this needs polars, which is not installed: {installing_extra('lab')}\n"


def test_the_command_sums_up_what_simulate_says_too(shapan: Shapan, tmp_path: Path) -> None:
    import json

    words = ("pig", "--bots", "greedy,random,random", "--matches", 30, "--option", "target=40", "--seed", "q")
    done = shapan("lab", "run", *words, "--jobs", 1, "--out", tmp_path / "out", "--json")
    assert (done.code, done.err) == (0, "")
    written, simulated = json.loads(done.out), json.loads(shapan("simulate", *words, "--json").out)
    assert written.pop("folder") == str(tmp_path / "out")
    assert written.pop("lineups") == [simulated.pop("bots")]
    assert simulated.pop("decisions_per_second") > 0
    assert written == simulated
    told = shapan("lab", "run", *words, "--out", tmp_path / "out")
    assert "30 matches of pig" in told.out
    assert "Seat 2 (random)" in told.out
