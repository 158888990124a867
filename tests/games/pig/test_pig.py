"""Pig: each rule, and what its options and bots do."""

from __future__ import annotations

import pytest

from shapan.bots import find as find_bot
from shapan.bots import policy
from shapan.engine.chance import ScriptError, Stream
from shapan.engine.match import Match, Refusal
from shapan.engine.options import OptionError
from shapan.engine.previews import draw_scene
from shapan.engine.scenario import run
from shapan.engine.segment import CLOCK
from shapan.engine.table import PolicyTable, RandomTable
from shapan.engine.view import write
from shapan.games.pig import GAME
from shapan.games.pig.game import HOLD, ROLL, Pig

rule = pytest.mark.rule


def falling(*numbers: int, seats: int = 2, **options: int) -> Match[Pig]:
    """Return a match in which these numbers fall."""
    state = GAME.start(options, seats, 1)
    state.chance.scripts = [list(numbers)]
    return Match(GAME, seats, options, state=state)


@rule("PIG-1")
def test_the_turn_passes_round_the_table() -> None:
    match = falling(1, 1, 1, seats=3)
    for seat in (0, 1, 2):
        assert match.waiting == [seat] and match.legal(seat) == [ROLL, HOLD]
        match.answer(seat, ROLL)
    assert match.waiting == [0]


@rule("PIG-1")
def test_who_is_not_asked_is_refused() -> None:
    with pytest.raises(Refusal) as refused:
        falling(4).answer(1, ROLL)
    assert refused.value.reason.rule == "PIG-1"


@rule("PIG-2")
def test_rolls_add_up_and_the_same_seat_decides_again() -> None:
    match = falling(4, 6)
    match.answer(0, ROLL)
    match.answer(0, ROLL)
    assert (match.waiting, match.live.rolled, match.live.banked) == ([0], 10, [0, 0])


@rule("PIG-3")
def test_a_one_loses_the_sum_but_not_the_bank() -> None:
    match = falling(5, 2, 6, 1)
    for seat, code in ((0, ROLL), (0, HOLD), (1, ROLL), (1, HOLD), (0, ROLL), (0, ROLL)):
        match.answer(seat, code)
    assert (match.waiting, match.live.banked) == ([1], [5, 2])
    assert match.events_for(0)[-1] == {"key": "lost", "rule": "PIG-3", "with": {"seat": {"seat": 0}, "points": 6}}


@rule("PIG-4")
def test_hold_banks_and_ends_the_turn() -> None:
    match = falling(5)
    match.answer(0, ROLL)
    match.answer(0, HOLD)
    assert (match.waiting, match.live.banked) == ([1], [5, 0])


@rule("PIG-4")
def test_hold_before_the_first_roll_banks_nothing() -> None:
    match = falling()
    match.answer(0, HOLD)
    assert (match.waiting, match.live.banked, match.events_for(1)) == ([1], [0, 0], [])


@rule("PIG-5")
def test_the_target_wins_at_once_when_it_is_banked() -> None:
    match = falling(6, 4, target=10)
    match.answer(0, ROLL)
    match.answer(0, ROLL)
    assert not match.over
    match.answer(0, HOLD)
    assert match.over and match.outcome is not None
    assert (match.outcome.winners, match.outcome.ranks) == ([0], [1, 2])


@rule("PIG-5")
@pytest.mark.parametrize("target", [9, 1_001, "many", True])
def test_targets_out_of_range_are_refused(target: object) -> None:
    with pytest.raises(OptionError, match="target"):
        Match(GAME, 2, {"target": target})


def test_a_roll_closes_the_way_back_and_a_hold_does_not() -> None:
    match = falling(5)
    match.answer(0, ROLL)
    assert not match.may_undo(0)
    match.answer(0, HOLD)
    assert match.may_undo(0)
    match.undo(0)
    assert (match.waiting, match.live.rolled, match.live.banked) == ([0], 5, [0, 0])


def test_a_match_of_time_outs_alone_ends() -> None:
    match = Match(GAME, 2, seed=5, hashes=False)
    count = 0
    while not match.over:
        seat = match.waiting[0]
        match.answer(seat, match.default(seat), by=CLOCK)
        count += 1
    assert count < 200


def test_a_die_shows_one_to_six() -> None:
    with pytest.raises(ScriptError):
        falling(7).answer(0, ROLL)
    state = GAME.start({}, 2, 1)
    table = RandomTable(state, Stream(1))
    assert {table.roll(0) for _ in range(200)} == {1, 2, 3, 4, 5, 6}


@pytest.mark.parametrize("seats", range(2, 7))
def test_random_matches_end_with_one_winner_at_the_target(seats: int) -> None:
    rng = Stream(seats)
    for number in range(40):
        state = GAME.start({"target": 50}, seats, number)
        GAME.play_out(state, RandomTable(state, rng))
        assert state.ranks.count(1) == 1 and max(state.banked) >= 50
        assert sum(points >= 50 for points in state.banked) == 1


def test_greedy_beats_random() -> None:
    rng, won = Stream("ladder"), 0
    bots = [find_bot("greedy"), find_bot("random")]
    for number in range(60):
        mine = number % 2
        state = GAME.start({}, 2, f"ladder {number}")
        GAME.play_out(state, PolicyTable(state, policy(GAME, {mine: bots[0], 1 - mine: bots[1]}, rng)))
        won += state.ranks[mine] == 1
    assert won > 50


def test_everybody_sees_the_same() -> None:
    match = falling(4, 3, 1)
    match.answer(0, ROLL)
    match.answer(0, ROLL)
    assert [write(match.view(viewer)) for viewer in range(3)] == [
        {"turn": 0, "number": 3, "rolled": 7, "seats": [{"banked": 0}] * 2, "target": 100}
    ] * 3


@rule("PIG-2", "PIG-3", "PIG-5")
def test_a_scenario_names_what_falls() -> None:
    result = run(
        GAME,
        {
            "game": "pig",
            "seats": 2,
            "options": {"target": 10},
            "rolls": {"die": [4, 1, 6, 5]},
            "answers": [
                *({"seat": 0, "do": "roll"} for _ in range(2)),
                *({"seat": 1, "do": "roll"} for _ in range(2)),
                {"seat": 1, "do": "hold"},
            ],
            "expect": {"events": ["PIG-3", "PIG-5"], "outcome": {"winners": [1]}},
        },
    )
    assert result.passed, result.differences


@rule("PIG-3", "PIG-5")
def test_the_table_says_what_a_one_would_cost_and_who_has_won_with_what() -> None:
    match = falling(6, 5, target=10)
    risks = []
    while not match.over:
        scene = draw_scene(GAME, match.view(0), 0, match.legal(0), match.decisions[0].prompt)
        roll, hold = scene.buttons
        assert roll.odds is not None
        assert hold.odds is None
        risks.append((roll.odds.summary.key, roll.odds.summary.words["points"]))
        match.answer(0, HOLD if len(risks) == 3 else ROLL)
    assert risks == [("odds.end", 0), ("odds.lose", 6), ("odds.lose", 11)]
    assert match.outcome is not None
    assert GAME.ending(match.view(0), match.outcome).words == {"seat": {"seat": 0}, "points": 11}
