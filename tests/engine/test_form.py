"""Answers as the spec of a game writes them: words, fixed and joined fields, lists, maps, several ways to one word."""

from __future__ import annotations

import re
from typing import Any

import pytest

from shapan.engine.actions import Actions, Form
from shapan.engine.form import read_one, takes_one, write_one
from shapan.engine.kinds import Count, Enum, Seat
from shapan.engine.row import Row, listed, part_of, path_of, picks_at, read_row, takes_row, write_row
from shapan.engine.shape import LISTS, MAP, ONE, Part

ACTIONS = Actions()
AREA = Count(5)
GO = ACTIONS.family(1, "go", to=AREA)
GO_PAYING = ACTIONS.family(2, "go_paying", Form("go"), to=AREA, pay=Count(3))
SHOOT = ACTIONS.family(3, "shoot", Form(defaults={"n": 0}), area=AREA, n=Count(9))
HIT_HEAVY = ACTIONS.family(4, "hit_heavy", Form("hit", fixed={"unit": "heavy"}), area=AREA)
HIT_RAIDER = ACTIONS.family(5, "hit_raider", Form("hit", fixed={"unit": "raider"}), area=AREA)
WALK = ACTIONS.family(6, "walk", Form(joined={"at": ("x", "y")}), x=Count(900), y=Count(900))
GIVE = ACTIONS.family(7, "give", to=Seat(4), number=Count(9))
CARD = ACTIONS.family(8, "card", card=Enum(("ace", "king", "queen")))
UNDER = ACTIONS.family(9, "under", card=Enum(("ace", "king", "queen")))


@pytest.mark.parametrize(
    ("family", "values", "entry"),
    [
        (GO, (3,), {"do": "go", "to": 3}),
        (GO_PAYING, (3, 1), {"do": "go", "to": 3, "pay": 1}),
        (SHOOT, (2, 4), {"do": "shoot", "area": 2, "n": 4}),
        (HIT_HEAVY, (1,), {"do": "hit", "unit": "heavy", "area": 1}),
        (WALK, (250, 900), {"do": "walk", "at": [250, 900]}),
    ],
)
def test_a_code_is_written_in_its_form_and_read_again(family: Any, values: Any, entry: Any) -> None:
    families = tuple(ACTIONS.by_number.values())
    assert write_one(family, family.code(*values)) == entry
    assert read_one(families, {"seat": 1, **entry}) == family.code(*values)
    assert takes_one((family,), entry)


def test_fields_tell_families_of_one_word_apart() -> None:
    assert takes_one((GO, GO_PAYING), {"do": "go", "to": 1, "pay": 2})
    assert not takes_one((GO,), {"do": "go", "to": 1, "pay": 2})
    assert not takes_one((HIT_HEAVY,), {"do": "hit", "unit": "raider", "area": 1})
    with pytest.raises(ValueError, match=r"go has other fields: to or to\+pay"):
        read_one((GO, GO_PAYING), {"do": "go"})


def test_what_may_be_left_out_has_its_default() -> None:
    assert read_one((SHOOT,), {"do": "shoot", "area": 2}) == SHOOT.code(2, 0)


@pytest.mark.parametrize(
    ("entry", "field"),
    [
        ({"do": "shoot"}, "area"),
        ({"do": "shoot", "area": 6}, "area"),
        ({"do": "shoot", "area": 1, "to": 2}, "to"),
        ({"do": "walk", "at": [1]}, "at"),
        ({"do": "walk", "at": 7}, "at"),
        ({"do": "walk", "at": [1, 901]}, "at.1"),
        ({"do": "swim"}, "do"),
    ],
)
def test_what_is_wrong_is_named(entry: dict[str, Any], field: str) -> None:
    with pytest.raises(ValueError, match=rf"^\('{re.escape(field)}', "):
        read_one((SHOOT, WALK), entry)


