"""Looking ahead: options are compared in the same worlds, up to the horizon of the game, the best-rated ones only."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from engine.tiny import NUMBER, PICK, SUBSET, Tiny, TinyGame, View, choose, roll
from shapan import bots
from shapan.bots.lookahead import Lookahead
from shapan.bots.search import Style, style_for
from shapan.bots.search_bot import Search, SearchBot
from shapan.bots.thinking import Budget
from shapan.bots.tree import WIDE
from shapan.engine.actions import DONE
from shapan.engine.chance import Stream
from shapan.engine.match import Match
from shapan.engine.prompt import Prompt
from shapan.engine.sampler import Sampler
from shapan.engine.table import Table

STYLE = Style(depth=-1, rounds=1)


class Judged(TinyGame):
    """A round is two notes; who picks higher numbers is better off, and the die weighs far more."""

    horizon = 1

    def rounds(self, state: Tiny) -> int:
        return 1 + len(state.notes) // 2

    def judge(self, state: Tiny) -> list[float]:
        share = 0.3 + 0.1 * state.notes[1] + 0.02 * state.notes[0] - 0.3 * (state.notes[0] == 0)
        return [share, 1.0 - share, 0.0, 0.0][: state.seats]

    def rate(self, view: View, prompt: Prompt[Tiny], seat: int, arg: int, code: int, picked: Sequence[int]) -> float:
        return float(code != DONE and PICK.value(code) == 1)


def _looked(game: Any, budget: Budget, seed: int = 1, style: Style = STYLE) -> Any:
    return Lookahead(Sampler(Match(game, 2, seed=seed), 0), Stream(seed), style).run(budget)


def test_a_game_with_a_horizon_judgement_and_ratings_is_looked_ahead_in() -> None:
    assert style_for(Judged(choose(0), roll)) == STYLE
    assert style_for(TinyGame(choose(0), roll)).rounds == 0


def test_all_options_meet_the_same_dice() -> None:
    """A face of the die moves the judgement by .1, the better option by .02: yet a few looks always tell them apart."""
    game = Judged(choose(0), roll, choose(0))
    for seed in range(40):
        found = _looked(game, Budget(36), seed)
        assert found.thoughts[0].code == PICK.code(2), seed
        assert found.thoughts[0].worth > found.thoughts[1].worth
    misled = 0
    for seed in range(40):
        sampler = Sampler(Match(game, 2, seed=seed), 0)
        found = Search(sampler, Stream(seed), Style(depth=-1, rounds=1)).run(Budget(36))
        misled += found.thoughts[0].code != PICK.code(2)
    assert misled > 10, "a tree that draws new dice for every pass would do as well"


def test_nothing_beyond_the_horizon_is_asked() -> None:
    asked: list[int] = []

    def beyond(state: Tiny, table: Table[Tiny]) -> None:
        asked.append(len(state.notes))
        table.ask(NUMBER, 0, 3)
        asked.append(-1)

    found = _looked(Judged(choose(0), roll, beyond), Budget(30))
    assert set(asked) == {2}, "the question after the round is met and not answered"
    assert 0.0 < found.thoughts[0].worth < 1.0


def test_a_horizon_is_counted_in_what_the_game_says_it_is() -> None:
    """A step of the pace is a note, half a round: what comes after the first one is met and not answered."""
    asked: list[int] = []

    class Noted(Judged):
        def progress(self, state: Tiny) -> int:
            return len(state.notes)

        def judge(self, state: Tiny) -> list[float]:
            return [0.1 * state.notes[0], 1.0 - 0.1 * state.notes[0]]

    def beyond(state: Tiny, table: Table[Tiny]) -> None:
        asked.append(len(state.notes))
        table.ask(NUMBER, 0, 3)
        asked.append(-1)

    _looked(Noted(choose(0), beyond), Budget(30))
    assert set(asked) == {1}


def test_the_better_half_goes_on_to_more_worlds() -> None:
    found = _looked(Judged(choose(0, 9), roll, choose(0)), Budget(60))
    visits = [thought.visits for thought in found.thoughts]
    assert len(visits) == WIDE
    assert visits[0] == max(visits)
    assert len(set(visits)) == 3, "three stages"
    assert found.passes == max(visits)


def test_what_is_clear_or_all_one_takes_little_time() -> None:
    class Alike(Judged):
        def judge(self, state: Tiny) -> list[float]:
            share = 0.1 * state.notes[1] + 0.3 * (state.notes[0] == 4)
            return [share, 1.0 - share]

    found = _looked(Alike(choose(0, 9), roll, choose(0)), Budget(100_000))
    assert found.thoughts[0].code == PICK.code(4)
    assert found.passes < 50


def test_with_a_single_pass_every_option_is_looked_at_once_at_least() -> None:
    found = _looked(Judged(choose(0, 3), roll, choose(0)), Budget(1))
    assert sorted(PICK.value(thought.code) for thought in found.thoughts) == [0, 1, 2]
    assert min(thought.visits for thought in found.thoughts) == 1


def test_what_leads_by_less_than_chance_does_not_replace_what_is_rated_best() -> None:
    class Noisy(Judged):
        """Options fare alike, each in worlds of its own: chance alone tells them apart."""

        def judge(self, state: Tiny) -> list[float]:
            share = 0.2 * ((state.notes[1] + state.notes[0]) % 4)
            return [share, 1.0 - share]

    kept = sum(
        _looked(Noisy(choose(0, 2), roll, choose(0)), Budget(24), seed).thoughts[0].code == PICK.code(1)
        for seed in range(60)
    )
    assert kept > 42, "by the mean alone it would be one in two"


def test_of_too_few_worlds_nothing_is_learned() -> None:
    """On a slow machine, or where a look takes long: what is rated best is played, and not what one world favours."""
    game = Judged(choose(0), roll, choose(0))
    for seed in range(20):
        found = _looked(game, Budget(STYLE.few), seed)
        assert found.thoughts[0].code == PICK.code(1), "rated best, though the judgement likes 2 better"
    assert _looked(game, Budget(12 * STYLE.few)).thoughts[0].code == PICK.code(2)


def test_for_studies_every_option_is_looked_at_in_as_many_worlds() -> None:
    looker = Lookahead(Sampler(Match(Judged(choose(0), roll, choose(0)), 2, seed=1), 0), Stream(1), STYLE)
    worth = looker.worths(30)
    assert looker.passes == 30
    assert next(iter(worth)) == PICK.code(1), "what is rated best comes first"
    assert max(worth, key=worth.__getitem__) == PICK.code(2)


def test_of_many_options_the_best_rated_are_looked_at() -> None:
    class Proud(Judged):
        def rate(
            self, view: View, prompt: Prompt[Tiny], seat: int, arg: int, code: int, picked: Sequence[int]
        ) -> float:
            return float(PICK.value(code))

    found = _looked(Proud(choose(0, 9), roll, choose(0)), Budget(80))
    assert {PICK.value(thought.code) for thought in found.thoughts} == set(range(9 - WIDE, 9))


class Subsets(Judged):
    """The numbers 2 and 3 together are worth most."""

    def judge(self, state: Tiny) -> list[float]:
        share = 0.9 if state.notes[:2] == [2, 3] else 0.2 + 0.1 * (2 in state.notes) - 0.1 * (0 in state.notes)
        return [share, 1.0 - share]

    def rate(self, view: View, prompt: Prompt[Tiny], seat: int, arg: int, code: int, picked: Sequence[int]) -> float:
        return -1.0 if code != DONE and PICK.value(code) < 2 else 0.5 * (code == DONE) + 0.3


def _subset(state: Tiny, table: Table[Tiny]) -> None:
    state.notes += sorted(PICK.value(code) for code in table.ask_many(SUBSET, 0, 3))
    state.notes += [9] * (4 - len(state.notes))


def test_an_answer_of_picks_is_tried_with_the_picks_that_would_follow() -> None:
    match = Match(Subsets(_subset, choose(0)), 2)
    assert bots.answer(SearchBot("tried", Budget(64), STYLE), match, 0, Stream(2)) == [PICK.code(2), PICK.code(3)]


class Rising(Subsets):
    """The higher a number the better it is rated; all of them together, 0 apart, are worth most."""

    met: list[list[int]]

    def judge(self, state: Tiny) -> list[float]:
        self.met.append(state.notes[1:5])
        share = 0.1 * sum({1, 2, 3}.intersection(state.notes))
        return [share, 1.0 - share]

    def rate(self, view: View, prompt: Prompt[Tiny], seat: int, arg: int, code: int, picked: Sequence[int]) -> float:
        return 0.0 if code == DONE else PICK.value(code) - 0.5


def test_picks_without_order_are_rolled_out_as_a_bot_would_give_them_that_looks_no_further() -> None:
    """They are offered in rising order: who began with the best rated would have no other."""
    game = Rising(choose(0), _subset, choose(0))
    game.met = []
    _looked(game, Budget(12))
    assert game.met
    assert all(notes == [1, 2, 3] for notes in game.met)
    assert bots.answer(bots.find("greedy"), Match(Rising(_subset), 2), 0) == [PICK.code(n) for n in (1, 2, 3)]


def test_of_picks_without_order_the_one_that_a_bot_would_give_is_not_replaced_by_the_best_rated() -> None:
    game = Rising(_subset, choose(0))
    game.met = []
    found = _looked(game, Budget(4))
    assert found.thoughts[0].code == PICK.code(1)


def test_to_stop_picking_is_tried_however_it_is_rated() -> None:
    class Eager(Subsets):
        def judge(self, state: Tiny) -> list[float]:
            share = 0.6 if state.notes[0] == 9 else 0.4
            return [share, 1.0 - share]

        def rate(
            self, view: View, prompt: Prompt[Tiny], seat: int, arg: int, code: int, picked: Sequence[int]
        ) -> float:
            return -5.0 if code == DONE else 1.0

    match = Match(Eager(_subset, choose(0)), 2)
    assert bots.answer(SearchBot("tried", Budget(64), STYLE), match, 0, Stream(2)) == []


def test_a_time_budget_ends_the_looks(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = iter(range(100_000))
    monkeypatch.setattr("shapan.bots.lookahead.perf_counter", lambda: next(clock) / 100)
    found = _looked(Judged(choose(0, 9), roll, choose(0)), Budget(100_000, seconds=0.5))
    assert 0 < found.passes <= 60
    assert len(found.worth) == 2


def test_where_time_is_short_only_so_many_options_are_looked_at_as_can_be_compared(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A look takes a second by this clock: in 19 there is time to compare four options, not eight."""

    class Proud(Judged):
        def rate(
            self, view: View, prompt: Prompt[Tiny], seat: int, arg: int, code: int, picked: Sequence[int]
        ) -> float:
            return float(PICK.value(code))

    ticks = iter(range(10_000))
    monkeypatch.setattr("shapan.bots.lookahead.perf_counter", lambda: float(next(ticks)))
    found = _looked(Proud(choose(0, 9)), Budget(4_000, seconds=19.0))
    assert {PICK.value(thought.code) for thought in found.thoughts if thought.visits} == {5, 6, 7, 8}


