"""The words of the cards: nothing is without a name or a sentence, in any language, and names stand once."""

from __future__ import annotations

from collections import Counter

import pytest

from games.malifaux.cards import spec
from shapan.engine.text import LANGUAGES, glossary, texts_of
from shapan.engine.traditional import traditional
from shapan.games.malifaux import names
from shapan.games.malifaux.cards import words
from shapan.games.malifaux.cards.crew import ready_crews
from shapan.games.malifaux.cards.loader import standard
from shapan.games.malifaux.cards.name import Name
from shapan.games.malifaux.cards.operations import Damage, Heal

PACKAGE = "shapan.games.malifaux"
LIBRARY = standard()
NAMED: dict[str, dict[str, Name]] = {
    "model": {model.id: model.name for model in LIBRARY.models},
    "card_action": dict(zip(LIBRARY.action_ids, LIBRARY.action_names, strict=True)),
    "ability": {ability.id: ability.name for ability in LIBRARY.abilities},
    "trigger": {trigger.id: trigger.name for trigger in LIBRARY.triggers},
    "marker": {marker.id: marker.name for marker in LIBRARY.markers},
    "crew": {crew.id: crew.name for crew in ready_crews()},
}
PLAIN = {
    "condition": set(words.CONDITIONS),
    "faction": set(words.FACTIONS),
    "deployment": set(names.DEPLOYMENTS),
    "strategy": set(names.STRATEGIES),
    "scheme": set(names.SCHEMES),
    "station": set(words.STATIONS),
    "general_action": set(words.GENERAL_ACTIONS),
    "suit": set(names.SUITS),
    "stat": set(words.STATS),
    "range": set(words.RANGES),
    "trait": set(words.TRAITS),
    "keyword": {keyword for model in LIBRARY.models for keyword in model.keywords},
    "characteristic": {word for model in LIBRARY.models for word in model.characteristics},
}
HELPED = ("card_action", "ability", "trigger", "condition", "general_action", "strategy", "scheme")


def table(language: str, name: str) -> dict[str, str]:
    texts = texts_of(PACKAGE, language)
    return {key.split(".")[1]: text for key, text in texts.items() if key.split(".")[0] == name}


@pytest.mark.parametrize("language", LANGUAGES)
def test_nothing_is_without_a_name(language: str):
    for name, ids in [*NAMED.items(), *PLAIN.items()]:
        assert set(table(language, name)) == set(ids), name


@pytest.mark.parametrize("language", LANGUAGES)
def test_nothing_is_without_a_sentence(language: str):
    for name in HELPED:
        helps = table(language, f"{name}_help")
        assert set(helps) == set(table(language, name)), name
        assert all(text.endswith("." if language == "en" else "。") for text in helps.values()), name


def test_names_are_those_of_the_data():
    for name, named in NAMED.items():
        assert table("en", name) == {of: one.en for of, one in named.items()}
        assert table("zh-Hans", name) == {of: one.zh_hans for of, one in named.items()}


def test_no_two_things_of_a_kind_have_one_name():
    for language in LANGUAGES:
        for name in NAMED:
            twice = [text for text, count in Counter(table(language, name).values()).items() if count > 1]
            assert not twice, (language, name)


def test_actions_of_one_id_have_one_chinese_name():
    names: dict[str, str] = {}
    for model in LIBRARY.models:
        for action in model.actions:
            assert names.setdefault(action.id, action.name.zh_hans) == action.name.zh_hans


def test_damage_of_the_sentences_is_that_of_the_actions():
    for language in ("en", "zh-Hans"):
        helps = table(language, "card_action_help")
        for model in LIBRARY.models:
            for action in model.actions:
                for effect in action.effects:
                    if isinstance(effect, Damage | Heal) and effect.amount.is_flipped:
                        assert "/".join(map(str, effect.amount.track())) in helps[action.id], action.id


def test_traditional_words_are_those_of_the_glossary():
    rows = [row for row in spec.table(spec.section(spec.RULES, "## 1. ")) if len(row) == 4]
    assert len(rows) > 25
    for _, simplified, printed, _ in rows:
        assert traditional(simplified, glossary(PACKAGE)) == printed


def test_conditions_and_stations_are_named_in_one_way():
    stations = table("zh-Hans", "station")
    (printed,) = [row[1] for row in spec.table(spec.section(spec.RULES, "## 1. ")) if "`henchman`" in row[-1]]
    assert " / ".join([*stations.values(), table("zh-Hans", "characteristic")["totem"]]) == printed
