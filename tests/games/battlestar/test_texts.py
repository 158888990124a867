"""The words of Battlestar: all there in all languages, with rule numbers of the rulebook, and Chinese in Chinese."""

from __future__ import annotations

import ast
import json
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest

from shapan.engine.chance import Stream, derive
from shapan.engine.conformance.laws_text import Texts, check_rules, check_texts
from shapan.engine.conformance.laws_view import parts
from shapan.engine.conformance.report import Report
from shapan.engine.effects import AMOUNT, Effect
from shapan.engine.kinds import Enum
from shapan.engine.match import Match, random_answer
from shapan.engine.result import Result
from shapan.engine.scenario import Scenario
from shapan.engine.scene import Phrase
from shapan.engine.text import LANGUAGES, catalogue, rule_numbers, rulebook, say
from shapan.games.battlestar import names
from shapan.games.battlestar.actions import FLEET_ICON, PLAY
from shapan.games.battlestar.cards import CRISIS_CARDS, SUPER_CARDS
from shapan.games.battlestar.effects import EFFECTS, PICTURE
from shapan.games.battlestar.game import GAME
from shapan.games.battlestar.names import Mixed

RULES = Path(names.__file__).parent / "rules"
NAMED = re.compile(r"\"(BSG-[A-Z]*\d+(?:\.\d+)?)\"")
LATIN = re.compile(r"[A-Za-z]{2,}")
RULE = re.compile(r"\bBSG-(?:SC|[A-Z])?\d+(?:\.\d+)?\b")
NARROW = re.compile(r"[㐀-鿿][,;:!?(]|[,;:!?)][㐀-鿿]|\.\.\.|\"")
NAMES = re.compile(r"FTL|Kobol")
"""So the Chinese rules write them, too."""
HOLE = re.compile(r"\{\w+\}")


def source() -> str:
    return "\n".join(path.read_text(encoding="utf-8") for path in sorted(RULES.glob("*.py")))


