"""Search: legal and reproducible everywhere, from what the seat may know, and as good as its game allows."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import cache
from typing import Any, Final

import pytest

from engine.tiny import NUMBER, PICK, SECRET, SUBSET, Tiny, TinyGame, choose
from shapan import bots
from shapan.bots.bot import Bot
from shapan.bots.search import SearchTable, Style, style_for
from shapan.bots.search_bot import Search, SearchBot
from shapan.bots.thinking import Budget
from shapan.bots.tree import WIDE, Node
from shapan.engine.chance import Stream
from shapan.engine.match import Match
from shapan.engine.registry import find, games
from shapan.engine.sampler import Sampler
from shapan.engine.segment import CLOCK
from shapan.engine.table import Table
from shapan.games.pig.game import HOLD, ROLL

TOYS = {
    name: __import__(f"engine.toys.{name}", fromlist=["GAME"]).GAME
    for name in ("face_down", "fate_duel", "order_stacks", "skill_check")
}
GAMES = {**games(), **TOYS}


Moment = tuple[Match[Any], int]
REACH = 80
"""Decisions of a match among which moments are looked for."""
PASSES: Final = 12
"""Of a search that is tried."""
FEW: Final = {"malifaux": 4, "starcraft": 4}
"""In the usual tier, where a pass takes up to a tenth of a second: to see how questions are answered needs no more."""


def _moments(game: Any, seeds: Sequence[int], most: int) -> list[Moment]:
    """Return moments of matches, each with the seat that is asked: of as many kinds of question as there are.

    First the first time of each kind, then the second of each, and so on; random answers lead on.
    """
    found: list[tuple[int, Moment]] = []
    times: Counter[str] = Counter()
    for seed in seeds:
        match, rng = Match(game, game.min_seats, seed=seed, hashes=False), Stream(seed)
        for _ in range(REACH):
            if match.over:
                break
            seat = rng.choice(match.waiting)
            kind = match.decisions[seat].prompt.key
            times[kind] += 1
            if times[kind] <= most:
                found.append((times[kind], (match.clone(), seat)))
            match.answer(seat, bots.answer(bots.find("random"), match, seat), by="bot")
    return [moment for _, moment in sorted(found, key=lambda row: row[0])[:most]]


def replies_in_twins(bot: Bot, moments: Sequence[Moment], seed: int = 1) -> list[tuple[list[int], list[int]]]:
    """Return a bot's replies in matches and in twins of them, which differ in what its seat cannot know alone."""
    pairs = []
    for number, (match, seat) in enumerate(moments, start=seed):
        before, twin = match.save(), match.sample(seat, number)
        codes = bots.answer(bot, match, seat, Stream(number))
        match.check(seat, codes)
        assert match.save() == before, "thinking has changed the match"
        pairs.append((codes, bots.answer(bot, twin, seat, Stream(number))))
    return pairs


@pytest.mark.parametrize(("matches", "most"), [(2, 8), pytest.param(8, 80, marks=pytest.mark.long)])
@pytest.mark.parametrize("name", GAMES)
def test_a_search_answers_every_question_and_in_twin_worlds_the_same(name: str, matches: int, most: int) -> None:
    """From the same seed; a search that is not the same again is not the same in a twin either."""
    bot = SearchBot("tried", Budget(FEW.get(name, PASSES) if matches == 2 else PASSES))
    for one, two in replies_in_twins(bot, _moments(GAMES[name], range(matches), most)):
        assert one == two


class Peeking(SearchBot):
    """Reaches behind the sampler for the true cards."""

    def reply(self, sampler: Sampler[Any], rng: Stream) -> list[int]:
        truth = sampler._match.live
        options = sampler.legal()
        return [options[truth.hands[1 - sampler.seat].cards[0] % len(options)]]


def test_a_bot_that_reaches_for_the_truth_is_caught_by_the_twins() -> None:
    pairs = replies_in_twins(Peeking("peeking", Budget(1)), _moments(find("leduc"), range(6), 24))
    assert any(one != two for one, two in pairs)


def test_a_sampler_gives_worlds_without_the_truth() -> None:
    """In what a table gets after the mark the other's card is each of those possible, as often as it is likely."""
    match = Match(find("leduc"), 2, seed=4, hashes=False)
    own = match.live.hands[0].cards[0]
    seen = [0, 0, 0]
    for number in range(600):

        class Looking(SearchTable):
            def begun(self) -> None:
                super().begun()
                seen[self.state.hands[1].cards[0]] += 1

        Sampler(match, 0).play(number, Looking(match.game, 2, 0, Style(depth=-1, rated=False), Stream(number)))
    for card, count in enumerate(seen):
        assert abs(count / 600 - (1 if card == own else 2) / 5) < 0.07


def pennies(state: Tiny, table: Table[Tiny]) -> None:
    """Seat 0 wins if both have picked the same of three numbers, else seat 1."""
    one, two = table.ask_all(SECRET, [0, 1])
    table.finish(0, [1, 2] if one == two else [2, 1])


