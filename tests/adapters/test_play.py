"""A match answered number by number: picks, refusals, copies, and what makes no setting."""

from __future__ import annotations

import pickle
from typing import Any

import pytest

from adapters.plays import TOYS, label, moments, settings, step
from shapan.adapters.play import IllegalAction, Play
from shapan.adapters.recall import RecallTensor, information_state
from shapan.adapters.setting import Setting
from shapan.engine.chance import Stream
from shapan.engine.game import PositionError
from shapan.engine.options import OptionError
from shapan.engine.registry import UnknownGame


@pytest.mark.parametrize("setting", settings(), ids=label)
def test_copies_and_pickles_go_on_alike_and_apart(setting: Setting) -> None:
    for number, play in enumerate(moments(setting, 11, 60)):
        if number % 6:
            continue
        before = play.match.live.encoded()
        copies = [play.clone(), pickle.loads(pickle.dumps(play))]
        for copy in copies:
            rng = Stream(number)
            for _ in range(4):
                if not copy.over:
                    step(copy, rng)
        assert copies[0].match.live.encoded() == copies[1].match.live.encoded()
        assert copies[0].picked == copies[1].picked and copies[0].steps == copies[1].steps
        assert play.match.live.encoded() == before


def test_an_answer_of_several_picks_is_whole_when_nothing_more_can_be_picked() -> None:
    setting = Setting("planet_masters")
    for play in moments(setting, 5, 500):
        seat = play.waiting[0]
        decision = play.match.decisions[seat]
        if decision.prompt.key == "manage" and not play.picked:
            log = len(play.match.log)
            offered = play.offered(seat)
            assert setting.index.codes[next(iter(offered))] == 0  # done: to reroll none
            while play.match.decisions.get(seat) is decision:
                play.act(seat, list(play.offered(seat))[-1])
            assert play.match.log[log]["answer"] == [code for code in offered.values() if code][-1:]
            return
    raise AssertionError("nobody was asked to manage")


@pytest.mark.parametrize(
    ("game", "action", "says"),
    [
        ("leduc", 1, r"seat 0 may not take action 1 \(fold\) now: .* \[LED-3"),
        ("leduc", 99, r"action 99, which is not 0..3, now: Not possible now \[LED-3\]"),
        ("leduc", "raise", "action 'raise', which is not 0..3"),
        ("planet_masters", 5, r"seat \d may not take action 5 \(choose_race race=.* \[PM-"),
    ],
)
def test_a_refused_action_names_itself_the_rule_and_the_reason(game: str, action: Any, says: str) -> None:
    play = Play(Setting(game), 1)
    seat = play.waiting[0]
    if game == "planet_masters":
        play.act(seat, 5)
        seat = play.waiting[0]
    before = play.match.live.encoded()
    with pytest.raises(IllegalAction, match=says) as refused:
        play.act(seat, action)
    assert refused.value.rule
    assert play.match.live.encoded() == before and len(play.match.log) == play.steps


def test_a_pick_that_is_not_possible_names_the_rule_too() -> None:
    for play in moments(Setting("planet_masters"), 5, 500):
        seat = play.waiting[0]
        if play.match.decisions[seat].prompt.key == "manage":
            weapon = play.setting.index.names.index("manage die=r1")
            with pytest.raises(IllegalAction, match=r"action \d+ \(manage die=r1\) now: .* \[PM-4.1\]"):
                play.act(seat, weapon)
            assert not play.picked
            return
    raise AssertionError("nobody was asked to manage")


def test_who_is_not_asked_is_told_so() -> None:
    play = Play(Setting("leduc"), 1)
    with pytest.raises(IllegalAction, match=r"seat 1 may not take action 2 .*You are not asked"):
        play.act(1, 2)


def test_a_candidate_that_is_not_offered_is_refused() -> None:
    play = Play(Setting(TOYS["fate_duel"]), 1)
    seat = play.waiting[0]
    empty = play.setting.index.names.index("step #63")
    with pytest.raises(IllegalAction, match="step #63"):
        play.act(seat, empty)


def test_games_seats_and_options_that_there_are_not() -> None:
    with pytest.raises(UnknownGame, match="no game 'chess'; known: "):
        Setting("chess")
    with pytest.raises(PositionError, match=r"seats: 9 is not 2\.\.6"):
        Setting("pig", 9)
    with pytest.raises(OptionError, match=r"options.target: 5 is not allowed; allowed: an integer from 10 to 1000"):
        Setting("pig", options={"target": 5})
    with pytest.raises(OptionError, match=r"options.colour: there is no such option; known: target"):
        Setting("pig", options={"colour": "red"})


def test_recall_keeps_the_order_of_events_and_own_actions() -> None:
    play = Play(Setting("leduc"), 1)
    play.remembers = True
    play.act(0, 2)
    play.act(1, 3)
    lines = information_state(play, 0).splitlines()
    assert lines[0] == "seat 0"
    assert [line.split()[0] for line in lines[1:-1]] == ["dealt_secret", "dealt", ">", "bet", "bet"]
    assert "card" not in "".join(line for line in information_state(play, 1).splitlines() if '"seat":0' in line)


def test_recall_as_numbers_rather_fails_than_forgets() -> None:
    play = Play(Setting("leduc"), 1)
    play.remembers = True
    tensor = RecallTensor(play.setting)
    one = tensor.row(play, 0)
    play.act(0, 2)
    assert one.shape == (tensor.width,) and (tensor.row(play, 0) != one).any()
    tensor.slots = 2
    with pytest.raises(OverflowError, match="leduc: more than 2 events"):
        tensor.row(play, 0)
