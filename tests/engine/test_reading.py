"""Positions that are read by the declarations of facts alone: what is written is read, what cannot be is refused."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar

import pytest

from engine.toys.card_duel.game import GAME as CARD_DUEL
from engine.toys.order_stacks.game import GAME as ORDER_STACKS
from shapan.engine import scenario
from shapan.engine.conformance import check
from shapan.engine.deck import hidden, open_row, own
from shapan.engine.fact import NOBODY, OPENLY, OWNER, Figure, by_seat, fact, part, row
from shapan.engine.game import Game, PositionError
from shapan.engine.kinds import UNKNOWN, Cards, Count, Enum, Flag, Many, Seat
from shapan.engine.marked_cards import MarkedCards
from shapan.engine.marked_zone import KNOWERS, MarkedZone, Marker
from shapan.engine.part import Part
from shapan.engine.position import Fields, Reading
from shapan.engine.sparse_table import SparseTable
from shapan.engine.state import State
from shapan.engine.view import Record, write
from shapan.engine.zone import Zone
from shapan.games.battlestar import GAME as BATTLESTAR
from shapan.games.leduc import GAME as LEDUC
from shapan.games.leduc.game import LeducGame
from shapan.games.pig import GAME as PIG

NAMES = tuple("abcd")
HEAP, CARD = Cards(NAMES, 12), Enum(NAMES)
UNITS = MarkedCards(CARD, 4, Marker("paid", Count(5), sees=KNOWERS), Marker("hurt", Count(3)))


@dataclass(slots=True, eq=False)
class Check(Part):
    seat: int = fact(Seat(3))
    given: list[int] = fact(Many(Count(9), 4), start=())
    pile: Zone = fact(HEAP, start=hidden)

    FIGURES: ClassVar = (Figure("total", Count(99)),)

    def total(self) -> int:
        """Return the sum."""
        return sum(self.given)


@dataclass(slots=True, eq=False)
class Board(State):
    MAX_SEATS: ClassVar[int] = 3

    turn: int = fact(Seat(3), start=0)
    mood: int = fact(Enum(("calm", "angry")), start=0, at="weather.mood")
    open_: int = fact(Flag(), start=0, at="open")
    dials: list[int] = row(Count(9), at=("fuel", "food"), start=(8, 6))
    ships: list[int] = row(Count(9), 2, at="space.*.ships")
    queue: list[int] = row(Count(9), 3)
    depots: list[int] = fact(SparseTable(("torus", "mesa"), Count(9)), start=(0, 0))
    bids: list[int] = by_seat(Count(9), start=0, sees=OWNER)
    shown: int = fact(Count(9), start=1, sees=OPENLY)
    stock: Zone = fact(HEAP, start=hidden, sees=NOBODY)
    hands: list[Zone] = by_seat(HEAP, at="hand", size="hand_size", sees=OWNER, start=own)
    row_: Zone = fact(Many(CARD, 6), start=open_row, at="row")
    units: list[MarkedZone] = by_seat(UNITS, start=UNITS.own)
    check: Check | None = part(Record(Check))

    FIGURES: ClassVar = (Figure("seats.*.worth", Count(99)),)

    def worth(self, seat: int) -> int:
        """Return what a seat is worth."""
        return 10 + self.bids[seat]


def board() -> Board:
    """Return a state as set-up leaves it: three cards of each kind in the stock."""
    state = Board(seats=2)
    state.stock = state.deck([card for card in range(4) for _ in range(3)])
    return state


def read(data: dict[str, Any]) -> Board:
    state = board()
    Reading(data, state).read()
    return state


FULL: dict[str, Any] = {
    "turn": 1,
    "weather": {"mood": "angry"},
    "open": True,
    "fuel": 3,
    "food": 0,
    "space": {"0": {"ships": 2}, "1": {"ships": 0}},
    "queue": [1, 2, 3],
    "depots": {"mesa": 4},
    "stock": ["b", "c", "d"],
    "row": ["d", "a", "c"],
    "seats": [
        {"bids": 2, "hand": ["a", "c"], "hand_size": 2, "units": [], "worth": 12},
        {"bids": 0, "hand": ["b"], "hand_size": 1, "units": [{"card": "d", "paid": 3, "hurt": 1}], "worth": 10},
    ],
    "check": {"seat": 0, "given": [4, 5], "pile": ["a", "b"], "total": 9},
}


def test_what_is_written_is_read() -> None:
    state = read(FULL)
    assert write(state) == FULL
    assert write(read(write(state))) == FULL
    assert state.units[1].marks == [[3], [1]]
    assert isinstance(state.check, Check) and state.check.given == [4, 5]


def test_who_sees_a_zone_knows_its_cards_and_nobody_else() -> None:
    state = read(FULL)
    assert state.hands[0].known(0) == [0, 2] and state.hands[0].known(1) == [UNKNOWN] * 2
    assert state.row_.known(1) == [3, 0, 2] and state.stock.known(0) == [UNKNOWN] * 3
    assert len({group for zone in state.all_zones() for group in zone.groups} - {0}) == 1


def test_what_is_left_out_stays_as_set_up_has_it() -> None:
    state = read({"seats": [{}, {"hand": ["d"]}]})
    assert (state.turn, state.dials, state.check) == (0, [8, 6], None)
    assert [len(zone) for zone in (state.stock, *state.hands)] == [11, 0, 1]
    assert write(read({})) == write(board())


def test_null_is_what_is_not_known_or_not_there() -> None:
    state = read({"turn": None, "check": None, "weather": {"mood": None}})
    assert (state.turn, state.check, state.mood) == (UNKNOWN, None, UNKNOWN)


NULLS: dict[str, dict[str, Any]] = {
    "open": {"open": None},
    "food": {"food": None},
    "space.1.ships": {"space": {"1": {"ships": None}}},
    "queue": {"queue": None},
    "depots": {"depots": None},
    "seats.1.bids": {"seats": [{}, {"bids": None}]},
}
"""Facts that are something in every position, given as null, by their paths."""


@pytest.mark.parametrize("path", [*NULLS, "row", "stock", "seats.0.hand", "seats.0.units"])
def test_null_is_no_value_of_what_is_always_something(path: str) -> None:
    zones: dict[str, Any] = {"row": None, "stock": None}
    seats: dict[str, Any] = {"seats": [{path.rpartition(".")[2]: None}, {}]}
    with pytest.raises(PositionError, match=r"null is no value of it") as error:
        read(NULLS.get(path) or ({path: zones[path]} if path in zones else seats))
    assert (error.value.field, error.value.rule) == (f"position.{path}", "type")


@pytest.mark.parametrize("path", NULLS)
def test_a_game_that_reads_field_by_field_takes_null_for_nothing_else_either(path: str) -> None:
    given = Fields(NULLS[path], board())
    with pytest.raises(PositionError, match=r"null is no value of it") as error:
        given.facts("open_", "dials", "ships", "queue", "depots", "bids")
    assert error.value.field == f"position.{path}"


def test_field_by_field_null_is_nobody_and_what_is_left_out_stays() -> None:
    given = Fields({"turn": None, "fuel": 3}, board())
    given.facts("turn", "mood", "dials")
    assert (given.state.turn, given.state.mood, given.state.dials) == (UNKNOWN, 0, [3, 6])


def test_a_position_of_battlestar_names_the_count_that_is_null() -> None:
    people = [{"character": name} for name in ("adama", "roslin", "boomer")]
    data = {"game": "battlestar", "seats": 3, "position": {"seats": people, "nukes": None}}
    error = scenario.run(BATTLESTAR, data).error
    assert error is not None and error["field"] == "position.nukes"


@pytest.mark.parametrize(
    ("data", "field", "word"),
    [
        ({"turn": 3}, "turn", "range"),
        ({"turn": "one"}, "turn", "unknown_id"),
        ({"open": 1}, "open", "type"),
        ({"weather": {"mood": "glad"}}, "weather.mood", "unknown_id"),
        ({"weather": {"rain": 1}}, "weather.rain", "unknown_field"),
        ({"wether": {}}, "wether", "unknown_field"),
        ({"shown": 1}, "shown", "unknown_field"),
        ({"queue": [1, 2, 3, 4]}, "queue", "type"),
        ({"queue": [1, 2, 10]}, "queue.2", "range"),
        ({"depots": {"moon": 1}}, "depots.moon", "unknown_field"),
        ({"space": {"0": {"ships": 10}}}, "space.0.ships", "range"),
        ({"seats": [{}]}, "seats", "range"),
        ({"seats": [{}, {"worth": 11}]}, "seats.1.worth", "range"),
        ({"seats": [{}, {"hand_size": 2}]}, "seats.1.hand_size", "range"),
        ({"seats": [{"hand": ["a", "a", "a", "a"]}, {}]}, "seats.0.hand", "count"),
        ({"seats": [{"hand": ["e"]}, {}]}, "seats.0.hand.0", "unknown_id"),
        ({"stock": ["a"]}, "stock", "count"),
        ({"seats": [{"units": [{"card": "a", "paid": 9}]}, {}]}, "seats.0.units.0.paid", "range"),
        ({"seats": [{"units": [{"unit": "a"}]}, {}]}, "seats.0.units.0.unit", "unknown_field"),
        ({"check": {"total": 3}}, "check.total", "range"),
        ({"check": {"given": [1, 11]}}, "check.given.1", "range"),
        ({"check": {"who": 0}}, "check.who", "unknown_field"),
        ({"check": 3}, "check", "type"),
    ],
)
def test_what_cannot_be_is_refused_at_its_place(data: dict[str, Any], field: str, word: str) -> None:
    with pytest.raises(PositionError) as error:
        read(data)
    assert (error.value.field, error.value.rule) == (f"position.{field}", word)


# Games


def test_a_scenario_of_pig_begins_amid_a_turn() -> None:
    data = {
        "game": "pig",
        "seats": 2,
        "position": {"turn": 1, "rolled": 12, "number": 6, "seats": [{}, {"banked": 90}]},
        "rolls": {"die": [3]},
        "answers": [{"seat": 1, "do": "roll"}, {"seat": 1, "do": "hold"}],
        "expect": {"outcome": {"winners": [1]}, "position": {"seats": [{"banked": 0}, {"banked": 105}]}},
    }
    result = scenario.run(PIG, data)
    assert result.passed, result.differences


def leduc(bets: list[str], **more: Any) -> dict[str, Any]:
    seats = [{"hand": ["king"], "paid": 1}, {"hand": ["queen"], "paid": 1}]
    return {"game": "leduc", "seats": 2, "position": {"bets": bets, "seats": seats, **more}}


def test_a_scenario_of_leduc_begins_amid_a_round() -> None:
    data = leduc(["call", "raise"], turn=0, raises=1)
    data["position"]["seats"][1]["paid"] = 3
    result = scenario.run(LEDUC, {**data, "answers": [{"seat": 0, "do": "fold"}]})
    assert result.outcome is not None and result.outcome["scores"] == [-1, 1]


def test_the_second_round_of_leduc_deals_the_public_card_if_it_lies_nowhere() -> None:
    data = leduc(["call", "call"], round=1)
    there = leduc(["call", "call"], round=1, public=["jack"])
    for begin, card in (({**data, "rolls": {"cards": ["king"]}}, "king"), (there, "jack")):
        assert scenario.run(LEDUC, {**begin, "expect": {"position": {"public": [card]}}}).passed


@pytest.mark.parametrize(
    ("data", "field"),
    [
        (leduc(["call", "call"]), "position.bets"),
        (leduc(["call"]), "position.bets"),
        (leduc([], seats=[{"hand": ["king"]}, {}]), "position.seats"),
    ],
)
def test_bets_that_do_not_fit_are_refused(data: dict[str, Any], field: str) -> None:
    error = scenario.run(LEDUC, data).error
    assert error is not None and error["field"] == field


@pytest.mark.parametrize("game", [CARD_DUEL, ORDER_STACKS], ids=lambda game: str(game.name))
def test_a_game_that_does_not_say_what_comes_next_reads_no_positions(game: Game[Any]) -> None:
    with pytest.raises(PositionError, match="begins with its set-up"):
        game.read_position({}, game.resolve({}, 2), 2)


class Forgetful(LeducGame):
    """Leduc, but a position goes on at the first bet of its round."""

    def resume(self, state: Any) -> None:
        state.agenda = [(2, state.round)]


def test_the_kit_finds_a_position_that_goes_on_otherwise() -> None:
    assert check(LEDUC, 16, 240).checks["position_asks"].tried > 5
    report = check(Forgetful(), 16, 240)
    assert not report.passed and report.checks["position_asks"].failed
