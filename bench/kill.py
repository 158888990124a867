"""Kills a playing server again and again and counts what was lost: python bench/kill.py [--kills N]."""

from __future__ import annotations

import argparse
import asyncio
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))

from server.kill import kill_often
from shapan.cli.bar import bar


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--kills", type=int, default=200)
    parser.add_argument("--players", type=int, default=32)
    parser.add_argument("--seed", default="1")
    given = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="shapan-kill-") as folder, bar("Killing", given.kills) as told:
        report = asyncio.run(kill_often(Path(folder), given.kills, given.players, seed=given.seed, told=told))
    print(report.table())
    print("clean" if report.clean else "NOT CLEAN")
    return 0 if report.clean else 1


if __name__ == "__main__":
    sys.exit(main())
