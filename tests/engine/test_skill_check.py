"""Skill check: hidden loyalty and hands, actions inside actions, dice and windows: what Battlestar needs of the engine.

Rule numbers are those of the test game; the docstrings name the contract lines (engine.md) that a test proves.
"""

from __future__ import annotations

import pytest

from engine.driving import asks, reads, state_bytes, step
from engine.skill_check_table import deck, events, put, rule, table, to_action, to_roll
from engine.toys.skill_check import GAME
from engine.toys.skill_check.actions import DRAW, ORDER, PLAY, SPY, UNMASK
from engine.toys.skill_check.names import LOYAL, PLAN, REROLL, TRAITOR
from engine.toys.skill_check.questions import CHOOSE_ACTION
from shapan.engine.actions import DONE
from shapan.engine.chance import Stream
from shapan.engine.kinds import UNKNOWN
from shapan.engine.match import Match, Refusal

# SKC-1, 2: hidden loyalty, hidden hands


@rule("SKC-1.1")
def test_a_loyalty_card_is_known_to_its_owner_only() -> None:
    """A6: views follow from masks; C3: one event, a secret part for the owner."""
    match = table(traitor=1)
    assert match.view(1).loyalty == [UNKNOWN, TRAITOR, UNKNOWN]
    assert match.view(3).loyalty == [UNKNOWN] * 3
    told = [event for event in match.events_for(1) if event["key"].startswith("dealt")]
    assert [event["key"] for event in told] == ["dealt", "dealt_secret", "dealt"]
    assert b"dealt_secret" not in reads(match, 3)
    assert [len(match.events_for(viewer)) for viewer in range(4)] == [match.event_count(3)] * 4


@rule("SKC-2.1")
def test_the_type_of_a_drawn_card_is_open_and_the_card_is_not() -> None:
    match = table(tact=deck("tact", 1, 5, 3))
    match.answer(0, DRAW.codes[0])
    assert match.events_for(1)[-1] == {
        "key": "drew",
        "rule": "SKC-2.1",
        "with": {"seat": {"seat": 0}, "type": {"term": "type.tact"}},
    }
    assert match.events_for(0)[-1]["with"]["card"] == {"term": "card.tact_3"}
    assert match.view(1).hands[0] == [UNKNOWN] * 4
    assert match.view(1).sure[0] == [2, 1, 1, 0, 0]
    assert not match.may_undo(0)  # a card was drawn


