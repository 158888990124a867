"""Tables on the screen keep all that stands in them, however narrow it is."""

from __future__ import annotations

import pytest
from rich.table import Table

from shapan.cli.screen import screen


@pytest.mark.parametrize("width", [20, 80, 200])
def test_no_number_is_cut_short(width: int, capsys: pytest.CaptureFixture[str]) -> None:
    table = Table(box=None)
    for name in ("", "share %", "from", "to", "verdict"):
        table.add_column(name, no_wrap=True)
    row = [
        "a name that is long enough",
        "1,234,567.8",
        "-12.3",
        "+1234.5",
        "more than fair within 10 points",
    ]
    table.add_row(*row)
    console = screen(width=width)
    console.whole(table)
    said = capsys.readouterr().out
    assert all(cell in said for cell in row) and len(said.splitlines()) == 2
    assert console.width == width
