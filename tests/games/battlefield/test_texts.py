"""The words of Battlefield: all there in all languages, with names and numbers of the specification."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from shapan.engine.chance import Stream, derive
from shapan.engine.conformance.laws_text import Texts, check_rules, check_texts
from shapan.engine.conformance.report import Report
from shapan.engine.match import Match, random_answer
from shapan.engine.text import LANGUAGES, catalogue, rule_numbers, rule_text, rulebook, say
from shapan.games.battlefield import names
from shapan.games.battlefield.game import GAME
from shapan.games.battlefield.rules import ending
from shapan.games.battlefield.state import STEPS

RULES = Path(names.__file__).parent / "rules"
SPEC = Path(__file__).parents[3] / "docs" / "rules" / "battlefield.md"
NAMED = re.compile(r"\"(BF-\d+(?:\.\d+)*)\"")
RULE = re.compile(r"\bBF-\d+(?:\.\d+)*")
LATIN = re.compile(r"[A-Za-z]{2,}")
NAMES = re.compile(r"EMP|BOSS|Death")
"""So the Chinese rules write them, too."""
NARROW = re.compile(r"[㐀-鿿][,;:!?(]|[,;:!?)][㐀-鿿]|\.\.\.|\"")
CROWDED = re.compile(r"[㐀-鿿][A-Za-z\d{]?\d|\d[㐀-鿿]")
HOLE = re.compile(r"\{\w+\}")
NAMING = ("faction", "territory", "terrain", "card", "combat", "ability", "title", "clause")
ROW = re.compile(r"^\| `(\w+)` \| ([^|]+) \| ([^|]+) \| ([^|]+) \|", re.MULTILINE)
INNER = re.compile(r"\| ([^|·]+) · ([^|·]+) · ([^|·]+) · `(\w+)`")
COLUMNS = {"en": 2, "zh-Hans": 0, "zh-Hant": 1}


@cache
def reasons() -> frozenset[str]:
    """Return the keys of all refusals in the rules."""
    keys = set()
    for path in sorted(RULES.glob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "Reason":
                keys |= {part.value for part in ast.walk(node.args[1]) if isinstance(part, ast.Constant)}
            elif isinstance(node, ast.keyword) and node.arg == "why" and isinstance(node.value, ast.Constant):
                keys.add(node.value.value)
    return frozenset(key for key in keys if isinstance(key, str))


def spec_names() -> list[tuple[str, tuple[str, str, str]]]:
    """Return the names of section 4 of the specification: identifier, and 简体, 繁體, English."""
    section = SPEC.read_text(encoding="utf-8").split("\n## 4. Data")[1].split("\n### 4.12")[0]
    rows = [(row[1], (row[2], row[3], row[4])) for row in ROW.finditer(section)]
    rows += [(row[4], (row[1], row[2], row[3])) for row in INNER.finditer(section)]
    return [(key, (one, two, re.sub(r" \((?:combat card|victory)\)$", "", three))) for key, (one, two, three) in rows]


def book_rows(language: str, *, options: bool = False) -> dict[str, list[str]]:
    """Return the rows of the rulebook's tables by their first cell: those of the options, or all before."""
    before, _, last = rulebook(GAME, language).rpartition("\n## ")
    lines = [line for line in (last if options else before).splitlines() if line.startswith("| ")]
    cells = [[cell.strip() for cell in line.split("|")[1:-1]] for line in lines]
    return {row[0]: row[1:] for row in cells}


def test_the_laws_of_words_hold() -> None:
    report = Report(GAME.name)
    texts = Texts(GAME, on=True)
    check_rules(GAME, texts, report)
    check_texts(GAME, texts, report)
    assert not report.failed(), str(report)


@pytest.mark.parametrize("language", LANGUAGES)
def test_names_are_those_of_the_specification(language: str) -> None:
    texts, looked = catalogue(GAME, language), 0
    for key, row in spec_names():
        said = {table: texts[f"{table}.{key}"] for table in NAMING if f"{table}.{key}" in texts}
        assert said and set(said.values()) == {row[COLUMNS[language]]}, (key, said, row)
        looked += 1
    assert looked > 200


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_card_and_ability_says_what_it_does(language: str) -> None:
    texts = catalogue(GAME, language)
    plain = names.CARDS[: names.UNITS[0]]
    abilities = [*names.KEYWORDS, *(row[part] for row in names.FACTION_ROWS.values() for part in ("talent", "capital"))]
    said = {
        "card_text": plain,
        "ability_text": abilities,
        "ability": abilities,
        "terrain_text": names.TERRAINS,
        "combat_text": names.COMBAT_CARDS,
        "title_text": (*names.TITLES, *ending.GOALS[: ending.ROUND_LIMIT]),
        "clause_text": names.CLAUSES,
        "kind": names.KINDS,
        "step": STEPS,
        "goal": ending.GOALS,
        "result": GAME.results,
    }
    wanted = {f"{table}.{key}" for table, keys in said.items() for key in keys}
    assert {key for key in wanted if not texts.get(key)} == set()