@rule("SKC-7.2")
def test_an_empty_deck_is_made_of_its_discards() -> None:
    rng = Stream("reshuffle")
    seen = 0
    for seed in range(12):
        match = Match(GAME, 5, {"goal": 6}, seed=seed)
        sizes = match.live.decks[0].cards[:]
        while not match.over:
            step(match, rng)
            size = match.live.decks[0].cards[:]
            if len(size) > len(sizes):
                seen += 1
                assert all(one // 4 == 0 for one in size)
                assert all(match.live.decks[0].known(viewer) == [UNKNOWN] * len(size) for viewer in range(6))
            sizes = size
    assert seen


# SKC-3: actions, nested


@rule("SKC-3.1")
def test_who_looks_at_a_loyalty_card_knows_it_from_then_on() -> None:
    match = to_action(table(traitor=2))
    match.answer(0, SPY.codes[2])
    assert match.view(0).loyalty == [LOYAL, UNKNOWN, TRAITOR]
    assert match.view(1).loyalty[2] == UNKNOWN
    assert events(match, 0)[-2] == "spied_secret" and events(match, 1)[-2] == "spied"
    assert not match.may_undo(0)  # B1: knowledge has grown
    assert SPY.codes[2] not in CHOOSE_ACTION.legal(match.live, 0, 0)


@rule("SKC-3.2")
def test_an_order_asks_another_seat_inside_the_turn() -> None:
    match = to_action(table())
    match.answer(0, ORDER.codes[2])
    assert match.waiting == [2]
    assert match.view(1).chief == 0 and match.view(1).actor == 2
    assert not any(ORDER.has(code) for code in match.legal(2))
    with pytest.raises(Refusal) as refused:
        match.answer(2, ORDER.codes[1])
    assert refused.value.reason.rule == "SKC-3.2"
    assert match.may_undo(0)  # nothing was drawn or shown, nobody has answered
    match.answer(2, SPY.codes[1])
    assert match.view(2).loyalty[1] == LOYAL
    assert match.waiting == [1] and asks(match, "put_cards")  # left of the chief


@rule("SKC-3.2")
def test_undo_goes_back_over_an_order_and_closes_the_decision_it_opened() -> None:
    """B2: decisions of others opened by the answer are withdrawn; their number is never used again."""
    match = to_action(table())
    before = state_bytes(match)
    match.answer(0, ORDER.codes[2])
    stale = match.decisions[2].ordinal
    match.undo(0)
    assert state_bytes(match) == before and match.waiting == [0]
    match.answer(0, ORDER.codes[2])
    assert match.decisions[2].ordinal > stale


@rule("SKC-3.5")
def test_only_a_traitor_can_unmask_and_then_puts_in_one_card_at_most() -> None:
    match = to_action(table(traitor=0))
    assert UNMASK in match.legal(0)
    assert UNMASK not in CHOOSE_ACTION.legal(match.live, 1, 1)
    match.answer(0, UNMASK)
    assert match.view(3).loyalty[0] == TRAITOR and match.view(3).hull == 2
    match.answer(1, [])
    match.answer(2, [])
    with pytest.raises(Refusal):
        match.answer(0, put("tact_1", "lead_1"))
    match.answer(0, put("tact_1"))
    assert match.view(3).put == [1, 0, 0]


# SKC-4: dice and windows


@rule("SKC-4.1")
def test_a_window_is_put_to_all_who_could_hold_the_card() -> None:
    """D1: seat 2 holds no plan_1, yet is asked like the others; D2: all at once."""
    match = to_roll(table(hull=2))
    assert match.waiting == [0, 1, 2]
    assert match.legal(2) == [DONE]
    assert match.legal(1) == [DONE, PLAY.codes[PLAN]]


@rule("SKC-4.1")
def test_the_first_in_order_reacts_and_the_others_are_forgotten_unseen() -> None:
    match = to_roll(table(hull=2, die=[2]))
    other = match.clone()
    for one, codes in ((match, (PLAY.codes[PLAN], PLAY.codes[PLAN])), (other, (PLAY.codes[PLAN], DONE))):
        one.answer(2, DONE)
        one.answer(1, codes[1])
        assert one.frame(3).answered == [1, 2]
        one.answer(0, codes[0])
    # seat 1 answered two different things, and nobody, not even seat 1, can see a difference
    assert [reads(match, viewer) for viewer in range(4)] == [reads(other, viewer) for viewer in range(4)]
    assert PLAN in match.live.hands[1].cards
    assert match.view(3).discards[PLAN // 4] == [PLAN]
    assert match.view(3).planned == 1 and match.view(3).die == 4  # SKC-4.2


@rule("SKC-4.3")
def test_rerolls_are_asked_for_until_all_pass() -> None:
    match = to_roll(table(hull=2, die=[3, 6], lead=deck("lead", 1, 1, 5)))
    for seat in (0, 1, 2):
        match.answer(seat, DONE)
    assert asks(match, "rerolling") and match.view(3).die == 3
    match.answer(1, PLAY.codes[REROLL])
    match.answer(0, DONE)
    match.answer(2, DONE)
    assert asks(match, "rerolling") and match.view(3).die == 6
    for seat in (2, 1, 0):
        match.answer(seat, DONE)
    assert match.view(3).hull == 3 and "repaired" in events(match)


def test_an_answer_to_an_open_window_may_be_retracted_whatever_the_others_did() -> None:
    """B2: in an open ask_all a seat takes its own answer back until the set is complete."""
    match = to_roll(table(hull=2))
    match.answer(0, PLAY.codes[PLAN])
    match.answer(1, DONE)
    assert match.may_undo(0) and match.may_undo(1) and not match.may_undo(2)
    match.undo(0)
    assert match.waiting == [0, 2] and match.frame(3).answered == [1]
    match.answer(0, DONE)
    match.answer(2, DONE)
    assert asks(match, "rerolling")
    assert not any(match.may_undo(seat) for seat in range(3))  # the die fell


def test_the_way_back_is_closed_by_the_die_and_open_before_it() -> None:
    """B1: a draw from a stream is the horizon; the chief may take the repair back until another has answered."""
    match = to_roll(table(hull=2))
    assert match.may_undo(0)
    match.answer(1, DONE)
    assert not match.may_undo(0)
    match.undo(1)
    match.undo(0)
    assert asks(match, "choose_action")