ROWS: dict[str, tuple[tuple[Row, ...], list[int], dict[str, Any]]] = {
    "words": (listed("cards", CARD), [CARD.code(2), CARD.code(0)], {"do": "card", "cards": ["queen", "ace"]}),
    "objects": (
        listed("pick", GO, GIVE, word="move"),
        [GO.code(4), GIVE.code(1, 3)],
        {"do": "move", "pick": [{"to": 4}, {"to": 1, "number": 3}]},
    ),
    "lists": (
        listed("ships", SHOOT, shape=LISTS),
        [SHOOT.code(1, 0), SHOOT.code(2, 5)],
        {"do": "shoot", "ships": [[1, 0], [2, 5]]},
    ),
    "joined": (
        listed("path", WALK),
        [WALK.code(1, 2), WALK.code(900, 0)],
        {"do": "walk", "path": [[1, 2], [900, 0]]},
    ),
    "map": (listed("on", GIVE, shape=MAP), [GIVE.code(0, 2), GIVE.code(3, 1)], {"do": "give", "on": {"0": 2, "3": 1}}),
    "one and the rest": (
        (Row("keep", (Part("card", (CARD,), ONE), Part("bottom", (UNDER,), optional=True))),),
        [CARD.code(1), UNDER.code(0), UNDER.code(2)],
        {"do": "keep", "card": "king", "bottom": ["ace", "queen"]},
    ),
    "none left": (
        (Row("keep", (Part("card", (CARD,), ONE), Part("bottom", (UNDER,), optional=True))),),
        [CARD.code(1)],
        {"do": "keep", "card": "king"},
    ),
    "shared": (
        (Row("shots", (Part("n", (SHOOT,), common=("area",)),)),),
        [SHOOT.code(3, 0), SHOOT.code(3, 2)],
        {"do": "shots", "area": 3, "n": [0, 2]},
    ),
}
EITHER = (
    Row("hit", (Part("areas", (HIT_RAIDER,)),), {"unit": "raider"}),
    Row("hit", (Part("", (HIT_HEAVY,)),)),
)


PATH = Part("path", (WALK,), optional=True)
PAID = Part("cards", (CARD,), optional=True, heap=True)
UNLIKE = (
    Row("done", ()),
    Row("go", (Part("", (GO_PAYING, GO)), PATH, PAID)),
    Row("hit", (Part("", (HIT_HEAVY,)), Part("target", (GIVE,), ONE, common=("to",)), PAID)),
    Row("use", (Part("", (SHOOT,)), PAID), {"as": "gun"}),
    Row("use", (Part("at", (WALK,), ONE),), {"as": "place"}),
)


@pytest.mark.parametrize(
    ("codes", "entry"),
    [
        ([], {"do": "done"}),
        ([GO.code(2)], {"do": "go", "to": 2}),
        (
            [GO_PAYING.code(2, 1), WALK.code(5, 6), WALK.code(1, 2), CARD.code(0), CARD.code(2)],
            {"do": "go", "to": 2, "pay": 1, "path": [[5, 6], [1, 2]], "cards": ["ace", "queen"]},
        ),
        ([HIT_HEAVY.code(1), GIVE.code(3, 4)], {"do": "hit", "unit": "heavy", "area": 1, "to": 3, "target": 4}),
        ([SHOOT.code(1, 2), CARD.code(1)], {"do": "use", "as": "gun", "area": 1, "n": 2, "cards": ["king"]}),
        ([WALK.code(7, 8)], {"do": "use", "as": "place", "at": [7, 8]}),
    ],
)
def test_parts_that_are_unlike_lie_in_one_answer(codes: list[int], entry: dict[str, Any]) -> None:
    assert write_row(UNLIKE, codes) == entry
    assert read_row(UNLIKE, {"seat": 1, **entry}, ordered=True) == codes


def test_a_heap_is_read_rising_and_a_path_as_it_is() -> None:
    entry = {"do": "go", "to": 2, "path": [[5, 6], [1, 2]], "cards": ["queen", "ace"]}
    codes = read_row(UNLIKE, entry, ordered=True)
    assert codes == [GO.code(2), WALK.code(5, 6), WALK.code(1, 2), CARD.code(0), CARD.code(2)]
    assert [path_of(UNLIKE, codes, place) for place in range(5)] == ["do", "path.0", "path.1", "cards.0", "cards.1"]


