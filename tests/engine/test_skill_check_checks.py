"""Skill check: cards put in and shown, the result, the end of the match.

Rule numbers are those of the test game; the docstrings name the contract lines (engine.md) that a test proves.
"""

from __future__ import annotations

import pytest

from engine.driving import asks, reads, run, scripted
from engine.skill_check_table import LEAK, RAID, RIOT, card, events, put, rule, table, to_check
from engine.toys.skill_check import GAME
from engine.toys.skill_check.actions import PLAY
from engine.toys.skill_check.names import LOYAL, SCOUT, TRAITOR
from shapan.engine.actions import DONE
from shapan.engine.kinds import UNKNOWN
from shapan.engine.match import Refusal

# SKC-5: the check


@rule("SKC-5.3")
def test_seats_put_in_cards_in_order_and_only_the_number_is_seen() -> None:
    """E1: one answer of several picks; E3: its shadow is the count."""
    match = to_check(table())
    assert match.waiting == [1]
    match.answer(1, put("lead_2", "pilot_2"))
    assert match.waiting == [2]
    match.answer(2, put("pilot_5"))
    assert match.waiting == [0]
    view = match.view(1)
    assert view.put == [0, 2, 1]
    assert view.pile == [UNKNOWN, UNKNOWN, card("lead_2"), card("pilot_2"), UNKNOWN]
    assert match.view(3).pile == [UNKNOWN] * 5
    assert view.hands[2] == [UNKNOWN] * 2


@rule("SKC-5.3")
def test_frames_of_others_are_the_same_bytes_whatever_is_put_in() -> None:
    one = to_check(table())
    two = one.clone()
    one.answer(1, put("lead_2", "plan_1"))  # the hand of seat 0 has a plan_1, too
    two.answer(1, put("pilot_2", "lead_2"))
    one.answer(2, put("mend_5"))
    two.answer(2, put("plan_2"))
    for viewer in (0, 3):
        assert reads(one, viewer) == reads(two, viewer)
    for secret in (b"lead_2", b"mend_5", b"pilot_2", b"plan_2"):
        for viewer in (0, 3):
            assert secret not in reads(one, viewer) + reads(two, viewer)
    assert b"mend_5" in reads(one, 2) and b"lead_2" in reads(one, 1)


@rule("SKC-5.3")
def test_picks_are_counted_against_the_hand_and_refused_as_a_whole() -> None:
    match = to_check(table())
    before = [reads(match, viewer) for viewer in range(4)]
    with pytest.raises(Refusal) as refused:
        match.answer(1, put("lead_2", "lead_2"))
    assert refused.value.reason.rule == "SKC-5.3"
    assert [reads(match, viewer) for viewer in range(4)] == before
    match.answer(1, put("pilot_2", "lead_2"))  # the order of the picks carries nothing
    assert match.log[-1]["answer"] == put("lead_2", "pilot_2")


@rule("SKC-5.3")
def test_a_contribution_may_be_taken_back_until_the_next_seat_answers() -> None:
    """B1: a card put face down tells nobody anything new."""
    match = to_check(table())
    match.answer(1, put("lead_2"))
    assert match.may_undo(1)
    match.undo(1)
    assert match.waiting == [1] and match.view(1).put == [0, 0, 0]
    match.answer(1, put("lead_2"))
    match.answer(2, [])
    assert not match.may_undo(1) and match.may_undo(2)


@rule("SKC-5.4")
def test_a_scout_is_declared_before_the_cards_are_shown() -> None:
    match = to_check(table())
    for seat in (1, 2):
        match.answer(seat, [])
    match.answer(0, put("lead_1"))
    assert asks(match, "scouting") and match.waiting == [0, 1, 2]
    match.answer(0, PLAY.codes[SCOUT])
    match.answer(1, DONE)
    match.answer(2, DONE)
    assert asks(match, "scouting") and match.view(3).bonus == 2
    assert match.view(3).discards[0] == [SCOUT]


@rule("SKC-5.5", "SKC-5.6")
def test_the_shown_cards_lie_sorted_and_are_added_up() -> None:
    """Storm (1; tact and pilot): pilot_1 and mend_1 of destiny, pilot_2, pilot_5 and plan_2 make 1 - 1 + 2 + 5 - 2."""
    match = to_check(table())
    match.answer(1, put("pilot_2"))
    match.answer(2, put("pilot_5", "plan_2"))
    match.answer(0, [])
    for seat in range(3):
        match.answer(seat, DONE)
    told = match.events_for(3)
    shown = [event["with"]["card"]["term"] for event in told if event["key"] == "shown"]
    assert shown == [f"card.{name}" for name in ("plan_2", "pilot_1", "pilot_2", "pilot_5", "mend_1")]
    passed = next(event for event in told if event["key"] == "passed")
    assert passed["with"] == {"total": 5, "passed": 1}
    assert match.view(3).put == [0, 0, 0] and match.view(3).pile == []
    assert match.view(3).discards[3] == [card("pilot_1"), card("pilot_2"), card("pilot_5")]
    assert match.view(3).chief == 1


@rule("SKC-5.6")
@pytest.mark.parametrize(("die", "hull"), [(5, 2), (6, 3)])
def test_a_failed_check_costs_hull_unless_a_six_saves_it(die: int, hull: int) -> None:
    match = to_check(table(crisis=[RAID, RIOT, LEAK], die=[die]))
    run(match, until=lambda m: m.view(3).chief == 1)
    assert match.view(3).failed == 1 and match.view(3).hull == hull


# SKC-6: the end


@rule("SKC-6.1", "SKC-6.2")
def test_the_teams_are_shown_before_the_result() -> None:
    """B1: the result tells the hidden team, so the rule reveals it first; F: the end comes from nested calls."""
    match = run(scripted(GAME, 3, {"goal": 6}, {"hull": 3}, loyalty=[LOYAL, TRAITOR, LOYAL]))
    assert match.outcome is not None and match.outcome.result == "traitor"
    assert match.outcome.winners == [1] and match.outcome.ranks == [2, 1, 2]
    for viewer in range(4):
        assert match.view(viewer).loyalty == [LOYAL, TRAITOR, LOYAL]
        assert events(match, viewer)[-3:] == ["team"] * 3
    assert not any(match.may_undo(seat) for seat in range(3))
    assert GAME.conserved(match.live)["skill cards"] == 40


@rule("SKC-5.6")
def test_the_crew_wins_with_its_goal() -> None:
    match = to_check(table(traitor=2, options={"goal": 1}))
    match.answer(1, put("pilot_2"))
    run(match)
    assert match.outcome is not None and match.outcome.result == "crew"
    assert match.outcome.winners == [0, 1]
