"""The rulebook names the options as the form for a new table does; who reads Chinese meets no names in code."""

from __future__ import annotations

import pytest

from shapan.engine.text import catalogue, rulebook
from shapan.games.planet_masters import GAME


@pytest.mark.parametrize("language", ["en", "zh-Hans", "zh-Hant"])
def test_the_rulebook_lists_the_options_as_the_form_calls_them(language: str) -> None:
    texts = catalogue(GAME, language)
    book = rulebook(GAME, language)
    assert "`" not in book
    rows = [[cell.strip() for cell in line.split("|")[1:-1]] for line in book.splitlines() if line.startswith("| ")]
    for option in GAME.options:
        name = texts[f"option.{option.name}"]
        (row,) = [row for row in rows if len(row) == 4 and name in row[0].replace("；", "; ").split("; ")]
        values = [texts.get(f"option_value.{option.name}.{value}", "") for value in option.values or ()]
        assert [value for value in values if option.name != "first_player" and value not in row[1]] == []
        default = "on" if option.default is True else "off" if option.default is False else option.default
        usual = texts.get(f"option_value.{option.name}.{default}", "")
        assert usual in row[1] and row[3].startswith("PM-")
