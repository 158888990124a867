"""Which answers a table arms first and which it does with one click: what can be taken back does not bind."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from games.random_play import matches, questions
from shapan.engine.chance import Stream
from shapan.engine.match import Match
from shapan.engine.outlook import answer_binds
from shapan.engine.registry import find
from shapan.engine.scenario import Scenario
from shapan.games.malifaux import actions

FREE = (
    ("planet_masters", "build", "end"),
    ("planet_masters", "manage", ""),
    ("battlefield", "development", "board"),
    ("battlefield", "battle", "fight"),
    ("starcraft", "build", "build_unit"),
    ("starcraft", "execute_or_event", "execute"),
    ("battlestar", "move", "move"),
    ("malifaux", "activate", "activate"),
    ("malifaux", "action", "walk"),
)
BOUND = (
    ("planet_masters", "build", "reroll"),
    ("planet_masters", "action", "council"),
    ("battlefield", "combat_row", "row"),
    ("starcraft", "choose_order", "reveal"),
    ("starcraft", "place_order", "place_order"),
    ("battlestar", "draw_types", "draw"),
    ("malifaux", "cheat", "cheat"),
)
MOST = 600


def leads_on(match: Match[Any], seat: int) -> bool:
    """Return whether a seat that has answered is asked next and may take it back."""
    return not match.over and match.waiting == [seat] and match.may_undo(seat)


def answers(name: str, question: str, family: str) -> set[tuple[bool, bool]]:
    """Return, of answers of a family that random play gives, whether they are said to bind and whether they do."""
    game, rng, found = find(name), Stream(5), set[tuple[bool, bool]]()
    for match in matches(name, "commitment", 6):
        for seat, decision, codes in questions(match, rng, MOST):
            said = answer_binds(game, match.view(seat), seat, decision.prompt, decision.arg, codes)
            word = next((game.actions.of(code).name for code in codes[:1] if code), "")
            match.answer(seat, codes)
            if (decision.prompt.key, word) == (question, family):
                found.add((said, not leads_on(match, seat)))
        if len(found) > 1 or (False, False) in found:
            break
    return found


@pytest.mark.parametrize(("name", "question", "family"), FREE)
def test_answer_that_leads_on_does_not_bind(name: str, question: str, family: str) -> None:
    found = answers(name, question, family)
    assert (False, False) in found
    assert (False, True) not in found


def test_activating_a_buried_model_binds() -> None:
    """MFX-8.1 (1): what may bring it back is tested before anybody is asked again."""
    folder = Path(__file__).parent / "malifaux/scenarios"
    data = json.loads((folder / "mfx-model-death-marshal-pine-box-test-failed.json").read_text(encoding="utf-8"))
    match = Scenario(find("malifaux"), data).begin()
    (seat, asked), *_ = match.decisions.items()
    assert asked.prompt.key == "activate"
    view = match.view(seat)
    buried = {code: bool(view.models.buried[actions.ACTIVATE.value(code)]) for code in match.legal(seat) if code}
    assert True in buried.values()
    assert all(answer_binds(match.game, view, seat, asked.prompt, asked.arg, [code]) for code in buried if buried[code])


@pytest.mark.parametrize("case", ["asked", "extra-event", "not-a-play-area-card", "nothing-bought"])
def test_what_special_research_leaves_no_choice_after_binds(case: str) -> None:
    """SC-7.4: where no copy can be taken, the event card is drawn at once."""
    folder = Path(__file__).parent / "starcraft/scenarios"
    data = json.loads((folder / f"sc-7.4-{case}.json").read_text(encoding="utf-8"))
    match = Scenario(find("starcraft"), data).begin()
    ((seat, asked),) = match.decisions.items()
    if asked.prompt.key == "research_draw":
        match.answer(seat, [match.game.actions.read({"do": "pass"})])
        asked = match.decisions[seat]
    assert asked.prompt.key == "technology"
    for code in match.legal(seat):
        copy = match.clone()
        copy.answer(seat, [code])
        said = answer_binds(match.game, match.view(seat), seat, asked.prompt, asked.arg, [code])
        assert said or leads_on(copy, seat), match.game.actions.write(code)


@pytest.mark.parametrize(("name", "question", "family"), BOUND)
def test_answer_that_shows_or_passes_on_binds(name: str, question: str, family: str) -> None:
    assert {said for said, _ in answers(name, question, family)} == {True}
