"""Pages of disputed rulings: their rules exist, both languages agree, and every `[ruling]` of docs/rules is answered.

A mark is known by what leads its line, or the last line before it that has a lead: a rule, a conflict, an edge case;
elsewhere by its section. `undisputed.toml` lists those that no page answers, with the reason.
"""

from __future__ import annotations

import re
import tomllib
from dataclasses import dataclass
from pathlib import Path

import pytest

from shapan.engine.registry import find, games
from shapan.engine.text import rule_numbers, rulings

ROOT = Path(__file__).parents[2]
SPECS = ROOT / "docs" / "rules"
PAGES = ROOT / "docs" / "rulings"
FILES = {
    "planet_masters": ("planet-masters",),
    "battlestar": ("battlestar", "battlestar-cards"),
    "battlefield": ("battlefield",),
    "starcraft": ("starcraft", "starcraft-cards"),
    "malifaux": ("malifaux", "malifaux-crews", "malifaux-geometry"),
}
"""The specifications of each game; keys of a companion begin with the part of its name after the game's."""
LANGUAGES = ("en", "zh-Hans")
_MARK = re.compile(r"\[[^\[\]]*\bruling\b[^\[\]]*\]")
_KEYS = re.compile(r"^\*([^*]+)\*$")


@dataclass(slots=True)
class Answer:
    """One question with its answer: the rules that decide it, and notes of the specification."""

    question: str
    text: str
    rules: list[str]
    notes: list[str]


def answers(game: str, language: str) -> list[Answer]:
    """Read a page of rulings."""
    found = []
    for part in re.split(r"^### ", rulings(find(game), language), flags=re.MULTILINE)[1:]:
        lines = [line for line in part.split("\n## ")[0].splitlines() if line]
        keys = _KEYS.match(lines[-1])
        assert keys, f"{game}, {language}: no rule numbers under {lines[0]!r}"
        rules, _, notes = keys[1].partition(";")
        found.append(Answer(lines[0], " ".join(lines[1:-1]), _split(rules), _split(notes)))
    return found


def _split(text: str) -> list[str]:
    return [part.strip() for part in text.split(",") if part.strip()]


def lines(game: str) -> list[tuple[str, bool]]:
    """Return of each line of the specifications its key, and whether a ruling is marked in it."""
    prefix, found = find(game).prefix, []
    lead = re.compile(
        rf"^\s*(?:[-*|]\s+|\d+\.\s+)?(?:\*\*)?(?P<rule>{prefix}-[A-Z]*\d+(?:\.\d+)*|[A-Z]{{1,2}}\d+\b|\d+\.\d+\b)"
        r"|^(?P<case>\d+)\. "
    )
    for name in FILES[game]:
        companion = name.partition("-")[2] if name != FILES[game][0] else ""
        section = key = ""
        for line in (SPECS / f"{name}.md").read_text("utf-8").splitlines():
            if line.startswith("#"):
                section = line.lstrip("# ").split()[0].rstrip(".:")
                key = ""
            elif has := lead.match(line):
                key = _key(game, section, has["rule"], has["case"], key)
            named = key if key and not line.startswith(("#", "| `")) else f"§{section}"
            found.append((f"{companion} {named}".strip(), _MARK.search(line) is not None))
    numbers = set(rule_numbers(find(game)))
    return [(f"{prefix}-{key}" if f"{prefix}-{key}" in numbers else key, is_ruling) for key, is_ruling in found]


def _key(game: str, section: str, rule: str | None, case: str | None, before: str) -> str:
    """Return the key of a line that has a lead."""
    prefix = find(game).prefix
    if rule is None:
        is_list = before == "" or re.fullmatch(r"E\d+", before)
        return f"E{case}" if is_list else before
    if re.fullmatch(r"\d+\.\d+|SC\d+", rule) and section.startswith(prefix):
        return f"{prefix}-{rule}"
    return rule


def undisputed(game: str) -> dict[str, str]:
    """Return the keys that need no answer, with the reason."""
    table = tomllib.loads((Path(__file__).parent / "undisputed.toml").read_text("utf-8"))
    return {key: row["reason"] for row in table[game] for key in row["keys"]}


@pytest.mark.parametrize("game", FILES)
def test_every_marked_ruling_is_answered_or_nobody_would_dispute_it(game: str) -> None:
    named = {key for one in answers(game, "en") for key in (*one.rules, *one.notes)}
    marked = dict.fromkeys(key for key, is_ruling in lines(game) if is_ruling)
    let_be = undisputed(game)
    cases = re.compile(rf"{find(game).prefix}-[ER]\d+")  # a single case has its answer in the rulebook
    assert [key for key in marked if key not in named and key not in let_be and not cases.fullmatch(key)] == []
    assert [key for key in let_be if key in named or key not in marked] == []


@pytest.mark.parametrize("game", FILES)
def test_rules_and_notes_of_an_answer_exist(game: str) -> None:
    rules, notes = set(rule_numbers(find(game))), {key for key, _ in lines(game)}
    for one in answers(game, "en"):
        assert one.text, one.question
        assert one.rules, one.question
        assert set(one.rules) <= rules, one.question
        assert set(one.notes) <= notes, one.question


@pytest.mark.parametrize("game", FILES)
def test_both_languages_answer_the_same_questions(game: str) -> None:
    english, chinese = ([(one.rules, one.notes) for one in answers(game, language)] for language in LANGUAGES)
    assert english == chinese
    questions = [one.question for language in LANGUAGES for one in answers(game, language)]
    assert len(set(questions)) == len(questions)


@pytest.mark.parametrize("game", FILES)
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_documentation_shows_the_page_of_the_game(game: str, language: str) -> None:
    name = FILES[game][0] if language == "en" else f"{FILES[game][0]}.{language}"
    page = (PAGES / f"{name}.md").read_text("utf-8")
    assert page == f'--8<-- "{game}/rulings.{language}.md"\n'
    assert f'"rulings/{name}.md"' in (ROOT / "zensical.toml").read_text("utf-8")


def test_every_game_with_a_specification_has_its_page() -> None:
    assert {name for name, game in games().items() if rulings(game, "en")} == set(FILES)
