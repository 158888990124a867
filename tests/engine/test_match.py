"""Matches: decisions, records, events, refusals, frozen logs."""

from __future__ import annotations

import copy
from itertools import permutations
from typing import Any

import pytest

from engine.tiny import (
    HIDDEN,
    NUMBER,
    PICK,
    ROW,
    SECRET,
    SUBSET,
    Tiny,
    TinyGame,
    all_at_once,
    all_frames,
    choose,
    deal,
    pick,
    play_on,
    quietly,
)
from shapan.engine.actions import DONE
from shapan.engine.match import Closed, Frozen, Match, Refusal
from shapan.engine.table import Table
from shapan.games.pig import GAME as PIG
from shapan.games.pig.game import HOLD, ROLL


def test_same_seed_same_match() -> None:
    matches = [Match(PIG, 3, seed=7) for _ in range(2)]
    for match in matches:
        play_on(match, 1)
    assert matches[0].log == matches[1].log
    assert matches[0].save() == matches[1].save()
    other = Match(PIG, 3, seed=8)
    play_on(other, 1)
    assert other.log != matches[0].log


def test_ordinals_count_the_questions_of_a_seat_and_are_never_used_again() -> None:
    match = Match(TinyGame(choose(0), choose(0), choose(1)), 2)
    assert match.decisions[0].ordinal == 1
    pick(match, 0, 1)
    assert match.decisions[0].ordinal == 2
    match.undo(0)
    assert match.decisions[0].ordinal == 3
    pick(match, 0, 2)
    pick(match, 0, 2)
    assert match.decisions[1].ordinal == 1


def test_a_question_after_a_step_without_events_is_a_new_decision() -> None:
    match = Match(TinyGame(quietly(0, 3), quietly(0, 2)), 1)
    pick(match, 0, 1)
    assert match.decisions[0].ordinal == 2
    assert match.decisions[0].arg == 2
    assert match.legal(0) == [PICK.code(0), PICK.code(1)]


def test_a_reply_to_a_decision_that_is_gone_is_closed() -> None:
    match = Match(TinyGame(choose(0), choose(0)), 1)
    pick(match, 0, 1, ordinal=1)
    before = match.save()
    with pytest.raises(Closed):
        pick(match, 0, 1, ordinal=1)
    with pytest.raises(Closed):
        pick(match, 0, 1, ordinal=3)
    assert match.save() == before
    pick(match, 0, 1, ordinal=2)
    assert match.over
    with pytest.raises(Closed):
        pick(match, 0, 1, ordinal=2)


def test_a_refusal_names_rule_and_reason_and_changes_nothing() -> None:
    match = Match(TinyGame(choose(0)), 2)
    before, frames = match.save(), all_frames(match)
    for codes in ([PICK.code(5)], [DONE], [], [PICK.code(0), PICK.code(1)], [-1]):
        with pytest.raises(Refusal) as refused:
            match.answer(0, codes)
        assert (refused.value.reason.rule, refused.value.reason.key) == (
            "TNY-1",
            "not_possible",
        )
    with pytest.raises(Refusal) as refused:
        pick(match, 1, 0)
    assert refused.value.reason.key == "not_asked"
    assert match.save() == before
    assert all_frames(match) == frames


def test_what_is_no_code_is_refused() -> None:
    """A number that equals a code is not one: the log would hold it."""
    wrong: list[Any] = [float(PICK.code(1)), str(PICK.code(1)), None, [PICK.code(1)], True]
    for prompt in (NUMBER, ROW):

        def step(state: Tiny, table: Table[Tiny], prompt: Any = prompt) -> None:
            ask: Any = table.ask_many if prompt.many else table.ask
            ask(prompt, 0, 3)

        match = Match(TinyGame(step), 1)
        for code in wrong:
            with pytest.raises(Refusal) as refused:
                match.answer(0, [code])
            assert refused.value.reason.rule == "TNY-1"
        with pytest.raises(Refusal):
            match.answer(0, [PICK.code(1), float(PICK.code(2))])  # type: ignore[list-item]
        match.answer(0, [PICK.code(1)])


def test_check_makes_a_record_and_changes_nothing() -> None:
    match = Match(TinyGame(choose(0)), 1)
    before = match.save()
    record = match.check(0, [PICK.code(2)])
    assert match.save() == before
    match.apply(record)
    assert match.live.notes == [2]
    assert match.log == [record]


