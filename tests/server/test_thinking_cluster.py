"""Bots, hints and reviews think on a Ray cluster as here; whatever dies there costs a thought, and no match."""

from __future__ import annotations

import json
import os
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, contextmanager, suppress
from multiprocessing import Pipe
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from litestar.testing import TestClient

from cli.conftest import Shapan
from cli.conftest import data as data  # noqa: PLC0414 - its fixtures
from cli.conftest import shapan as shapan  # noqa: PLC0414
from lab.ray_start import ENVIRONMENT, PATIENCE
from server import thoughts
from server.people import Place
from shapan import bots
from shapan.bots.advice import Care, advise
from shapan.engine.match import Match
from shapan.engine.registry import find
from shapan.engine.sampler import Sampler
from shapan.installing import installing_extra
from shapan.server.app import create_app
from shapan.server.hub.bot import InstalledBots
from shapan.server.match import cluster as module
from shapan.server.match import thinking
from shapan.server.match.cluster import Away, Cluster, Patience, cluster_of
from shapan.server.match.cluster_driver import Slots
from shapan.server.match.thinking import Thinkers, look_ahead, packed
from shapan.server.settings import Settings

TOKEN = {"RAY_AUTH_MODE": "token", "RAY_AUTH_TOKEN": "only those who know this word may speak with the cluster"}
LONG = 600.0
"""Seconds, where a thought must come however busy the machine is."""


def until(true: Callable[[], object]) -> None:
    """Wait for something; a test that hangs is ended by its bound."""
    while not true():
        time.sleep(0.02)


class Head:
    """A cluster of one node with room for one thought, that can be killed."""

    def __init__(self) -> None:
        self.place = Path(tempfile.mkdtemp(prefix="ray-", dir="/tmp"))  # its sockets need a short path
        self._kept = socket.socket()  # nobody else gets the port while the head is dead
        self._kept.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        self._kept.bind(("127.0.0.1", 0))
        self.address = f"127.0.0.1:{self._kept.getsockname()[1]}"
        self.process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        """Start the cluster, and return once it is there."""
        script = PATIENCE + "from ray.scripts.scripts import main; main()"
        command = [sys.executable, "-c", script, "start", "--head", "--block", "--disable-usage-stats"]
        command += ["--node-ip-address", "127.0.0.1", "--port", self.address.partition(":")[2]]
        command += ["--include-dashboard", "false", "--temp-dir", str(self.place), "--object-store-memory", "80000000"]
        command += ["--num-cpus", "1", "--resources", json.dumps({"think": 1})]
        environment = {**os.environ, **ENVIRONMENT, **TOKEN, "PYTHONPATH": str(Path(__file__).parents[1])}
        with (self.place / "out").open("wb") as out:
            self.process = subprocess.Popen(command, env=environment, stdout=out, stderr=subprocess.STDOUT)
        until(lambda: self._says("Ray runtime started") or self.process is None or self.process.poll() is not None)
        assert self._says("Ray runtime started"), (self.place / "out").read_text()

    def _says(self, words: str) -> bool:
        return words in (self.place / "out").read_text()

    def kill(self) -> None:
        """Kill all that belongs to the cluster; who thinks there is in no group with the others."""
        if self.process is not None:
            self.process.kill()
            self.process.wait()
            self.process = None
        for line in Path("/proc").glob("[0-9]*/cmdline"):
            with suppress(OSError):
                if str(self.place) in line.read_text(errors="replace"):
                    os.kill(int(line.parent.name), signal.SIGKILL)

    def close(self) -> None:
        self.kill()
        self._kept.close()
        shutil.rmtree(self.place, ignore_errors=True)


@pytest.fixture(scope="module")
def head() -> Iterator[Head]:
    head = Head()
    with closing(head), pytest.MonkeyPatch.context() as patch:
        for name, value in {**ENVIRONMENT, **TOKEN}.items():
            patch.setenv(name, value)
        patch.setattr(module, "PATIENCE", Patience(LONG, LONG, LONG, 0.5, 1.0))
        patch.setattr(thinking, "PATIENCE", LONG)
        head.start()
        yield head


@pytest.fixture(scope="module")
def shared(head: Head) -> Iterator[Cluster]:
    cluster = cluster_of(head.address)
    assert cluster is not None
    with closing(cluster):
        cluster.start()
        yield cluster


def has_room(cluster: Cluster) -> bool:
    return len(cluster._open) < cluster.slots


@pytest.fixture
def joined(shared: Cluster) -> Cluster:
    """The cluster, which a test before this one may have killed, or left with a thought that is to end."""
    until(lambda: has_room(shared))
    return shared


@pytest.fixture
def thinkers(joined: Cluster) -> Iterator[Thinkers]:
    with closing(Thinkers(1, cluster=joined)) as thinkers:
        yield thinkers


