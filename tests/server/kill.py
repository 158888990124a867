"""The kill test: a server is killed again and again while it plays, and nothing that it acknowledged may be lost.

A real server in a process of its own plays pig matches with a load of people at once. At a random moment, with many
answers in flight, it gets SIGKILL. What is on the disk then is copied and compared with what was acknowledged; the
server is started again, every answer that was not acknowledged is sent once more under its id, and play goes on.
"""

from __future__ import annotations

import asyncio
import os
import random
import shutil
import signal
import sqlite3
import statistics
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from uuid import uuid4

import httpx

from server.people import PIG_HOLD, PIG_ROLL
from server.quick import ONLY_PIG
from shapan.server.match.rebuild import rebuild
from shapan.server.store.sqlite import Sqlite
from shapan.server.store.storage import Store

PROGRAM = """
import sys
from pathlib import Path
from shapan.server.run import serve
from shapan.server.settings import Settings
serve(Settings(data=Path(sys.argv[1]), port=0, no_open=True, limits=None, snapshot_every=10))
"""
HEADERS = {"x-shapan": "1"}


@dataclass
class Report:
    """What was counted."""

    kills: int = 0
    in_flight: list[int] = field(default_factory=list)
    acknowledged: int = 0
    unacknowledged: int = 0
    stored: int = 0
    """Stored but not acknowledged: the answer to the client was lost, not the move."""
    lost: int = 0
    """Acknowledged and not stored."""
    doubled: int = 0
    """Ids with more than one record."""
    retried: Counter[int] = field(default_factory=Counter)
    """Results of the retries, by status."""
    holes: int = 0
    """Matches whose records are not numbered 0, 1, 2 ..."""
    matches: int = 0
    records: int = 0
    unclean: int = 0
    """Matches whose log does not replay, or replays to another state than the snapshot with the rest of the log."""
    starts: list[float] = field(default_factory=list)

    @property
    def clean(self) -> bool:
        """Whether nothing is wrong."""
        return not (self.lost or self.doubled or self.holes or self.unclean or set(self.retried) - {200})

    def table(self) -> str:
        """Return the report as text."""
        rows = {
            "kills": self.kills,
            "answers in flight at a kill: least, median, most": (
                f"{min(self.in_flight)}, {statistics.median(self.in_flight):g}, {max(self.in_flight)}"
            ),
            "answers acknowledged": self.acknowledged,
            "answers not acknowledged": self.unacknowledged,
            "  of these stored all the same": self.stored,
            "acknowledged and lost": self.lost,
            "retries of the unacknowledged, by status": dict(self.retried),
            "ids with more than one record": self.doubled,
            "matches": self.matches,
            "records": self.records,
            "matches with holes in the log": self.holes,
            "matches that do not replay clean": self.unclean,
            "start after a kill, seconds: median, most": (
                f"{statistics.median(self.starts):.2f}, {max(self.starts):.2f}"
            ),
        }
        width = max(map(len, rows))
        return "\n".join(f"{name:{width}}  {value}" for name, value in rows.items())


@dataclass
class Sent:
    """An answer on its way."""

    id: str
    ordinal: int
    code: int


@dataclass
class Player:
    """Somebody who plays both seats of one match, an answer at a time."""

    match: str
    sent: Sent | None = None
    waits: bool = False


class Round:
    """A load of players between two kills."""

    def __init__(self, client: httpx.AsyncClient, players: list[Player], report: Report, chance: random.Random) -> None:
        self.client = client
        self.players = players
        self.report = report
        self.chance = chance
        self.confirmed: list[tuple[str, str]] = []

    @property
    def in_flight(self) -> int:
        """The number of answers that are sent and not acknowledged."""
        return sum(player.waits for player in self.players)

    async def open(self, player: Player) -> None:
        """Open a new match for a player."""
        seats = [{"kind": "me"}, {"kind": "hot"}]
        wanted = {"game": "pig", "seats": seats, "options": {"target": 900}}
        player.match = (await self.client.post("/matches", json=wanted)).raise_for_status().json()["id"]

    async def retry(self, player: Player) -> None:
        """Send the unacknowledged answer once more."""
        if player.sent is not None:
            self.report.retried[await self.send(player, player.sent)] += 1

    async def play(self, player: Player) -> None:
        """Answer until the server is gone."""
        try:
            while True:
                frame = (await self.client.get(f"/api/matches/{player.match}/frame")).raise_for_status().json()
                decision = frame["decision"]
                if decision is None:
                    await self.open(player)
                    continue
                code = PIG_HOLD if self.chance.random() < 0.25 else PIG_ROLL
                player.sent = Sent(str(uuid4()), decision["ordinal"], code)
                if await self.send(player, player.sent) != 200:
                    raise AssertionError(f"{player} was refused")
        except httpx.TransportError:
            return

    async def send(self, player: Player, sent: Sent) -> int:
        """Send an answer and return the status that came back."""
        player.waits = True
        body = {"id": sent.id, "ordinal": sent.ordinal, "codes": [sent.code]}
        answer = await self.client.post(f"/api/matches/{player.match}/answers", json=body)
        player.waits, player.sent = False, None
        if answer.status_code == 200:
            self.confirmed.append((player.match, sent.id))
        return answer.status_code