@pytest.mark.parametrize("seat", [0, 1])
def test_secret_answers_given_at_once_do_not_know_each_other(seat: int) -> None:
    """Who saw the other's pick would win for sure; who does not cannot get far from one in three."""
    match = Match(TinyGame(pennies), 2)
    found = Search(Sampler(match, seat), Stream(5), Style(depth=-1, rated=False)).run(Budget(3_000))
    assert 0.2 < found.worth[0] < 0.47
    assert abs(found.worth[0] + found.worth[1] - 1) < 1e-9


def test_what_is_secret_is_answered_as_often_as_it_was_tried() -> None:
    match = Match(TinyGame(pennies), 2)
    bot = SearchBot("tried", Budget(300), Style(depth=-1, rated=False))
    answers = {bots.answer(bot, match, 0, Stream(number))[0] for number in range(30)}
    assert len(answers) == 3


def test_an_answer_already_given_by_another_is_not_known_to_the_search() -> None:
    replies = []
    for number in range(3):
        match = Match(TinyGame(pennies), 2)
        match.answer(1, PICK.code(number))
        bot = SearchBot("tried", Budget(200), Style(depth=-1, rated=False))
        replies.append([bots.answer(bot, match, 0, Stream(seed)) for seed in range(5)])
    assert replies[0] == replies[1] == replies[2]


def test_that_the_clock_has_answered_is_known_to_the_search() -> None:
    """The clock's answer is the default, the number 0, and everybody knows it."""
    match = Match(TinyGame(pennies), 2)
    match.answer(1, match.default(1), by=CLOCK)
    found = Search(Sampler(match, 0), Stream(5), Style(depth=-1, rated=False)).run(Budget(300))
    assert found.thoughts[0].code == PICK.code(0)
    assert found.thoughts[0].worth == 1.0


def test_who_has_left_plays_the_default_in_every_world() -> None:
    def then_guess(state: Tiny, table: Table[Tiny]) -> None:
        mine = table.ask(NUMBER, 0)
        theirs = table.ask(NUMBER, 1)
        table.finish(0, [1, 2] if mine == theirs else [2, 1])

    match = Match(TinyGame(choose(0), then_guess), 2)
    match.leave(1)
    match.answer(0, PICK.code(1))
    found = Search(Sampler(match, 0), Stream(5), Style(depth=-1, rated=False)).run(Budget(200))
    assert (found.thoughts[0].code, found.thoughts[0].worth) == (PICK.code(0), 1.0)


def test_an_answer_of_several_picks_is_found_pick_by_pick() -> None:
    def two_and_three(state: Tiny, table: Table[Tiny]) -> None:
        picks = sorted(PICK.value(code) for code in table.ask_many(SUBSET, 0, 3))
        table.finish(0, [1, 2] if picks == [2, 3] else [2, 1])

    match = Match(TinyGame(two_and_three), 2)
    codes = bots.answer(SearchBot("tried", Budget(400), Style(depth=-1, rated=False)), match, 0, Stream(1))
    assert codes == [PICK.code(2), PICK.code(3)]


def test_it_looks_several_answers_ahead() -> None:
    """Only 2, 1, 2 in a row wins, and the other seat's answers between do not matter."""

    def wins(state: Tiny, table: Table[Tiny]) -> None:
        table.finish(0, [1, 2] if state.notes[::2] == [2, 1, 2] else [2, 1])

    match = Match(TinyGame(*[choose(number % 2) for number in range(6)], wins), 2)
    for number in (2, 1, 2):
        codes = bots.answer(SearchBot("tried", Budget(1_500), Style(depth=-1, rated=False)), match, 0, Stream(3))
        assert codes == [PICK.code(number)]
        match.answer(0, codes)
        match.answer(1, PICK.code(0))


def test_of_many_options_only_the_best_rated_are_tried_at_first() -> None:
    node = Node(0)
    codes = list(range(1, 101))
    node.add(codes, [float(code) for code in codes])
    tried = set()
    for _ in range(60):
        edge = node.select(codes, 1.5, 0.0, 1.0, Stream(1))
        edge.visits += 1
        node.visits += 1
        tried.add(edge.code)
    assert min(tried) > 100 - WIDE - 8


def test_how_a_game_is_searched_follows_from_what_it_has() -> None:
    assert style_for(find("leduc")) == Style(depth=-1, closed=True, rated=False)
    assert style_for(find("pig")).depth == -1
    assert style_for(find("pig")).rated
    assert style_for(find("planet_masters")).depth == 0
    assert style_for(find("battlestar")) == Style(depth=-1, rounds=1)


def test_to_end_second_of_four_is_not_worth_more_than_a_chance_to_win() -> None:
    def gamble(state: Tiny, table: Table[Tiny]) -> None:
        if PICK.value(table.ask(NUMBER, 0, 2)):
            table.finish(0, [2, 1, 3, 4])
        else:
            table.finish(0, [1, 2, 2, 2] if table.roll(0, 3) == 1 else [2, 1, 2, 2])

    match = Match(TinyGame(gamble), 4)
    found = Search(Sampler(match, 0), Stream(3), Style(depth=-1, rated=False)).run(Budget(300))
    assert found.thoughts[0].code == PICK.code(0)
    assert abs(found.thoughts[0].worth - 1 / 3) < 0.1
    assert sum(found.worth) == pytest.approx(1)


