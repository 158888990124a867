"""What is not asked of who plays alone: questions of which nothing could come, by what the seat sees."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any

import pytest

from games.malifaux.duels import face_down
from shapan.engine.chance import Stream, derive
from shapan.engine.coach import answer_of
from shapan.engine.guide import Guide, Moment, Note, When
from shapan.engine.match import Match, random_answer
from shapan.games.malifaux import actions
from shapan.games.malifaux.game import MALIFAUX
from shapan.games.malifaux.records import DUEL
from shapan.games.malifaux.rules import scoring

LADY = {"model": "lady_justice", "at": [19000, 14500]}
BONES = {"model": "bone_pile", "at": [19500, 16500]}


def begun(
    crews: list[list[dict[str, Any]]], hands: list[list[str]], decks: list[list[str]], stones: int = 0
) -> Match[Any]:
    """Return a match in which seat 0 activates its first model, with hands, and the cards that fall first."""
    seats = [{"models": models, "hand": hand, "stones": 0} for models, hand in zip(crews, hands, strict=True)]
    seats[1]["stones"] = stones
    guide = Guide(
        ["a", "b"],
        [Moment(When(), [Note("x")])],
        options={"terrain_layout": "open"},
        position={"step": "action", "activation": {"model": crews[0][0]["model"]}, "seats": seats},
        rolls={f"deck{seat}": cards for seat, cards in enumerate(decks) if cards},
    )
    return guide.begin(MALIFAUX, "stakes")


def answer(match: Match[Any], seat: int, entry: Mapping[str, Any]) -> None:
    codes = answer_of(match, seat, entry)
    assert codes is not None, entry
    match.answer(seat, codes)


def asked(match: Match[Any], seat: int = 0) -> str:
    return match.decisions[seat].prompt.key


def why(match: Match[Any], seat: int = 0) -> str:
    """Return why a seat need not be asked its question, empty where it is asked."""
    decision = match.decisions[seat]
    plain = match.view(seat), decision.prompt, seat, decision.arg, match.legal(seat)
    reason = MALIFAUX.why_idle(*plain)
    assert reason is None or MALIFAUX.idle_answer(*plain) is not None
    return "" if reason is None else reason.key.removeprefix("idle.")


@pytest.mark.rule("MFX-3.1")
@pytest.mark.parametrize(
    ("hand", "own", "other", "word"),
    [
        (["c8"], "t3", "t12", "no_card_turns_it"),  # 6 + 8 is less than 4 + 12
        (["c10"], "t3", "t12", ""),  # equal totals are enough
        (["t5"], "t11", "t8", "no_card_adds"),  # ahead by 5; 5 is less
        (["t13"], "t11", "t8", ""),  # 7 ahead: a better damage flip
        (["t11"], "c11", "t8", "no_card_adds"),  # as much, and a trigger less
        (["r11"], "t11", "t8", ""),  # as much, and a trigger more
    ],
)
def test_who_acts_is_asked_about_cheating_where_a_card_makes_more_of_it(
    hand: list[str], own: str, other: str, word: str
) -> None:
    match = begun([[LADY], [BONES]], [hand, []], [[own], [other]])
    answer(match, 0, {"do": "act", "action": "greatsword", "target": "bone_pile"})
    assert asked(match) == "cheat"
    assert why(match) == word


@pytest.mark.rule("MFX-3.1")
@pytest.mark.parametrize(("hand", "word"), [(["t7"], "no_card_turns_it"), (["t9"], "")])
def test_who_resists_is_asked_about_cheating_where_a_card_may_save_it(hand: list[str], word: str) -> None:
    crews = [[{**BONES, "at": [19000, 9000]}], [LADY]]
    match = begun(crews, [[], hand], [["t7"], ["c4"]])
    answer(match, 0, {"do": "act", "action": "bone_javelin", "target": "lady_justice"})
    assert asked(match, 1) == "cheat"
    assert why(match, 1) == word


@pytest.mark.rule("MFX-3.1", "MFX-3.5")
@pytest.mark.parametrize("hand0", [["r13", "c12"], ["c1", "c12"]])
def test_who_sees_a_card_face_down_is_asked_whatever_it_is(hand0: list[str]) -> None:
    """Until it is turned up its total is that of the stat alone: nobody is told that he is ahead of it."""
    match = face_down(hand0=hand0)
    assert match.live.duel.totals[0] < match.live.duel.totals[1]
    assert asked(match, 1) == "cheat"
    assert why(match, 1) == ""


@pytest.mark.rule("MFX-6.1")
@pytest.mark.parametrize(("hand", "word"), [(["t10"], "no_card_adds"), (["t12"], "")])
def test_damage_is_cheated_only_with_a_better_band(hand: list[str], word: str) -> None:
    match = begun([[LADY], [{"model": "lelu", "at": [19500, 16500]}]], [hand, []], [["t11", "m6", "m7"], ["t5"]])
    answer(match, 0, {"do": "act", "action": "greatsword", "target": "lelu"})
    assert asked(match) == "cheat" and why(match) == "no_card_adds"
    answer(match, 0, {"do": "keep"})
    while asked(match) == "card":
        match.answer(0, match.default(0))
    assert asked(match) == "cheat"
    assert why(match) == word


@pytest.mark.rule("MFX-4.6")
def test_a_model_lets_its_own_crew_act_on_it() -> None:
    mine = [{"model": "rotten_belle", "at": [9000, 9000]}, {"model": "seamus", "at": [9000, 14000]}]
    match = begun([mine, [{"model": "lelu", "at": [27000, 27000]}]], [[], []], [[], []])
    answer(match, 0, {"do": "act", "action": "lure", "target": "seamus"})
    assert asked(match) == "relent"
    assert why(match) == "own_action"


@pytest.mark.rule("MFX-8.5")
@pytest.mark.parametrize(("conditions", "word"), [({}, "nothing_to_do"), ({"poison": 1}, "")])
def test_an_activation_ends_where_only_a_bonus_action_is_left_that_changes_nothing(
    conditions: dict[str, int], word: str
) -> None:
    mine = [{"model": "death_marshal", "at": [9000, 9000], "conditions": conditions}]
    match = begun([mine, [{"model": "lelu", "at": [27000, 27000]}]], [["c2"], []], [[], []])
    for entry in ({"do": "concentrate"}, {"do": "walk", "path": [[9000, 10000]]}):
        assert why(match) == ""
        answer(match, 0, entry)
    assert asked(match) == "action"
    assert why(match) == word


@pytest.mark.rule("MFX-9.2")
@pytest.mark.parametrize(("health", "word"), [(1, "dies_anyway"), (4, "")])
def test_a_stone_that_cannot_save_a_model_is_not_asked_for(health: int, word: str) -> None:
    theirs = [{"model": "madame_sybelle", "at": [19500, 16500], "health": health}]
    match = begun([[LADY], theirs], [[], []], [["t13", "t5", "t7", "t9", "t12", "t11"], ["t2"]], stones=2)
    answer(match, 0, {"do": "act", "action": "greatsword", "target": "madame_sybelle"})
    while 1 in match.decisions and asked(match, 1) in ("modify", "block"):
        match.answer(1, match.default(1))
    assert asked(match, 1) == "reduce"
    assert why(match, 1) == word


@pytest.mark.rule("MFX-15")
def test_a_scheme_that_is_not_fulfilled_is_not_asked_for() -> None:
    match = begun([[LADY], [{"model": "lelu", "at": [19500, 16500]}]], [[], []], [[], []])
    for prompt in (scoring.ask_reveal, scoring.ask_end_point):
        none, open_ = [actions.DECLINE], [actions.DECLINE, actions.REVEAL.codes[0]]
        found = MALIFAUX.why_idle(match.live, prompt, 0, 0, none)
        assert found is not None and found.key == "idle.not_fulfilled"
        assert MALIFAUX.idle_answer(match.live, prompt, 0, 0, none) == none
        assert MALIFAUX.why_idle(match.live, prompt, 0, 0, open_) is None


def test_what_is_not_asked_could_not_have_turned_a_duel() -> None:
    """In matches at random: whatever card of the hand is laid, the duel is not won by it."""
    seen: Counter[str] = Counter()
    for seed in range(3):
        match = Match(MALIFAUX, 2, {}, f"idle {seed}", hashes=False)
        rng = Stream(derive(b"idle", seed))
        while not match.over and len(match.log) < 700:
            seat = min(match.decisions)
            decision = match.decisions[seat]
            if decision.prompt.key == "cheat":
                word = why(match, seat)
                seen[word] += 1
                if word == "no_card_turns_it" and match.live.flip is not None and match.live.flip.kind == DUEL:
                    judge_turns(match, seat)
            match.answer(seat, random_answer(decision.prompt, match.live, seat, decision.arg, rng))
    assert seen["no_card_turns_it"] > 3 and seen["no_card_adds"] > 3 and seen[""] > 3


def judge_turns(match: Match[Any], seat: int) -> None:
    """Lay each card of the hand in turn: the side of the seat has not won when both have decided."""
    side = match.live.duel.waiting[0]
    for code in match.legal(seat):
        if not actions.CHEAT.has(code):
            continue
        copy = match.clone()
        prompt, arg = copy.decisions[seat].prompt, copy.decisions[seat].arg
        picked = [code]
        while more := [one for one in prompt.offers(copy.live, seat, arg, picked) if one]:
            picked.append(more[0])
        copy.answer(seat, picked)
        while copy.decisions and copy.decisions[min(copy.decisions)].prompt.key == "cheat" and copy.live.duel.waiting:
            copy.answer(min(copy.decisions), [actions.KEEP])
        duel = copy.live.duel
        totals = duel.totals
        if len(totals) > 1 and duel.tn < 0:
            assert (totals[0] >= totals[1]) != (side == 0), (totals, side)
