"""How fast Shapan is, beside others, interleaved: `./scripts/bench [--rounds 5] [--only TEXT] [--write]`.

Several processes take turns: plain Python, the compiled build where `./scripts/compile` has made one, and the
others. Every figure is a median of CPU time. With `--write` the tables go into docs/reference/performance.md.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import statistics
import subprocess
import sys
from dataclasses import dataclass, field
from pathlib import Path
from textwrap import wrap
from typing import Any

from page import put

from shapan.build import BUILDS, FILE, PLAIN, digest, folder_of

ROOT = Path(__file__).resolve().parent.parent
PAGE = ROOT / "docs" / "reference" / "performance.md"
COMPILED = ROOT / "build" / "compiled" / "modules"
BEGIN, END = "<!-- figures: written by ./scripts/bench --write -->", "<!-- end of the figures -->"
PIG = "pig(horizon=100000)"
BATTLESTAR = "playout:battlestar:4"
BATTLEFIELD = "playout:battlefield:4"


@dataclass
class Ratio:
    """One line: ours over theirs, with what section 11 of the design asks for; 0 where it asks for nothing."""

    label: str
    ours: str
    peer: str
    plain: float = 0.0
    compiled: float = 0.0
    unit: str = "x"
    own: bool = False
    """The peer is a measure of our own, of the same build."""


RATIOS = [
    Ratio("pig, playout / OpenSpiel C++ driven from Python", "playout:pig:2", f"openspiel:{PIG}", 1.5, 15),
    Ratio("pig, playout / OpenSpiel Python game of equal rules", "playout:pig:2", "openspiel:bench_python_pig", 8, 80),
    Ratio("pig, playout / OpenSpiel roll-outs inside C++", "playout:pig:2", f"rollouts:{PIG}", 0, 1),
    Ratio("pig, playout / boardgame.io", "playout:pig:2", "boardgame.io", 150, 1_500),
    Ratio("leduc, playout / OpenSpiel C++ driven from Python", "playout:leduc:2", "openspiel:leduc_poker"),
    Ratio("leduc, playout / RLCard", "playout:leduc:2", "rlcard:leduc-holdem", 8, 100),
    Ratio("leduc, playout / PettingZoo", "playout:leduc:2", "pettingzoo", 120, 1_500),
    Ratio("leduc, our environment with observations / RLCard", "adapter:seen", "rlcard:leduc-holdem", 3, 20),
    Ratio("leduc, our environment with observations / PettingZoo", "adapter:seen", "pettingzoo", 30, 200),
    Ratio("leduc, our environment without observations / RLCard", "adapter:blind", "rlcard:leduc-holdem"),
    Ratio("leduc, search / OpenSpiel IS-MCTS in C++", "search", "search:c++", 0, 2),
    Ratio("leduc, search / OpenSpiel IS-MCTS in Python", "search", "search:python", 3),
    Ratio("Planet Masters, 2 seats, playout / the same in C", "playout:planet_masters:2", "c:2", 1.5, 15, "%"),
    Ratio("Planet Masters, 4 seats, playout / the same in C", "playout:planet_masters:4", "c:4", 1.5, 15, "%"),
    Ratio("pig, in C++ / OpenSpiel roll-outs inside C++", "native:pig:2", f"rollouts:{PIG}"),
    Ratio("leduc, in C++ / RLCard", "native:leduc:2", "rlcard:leduc-holdem"),
    Ratio("Planet Masters, 2 seats, in C++ / the same in C", "native:planet_masters:2", "c:2", 35, 0, "%"),
    Ratio("Planet Masters, 4 seats, in C++ / the same in C", "native:planet_masters:4", "c:4", 35, 0, "%"),
    Ratio("Battlestar Galactica, 4 seats, playout / RLCard gin rummy", BATTLESTAR, "rlcard:gin-rummy"),
    Ratio(
        "Battlestar Galactica, 4 seats, playout / OpenSpiel Python Kuhn poker",
        BATTLESTAR,
        "openspiel:python_kuhn_poker",
    ),
    Ratio(
        "Battlestar Galactica, 4 seats, playout / OpenSpiel Python liar's poker",
        BATTLESTAR,
        "openspiel:python_liars_poker",
    ),
    Ratio(
        "Battlestar Galactica, 4 seats, playout / OpenSpiel Python dominoes",
        BATTLESTAR,
        "openspiel:python_block_dominoes",
    ),
    Ratio("Battlefield, 4 seats, playout / RLCard gin rummy", BATTLEFIELD, "rlcard:gin-rummy"),
    Ratio("Battlefield, 4 seats, playout / OpenSpiel Python dominoes", BATTLEFIELD, "openspiel:python_block_dominoes"),
    Ratio("pig, stepped / OpenSpiel Python game", "stepped:pig:2", "openspiel:bench_python_pig", 1, 2),
    Ratio("Planet Masters, stepped / OpenSpiel Python pig", "stepped:planet_masters:4", "openspiel:bench_python_pig"),
    Ratio("pig, stepped by the lean stepper / OpenSpiel Python game", "lean:pig:2", "openspiel:bench_python_pig", 1, 2),
    Ratio("clone in mid-turn / deep copy of the state", "clone", "deepcopy", 8, 20, own=True),
    Ratio("event log on / off (pig)", "recorded:pig:2", "playout:pig:2", 0.85, 0.85, own=True),
]
BIG = [
    f"{kind}:{game}"
    for game in ("battlestar:4", "battlefield:4", "starcraft:4", "malifaux:2")
    for kind in ("playout", "greedy", "looks")
]
ALONE = [
    "stepped:leduc:2",
    "lean:leduc:2",
    "lean:planet_masters:4",
    "save",
    *BIG,
]
NATIVE = ["pig:2", "leduc:2", "planet_masters:2", "planet_masters:4"]
RATES = {BATTLESTAR: (50_000, 300_000), BATTLEFIELD: (50_000, 300_000)}
"""Targets of the rates of big games: plain, compiled."""


@dataclass
class Worker:
    """A process that measures, and what it has found: per second of CPU by name, or why it could not."""

    side: str
    process: subprocess.Popen[str]
    rates: dict[str, list[float]] = field(default_factory=dict)
    ratios: dict[str, list[float]] = field(default_factory=dict)
    """By label: what was measured here over what was measured right after it of the peer, round by round."""
    missing: dict[str, str] = field(default_factory=dict)

    def measure(self, name: str) -> float | None:
        """Let it measure once and return the rate."""
        if name in self.missing:
            return None
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.process.stdin.write(name + "\n")
        self.process.stdin.flush()
        line = self.process.stdout.readline()
        if not line:
            sys.exit(f"bench: {self.side} ended at {name}")
        said: dict[str, Any] = json.loads(line)
        if "missing" in said:
            self.missing[name] = said["missing"]
            print(f"left out: {name} ({self.side}): {said['missing']}", file=sys.stderr)
            return None
        rate = said["count"] / said["seconds"]
        self.rates.setdefault(name, []).append(rate)
        return float(rate)

    def rate(self, name: str) -> float | None:
        """Return the median."""
        rows = self.rates.get(name)
        return statistics.median(rows) if rows else None


def start(side: str, least: float) -> Worker:
    """Start a process that measures."""
    environment = {**os.environ, BUILDS: str(COMPILED), PLAIN: "" if side == "compiled" else "1"}
    command = [sys.executable, str(ROOT / "bench" / "worker.py"), side, str(least)]
    pipe = subprocess.PIPE
    return Worker(side, subprocess.Popen(command, stdin=pipe, stdout=pipe, text=True, env=environment))


def compare(ours: list[Worker], others: Worker, ratio: Ratio) -> None:
    """Measure both sides of a ratio one right after the other: the machine's pace changes within a run."""
    peer = None if ratio.own else others.measure(ratio.peer)
    for worker in ours:
        own = worker.measure(ratio.ours)
        other = worker.measure(ratio.peer) if ratio.own else peer
        if own is not None and other is not None:
            worker.ratios.setdefault(ratio.label, []).append(own / other)