def test_a_time_budget_ends_the_search() -> None:
    match = Match(find("planet_masters"), 4, seed=1, hashes=False)
    seat = match.waiting[0]
    found = Search(Sampler(match, seat), Stream(1)).run(Budget(10_000_000, seconds=0.05))
    assert 0 < found.passes < 100_000
    assert len(found.worth) == 4


def test_all_picks_of_an_answer_share_its_seconds(monkeypatch: pytest.MonkeyPatch) -> None:
    def rule(state: Tiny, table: Table[Tiny]) -> None:
        table.finish(0, [1 if len(table.ask_many(SUBSET, 0, 3)) == 3 else 2, 1])

    clock = iter(range(100_000))
    match = Match(TinyGame(rule), 2, seed=1, hashes=False)
    for module in ("search_bot", "thinking"):
        monkeypatch.setattr(f"shapan.bots.{module}.perf_counter", lambda: next(clock) / 100)
    assert len(Search(Sampler(match, 0), Stream(1)).answer(Budget(100_000, seconds=2.0))) == 3
    assert next(clock) <= 220


# Pig, where the best play is known

TARGET = 10


@cache
def best_pig() -> dict[tuple[int, int, int], float]:
    """Return by value iteration the chance to win of who is to decide, with best play of both, at (own, other, sum)."""
    states = [(own, other, turn) for own in range(TARGET) for other in range(TARGET) for turn in _sums(own)]
    return _iterated(states, lambda roll, hold, state: max(roll, hold))


def _sums(own: int) -> list[int]:
    return [turn for turn in range(TARGET - own + 6) if turn != 1]


def _iterated(states: list[tuple[int, int, int]], choose: Any) -> dict[tuple[int, int, int], float]:
    chance = dict.fromkeys(states, 0.5)
    change = 1.0
    while change > 1e-9:
        change = 0.0
        for state in reversed(states):
            own, other, turn = state
            if own + turn >= TARGET and turn:
                new = 1.0
            else:
                roll = (1 - chance[other, own, 0]) / 6
                roll += sum(chance.get((own, other, turn + face), 1.0) for face in range(2, 7)) / 6
                new = choose(roll, 1 - chance[other, own + turn, 0], state)
            change = max(change, abs(new - chance[state]))
            chance[state] = new
    return chance


def _searched(state: tuple[int, int, int]) -> int:
    """Return what a search answers at (own, other, sum)."""
    game, (own, other, turn) = find("pig"), state
    rolls = []
    while turn:
        rolls.append(min(turn, 6) if turn - min(turn, 6) != 1 else 5)
        turn -= rolls[-1]
    start = game.start({"target": TARGET}, 2, 1)
    start.banked = [own, other]
    start.chance.scripts, start.chance.leads = [rolls[:]], True
    match = Match(game, 2, {"target": TARGET}, 1, state=start, hashes=False)
    for _ in rolls:
        match.answer(0, ROLL)
    return bots.answer(SearchBot("tried", Budget(200)), match, 0, Stream(7))[0]


def test_in_pig_a_search_wins_within_two_points_of_the_best_play() -> None:
    """The search's choices against the best play, both ways exact: the loss of all its mistakes together."""
    best = best_pig()
    chosen: dict[tuple[int, int, int], int] = {}

    def follow(roll: float, hold: float, state: tuple[int, int, int]) -> float:
        return roll if chosen[state] == ROLL else hold

    for state in best:
        if state[2] and state[0] + state[2] < TARGET:
            chosen[state] = _searched(state)
        else:
            chosen[state] = HOLD if state[2] else ROLL
    value = dict.fromkeys(best, 0.5)
    # Who searches decides by `chosen`; the other by the best play: two tables of chances, iterated together.
    theirs = dict(best)
    for _ in range(200):
        for state in reversed(list(best)):
            own, other, turn = state
            if turn and own + turn >= TARGET:
                value[state] = theirs[state] = 1.0
                continue
            for table, foe, decide in ((value, theirs, "search"), (theirs, value, "best")):
                roll = (1 - foe[other, own, 0]) / 6
                roll += sum(table.get((own, other, turn + face), 1.0) for face in range(2, 7)) / 6
                hold = 1 - foe[other, own + turn, 0]
                if decide == "search":
                    table[state] = follow(roll, hold, state)
                else:
                    lead = (1 - best[other, own, 0]) / 6
                    lead += sum(best.get((own, other, turn + face), 1.0) for face in range(2, 7)) / 6
                    table[state] = roll if lead >= 1 - best[other, own + turn, 0] else hold
    assert best[0, 0, 0] - value[0, 0, 0] < 0.02