def stored(folder: Path) -> tuple[Counter[tuple[str, str]], dict[str, list[int]]]:
    """Return ids and numbers of all records, from a copy: the killed server's files are left as they are."""
    with tempfile.TemporaryDirectory() as place:
        for path in folder.glob("shapan.sqlite3*"):
            shutil.copy(path, place)
        with closing(sqlite3.connect(Path(place) / "shapan.sqlite3")) as connection:
            if connection.execute("PRAGMA quick_check").fetchone() != ("ok",):
                raise AssertionError("the database is damaged")
            rows = connection.execute('SELECT "match", number, decision FROM records ORDER BY 1, 2').fetchall()
    ids: Counter[tuple[str, str]] = Counter()
    numbers: dict[str, list[int]] = {}
    for match, number, decision in rows:
        numbers.setdefault(match, []).append(number)
        if decision is not None:
            ids[match, decision.partition(":")[2]] += 1
    return ids, numbers


def launch(folder: Path) -> tuple[subprocess.Popen[str], str]:
    """Start a server and return it with its address."""
    command = [sys.executable, "-c", ONLY_PIG + PROGRAM, str(folder)]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    assert process.stdout
    address = process.stdout.readline().removeprefix("Shapan: ").strip()
    if not address:
        raise AssertionError("the server did not start")
    return process, address


async def kill_often(
    folder: Path,
    kills: int,
    players: int = 32,
    least: int = 8,
    seed: str = "1",
    told: Callable[[int], None] = lambda number: None,
) -> Report:
    """Play, kill, compare and go on, so many times. `told` is called with the number of kills so far."""
    report, chance = Report(), random.Random(seed)
    people = [Player("") for _ in range(players)]
    confirmed: set[tuple[str, str]] = set()
    cookie = ""
    for number in range(kills + 1):
        begun = time.perf_counter()
        process, address = launch(folder)
        if number:
            report.starts.append(time.perf_counter() - begun)
        try:
            limits = httpx.Limits(max_connections=2 * players)
            async with httpx.AsyncClient(base_url=address, headers=HEADERS, limits=limits, timeout=30) as client:
                if cookie:
                    client.cookies.set("shapan", cookie)
                turn = Round(client, people, report, chance)
                for player in people if not cookie else ():
                    await turn.open(player)
                    cookie = client.cookies["shapan"]
                await asyncio.gather(*(turn.retry(player) for player in people if number))
                if number < kills:
                    await _play_and_kill(turn, process, least)
                confirmed.update(turn.confirmed)
                report.acknowledged += len(turn.confirmed)
        finally:
            process.kill()
            process.wait()
            assert process.stdout
            process.stdout.close()
        _compare(folder, people, confirmed, report)
        told(report.kills)
    await _replay(folder, report)
    return report


async def _play_and_kill(turn: Round, process: subprocess.Popen[str], least: int) -> None:
    tasks = [asyncio.create_task(turn.play(player)) for player in turn.players]
    wanted = len(turn.confirmed) + turn.chance.randint(3, 50)
    deadline = time.monotonic() + 60
    while len(turn.confirmed) < wanted or turn.in_flight < least:
        if time.monotonic() > deadline:
            raise AssertionError(f"never {least} answers in flight")
        await asyncio.sleep(turn.chance.uniform(0, 0.002))
    turn.report.in_flight.append(turn.in_flight)
    os.kill(process.pid, signal.SIGKILL)
    turn.report.kills += 1
    await asyncio.gather(*tasks)


def _compare(folder: Path, people: list[Player], confirmed: set[tuple[str, str]], report: Report) -> None:
    """Compare what is on the disk with what was acknowledged."""
    ids, numbers = stored(folder)
    unsure = [(player.match, player.sent.id) for player in people if player.sent is not None]
    report.unacknowledged += len(unsure)
    report.stored += sum(ids[item] > 0 for item in unsure)
    report.lost += sum(not ids[item] for item in confirmed)
    report.doubled += sum(count > 1 for count in ids.values())
    report.holes += sum(row != list(range(len(row))) for row in numbers.values())
    report.matches, report.records = len(numbers), sum(map(len, numbers.values()))


async def _replay(folder: Path, report: Report) -> None:
    """Replay all matches from their logs alone, and from their snapshots."""
    store = Store(Sqlite(folder / "shapan.sqlite3"))
    try:
        _, numbers = stored(folder)
        for match in numbers:
            whole: Any = await store.stored(match)
            quick = rebuild(whole, store)
            whole.snapshot = None
            slow = rebuild(whole, store)
            same = quick.match.save() == slow.match.save()
            report.unclean += bool(quick.frozen or slow.frozen or not same)
    finally:
        await store.stop()