@pytest.mark.plain
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_reason_and_question_has_its_text(language: str) -> None:
    texts = catalogue(GAME, language)
    keys = reasons()
    assert {"too_dear", "garrisoned", "special_target", "no_own_territory", "discard_number"} <= keys
    wanted = {f"why_not.{key}" for key in keys}
    wanted |= {f"{table}.{one.key}" for one in GAME.prompts for table in ("prompt", "prompt_waiting", "prompt_help")}
    wanted |= {f"window.{one.key}" for one in GAME.prompts if one.reaction}
    wanted |= {f"option_value.{one.name}.{value}" for one in GAME.options for value in one.values}
    wanted |= {f"action.{one.decline}" for one in GAME.prompts}
    assert wanted - set(texts) == set()


def test_every_rule_leads_a_paragraph_and_has_its_title() -> None:
    source = "\n".join(path.read_text(encoding="utf-8") for path in sorted(RULES.glob("*.py")))
    spec = set(re.findall(r"^- (BF-\d+\.\d+) ", SPEC.read_text(encoding="utf-8"), re.MULTILINE))
    assert len(spec) > 80
    for language in LANGUAGES:
        texts, numbers = catalogue(GAME, language), rule_numbers(GAME, language)
        pointed = {rule for text in (*texts.values(), rulebook(GAME, language)) for rule in RULE.findall(text)}
        assert spec | set(NAMED.findall(source)) | pointed <= set(numbers)
        assert {key.removeprefix("rule.") for key in texts if key.startswith("rule.")} == set(numbers)
    assert rule_text(GAME, "BF-7.6.2", "en").startswith("**BF-7.6.2** Emergency retreat")


@pytest.mark.parametrize("language", ["zh-Hans", "zh-Hant"])
def test_chinese_is_chinese(language: str) -> None:
    lines = {str(number): line for number, line in enumerate(rulebook(GAME, language).splitlines())}
    found = {}
    for key, text in (catalogue(GAME, language) | lines).items():
        bare = NAMES.sub("", RULE.sub("", HOLE.sub("", text)))
        if LATIN.search(bare) or NARROW.search(bare) or CROWDED.search(text):
            found[key] = text
    assert found == {}


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_rulebook_lists_the_options_as_the_form_calls_them(language: str) -> None:
    texts = catalogue(GAME, language)
    rows = book_rows(language, options=True)
    assert "`" not in rulebook(GAME, language)
    for option in GAME.options:
        values, changes = rows[texts[f"option.{option.name}"]]
        words = [texts[f"option_value.{option.name}.{value}"] for value in option.values]
        assert all(word in values for word in words) and RULE.findall(changes) == [option.rule]
        assert option.least is None or all(str(bound) in values for bound in (option.least, option.most))
        if option.default is not None:
            assert values.startswith(texts.get(f"option_value.{option.name}.{option.default}", str(option.default)))


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_rulebook_has_the_numbers_of_the_cards(language: str) -> None:
    texts, rows = catalogue(GAME, language), book_rows(language)
    for card, row in names.CARD_ROWS.items():
        said = [cell for cell in rows[texts[f"card.{card}"]] if cell.isdecimal()]
        numbers = [row[key] for key in ("cost", "power", "guard", "range", "loyalty", "limit", "copies") if key in row]
        if row["kind"] in ("character", "modification"):
            numbers.pop()  # one copy of each
        assert said == [str(number) for number in numbers], card
    for terrain in names.TERRAINS:
        land = rows[texts[f"terrain.{terrain}"]][0]
        for territory, row in names.TERRITORY_ROWS.items():
            assert (f"{texts[f'territory.{territory}']} {row['fort']}" in land) == (row["terrain"] == terrain)


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_question_says_its_rule_twice(language: str) -> None:
    """The table shows the number beside the question."""
    texts = catalogue(GAME, language)
    assert [one.key for one in GAME.prompts if RULE.search(texts[f"prompt_help.{one.key}"])] == []


def phrases(seed: int, seats: int) -> Iterator[dict[str, Any]]:
    """Give what everybody reads in a match played at random, those of questions and answers too."""
    match = Match(GAME, seats, seed=seed, hashes=False)
    dice = Stream(derive(b"texts", seed))
    while not match.over:
        seat = min(match.decisions)
        decision = match.decisions[seat]
        view = match.view(seat)
        words = GAME.question(view, decision.prompt, seat, decision.arg).words
        for table in ("prompt", "prompt_waiting", "prompt_help"):
            yield {"key": f"{table}.{decision.prompt.key}", "with": words}
        for code in match.legal(seat)[::17]:
            label = GAME.label(view, code)
            yield {"key": label.key, "with": label.words}
        match.answer(seat, random_answer(decision.prompt, match.live, seat, decision.arg, dice))
    for viewer in range(seats + 1):
        for event in match.events_for(viewer):
            yield {**event, "key": f"event.{event['key']}"}


def test_a_match_is_told_without_a_gap() -> None:
    told = set()
    for phrase in phrases(5, 2):
        for language in LANGUAGES:
            text = say(GAME, language, phrase["key"], phrase["with"])
            assert not re.search(r"[{}_]|\bTrue\b|\bFalse\b|[a-z]\.[a-z]", text), (phrase, text)
            told.add(text)
    assert len(told) > 700
