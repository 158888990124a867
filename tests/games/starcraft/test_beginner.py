"""The beginner of StarCraft has a plan and errs in single choices; the levels stay in order."""

from __future__ import annotations

from functools import partial

import pytest

from games import bots
from shapan.bots import answer, find
from shapan.engine.match import FRIENDLY, Match
from shapan.games.starcraft import actions, formulas, names
from shapan.games.starcraft.bots.mind import Mind
from shapan.games.starcraft.bots.moving import near
from shapan.games.starcraft.game import GAME
from shapan.games.starcraft.rules.execution import BUILDS, MOBILIZES
from shapan.games.starcraft.state import StarCraft

play = partial(bots.play, GAME)
MATCHES = 20


@pytest.mark.parametrize("name", ["recruit", "cadet"])
@pytest.mark.rule("SC-2.1")
def test_every_order_of_a_beginner_can_do_something_where_it_lies(name: str) -> None:
    """It moves where it has units to move, builds and studies where it has a base, or sends units to build one.

    One order in twenty may come to nothing: its own moves before it, or its other orders, are mistakes too.
    """
    looked, idle = 0, list[str]()
    for key in ("plan", "another plan", "a third plan"):
        match: Match[StarCraft] = Match(GAME, 2, {}, key, FRIENDLY)
        bot, planning = find(name), False
        while not match.over and match.live.round < 4:
            seat = min(match.decisions)
            kind = match.decisions[seat].prompt.key
            if planning and kind != "place_order":
                there = [order for owner in range(2) for order in orders_of(match.live, owner)]
                looked += len(there)
                idle += [f"{names.ORDERS[order]} on {names.PLANETS[at]}" for order, at, useful in there if not useful]
            planning = kind == "place_order"
            codes = answer(bot, match, seat)
            assert not any(actions.destroys(code) for code in codes)
            match.answer(seat, codes)
    assert looked > 40
    assert len(idle) <= looked // 20, idle


def orders_of(state: StarCraft, seat: int) -> list[tuple[int, int, bool]]:
    """Return the orders of a seat with their planets, and whether each has something to do there."""
    mine = [
        (order, planet)
        for planet, stack in enumerate(state.stacks)
        for order, owner in zip(stack.cards, stack.marks[0], strict=True)
        if owner == seat
    ]
    moves = [planet for order, planet in mine if order in MOBILIZES]
    mind = Mind(GAME.view(state, seat), seat)
    found = []
    for order, planet in mine:
        home = formulas.base_on(state, seat, planet) >= 0
        here = formulas.has_units_on(state, seat, planet)
        comes = order in MOBILIZES and bool(near(mind, planet))
        settles = order in BUILDS and planet in moves
        found.append((order, planet, home or here or comes or settles))
    return found


@pytest.mark.parametrize(("weaker", "stronger"), [("random", "recruit"), ("recruit", "cadet")])
def test_the_levels_stand_in_order(weaker: str, stronger: str) -> None:
    won = 0
    for number in range(MATCHES):
        seat = number % 2
        outcome = GAME.outcome(play([stronger, weaker] if seat == 0 else [weaker, stronger], number))
        assert outcome is not None
        won += outcome.winners == [seat]
    assert won > MATCHES / 2, won
