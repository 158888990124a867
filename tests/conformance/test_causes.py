"""What `check` says of a law that fails: words, a cause, a chapter of the docs, the line of the question."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from conformance.plants.base import LEDUC, variant
from shapan.adapters.game_tree import SMALL
from shapan.engine.conformance import causes, kit
from shapan.engine.conformance.report import Report
from shapan.engine.game import Game
from shapan.engine.registry import find

ROOT = Path(__file__).parents[2]
SOURCES = sorted((ROOT / "src/shapan/engine/conformance").glob("*.py"))
NAMED = re.compile(r'(?:expect\(\s*|name: str = |equal\()"([a-z_]+)"')
RAISES = re.compile(r'(?:_guard|Law)\(\s*"([a-z_]+)"')


def checks() -> set[str]:
    """Return the names of all checks that stand in the kit as they are."""
    texts = [path.read_text("utf-8") for path in SOURCES]
    raising = {f"{name}_error" for text in texts for name in RAISES.findall(text)}
    return raising | {name for text in texts for name in NAMED.findall(text)}


def test_every_check_says_what_is_wrong() -> None:
    assert len(checks()) > 90
    assert {name for name in checks() if causes.cause_of(name) is None} == set()


def test_every_cause_leads_to_a_chapter() -> None:
    text = (ROOT / causes.PAGE).read_text("utf-8")
    heads = {head.strip().lower().replace(" ", "-") for head in re.findall(r"^#+ (.+)$", text, re.MULTILINE)}
    assert {cause.anchor for cause in causes.CAUSES.values()} <= heads


def test_every_cause_is_that_of_some_check() -> None:
    names = checks()
    dead = [one for one in causes.CAUSES if not any(name == one or name.startswith(f"{one}_") for name in names)]
    assert dead == []


def test_the_longest_beginning_counts() -> None:
    assert causes.cause_of("history_future") is not causes.cause_of("history_legal") is not None
    assert causes.cause_of("nothing_of_the_kind") is None


def test_a_report_names_cause_question_and_line() -> None:
    report = Report("leduc")
    report.lines = causes.lines_of(LEDUC.prompts)
    place = {"seed": "s", "seats": 2, "options": {}, "decision": 3, "seat": 1, "prompt": "bet"}
    report.expect("legal_unique", False, place, "twice: {}", "fold")
    said = str(report)
    line = report.lines["bet"]
    assert re.fullmatch(r"game\.py:\d+", line)
    assert f"match s, 2 seats, decision 3, question bet ({line}) to seat 1: twice: fold" in said
    assert "often: the hand holds two equal cards" in said and "#when-an-answer-is-wrong" in said
    assert report.write()["checks"][0]["examples"][0]["more"].endswith("#when-an-answer-is-wrong")


@pytest.mark.parametrize("most", [65, 64])
def test_a_large_bound_on_decisions_is_noted_where_it_costs_something(most: int) -> None:
    assert kit.MAX_FOR_TENSOR == SMALL
    game = variant(LEDUC, max_decisions=most)
    notes = kit.advice(game, longest=8)
    assert any("max_decisions is 65" in note for note in notes) == (most == 65)
    assert not any("max_decisions" in note for note in kit.advice(game, longest=60))


def test_a_game_without_judgement_is_told() -> None:
    assert any("`judge`" in note for note in kit.advice(variant(LEDUC), longest=8)) == (
        not find("leduc").judgement.features
        and type(LEDUC).judge is Game.judge
        and type(LEDUC).evaluate is Game.evaluate
    )
    assert not any("`judge`" in note for note in kit.advice(find("planet_masters"), longest=8))
