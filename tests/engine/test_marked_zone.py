"""Integers beside the cards of a zone: they move with the cards, are seen as declared, and worlds deal with them."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import Any, ClassVar

import jsonschema
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from shapan.adapters.encoder import Encoder
from shapan.engine.chance import Stream
from shapan.engine.conformance.compare import describe
from shapan.engine.deck import hidden
from shapan.engine.fact import OWNER, by_seat, fact
from shapan.engine.kinds import UNKNOWN, Cards, Count, Enum, Seat
from shapan.engine.marked_cards import MarkedCards
from shapan.engine.marked_zone import KNOWERS, MarkedZone, Marker
from shapan.engine.state import State
from shapan.engine.view import columns, schema, tensor, write
from shapan.engine.zone import Zone

NAMES = ("militia", "tank", "spy", "mine")
CARD, HEAP = Enum(NAMES, "card"), Cards(NAMES, 12)
OF, HURT, PLAN = range(3)
UNITS = MarkedCards(
    CARD, 6, Marker("owner", Seat(3)), Marker("durability", Count(3), start=3), Marker("plan", Count(4), sees=KNOWERS)
)
WRECKS = MarkedCards(CARD, 12, Marker("durability", Count(3), start=0))
SEATS = 3


@dataclass(slots=True, eq=False)
class Front(State):
    MAX_SEATS: ClassVar[int] = 3

    pile: Zone = fact(HEAP, start=hidden, size="pile_size")
    hands: list[Zone] = by_seat(HEAP, at="hand", sees=OWNER, start=lambda seat: Zone(sees=1 << seat))
    units: list[MarkedZone] = by_seat(UNITS, start=UNITS.own)
    wrecks: MarkedZone = fact(WRECKS, start=WRECKS.open)
    mines: MarkedZone = field(default_factory=UNITS.hidden)


def front() -> Front:
    """Return a state in which seat 0 has three units and a card in hand, seat 1 two units."""
    state = Front(seats=SEATS)
    state.learned = [0] * (SEATS + 1)
    state.pile = state.deck([card for card in range(4) for _ in range(3)])
    for seat, cards in enumerate(((0, 1, 2), (3, 3))):
        for card in cards:
            state.move(state.pile, state.pile.cards.index(card), state.hands[seat])
            state.move(state.hands[seat], 0, state.units[seat])
            state.units[seat].marks[OF][-1] = seat
    state.move(state.pile, 0, state.hands[0])
    state.units[0].marks[PLAN][:] = [1, 2, 3]
    state.units[0].marks[HURT][1] = 1
    return state


# Moving


def test_what_lies_beside_a_card_goes_with_it_to_rows_of_the_same_name() -> None:
    state = front()
    state.move(state.units[0], 1, state.units[1], 0)
    assert state.units[0].entries() == [(0, 0, 3, 1), (2, 0, 3, 3)]
    assert state.units[1].entries() == [(1, 0, 1, 2), (3, 1, 3, 0), (3, 1, 3, 0)]
    state.move(state.units[1], 0, state.wrecks)
    assert state.wrecks.entries() == [(1, 1)]


def test_beside_a_card_that_comes_from_elsewhere_lies_the_start() -> None:
    state = front()
    state.units[0].marks[HURT][0] = 2
    state.move(state.units[0], 0, state.hands[0])
    state.move(state.hands[0], 0, state.units[0])
    assert state.units[0].entries()[-1] == (0, 0, 3, 0)


def test_all_cards_go_with_what_lies_beside_them() -> None:
    state = front()
    state.move_all(state.units[0], state.wrecks)
    assert state.wrecks.entries() == [(0, 3), (1, 1), (2, 3)]
    assert (state.units[0].cards, state.units[0].marks) == ([], [[], [], []])
    state.move_all(state.wrecks, state.pile)
    assert state.wrecks.marks == [[]] and len(state.pile) == 9


def test_a_shuffle_takes_what_lay_beside_away() -> None:
    state = front()
    state.shuffle(state.units[0])
    assert state.units[0].entries() == [(0, 0, 3, 0), (1, 0, 3, 0), (2, 0, 3, 0)]


def test_what_only_knowers_knew_never_becomes_open_by_a_move() -> None:
    """Nothing would note that all have learned it: an undo could take back what it told."""
    state = front()
    open_plans = MarkedZone((Marker("plan", Count(4)),))
    with pytest.raises(TypeError, match="plan: what lies beside a card has to be seen by the same"):
        state.move(state.units[0], 0, open_plans)


MOVES = st.lists(st.tuples(st.integers(0, 4), st.integers(0, 7), st.integers(0, 7), st.integers(-1, 6)), max_size=25)


@settings(deadline=None, max_examples=120)
@given(MOVES, st.integers(0, SEATS), st.integers(0, 99))
def test_rows_stay_in_step_whatever_rules_do(moves: list[tuple[int, int, int, int]], viewer: int, seed: int) -> None:
    """Rows are as long as the zone, open marks stay in a world, and it does not depend on the hidden ones."""
    state = front()
    state.move(state.pile, 0, state.mines)
    zones = state.all_zones()
    for what, first, second, at in moves:
        source, target = zones[first], zones[second]
        if what < 3 and len(source):
            state.move(source, max(0, at) % len(source), target, at)
        elif what == 3 and source is not target:
            state.move_all(source, target)
        elif what == 4:
            state.shuffle(source)
    for zone in zones:
        if isinstance(zone, MarkedZone):
            assert [len(row) for row in zone.marks] == [len(zone)] * len(zone.markers)
    before, known = open_marks(state), [zone.seen(viewer).cards for zone in zones]
    twin = state.copy()
    twin.resample_zones(viewer, Stream("other"))
    for one in (state, twin):
        one.resample_zones(viewer, Stream(seed))
    assert state.encoded() == twin.encoded()
    assert open_marks(state) == before and [zone.seen(viewer).cards for zone in zones] == known


def open_marks(state: Front) -> list[list[list[int]]]:
    return [zone.marks[:2] for zone in (*state.units, state.mines)] + [state.wrecks.marks]


# Who sees what


@pytest.mark.parametrize("viewer", range(SEATS + 1))
def test_open_marks_are_seen_by_all_and_hidden_ones_by_who_knows_the_card(viewer: int) -> None:
    state = front()
    state.look(state.units[0], 2, 1)
    seen = state.seen(viewer).units[0]
    assert isinstance(seen, MarkedZone)
    knows = {0: (0, 1, 2), 1: (2,)}.get(viewer, ())
    assert seen.cards == [card if card in knows else UNKNOWN for card in (0, 1, 2)]
    assert seen.marks[OF] == [0, 0, 0] and seen.marks[HURT] == [3, 1, 3]
    assert seen.marks[PLAN] == [card + 1 if card in knows else UNKNOWN for card in (0, 1, 2)]
    assert not getattr(seen, "masks", ()) and not getattr(seen, "groups", ())  # compiled, empty
    assert describe(seen)["marks"] == seen.marks
    seen.marks[OF][0] = 2
    assert state.units[0].marks[OF][0] == 0


def test_it_is_written_place_by_place() -> None:
    state = front()
    mine, theirs = (write(state.seen(viewer))["seats"][0]["units"] for viewer in (0, 1))
    assert mine[1] == {"card": "tank", "owner": 0, "durability": 1, "plan": 2}
    assert theirs[1] == {"card": None, "owner": 0, "durability": 1, "plan": None}
    assert write(state)["seats"][0]["units"] == mine
    for viewer in range(SEATS + 1):
        jsonschema.validate(write(state.seen(viewer)), schema(Front))
    jsonschema.validate(write(state), schema(Front, position=True))


def test_it_is_observed_place_by_place() -> None:
    state, encoder = front(), Encoder(Front, SEATS)
    for viewer in range(SEATS):
        view, row = state.seen(viewer), np.zeros(encoder.width, np.float32)
        encoder.write(view, viewer, row)
        assert row.tolist() == np.array(tensor(view, SEATS, viewer), np.float32).tolist()
    named = dict(zip(columns(Front), tensor(state.seen(1), SEATS, 1), strict=True))
    assert named["seats[2].units[1].durability"] == pytest.approx(1 / 3)
    assert named["seats[2].units[1].owner=+2"] == 1 and named["seats[2].units[1].plan.unknown"] == 1


# Copies and dumps


def test_copies_and_dumps_hold_the_rows_and_share_nothing() -> None:
    state = front()
    before = state.encoded()
    for other in (state.copy(), Front(seats=SEATS).load(state.dump())):
        assert other.encoded() == before and describe(other) == describe(state)
        other.units[0].marks[HURT][0] = 0
        other.move(other.units[0], 0, other.wrecks)
    assert state.encoded() == before
    state.units[0].marks[PLAN][0] = 0
    assert state.encoded() != before


# Worlds


def worlds(state: Front, viewer: int, **more: Any) -> list[Front]:
    found = []
    for seed in range(80):
        world = state.copy()
        world.resample_zones(viewer, Stream(seed), **more)
        found.append(world)
    return found


def test_open_marks_stay_with_the_place_and_the_cards_are_dealt_over_it() -> None:
    state = front()
    found = worlds(state, 1)
    assert {tuple(world.units[0].marks[HURT]) for world in found} == {(3, 1, 3)}
    assert {world.units[0].cards[1] for world in found} == {0, 1, 2, 3}
    assert {world.units[1].entries()[0] for world in found} == {(3, 1, 3, 0)}


def test_hidden_marks_are_drawn_anew_wherever_the_card_is() -> None:
    state = front()
    state.look(state.units[0], 2, 1)
    found = worlds(state, 1)
    assert Counter(world.units[0].marks[PLAN][0] for world in found).keys() == {0, 1, 2, 3, 4}
    assert {world.units[0].marks[PLAN][2] for world in found} == {3}  # seat 1 knows the card


def test_a_world_fits_what_all_know_of_hidden_marks() -> None:
    """Prices paid and plans made have limits; what cannot be is not dealt."""
    state = front()

    def fits(world: Front, group: int) -> bool:
        return all(card != 1 or plan for card, _, _, plan in world.units[0].entries())

    found = worlds(state, 1, fits=fits)
    pairs = {(card, plan) for world in found for card, _, _, plan in world.units[0].entries()}
    assert (1, 0) not in pairs and {(0, 0), (1, 1)} <= pairs


def test_nothing_can_lie_beside_the_cards_of_a_heap_without_order() -> None:
    assert UNITS.hidden().ordered and UNITS.open().ordered