def over(worker: Worker, ratio: Ratio) -> str:
    """Return a cell: the median of the ratios, the least and the most, and how much of the target is reached."""
    rows = [value * (100 if ratio.unit == "%" else 1) for value in worker.ratios.get(ratio.label, [])]
    if not rows:
        return "-"
    value = statistics.median(rows)
    wanted = ratio.compiled if worker.side == "compiled" else ratio.plain
    shown = f"{value:.3g}%" if ratio.unit == "%" else f"x{value:.3g}"
    shown += f" [{min(rows):.3g}, {max(rows):.3g}]"
    return shown if not wanted or value >= wanted else f"{shown}, {100 * value / wanted:.0f}% of target"


def target(value: float, unit: str) -> str:
    """Return the target."""
    return "-" if not value else f"{value:g}%" if unit == "%" else f"x{value:,g}"


def figure(worker: Worker, name: str) -> str:
    """Return a cell: a rate, and how much of the target is reached."""
    rate = worker.rate(name)
    if rate is None:
        return "-"
    plain, compiled = RATES.get(name, (0, 0))
    wanted = compiled if worker.side == "compiled" else plain
    return f"{rate:,.0f}" if rate >= wanted else f"{rate:,.0f}, {100 * rate / wanted:.0f}% of {wanted:,} reached"