def reasons() -> set[str]:
    """Return the keys of all refusals in the rules."""
    keys = set()
    for path in sorted(RULES.glob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "Reason":
                keys |= {part.value for part in ast.walk(node.args[1]) if isinstance(part, ast.Constant)}
            elif isinstance(node, ast.keyword) and node.arg == "why":
                keys |= {part.value for part in ast.walk(node.value) if isinstance(part, ast.Constant)}
    return {key for key in keys if isinstance(key, str)}


def test_the_laws_of_words_hold() -> None:
    report = Report(GAME.name)
    texts = Texts(GAME, on=True)
    check_rules(GAME, texts, report)
    check_texts(GAME, texts, report)
    assert not report.failed(), str(report)


@pytest.mark.plain
def test_every_rule_that_is_named_leads_a_paragraph() -> None:
    """Also those of refusals, and those that texts point at."""
    named = set(NAMED.findall(source())) | {
        rule for text in catalogue(GAME, "en").values() for rule in RULE.findall(text)
    }
    assert len(named) > 60
    for language in LANGUAGES:
        assert named <= set(rule_numbers(GAME, language))


@pytest.mark.plain
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_reason_and_question_has_its_text(language: str) -> None:
    texts = catalogue(GAME, language)
    keys = reasons()
    assert {"hazardous", "no_viper", "no_tube", "no_use", "types"} <= keys
    wanted = {f"why_not.{key}" for key in keys}
    wanted |= {f"{table}.{one.key}" for one in GAME.prompts for table in ("prompt", "prompt_waiting", "prompt_help")}
    wanted |= {f"result.{result}" for result in GAME.results}
    wanted |= {f"option_value.{one.name}.{value}" for one in GAME.options for value in one.values}
    assert wanted - set(texts) == set()


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_answer_and_rule_has_its_name(language: str) -> None:
    texts = catalogue(GAME, language)
    for family in GAME.actions.by_number.values():
        holes = set(re.findall(r"\{(\w+)\}", texts[f"action.{family.name}"]))
        assert holes <= {name for name, _ in family.parameters}, family.name
    declines = {one.decline for one in GAME.prompts} - {"done"}
    assert {"pass", "no", "stay"} <= declines
    assert {f"action.{decline}" for decline in declines} <= set(texts)
    assert {key.removeprefix("rule.") for key in texts if key.startswith("rule.")} == set(rule_numbers(GAME))


@pytest.mark.parametrize("language", LANGUAGES)
def test_names_shown_by_terms_of_several_tables_are_there(language: str) -> None:
    texts = catalogue(GAME, language)
    kinds = [kind for kind in vars(names).values() if isinstance(kind, Mixed)]
    assert len(kinds) == 3
    assert [term for kind in (*kinds, FLEET_ICON) for term in kind.terms if not texts.get(term)] == []
    played = PLAY.parameters[0][1]
    assert isinstance(played, Enum)
    said = [say(GAME, language, "action.play", {"card": played.phrase(card)}) for card in range(played.size)]
    assert len(set(said)) == played.size and not any("{" in one or "_" in one for one in said)


@pytest.mark.parametrize("language", ["zh-Hans", "zh-Hant"])
def test_chinese_is_chinese(language: str) -> None:
    found = {}
    for key, text in catalogue(GAME, language).items():
        bare = NAMES.sub("", RULE.sub("", HOLE.sub("", text)))
        if LATIN.search(bare) or NARROW.search(bare):
            found[key] = text
    assert found == {}


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_rulebook_lists_the_options_as_the_form_calls_them(language: str) -> None:
    texts = catalogue(GAME, language)
    book = rulebook(GAME, language)
    assert "`" not in book
    for option in GAME.options:
        row = next(line for line in book.splitlines() if line.startswith(f"| {texts[f'option.{option.name}']} |"))
        values = [
            texts[f"option_value.{option.name}.{value}"] for value in option.values or (option.least, option.most)
        ]
        default = texts[f"option_value.{option.name}.{option.default}"]
        assert all(value in row for value in values) and RULE.findall(row) == [option.rule]
        assert row.split("|")[2].strip().startswith(default)


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_question_says_its_rule_twice(language: str) -> None:
    """The table shows the number beside the question."""
    texts = catalogue(GAME, language)
    rules = {one.key: one.rule for one in GAME.prompts}
    assert [key for key, rule in rules.items() if rule in RULE.findall(texts[f"prompt_help.{key}"])] == []


def phrases(seed: int, seats: int) -> Iterator[tuple[int, dict[str, object]]]:
    """Give what everybody reads in a match played at random: viewer and phrase, those of questions too."""
    match = Match(GAME, seats, seed=seed, hashes=False)
    dice = Stream(derive(b"texts", seed))
    while not match.over:
        seat = min(match.decisions)
        decision = match.decisions[seat]
        view = match.view(seat)
        question = GAME.question(view, decision.prompt, seat, decision.arg)
        for table in ("prompt", "prompt_waiting", "prompt_help"):
            yield seat, {"key": f"{table}.{decision.prompt.key}", "with": question.words}
        for code in match.legal(seat):
            label = GAME.label(view, code)
            yield seat, {"key": label.key, "with": label.words}
        if not dice.number(8):
            scene = list(parts(GAME.board(view, seat, match.legal(seat), decision.prompt)))
            for part in scene:
                if isinstance(part, Phrase):
                    yield seat, {"key": part.key, "with": part.words}
            assert {rule for part in scene if (rule := getattr(part, "rule", ""))} <= set(rule_numbers(GAME))
        match.answer(seat, random_answer(decision.prompt, match.live, seat, decision.arg, dice))
    for viewer in range(seats + 1):
        for event in match.events_for(viewer):
            yield viewer, {**event, "key": f"event.{event['key']}"}


@pytest.mark.parametrize("seats", [3, 5])
def test_a_match_is_told_without_a_gap(seats: int) -> None:
    told = 0
    for _, phrase in phrases(seats, seats):
        for language in LANGUAGES:
            text = say(GAME, language, str(phrase["key"]), phrase["with"])  # type: ignore[arg-type]
            assert not re.search(r"[{}_]|\bTrue\b|\bFalse\b|[a-z]\.[a-z]", text), (phrase, text)
            told += 1
    assert told > 3_000


def numbers_of(effects: Sequence[Effect]) -> Counter[int]:
    """Return the numbers that the text of effects has to name; one ship may be an article."""
    found: Counter[int] = Counter()
    for effect in effects:
        operation = EFFECTS.operations[effect.op]
        if operation.kinds == [PICTURE]:
            found.update(number for _, _, number in PICTURE.rows[effect.args[0]] if number > 1)
        values = zip(effect.args, operation.kinds, strict=True)
        found.update(abs(value) for value, kind in values if kind is AMOUNT)
        found += numbers_of(effect.then)
    return found


@pytest.mark.parametrize("language", LANGUAGES)
def test_texts_of_crises_name_the_numbers_of_their_effects(language: str) -> None:
    texts, looked = catalogue(GAME, language), 0
    for card in (*CRISIS_CARDS, *SUPER_CARDS):
        if card.id == "requested_resignation":  # two roles discard in one sentence
            continue
        boxes = {
            "pass": card.on_pass,
            "partial": card.on_partial,
            "fail": card.on_fail,
            "a": card.box_a,
            "b": card.box_b,
        }
        for name, cell in boxes.items():
            if cell.effects:
                text = texts[f"outcome.{card.id}_{name}"]
                said = Counter(1 if word in "aA" else int(word) for word in re.findall(r"\d+|\b[Aa]\b", text))
                assert numbers_of(cell.effects) <= said, (card.id, name, text)
                looked += 1
    assert looked > 90


DISCARDS = {
    "bsg-16.1-eleven-to-ten": "Hand limit 10: discard 1 of your skill cards",
    "bsg-12.2-down-to-three": "You are revealed: keep 3 of your skill cards",
    "bsg-12.2-sickbay-discards-five": "A Cylon sends you to Sickbay: keep 1 of your skill cards",
    "bsg-5.2-roslin-pays-two-cards": "Terminal Illness: keep 1 of your skill cards",
    "bsg-16.7-several-discard-in-any-order": "Cylon Screenings: keep 1 of your skill cards",
}


@pytest.mark.rule("BSG-16.7")
@pytest.mark.parametrize("name", DISCARDS)
def test_who_discards_is_told_why_and_what_he_keeps_where_that_is_less(name: str) -> None:
    data = json.loads((Path(__file__).parent / "scenarios" / f"{name}.json").read_text(encoding="utf-8"))
    data["answers"] = [entry for entry in data["answers"] if entry["do"] != "cards"]
    scenario: Scenario[Any] = Scenario(GAME, data)
    scenario.play(Result())
    match = scenario.match
    seat = match.waiting[0]
    decision, view = match.decisions[seat], match.view(seat)
    question = GAME.question(view, decision.prompt, seat, decision.arg)
    assert say(GAME, "en", question.key, question.words) == DISCARDS[name]
    hand, gone = len(view.hands[seat].cards), decision.prompt.lengths(view, seat, decision.arg)[0]
    assert decision.prompt.keeps(view, seat, decision.arg) == (hand - gone if hand - gone < gone else 0)
