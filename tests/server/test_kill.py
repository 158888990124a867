"""Nothing acknowledged is lost by kills in mid-play; `bench/kill.py` does the same a few hundred times."""

from __future__ import annotations

from pathlib import Path

import pytest

from server.apart import run
from server.kill import kill_often, stored


@pytest.mark.slow
@pytest.mark.parametrize("kills", [3, pytest.param(12, marks=pytest.mark.long)])
def test_kills_in_mid_play_lose_nothing_acknowledged(tmp_path: Path, kills: int) -> None:
    report = run(kill_often(tmp_path, kills))
    print(report.table())
    assert report.clean, report.table()
    assert report.kills == kills and min(report.in_flight) >= 8
    assert report.acknowledged >= kills * 3 and report.unacknowledged >= kills * 8
    assert report.retried[200] == report.unacknowledged
    ids, _ = stored(tmp_path)
    assert len(ids) == report.records == report.acknowledged
