"""Shapes of answers in which several picks share an entry: tallies, numbered lists, tables, groups, records."""

from __future__ import annotations

from typing import Any, Final

import pytest

from shapan.engine.actions import Actions, Form
from shapan.engine.kinds import Count, Enum
from shapan.engine.row import Row, read_row, write_row
from shapan.engine.shape import COUNTS, GROUPS, NUMBERED, RECORDS, TALLY, Part

ACTIONS: Final = Actions()
UNIT: Final = Enum(("scout", "tank"))
PLACE: Final = Enum(("mesa", "ridge", "valley"))
PAY: Final = ACTIONS.family(1, "pay", on=PLACE)
GO: Final = ACTIONS.family(2, "go", unit=UNIT, to=PLACE)
STAND: Final = ACTIONS.family(3, "stand", place=PLACE, unit=UNIT)
JOIN: Final = ACTIONS.family(4, "join", fight=Count(5), unit=UNIT)
LAY: Final = ACTIONS.family(5, "lay", fight=Count(5), unit=UNIT)
LAY_TOP: Final = ACTIONS.family(6, "lay_top", Form("lay_top", {"top": True}), fight=Count(5))

ROWS: Final = {
    "pay": (Row("pay", (Part("on", (PAY,), TALLY),)),),
    "go": (Row("go", (Part("moves", (GO,), NUMBERED),)),),
    "stand": (Row("stand", (Part("units", (STAND,), COUNTS),)),),
    "join": (Row("join", (Part("units", (JOIN,), GROUPS),)),),
    "lay": (Row("lay", (Part("cards", (LAY, LAY_TOP), RECORDS),)),),
}
CASES: Final[list[tuple[list[int], dict[str, Any]]]] = [
    ([PAY.code(0), PAY.code(2), PAY.code(2)], {"do": "pay", "on": {"mesa": 1, "valley": 2}}),
    (
        [GO.code(0, 1), GO.code(0, 1), GO.code(1, 0)],
        {"do": "go", "moves": [{"unit": "scout", "to": "ridge", "n": 2}, {"unit": "tank", "to": "mesa"}]},
    ),
    (
        [STAND.code(0, 0), STAND.code(0, 0), STAND.code(0, 1), STAND.code(2, 1)],
        {"do": "stand", "units": {"mesa": {"scout": 2, "tank": 1}, "valley": {"tank": 1}}},
    ),
    ([JOIN.code(1, 0), JOIN.code(1, 1)], {"do": "join", "units": [[], ["scout", "tank"]]}),
    ([LAY.code(0, 1), LAY_TOP.code(2)], {"do": "lay", "cards": {"0": {"unit": "tank"}, "2": {"top": True}}}),
]


@pytest.mark.parametrize(("codes", "entry"), CASES, ids=[entry["do"] for _, entry in CASES])
def test_picks_that_share_an_entry_are_written_and_read_again(codes: list[int], entry: dict[str, Any]) -> None:
    rows = ROWS[entry["do"]]
    assert write_row(rows, codes) == entry
    assert read_row(rows, entry, ordered=True) == codes


@pytest.mark.parametrize("word", sorted(ROWS))
def test_an_answer_without_picks_is_empty(word: str) -> None:
    empty = write_row(ROWS[word], [])
    assert not empty[ROWS[word][0].parts[0].name]
    assert read_row(ROWS[word], empty, ordered=True) == []


def test_a_group_without_members_at_the_end_may_be_named() -> None:
    assert read_row(ROWS["join"], {"do": "join", "units": [["tank"], [], []]}, ordered=True) == [JOIN.code(0, 1)]


def test_records_are_read_in_the_order_of_their_numbers() -> None:
    entry = {"do": "lay", "cards": {"2": {"unit": "scout"}, "0": {"top": True}}}
    assert read_row(ROWS["lay"], entry, ordered=True) == [LAY_TOP.code(0), LAY.code(2, 0)]


@pytest.mark.parametrize(
    ("entry", "field"),
    [
        ({"do": "pay", "on": ["mesa"]}, "on"),
        ({"do": "pay", "on": {"moon": 1}}, "on.moon"),
        ({"do": "pay", "on": {"mesa": 0}}, "on.mesa"),
        ({"do": "pay", "on": {"mesa": True}}, "on.mesa"),
        ({"do": "go", "moves": {}}, "moves"),
        ({"do": "go", "moves": [{"unit": "scout", "to": "ridge", "n": 0}]}, "moves.0.n"),
        ({"do": "go", "moves": [{"unit": "scout"}]}, "moves.0"),
        ({"do": "go", "moves": ["scout"]}, "moves.0"),
        ({"do": "stand", "units": {"mesa": 3}}, "units.mesa"),
        ({"do": "stand", "units": {"mesa": {"scout": "two"}}}, "units.mesa.scout"),
        ({"do": "stand", "units": {"mesa": {"ship": 1}}}, "units.mesa.ship"),
        ({"do": "join", "units": ["scout"]}, "units.0"),
        ({"do": "join", "units": [["ship"]]}, "units.0.0"),
        ({"do": "lay", "cards": []}, "cards"),
        ({"do": "lay", "cards": {"0": "tank"}}, "cards.0"),
        ({"do": "lay", "cards": {"9": {"unit": "tank"}}}, "cards.9"),
        ({"do": "lay", "cards": {"0": {"unit": "ship"}}}, "cards.0.unit"),
        ({"do": "lay", "cards": {"0": {"unit": "tank", "speed": 1}}}, "cards.0.speed"),
        ({"do": "lay", "cards": {"0": {"top": False}}}, "cards.0.top"),
    ],
)
def test_what_is_wrong_is_named(entry: dict[str, Any], field: str) -> None:
    with pytest.raises(ValueError, match=r".") as caught:
        read_row(ROWS[entry["do"]], entry, ordered=True)
    assert caught.value.args[0] == field
