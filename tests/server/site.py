"""A site of several processes behind nginx, on which people play while it is hurt.

Real servers in processes of their own play pig matches behind a real nginx. At random moments one of them is killed,
stopped for a while, loses its session with the database, or the database crashes. All that was acknowledged must be
stored, once, in order.
"""

from __future__ import annotations

import asyncio
import os
import random
import shutil
import signal
import socket
import statistics
import subprocess
import sys
import time
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from uuid import uuid4

import httpx
from sqlalchemy import create_engine, text

from server.cluster import Cluster
from server.kill import HEADERS
from server.people import PIG_HOLD, PIG_ROLL
from server.quick import ONLY_PIG
from shapan.server.match.rebuild import rebuild
from shapan.server.store.home import LOCKS
from shapan.server.store.postgres import Postgres
from shapan.server.store.storage import Store
from shapan.server.web.proxy import nginx

_PROGRAM = """
import sys
from pathlib import Path
from shapan.server.run import serve
from shapan.server.settings import Settings
name, port, database, data = sys.argv[1:]
serve(Settings(data=Path(data), postgres=database, home=name, port=int(port), no_open=True, limits=None,
    snapshot_every=10, reviews=False, countdown=0))
"""
_NGINX = """daemon off; pid {folder}/pid; error_log {folder}/error.log; worker_processes 1;
events {{ worker_connections 16384; }}
http {{
    access_log off;
    client_body_temp_path {folder}/body; proxy_temp_path {folder}/proxy; fastcgi_temp_path {folder}/fastcgi;
    uwsgi_temp_path {folder}/uwsgi; scgi_temp_path {folder}/scgi;
    include {folder}/site.conf;
}}
"""
_AGAIN = frozenset({500, 502, 503, 504})
"""What is sent once more; 500 and 504 count as faults all the same."""


@dataclass
class Report:
    """What was counted."""

    hurts: Counter[str] = field(default_factory=Counter)
    acknowledged: int = 0
    lost: int = 0
    """Acknowledged and not stored."""
    doubled: int = 0
    """Ids with more than one record."""
    holes: int = 0
    """Matches whose records are not numbered 0, 1, 2 ..."""
    unclean: int = 0
    """Matches that do not replay."""
    matches: int = 0
    statuses: Counter[int] = field(default_factory=Counter)
    """What answers came back with, 0 for none."""
    waits: dict[str, list[float]] = field(default_factory=dict)
    """By what was done last before it: how long each answer took, with its repeats."""

    @property
    def clean(self) -> bool:
        """Whether nothing is wrong."""
        return not (self.lost or self.doubled or self.holes or self.unclean or self.statuses[500])

    def table(self) -> str:
        """Return the report as text."""
        faults = f"lost {self.lost}, doubled {self.doubled}, holes {self.holes}, unclean {self.unclean}"
        lines = [
            f"done: {dict(self.hurts)}",
            f"acknowledged {self.acknowledged}, {faults}, matches {self.matches}",
            f"answers by status: {dict(self.statuses)}",
        ]
        for kind, waits in self.waits.items():
            long = sum(wait > 0.1 for wait in waits)
            middle, worst = statistics.median(waits), max(waits)
            lines.append(f"{kind}: {len(waits)} answers, {middle:.3f} s, {long} over 0.1 s, worst {worst:.2f} s")
        return "\n".join(lines)


def free_ports(count: int) -> list[int]:
    """Return ports that are free now."""
    sockets = [socket.socket() for _ in range(count)]
    for one in sockets:
        one.bind(("127.0.0.1", 0))
    ports = [int(one.getsockname()[1]) for one in sockets]
    for one in sockets:
        one.close()
    return ports


