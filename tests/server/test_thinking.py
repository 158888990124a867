"""Bots that think do it in processes of their own; a process that dies costs a retry, not the match."""

from __future__ import annotations

import os
import signal
import threading
import time
from collections.abc import Iterator

import pytest

from server.people import Place
from shapan import bots
from shapan.engine.match import Match
from shapan.engine.registry import find
from shapan.server.match import thinking
from shapan.server.match.thinking import Thinkers


@pytest.fixture(scope="module")
def thinkers() -> Iterator[Thinkers]:
    thinkers = Thinkers(1)
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


def test_a_killed_process_is_replaced_in_mid_thought(thinkers: Thinkers) -> None:
    match = Match(find("planet_masters"), 2, seed=1)
    seat = match.waiting[0]
    thinkers.answer("search:5", match, seat)
    (before,) = workers(thinkers)
    threading.Timer(0.3, os.kill, (before, signal.SIGKILL)).start()
    begun = time.perf_counter()
    assert thinkers.answer("search:30000", match, seat)
    assert time.perf_counter() - begun > 0.3, "the thought was over before the process was killed"
    assert workers(thinkers) != [before]


def test_a_thought_that_takes_too_long_is_given_up_and_holds_up_nobody(thinkers: Thinkers) -> None:
    match = Match(find("planet_masters"), 2, seed=1)
    seat = match.waiting[0]
    thinkers.answer("search:5", match, seat)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(thinking, "PATIENCE", 0.2)
        with pytest.raises(TimeoutError):
            thinkers.answer("search:9000000", match, seat)
    assert thinkers.answer("search:5", match, seat)


def test_a_thinking_bot_plays_at_a_table(place: Place) -> None:
    ling = place.person()
    match = ling.open("leduc", "bot:general", "me")["id"]
    with ling.stream(match) as stream:
        frame = stream.receive_json(timeout=20)
        while not frame["decision"] and not frame["outcome"]:
            frame = stream.receive_json(timeout=20)
    assert place.hub.house.rooms[match].match.log[0]["by"] == "bot"