@pytest.mark.slow
def test_thoughts_are_the_same_there_as_here(thinkers: Thinkers) -> None:
    match = Match(find("leduc"), 2, seed=8)
    for seat in (0, 1, 0):
        if seat in match.waiting:
            codes = thinkers.answer("search:40", match, seat, time.monotonic() + LONG)
            assert codes == bots.answer(bots.find("search:40"), match, seat)
            match.answer(seat, codes, by="bot")
    match = Match(find("pig"), 2, seed=8)
    care = Care(passes=25, best=2, again=6)
    advice = thinkers.run(look_ahead, packed(match), match.waiting[0], "seed", care, game=match.game)
    assert advice == advise(Sampler(match, match.waiting[0]), "seed", care)
    assert thinkers._pool is None, "no process of this machine has thought"


@pytest.mark.slow
def test_a_thought_whose_process_is_killed_is_thought_again(thinkers: Thinkers, tmp_path: Path) -> None:
    match = Match(find("planet_masters"), 2, seed=1)
    seat, killed = match.waiting[0], tmp_path / "killed"
    codes = thinkers.run(thoughts.killed_once, killed, packed(match), seat, "search:5", game=match.game)
    assert codes == bots.answer(bots.find("search:5"), match, seat)
    assert killed.read_text() != str(os.getpid()) and thinkers._pool is None


@pytest.mark.slow
def test_a_thought_that_nobody_waits_for_is_ended_by_force(joined: Cluster, tmp_path: Path) -> None:
    begun = tmp_path / "begun"
    with pytest.raises(TimeoutError):
        joined.run(find("pig"), LONG, begun.exists, thoughts.stubborn, begun)
    until(lambda: not Path(f"/proc/{begun.read_text()}").exists())
    until(lambda: has_room(joined))  # the cluster notes the end of a worker a moment later
    assert joined.run(find("pig"), LONG, None, os.getpid) != int(begun.read_text())


