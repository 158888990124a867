"""Words and selectors of cards: each has a function, wherever its rule is."""

from __future__ import annotations

from shapan.games.malifaux import melee, select, static, value
from shapan.games.malifaux.cards.expression_words import EXPRESSION_WORDS
from shapan.games.malifaux.game import MALIFAUX

OPERATIONS = {"number_of"}


def test_every_word_of_expressions_has_a_function_and_no_function_is_without_a_word() -> None:
    assert MALIFAUX.name == "malifaux"  # with the game all rules are there
    assert set(value.CALLS) == set(EXPRESSION_WORDS) | OPERATIONS


def test_each_chapter_tests_models_for_selectors_once() -> None:
    assert [test.__module__ for test in select.TESTS] == [static.__name__, melee.__name__]
