"""Options of a game: words, some integers, a range, lists of words."""

from __future__ import annotations

from typing import Any

import pytest

from shapan.engine.options import Option, OptionError, either, flags, resolve

SIZE = Option("size", 50, (25, 35, 50))
MIXED = Option("limit", "none", ("none", 10, 20))
RANGE = Option("rounds", 6, ("endless",), least=1, most=20)
LIST = Option("faces", "usual", ("usual",), list_of=("sword", "shield"), length=2)


@pytest.mark.parametrize(
    ("option", "text", "value"),
    [
        (SIZE, "35", 35),
        (MIXED, "20", 20),
        (MIXED, "none", "none"),
        (RANGE, "7", 7),
        (RANGE, "endless", "endless"),
        (LIST, "sword, shield", ["sword", "shield"]),
    ],
)
def test_a_text_is_read_as_the_value_that_it_writes(option: Option, text: str, value: Any) -> None:
    assert option.read(text) == value
    assert option.check(value) == value


@pytest.mark.parametrize(
    ("option", "value"),
    [
        (SIZE, 36),
        (SIZE, "35"),
        (SIZE, True),
        (SIZE, 35.0),
        (SIZE, None),
        (MIXED, 15),
        (RANGE, 21),
        (RANGE, 0),
        (LIST, 1),
    ],
)
def test_other_values_are_refused_with_those_that_are_allowed(option: Option, value: Any) -> None:
    with pytest.raises(OptionError) as refusal:
        option.check(value)
    assert refusal.value.field == option.name
    assert option.allowed() in refusal.value.message


def test_what_is_allowed_is_told_in_words() -> None:
    assert SIZE.allowed() == "25, 35, 50"
    assert MIXED.allowed() == '"none", 10, 20'
    assert RANGE.allowed() == '"endless", an integer from 1 to 20'


@pytest.mark.parametrize("text", ["36", "3x", "", "-35", "9" * 5000])
def test_a_text_that_writes_no_value_is_refused(text: str) -> None:
    with pytest.raises(OptionError):
        SIZE.read(text)


def test_an_option_of_two_words_is_a_flag_of_the_rules() -> None:
    options: tuple[Option, ...] = (
        either("exit", "home", "any_place", "TNY-1", "exit_anywhere"),
        Option("rounds", 3, least=1),
    )
    assert [option.allowed() for option in options] == ['"home", "any_place"', "an integer from 1"]
    for given in ({}, {"exit": "any_place"}):
        assert flags(options, resolve(options, dict(given))) == {"exit_anywhere": bool(given)}