@pytest.mark.slow
def test_a_thought_that_takes_too_long_is_thought_here(
    joined: Cluster, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    begun, patience = tmp_path / "begun", 0.1
    while not begun.exists():  # on a busy machine it may be given up before it has begun, which is another law
        patience *= 2
        monkeypatch.setattr(joined, "patience", joined.patience._replace(grace=patience))
        with pytest.raises(Away):
            joined.run(find("pig"), 0.0, None, thoughts.patient, begun, tmp_path / "never")
        until(lambda: has_room(joined))


@pytest.mark.slow
def test_what_the_cluster_has_no_room_for_is_thought_here(thinkers: Thinkers, tmp_path: Path) -> None:
    begun, wanted, pig = tmp_path / "begun", tmp_path / "wanted", find("pig")
    with ThreadPoolExecutor(1) as pool:
        first = pool.submit(thinkers.run, thoughts.patient, begun, wanted, game=pig)
        until(begun.exists)
        here = thinkers.run(os.getpid, game=pig)
        wanted.touch()
        assert first.result() == int(begun.read_text()) != here
    assert thinkers._pool is not None and list(thinkers._pool._processes) == [here]


@pytest.mark.slow
def test_nodes_with_other_rules_refuse_by_name(
    joined: Cluster, thinkers: Thinkers, caplog: pytest.LogCaptureFixture
) -> None:
    other: Any = SimpleNamespace(name="pig", rules_version=99)
    for _ in range(2):
        here = thinkers.run(os.getpid, game=other)
        assert thinkers._pool is not None and list(thinkers._pool._processes) == [here]
    mine = find("pig").rules_version
    assert caplog.text.count(f"with rules {mine} of pig, this server 0.1.0 with rules 99") == 1, "told once"
    with pytest.raises(Away):
        joined.run(SimpleNamespace(name="no_game", rules_version=1), LONG, None, os.getpid)  # type: ignore[arg-type]
    assert "does not have the game no_game" in caplog.text


@pytest.mark.slow
def test_what_fails_there_is_thought_here_and_its_words_are_in_no_log(
    thinkers: Thinkers, caplog: pytest.LogCaptureFixture
) -> None:
    with pytest.raises(ValueError, match="secret"):
        thinkers.run(int, "a secret", game=find("pig"))
    assert "ValueError on " in caplog.text and "secret" not in caplog.text


@pytest.mark.slow
def test_a_head_that_dies_costs_no_match_and_is_joined_again(
    head: Head, settings: Settings, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    settings.ray, settings.bot_thinking = head.address, 0.3
    with TestClient(create_app(settings), base_url="http://testserver.local") as client:
        place = Place(client)
        cluster, ling = place.hub.cluster, place.person()
        assert cluster is not None
        until(lambda: cluster.slots)
        assert cluster.status == f"the Ray cluster at {head.address} is there; thoughts at a time: 1"
        for dies in (False, True):
            if dies:
                assert isinstance(place.hub.source, InstalledBots)
                assert place.hub.source._thinkers._pool is None, "no process of this machine has thought"
                cluster.patience = cluster.patience._replace(silence=10.0)
            match = ling.open("leduc", "me", "bot:general")["id"]
            with ling.stream(match) as stream:
                while not (frame := stream.receive_json(timeout=LONG)).get("outcome"):
                    if dies:
                        head.kill()
                    if decision := frame.get("decision"):
                        choice = place.hub.house.rooms[match].match.legal(0)[0]
                        ling.answer(match, choice, ordinal=decision["ordinal"])
        until(lambda: "is away" in cluster.status)
        assert cluster.slots == 0
        head.start()
        until(lambda: cluster.slots)
        told = [record.getMessage() for record in caplog.records if record.thread == cluster._keeper.ident]
    assert [" is away: " in line for line in told] == [number % 2 == 1 for number in range(len(told))], "told once"
    assert len(told) >= 3
    assert not any(record.levelname == "ERROR" for record in caplog.records)


def test_a_cluster_that_is_not_there_is_told_once_and_tried_again(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    pauses = list[float]()

    def wait(seconds: float) -> bool:
        pauses.append(seconds)
        return False

    with socket.socket() as taken:  # bound, but nobody listens
        taken.bind(("127.0.0.1", 0))
        cluster = cluster_of(f"127.0.0.1:{taken.getsockname()[1]}")
        assert cluster is not None
        monkeypatch.setattr(cluster._closed, "wait", wait)
        with closing(cluster), closing(Thinkers(1, cluster=cluster)) as thinkers:
            assert cluster.status.endswith("is not joined yet")
            cluster.patience = Patience(pause=5.0, longest_pause=15.0)
            cluster.start()
            match = Match(find("pig"), 2, seed=1)
            assert thinkers.answer("search:5", match, match.waiting[0])
            until(lambda: len(pauses) > 3)
            assert cluster.status.endswith("is away: Connection refused")
    assert pauses[:4] == [5.0, 10.0, 15.0, 15.0]
    assert caplog.text.count("is away: Connection refused; bots think on this machine") == 1


class Joined:
    """What stands for the process that speaks with a cluster: it joins, has room, and thoughts never come back."""

    def __init__(self, slots: int) -> None:
        self.own, self._other = Pipe()
        self._other.send(Slots(slots, slots))

    def kill(self) -> None:
        self._other.close()

    def join(self) -> None:
        """It has ended already."""

    def close(self) -> None:
        """Nothing is kept."""


@contextmanager
def silent(slots: int, silence: float = LONG) -> Iterator[Cluster]:
    """A cluster from which nothing comes any more once it is joined."""

    class Silent(Cluster):
        def _start(self) -> Any:
            driver = Joined(slots)
            return driver, driver.own

    with closing(Silent("127.0.0.1:1")) as cluster:
        cluster.patience = Patience(silence=silence, pause=LONG)
        cluster.start()
        yield cluster


def test_a_cluster_without_a_word_is_given_up(caplog: pytest.LogCaptureFixture) -> None:
    with silent(2, 0.01) as cluster:
        until(lambda: cluster.status.endswith("is away: it is silent"))
        assert cluster.slots == 0
    assert caplog.text.count("bots think on this machine") == 1


def test_a_cluster_whose_thoughts_are_late_again_and_again_is_given_up() -> None:
    with silent(4) as cluster:
        until(lambda: cluster.slots)
        for number in range(3):
            assert cluster.slots == 4, number
            with pytest.raises(TimeoutError):
                cluster.run(find("pig"), 0.0, lambda: True, os.getpid)
        until(lambda: cluster.status.endswith("is away: it does not answer"))
        with pytest.raises(Away):
            cluster.run(find("pig"), LONG, None, os.getpid)


def test_decisions_that_are_closed_early_say_nothing_of_the_cluster() -> None:
    with silent(9) as cluster:
        until(lambda: cluster.slots)
        for _ in range(9):
            with pytest.raises(TimeoutError):
                cluster.run(find("pig"), LONG, lambda: True, os.getpid)
        assert cluster.slots == 9 and not cluster.trouble
        with pytest.raises(Away):  # nobody has said that they have ended
            cluster.run(find("pig"), LONG, None, os.getpid)


def test_a_cluster_without_the_resource_is_told(caplog: pytest.LogCaptureFixture) -> None:
    with silent(0) as cluster:
        until(lambda: "no node" in cluster.status)
        with pytest.raises(Away):
            cluster.run(find("pig"), LONG, None, os.getpid)
    assert "has no node with the resource 'think'; bots think on this machine" in caplog.text


@pytest.mark.parametrize("address", ["nowhere", "head:", ":6379", "head:0", "head:65536", "head:x", "ray://head:10001"])
def test_an_address_that_is_none_is_named(shapan: Shapan, address: str) -> None:
    done = shapan("--ray", address, "--no-open", "--port", "0")
    assert (done.code, done.out) == (2, "")
    assert done.err == f"shapan: --ray must be HOST:PORT or auto, not {address!r}\n"


def test_ray_that_is_not_installed_is_named(shapan: Shapan, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "ray", None)
    done = shapan("--ray", "head:6379", "--no-open", "--port", "0")
    assert (done.code, done.out) == (2, "")
    assert done.err == f"shapan: --ray needs Ray, which is not installed: {installing_extra('cluster')}\n"


def test_without_an_address_there_is_no_cluster() -> None:
    assert cluster_of("") is None
