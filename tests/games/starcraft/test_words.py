"""The words of StarCraft: all there in all languages, with the names and numbers of the specification."""

from __future__ import annotations

import re
import tomllib
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from shapan.engine.text import LANGUAGES, catalogue, glossary, rule_numbers, rule_text, rulebook, texts_of, written
from shapan.engine.traditional import SIMPLIFIED, TRADITIONAL, traditional
from shapan.games.starcraft.game import GAME

PACKAGE = "shapan.games.starcraft"
ROOT = Path(__file__).parents[3]
SPEC = (ROOT / "docs/rules/starcraft.md").read_text(encoding="utf-8")
CARDS = (ROOT / "docs/rules/starcraft-cards.md").read_text(encoding="utf-8")
RULE = re.compile(r"\bSC-D?\d+(?:\.\d+)*")
HOLE = re.compile(r"\{\w+\}")
LATIN = re.compile(r"[A-Za-z]{2,}")
NAMES = re.compile(r"\bI{1,3}\b|\bGF\b")
"""So the Chinese rules write them, too: stages and levels, and what splash hits."""
NARROW = re.compile(r"[㐀-鿿][,;:!?(]|[,;:!?)][㐀-鿿]|\.\.\.|\"")
CROWDED = re.compile(r"[㐀-鿿][A-Za-z\d{]?\d|\d[㐀-鿿]")
SAID = {
    "势力": "派系",
    "农民": "工人",
    "指令堆栈": "指令堆疊",
    "气体": "瓦斯",
    "过度开发": "過度開採",
    "部分损耗": "部分枯竭",
    "完全损耗": "枯竭",
    "建筑物": "建築",
    "模块": "模組",
    "普通战斗卡": "標準戰鬥卡",
    "飞溅伤害": "濺射傷害",
    "损耗指示物": "枯竭標記",
}
"""Words of the glossary (section 1) that Traditional Chinese says otherwise."""


def table(name: str) -> dict[str, Any]:
    return tomllib.loads((ROOT / f"src/shapan/games/starcraft/data/{name}.toml").read_text(encoding="utf-8"))


def section(text: str, heading: str) -> str:
    """Return what stands below a heading, up to the next one of its level or above."""
    level = heading.split(" ", maxsplit=1)[0]
    after = text.split(f"\n{heading}")[1]
    return re.split(rf"\n#{{2,{len(level)}}} ", after)[0]


def rows(text: str) -> list[list[str]]:
    """Return the rows of tables, each as its cells."""
    lines = [line for line in text.splitlines() if line.startswith("| ") and "---" not in line]
    return [[cell.strip() for cell in line.split("|")[1:-1]] for line in lines]


def book_rows(language: str, rule: str, columns: int) -> dict[str, list[str]]:
    """Return the table rows of a rulebook behind a paragraph, by their first cells."""
    after = rulebook(GAME, language).split(f"**{rule}**")[1]
    found = rows(re.split(r"\*\*SC-|\n## ", after)[0])
    return {" ".join(row[:columns]): row[columns:] for row in found}


@cache
def spec_rules() -> frozenset[str]:
    """Return all rule numbers of section 3 of the specification: rules, and the numbered parts below them."""
    found, rule, part = set(), "", 0
    for line in section(SPEC, "## 3. Rules").splitlines():
        if lead := re.match(r"- \*\*(SC-\d+(?:\.\d+)?)", line):
            rule, part = lead[1], 0
        elif heading := re.match(r"### (SC-\d+)", line):
            rule, part = heading[1], 0
        if (number := re.match(r" +(\d)\. ", line)) and int(number[1]) == part + 1:
            part += 1
            found.add(f"{rule}.{part}")
        found |= set(re.findall(r"\*\*(SC-\d+\.\d+)", line))
    return frozenset(found | {"SC-8", "SC-9", "SC-11", "SC-13"})


def test_the_specification_is_read_whole() -> None:
    rules = spec_rules()
    assert {"SC-1.7.6", "SC-3.10", "SC-9.7.8", "SC-9.11.4", "SC-9.18", "SC-11.10", "SC-12.8"} <= rules
    assert len(rules) == 130


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_rule_leads_a_paragraph_and_has_its_title(language: str) -> None:
    texts, numbers = catalogue(GAME, language), rule_numbers(GAME, language)
    assert len(numbers) == len(set(numbers))
    pointed = {rule for text in (*texts.values(), rulebook(GAME, language)) for rule in RULE.findall(text)}
    assert spec_rules() | {f"SC-D{number}" for number in range(1, 12)} | pointed <= set(numbers)
    assert {key.removeprefix("rule.") for key in texts if key.startswith("rule.")} == set(numbers)
    assert all(len(rule_text(GAME, rule, language)) > len(rule) + 14 for rule in numbers)


