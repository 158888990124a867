"""Measured odds: what stands in the files, and what a level by side shows and does not show."""

from __future__ import annotations

from typing import Any

import pytest

from shapan import BUILD, bots
from shapan.bots.handicap import CHANCES, ODDS, PERSON, HandicapBot, Measured, handicap_of
from shapan.engine.chance import Stream
from shapan.engine.match import Match
from shapan.engine.registry import find
from shapan.engine.table import PolicyTable

MEASURED = ("planet_masters", "battlestar")
NEAR = 6
ENOUGH = 250


@pytest.mark.parametrize("name", MEASURED)
def test_each_number_of_seats_has_each_chance_as_it_was_measured(name: str) -> None:
    game = find(name)
    odds = handicap_of(game)
    assert odds is not None
    for seats in range(game.min_seats, game.max_seats + 1):
        for chance in (0, *CHANCES):
            row = odds.of(seats, chance)
            assert row is not None
            assert sum(share.matches for share in row.shares) >= ENOUGH
            assert all(share.low <= share.won <= share.high for share in row.shares)
            if not chance:
                assert not any(row.careless.values()) and not row.beside
            elif len(row.shares) == 1:
                assert missed(row, chance) <= NEAR
            else:
                others = [missed(other, chance) for other in odds.odds if other.seats == seats]
                assert missed(row, chance) <= min(others) + NEAR, "a level that was measured is fairer to both sides"


def missed(row: Measured, chance: int) -> float:
    """Return by how much the side misses its chance that misses it most."""
    return max(abs(share.won - chance) for share in row.shares)


def test_the_bots_are_found_by_name_but_not_listed_and_answer_at_once() -> None:
    bot = bots.find(f"{ODDS}50")
    assert isinstance(bot, HandicapBot) and bot.name == f"{ODDS}50" and not bot.thinks
    assert bot.name not in bots.names()


def test_a_side_is_told_by_the_own_view_only() -> None:
    game = find("battlestar")
    for number in range(10):
        match = Match(game, 5, {}, f"sides {number}")
        while not any(match.live.loyalty[seat].cards for seat in range(5)):
            match.answer(match.waiting[0], match.default(match.waiting[0]))
        truth = [game.side(match.live, seat) for seat in range(5)]
        assert [game.side(match.view(seat), seat) for seat in range(5)] == truth
        assert "cylon" not in {game.side(match.view(5), seat) for seat in range(5)}, "a spectator takes all for human"


def test_more_is_left_to_chance_only_beside_a_person_whom_all_know_to_be_on_that_side() -> None:
    row = Measured(5, 50, {"human": 0, "cylon": 40}, [], {"cylon": 100})
    assert [row.level(side, "") for side in ("human", "cylon")] == [0, 40]
    assert [row.level(side, "cylon") for side in ("human", "cylon")] == [0, 100]
    assert Measured(2, 50, {"": 30}, [], {"": 100}).level("", "") == 30, "where there are no sides none is open"


def test_a_side_is_open_when_all_know_it_and_not_before() -> None:
    game = find("battlestar")
    match = Match(game, 3, {}, "open side 0")
    bot = bots.find("greedy")
    hidden = 0
    while not match.live.revealed[PERSON]:
        seat = match.waiting[0]
        match.answer(seat, bots.answer(bot, match, seat), by="bot")
        if game.side(match.live, PERSON) == "cylon" and not match.live.revealed[PERSON]:
            hidden += 1
            if hidden % 20 == 1:
                assert {game.open_side(match.view(viewer), PERSON) for viewer in range(4)} == {""}
    assert hidden and {game.open_side(match.view(viewer), PERSON) for viewer in range(4)} == {"cylon"}


if BUILD != "compiled":  # there no class of Python is built on a stream of chance

    def calls(game: Any, careless: dict[str, int]) -> tuple[list[int], int]:
        """Return the answers of a match, and how often a bot drew a level."""
        bot, drawn = HandicapBot("odds", 0, Measured(3, 0, careless, [])), [0]

        class Counting(Stream):
            def number(self, most: int) -> int:
                drawn[0] += most == 100
                return super().number(most)

        made: list[int] = []
        rng = Counting("levels")
        state = game.start({}, 3, "levels")

        def choose(state: Any, prompt: Any, seat: int, arg: int, options: Any, picked: Any) -> int:
            made.append(
                bot.choose(bots.DecisionPoint(game, game.view(state, seat), prompt, seat, arg, options, picked, rng))
            )
            return made[-1]

        game.play_out(state, PolicyTable(state, choose))
        return made, drawn[0]

    def test_every_answer_draws_its_level_whatever_that_is() -> None:
        game = find("planet_masters")
        for careless in ({"": 0}, {"": 40}, {}):
            made, drawn = calls(game, careless)
            assert drawn == len(made) > 10

    def test_with_all_left_to_chance_something_else_is_answered() -> None:
        game = find("planet_masters")
        assert calls(game, {"": 0})[0] != calls(game, {"": 100})[0]
