"""Chance: keyed counter streams, scripts, draws that mark the horizon of undo (design 2, engine.md B1, K)."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from shapan.engine.chance import Chance, ScriptError, Stream, derive, key_of
from shapan.engine.state import State
from shapan.engine.table import Table
from shapan.engine.zone import Zone

KEY = key_of(1)
GOLDEN_FIRST = [5, 2, 1, 4, 1, 3, 2, 1, 0, 5, 2, 2, 4, 5, 3, 2, 3, 0, 2, 5]
GOLDEN_SECOND = [4, 4, 4, 3, 3, 1, 2, 4, 1, 3, 0, 3, 4, 5, 4, 4, 3, 3, 2, 5]
GOLDEN_STREAM = [41, 58, 97, 68, 39, 41, 87, 1, 28, 36]


def at_table(scripts: list[list[int] | None] | None = None) -> Table[State]:
    state = State(seats=2, chance=Chance(KEY, 2), learned=[0] * 3)
    state.chance.scripts = scripts or []
    return Table(state)


def row(chance: Chance, stream: int, size: int, count: int) -> list[int]:
    return [chance.number(stream, size) for _ in range(count)]


# Keys


def test_seeds_give_keys_of_one_length_and_a_key_is_its_own() -> None:
    keys = {key_of(seed) for seed in (0, 1, -1, 10**30, "1 ", "", "骰子")}
    assert len(keys) == 7 and all(len(key) == 16 for key in keys)
    assert key_of(KEY) == KEY
    assert key_of("1") == key_of(1)


def test_labels_give_unrelated_keys() -> None:
    assert len({derive(KEY), derive(KEY, "a"), derive(KEY, "b"), derive(KEY, "a", "b"), derive(KEY, "ab")}) == 5
    assert derive(KEY, "a") == derive(KEY, "a")


# Streams of the state


def test_the_numbers_of_a_key_never_change() -> None:
    """Logs, golden matches and the compiled build rest on these."""
    assert row(Chance(KEY, 2), 0, 6, 20) == GOLDEN_FIRST
    assert row(Chance(KEY, 2), 1, 6, 20) == GOLDEN_SECOND
    stream = Stream(KEY)
    assert [stream.number(100) for _ in range(10)] == GOLDEN_STREAM


@settings(deadline=None)
@given(st.lists(st.tuples(st.integers(0, 3), st.integers(1, 1_000)), max_size=80))
def test_a_stream_does_not_depend_on_the_others(draws: list[tuple[int, int]]) -> None:
    together, apart = Chance(KEY, 4), [Chance(KEY, 4) for _ in range(4)]
    for stream, size in draws:
        number = together.number(stream, size)
        assert 0 <= number < size
        assert number == apart[stream].number(stream, size)


@settings(deadline=None)
@given(st.integers(0, 70), st.integers(0, 70))
def test_copies_and_dumps_go_on_the_same_and_apart(before: int, after: int) -> None:
    chance = Chance(KEY, 2)
    chance.scripts = [None, [3, 4]]
    row(chance, 0, 6, before)
    copy, loaded = chance.copy(), Chance.load(chance.dump())
    numbers = row(chance, 0, 6, after)
    assert row(copy, 0, 6, after) == row(loaded, 0, 6, after) == numbers
    assert chance.dump() == copy.dump() == loaded.dump()
    copy.scripts[1] = []
    assert chance.scripts == [None, [3, 4]]


def test_a_new_key_starts_anew_without_scripts() -> None:
    """A4: the mark of a sampled world re-keys the streams and empties scripts, keeping the object."""
    chance = Chance(KEY, 2)
    chance.scripts = [[1], None]
    old = row(chance, 1, 1_000, 8)
    chance.rekey(key_of(2))
    assert chance.scripts == [] and chance.counts == [0, 0]
    new = row(chance, 1, 1_000, 8)
    assert new != old and new == row(Chance(key_of(2), 2), 1, 1_000, 8)


@pytest.mark.parametrize("sides", [2, 3, 6, 8, 20])
def test_dice_are_fair(sides: int) -> None:
    chance = Chance(key_of("fair"), 1)
    rolls = row(chance, 0, sides, 6_000)
    expected = 6_000 / sides
    deviation = sum((rolls.count(face) - expected) ** 2 / expected for face in range(sides))
    assert deviation < 3 * sides + 20


# Streams outside the state


@settings(deadline=None)
@given(st.lists(st.integers()), st.integers())
def test_a_shuffle_is_a_permutation_of_its_seed(items: list[int], seed: int) -> None:
    one, two = items[:], items[:]
    Stream(seed).shuffle(one)
    Stream(seed).shuffle(two)
    assert one == two and sorted(one) == sorted(items)


def test_every_order_of_three_comes_up() -> None:
    rng = Stream("orders")
    seen = set()
    for _ in range(100):
        items = [1, 2, 3]
        rng.shuffle(items)
        seen.add(tuple(items))
    assert len(seen) == 6


def test_what_is_drawn_comes_as_often_as_it_weighs() -> None:
    rng = Stream("weights")
    drawn = [rng.drawn({"a": 3.0, "b": 1.0, "c": 0.0}) for _ in range(400)]
    assert 260 < drawn.count("a") < 340 and drawn.count("a") + drawn.count("b") == 400


def test_a_choice_is_one_of_the_items() -> None:
    rng = Stream("choice")
    assert {rng.choice("abc") for _ in range(50)} == set("abc")


# At the table


def test_a_roll_is_one_to_sides_and_a_draw_is_of_the_pool() -> None:
    table = at_table()
    assert {table.roll(0, 4) for _ in range(60)} == {1, 2, 3, 4}
    assert {table.draw(1, [7, 7, 9]) for _ in range(60)} == {7, 9}


def test_a_value_that_stands_twice_in_a_pool_is_twice_as_likely() -> None:
    table = at_table()
    drawn = [table.draw(0, [7, 7, 9]) for _ in range(3_000)]
    assert 1_850 < drawn.count(7) < 2_150


def test_each_draw_is_a_step_of_the_horizon() -> None:
    """B1: a draw from a stream closes the way back, scripted or not."""
    table = at_table([[2], None])
    table.roll(0)
    table.draw(1, [5])
    assert table.state.info == 2 and table.state.learned == [0, 0, 0]


@pytest.mark.parametrize(("seen", "learned"), [((0,), [1, 0, 0]), ((), [0, 0, 0]), ((0, 1, 2), [0, 0, 0])])
def test_who_knew_some_of_the_cards_learns_which_of_them_fell(seen: tuple[int, ...], learned: list[int]) -> None:
    """A3: the others that are left tell of nothing, as nobody knows less or more of one than of another."""
    table = at_table([None, [0]])
    hand = Zone([4, 5, 6], sees=0b10, group=1)
    for place in seen:
        table.state.look(hand, place, 0)
    before = table.state.learned[0]
    assert table.draw_shown(0, hand, 0b1) in hand.cards
    assert [table.state.learned[0] - before, *table.state.learned[1:]] == learned


def test_scripted_values_fall_first_and_only_in_their_stream() -> None:
    table = at_table([[6, 1], None])
    free = at_table()
    assert [table.draw(1, range(100)) for _ in range(3)] == [free.draw(1, range(100)) for _ in range(3)]
    assert [table.roll(0), table.draw(0, [1, 2])] == [6, 1]


@pytest.mark.parametrize(("script", "says"), [([], "used up"), ([7], "7 cannot fall")])
def test_a_script_that_runs_dry_or_cannot_be_is_an_error(script: list[int], says: str) -> None:
    """K: no fall-back to free dice; the value that cannot fall is not used up."""
    table = at_table([None, script])
    with pytest.raises(ScriptError, match=says) as error:
        table.roll(1)
    assert error.value.stream == 1
    assert table.state.chance.scripts == [None, script]


def test_a_script_is_part_of_what_is_saved() -> None:
    state: Any = at_table([[6, 1], None]).state
    again = State(chance=Chance(KEY, 2)).load(state.dump())
    assert again.chance.scripts == [[6, 1], None]
    assert Table(again).roll(0) == 6
    assert state.chance.scripts == [[6, 1], None]
