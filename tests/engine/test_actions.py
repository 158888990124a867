"""Action families: codes that mean the same in every state and never change (engine.md E4, E5; design 2)."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from shapan import BUILD
from shapan.engine.actions import DONE, PARAMETER_BITS, Actions, Family
from shapan.engine.kinds import Count, Enum, Flag, Kind, Seat

WEAPON = Enum(("sword", "bow", "net"))


def some_actions() -> tuple[Actions, Family, Family, Family, Family]:
    actions = Actions()
    return (
        actions,
        actions.family(1, "rest"),
        actions.family(2, "hit", target=Seat(5)),
        actions.family(7, "shoot", target=Seat(5), weapon=WEAPON, hard=Flag()),
        actions.family(8191, "go", tested=True, x=Count(914_400), y=Count(914_400)),
    )


def test_the_codes_of_a_family_never_change() -> None:
    """E4: family number times 2**40 plus parameters in bit fields; a new family moves no old code."""
    _, rest, hit, shoot, _ = some_actions()
    assert rest.code() == 1 * 2**40
    assert hit.code(3) == 2 * 2**40 + 3
    assert shoot.code(4, 2, 1) == 7 * 2**40 + 4 + (2 << 3) + (1 << 5)
    assert DONE == 0


def test_every_code_is_one_that_a_browser_can_read() -> None:
    *_, go = some_actions()
    assert go.code(914_400, 914_400) < 2**53
    with pytest.raises(ValueError, match="41 bits"):
        Family(1, "wide", {"x": Count(2**20), "y": Count(2**20 - 1)}, tested=True)
    just = Family(1, "just", {"x": Count(2**20 - 1), "y": Count(2**20 - 1)}, tested=True)
    assert just.values(just.code(2**20 - 1, 0)) == (2**20 - 1, 0)
    assert Family(8191, "last", {"x": Count(2**PARAMETER_BITS - 1)}, tested=True).code(2**40 - 1) == 2**53 - 1


@pytest.mark.parametrize("number", [0, -1, 8192])
def test_a_family_number_outside_its_range_is_refused(number: int) -> None:
    with pytest.raises(ValueError, match=r"1\.\.8191"):
        Family(number, "odd", {}, tested=False)


@pytest.mark.parametrize(("number", "name"), [(1, "new"), (3, "rest")])
def test_numbers_and_names_are_used_once(number: int, name: str) -> None:
    with pytest.raises(ValueError, match="taken"):
        some_actions()[0].family(number, name)


def test_the_codes_of_a_family_with_one_parameter_stand_ready() -> None:
    """G1: lists of legal codes are put together from them."""
    _, rest, hit, shoot, go = some_actions()
    assert hit.codes == tuple(hit.code(target) for target in range(5))
    assert rest.codes == shoot.codes == go.codes == ()
    assert Family(1, "go", {"x": Count(9)}, tested=True).codes == ()  # tested: no list


def test_a_wrong_number_of_parameters_is_an_error() -> None:
    _, rest, _, shoot, _ = some_actions()
    with pytest.raises(ValueError, match="2 values for 3 parameters"):
        shoot.code(1, 2)
    with pytest.raises(ValueError, match="1 values for 0 parameters"):
        rest.code(1)


@settings(deadline=None)
@given(st.integers(0, 4), st.integers(0, 2), st.integers(0, 1))
def test_a_code_tells_its_family_and_parameters(target: int, weapon: int, hard: int) -> None:
    """J: families decode."""
    actions, rest, hit, shoot, _ = some_actions()
    code = shoot.code(target, weapon, hard)
    assert actions.of(code) is shoot
    assert shoot.has(code) and not rest.has(code) and not hit.has(code) and not shoot.has(DONE)
    assert shoot.values(code) == (target, weapon, hard)
    assert [shoot.value(code, place) for place in range(3)] == [target, weapon, hard]


@settings(deadline=None)
@given(st.data())
def test_any_action_survives_the_way_through_json(data: st.DataObject) -> None:
    actions, *families = some_actions()
    family = data.draw(st.sampled_from(families))
    values = [data.draw(st.integers(0, kind.size - 1)) for _, kind in family.parameters]
    code = family.code(*values)
    assert actions.read(actions.write(code)) == code


def test_actions_are_written_in_words() -> None:
    actions, rest, _, shoot, _ = some_actions()
    assert actions.write(rest.code()) == {"do": "rest"}
    assert actions.write(shoot.code(2, 1, 0)) == {"do": "shoot", "target": 2, "weapon": "bow", "hard": False}
    assert actions.write(DONE) == {"do": "done"}
    assert actions.read({"do": "done"}) == DONE
    assert actions.read({"seat": 1, "do": "hit", "target": 4}) == actions.by_name["hit"].code(4)


@pytest.mark.parametrize(
    ("entry", "field", "says"),
    [
        ({}, "do", "None is not one of go, hit, rest, shoot"),
        ({"do": "fly"}, "do", "'fly' is not one of"),
        ({"do": ["hit"]}, "do", "is not one of"),
        ({"do": "hit"}, "target", "hit needs 'target'"),
        ({"do": "hit", "target": 5}, "target", "5 is not an integer 0..4"),
        ({"do": "hit", "target": True}, "target", "True is not an integer 0..4"),
        ({"do": "hit", "target": 1, "hard": True}, "hard", "hit has no field 'hard'"),
        ({"do": "shoot", "target": 1, "weapon": "gun", "hard": True}, "weapon", "'gun' is not one of sword, bow, net"),
        ({"do": "shoot", "target": 1, "weapon": "bow", "hard": 1}, "hard", "1 is not true or false"),
    ],
)
def test_what_cannot_be_read_names_the_field_and_what_would_be_right(
    entry: dict[str, Any], field: str, says: str
) -> None:
    with pytest.raises(ValueError) as error:  # noqa: PT011
        some_actions()[0].read(entry)
    assert error.value.args[0] == field and says in error.value.args[1]


def test_a_code_of_no_family_has_none() -> None:
    actions = some_actions()[0]
    for code in (DONE, 3 << 40, -1):
        with pytest.raises(KeyError):
            actions.of(code)


def test_a_parameter_of_one_value_takes_a_bit_of_its_own() -> None:
    family = Family(1, "odd", {"one": Kinds(1), "two": Kinds(2)}, tested=False)
    assert family.values(family.code(0, 1)) == (0, 1)


def test_a_kind_has_the_size_that_its_class_says() -> None:
    """Compiled, the engine reads an object's own attribute: what a class of Python says has to be there."""
    family = Family(1, "plant", {"month": Months()}, tested=False)
    assert BUILD == "compiled" or vars(Months()) == {"size": 12}
    assert family.codes == tuple(family.code(month) for month in range(12))


class Months(Kind):
    """Says its size as games do."""

    size = 12


class Kinds(Kind):
    """A kind of any size."""

    def __init__(self, size: int) -> None:
        self.size = size
