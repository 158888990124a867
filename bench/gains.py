"""Measure what ways of thinking gain: at questions of greedy matches, what is judged of the answer of each bot.

uv run python bench/gains.py malifaux general general/likely=2,few=6 general/rounds=1 --seconds 1.4 --questions 60

A few dozen questions say more than as many matches: the options that are rated best are looked
at in many worlds each, as `general` does it, then each bot answers in worlds of its own, and its gain is by how much
its answer is worth more there than what is rated best. What the judgement gets wrong this does not find: duels do.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Sequence
from math import sqrt
from statistics import mean, pstdev
from typing import Any, Final

from balance import Z
from duel import player

import shapan
from shapan import bots
from shapan.bots.lookahead import Lookahead
from shapan.bots.search import style_for
from shapan.engine.chance import Stream, derive, key_of
from shapan.engine.game import Game
from shapan.engine.match import Match
from shapan.engine.registry import find
from shapan.engine.sampler import Sampler

EVERY: Final = 13
"""Of the questions with three options or more so many are passed over for each that is taken."""
LEAST: Final = 3


def questions(game: Game[Any], seats: int) -> Iterator[Sampler[Any]]:
    """Yield questions of matches that greedy bots play, spread over their length."""
    greedy, number, met = bots.find("greedy"), 0, 0
    while True:
        match = Match(game, seats, {}, derive(key_of("gains"), number), hashes=False)
        number += 1
        while not match.over:
            seat = min(match.decisions)
            sampler = Sampler(match, seat)
            if not sampler.prompt.many and not sampler.prompt.secret and len(sampler.legal()) >= LEAST:
                met += 1
                if met % EVERY == 0:
                    yield sampler
            match.answer(seat, bots.answer(greedy, match, seat))


def gains(
    game: str, seats: int, names: Sequence[str], limits: tuple[float, int], count: int, worlds: int
) -> list[list[float]]:
    """Return for each bot what its answer to each question gains over what is rated best; unknown answers gain 0."""
    found: list[list[float]] = [[] for _ in names]
    for number, sampler in zip(range(count), questions(find(game), seats), strict=False):
        worth = Lookahead(sampler, Stream(1), style_for(sampler.game)).worths(worlds)
        favourite = next(iter(worth))
        for row, name in zip(found, names, strict=True):
            code = player(name, *limits).reply(sampler, Stream(number + 2))[0]
            row.append(worth.get(code, worth[favourite]) - worth[favourite])
    return found


def main() -> None:
    """Measure bots."""
    parser = argparse.ArgumentParser()
    parser.add_argument("game")
    parser.add_argument("bots", nargs="+")
    parser.add_argument("--seats", type=int, default=2)
    parser.add_argument("--questions", type=int, default=40)
    parser.add_argument("--worlds", type=int, default=40, help="in which each option is looked at to know its worth")
    parser.add_argument("--seconds", type=float, default=0.0, help="of the clock, for an answer")
    parser.add_argument("--passes", type=int, default=0, help="for an answer, in place of seconds")
    given = parser.parse_args()
    limits = given.seconds, given.passes
    rows = gains(given.game, given.seats, given.bots, limits, given.questions, given.worlds)
    print(f"{given.game}, {given.questions} questions, {shapan.BUILD}: thousandths of a victory gained an answer")
    for name, row in zip(given.bots, rows, strict=True):
        half, left = Z * pstdev(row) / sqrt(len(row)), sum(gain != 0 for gain in row) / len(row)
        print(f"  {name}: {1000 * mean(row):.1f} ± {1000 * half:.1f}, {100 * left:.0f} % of its answers others")


if __name__ == "__main__":
    main()
