"""Several processes behind nginx lose nothing, whatever is done to them.

`SHAPAN_HURTS` says how often a process is killed; the other ways come along as often as in the usual run.
"""

from __future__ import annotations

import os
import random
from pathlib import Path

import pytest

from server import cluster
from server.apart import run
from server.site import hurt
from shapan.server.store.postgres import Postgres

KILLS = int(os.environ.get("SHAPAN_HURTS", "1"))


def test_what_is_acknowledged_is_stored_once_and_in_order(tmp_path: Path) -> None:
    programs = cluster.programs()
    if programs is None:
        (pytest.fail if os.environ.get("CI") else pytest.skip)("there is no PostgreSQL: install postgresql")
    plan = ["kill"] * KILLS + ["session", "restart"] * max(1, KILLS // 4) + ["crash", "pause"] * max(1, KILLS // 8)
    random.Random(3).shuffle(plan)
    with cluster.running(programs) as server:
        address = cluster.make(server.socket, "site")
        Postgres.at(address).migrate()
        report = run(
            hurt(
                tmp_path,
                server,
                address,
                processes=3 if KILLS > 8 else 2,
                people=150 if KILLS > 8 else 10,
                plan=[(kind, 0.7) for kind in plan],
                pause=20.0 if KILLS > 8 else 1.5,
                rest=1.0,
                # Enough is under way at each hurt; who does not think at all keeps both processes busy all the time.
                thought=0.0 if KILLS > 8 else 0.2,
            )
        )
    print(report.table())
    assert report.clean, report.table()
    assert report.acknowledged > 20 * KILLS and set(report.hurts) == {"kill", "restart", "session", "crash", "pause"}
