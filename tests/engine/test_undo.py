"""Undo: exact, and only where nothing was drawn, revealed or answered since."""

from __future__ import annotations

from itertools import permutations

import pytest

from engine.tiny import (
    Tiny,
    TinyGame,
    all_at_once,
    all_frames,
    choose,
    deal,
    pick,
    play,
    quietly,
    roll,
)
from shapan.engine.chance import Stream
from shapan.engine.match import FRIENDLY, Closed, Match, Refusal, random_answer
from shapan.engine.segment import BOT, CLOCK
from shapan.engine.table import Table
from shapan.games.pig import GAME as PIG
from shapan.games.pig.game import HOLD, ROLL


def test_undo_brings_back_the_same_state_and_question() -> None:
    match = Match(TinyGame(choose(0), choose(0), choose(1)), 2)
    pick(match, 0, 1)
    state, hash_ = match.live.encoded(), match.ask_hash()
    pick(match, 0, 2)
    assert match.may_undo(0) and not match.may_undo(1)
    match.undo(0)
    assert match.live.encoded() == state
    assert match.ask_hash() == hash_
    assert match.events_for(1) == [{"key": "chose", "rule": "TNY-1", "with": {"seat": {"seat": 0}, "number": 1}}]
    match.undo(0)
    assert match.live.notes == []
    assert not match.may_undo(0)
    with pytest.raises(Refusal) as refused:
        match.undo(0)
    assert refused.value.reason.key == "no_undo"


def test_undo_goes_back_over_quiet_points() -> None:
    match = Match(TinyGame(*(quietly(0) for _ in range(5)), choose(0)), 1)
    states = []
    for number in (0, 1, 2, 0, 1):
        states.append(match.live.encoded())
        pick(match, 0, number)
    while states:
        match.undo(0)
        assert match.live.encoded() == states.pop()
    assert not match.may_undo(0)


def test_a_die_closes_the_way_back() -> None:
    match = Match(TinyGame(choose(0), choose(0), roll, choose(0), choose(0)), 1)
    pick(match, 0, 1)
    assert match.may_undo(0)
    pick(match, 0, 1)
    assert not match.may_undo(0)
    pick(match, 0, 2)
    match.undo(0)
    assert not match.may_undo(0)


def test_a_look_and_a_reveal_close_the_way_back() -> None:
    def look(state: Tiny, table: Table[Tiny]) -> None:
        state.look(state.hands[0], 0, 1)

    def reveal(state: Tiny, table: Table[Tiny]) -> None:
        state.reveal(state.hands[0], 0)

    for widen in (look, reveal):
        match = Match(TinyGame(deal(1), choose(0), widen, choose(0)), 2)
        pick(match, 0, 1)
        assert not match.may_undo(0)


def test_a_card_played_openly_closes_the_way_back() -> None:
    match = Match(TinyGame(deal(2), play(0), play(0), choose(0)), 2)
    match.answer(0, match.legal(0)[0])
    assert match.may_undo(0)
    match.answer(0, match.legal(0)[1])
    assert not match.may_undo(0)


def test_answers_of_others_close_the_way_back() -> None:
    match = Match(TinyGame(choose(0), choose(1), choose(2)), 3)
    pick(match, 0, 1)
    assert match.may_undo(0)
    pick(match, 1, 1)
    assert not match.may_undo(0)
    assert match.may_undo(1)


def test_undo_closes_the_decision_it_opened_for_another() -> None:
    match = Match(TinyGame(choose(0), choose(1)), 2)
    pick(match, 0, 1)
    late = match.decisions[1].ordinal
    match.undo(0)
    with pytest.raises(Closed):
        pick(match, 1, 0, ordinal=late)
    pick(match, 0, 2)
    assert match.decisions[1].ordinal != late
    with pytest.raises(Closed):
        pick(match, 1, 0, ordinal=late)


def test_engine_answers_are_dropped_with_the_undo_and_given_again() -> None:
    match = Match(TinyGame(choose(0), choose(1, 1), choose(0, 1), choose(1)), 2)
    pick(match, 0, 2)
    assert match.live.notes == [2, 0, 0]
    match.undo(0)
    assert match.live.notes == []
    pick(match, 0, 1)
    assert match.live.notes == [1, 0, 0]


def test_bots_and_clock_close_the_way_back_only_in_strict_matches() -> None:
    for by in (BOT, CLOCK):
        game = TinyGame(choose(0), choose(1), choose(0))
        strict, friendly = Match(game, 2), Match(game, 2, undo=FRIENDLY)
        for match in (strict, friendly):
            pick(match, 0, 1)
            pick(match, 1, 2, by=by)
        assert not strict.may_undo(0)
        assert friendly.may_undo(0)
        friendly.undo(0)
        assert friendly.live.notes == []
        assert friendly.waiting == [0]


