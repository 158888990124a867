"""Leaving for good: defaults or a bot from there on, a victory to claim, or the end."""

from __future__ import annotations

from typing import Any

import pytest

from engine.test_save import both_ways, same
from engine.tiny import (
    NUMBER,
    PICK,
    Tiny,
    TinyGame,
    all_at_once,
    choose,
    pick,
    play_on,
)
from shapan.engine.game import Outcome
from shapan.engine.match import FRIENDLY, Closed, Frozen, Match, Refusal
from shapan.engine.registry import find, games
from shapan.engine.segment import BOT, PLAYER
from shapan.engine.table import Table
from shapan.games.pig import GAME as PIG
from shapan.games.pig.game import HOLD, ROLL


def test_decisions_of_a_seat_that_has_left_get_their_defaults() -> None:
    match = Match(TinyGame(choose(0), choose(1), choose(0), choose(1)), 2)
    match.leave(1)
    pick(match, 0, 2)
    assert match.waiting == [0]
    pick(match, 0, 1)
    assert match.over
    assert match.live.notes == [2, 101, 0, 1, 0]


def test_a_seat_that_leaves_while_asked_is_answered_for_at_once() -> None:
    match = Match(TinyGame(choose(0), choose(1)), 2)
    match.leave(0)
    assert match.waiting == [1]
    assert match.live.notes == [0, 100]
    assert match.event_count(1) == 2


def test_the_rules_of_leaving_run_at_the_next_quiet_point() -> None:
    def step(state: Tiny, table: Table[Tiny]) -> None:
        for seat in (0, 0, 1):
            state.notes.append(PICK.value(table.ask(NUMBER, seat)))

    match = Match(TinyGame(step, choose(0)), 2)
    match.leave(1)
    pick(match, 0, 1)
    assert match.live.notes == [1]
    pick(match, 0, 2)
    assert match.live.notes == [1, 2, 0, 101]


def test_leaving_completes_an_open_set() -> None:
    match = Match(TinyGame(all_at_once(), choose(0)), 3)
    pick(match, 0, 2)
    match.leave(2)
    assert match.waiting == [1]
    assert match.frame(1).answered == [0, 2]
    match.undo(0)
    pick(match, 0, 1)
    pick(match, 1, 2)
    assert match.live.notes == [1, 2, 0, 102]


def test_an_answer_given_before_leaving_stands() -> None:
    match = Match(TinyGame(all_at_once(), choose(0)), 2)
    pick(match, 1, 2)
    match.leave(1)
    assert not match.may_undo(1)
    pick(match, 0, 0)
    assert match.live.notes == [0, 2, 101]


def test_who_has_left_answers_and_undoes_no_more() -> None:
    match = Match(TinyGame(choose(0), choose(0), choose(1)), 2)
    pick(match, 0, 1)
    match.leave(0)
    assert not match.may_undo(0)
    with pytest.raises(Closed):
        pick(match, 0, 1)
    with pytest.raises(Closed):
        match.leave(0)


def test_no_undo_across_a_leaving() -> None:
    for undo in ("strict", FRIENDLY):
        match = Match(TinyGame(choose(0), choose(0), choose(0)), 2, undo=undo)
        pick(match, 0, 1)
        assert match.may_undo(0)
        match.leave(1)
        pick(match, 0, 2)
        assert match.live.notes == [1, 2, 101]
        assert not match.may_undo(0)


def test_leaving_may_end_the_match_where_it_stands() -> None:
    match = Match(TinyGame(choose(0), choose(1), ends=True), 3)
    pick(match, 0, 1)
    before = match.live.encoded()
    match.leave(2)
    assert (match.over and match.waiting == []) or match.outcome is not None
    assert match.outcome is not None
    assert (match.outcome.result, match.outcome.winners) == ("forfeit", [0, 1])
    assert match.live.encoded() == before
    frame = match.frame(1)
    assert frame.decision is None and frame.waiting == [] and not frame.may_undo
    with pytest.raises(Closed):
        pick(match, 1, 0)
    with pytest.raises(Closed):
        match.leave(1)


def test_all_may_leave_and_the_match_comes_to_its_end() -> None:
    match = Match(TinyGame(choose(0), all_at_once(), choose(1)), 2)
    match.leave(1)
    match.leave(0)
    assert match.over and match.outcome is not None