def tables(ours: list[Worker], others: Worker, rounds: int, ratios: list[Ratio], alone: list[str]) -> str:
    """Return the tables."""
    sides = [worker.side for worker in ours]
    lines = [
        f"Medians of {rounds} rounds [least, most] of CPU; Python {platform.python_version()}, {platform.machine()}.",
        "",
        "| ratio | " + " | ".join(f"{side} | target" for side in sides) + " |",
        "| --- |" + " --- | --- |" * len(sides),
    ]
    for ratio in ratios:
        cells = []
        for worker in ours:
            wanted = ratio.compiled if worker.side == "compiled" else ratio.plain
            cells += [over(worker, ratio), target(wanted, ratio.unit)]
        lines.append(f"| {ratio.label} | " + " | ".join(cells) + " |")
    lines += translated(ours)
    heads = [*sides, *(["compiled / plain"] if len(ours) > 1 else [])]
    lines += ["", "| what, a second | " + " | ".join(heads) + " |", "| --- |" + " ---: |" * len(heads)]
    own = [name for ratio in ratios for name in (ratio.ours, ratio.peer if ratio.own else ratio.ours)]
    for name in dict.fromkeys([*own, *alone]):
        cells = [figure(worker, name) for worker in ours]
        if len(ours) > 1:
            one, two = ours[0].rate(name), ours[1].rate(name)
            cells.append("-" if not one or not two else f"x{two / one:.2f}")
        lines.append(f"| `{name}` | " + " | ".join(cells) + " |")
    rates = {name: others.rate(name) for name in dict.fromkeys(ratio.peer for ratio in ratios if not ratio.own)}
    peers = [f"`{name}` {'not here' if rate is None else f'{rate:,.0f}'}" for name, rate in rates.items()]
    lines += ["", *wrap(f"Others, a second: {'; '.join(peers)}.", 120, break_long_words=False, break_on_hyphens=False)]
    return "\n".join(lines)


def translated(ours: list[Worker]) -> list[str]:
    """Return the table of the rules that run in C++, over the same in each build."""
    rows = []
    for name in NATIVE:
        rate, others = ours[0].rate(f"native:{name}"), [worker.rate(f"playout:{name}") for worker in ours]
        if rate is not None:
            cells = ["-" if other is None else f"x{rate / other:.3g}" for other in others]
            rows.append(f"| `{name}` | {' | '.join(cells)} |")
    sides = " | ".join(f"in C++ / {worker.side}" for worker in ours)
    return ["", f"| random matches | {sides} |", "| --- |" + " --- |" * len(ours), *rows] if rows else []


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--least", type=float, default=0.25, help="seconds of CPU a measurement takes at least")
    parser.add_argument("--write", action="store_true", help=f"write the tables into {PAGE.relative_to(ROOT)}")
    parser.add_argument("--only", default="", metavar="TEXT", help="only lines whose label has this; writes nothing")
    given = parser.parse_args()
    if given.only and given.write:
        parser.error("--write writes all lines, --only measures some")
    ratios = [ratio for ratio in RATIOS if given.only.lower() in ratio.label.lower()]
    alone = [] if given.only else ALONE
    if not ratios:
        parser.error(f"--only: no label has {given.only!r}")
    ours = [start("plain", given.least)]
    if (folder_of(COMPILED, digest(ROOT / "src" / "shapan")) / "shapan" / FILE).is_file():
        ours.append(start("compiled", given.least))
    else:
        print("these sources are not compiled here: ./scripts/compile does it", file=sys.stderr)
    others = start("peers", given.least)
    for _ in range(given.rounds):
        for ratio in ratios:
            compare(ours, others, ratio)
        for name in alone:
            for worker in ours:
                worker.measure(name)
    text = tables(ours, others, given.rounds, ratios, alone)
    for worker in (*ours, others):
        worker.process.kill()
    print(text)
    if given.write:
        put(PAGE, BEGIN, END, text)


if __name__ == "__main__":
    main()
