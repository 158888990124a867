"""Skill check: what Battlestar's skill checks, dice and hidden loyalty need of the engine.

Rule numbers are those of the test game; the docstrings name the contract lines (engine.md) that a test proves.
"""

from __future__ import annotations

from typing import Any

import pytest

from engine.driving import advance, asks, reads, reloaded, run, scripted, state_bytes, step
from engine.toys.skill_check import GAME
from engine.toys.skill_check.actions import DRAW, ORDER, PLAY, PUT, REPAIR, REST, SPY, UNMASK
from engine.toys.skill_check.names import CARDS, KINDS, LOYAL, NUMBERS, PLAN, REROLL, SCOUT, TRAITOR, TYPES
from engine.toys.skill_check.questions import CHOOSE_ACTION
from shapan.engine.actions import DONE
from shapan.engine.chance import Stream
from shapan.engine.kinds import UNKNOWN
from shapan.engine.match import Match, Refusal

rule = pytest.mark.rule
STORM, RIOT, LEAK, RAID = range(4)


def deck(name: str, *first: int) -> list[int]:
    """Return a whole type deck in an order that begins with these numbers."""
    rest = list(NUMBERS)
    for number in first:
        rest.remove(number)
    type_ = TYPES.index(name)
    return [4 * type_ + KINDS.index(number) for number in (*first, *rest)]


def table(traitor: int = 2, options: dict[str, Any] | None = None, hull: int = 3, **streams: Any) -> Match[Any]:
    """Three seats. Hands: seat 0 tact_1 lead_1 plan_1, seat 1 lead_2 plan_1 pilot_2, seat 2 plan_2 pilot_5 mend_5;
    destiny tact_5 lead_5 plan_5 pilot_1 mend_1."""
    given: dict[str, list[int]] = {
        "loyalty": [TRAITOR if seat == traitor else LOYAL for seat in range(3)],
        "tact": deck("tact", 1, 5),
        "lead": deck("lead", 1, 2, 5),
        "plan": deck("plan", 1, 1, 2, 5),
        "pilot": deck("pilot", 2, 5, 1),
        "mend": deck("mend", 5, 1),
        "crisis": [STORM, RIOT, LEAK, RAID],
        "destiny": [card("pilot_1"), card("mend_1"), card("tact_5"), card("lead_5"), card("plan_5")],
        "die": [1] * 20,
        **streams,
    }
    return scripted(GAME, 3, options, {"hull": hull}, **given)


def card(name: str) -> int:
    return CARDS.index(name)


def put(*names: str) -> list[int]:
    return [PUT.codes[card(name)] for name in names]


def to_action(match: Match[Any], *types: str) -> Match[Any]:
    for name in types or ("tact", "tact"):
        match.answer(match.waiting[0], DRAW.codes[TYPES.index(name)])
    return match


def to_check(match: Match[Any]) -> Match[Any]:
    to_action(match).answer(match.waiting[0], REST)
    return match


def events(match: Match[Any], viewer: int = 3) -> list[str]:
    return [event["key"] for event in match.events_for(viewer)]


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


def to_roll(match: Match[Any]) -> Match[Any]:
    """The chief repairs: at the question before the roll."""
    to_action(match).answer(0, REPAIR)
    assert asks(match, "planning")
    return match


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


# The contract as a whole


def in_mid_check() -> Match[Any]:
    match = to_check(table())
    match.answer(1, put("lead_2", "plan_1"))
    match.answer(2, put("mend_5"))
    match.answer(0, put("plan_1"))
    match.answer(2, DONE)
    assert asks(match, "scouting") and match.waiting == [0, 1]
    return match


@pytest.mark.parametrize("replay", [False, True])
def test_a_match_saved_in_mid_check_goes_on_the_same(replay: bool) -> None:
    """I1: the records' hashes fit; frames, undo and who has answered are the same after a trip through JSON."""
    for seed in range(6):
        rng = Stream(seed)
        match = run(Match(GAME, 3, seed=seed), rng, until=lambda m: asks(m, "scouting") and len(m.waiting) == 2)
        again = reloaded(match, replay)
        for viewer in range(4):
            assert reads(again, viewer) == reads(match, viewer)
        one, two = run(match, Stream("on")), run(again, Stream("on"))
        assert state_bytes(one) == state_bytes(two) and one.log == two.log


def test_a_scripted_match_saved_in_mid_check_keeps_its_script() -> None:
    """K: scripted dice are part of the state."""
    match = in_mid_check()
    assert reloaded(match).live.chance.scripts == match.live.chance.scripts


def test_resample_keeps_what_a_seat_knows() -> None:
    """A6: own hand, own cards under the pile, a loyalty card once looked at; the rest is dealt again."""
    match = to_action(table(traitor=2))
    match.answer(0, SPY.codes[2])
    match.answer(1, put("lead_2", "plan_1"))
    for viewer in (1, 0, 3):
        before = match.view(viewer)
        others, piles = set(), set()
        for seed in range(40):
            world = match.sample(viewer, seed)
            assert world.view(viewer) == before
            state = world.live
            others.add(tuple(state.hands[2].cards))
            piles.add(tuple(state.pile.cards))
            if viewer == 1:
                assert state.pile.cards[2:4] == [card("lead_2"), card("plan_1")]
                assert state.hands[1].cards == match.live.hands[1].cards
                assert state.loyalty[1].cards == [LOYAL]
            if viewer == 0:
                assert state.loyalty[2].cards == [TRAITOR]
        assert len(others) > 10 and len(piles) > 10


def test_resample_follows_the_open_draws() -> None:
    """Inference by a game: a deck holds its type only, a hand at least the types drawn since it put cards in."""
    match = to_action(table(), "mend", "mend")
    for seed in range(40):
        state = match.sample(1, seed).live
        for type_, zone in enumerate(state.decks):
            assert {one // 4 for one in zone.cards} == {type_}
        types = [one // 4 for one in state.hands[0].cards]
        assert sorted(types) == [0, 1, 2, 4, 4]


def test_sampled_worlds_play_on_to_the_end() -> None:
    """A4: a world can be stepped and cloned like a match; nothing is in limbo at any of its questions."""
    worlds = 0
    for seed in range(40):
        seats = 3 + seed % 3
        match = Match(GAME, seats, seed=seed)
        rng = Stream(f"worlds {seed}")
        for _ in range(5):
            advance(match, rng, 4)
            if match.over:
                break
            world = match.sample(rng.number(seats + 1), rng.number(1000))
            count = GAME.conserved(world.live)
            assert count == {"skill cards": 40, "loyalty cards": seats, "crises": 6}
            while not world.over:
                step(world, rng)
                assert GAME.conserved(world.live) == count
            worlds += 1
    assert worlds >= 190
