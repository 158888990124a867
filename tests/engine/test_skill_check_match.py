"""Skill check: saving in mid check, and worlds.

Rule numbers are those of the test game; the docstrings name the contract lines (engine.md) that a test proves.
"""

from __future__ import annotations

from typing import Any

import pytest

from engine.driving import asks, reads, reloaded, run, state_bytes, worlds_to_the_end
from engine.skill_check_table import card, put, table, to_action, to_check
from engine.toys.skill_check import GAME
from engine.toys.skill_check.actions import SPY
from engine.toys.skill_check.names import LOYAL, TRAITOR
from shapan.engine.actions import DONE
from shapan.engine.chance import Stream
from shapan.engine.match import Match


def in_mid_check() -> Match[Any]:
    match = to_check(table())
    match.answer(1, put("lead_2", "plan_1"))
    match.answer(2, put("mend_5"))
    match.answer(0, put("plan_1"))
    match.answer(2, DONE)
    assert asks(match, "scouting") and match.waiting == [0, 1]
    return match


@pytest.mark.parametrize("replay", [False, True])
def test_a_match_saved_in_mid_check_goes_on_the_same(replay: bool) -> None:
    """I1: the records' hashes fit; frames, undo and who has answered are the same after a trip through JSON."""
    for seed in range(6):
        rng = Stream(seed)
        match = run(Match(GAME, 3, seed=seed), rng, until=lambda m: asks(m, "scouting") and len(m.waiting) == 2)
        again = reloaded(match, replay)
        for viewer in range(4):
            assert reads(again, viewer) == reads(match, viewer)
        one, two = run(match, Stream("on")), run(again, Stream("on"))
        assert state_bytes(one) == state_bytes(two) and one.log == two.log


def test_a_scripted_match_saved_in_mid_check_keeps_its_script() -> None:
    """K: scripted dice are part of the state."""
    match = in_mid_check()
    assert reloaded(match).live.chance.scripts == match.live.chance.scripts


def test_resample_keeps_what_a_seat_knows() -> None:
    """A6: own hand, own cards under the pile, a loyalty card once looked at; the rest is dealt again."""
    match = to_action(table(traitor=2))
    match.answer(0, SPY.codes[2])
    match.answer(1, put("lead_2", "plan_1"))
    for viewer in (1, 0, 3):
        before = match.view(viewer)
        others, piles = set(), set()
        for seed in range(40):
            world = match.sample(viewer, seed)
            assert world.view(viewer) == before
            state = world.live
            others.add(tuple(state.hands[2].cards))
            piles.add(tuple(state.pile.cards))
            if viewer == 1:
                assert state.pile.cards[2:4] == [card("lead_2"), card("plan_1")]
                assert state.hands[1].cards == match.live.hands[1].cards
                assert state.loyalty[1].cards == [LOYAL]
            if viewer == 0:
                assert state.loyalty[2].cards == [TRAITOR]
        assert len(others) > 10 and len(piles) > 10


def test_resample_follows_the_open_draws() -> None:
    """Inference by a game: a deck holds its type only, a hand at least the types drawn since it put cards in."""
    match = to_action(table(), "mend", "mend")
    for seed in range(40):
        state = match.sample(1, seed).live
        for type_, zone in enumerate(state.decks):
            assert {one // 4 for one in zone.cards} == {type_}
        types = [one // 4 for one in state.hands[0].cards]
        assert sorted(types) == [0, 1, 2, 4, 4]


def test_sampled_worlds_play_on_to_the_end() -> None:
    """A4: a world can be stepped and cloned like a match; nothing is in limbo at any of its questions."""
    matches = [Match(GAME, 3 + seed % 3, seed=seed) for seed in range(40)]
    worlds = worlds_to_the_end(matches, lambda match: {"skill cards": 40, "loyalty cards": match.seats, "crises": 6})
    assert worlds >= 190
