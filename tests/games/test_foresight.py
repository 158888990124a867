"""Which answers a table arms first and which it does with one click: what can be undone does not bind."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from games.random_play import matches, questions
from shapan import bots
from shapan.engine.chance import Stream
from shapan.engine.foresight import FINAL, FREE, MAY, OPEN, Foresight
from shapan.engine.match import FRIENDLY, Match
from shapan.engine.registry import find
from shapan.engine.scenario import Scenario
from shapan.engine.segment import BOT, PLAYER
from shapan.games.malifaux import actions

SEATS = {"planet_masters": 3, "battlefield": 3, "starcraft": 3, "battlestar": 3, "malifaux": 2}
MADE = (
    ("planet_masters", "build", "end", FREE),
    ("planet_masters", "build", "reroll", FINAL),
    ("planet_masters", "action", "council", OPEN),
    ("battlefield", "development", "board", FREE),
    ("battlefield", "battle", "fight", FREE),
    ("battlefield", "combat_row", "row", MAY),
    ("starcraft", "build", "build_unit", FREE),
    ("starcraft", "choose_order", "reveal", FINAL),
    ("starcraft", "place_order", "place_order", OPEN),
    ("battlestar", "move", "move", FREE),
    ("battlestar", "draw_types", "draw", FINAL),
    ("malifaux", "activate", "activate", FREE),
    ("malifaux", "action", "walk", FREE),
    ("malifaux", "cheat", "cheat", FINAL),
)
MOST = 600


def foreseen(match: Match[Any], seat: int, codes: list[int]) -> str:
    """Return what an answer is said to lead to, where others are people."""
    return Foresight(match, seat, alone=False).found(codes)


def leads_to(match: Match[Any], seat: int) -> str:
    """Return what the answer that a seat has just given has led to: free, final, or others who are asked."""
    if match.over or not match.may_undo(seat):
        return FINAL
    return FREE if match.waiting == [seat] else OPEN


@pytest.mark.parametrize(("name", "question", "family", "made"), MADE)
def test_answers_of_a_family_are_foreseen(name: str, question: str, family: str, made: str) -> None:
    """What is free or final is so; that others are asked next is never said to be one of both."""
    game, rng, found = find(name), Stream(5), Counter[str]()
    for match in matches(name, "commitment", 6):
        for seat, decision, codes in questions(match, rng, MOST):
            word = next((game.actions.of(code).name for code in codes[:1] if code), "")
            asked = (decision.prompt.key, word) == (question, family)
            said = foreseen(match, seat, codes) if asked else ""
            match.answer(seat, codes)
            if asked:
                found[said] += 1
                assert said not in {FREE, FINAL} or said == leads_to(match, seat)
        if found[made]:
            break
    assert found[made]


@pytest.mark.parametrize("case", ["asked", "extra-event", "not-a-play-area-card", "nothing-bought"])
def test_what_special_research_leaves_no_choice_after_is_final(case: str) -> None:
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
        assert foreseen(match, seat, [code]) == leads_to(copy, seat), match.game.actions.write(code)


def test_activating_a_buried_model_is_final() -> None:
    """MFX-8.1 (1): what may bring it back is tested before anybody is asked again."""
    folder = Path(__file__).parent / "malifaux/scenarios"
    data = json.loads((folder / "mfx-model-death-marshal-pine-box-test-failed.json").read_text(encoding="utf-8"))
    match = Scenario(find("malifaux"), data).begin()
    (seat, asked), *_ = match.decisions.items()
    assert asked.prompt.key == "activate"
    view = match.view(seat)
    buried = [code for code in match.legal(seat) if code and view.models.buried[actions.ACTIVATE.value(code)]]
    assert buried
    assert {foreseen(match, seat, [code]) for code in buried} <= {MAY, FINAL}


def test_what_only_bots_answer_can_be_undone() -> None:
    """SC-3: an order that others answer with theirs: among people it may be final, against bots it is not."""
    for match in matches("starcraft", "order", 1):
        for seat, decision, codes in questions(match, Stream(5), MOST):
            if decision.prompt.key == "place_order" and foreseen(match, seat, codes) == OPEN:
                assert Foresight(match, seat, alone=False).binds(codes) == MAY
                assert Foresight(match, seat, alone=True).binds(codes) == FREE
                return
            match.answer(seat, codes)
    raise AssertionError("never asked")


def counted(name: str, key: str, most: int) -> Counter[tuple[bool, bool]]:
    """Count the answers of a person among greedy bots by whether they took a second step and could then be undone.

    Whether they could is asked when the person is asked again: then "Undo" is offered, or it is not.
    """
    match: Match[Any] = Match(find(name), SEATS[name], {}, key, FRIENDLY)
    mind, armed, found = bots.find("greedy"), None, Counter[tuple[bool, bool]]()
    for _ in range(most):
        if match.over:
            break
        if armed is not None and 0 in match.decisions:
            found[armed, match.may_undo(0)] += 1
            armed = None
        seat = min(match.decisions)
        codes = bots.answer(mind, match, seat)
        if seat == 0:
            armed = Foresight(match, 0, alone=True).binds(codes) != FREE
        match.answer(seat, codes, BOT if seat else PLAYER)
    return found


def few_are_wrong(found: Counter[tuple[bool, bool]]) -> None:
    """Of what took a second step less than a tenth could be undone; of what did not, nearly all."""
    armed, clicked = found[True, True] + found[True, False], found[False, True] + found[False, False]
    assert armed and clicked, found
    assert found[True, True] < 0.1 * armed, found
    assert found[False, False] < 0.1 * clicked, found


@pytest.mark.parametrize("name", SEATS)
def test_few_answers_that_are_armed_could_be_undone(name: str) -> None:
    few_are_wrong(counted(name, "armed", 300))


@pytest.mark.long
@pytest.mark.parametrize("name", SEATS)
def test_few_answers_that_are_armed_could_be_undone_at_length(name: str) -> None:
    few_are_wrong(sum((counted(name, f"armed {number}", 2500) for number in range(3)), Counter[tuple[bool, bool]]()))


def test_a_rule_that_fails_in_a_world_is_told_once_and_foreseen_as_open() -> None:
    match = Match(find("pig"), 2, {}, b"x", "friendly")
    seat = min(match.decisions)
    told: list[Exception] = []

    def fails(self: Match[Any], *_: Any, **__: Any) -> None:
        raise KeyError("a rule")

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Match, "answer", fails)
        quiet = Foresight(match, seat, alone=True, trouble=told.append)
        assert [quiet.binds([code]) for code in match.legal(seat)] == ["may"] * len(match.legal(seat))
        assert len(told) == 1 and len(match.legal(seat)) > 1
        with pytest.raises(KeyError):
            Foresight(match, seat, alone=True).binds(match.legal(seat)[:1])