def test_both_languages_say_the_same_with_the_same_words() -> None:
    english, chinese = (texts_of(PACKAGE, language) for language in ("en", SIMPLIFIED))
    assert set(english) == set(chinese)
    holes = {key: (sorted(HOLE.findall(english[key])), sorted(HOLE.findall(chinese[key]))) for key in english}
    assert {key: pair for key, pair in holes.items() if pair[0] != pair[1]} == {}
    assert all(english.values()) and all(chinese.values())


def test_names_are_those_of_the_specification() -> None:
    english, chinese = (catalogue(GAME, language) for language in ("en", SIMPLIFIED))
    looked = 0
    for row in rows(section(CARDS, "## D3 Units")):
        if len(row) == 14 and row[0] != "id":
            assert english[f"unit.{row[0]}"] == row[1]
            assert chinese[f"unit.{row[0]}"] == row[2].partition("(")[0]
            looked += 1
    for heading, named in (("## D6 Planets", "planet"), ("## D9 Technologies", "technology"), ("## D1 ", "faction")):
        for row in rows(section(CARDS, heading)):
            if row[0] == "id" or f"{named}.{row[0]}" not in english:
                continue
            said = re.fullmatch(r"([A-Za-z0-9 .'-]+?)(?: /)?(?: ([㐀-鿿·]+))?", row[1])
            assert said and said[1] == english[f"{named}.{row[0]}"], row
            assert said[2] in (None, chinese[f"{named}.{row[0]}"]), row
            looked += 1
    assert looked == 25 + 12 + 34 + 6


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_card_says_what_it_does(language: str) -> None:
    texts = catalogue(GAME, language)
    technologies, events, races = table("technologies"), table("events"), table("factions")["race"]
    copies = [
        technology if row["copies"] == 1 else f"{technology}_{copy + 1}"
        for technology, row in technologies.items()
        for copy in range(row["copies"])
        if row["kind"] != "P"
    ]
    staged = [
        f"{event}.{stage}" if sum(map(bool, row["copies"])) > 1 else event
        for event, row in events.items()
        for stage, number in zip(("I", "II", "III"), row["copies"], strict=True)
        if number
    ]
    said = {
        ("combat_card", "combat_card_text"): [*table("combat"), *copies],
        ("technology", "technology_text"): technologies,
        ("event_card", "event_text"): staged,
        ("unit",): table("units"),
        ("building",): table("buildings"),
        ("module", "module_text"): table("modules")["module"],
        ("faction", "faction_text"): table("factions")["faction"],
        ("special", "special_text"): table("factions")["special"],
        ("ability", "ability_text"): [ability for row in races.values() for ability in row["abilities"]],
        ("order", "order_text"): table("pieces")["orders"],
        ("result", "ending"): ("normal", "special", "end_game", "elimination", "round_cap"),
    }
    wanted = {f"{one}.{key}" for tables, keys in said.items() for one in tables for key in keys}
    assert wanted - set(texts) == set()
    for card, row in table("combat").items():
        for pair in (row["major"], row["minor"]):
            assert all(str(number) in texts[f"combat_card_text.{card}"] for number in pair)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_question_and_answer_of_the_specification_has_its_text(language: str) -> None:
    texts = catalogue(GAME, language)
    asked = rows(section(SPEC, "### 13.6"))[1:]
    kinds = [row[0].strip("`") for row in asked]
    assert len(kinds) == 31
    wanted = {f"{one}.{kind}" for kind in kinds for one in ("prompt", "prompt_waiting", "prompt_help")}
    answers = [re.sub(r"\([^)]*\)|each may add [^;]*", "", row[1]) for row in asked]
    words = {word for row in answers for word in re.findall(r"`([a-z_]+)`", row)}
    assert {"reveal", "build_module", "take_copy", "benefit", "end_turn"} <= words
    composed = {"destroy": "destroy_unit", "start_forces": "start_unit", "place": "standard"}
    wanted |= {f"action.{composed.get(word, word)}" for word in words}
    assert wanted - set(texts) == set()
    assert [kind for kind in kinds if RULE.search(texts[f"prompt_help.{kind}"])] == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_rulebook_lists_the_options_as_the_form_calls_them(language: str) -> None:
    texts = catalogue(GAME, language)
    listed = {row[0]: row[1:] for row in rows(rulebook(GAME, language).rpartition("\n## ")[2])}
    options = rows(section(SPEC, "## 11. Ruleset options"))[1:]
    assert len(options) == 14 == len(listed) - 1
    for name, values, default in options:
        said, changes = listed[texts[f"option.{name}"]]
        words = [texts.get(f"option_value.{name}.{value}", "") for value in values.split(", ")]
        assert all(word in said for word in words)
        assert said.startswith(texts[f"option_value.{name}.{default}"])
        assert len(RULE.findall(changes)) == 1 and changes.startswith(texts[f"option_help.{name}"][:-1])


