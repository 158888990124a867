"""The tables of Malifaux's rulebook say what its cards, texts and decks say, in both languages."""

from __future__ import annotations

from itertools import product
from typing import Any

import pytest

from shapan.engine.text import catalogue, rulebook
from shapan.games.malifaux import names, roster
from shapan.games.malifaux.cards.words import GENERAL_ACTIONS
from shapan.games.malifaux.game import MALIFAUX
from shapan.games.malifaux.ruleset import OPTIONS

LANGUAGES = ("en", "zh-Hans")
HEADS = {
    "en": ("### General actions", "### Conditions", "### The thirteen schemes", "## Chances", "## The models"),
    "zh-Hans": ("### 通用行动", "### 状态", "### 十三个密谋", "## 概率", "## 模型一览"),
}
GENERAL, CONDITIONS, SCHEMES, CHANCES, MODELS = range(5)


def rows(language: str, part: int) -> list[list[list[str]]]:
    """Return the tables that stand below a heading, up to the next of its kind, without their heads."""
    head = HEADS[language][part]
    text = rulebook(MALIFAUX, language).split(f"\n{head}\n")[1].split(f"\n{head.split()[0]} ")[0]
    tables: list[list[list[str]]] = []
    for before, line in zip(["", *text.splitlines()], text.splitlines(), strict=False):
        if line.startswith("| ---"):
            tables.append([])
        elif line.startswith("|") and before.startswith("|"):
            tables[-1].append([cell.strip() for cell in line.strip("|").split("|")])
    return tables


def word(language: str, table: str, name: str) -> str:
    text: Any = catalogue(MALIFAUX, language)[f"{table}.{name}"]
    return str(text)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_model_stands_there_with_its_numbers(language: str) -> None:
    printed = {row[0]: [int(cell) for cell in row[2:]] for table in rows(language, MODELS)[:-1] for row in table}
    assert printed == {
        word(language, "model", one.id): [one.cost, one.df, one.wp, one.mv, one.sz, one.health, one.base]
        for one in roster.MODELS
    }


@pytest.mark.rule("MFX-11.9")
@pytest.mark.parametrize("language", LANGUAGES)
def test_ready_lists_come_with_their_pool(language: str) -> None:
    printed = {row[0]: (int(row[1]), int(row[4])) for row in rows(language, MODELS)[-1]}
    cost = {one.id: 0 if one.totem_for else one.cost for one in roster.MODELS}
    most = next(option.default for option in OPTIONS if option.name == "stones_max_pool")
    assert printed == {
        word(language, "crew", one.id): (one.size, min(most, one.size - sum(cost[model] for model in one.models)))
        for one in roster.CREWS
    }


@pytest.mark.parametrize("language", LANGUAGES)
def test_general_actions_conditions_and_schemes_are_called_as_at_the_table(language: str) -> None:
    assert rows(language, GENERAL)[0] == [
        [word(language, "general_action", name), word(language, "general_action_help", name)]
        for name in GENERAL_ACTIONS
        if name != "slam"
    ]
    assert rows(language, CONDITIONS)[0] == [
        [word(language, "condition", name), word(language, "condition_help", name)] for name in names.CONDITIONS
    ]
    assert [row[:2] for row in rows(language, SCHEMES)[0]] == [
        [str(number), word(language, "scheme", name)] for number, name in enumerate(names.SCHEMES, 1)
    ]


def share(language: str, part: int, whole: int) -> str:
    """Return a share as the texts of a language write it."""
    text = word(language, "board", "percent").replace("{number}", f"{100 * part / whole:.0f}")
    return text.replace("\N{NO-BREAK SPACE}", " ")


@pytest.mark.rule("MFX-4.4", "MFX-6.2")
@pytest.mark.parametrize("language", LANGUAGES)
def test_chances_of_a_duel_are_those_of_two_decks(language: str) -> None:
    bounds = ((0, 99), (0, 0), (1, 5), (6, 10), (11, 99))
    for printed, ahead in zip(rows(language, CHANCES)[1], (3, 2, 1, 0, -1, -2, -3), strict=True):
        margins = [own + ahead - other for own, other in product(names.VALUE, repeat=2)]
        assert printed[1:] == [
            share(language, sum(least <= margin <= most for margin in margins), len(margins)) for least, most in bounds
        ]


@pytest.mark.rule("MFX-1.6", "MFX-6.4", "MFX-6.5")
@pytest.mark.parametrize("language", LANGUAGES)
def test_chances_of_a_damage_flip_are_those_of_a_deck(language: str) -> None:
    for printed, net in zip(rows(language, CHANCES)[0], (-2, -1, 0, 1, 2), strict=True):
        number, size = 1 + abs(net), len(names.CARDS)
        counts = [0] * 5
        for cards in product(range(size), repeat=number):
            if len(set(cards)) < number:
                continue
            counts[result_of(cards, net)] += 1
        assert printed[1:] == [share(language, count, sum(counts)) for count in counts]


def result_of(cards: tuple[int, ...], net: int) -> int:
    """Return what a flip comes to: Black Joker, weak, moderate, severe, Red Joker."""
    if names.BLACK_JOKER in cards:
        return 0
    if names.RED_JOKER in cards:
        return 4
    values = [names.VALUE[card] for card in cards]
    return 1 + names.BAND[min(values) if net < 0 else max(values)]
