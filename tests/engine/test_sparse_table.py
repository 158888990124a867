"""Sparse tables by name: a plain row of integers in the state, an object of what is there in all that is written."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar

import jsonschema
import numpy as np
import pytest

from shapan.adapters.encoder import Encoder
from shapan.engine.fact import NOBODY, Figure, by_seat, fact
from shapan.engine.game import PositionError
from shapan.engine.kinds import UNKNOWN, Count, Enum, Flag, Many, Seat
from shapan.engine.part import Part
from shapan.engine.position import Fields
from shapan.engine.sparse_table import SparseTable
from shapan.engine.state import State
from shapan.engine.view import Record, columns, difference, schema, tensor, write

AREAS = ("torus", "mesa", "ridge")
UNITS = ("marine", "firebat")
SQUADS = SparseTable(AREAS, SparseTable(UNITS, Count(6)))
CONDITIONS = SparseTable(("focused", "slow", "mood"), (Count(3), Flag(), Enum(("calm", "angry"))))
SEATS = 2


@dataclass(slots=True, eq=False)
class Territory(Part):
    layer: int = fact(Count(3), start=1)


@dataclass(slots=True, eq=False)
class Galaxy(State):
    MAX_SEATS: ClassVar[int] = 3

    owner: list[int] = fact(SparseTable(AREAS, Seat(3), default=UNKNOWN), start=[UNKNOWN] * 3)
    units: list[list[int]] = by_seat(SQUADS, start=lambda seat: [0] * SQUADS.entries)
    conditions: list[int] = fact(CONDITIONS, start=(0, 0, 0))
    mines: list[int] = fact(SparseTable(AREAS, Count(9)), start=(0, 0, 0), sees=NOBODY)
    layers: list[int] = fact(start=(0, 0, 0))

    FIGURES: ClassVar = (
        Figure("territories", SparseTable(AREAS, Record(Territory), default=None)),
        Figure("orders", SparseTable(AREAS, Many(Count(3), 2), default=[])),
    )

    def territories(self) -> list[Territory | None]:
        """Return the territories that lie somewhere."""
        return [Territory(layer) if layer else None for layer in self.layers]

    def orders(self) -> list[list[int]]:
        """Return the orders by area."""
        return [[layer] if layer else [] for layer in self.layers]


def galaxy() -> Galaxy:
    state = Galaxy(seats=SEATS)
    state.learned = [0] * (SEATS + 1)
    state.owner[1] = 0
    state.units[1][1 * len(UNITS) + 0] = 2
    state.units[1][2 * len(UNITS) + 1] = 5
    state.conditions[:] = [2, 1, 0]
    state.mines[2] = 4
    state.layers[0] = 3
    return state


def test_only_what_is_there_is_written() -> None:
    written = write(galaxy().seen(0))
    assert written["owner"] == {"mesa": 0}
    assert [seat["units"] for seat in written["seats"]] == [{}, {"mesa": {"marine": 2}, "ridge": {"firebat": 5}}]
    assert written["conditions"] == {"focused": 2, "slow": True}
    assert written["territories"] == {"torus": {"layer": 3}}
    assert written["orders"] == {"torus": [3]}
    assert "mines" not in written and write(galaxy())["mines"] == {"ridge": 4}


def test_the_state_keeps_a_row_of_integers() -> None:
    state = galaxy()
    assert state.units[1] == [0, 0, 2, 0, 0, 5]
    other = state.copy()
    other.units[1][0] = 1
    assert state.units[1][0] == 0
    assert Galaxy(seats=SEATS).load(state.dump()).encoded() == state.encoded()


def test_what_nobody_knows_is_null_and_no_default() -> None:
    state = galaxy()
    state.conditions[:] = [UNKNOWN, 0, 1]
    assert write(state)["conditions"] == {"focused": None, "mood": "angry"}
    assert SQUADS.word(None) is None
    numbers = dict(zip(SQUADS.columns("units"), SQUADS.encode(None, SEATS, 0), strict=True))
    assert {name for name, number in numbers.items() if number} == {name for name in numbers if "unknown" in name}


def test_the_schema_names_every_name() -> None:
    state = galaxy()
    for viewer in range(SEATS + 1):
        jsonschema.validate(write(state.seen(viewer)), schema(Galaxy))
    jsonschema.validate(write(state), schema(Galaxy, position=True))
    wrong = write(state.seen(0))
    wrong["seats"][0]["units"] = {"mesa": {"zealot": 1}}
    with pytest.raises(jsonschema.ValidationError, match="zealot"):
        jsonschema.validate(wrong, schema(Galaxy))


def test_a_difference_is_told_by_name() -> None:
    state = galaxy()
    before = write(state)
    state.units[1][2] = 0
    state.units[1][5] = 4
    state.layers[0] = 0
    assert difference(before, write(state)) == [
        "orders.torus", "seats.1.units.mesa", "seats.1.units.ridge.firebat", "territories.torus",
    ]  # fmt: skip


def test_every_name_has_its_columns_whether_it_is_there_or_not() -> None:
    state = galaxy()
    named = dict(zip(columns(Galaxy), tensor(state.seen(0), SEATS, 0), strict=True))
    assert named["seats[1].units.mesa.marine"] == pytest.approx(2 / 6)
    assert named["seats[0].units.mesa.marine"] == 0 and "conditions.mood=angry" in named
    assert len(columns(Galaxy)) == len({*columns(Galaxy)})


def test_a_table_is_observed_sparsely_as_it_is_densely() -> None:
    state, encoder = galaxy(), Encoder(Galaxy, SEATS)
    unknown = galaxy()
    unknown.units[0][:] = [UNKNOWN] * SQUADS.entries
    for one in (state, unknown):
        for viewer in range(SEATS):
            row = np.zeros(encoder.width, np.float32)
            encoder.write(one.seen(viewer), viewer, row)
            assert row.tolist() == np.array(tensor(one.seen(viewer), SEATS, viewer), np.float32).tolist()


def test_a_row_of_kinds_has_one_for_each_name() -> None:
    with pytest.raises(TypeError, match="1 kinds for 2 names"):
        SparseTable("ab", [Count(3)])


# Positions


def read(data: dict[str, Any]) -> Galaxy:
    fields = Fields(data, Galaxy(seats=SEATS))
    fields.facts("owner", "units", "conditions", "mines")
    return fields.state


def test_a_position_is_read_back() -> None:
    state = galaxy()
    state.layers[:] = [0, 0, 0]
    again = read(write(state))
    assert (again.owner, again.units, again.conditions, again.mines) == (
        state.owner, state.units, state.conditions, state.mines,
    )  # fmt: skip


@pytest.mark.parametrize(
    ("data", "field", "word"),
    [
        ({"owner": {"moon": 0}}, "owner.moon", "unknown_field"),
        ({"owner": []}, "owner", "type"),
        ({"seats": [{}, {"units": {"mesa": {"marine": 7}}}]}, "seats.1.units.mesa.marine", "range"),
        ({"seats": [{"units": {"mesa": 3}}]}, "seats.0.units.mesa", "type"),
        ({"conditions": {"slow": 1}}, "conditions.slow", "type"),
        ({"conditions": {"mood": "glad"}}, "conditions.mood", "unknown_id"),
    ],
)
def test_a_wrong_table_is_refused_at_its_place(data: dict[str, Any], field: str, word: str) -> None:
    with pytest.raises(PositionError) as error:
        read(data)
    assert (error.value.field, error.value.rule) == (f"position.{field}", word)