def test_a_leaver_in_pig_holds() -> None:
    match = Match(PIG, 3, seed=2)
    match.leave(0)
    assert match.waiting == [1]
    assert match.live.banked[0] in range(7)  # the clock rolls once, then holds
    match.answer(1, HOLD)
    match.answer(2, HOLD)
    assert match.waiting == [1]


def test_leaving_is_kept_and_replayed() -> None:
    for ends in (False, True):
        game = TinyGame(choose(0), all_at_once(), choose(1), all_at_once(), choose(2), ends=ends)
        for when in range(7):
            for seat in range(3):
                match = Match(game, 3, seed=1)
                play_on(match, f"{when}", when)
                if match.over:
                    continue
                match.leave(seat)
                for other in both_ways(match):
                    same(match, other)
                    for one in (other, match.clone()):
                        play_on(one, 5)
                        assert one.over
    pig = Match(PIG, 3, seed=3)
    play_on(pig, 1, 5)
    pig.leave(1)
    play_on(pig, 2, 10)
    for other in both_ways(pig):
        same(pig, other)


def test_a_clone_leaves_alone() -> None:
    match = Match(TinyGame(choose(0), choose(1), choose(0)), 2)
    clone = match.clone()
    clone.leave(1)
    assert match.left == set()
    pick(match, 0, 1)
    assert match.waiting == [1]
    pick(clone, 0, 1)
    assert clone.waiting == [0]


def test_a_seat_that_has_left_does_not_close_the_way_back() -> None:
    match = Match(TinyGame(choose(2), choose(0), choose(1), choose(0)), 3, undo=FRIENDLY)
    match.leave(1)
    pick(match, 2, 0)
    pick(match, 0, 0)
    assert match.waiting == [0]
    assert match.may_undo(0)


def rolled(seats: int, count: int = 3) -> Match[Any]:
    match = Match(PIG, seats, seed=3)
    for _ in range(count):
        match.answer(match.waiting[0], HOLD if match.legal(match.waiting[0])[-1] == HOLD else ROLL)
    return match


def test_two_seats_end_when_one_leaves() -> None:
    for bot in (False, True):
        match = rolled(2)
        match.leave(0, bot)
        assert match.over and match.outcome == Outcome("forfeit", [2, 1], [1], [])


@pytest.mark.parametrize("game", [game.name for game in games().values() if game.min_seats <= 2])
def test_a_seat_that_was_removed_does_not_end_a_match_of_two(game: str) -> None:
    """The one who stays claims the victory or plays on with the bot, except where sides are secret."""
    match = Match(find(game), 2, {}, "removed")
    match.leave(1, bot=True, removed=True)
    assert not match.over and match.gone == {1} and not match.left
    for other in both_ways(match):
        same(match, other)
        assert other.may_claim(0) == (not match.game.sides)
        if not match.game.sides:
            other.claim(0)
            assert other.outcome is not None and (other.outcome.result, other.outcome.winners) == ("forfeit", [0])


def test_a_seat_that_was_removed_ends_a_match_of_two_where_no_bot_plays() -> None:
    match = rolled(2)
    match.leave(0, removed=True)
    assert match.over and match.outcome == Outcome("forfeit", [2, 1], [1], [])


def test_the_last_one_of_several_claims_the_victory_or_plays_on() -> None:
    match = rolled(3)
    for seat in (0, 2):
        with pytest.raises(Refusal) as refused:
            match.claim(1)
        assert refused.value.reason.key == "no_claim" and not match.frame(1).may_claim
        match.leave(seat, bot=seat == 0)
    assert not match.over
    assert [match.frame(viewer).may_claim for viewer in range(4)] == [False, True, False, False]
    with pytest.raises(Closed):
        match.claim(0)
    for other in both_ways(match):
        same(match, other)
        other.claim(1)
        assert other.outcome == Outcome("forfeit", [2, 1, 2], [1], [])
        for again in both_ways(other):
            same(other, again)
    on = match.clone()
    while not on.over:
        seat = on.waiting[0]
        on.answer(seat, ROLL if seat == 0 and on.live.rolled < 40 else HOLD, BOT if seat == 0 else PLAYER)
    assert on.outcome is not None and on.live.banked[0] >= 100 > on.live.banked[1]
    assert (on.outcome.winners, on.outcome.ranks) == ([1], [2, 1, 2])