def test_open_questions_with_one_option_are_answered_by_the_engine() -> None:
    match = Match(TinyGame(choose(0, 1), choose(1)), 2)
    assert match.waiting == [1]
    assert match.log == []
    assert match.live.notes == [0]


def test_hidden_questions_with_one_option_are_put() -> None:
    match = Match(TinyGame(choose(0, 1, HIDDEN), choose(1)), 2)
    assert match.waiting == [0]


def test_answers_at_once_commute_and_are_unseen_until_all_are_in() -> None:
    ends = []
    for order in permutations(range(3)):
        match = Match(TinyGame(all_at_once(), choose(0)), 3)
        for count, seat in enumerate(order):
            assert match.frame(3).answered == sorted(order[:count])
            assert match.live.notes == []
            assert match.events_for(3) == []
            pick(match, seat, seat)
        ends.append((match.live.encoded(), match.events_for(3), match.frame(1)))
    assert all(end == ends[0] for end in ends)
    assert ends[0][1][0]["with"] == {"seat": {"seat": 0}, "number": 0}


def test_a_second_answer_to_an_open_set_is_not_possible() -> None:
    match = Match(TinyGame(all_at_once()), 2)
    pick(match, 0, 1, ordinal=1)
    with pytest.raises(Closed):
        pick(match, 0, 2, ordinal=1)
    with pytest.raises(Refusal):
        pick(match, 0, 2)
    pick(match, 1, 2)
    assert match.live.notes == [1, 2]


def test_a_row_keeps_its_order_and_a_subset_is_sorted() -> None:
    def rows(state: Tiny, table: Table[Tiny]) -> None:
        for prompt in (ROW, SUBSET):
            state.notes += [PICK.value(code) for code in table.ask_many(prompt, 0, 3)]

    codes = [PICK.code(2), PICK.code(0)]
    match = Match(TinyGame(rows), 1)
    assert match.legal(0, codes) == [DONE, PICK.code(1), PICK.code(3)]
    match.answer(0, codes)
    assert match.legal(0, [PICK.code(2)]) == [DONE, PICK.code(3)]
    for wrong in ([*codes, codes[0]], [PICK.code(n) for n in range(4)], [DONE]):
        with pytest.raises(Refusal):
            match.answer(0, wrong)
    match.answer(0, codes)
    assert match.live.notes == [2, 0, 0, 2]
    assert match.log[1]["answer"] == sorted(codes)


def test_picks_of_many_seats_at_once() -> None:
    def step(state: Tiny, table: Table[Tiny]) -> None:
        for row in table.ask_all_many(ROW, [1, 0], 2):
            state.notes += [len(row), *(PICK.value(code) for code in row)]

    match = Match(TinyGame(step), 2)
    match.answer(0, [])
    match.answer(1, [PICK.code(3), PICK.code(1)])
    assert match.live.notes == [2, 3, 1, 0]


def test_a_window_takes_the_first_in_order_who_reacts() -> None:
    def step(state: Tiny, table: Table[Tiny]) -> None:
        from engine.tiny import PLAYING

        seat, code = table.window(PLAYING, [1, 2, 0])
        while code != DONE:
            state.notes.append(seat)
            hand = state.hands[seat]
            state.move(hand, 0, state.table)
            seat, code = table.window(PLAYING, [1, 2, 0])

    match = Match(TinyGame(deal(1), step), 3)
    cards = {seat: match.legal(seat)[1] for seat in range(3)}
    match.answer(0, cards[0])
    match.answer(1, DONE)
    assert match.live.notes == []
    match.answer(2, cards[2])
    assert match.live.notes == [2]
    assert match.waiting == [0, 1, 2]
    for seat in range(3):
        match.answer(seat, DONE)
    assert match.over


def test_events_are_numbered_by_viewer_and_secrets_reach_only_their_seat() -> None:
    match = Match(TinyGame(deal(2), choose(0)), 2)
    for viewer in range(3):
        told = match.events_for(viewer)
        assert len(told) == match.event_count(viewer) == 4
        for number, event in enumerate(told):
            own = number // 2 == viewer
            assert event["key"] == ("drew_secret" if own else "drew")
            assert ("card" in event["with"]) == own
        assert match.events_for(viewer, 3) == told[3:]


