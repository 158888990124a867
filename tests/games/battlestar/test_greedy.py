"""The greedy bot of Battlestar: what it knows, what it may answer, and that it is better than chance."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from shapan.bots import DecisionPoint, find, policy
from shapan.bots.bot import answer
from shapan.engine.chance import Stream, derive
from shapan.engine.kinds import UNKNOWN
from shapan.engine.match import Match
from shapan.engine.prompt import Prompt
from shapan.engine.table import PolicyTable
from shapan.engine.view import write
from shapan.games.battlestar import derived_fields
from shapan.games.battlestar.bots.judgement import evaluate
from shapan.games.battlestar.bots.mind import Mind
from shapan.games.battlestar.game import GAME
from shapan.games.battlestar.names import CYLON_BRIG, FOOD, NOT_A_CYLON, POPULATION
from shapan.games.battlestar.rules.ending import is_cylon
from shapan.games.battlestar.state import Battlestar


def human_wins(bot: str, matches: int, seats: int) -> int:
    """Let humans be played by a bot against greedy Cylons, and count the humans' wins."""
    won = 0
    for number in range(matches):
        state = GAME.start({}, seats, derive(b"greedy test", seats, number))
        greedy = policy(GAME, dict.fromkeys(range(seats), find("greedy")), Stream(derive(b"a", number)))
        other = policy(GAME, dict.fromkeys(range(seats), find(bot)), Stream(derive(b"b", number)))

        def choose(
            state: Battlestar,
            prompt: Prompt[Any],
            seat: int,
            arg: int,
            options: Sequence[int],
            picked: Sequence[int],
            greedy: Any = greedy,
            other: Any = other,
        ) -> int:
            side = greedy if is_cylon(state, seat) else other
            return int(side(state, prompt, seat, arg, options, picked))

        GAME.play_out(state, PolicyTable(state, choose))
        outcome = GAME.outcome(state)
        assert outcome is not None
        won += outcome.result == "humans"
    return won


def test_greedy_humans_beat_random_humans() -> None:
    assert human_wins("random", 20, 4) == 0
    assert human_wins("greedy", 40, 4) >= 6


@pytest.mark.parametrize("seats", [2, 3, 4, 5, 6])
def test_every_pick_is_legal_and_no_answer_is_a_dead_end(seats: int) -> None:
    options = {"two_player": "on"} if seats == 2 else {}
    match, bot = Match(GAME, seats, options, seed=seats), find("greedy")
    rng = Stream(derive(b"legal", seats))
    answered = 0
    while not match.over and answered < 150:
        for seat in list(match.waiting):
            view = match.view(seat)
            picked: list[int] = []
            frame = match.decisions[seat]
            while legal := match.legal(seat, tuple(picked)):
                code = bot.choose(DecisionPoint(GAME, view, frame.prompt, seat, frame.arg, legal, picked, rng))
                assert code in legal
                if not frame.prompt.many:
                    picked.append(code)
                    break
                if code == 0:
                    break
                picked.append(code)
            match.answer(seat, picked)
            answered += 1
            break


def test_rating_reads_nothing_but_the_view() -> None:
    """In two worlds that a seat cannot tell apart every option is rated alike."""
    match, bot = Match(GAME, 5, seed=7), find("greedy")
    rng, compared = Stream(b"worlds"), 0
    while not match.over and compared < 60:
        seat = match.waiting[0]
        decision = match.decisions[seat]
        world = match.sample(seat, seed=compared)
        view, other = match.view(seat), world.view(seat)
        assert write(view) == write(other)
        picked: list[int] = []
        while legal := match.legal(seat, tuple(picked)):
            ratings = [GAME.rate(view, decision.prompt, seat, decision.arg, code, picked) for code in legal]
            assert ratings == [GAME.rate(other, decision.prompt, seat, decision.arg, code, picked) for code in legal]
            code = bot.choose(DecisionPoint(GAME, view, decision.prompt, seat, decision.arg, legal, picked, rng))
            if code == 0 and decision.prompt.many:
                break
            picked.append(code)
            if not decision.prompt.many:
                break
        match.answer(seat, picked)
        compared += 1


def opening(seats: int = 4) -> tuple[Battlestar, int]:
    """Return a state some turns into a match, and a seat that is human."""
    state = GAME.start({}, seats, 3)
    inner = policy(GAME, dict.fromkeys(range(seats), find("greedy")), Stream(3))

    class Enough(Exception):
        pass

    def choose(state: Battlestar, *rest: Any) -> int:
        if state.turn == 5:
            raise Enough
        return int(inner(state, *rest))

    with pytest.raises(Enough):
        GAME.play_out(state, PolicyTable(state, choose))
    return state, next(seat for seat in state.humans() if not is_cylon(state, seat))


def test_doubts_follow_the_open_record_and_own_looks() -> None:
    state, seat = opening()
    others = [other for other in state.humans() if other != seat]
    even, suspected, cleared, caught = (GAME.view(state, seat) for _ in range(4))
    for view in (even, suspected):
        view.fouls = [0] * view.seats
    before = Mind(even, seat).doubts
    assert before[seat] == 0.0
    assert 0.0 < before[others[0]] < 0.6
    suspected.fouls[others[0]] = 30
    assert Mind(suspected, seat).doubts[others[0]] > before[others[0]] + 0.15
    cleared.loyalty[others[0]].cards = [NOT_A_CYLON] * len(cleared.loyalty[others[0]])
    caught.loyalty[others[0]].cards[0] = CYLON_BRIG
    assert Mind(cleared, seat).doubts[others[0]] == 0.0
    doubts = Mind(caught, seat).doubts
    assert doubts[others[0]] == 1.0
    assert all(doubts[other] == 0.0 for other in others[1:])


def test_a_cylon_wins_where_humans_lose() -> None:
    state, seat = opening()
    view = GAME.view(state, seat)
    before = evaluate(view, seat)
    view.dials[FOOD] = view.dials[POPULATION] = 1
    after = evaluate(view, seat)
    assert after < before
    view.loyalty[seat].cards = [CYLON_BRIG]
    assert evaluate(view, seat) > 1.0 - after, "humans among whom a Cylon hides for sure fare worse"
    assert sum(GAME.judge(state)) > 0.0


def test_the_search_plays_the_game() -> None:
    match, bot = Match(GAME, 4, seed=5), find("search:20")
    for _ in range(40):
        seat = match.waiting[0]
        match.answer(seat, answer(bot, match, seat))
    assert match.live.turn >= 1


def test_others_see_nothing_of_a_hidden_cylon() -> None:
    """While a greedy Cylon hides and spoils, no other view holds his loyalty, his hand or what he put into a check."""
    match, bot = Match(GAME, 5, seed=11), find("greedy")
    hidden = spoiled = 0
    for _ in range(400):
        if match.over:
            break
        seat = match.waiting[0]
        codes = answer(bot, match, seat)
        state = match.live
        if is_cylon(state, seat) and not state.revealed[seat]:
            hidden += 1
            spoiled += bool(codes) and match.decisions[seat].prompt.key == "contribute"
        match.answer(seat, codes)
        state = match.live
        for viewer in range(state.seats):
            view = match.view(viewer)
            for other in state.humans():
                if other != viewer:
                    assert view.own_loyalty(other) is derived_fields.seen_by(view, other) is None
                    assert {*view.hands[other].cards, view.super_hands[other].first} == {UNKNOWN}
            mine = None if view.check is None else view.check.mine()
            if view.check is not None and mine is not None:
                assert len(mine) == view.check.put[viewer]
    assert hidden > 10
    assert spoiled
