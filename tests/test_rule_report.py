"""Every rule number of every rulebook is named by a test."""

from __future__ import annotations

import pytest

from rule_report import named_rules
from shapan.engine.registry import games
from shapan.engine.text import LANGUAGES, rule_numbers

WITH_RULEBOOK = [name for name, game in games().items() if rule_numbers(game)]


@pytest.mark.parametrize("name", WITH_RULEBOOK)
def test_every_rule_is_named_by_a_test(name: str) -> None:
    named = named_rules()
    missing = [rule for rule in rule_numbers(games()[name]) if rule not in named]
    assert not missing


@pytest.mark.parametrize("name", WITH_RULEBOOK)
def test_the_rulebook_has_the_same_rules_in_all_languages(name: str) -> None:
    numbers = {language: rule_numbers(games()[name], language) for language in LANGUAGES}
    assert len({tuple(rows) for rows in numbers.values()}) == 1