def test_events_for_some_leave_no_gap_for_others() -> None:
    def whisper(state: Tiny, table: Table[Tiny]) -> None:
        from engine.tiny import CHOSE, FELL

        table.tell(FELL, 1)
        table.tell(CHOSE, 0, 2, to=1 << 0)
        table.tell(FELL, 3)

    match = Match(TinyGame(whisper, choose(0)), 2)
    assert [event["key"] for event in match.events_for(0)] == ["fell", "chose", "fell"]
    assert [event["key"] for event in match.events_for(1)] == ["fell", "fell"]
    assert match.event_count(1) == match.event_count(2) == 2


def test_a_frame_shows_others_neither_decision_nor_legal_list() -> None:
    match = Match(TinyGame(deal(2), choose(0, 0, SECRET)), 2)
    own, other, spectator = all_frames(match)
    assert own.decision["legal"] and own.decision["ordinal"] == 1
    assert other.decision is None and spectator.decision is None
    assert own.waiting == other.waiting == spectator.waiting == [0]


def test_events_are_told_once() -> None:
    match = Match(PIG, 2, seed=3)
    seen: list[Any] = []
    for _ in range(40):
        if match.over:
            break
        seat = match.waiting[0]
        match.answer(seat, ROLL if match.live.rolled < 12 else HOLD)
        seen += match.events_for(2, len(seen))
    assert seen == match.events_for(2)


def test_the_end_is_reached_inside_nested_calls() -> None:
    def outer(state: Tiny, table: Table[Tiny]) -> None:
        inner(state, table)
        state.notes.append(9)

    def inner(state: Tiny, table: Table[Tiny]) -> None:
        table.ask(HIDDEN, 0)
        table.finish(0, [1, 2])

    match = Match(TinyGame(outer), 2)
    pick(match, 0, 1)
    assert match.over and match.waiting == []
    assert match.outcome is not None and match.outcome.winners == [0]
    assert match.live.notes == []
    with pytest.raises(Refusal):
        pick(match, 0, 1)


def replayed(match: Match[Any], change: Any) -> Match[Any]:
    """Replay the saved log after a change of the saved data."""
    data = copy.deepcopy(match.save())
    change(data)
    return Match.load(match.game, data, replay=True)


def test_a_tampered_log_is_frozen() -> None:
    match = Match(PIG, 2, seed=5)
    play_on(match, 2, 12)

    def set_field(place: int, name: str, value: Any) -> Any:
        def change(data: Any) -> None:
            data["log"][place][name] = value

        return change

    assert replayed(match, lambda data: None).save() == match.save()
    flipped = HOLD if match.log[3]["answer"] == [ROLL] else ROLL
    for change in (
        set_field(3, "answer", [flipped]),
        set_field(3, "answer", [DONE]),
        set_field(3, "hash", "0" * 16),
        set_field(3, "seat", 1 - match.log[3]["seat"]),
        set_field(3, "ordinal", 77),
        lambda data: data["log"].pop(2),
        lambda data: data["log"].insert(2, {"undo": 0}),
        lambda data: data["log"].insert(2, {"retract": 0}),
        lambda data: data["log"].insert(2, {"dance": 0}),
        lambda data: data.update(key="00" * 16),
        lambda data: data.update(options={"target": 50}),
    ):
        with pytest.raises(Frozen):
            replayed(match, change)


def test_a_log_of_other_rules_is_frozen() -> None:
    steps = (choose(0), choose(1), choose(0))
    match = Match(TinyGame(*steps), 2)
    for seat in (0, 1, 0):
        pick(match, seat, 1)
    data = match.save()

    def noisy(state: Tiny, table: Table[Tiny]) -> None:
        state.notes.append(7)
        steps[1](state, table)

    for changed in (
        TinyGame(choose(0), noisy, choose(0)),
        TinyGame(choose(0), choose(1, 2), choose(0)),
        TinyGame(choose(0), choose(1, 0, HIDDEN), choose(0)),
        TinyGame(choose(0), choose(0), choose(1)),
    ):
        with pytest.raises(Frozen):
            Match.load(changed, data, replay=True)
    assert Match.load(TinyGame(*steps), data, replay=True).save() == data


def test_a_record_stored_first_and_applied_later_is_the_same_match() -> None:
    first, second = Match(PIG, 2, seed=9), Match(PIG, 2, seed=9)
    for _ in range(15):
        record = first.check(first.waiting[0], [ROLL])
        first.apply(record)
        second.apply(record, verify=True)
    assert first.save() == second.save()
