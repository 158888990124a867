"""Measure what greedy humans of Battlestar Galactica would win with a gift: a bound on what better answers can bring.

uv run python bench/battlestar_bounds.py --matches 60 none knows foresees open passes no_raiders free_ftl

Gifts replace functions of the rules or show bots what no seat may know: they are no bots, and play nowhere else.
"""

from __future__ import annotations

import argparse
import multiprocessing
from collections.abc import Callable, Sequence
from itertools import combinations
from math import sqrt
from typing import Any

from shapan.bots import find, policy
from shapan.engine.chance import Stream, derive
from shapan.engine.table import PolicyTable
from shapan.games.battlestar import names, step_codes
from shapan.games.battlestar.bots import checks as judging
from shapan.games.battlestar.bots.mind import RATE, Mind
from shapan.games.battlestar.game import GAME
from shapan.games.battlestar.rules import checks, jump, space
from shapan.games.battlestar.rules.ending import is_cylon
from shapan.games.battlestar.rules.record import worth

SEATS = (3, 4, 5, 6)
OF_CARDS = (step_codes.OF_CRISIS, step_codes.OF_SUPER)
FOE_CARD = 2.2
"""What the card of a revealed Cylon who comes later is taken to cost a check."""
POINT = 0.06
"""What a point of strength must bring at least."""
TRUTH: list[Any] = []
"""The state of the match that is played: what gifts may look at."""


def knows() -> None:
    """Humans know who is a Cylon."""
    guess = Mind._doubts

    def doubts(mind: Mind, *, knowing: bool) -> list[float]:
        if mind.cylon or not knowing:
            return guess(mind, knowing=knowing)
        return [float(is_cylon(TRUTH[-1], seat)) for seat in range(mind.view.seats)]

    Mind._doubts = doubts  # type: ignore[method-assign]


def foresees() -> None:
    """Humans know all hands and the cards in a check, and put in what it needs and no more, or nothing."""
    guess = judging.plan

    def plan(mind: Mind, most: int) -> list[int]:
        state = TRUTH[-1]
        running = state.check
        if mind.cylon or running.of not in OF_CARDS:
            return guess(mind, most)
        lacking = float(running.difficulty - sum(worth(running, card) for card in running.pile.cards))
        later, seat = 0, mind.seat
        while seat != state.active:
            seat = (seat + 1) % state.seats
            if is_cylon(state, seat):
                lacking += FOE_CARD * bool(state.revealed[seat] and len(state.hands[seat]))
            else:
                later += strength(running, state.hands[seat].cards, checks.limit_of(state, seat))
        own = strength(running, mind.hand, most)
        if lacking <= 0 or own + later < lacking or judging.stake(mind) < POINT * lacking:
            return []
        return fewest(running, mind.hand, most, max(lacking - later, lacking * own / (own + later)))

    RATE.row("contribute")(plan)


def strength(running: Any, cards: Sequence[int], most: int) -> int:
    """Return what the best of some cards add to a check."""
    return sum(sorted((max(0, worth(running, card)) for card in cards), reverse=True)[:most])


def fewest(running: Any, hand: Sequence[int], most: int, target: float) -> list[int]:
    """Return the matching cards that reach a target by least."""
    cards = sorted((card for card in hand if worth(running, card) > 0), key=lambda card: -names.strength_of(card))[:10]
    enough = [
        (sum(map(names.strength_of, chosen)), number, chosen)
        for number in range(1, min(most, len(cards)) + 1)
        for chosen in combinations(cards, number)
        if sum(map(names.strength_of, chosen)) >= target
    ]
    return sorted(min(enough, key=lambda one: one[:2])[2] if enough else cards[:most])


def open_checks() -> None:
    """Cards go into the checks of crises face up."""
    begin = checks.begin

    def opened(state: Any, table: Any, running: Any) -> None:
        begin(state, table, running)
        running.open = int(running.of in OF_CARDS)

    checks.begin = opened


def passes() -> None:
    """Every check of a crisis is passed, whatever goes in."""
    settle = checks.settle

    def settled(state: Any, table: Any, running: Any) -> None:
        if running.of in OF_CARDS:
            running.total = max(running.total, running.difficulty)
        settle(state, table, running)

    checks.settle = settled


def no_raiders() -> None:
    """Raiders never act."""
    activate = space.activate

    def spared(state: Any, table: Any, icon: int) -> None:
        if icon != space.ICON_R:
            activate(state, table, icon)

    space.activate = spared


def free_ftl() -> None:
    """The action of FTL Control costs no population."""
    jump.ftl_jump = lambda state, table, seat: jump.jump(state, table)


GIFTS: dict[str, Callable[[], None]] = {
    "none": lambda: None,
    "knows": knows,
    "foresees": foresees,
    "open": open_checks,
    "passes": passes,
    "no_raiders": no_raiders,
    "free_ftl": free_ftl,
}


def humans_win(seats: int, number: int) -> bool:
    """Play one match."""
    state = GAME.start({}, seats, derive(b"study", seats, number))
    TRUTH[:] = [state]
    bots = dict.fromkeys(range(seats), find("greedy"))
    GAME.play_out(state, PolicyTable(state, policy(GAME, bots, Stream(derive(b"bots", b"study", seats, number)))))
    outcome = GAME.outcome(state)
    assert outcome is not None
    return outcome.result == "humans"


def measure(gift: str, matches: int) -> None:
    """Give a gift and print what is won with it."""
    GIFTS[gift]()
    won = {seats: sum(humans_win(seats, number) for number in range(matches)) for seats in SEATS}
    count = matches * len(SEATS)
    share = sum(won.values()) / count
    each = ", ".join(f"{seats}: {100 * wins / matches:.0f}" for seats, wins in won.items())
    print(f"{gift}: {100 * share:.1f} % +- {100 * sqrt(share * (1 - share) / count):.1f} ({each})", flush=True)


def main() -> None:
    """Measure gifts, one after the other, each in a process of its own."""
    parser = argparse.ArgumentParser()
    parser.add_argument("gifts", nargs="+", choices=GIFTS)
    parser.add_argument("--matches", type=int, default=60, help="for each number of seats")
    arguments = parser.parse_args()
    for gift in arguments.gifts:
        worker = multiprocessing.get_context("spawn").Process(target=measure, args=(gift, arguments.matches))
        worker.start()
        worker.join()


if __name__ == "__main__":
    main()