def written_out(pairs: list[list[int]]) -> list[str]:
    """Return pairs of numbers, such as costs, as the rulebook writes them."""
    return ["/".join(map(str, pair)) for pair in pairs]


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_rulebook_has_the_numbers_of_what_is_built(language: str) -> None:
    texts = catalogue(GAME, language)
    units, buildings = book_rows(language, "SC-D3", 1), book_rows(language, "SC-D4", 2)
    for unit, row in table("units").items():
        cost, count, source, _, support, _ = units[texts[f"unit.{unit}"]]
        assert cost.startswith(written_out([row["cost"]])[0]), unit
        assert [count, support] == [str(row["count"]), str(row["support"])], unit
        if "building" in row:
            assert source == texts[f"building.{row['building']}"] + " " + "I" * row["level"], unit
    for building, row in table("buildings").items():
        for number, level in enumerate(row["levels"], 1):
            cost, unlocked = buildings[f"{texts[f'building.{building}']} {'I' * number}"]
            assert unlocked == texts[f"unit.{level['unlocks']}"]
            assert "printed" in level or cost == written_out([level["cost"]])[0], building
    modules = book_rows(language, "SC-D5", 1)
    for module, row in table("modules")["module"].items():
        cost, tokens, _ = modules[texts[f"module.{module}"]]
        assert [cost, *re.findall(r"\d", tokens)] == [*written_out([row["cost"]]), *map(str, row["tokens"].values())]
    planets = book_rows(language, "SC-D6", 1)
    for planet, row in table("planets").items():
        slots, areas = planets[texts[f"planet.{planet}"]]
        numbers = [str(area[part]) for area in row["areas"] for part in ("value", "limit")]
        assert len(re.split("[,、]", slots)) == len(row["slots"]), planet
        assert re.findall(r"\d", areas) == numbers, planet


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_rulebook_has_the_numbers_of_the_cards(language: str) -> None:
    texts = catalogue(GAME, language)
    combat = book_rows(language, "SC-D8", 1)
    for card, row in table("combat").items():
        icons, *values, ability = combat[card]
        assert values == written_out([row["major"], row["minor"]]), card
        assert all(texts[f"unit.{unit}"] in icons for unit in row["icons"]), card
        assert (ability == "—") == (not row["abilities"]), card
    technologies, events = book_rows(language, "SC-D9", 1), book_rows(language, "SC-D10", 1)
    for technology, row in table("technologies").items():
        kind, copies, cost, _, printed, text = technologies[texts[f"technology.{technology}"]]
        assert [kind, copies, cost] == [row["kind"], str(row["copies"]), *written_out([row["cost"]])], technology
        pairs = [*row.get("majors", []), *([row["minor"]] if "minor" in row else [])]
        assert re.findall(r"\d+/\d+", printed) == written_out(pairs), technology
        assert text == texts[f"technology_text.{technology}"]
    for event, row in table("events").items():
        numbers, text = events[texts[f"event_card.{event}"]][:3], events[texts[f"event_card.{event}"]][3]
        assert numbers == [str(number) for number in row["copies"]], event
        assert text == texts[f"event_text.{event}"]


@pytest.mark.parametrize("language", [SIMPLIFIED, TRADITIONAL])
def test_chinese_is_chinese(language: str) -> None:
    lines = {str(number): line for number, line in enumerate(rulebook(GAME, language).splitlines())}
    found = {}
    for key, text in (texts_of(PACKAGE, language) | lines).items():
        bare = NAMES.sub("", RULE.sub("", HOLE.sub("", text)))
        if LATIN.search(bare) or NARROW.search(bare) or CROWDED.search(text):
            found[key] = text
    assert found == {}


def test_traditional_words_are_those_of_the_glossary() -> None:
    own, terms = glossary(PACKAGE), rows(section(SPEC, "## 1. Glossary"))
    pairs = {re.sub(r"\(.*?\)", "", row[1]): re.sub(r"\(.*?\)", "", row[2]) for row in terms}
    assert {simplified: traditional(simplified, own) for simplified in SAID} == SAID
    known = {simplified: pairs[simplified] for simplified in SAID if simplified in pairs}
    assert len(known) > 4 and all(SAID[simplified] == said for simplified, said in known.items())
    assert written(PACKAGE, TRADITIONAL, "texts") == {}
