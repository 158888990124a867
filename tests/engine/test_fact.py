"""Facts of a state, declared once: what a viewer sees, what is written, and what else follows from a declaration."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar

import jsonschema
import numpy as np
import pytest

from shapan.adapters.encoder import Encoder
from shapan.engine.chance import Stream
from shapan.engine.deck import Deck, hidden, hidden_row, own
from shapan.engine.fact import NOBODY, OPENLY, OWNER, Figure, add_figures, by_seat, fact, part, row
from shapan.engine.kinds import UNKNOWN, Cards, Count, Enum, Flag, Grid, Many, Seat
from shapan.engine.part import ALL, Part
from shapan.engine.state import State
from shapan.engine.view import Record, columns, difference, schema, tensor, write
from shapan.engine.zone import Zone

SEATS = 3
NAMES = tuple("abcdefghij")
HEAP = Cards(NAMES, 10)
MOOD = Enum(("calm", "angry"), "mood")


@dataclass(slots=True, eq=False)
class Duel(Part):
    """A part that is there only at times."""

    attacker: int = fact(Seat(4))
    stakes: list[int] = fact(start=(1, 2))
    """Seen, and not written by itself."""
    plan: int = 7
    """Not declared."""
    pile: Zone = fact(start=hidden_row)

    FIGURES: ClassVar = (Figure("stake", Count(9), "highest()"),)

    def highest(self) -> int:
        """Return the higher stake."""
        return max(self.stakes)


@dataclass(slots=True, eq=False)
class Board(State):
    """One fact of each kind."""

    MAX_SEATS: ClassVar[int] = 4

    round: int = fact(Count(9), start=1)
    mood: int = fact(MOOD, at="weather.mood")
    memo: int = 3
    """Not declared."""
    reserve: int = fact(Count(9), start=4, sees=NOBODY)
    turn: int = fact(Count(9), start=2, sees=OPENLY)
    dials: list[int] = row(Count(9), at=("fuel", "food"), start=(8, 6))
    ships: list[int] = row(Count(9), 2, at="space.*.ships")
    queue: list[int] = row(Count(9), 2, start=5)
    races: list[int] = by_seat(MOOD, at="race")
    bids: list[int] = by_seat(Count(9), start=0, sees=OWNER)
    hands: list[Zone] = by_seat(HEAP, at="hand", size="hand_size", sees=OWNER, start=own)
    bag: Zone = fact(HEAP, start=hidden, sees=NOBODY)
    stock: Deck = fact(start=Deck)
    duel: Duel | None = part(Record(Duel))

    FIGURES: ClassVar = (
        Figure("stock_size", Count(10), "stock.size()"),
        Figure("space.*.near", Count(1), "next_to({i})", rows=2),
        Figure("seats.*.points", Count(99)),
        Figure("bag_size", Count(10), "bag.size()", sees=OPENLY),
    )

    def next_to(self, area: int) -> int:
        """Return the area beside one."""
        return 1 - area

    def points(self, seat: int) -> int:
        """Return the points of a seat."""
        return 10 * seat + self.round


def board(duel: bool = True) -> Board:
    """Return a state with cards in all zones: 0 and 1 in hands, 2 and 3 in the bag, 4 to 9 in the deck and the pile."""
    state = Board(seats=SEATS)
    state.learned = [0] * (SEATS + 1)
    state.stock.heap = state.deck(list(range(10)))
    if duel:
        state.duel = Duel(attacker=1)
    for target in (*state.hands[:2], state.bag, state.bag, *([state.duel.pile] if state.duel else [])):
        state.move(state.stock.heap, 0, target)
    state.bids[:] = [1, 2, 3]
    return state


def test_a_new_state_begins_with_the_starts_of_its_facts() -> None:
    state = Board(seats=SEATS)
    assert (state.round, state.mood, state.dials, state.ships, state.queue) == (1, UNKNOWN, [8, 6], [0, 0], [5, 5])
    assert (state.races, state.bids, state.duel) == ([UNKNOWN] * SEATS, [0] * SEATS, None)
    assert [hand.sees for hand in state.hands] == [1, 2, 4]
    other = Board(seats=SEATS)
    other.dials[0] = 0
    other.stock.top.cards.append(1)
    assert (state.dials[0], state.stock.top.cards) == (8, [])


def test_a_game_adds_figures_whose_formulas_build_on_the_state() -> None:
    @dataclass(slots=True, eq=False)
    class Bank(State):
        MAX_SEATS: ClassVar[int] = 2
        chips: list[int] = by_seat(Count(9), start=3)

    add_figures(Bank, (Figure("total", Count(18), lambda bank: sum(bank.chips)),))
    assert write(Bank(seats=2)) == {"total": 6, "seats": [{"chips": 3}, {"chips": 3}]}


# What a viewer sees


@pytest.mark.parametrize("viewer", range(SEATS + 1))
def test_a_view_is_the_state_as_it_is_seen(viewer: int) -> None:
    view = board().seen(viewer)
    assert type(view) is Board
    assert (view.viewer, view.seats, view.round, view.turn, view.next_to(0), view.points(1)) == (viewer, 3, 1, 2, 1, 11)
    assert view.bids == [bid if seat == viewer else UNKNOWN for seat, bid in enumerate([1, 2, 3])]
    assert [hand.cards for hand in view.hands] == [[0 if viewer == 0 else UNKNOWN], [1 if viewer == 1 else UNKNOWN], []]
    assert (view.bag.cards, view.stock.size()) == ([UNKNOWN] * 2, 5)
    # Compiled, a zone that is made without them has none; plain, it has no such attribute.
    assert not any(getattr(zone, name, ()) for zone in view.all_zones() for name in ("masks", "groups"))
    assert view.duel is not None
    assert (view.duel.viewer, view.duel.stakes, view.duel.pile.cards) == (viewer, [1, 2], [UNKNOWN])


@pytest.mark.parametrize("name", ["memo", "reserve", "chance", "agenda", "info", "learned", "groups"])
def test_what_is_not_declared_has_no_value_in_a_view(name: str) -> None:
    view = board().seen(0)
    with pytest.raises(AttributeError):
        getattr(view, name)
    assert view.duel is not None
    with pytest.raises(AttributeError):
        _ = view.duel.plan


@dataclass(slots=True, eq=False)
class Waters(State):
    """A board for each seat that it alone sees, and a row for each that all see."""

    MAX_SEATS: ClassVar[int] = 2
    ships: list[list[int]] = by_seat(Grid(Count(3), 2, 2), sees=OWNER, start=lambda seat: [seat, 0, 2, 0])
    shots: list[list[int]] = by_seat(Grid(Flag(), 2, 2), start=lambda seat: [0] * 4)


def test_a_board_can_be_an_owners() -> None:
    state = Waters(seats=2)
    mine, watching = state.seen(1), state.seen(2)
    assert mine.ships == [[UNKNOWN] * 4, [1, 0, 2, 0]]
    assert watching.ships == [[UNKNOWN] * 4] * 2
    assert write(mine)["seats"] == [
        {"ships": [None] * 4, "shots": [False] * 4},
        {"ships": [1, 0, 2, 0], "shots": [False] * 4},
    ]
    jsonschema.validate(write(mine), schema(Waters))
    assert write(state)["seats"][0]["ships"] == [0, 0, 2, 0]
    mine.ships[1][0] = 3
    assert state.ships[1] == [1, 0, 2, 0]


def test_other_lists_cannot_be_an_owners_and_the_complaint_says_which_can() -> None:
    @dataclass(slots=True, eq=False)
    class Rows(State):
        plans: list[tuple[int, ...]] = by_seat(start=lambda seat: (seat,), sees=OWNER)

    with pytest.raises(TypeError, match=r"Rows\.plans: .* list\[tuple\[int, \.\.\.\]\]; .* list\[list\[int\]\]"):
        Rows(seats=2).seen(0)


def test_a_view_holds_no_part_of_the_state() -> None:
    state = board()
    before = state.encoded()
    view = state.seen(0)
    view.dials[0] = view.hands[0].cards[0] = 9
    assert view.duel is not None
    view.duel.stakes[0] = 9
    assert state.encoded() == before


# What is written


def test_a_view_is_written_by_paths() -> None:
    assert write(board().seen(1)) == {
        "seats": [
            {"race": None, "bids": None, "hand": None, "hand_size": 1, "points": 1},
            {"race": None, "bids": 2, "hand": ["b"], "hand_size": 1, "points": 11},
            {"race": None, "bids": None, "hand": None, "hand_size": 0, "points": 21},
        ],
        "round": 1,
        "weather": {"mood": None},
        "turn": 2,
        "fuel": 8,
        "food": 6,
        "space": {"0": {"ships": 0, "near": 1}, "1": {"ships": 0, "near": 0}},
        "queue": [5, 5],
        "duel": {"attacker": 1, "stake": 2},
        "stock_size": 5,
        "bag_size": 2,
    }


def test_a_position_holds_also_what_nobody_sees() -> None:
    state = board(duel=False)
    view, position = write(state.seen(0)), write(state)
    assert position["seats"][1] == {"race": None, "bids": 2, "hand": ["b"], "hand_size": 1, "points": 11}
    assert {*position} - {*view} == {"reserve", "bag"}
    assert {*view} - {*position} == {"turn", "bag_size"}
    assert (position["reserve"], position["bag"], position["duel"]) == (4, ["c", "d"], None)


@pytest.mark.parametrize("duel", [True, False])
def test_schemas_fit_what_is_written_and_columns_what_is_observed(duel: bool) -> None:
    state = board(duel)
    jsonschema.validate(write(state), schema(Board, position=True))
    with pytest.raises(jsonschema.ValidationError):
        jsonschema.validate(write(state), schema(Board))
    for viewer in range(SEATS + 1):
        view = state.seen(viewer)
        jsonschema.validate(write(view), schema(Board))
        numbers = tensor(view, SEATS, viewer % SEATS)
        assert len(numbers) == len(columns(Board)) == len({*columns(Board)})
        assert all(0 <= number <= 1 for number in numbers)


@dataclass(slots=True, eq=False)
class Raid(Part):
    strength: int = fact(Count(9), start=3)
    plan: int = fact(Count(9), start=7, sees=NOBODY)
    told: int = fact(Count(9), start=2, sees=OPENLY)


@dataclass(slots=True, eq=False)
class Coast(State):
    raid: Raid | None = part(Record(Raid))
    raids: list[Raid] = fact(Many(Record(Raid), 2), start=lambda: [Raid(), Raid()])


def test_the_schema_of_positions_knows_what_nobody_sees_of_a_part() -> None:
    state = Coast(seats=1, raid=Raid())
    view = state.seen(0)
    assert [one["raid"] for one in (write(state), write(view))] == [
        {"strength": 3, "plan": 7},
        {"strength": 3, "told": 2},
    ]
    jsonschema.validate(write(state), schema(Coast, position=True))
    jsonschema.validate(write(view), schema(Coast))
    for written, position in ((write(view), True), (write(state), False)):
        with pytest.raises(jsonschema.ValidationError):
            jsonschema.validate(written, schema(Coast, position=position))


def test_observations_turn_with_the_seats() -> None:
    state = board()
    named = dict(zip(columns(Board), tensor(state.seen(1), SEATS, 1), strict=True))
    assert [name for name in named if name.endswith("hand:b") and named[name]] == ["seats[0].hand:b"]
    assert [name for name in named if name.startswith("duel.attacker") and named[name]] == ["duel.attacker=+0"]


def next_bid(state: Any, seat: int) -> int:
    return int(state.bids[(seat + 1) % state.seats])


@dataclass(slots=True, eq=False)
class Auction(State):
    MAX_SEATS: ClassVar[int] = 3

    bids: list[int] = by_seat(Count(9), start=4)

    FIGURES: ClassVar = (
        Figure("best", Count(9), lambda state: max(state.bids)),
        Figure("seats.*.next", Count(9), next_bid),
    )


def test_a_figure_that_is_a_function_is_written_and_observed() -> None:
    state = Auction(seats=3)
    state.bids[1] = 7
    view = state.seen(0)
    assert write(view)["best"] == 7
    assert [seat["next"] for seat in write(view)["seats"]] == [7, 4, 4]
    encoder = Encoder(Auction, 3)
    numbers = np.zeros(encoder.width, np.float32)
    encoder.write(view, 2, numbers)
    assert np.array_equal(numbers, np.array(tensor(view, 3, 2), np.float32))


def test_two_views_differ_at_their_paths() -> None:
    state = board()
    old = write(state.seen(0))
    state.dials[1], state.ships[1], state.bids[0] = 0, 2, 9
    state.move(state.bag, 0, state.hands[2])
    assert difference(old, write(state.seen(0))) == [
        "bag_size", "food", "seats.0.bids", "seats.2.hand_size", "space.1.ships",
    ]  # fmt: skip
    state.duel = None
    assert difference(old, write(state.seen(0)))[1] == "duel"


def test_a_path_is_written_once() -> None:
    @dataclass(slots=True, eq=False)
    class Twice(Part):
        fuel: int = fact(Count(9), start=1)
        food: int = fact(Count(9), start=1, at="fuel")

    with pytest.raises(TypeError, match="fuel is written twice"):
        write(Twice())


# Copies and dumps


@pytest.mark.parametrize("duel", [True, False])
def test_copies_and_dumps_hold_all_and_share_nothing(duel: bool) -> None:
    state = board(duel)
    copy, loaded = state.copy(), Board(seats=SEATS).load(state.dump())
    before = state.encoded()
    for other in (copy, loaded):
        assert other.encoded() == before
        assert (other.viewer, other.memo) == (ALL, 3)
        assert (other.duel is None) is not duel
        other.bids[0] = 9
        other.move(other.stock.heap, 0, other.hands[2])
        if other.duel is not None:
            other.duel.plan += 1
            other.duel.stakes[0] = 9
    assert state.encoded() == before


# Zones of parts


def zones_of(state: Board) -> dict[str, Any]:
    return {name: zone.cards for name, zone in state.zones()}


def test_zones_of_parts_and_decks_are_found() -> None:
    decks = ["stock.top", "stock.heap", "stock.bottom", "stock.discards"]
    without, state = board(duel=False), board()
    assert [*zones_of(without)] == ["hands.0", "hands.1", "hands.2", "bag", *decks]
    assert [*zones_of(state)] == ["hands.0", "hands.1", "hands.2", "bag", *decks, "duel.pile"]
    for one in (without, state):
        assert [*map(id, one.all_zones())] == [id(zone) for _, zone in one.zones()]


def test_hidden_cards_of_parts_and_decks_are_dealt_anew() -> None:
    state = board()
    state.look(state.stock.heap, 0, 0)
    assert state.duel is not None
    piles, heaps = set(), set()
    for seed in range(60):
        world = state.copy()
        world.resample_zones(0, Stream(seed))
        assert world.hands[0].cards == [0] and world.stock.heap.known(0) == state.stock.heap.known(0)
        assert sorted(card for zone in world.all_zones() for card in zone.cards) == [*range(10)]
        assert write(world.seen(0)) == write(state.seen(0))
        assert world.duel is not None
        piles.add(world.duel.pile.cards[0])
        heaps.add(tuple(world.stock.heap.cards))
    assert piles == {*range(1, 10)} - {state.stock.heap.cards[0]}
    assert len(heaps) > 20


def test_a_deck_counts_what_can_be_drawn() -> None:
    deck = Deck()
    assert deck.is_empty()
    deck.discards = Zone([1], ordered=True)
    assert (deck.size(), deck.is_empty()) == (0, False)
    deck.top, deck.bottom = Zone([2], ordered=True), Zone([3, 4], ordered=True)
    assert deck.size() == 3


def test_lists_of_records_that_are_no_seats_are_written_as_one() -> None:
    @dataclass(slots=True, eq=False)
    class Row(Part):
        cards: Zone = fact(Many(Enum(NAMES), 4), start=lambda: Zone([2, 1], ordered=True))

    assert write(Row()) == {"cards": ["c", "b"]}


def test_a_row_without_a_number_of_entries_is_refused() -> None:
    with pytest.raises(TypeError, match="number of its entries"):
        row(Count(3), at="space.*.ships")


@dataclass(slots=True, eq=False)
class Field(State):
    """Parts in a list, as models on a table are."""

    models: list[Duel] = fact(start=list)


def test_parts_in_a_list_are_copied_kept_and_seen_one_by_one() -> None:
    state = Field(seats=2, models=[Duel(0, [1, 2]), Duel(1, [3, 4])])
    loaded = Field(seats=2).load(state.dump())
    for other in (state.copy(), loaded):
        assert other.encoded() == state.encoded()
        other.models[0].stakes[0] = 9
        assert state.models[0].stakes == [1, 2]
    seen = state.seen(1)
    assert [one.attacker for one in seen.models] == [0, 1]
    assert not hasattr(seen.models[0], "plan")
    assert len(state.all_zones()) == 2


def test_a_dump_without_a_part_is_loaded_by_a_state_that_has_one() -> None:
    assert board(duel=True).load(board(duel=False).dump()).duel is None