def test_friendly_undo_stops_at_another_persons_answer() -> None:
    game = TinyGame(choose(0), choose(1), choose(2), choose(0))
    match = Match(game, 3, undo=FRIENDLY)
    pick(match, 0, 1)
    pick(match, 1, 1)
    pick(match, 2, 1, by=BOT)
    assert not match.may_undo(0)
    assert match.may_undo(1)


def test_friendly_undo_stops_at_a_die() -> None:
    match = Match(TinyGame(choose(0), roll, choose(1), choose(0)), 2, undo=FRIENDLY)
    pick(match, 0, 1)
    pick(match, 1, 1, by=BOT)
    assert not match.may_undo(0)


def test_a_bots_answer_in_an_open_set_does_not_close_a_friendly_way_back() -> None:
    game = TinyGame(choose(0), all_at_once())
    strict, friendly = Match(game, 2), Match(game, 2, undo=FRIENDLY)
    for match in (strict, friendly):
        pick(match, 0, 1)
        pick(match, 1, 2, by=BOT)
    assert not strict.may_undo(0)
    friendly.undo(0)
    assert friendly.waiting == [0]
    pick(friendly, 0, 0)
    assert friendly.waiting == [0, 1]


def test_an_answer_in_an_open_set_may_be_retracted_whatever_the_others_did() -> None:
    for order in permutations(range(3)):
        match = Match(TinyGame(choose(0), all_at_once()), 3)
        pick(match, 0, 0)
        for seat in order[:2]:
            pick(match, seat, 1)
        for seat in order[:2]:
            assert match.may_undo(seat)
        old = match.decisions[order[2]].ordinal
        match.undo(order[0])
        assert match.waiting == sorted((order[0], order[2]))
        assert match.decisions[order[2]].ordinal == old
        assert match.frame(3).answered == [order[1]]
        pick(match, order[0], 2)
        pick(match, order[2], 2)
        assert match.live.notes[1 + order[0]] == 2
        assert match.live.notes[1 + order[1]] == 1
        assert not any(match.may_undo(seat) for seat in range(3))


def test_a_retracted_decision_has_a_new_ordinal() -> None:
    match = Match(TinyGame(all_at_once()), 2)
    pick(match, 0, 1)
    match.undo(0)
    with pytest.raises(Closed):
        pick(match, 0, 1, ordinal=1)
    pick(match, 0, 2, ordinal=2)


def test_epochs_rise_for_viewers_whose_events_are_taken_back() -> None:
    match = Match(TinyGame(quietly(0), choose(0), choose(0)), 2)
    pick(match, 0, 1)
    match.undo(0)
    assert match.epochs == [0, 0, 0]
    pick(match, 0, 1)
    pick(match, 0, 1)
    assert match.event_count(1) == 1
    match.undo(0)
    assert match.epochs == [1, 1, 1]
    assert [frame.epoch for frame in all_frames(match)] == [1, 1, 1]


def test_undo_and_retract_are_records_and_replay() -> None:
    match = Match(TinyGame(choose(0), all_at_once(), choose(1)), 2)
    pick(match, 0, 1)
    match.undo(0)
    pick(match, 0, 2)
    pick(match, 1, 1)
    match.undo(1)
    pick(match, 0, 0)
    pick(match, 1, 2)
    assert sum("undo" in record for record in match.log) == 1
    again = Match.load(match.game, match.save(), replay=True)
    assert again.save() == match.save()
    assert all_frames(again) == all_frames(match)


def test_undo_in_pig_is_exact_and_only_after_hold() -> None:
    match = Match(PIG, 2, seed=11)
    rng = Stream("pig")
    exact = 0
    while not match.over:
        seat = match.waiting[0]
        before, frames = match.live.encoded(), all_frames(match)
        match.answer(seat, random_answer(match.decisions[seat].prompt, match.live, seat, 0, rng))
        held = match.log[-1]["answer"] == [HOLD]
        assert match.may_undo(seat) == (held and not match.over)
        if match.may_undo(seat) and rng.number(2):
            match.undo(seat)
            exact += 1
            assert match.live.encoded() == before
            for frame, old in zip(all_frames(match), frames, strict=True):
                assert (frame.view, frame.events, frame.waiting, frame.may_undo) == (
                    old.view,
                    old.events,
                    old.waiting,
                    old.may_undo,
                )
    assert exact > 3
    assert not match.may_undo(0) and not match.may_undo(1)
    assert Match.load(PIG, match.save(), replay=True).save() == match.save()


def test_a_roll_is_the_same_after_an_undo_before_it() -> None:
    falls = []
    for wavers in (False, True):
        match = Match(TinyGame(choose(0), choose(0), roll, choose(0)), 1, seed=4)
        pick(match, 0, 1)
        if wavers:
            match.undo(0)
            pick(match, 0, 1)
        pick(match, 0, 1)
        falls.append(match.live.notes)
    assert falls[0] == falls[1]


def test_pig_rolls_cannot_be_taken_back() -> None:
    match = Match(PIG, 2, seed=1, undo=FRIENDLY)
    match.answer(0, ROLL)
    assert not match.may_undo(0)
