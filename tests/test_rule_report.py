"""Every rule number of every rulebook is named by a test."""

from __future__ import annotations

import pytest

from rule_report import game_named, hits, named_rules
from shapan.engine.registry import UnknownGame, games
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


def test_the_report_finds_a_game_by_its_package() -> None:
    assert game_named("battlestar").name == "battlestar"
    with pytest.raises(UnknownGame):
        game_named("no such game")
    with pytest.raises(UnknownGame):
        game_named("no_such_game")


def test_random_matches_leave_out_numbers_of_players_that_need_an_option() -> None:
    assert hits(game_named("battlestar"), 4)["BSG-3.0"]  # two players only by a variant
