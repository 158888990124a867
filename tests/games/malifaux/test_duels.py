"""The duel panel: what each answer would make of a duel, from what its viewer may know alone (D14 to D20)."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from itertools import combinations
from pathlib import Path
from typing import Any

import msgspec
import pytest

from games.malifaux.duels import (
    ANSWERS,
    BLOCK,
    CHEAT,
    CHEAT_DAMAGE,
    CHEAT_THEIRS,
    FLIP,
    FOCUS,
    REDUCE,
    STRIKE,
    TRIGGER,
    duel_of,
    face_down,
    played,
    scene_of,
    struck,
)
from shapan.engine.chance import Stream
from shapan.engine.scene import Duel, Phrase, Prospect
from shapan.engine.text import say
from shapan.games.malifaux import actions, model_traits, names, roster
from shapan.games.malifaux.board import amounts, harms
from shapan.games.malifaux.board.offers import BoardPrompt
from shapan.games.malifaux.board.preview import odds as odds_of
from shapan.games.malifaux.game import MALIFAUX
from shapan.games.malifaux.odds import flips, reckoning, strikes
from shapan.games.malifaux.records import Choice
from shapan.games.malifaux.rules.choices import ask_pay


def key_of(phrase: Phrase | None) -> str:
    return "" if phrase is None else phrase.key.partition(".")[2]


def rows(duel: Duel) -> dict[str, Prospect]:
    """Return what the answers would make of a duel, by the name of the card or answer."""
    return {key_of(one.label): one for one in duel.prospects if one.code >= 0}


def lines(one: Prospect) -> list[str]:
    return [key_of(line) for line in one.lines]


def shares(one: Prospect) -> dict[str, tuple[int, int]]:
    """Return the chances of a prospect by their names."""
    return {key_of(chance.label): (chance.times, chance.of) for chance in one.chances}


@pytest.mark.rule("MFX-4.5", "MFX-3.1")
def test_each_card_of_the_hand_says_total_margin_damage_triggers_and_what_the_other_needs() -> None:
    duel = duel_of(struck(CHEAT), 0)
    found = rows(duel)
    assert [one.value for one in found.values()] == [9, 19, 17, 15, 12, 8]
    assert [key_of(one.verdict) for one in found.values()] == [
        "loses_by", "wins_by", "wins_by", "wins_by", "tie_won", "loses_by",
    ]  # fmt: skip
    assert [one.mood for one in found.values()] == ["bad", "good", "good", "good", "good", "bad"]
    assert found["r13"].verdict is not None and found["r13"].verdict.words == {"number": 7}
    assert lines(found["r13"]) == ["opens", "cannot_turn"] and lines(found["c11"]) == ["opens", "needs_red"]
    assert lines(found["m9"]) == ["opens", "needs"] and lines(found["t6"]) == ["needs"]
    assert found["m9"].lines[1].words["number"] == 12 and found["t6"].lines[0].words["number"] == 9
    opened = found["c11"].lines[0].words
    assert opened == {
        "trigger": {"term": "trigger.stunning_strike"}, "text": {"term": "trigger_help.stunning_strike"},
    }  # fmt: skip


@pytest.mark.rule("MFX-6.2", "MFX-6.3")
def test_the_damage_flip_has_a_chip_for_every_change_with_its_reason() -> None:
    found = rows(duel_of(struck(CHEAT), 0))
    told = [(sign.label.words["change"], sign.label.words["reason"]["term"]) for sign in found["c11"].signs]
    assert told == [("\N{MINUS SIGN}", "reason.margin"), ("+", "reason.by_focused"), ("+", "reason.by_trigger")]
    assert found["t6"].signs[0].label.words["change"] == "\N{MINUS SIGN}" * 2  # a tie: two of them
    assert len(found["r13"].signs) == 2  # by 7 there is none for the margin
    assert [chance.mark for chance in found["c11"].chances] == ["0", "3", "4", "5", "6"]
    assert not found["c2"].chances and not found["keep"].chances


@pytest.mark.rule("MFX-1.6", "MFX-1.3")
def test_chances_are_counted_from_the_cards_that_are_left() -> None:
    """With one + two cards are turned up: all pairs of the 45 cards of the deck, each as likely."""
    match = struck(CHEAT)
    one = rows(duel_of(match, 0))["c11"]
    view = match.view(0)
    gone = {*view.hands[0].cards, *view.discards[0].cards, *view.flipped[0].cards}
    deck = [card for card in range(54) if card not in gone]
    assert len(deck) == len(view.decks[0])
    counted = dict.fromkeys(flips.BANDS, 0)
    for pair in combinations(deck, 2):
        if names.BLACK_JOKER in pair or names.RED_JOKER in pair:
            counted["black_joker" if names.BLACK_JOKER in pair else "red_joker"] += 1
        else:
            counted[flips.BANDS[1 + names.BAND[max(names.VALUE[card] for card in pair)]]] += 1
    assert shares(one) == {name: (times, len(deck) * (len(deck) - 1) // 2) for name, times in counted.items()}


@pytest.mark.rule("MFX-9.2", "MFX-12.9")
def test_stones_and_focused_say_what_they_do_to_the_chances() -> None:
    duel = duel_of(struck(FOCUS), 0)
    found = {one.code: one for one in duel.prospects if one.code >= 0}
    bare, focus, plus, *suits = found.values()
    assert shares(focus) == shares(plus) and shares(focus) != shares(bare)
    assert all(shares(one) == shares(bare) for one in suits)
    good, of = shares(focus)["succeeds"]
    assert good / of > shares(bare)["succeeds"][0] / shares(bare)["succeeds"][1]
    assert [lines(one) for one in suits] == [["opens"], ["wakes_none"], ["opens"], ["opens"]]  # ram, tome, mask, crow
    assert duel.note is not None and key_of(duel.note) == "passed" and duel.note.words["total"] == 14


@pytest.mark.rule("MFX-9.2")
def test_a_block_and_a_reduction_say_what_is_before_and_after() -> None:
    as_it_is, block = rows(duel_of(struck(BLOCK), 1)).values()
    assert [len(one.signs) for one in (as_it_is, block)] == [3, 4]
    nets = [one.head.words["net"]["key"] for one in (as_it_is, block) if one.head is not None]
    assert nets == ["duel.net_plus", "duel.net_none"]
    declined, reduced = rows(duel_of(struck(REDUCE), 1)).values()
    assert [line.words for line in declined.lines] == [{"now": 7, "then": 3}]
    assert [chance.mark for chance in reduced.chances] == ["3", "3", "2", "1", "1"]
    assert reduced.lines[0].words["least"] == 4 and reduced.lines[0].words["most"] == 6


@pytest.mark.rule("MFX-3.3", "MFX-6.1")
def test_cards_against_a_damage_flip_say_the_band_that_they_bring() -> None:
    duel = duel_of(struck(CHEAT_DAMAGE), 0)
    assert duel.own == -1, "the totals of the duel stay as they are"
    found = rows(duel)
    assert {name: (one.value, key_of(one.verdict)) for name, one in found.items()} == {
        "keep": (4, "moderate"), "r13": (5, "severe"), "m9": (4, "moderate"), "t6": (4, "moderate"), "c2": (3, "weak"),
    }  # fmt: skip


@pytest.mark.rule("MFX-3.2", "MFX-3.5")
def test_who_has_decided_already_cannot_answer() -> None:
    """He decides last: after him nobody changes anything."""
    duel = duel_of(struck(CHEAT_THEIRS), 1)
    assert duel.own == 1
    found = rows(duel)
    assert [one.value for one in found.values()] == [12, 14, 12, 9, 7]
    assert {one.mood for one in found.values()} == {"bad"} and not [
        line for one in found.values() for line in lines(one)
    ]


@pytest.mark.rule("MFX-3.5")
def test_nobody_is_told_that_he_is_ahead_of_a_card_that_lies_face_down() -> None:
    match = face_down()
    duel = duel_of(match, 1)
    assert duel.sides[0].value is None and duel.sides[1].value == 9
    assert [one.value for one in rows(duel).values()] == [9, 14, 7]
    assert not [one for one in duel.prospects if one.verdict is not None or one.mood or one.head is not None]
    assert told(match, 1) == told(face_down(hand0=["c1", "c12"]), 1)


@pytest.mark.rule("MFX-4.2", "MFX-4.4")
@pytest.mark.parametrize("tn", [-1, 17])
def test_the_card_that_is_needed_to_turn_a_duel_is_the_least_that_turns_it(tn: int) -> None:
    """Each card of the hand of who is behind turns it if it is worth so much, and does not if it is worth less."""
    match = struck(CHEAT)
    view = match.view(0)
    one = view.duel
    assert one is not None
    one.tn = tn
    for cards, side in (([names.CARDS.index("c11"), one.cards[1]], 0), ([names.CARDS.index("c1"), one.cards[1]], 1)):
        one.cards = list(cards)
        ahead = reckoning.with_card(view, one, side, one.cards[side])
        assert ahead.won == (side == 0)
        need = reckoning.least_to_turn(view, one, side, ahead.totals)
        turned = [
            names.VALUE[card]
            for card in range(len(names.CARDS))
            if reckoning.with_card(view, one, 1 - side, card).won != ahead.won
        ]
        assert min(turned) == need


def test_triggers_are_offered_with_what_they_do() -> None:
    found = rows(duel_of(struck(TRIGGER), 0))
    assert [key_of(line) for one in found.values() for line in one.lines] == ["stunning_strike"]


@pytest.mark.rule("MFX-5.3")
def test_a_trigger_that_changes_the_damage_shows_its_table() -> None:
    """The 13 of rams wakes Critical Strike: 1 more in each band."""
    raised = [*ANSWERS[:CHEAT], {"seat": 0, "do": "cheat", "card": "r13"}, {"seat": 1, "do": "keep"}]
    match = played(STRIKE["position"], STRIKE["rolls"], raised)
    duel = duel_of(match, 0)
    lying = next(one for one in duel.prospects if one.code < 0)
    found = rows(duel)
    assert [chance.mark for chance in lying.chances] == ["0", "3", "4", "5", "6"]
    assert [chance.mark for chance in found["trigger"].chances] == ["0", "4", "5", "6", "7"]
    assert not found["no_trigger"].chances


@pytest.mark.rule("MFX-9.2")
def test_what_is_over_is_not_said() -> None:
    """Once the damage is flipped for nobody may block; once it is dealt nobody is said to be about to die."""
    said = [[key_of(one) for one in duel_of(struck(at), 1).prospects[0].beside] for at in (BLOCK, CHEAT_DAMAGE, REDUCE)]
    assert ["may_block" in lines for lines in said] == [True, False, False]
    assert all({"lives", "may_die"} & set(lines) for lines in said)
    match = struck(REDUCE)
    view = match.view(1)
    assert view.blow is not None
    view.models.health[view.blow.model] = 0
    assert harms.cares(view, view.blow.model, 3) == []
    asked = BoardPrompt(view, 0, [], None, MALIFAUX.target)
    dealt = amounts.of_blow(view, view.blow, asked)[0]
    assert key_of(dealt.head) == "damage_is" and not dealt.beside


# Hidden information


def told(match: Any, viewer: int) -> bytes:
    """Return all that the table says to a viewer."""
    return msgspec.json.encode(scene_of(match, viewer))


@pytest.mark.parametrize("answers", [FOCUS, FLIP, CHEAT, CHEAT_THEIRS, TRIGGER, BLOCK, CHEAT_DAMAGE, REDUCE])
@pytest.mark.parametrize("viewer", [0, 1, 2])
def test_the_table_is_the_same_in_every_world_that_a_viewer_holds_possible(answers: int, viewer: int) -> None:
    """Hands, decks and secret schemes dealt anew change nothing that he is shown."""
    match = struck(answers)
    seen = told(match, viewer)
    rng = Stream(f"worlds {answers} {viewer}")
    dealt = set()
    for _ in range(4):
        other = match.clone()
        MALIFAUX.resample(other.live, viewer, rng)
        dealt.add(tuple(tuple(sorted(zone.cards)) for zone in other.live.hands))
        if viewer not in other.decisions or viewer == 2:
            assert told(other, viewer) == seen
        else:
            assert msgspec.json.encode(duel_of(other, viewer)) == msgspec.json.encode(duel_of(match, viewer))
    assert len(dealt) > 1


@pytest.mark.parametrize("hand", [["r1", "t1"], ["r13", "t13"], ["bj", "rj"]])
def test_who_holds_cards_is_asked_whatever_they_are(hand: list[str]) -> None:
    """MFX-3.1: else the others would learn by the question, or by how long it takes, what he holds."""
    match = struck(CHEAT, hand0=hand)
    assert match.decisions[0].prompt.key == "cheat" and match.waiting == [0]
    assert told(match, 2) == told(struck(CHEAT, hand0=["c2", "c11"]), 2)


def pieces_of(thing: Any) -> Iterator[dict[str, Any]]:
    """Yield all that is drawn as a thing with an id."""
    if isinstance(thing, dict):
        if "id" in thing and "kind" in thing:
            yield thing
        for value in thing.values():
            yield from pieces_of(value)
    elif isinstance(thing, list):
        for value in thing:
            yield from pieces_of(value)


def words_in(thing: Any) -> Iterator[str]:
    """Yield all texts of a table."""
    if isinstance(thing, str):
        yield thing
    elif isinstance(thing, dict):
        for value in thing.values():
            yield from words_in(value)
    elif isinstance(thing, list):
        for value in thing:
            yield from words_in(value)


@pytest.mark.parametrize("viewer", [1, 2])
@pytest.mark.parametrize("answers", [FOCUS, CHEAT, TRIGGER, CHEAT_DAMAGE])
def test_no_card_of_a_hand_and_no_secret_scheme_is_named_to_others(answers: int, viewer: int) -> None:
    match = struck(answers)
    words = set(words_in(msgspec.to_builtins(scene_of(match, viewer))))
    hidden = [names.CARDS[card] for card in match.live.hands[0].cards]
    assert not [card for card in hidden if f"fate_card.{card}" in words]
    assert "scheme.assassinate" not in words and "scheme_help.assassinate" not in words
    assert ("scheme.outflank" in words) == (viewer == 1)
    own = set(words_in(msgspec.to_builtins(scene_of(match, 0))))
    assert {f"fate_card.{card}" for card in hidden} <= own and "scheme.assassinate" in own


def test_ids_of_cards_of_the_own_hand_are_on_no_other_table() -> None:
    match = struck(CHEAT)
    there = {piece["id"] for piece in pieces_of(msgspec.to_builtins(scene_of(match, 0)))}
    assert any(name.startswith("hand.") for name in there) and any(name.startswith("cheat") for name in there)
    for viewer in (1, 2):
        other = {piece["id"] for piece in pieces_of(msgspec.to_builtins(scene_of(match, viewer)))}
        assert not [name for name in other if name.startswith(("hand.", "cheat")) and viewer == 2]
        assert not [name for name in other if name.startswith("cheat")]


@pytest.mark.rule("MFX-4.6")
def test_who_strikes_one_of_his_own_that_does_not_resist_stands_alone() -> None:
    crew = [
        {"model": "death_marshal", "at": [14000, 18000]},
        {"model": "guild_steward", "at": [15500, 18000]},
    ]
    position = {
        "step": "action", "turn": 2, "activation": {"model": "death_marshal"},
        "seats": [{"hand": ["r13"], "models": crew}, {"models": [{"model": "lilitu", "at": [30000, 30000]}]}],
    }  # fmt: skip
    answers: list[dict[str, Any]] = [
        {"seat": 0, "do": "act", "action": "sword", "target": "guild_steward"},
        {"seat": 0, "do": "relent"},
        {"seat": 0, "do": "take", "card": "c1"},
    ]
    match = played(position, {"deck0": ["c1", "c7"]}, answers)
    duel = duel_of(match, 0)
    assert match.decisions[0].prompt.key == "cheat"
    assert [side.value for side in duel.sides] == [6] and not duel.sign


@pytest.mark.parametrize(("answers", "viewer"), [(CHEAT, 0), (CHEAT_THEIRS, 1), (BLOCK, 1)])
def test_the_table_shows_both_models_of_a_duel(answers: int, viewer: int) -> None:
    ground = next(zone.ground for zone in scene_of(struck(answers), viewer).zones if zone.ground)
    assert ground.camera is not None
    for x, y in ((16000, 17000), (17500, 18500)):
        assert ground.camera.low[0] < x < ground.camera.high[0] and ground.camera.low[1] < y < ground.camera.high[1]
    assert ground.camera.high[0] - ground.camera.low[0] < 4000, "and not the whole table"


@pytest.mark.rule("MFX-E31")
@pytest.mark.parametrize(
    ("language", "asked", "suffers"),
    [
        ("en", "Execute kills The Jury unless you pay: pay?", "Do not pay: The Jury is killed"),
        ("zh-Hans", "处决：不支付，陪审官就会被击杀。支付吗？", "不支付：陪审官被击杀"),
    ],
)
def test_who_may_pay_is_told_who_is_killed_by_what(language: str, asked: str, suffers: str) -> None:
    file = Path(__file__).parent / "scenarios/mfx-trigger-execute-paid-with-a-card.json"
    data = json.loads(file.read_text(encoding="utf-8"))
    match = played(data["position"], data["rolls"], data["answers"][:-1])
    while 1 not in match.decisions:
        match.answer(0, match.default(0))
    decision, view = match.decisions[1], match.view(1)
    question = MALIFAUX.question(view, decision.prompt, 1, decision.arg)
    assert say(MALIFAUX, language, question.key, question.words) == asked
    label = MALIFAUX.label(view, actions.SUFFER)
    assert say(MALIFAUX, language, label.key, label.words) == suffers


@pytest.mark.rule("MFX-6.1")
def test_who_may_pay_is_told_the_damage() -> None:
    state = struck(REDUCE).live
    state.choice = Choice(model=2, options=[3])
    question = MALIFAUX.question(state, ask_pay, 1, (roster.TAG["mental_trauma"] + 1) << 1)
    asked = say(MALIFAUX, "en", question.key, question.words)
    assert asked == "Mental Trauma: Seamus suffers 3 damage unless you pay: pay?"
    label = MALIFAUX.label(state, actions.SUFFER)
    assert say(MALIFAUX, "en", label.key, label.words) == "Do not pay: Seamus suffers 3 damage"


@pytest.mark.rule("MFX-4.9")
def test_the_chance_of_a_test_that_comes_first_bears_its_name() -> None:
    match = struck(0)
    view, decision = match.view(0), match.decisions[0]
    who = decision.prompt.who(view, 0, decision.arg)  # type: ignore[attr-defined]
    action = model_traits.action(view, who.model, roster.ACTION.numbers["greatsword"])
    assert action is not None
    odds = odds_of(view, strikes.strike(view, who, action, 2), named=False)
    assert odds is not None
    english, chinese = (say(MALIFAUX, one, odds.summary.key, odds.summary.words) for one in ("en", "zh-Hans"))
    assert re.fullmatch(r"Terrifying passed \d+.%, then \d+.%", english), english
    assert re.fullmatch(r"通过恐怖 \d+.%，然后 \d+.%", chinese), chinese