def test_of_fewer_worlds_than_tell_of_chance_nothing_replaces_what_is_rated_best(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    ticks = iter(range(10_000))
    monkeypatch.setattr("shapan.bots.lookahead.perf_counter", lambda: float(next(ticks)))
    game = Judged(choose(0, 3), choose(1), choose(1))
    short, long = (_looked(game, Budget(4_000, seconds=seconds)).thoughts[0] for seconds in (13.0, 60.0))
    assert long.code == PICK.code(2), "it is better"
    assert (short.code, short.visits < STYLE.few) == (PICK.code(1), True)


def test_a_look_that_is_not_done_in_time_is_forgotten(monkeypatch: pytest.MonkeyPatch) -> None:
    """The clock goes a second at every reading: of the worlds begun only those count that were ended in time."""
    ticks = iter(range(10_000))
    monkeypatch.setattr("shapan.bots.lookahead.perf_counter", lambda: float(next(ticks)))
    looker = Lookahead(Sampler(Match(Judged(choose(0), choose(0)), 2, seed=1), 0), Stream(1), STYLE)
    found = looker.run(Budget(4_000, seconds=30.0))
    assert 0 < found.passes < 30
    assert len({thought.visits for thought in found.thoughts[:2]}) == 1, "a broken look counts for no option"
    again = looker.run(Budget(4_000, seconds=0.01))
    assert again.passes == found.passes and again.thoughts[0].visits == 0, "no time: what is rated best is taken"
    assert again.thoughts[0].code == PICK.code(1)
