"""Measures a crowd: python bench/crowd.py [--site N] [--seconds S] [--sockets N] …

The server runs in a process of its own with its durable store, and with `--site` as N processes on PostgreSQL behind
nginx too, in turn. 500 matches are played at 200 moves a second by two people each while others look on, 500 of them at
one match; then all 2,000 are cut off at once and come back within ten seconds. Whether bots that think hold others up
is seen by `--thinkers 10 --matches 1 --sockets 2 --watchers 0 --rate 5 --reconnects 0`.
"""

from __future__ import annotations

import argparse
import json
import resource
import statistics
import subprocess
from pathlib import Path
from typing import Any

from latency import HERE, cpu_seconds, node, serving

NAMES = ("moves/s", "p50", "p99", "crowd p50", "crowd p99", "back p50", "back p99", "failed", "told", "cpu ms", "MB")


def memory(pids: list[int]) -> float:
    """Return the megabytes that processes hold (Linux), shared ones counted in each."""
    pages = sum(int(Path(f"/proc/{pid}/statm").read_text("ascii").split()[1]) for pid in pids)
    return pages * resource.getpagesize() / 2**20


def hundredths(found: list[float]) -> tuple[float, float]:
    """Return median and 99th percentile, 0 for nothing."""
    if len(found) < 2:
        return 0.0, 0.0
    cuts = statistics.quantiles(found, n=100)
    return cuts[49], cuts[98]


def measure(kind: str, given: argparse.Namespace) -> dict[str, float]:
    """Return what a crowd met at one kind of server: times in milliseconds."""
    wanted: dict[str, Any] = {name: getattr(given, name) for name in ("matches", "sockets", "watchers", "rate")}
    wanted |= {name: getattr(given, name) for name in ("seconds", "reconnects", "within", "thinkers")}
    with serving(kind, given) as (address, pids):
        command = [node(), str(HERE / "crowd.mjs"), json.dumps(wanted | {"address": address})]
        begun = sum(map(cpu_seconds, pids))
        told = json.loads(subprocess.run(command, stdout=subprocess.PIPE, text=True, check=True).stdout)
        used, held = sum(map(cpu_seconds, pids)) - begun, memory(pids)
    times = [time for name in ("moves", "crowd", "back") for time in hundredths(told[name])]
    rest = (told["failed"], told["thoughts"], used * 1000 / len(told["moves"]), held)
    return dict(zip(NAMES, (told["rate"], *times, *rest), strict=True))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--site", type=int, default=0, help="number of processes behind nginx that are measured too")
    parser.add_argument("--matches", type=int, default=500)
    parser.add_argument("--sockets", type=int, default=2000, help="two for each match, the others look on")
    parser.add_argument("--watchers", type=int, default=500, help="so many of those look on at one match")
    parser.add_argument("--rate", type=int, default=200)
    parser.add_argument("--seconds", type=int, default=600)
    parser.add_argument("--reconnects", type=int, default=2000)
    parser.add_argument("--within", type=float, default=10.0, help="seconds in which those who were cut off come back")
    parser.add_argument("--thinkers", type=int, default=0, help="matches of the strongest bots alone beside them")
    parser.add_argument("--rounds", type=int, default=1)
    given = parser.parse_args()
    given.peer = ""
    kinds = ["shapan", *(["site"] if given.site else [])]
    found: dict[str, list[dict[str, float]]] = {kind: [] for kind in kinds}
    print(f"{'':8}" + "".join(f"{name:>11}" for name in NAMES))
    for _ in range(given.rounds):
        for kind in kinds:
            found[kind].append(measure(kind, given))
            print(f"{kind:8}" + "".join(f"{value:11.1f}" for value in found[kind][-1].values()), flush=True)
    if given.site:
        runs = list(zip(found["site"], found["shapan"], strict=True))
        ratios = (statistics.median(a[name] / b[name] if b[name] else 0 for a, b in runs) for name in NAMES)
        print(f"{'ratio':8}" + "".join(f"{ratio:11.2f}" for ratio in ratios))


if __name__ == "__main__":
    main()