def test_a_bot_answers_for_who_has_left_and_nobody_else() -> None:
    match = rolled(3, 0)
    match.leave(0, bot=True)
    assert match.waiting == [0] and match.left == set() and match.gone == {0}
    with pytest.raises(Closed):
        match.answer(0, ROLL)
    match.answer(0, ROLL, BOT)
    assert not match.may_undo(0)


def test_who_follows_one_that_has_left_plays_and_wins() -> None:
    match = rolled(3, 0)
    match.leave(0, bot=True)
    match.answer(0, ROLL, BOT)
    match.replace(0)
    assert match.gone == set() and match.log[-1] == {"replace": 0}
    with pytest.raises(Closed):
        match.replace(0)
    for again in both_ways(match):
        assert again.gone == set() and again.waiting == match.waiting
    while not match.over:
        seat = match.waiting[0]
        match.answer(seat, ROLL if seat == 0 and match.live.rolled < 40 else HOLD)
    assert match.outcome is not None and match.outcome.winners == [0]
    with pytest.raises(Frozen):
        match.apply({"replace": 0})


def test_nobody_follows_where_no_bot_has_played() -> None:
    """The rules have let such a seat go: its cards may be gone."""
    match = rolled(3)
    match.leave(0)
    with pytest.raises(Closed):
        match.replace(0)
    with pytest.raises(Frozen):
        match.apply({"replace": 0})
    assert match.gone == match.left == {0}


def test_the_others_keep_their_order_and_sides_theirs() -> None:
    end = Outcome("win", [1, 2, 3, 4], [0], [9, 8, 7, 6])
    assert PIG.without_left(end, {0, 2}) == Outcome("win", [3, 1, 3, 2], [1], [9, 8, 7, 6])
    assert PIG.without_left(end, {0, 1, 2, 3}).winners == []
    sides = find("battlestar")
    end = Outcome("humans", [1, 2, 1], [0, 2], [])
    assert sides.without_left(end, {0}) == Outcome("humans", [2, 2, 1], [2], [])
    assert sides.without_left(end, {0, 2}) == Outcome("humans", [2, 2, 2], [], [])


def test_nobody_claims_where_sides_are_secret() -> None:
    game = find("battlestar")
    match: Match[Any] = Match(game, 2, seed="sides")
    match.leave(0, bot=True)
    assert not match.over and not match.may_claim(1)
    match = Match(game, 4, seed="sides")
    for seat in (0, 1, 2):
        match.leave(seat, bot=True)
    assert not match.over and not match.may_claim(3)


def test_teams_end_when_a_whole_team_has_left() -> None:
    match: Match[Any] = Match(find("starcraft"), 4, {"teams": "two"}, seed="teams")
    match.leave(0)
    assert not match.over and not any(match.may_claim(seat) for seat in range(4))
    mate = match.game.team(match.live, 0)[-1]
    others = [seat for seat in range(4) if seat not in (0, mate)]
    match.leave(mate)
    assert match.over and match.outcome is not None and match.outcome.winners == others


def test_a_claim_that_cannot_be_is_no_record_of_a_log() -> None:
    match = rolled(3)
    with pytest.raises(Frozen):
        match.apply({"claim": 1})
    assert all("claim" not in record for record in match.log)


def test_a_seat_leaves_once_in_a_log() -> None:
    """A bot that played on may be gone as well, so that the engine answers: that is the one record more."""
    match = rolled(3)
    match.leave(0, bot=True)
    with pytest.raises(Frozen):
        match.apply({"leave": 0, "bot": True})
    match.apply({"leave": 0})
    for record in ({"leave": 0}, {"leave": 0, "bot": True}):
        with pytest.raises(Frozen):
            match.apply(record)
    assert match.log[-2:] == [{"leave": 0, "bot": True}, {"leave": 0}] and match.left == {0}
    over = rolled(2)
    over.leave(1)
    with pytest.raises(Frozen):
        over.apply({"leave": 0})
