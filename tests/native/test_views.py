"""What a seat sees of a state in C++ is what it sees in Python, also of what lies beside cards."""

from __future__ import annotations

from ctypes import CDLL
from dataclasses import dataclass
from typing import Any

import pytest

from native.constructs import MARKERS
from native.test_constructs import in_cpp, wrapped
from shapan.engine.chance import Stream
from shapan.engine.deck import own
from shapan.engine.fact import by_seat, fact
from shapan.engine.game import Game
from shapan.engine.marked_zone import MarkedZone
from shapan.engine.state import State
from shapan.engine.zone import Zone
from shapan.native import library
from shapan.native.game import text_of
from shapan.native.unit import Unit
from shapan.native.views import view_lines

pytestmark = pytest.mark.skipif(library.compiler() is None, reason="no C++ compiler")


@dataclass(slots=True, eq=False)
class Heaps(State):
    """A heap with marks, one of which only knowers of its card see, and hands."""

    heap: MarkedZone = fact(start=lambda: MarkedZone(MARKERS, 0))
    hands: list[Zone] = by_seat(start=own)


class HeapsGame(Game[Heaps]):
    """A game whose views say how many cards lie in the hand of who looks."""

    view_class = Heaps

    def view(self, state: Heaps, viewer: int) -> Heaps:
        view: Heaps = state.seen(viewer)
        view.result = len(state.hands[viewer])
        return view


def seen(state: Heaps, viewer: int) -> list[int]:
    """Return what a viewer sees, as one row."""
    view = GAME.view(state, viewer)
    rows = [*view.heap.cards, *view.heap.marks[0], *view.heap.marks[1], *view.heap.marks[2]]
    return [*rows, *view.hands[0].cards, *view.hands[1].cards, view.result]


GAME: HeapsGame = object.__new__(HeapsGame)


def test_a_seat_sees_the_same(monkeypatch: pytest.MonkeyPatch, tmp_path: Any) -> None:
    monkeypatch.setenv(library.FOLDER, str(tmp_path))
    unit = Unit(Heaps, GAME)
    tail = [wrapped(unit, seen), *view_lines(unit)]
    unit.fields(Heaps)
    assert unit.left == []
    sizes = {"STREAMS": 1, "ROOM": 200, "NESTED": 50, "BOUND": 1000}
    file = library.compiled(text_of(unit, sizes, tail), "views")
    assert file is not None
    called, rng, found = CDLL(str(file)).call_seen, Stream("views"), set()
    for number in range(40):
        state = Heaps(seats=2)
        for zone in (state.heap, *state.hands):
            zone.cards = [rng.number(9) for _ in range(rng.number(6))]
            zone.masks, zone.groups = [rng.number(4) for _ in zone.cards], [0] * len(zone.cards)
        state.heap.marks = [[rng.number(9) for _ in state.heap.cards] for _ in MARKERS]
        mine = in_cpp(unit, called, seen, [state, number % 2])
        assert mine == [seen(state, number % 2)]
        found.add(tuple(mine[0]))
    assert len(found) > 20
