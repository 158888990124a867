"""Bots that think do it in processes of their own; a process that dies costs a retry, not the match."""

from __future__ import annotations

import os
import signal
import threading
import time
from collections.abc import Iterator
from concurrent.futures.process import BrokenProcessPool
from pathlib import Path

import pytest

from server.people import Place
from shapan import bots
from shapan.engine.match import Match
from shapan.engine.registry import find
from shapan.server.match import thinking
from shapan.server.match.thinking import Thinkers, packed, think

LONG = 600.0
"""Seconds, where a thought or a frame must come however busy the machine is."""


@pytest.fixture(scope="module")
def thinkers() -> Iterator[Thinkers]:
    thinkers = Thinkers(1)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(thinking, "PATIENCE", LONG)
        yield thinkers
    thinkers.close()


def workers(thinkers: Thinkers) -> list[int]:
    """Return the ids of the processes that think."""
    assert thinkers._pool is not None
    return list(thinkers._pool._processes)


def test_a_thought_is_the_same_there_as_here(thinkers: Thinkers) -> None:
    match = Match(find("leduc"), 2, seed=8)
    for seat in (0, 1, 0):
        if seat in match.waiting:
            codes = thinkers.answer("search:40", match, seat)
            assert codes == bots.answer(bots.find("search:40"), match, seat)
            match.answer(seat, codes, by="bot")
    assert os.getpid() not in workers(thinkers)


def test_a_killed_process_is_replaced_in_mid_thought(thinkers: Thinkers, tmp_path: Path) -> None:
    match = Match(find("planet_masters"), 2, seed=1)
    seat = match.waiting[0]
    thinkers.answer("search:5", match, seat)
    (before,) = workers(thinkers)
    killed = tmp_path / "killed"
    codes = thinkers.run(killed_once, killed, packed(match), seat, "search:5")
    assert codes == bots.answer(bots.find("search:5"), match, seat)
    assert killed.read_text() == str(before)
    assert workers(thinkers) != [before]


def killed_once(mark: Path, body: bytes, seat: int, name: str) -> list[int]:
    """In a worker: the first thought ends with its process, which leaves its id; the next is thought to its end."""
    if not mark.exists():
        mark.write_text(str(os.getpid()))
        os.kill(os.getpid(), signal.SIGKILL)
    return think(body, seat, name)


def test_a_thought_that_takes_too_long_is_given_up_and_holds_up_nobody(thinkers: Thinkers, tmp_path: Path) -> None:
    match = Match(find("planet_masters"), 2, seed=1)
    seat = match.waiting[0]
    thinkers.answer("search:5", match, seat)
    begun, patience = tmp_path / "begun", 0.1
    while not begun.exists():  # on a busy machine a thought may be given up before it has begun, which is another law
        patience *= 2
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(thinking, "PATIENCE", patience)
            with pytest.raises(TimeoutError):
                thinkers.run(endless, begun)
    assert thinkers.answer("search:5", match, seat)


def endless(mark: Path) -> None:
    """In a worker: a thought that says that it has begun, and never ends."""
    mark.touch()
    while True:
        signal.pause()


def test_once_stopped_nobody_begins_to_think_again(tmp_path: Path) -> None:
    """The thread that waited for a thought does not start new processes, which nobody would end."""
    thinkers, ended, begun = Thinkers(1), list[BaseException](), tmp_path / "begun"

    def wait() -> None:
        try:
            thinkers.run(endless, begun)
        except BrokenProcessPool as error:
            ended.append(error)

    waiting = threading.Thread(target=wait)
    waiting.start()
    while not begun.exists():
        time.sleep(0.01)
    thinkers.close()
    waiting.join()
    assert len(ended) == 1 and thinkers._pool is None
    with pytest.raises(BrokenProcessPool):
        thinkers.run(time.sleep, 0)
    thinkers.close()  # a second time, nothing is there


def test_a_thinking_bot_plays_at_a_table(place: Place) -> None:
    ling = place.person()
    match = ling.open("leduc", "bot:general", "me")["id"]
    with ling.stream(match) as stream:
        frame = stream.receive_json(timeout=LONG)
        while not frame.get("decision") and not frame.get("outcome"):  # some messages are no frames
            frame = stream.receive_json(timeout=LONG)
    assert place.hub.house.rooms[match].match.log[0]["by"] == "bot"
