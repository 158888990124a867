"""What a state holds and never changes: shared by copies, left out of dumps, the same after loading."""

from __future__ import annotations

from dataclasses import FrozenInstanceError, dataclass, field

import pytest

from shapan.engine.part import field_names
from shapan.engine.registry import games
from shapan.engine.shared_constant import SharedConstant
from shapan.engine.state import State


@dataclass(slots=True, frozen=True)
class Rules(SharedConstant):
    """A made-up rule of a made-up game."""

    limit: int


@dataclass(slots=True, eq=False)
class Ruled(State):
    """A state with it, between fields of its own."""

    coins: list[int] = field(default_factory=list)
    rules: Rules = field(kw_only=True)
    turn: int = 0


def test_copies_share_it_and_nothing_else() -> None:
    state = Ruled(coins=[1, 2], rules=Rules(7))
    copy = state.copy()
    assert copy.rules is state.rules
    copy.coins.append(3)
    assert state.coins == [1, 2]


def test_a_dump_leaves_it_out_and_a_loaded_state_has_it_from_its_shape() -> None:
    state = Ruled(coins=[1, 2], rules=Rules(7), turn=4)
    assert state.encoded() == Ruled(coins=[1, 2], rules=Rules(8), turn=4).encoded()
    shape = Ruled(rules=Rules(9))
    loaded = shape.load(state.dump())
    assert loaded.rules is shape.rules
    assert (loaded.coins, loaded.turn) == ([1, 2], 4)


def test_it_takes_no_room_for_more_than_its_fields() -> None:
    assert not hasattr(Rules(7), "__dict__")
    with pytest.raises(FrozenInstanceError):
        Rules(7).limit = 8  # type: ignore[misc]


def test_games_share_what_is_fixed() -> None:
    found = 0
    for game in games().values():
        state = game.start({}, game.min_seats, 1)
        rows = zip(*(_fixed(one) for one in (state, state.copy(), state.load(state.dump()))), strict=True)
        for value, copied, loaded in rows:
            assert value is copied is loaded
            found += 1
    assert found


def _fixed(state: State) -> list[SharedConstant]:
    values = [getattr(state, name) for name in field_names(type(state))]
    return [value for value in values if isinstance(value, SharedConstant)]