class Site:
    """Processes of one database, and nginx before them."""

    def __init__(self, folder: Path, address: str, count: int) -> None:
        self._folder = folder
        self._address = address
        self.port, *ports = free_ports(count + 1)
        self.ports = {f"p{number + 1}": port for number, port in enumerate(ports)}
        self.processes: dict[str, subprocess.Popen[str]] = {}
        self._proxy: subprocess.Popen[bytes] | None = None

    @property
    def url(self) -> str:
        """The address of the site."""
        return f"http://127.0.0.1:{self.port}"

    def proxy_processes(self) -> list[int]:
        """Return the processes of nginx."""
        assert self._proxy is not None
        children = Path(f"/proc/{self._proxy.pid}/task/{self._proxy.pid}/children").read_text("ascii")
        return [self._proxy.pid, *map(int, children.split())]

    def launch(self, name: str) -> None:
        """Start a process and wait until it serves."""
        given = [name, str(self.ports[name]), self._address, str(self._folder)]
        command = [sys.executable, "-c", ONLY_PIG + _PROGRAM, *given]
        process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
        assert process.stdout and process.stdout.readline().startswith("Shapan: "), f"{name} did not start"
        self.processes[name] = process

    def start(self) -> None:
        """Start all."""
        for name in self.ports:
            self.launch(name)
        addresses = {name: f"127.0.0.1:{port}" for name, port in self.ports.items()}
        (self._folder / "site.conf").write_text(nginx(["127.0.0.1"], addresses, plain=self.port))
        (self._folder / "nginx.conf").write_text(_NGINX.format(folder=self._folder))
        program = shutil.which("nginx") or "/usr/sbin/nginx"
        self._proxy = subprocess.Popen([program, "-c", str(self._folder / "nginx.conf")], stderr=subprocess.DEVNULL)
        for _ in range(500):
            with suppress(httpx.TransportError):
                httpx.get(self.url)
                return
            time.sleep(0.02)
        raise AssertionError("nginx did not start")

    def kill(self, name: str) -> None:
        """Kill a process at once."""
        self._end(self.processes[name])

    def restart(self, name: str) -> None:
        """Let a process end by itself, and start it again."""
        self.processes[name].terminate()
        self.processes[name].wait()
        self.kill(name)
        self.launch(name)

    @staticmethod
    def _end(process: subprocess.Popen[str]) -> None:
        process.kill()
        process.wait()
        if process.stdout:
            process.stdout.close()

    def stop(self) -> None:
        """End all."""
        for process in self.processes.values():
            self._end(process)
        if self._proxy is not None:
            self._proxy.terminate()
            self._proxy.wait()


@contextmanager
def site(folder: Path, address: str, count: int) -> Iterator[Site]:
    """Run a site for a while."""
    made = Site(folder, address, count)
    try:
        made.start()
        yield made
    finally:
        made.stop()


class Load:
    """People who each play both seats of one match, an answer at a time, and repeat what was not acknowledged."""

    def __init__(self, url: str, report: Report, thought: float) -> None:
        self._url = url
        self._report = report
        self._thought = thought
        self._chance = random.Random(1)
        self.phase = "quiet"
        self.acknowledged: list[tuple[str, str]] = []
        self.running = True

    async def play(self) -> None:
        """Play one match after another."""
        async with httpx.AsyncClient(base_url=self._url, headers=HEADERS, timeout=30) as client:
            while self.running:
                await self._play_one(client)

    async def _play_one(self, client: httpx.AsyncClient) -> None:
        seats = [{"kind": "me"}, {"kind": "hot"}]
        wanted = {"game": "pig", "seats": seats, "options": {"target": 500}, "id": str(uuid4())}
        opened = await self._send(client, "/matches", wanted)
        if opened is None:
            return
        match = opened.json()["id"]
        while self.running:
            frame = await self._frame(client, match)
            if frame is None or frame["decision"] is None:
                return
            await asyncio.sleep(self._thought)
            code = PIG_HOLD if self._chance.random() < 0.25 else PIG_ROLL
            name = str(uuid4())
            body = {"id": name, "ordinal": frame["decision"]["ordinal"], "codes": [code]}
            answer = await self._send(client, f"/api/matches/{match}/answers", body)
            if answer is not None and answer.status_code == 200:
                self.acknowledged.append((match, name))

    async def _frame(self, client: httpx.AsyncClient, match: str) -> dict[str, dict[str, int]] | None:
        while self.running:
            with suppress(httpx.TransportError):
                answer = await client.get(f"/api/matches/{match}/frame")
                if answer.status_code == 200:
                    frame: dict[str, dict[str, int]] = answer.json()
                    return frame
                self._report.statuses[answer.status_code] += answer.status_code == 500
            await asyncio.sleep(0.05)
        return None

    async def _send(self, client: httpx.AsyncClient, path: str, body: object) -> httpx.Response | None:
        """Send something until it is acknowledged or refused."""
        begun, phase = time.monotonic(), self.phase
        while self.running:
            status = 0
            with suppress(httpx.TransportError):
                answer = await client.post(path, json=body)
                status = answer.status_code
            self._report.statuses[status] += 1
            if status and status not in _AGAIN:
                self._report.waits.setdefault(phase, []).append(time.monotonic() - begun)
                return answer
            await asyncio.sleep(0.05)
        return None


