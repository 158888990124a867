"""Kinds and typed views: words, schemas, differences and observations from one declaration (engine.md H, design 2)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Any

import jsonschema
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from shapan.engine.kinds import UNKNOWN, BySeat, Cards, Count, Enum, Flag, Grid, Kind, Many, Seat, SeatOr
from shapan.engine.sparse_table import SparseTable
from shapan.engine.view import Record, columns, difference, kinds_of, schema, tensor, write

SEATS = 3
COLOUR = Enum(("red", "green"), "colour")


@dataclass(slots=True)
class Fleet:
    ships: Annotated[int, Count(9)]
    admiral: Annotated[int, Seat(4)]


@dataclass(slots=True)
class View:
    turn: Annotated[int, Seat(4)]
    points: Annotated[list[int], Many(Count(20), 4, by_seat=True)]
    mood: Annotated[int, COLOUR]
    at_war: Annotated[int, Flag()]
    hand: Annotated[list[int], Cards(("ace", "king"), 5)]
    row: Annotated[list[int], Many(COLOUR, 3)]
    board: Annotated[list[int], Grid(Count(2), 2, 2)]
    votes: Annotated[dict[int, int], BySeat(Flag(), 4)]
    fleet: Annotated[Fleet | None, Record(Fleet)]


def known(least: int, size: int) -> st.SearchStrategy[int]:
    return st.integers(least, size - 1)


VIEWS = st.builds(
    View,
    turn=known(-1, SEATS),
    points=st.lists(known(-1, 21), min_size=SEATS, max_size=SEATS),
    mood=known(-1, 2),
    at_war=known(-1, 2),
    hand=st.lists(known(-1, 2), max_size=5),
    row=st.lists(known(-1, 2), max_size=3),
    board=st.lists(known(0, 3), min_size=4, max_size=4),
    votes=st.fixed_dictionaries({seat: known(-1, 2) for seat in range(SEATS)}),
    fleet=st.none() | st.builds(Fleet, ships=known(-1, 10), admiral=known(-1, SEATS)),
)

PLAIN = View(1, [3, 0, UNKNOWN], 0, 1, [1, UNKNOWN], [1, UNKNOWN], [0, 1, 2, 0], {2: 1}, Fleet(4, 2))


# Kinds


@pytest.mark.parametrize("kind", [Count(9), Flag(), COLOUR, Seat(4)], ids=["count", "flag", "enum", "seat"])
def test_words_and_numbers_are_the_same_thing(kind: Kind) -> None:
    for value in range(kind.size):
        assert kind.number(kind.word(value)) == value
    assert kind.word(UNKNOWN) is None
    with pytest.raises(ValueError, match="is not"):
        kind.number(None)


@pytest.mark.parametrize(
    ("kind", "word", "says"),
    [
        (Count(9), 10, "10 is not an integer 0..9"),
        (Count(9), -1, "-1 is not an integer 0..9"),
        (Count(9), True, "True is not an integer 0..9"),
        (Count(9), 1.0, "1.0 is not an integer 0..9"),
        (Seat(4), 4, "4 is not an integer 0..3"),
        (Flag(), 0, "0 is not true or false"),
        (COLOUR, "blue", "'blue' is not one of red, green"),
        (COLOUR, 0, "0 is not one of red, green"),
        (Enum([f"w{n}" for n in range(20)]), "x", "w11, ..."),
    ],
)
def test_a_wrong_word_is_told_what_would_be_right(kind: Kind, word: Any, says: str) -> None:
    with pytest.raises(ValueError) as error:  # noqa: PT011
        kind.number(word)
    assert says in str(error.value)


def test_phrases_name_seats_and_terms_for_the_texts() -> None:
    assert Seat(4).phrase(2) == {"seat": 2}
    assert Seat(4).phrase(UNKNOWN) is None
    assert COLOUR.phrase(1) == {"term": "colour.green"}
    assert Enum(("a",)).phrase(0) == "a"
    assert COLOUR.phrase(UNKNOWN) is None
    assert Count(9).phrase(7) == 7


def test_somebody_else_at_the_table_is_written_read_and_told_by_his_word() -> None:
    kind = SeatOr(4, "destiny")
    for value, word, phrase in ((3, 3, {"seat": 3}), (4, "destiny", "destiny")):
        assert (kind.word(value), kind.number(word), kind.phrase(value)) == (word, value, phrase)
    for wrong in (4, -1, True, "fate", None):
        with pytest.raises(ValueError, match=r"neither an integer 0\.\.3 nor 'destiny'"):
            kind.number(wrong)


@pytest.mark.parametrize(
    "kind",
    [
        Cards(("a",), 2),
        Many(COLOUR, 2),
        Grid(COLOUR, 1, 1),
        BySeat(COLOUR, 2),
        SparseTable("ab", COLOUR),
        Record(Fleet),
    ],
)
def test_what_is_made_of_several_values_is_no_parameter(kind: Any) -> None:
    with pytest.raises(ValueError, match="no parameter"):
        kind.number([])
    assert kind.word(None) is None


# Views


def test_a_view_is_written_in_words() -> None:
    assert write(PLAIN) == {
        "turn": 1,
        "points": [3, 0, None],
        "mood": "red",
        "at_war": True,
        "hand": ["king", None],
        "row": ["green", None],
        "board": [0, 1, 2, 0],
        "votes": {"2": True},
        "fleet": {"ships": 4, "admiral": 2},
    }


def test_every_field_needs_exactly_one_kind() -> None:
    """An allow-list: a field that nobody declared cannot slip into a view."""

    @dataclass
    class Bare:
        count: int

    @dataclass
    class Double:
        count: Annotated[int, Count(1), Flag()]

    for cls in (Bare, Double):
        with pytest.raises(TypeError, match=r"\.count needs exactly one kind"):
            kinds_of(cls)
    with pytest.raises(TypeError, match="no dataclass"):
        kinds_of(int)


@settings(deadline=None)
@given(VIEWS)
def test_a_written_view_fits_the_schema_of_its_class(view: View) -> None:
    jsonschema.validate(write(view), schema(View))


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("turn", 4),
        ("points", [21]),
        ("mood", "blue"),
        ("at_war", 1),
        ("hand", ["ace"] * 6),
        ("fleet", {}),
        ("extra", 1),
    ],
)
def test_the_schema_refuses_what_the_kinds_do_not_allow(field: str, value: Any) -> None:
    with pytest.raises(jsonschema.ValidationError):
        jsonschema.validate({**write(PLAIN), field: value}, schema(View))


def test_the_schema_wants_every_field() -> None:
    for field in write(PLAIN):
        rest = {name: word for name, word in write(PLAIN).items() if name != field}
        with pytest.raises(jsonschema.ValidationError):
            jsonschema.validate(rest, schema(View))


# Observations


@settings(deadline=None)
@given(VIEWS, st.integers(0, SEATS - 1))
def test_an_observation_has_a_fixed_length_a_name_a_number_and_is_within_0_and_1(view: View, observer: int) -> None:
    row = tensor(view, SEATS, observer)
    names = columns(View)
    assert len(row) == len(names) == len(set(names))
    assert all(0 <= number <= 1 for number in row)


def turned(view: View, by: int) -> View:
    """Return the view as it were if everybody sat `by` places earlier."""

    def seat(number: int) -> int:
        return number if number == UNKNOWN else (number - by) % SEATS

    fleet = view.fleet and Fleet(view.fleet.ships, seat(view.fleet.admiral))
    votes = {seat(one): vote for one, vote in view.votes.items()}
    points = view.points[by:] + view.points[:by]
    return View(seat(view.turn), points, view.mood, view.at_war, view.hand, view.row, view.board, votes, fleet)


@settings(deadline=None)
@given(VIEWS, st.integers(0, SEATS - 1))
def test_the_observer_is_always_seat_0(view: View, observer: int) -> None:
    """H: seats are turned, so one network plays all of them."""
    assert tensor(view, SEATS, observer) == tensor(turned(view, observer), SEATS, 0)


@settings(deadline=None)
@given(VIEWS, VIEWS)
def test_views_that_read_differently_are_observed_differently(one: View, two: View) -> None:
    """H: unknown is a value of its own. (Cards are a heap: their order carries nothing.)"""
    first, second = write(one), write(two)
    for words in (first, second):
        words["hand"].sort(key=str)
    assert (tensor(one, SEATS, 0) == tensor(two, SEATS, 0)) == (first == second)


# Differences


def test_a_difference_names_the_place() -> None:
    old = write(PLAIN)
    new = write(View(1, [3, 2, UNKNOWN], 1, 1, [1], [1, UNKNOWN], [0, 1, 2, 0], {2: 1, 0: 0}, None))
    assert difference(old, new) == ["fleet", "hand", "mood", "points.1", "votes.0"]
    assert difference({"0": None}, {}) == ["0"]  # unknown is not the same as absent


@settings(deadline=None)
@given(VIEWS, VIEWS)
def test_no_difference_means_the_same_view(one: View, two: View) -> None:
    old, new = write(one), write(two)
    assert (difference(old, new) == []) == (old == new)
    assert difference(old, new) == difference(new, old)
    assert difference(old, old) == []