def test_a_field_of_no_part_is_named() -> None:
    with pytest.raises(ValueError, match=r"^\('swim', "):
        read_row(UNLIKE, {"do": "use", "as": "gun", "area": 2, "swim": 1}, ordered=True)


@pytest.mark.parametrize("name", ROWS)
def test_picks_are_written_in_their_row_and_read_again(name: str) -> None:
    rows, codes, entry = ROWS[name]
    assert write_row(rows, codes) == entry
    assert read_row(rows, {"seat": 0, **entry}, ordered=True) == codes
    assert takes_row(rows, entry) and not takes_row(rows, {"do": "swim"})


def test_one_word_may_have_several_rows() -> None:
    one = {"do": "hit", "unit": "heavy", "area": 2}
    several = {"do": "hit", "unit": "raider", "areas": [4, 1]}
    assert write_row(EITHER, [HIT_HEAVY.code(2)]) == one
    assert read_row(EITHER, one, ordered=False) == [HIT_HEAVY.code(2)]
    assert read_row(EITHER, several, ordered=False) == [HIT_RAIDER.code(1), HIT_RAIDER.code(4)]
    assert part_of(EITHER, HIT_RAIDER) == "areas" and part_of(EITHER, GO) == ""


@pytest.mark.parametrize(
    ("name", "entry", "field"),
    [
        ("words", {"do": "card"}, "cards"),
        ("words", {"do": "card", "cards": ["ace", "jack"]}, "cards.1"),
        ("words", {"do": "card", "cards": [], "to": 1}, "to"),
        ("objects", {"do": "move", "pick": [{"where": 4}]}, "pick.0"),
        ("objects", {"do": "move", "pick": [{"to": 9}]}, "pick.0.to"),
        ("lists", {"do": "shoot", "ships": [[1]]}, "ships.0"),
        ("map", {"do": "give", "on": {"7": 2}}, "on.7.to"),
        ("map", {"do": "give", "on": [1]}, "on"),
        ("one and the rest", {"do": "keep"}, "card"),
        ("shared", {"do": "shots", "area": 9, "n": [0]}, "area"),
        ("shared", {"do": "shots", "area": 1, "n": 0}, "n"),
    ],
)
def test_what_is_wrong_in_a_row_is_named(name: str, entry: dict[str, Any], field: str) -> None:
    with pytest.raises(ValueError, match=rf"^\('{re.escape(field)}', "):
        read_row(ROWS[name][0], entry, ordered=True)


FORMS = (
    Row("go", (Part("", (GO,)), Part("cards", (CARD,), optional=True))),
    Row("send", (Part("to", (GIVE,), ONE), Part("steps", (WALK,)), Part("under", (UNDER,), MAP))),
)


@pytest.mark.parametrize(
    ("path", "places"),
    [
        ("do", [0]),
        ("to", [0]),  # a field of the answer itself
        ("cards", [1, 2]),
        ("cards.1", [2]),
        ("cards.1.card", [2]),
        ("steps", []),
        ("picks", [0, 1, 2, 3]),
        ("picks.3", [3]),
    ],
)
def test_a_path_leads_to_picks(path: str, places: list[int]) -> None:
    codes = [GO.code(3), CARD.code(0), CARD.code(2), SHOOT.code(1, 1)]
    assert picks_at(FORMS, codes, path) == places


@pytest.mark.parametrize(
    "path", ["", ".", "hand", "cards.2", "cards.-1", "cards.x", "cards.0.seat", "cards.0.card.0", "do.to", "under.ace"]
)
def test_a_path_of_something_else_leads_nowhere(path: str) -> None:
    assert picks_at(FORMS, [GO.code(3), CARD.code(0), CARD.code(2)], path) is None


def test_every_path_that_a_pick_is_blamed_by_leads_back_to_it() -> None:
    for codes in (
        [GO.code(3), CARD.code(0), CARD.code(2)],
        [GIVE.code(1, 2), WALK.code(1, 2), WALK.code(3, 4), SHOOT.code(1, 1)],
    ):
        for place in range(len(codes)):
            assert picks_at(FORMS, codes, path_of(FORMS, codes, place)) == [place]