@asynccontextmanager
async def playing(url: str, people: int, report: Report, thought: float = 0) -> AsyncIterator[Load]:
    """Let people play for a while, who think for some seconds before each answer."""
    load = Load(url, report, thought)
    tasks = [asyncio.create_task(load.play()) for _ in range(people)]
    try:
        yield load
    finally:
        load.running = False
        await asyncio.gather(*tasks)
        report.acknowledged = len(load.acknowledged)


class Hurts:
    """What is done to a site."""

    def __init__(self, site: Site, server: Cluster, address: str, chance: random.Random) -> None:
        self._site = site
        self._server = server
        self._address = address
        self._chance = chance

    async def kill(self) -> None:
        """Kill a process, and start it again."""
        name = self._chance.choice(sorted(self._site.processes))
        self._site.kill(name)
        await asyncio.to_thread(self._site.launch, name)

    async def restart(self) -> None:
        """Tell a process to stop, as for a new version, and start it again."""
        name = self._chance.choice(sorted(self._site.processes))
        await asyncio.to_thread(self._site.restart, name)

    async def end_sessions(self) -> None:
        """End the session of each process by which it writes."""
        await asyncio.to_thread(
            self._execute, f"SELECT pg_terminate_backend(pid) FROM pg_locks WHERE classid = {LOCKS}"
        )

    async def crash(self) -> None:
        """Let the database crash and come back."""
        await asyncio.to_thread(self._server.crash)
        await asyncio.to_thread(self._server.start)

    def pause(self, seconds: float) -> Callable[[], Awaitable[None]]:
        """Return what lets a process hang for some seconds."""

        async def hang() -> None:
            process = self._site.processes[self._chance.choice(sorted(self._site.processes))]
            os.kill(process.pid, signal.SIGSTOP)
            await asyncio.sleep(seconds)
            os.kill(process.pid, signal.SIGCONT)

        return hang

    def _execute(self, statement: str) -> None:
        engine = create_engine(Postgres.at(self._address).url)
        with engine.connect() as connection:
            connection.execute(text(statement))
        engine.dispose()


async def check(address: str, acknowledged: list[tuple[str, str]], report: Report) -> None:
    """Compare what is stored with what was acknowledged, and read every match back."""
    database = Postgres.at(address)
    engine = create_engine(database.url)
    with engine.connect() as connection:
        rows = connection.execute(text("SELECT match, number, decision FROM records ORDER BY match, number")).all()
    engine.dispose()
    ids = Counter((match, decision.partition(":")[2]) for match, _, decision in rows if decision)
    numbers: dict[str, list[int]] = {}
    for match, number, _ in rows:
        numbers.setdefault(match, []).append(number)
    report.lost = sum(one not in ids for one in acknowledged)
    report.doubled = sum(count > 1 for count in ids.values())
    report.holes = sum(found != list(range(len(found))) for found in numbers.values())
    report.matches = len(numbers)
    store = Store(database)
    await store.start()
    try:
        for match in numbers:
            stored = await store.stored(match)
            assert stored is not None
            report.unclean += rebuild(stored, store).frozen is not None
    finally:
        await store.stop()


async def hurt(
    folder: Path,
    server: Cluster,
    address: str,
    *,
    processes: int,
    people: int,
    plan: list[tuple[str, float]],
    pause: float,
    rest: float,
    thought: float = 0,
) -> Report:
    """Play on a site while it is hurt by a plan of what is done, and for how long it rests after it."""
    report = Report()
    chance = random.Random(2)
    with site(folder, address, processes) as made:
        hurts = Hurts(made, server, address, chance)
        ways = {
            "kill": hurts.kill,
            "restart": hurts.restart,
            "session": hurts.end_sessions,
            "crash": hurts.crash,
            "pause": hurts.pause(pause),
        }
        async with playing(made.url, people, report, thought) as load:
            await asyncio.sleep(rest)
            for kind, after in plan:
                load.phase = kind
                await ways[kind]()
                report.hurts[kind] += 1
                await asyncio.sleep(after)
                load.phase = "quiet"
    await check(address, load.acknowledged, report)
    return report
