"""What the times between frames tell: nothing. The same measurement finds a window that is not held.

Tables of three people play some hundred windows. Who has a bell thinks before he passes, who has none passes at
once; the third seat and a spectator note the times between what they are sent. Two samples, with a thinking holder and
without any holder, are compared by the test of Kolmogorov and Smirnov.
"""

from __future__ import annotations

import asyncio
import math
import time
from collections import defaultdict
from collections.abc import Iterator, Sequence
from itertools import count
from pathlib import Path
from typing import Final

import pytest

from server import apart
from server.bells import BELLS, BELLS_GAME, ringing
from shapan.engine.actions import DONE
from shapan.server.api.stream import Line
from shapan.server.hub.bot import InstalledBots
from shapan.server.hub.hub import Hub
from shapan.server.match.room import Room
from shapan.server.match.window import Window
from shapan.server.settings import Settings
from shapan.server.store.row import Order, SeatRow
from shapan.server.store.sqlite import Sqlite, make_folder, migrate
from shapan.server.store.storage import Store

TABLES: Final = 16
WINDOWS: Final = 800
"""Enough to tell samples apart that lie half of their own spread from each other; the long tier sees a third of it."""
LENGTH: Final = 250
"""Milliseconds that a window lasts."""
THINKING: Final = 0.08
"""Seconds that a holder thinks."""
Gaps = dict[tuple[int, bool], list[float]]
"""Times between frames by viewer and whether another seat had a bell."""


@pytest.fixture(autouse=True)
def _bells(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    numbers = count(1)  # other cards at each table: else the tables would all be busy at the same times
    monkeypatch.setattr("shapan.server.hub.new_table.new_key", lambda: next(numbers).to_bytes(16))
    with ringing():
        yield


class Listener(Line):
    """A line that notes when it was sent something."""

    def __init__(self, room: Room, session: str | None) -> None:
        super().__init__(room, session, None)
        self.times: list[float] = []
        self.sent = asyncio.Event()
        self.first()

    def push(self, only: str | None = None) -> None:
        super().push(only)
        while self.take() is not None:
            self.times.append(time.perf_counter())
            self.sent.set()


async def play(hub: Hub, number: int, windows: int, gaps: Gaps) -> None:
    """Play a table and note the times between frames of those who hold nothing."""
    seats = [SeatRow(seat, "player", session=f"guest {seat}", ready=True) for seat in range(3)]
    room = await hub.open(BELLS_GAME, seats, {}, "friendly", "guest 0", f"table {number}", window=LENGTH)
    await room.begin()
    # The third seat has an order, so that nothing he does himself is sent to him.
    await room.set_order(Order(2, "", "pass"), "order")
    third, stranger = Listener(room, "guest 2"), Listener(room, None)
    for line in (third, stranger):
        line.join()
    for turn in range(windows):
        bells = [hand.cards[0] < BELLS for hand in room.match.live.hands]
        ordinal = room.match.decisions[0].ordinal
        begun = len(stranger.times)

        async def answer(seat: int, has: bool, ordinal: int = ordinal, turn: int = turn) -> None:
            await asyncio.sleep(THINKING if has else 0.001)
            await room.answer(seat, [DONE], ordinal, f"{turn}")

        stranger.sent.clear()
        await asyncio.gather(*(answer(seat, bells[seat]) for seat in (0, 1)))
        await stranger.sent.wait()
        for viewer, line in ((2, third), (3, stranger)):
            news = line.times[begun:]
            if turn and not (viewer == 2 and bells[2]):
                assert len(news) == 1, "nothing is sent between the opening and the closing of a window"
                if viewer == 2 or not bells[2]:
                    gaps[viewer, any(bells[:2])].append(news[0] - line.times[begun - 1])
    for line in (third, stranger):
        line.part()


def measured(tmp_path: Path, windows: int, tables: int = TABLES) -> Gaps:
    """Return the times of some tables that are played beside each other."""
    gaps: Gaps = defaultdict(list)

    async def run() -> None:
        settings = Settings(data=tmp_path, reviews=False, tick=0, countdown=0)
        make_folder(settings.data)
        migrate(settings.database)
        store = Store(Sqlite(settings.database))
        await store.start()
        hub = Hub(store, settings, InstalledBots())
        try:
            await asyncio.gather(*(play(hub, number, windows // tables, gaps) for number in range(tables)))
        finally:
            await hub.close()
            await store.stop()

    apart.run(run())
    return gaps


def unlikely(one: Sequence[float], two: Sequence[float]) -> float:
    """Return how likely two samples of one distribution differ as much (Kolmogorov and Smirnov, two-sided)."""
    both = sorted([*((value, 0) for value in one), *((value, 1) for value in two)])
    size = [len(one), len(two)]
    seen = [0, 0]
    distance = 0.0
    for place, (value, sample) in enumerate(both):
        seen[sample] += 1
        if place + 1 == len(both) or both[place + 1][0] != value:
            distance = max(distance, abs(seen[0] / size[0] - seen[1] / size[1]))
    root = math.sqrt(size[0] * size[1] / sum(size))
    scaled = (root + 0.12 + 0.11 / root) * distance
    if scaled < 0.2:
        return 1.0
    return min(1.0, max(0.0, 2 * sum((-1) ** (k - 1) * math.exp(-2 * (k * scaled) ** 2) for k in range(1, 101))))


@pytest.mark.slow
@pytest.mark.parametrize("windows", [WINDOWS, pytest.param(2 * WINDOWS, marks=pytest.mark.long)])
def test_the_times_between_frames_do_not_tell_whether_somebody_could_react(tmp_path: Path, windows: int) -> None:
    gaps = measured(tmp_path, windows)
    for viewer in (2, 3):
        held, none = gaps[viewer, True], gaps[viewer, False]
        found = unlikely(held, none)
        middle = [1000 * sorted(sample)[len(sample) // 2] for sample in (held, none)]
        print(f"viewer {viewer}: {len(held)} and {len(none)} windows, medians {middle} ms, p = {found:.3f}")
        assert min(len(held), len(none)) > windows // 10
        both = sorted([*held, *none])  # counted from the sending: a busy machine may once have sent late
        assert both[len(both) // 50] > LENGTH / 1000 - 0.02
        assert found > 0.001


@pytest.mark.slow
def test_the_measurement_finds_a_window_that_is_not_held(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Window, "moment", property(lambda window: window.held.opened if window.held else 0.0))
    gaps = measured(tmp_path, WINDOWS // 4, TABLES // 4)
    for viewer in (2, 3):
        assert unlikely(gaps[viewer, True], gaps[viewer, False]) < 1e-4, "far less than is let pass above"


def test_the_comparison_of_samples() -> None:
    same = [number / 100 for number in range(400)]
    assert unlikely(same, same) == 1.0
    assert 0.01 < unlikely(same, [value + 0.3 for value in same]) < 0.5
    assert unlikely(same, [value + 1 for value in same]) < 1e-9
