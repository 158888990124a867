"""Rows of combat cards: what was shown in one fight is hidden again in the next."""

from __future__ import annotations

import pytest

from shapan import bots
from shapan.engine.kinds import UNKNOWN
from shapan.engine.match import Match
from shapan.engine.table import Table
from shapan.engine.zone import EVERYONE
from shapan.games.battlefield import names
from shapan.games.battlefield.game import GAME
from shapan.games.battlefield.rules import combat, units
from shapan.games.battlefield.state import Battlefield


def begun() -> Battlefield:
    """Return a state in which combat cards are dealt."""
    match = Match(GAME, 2, {}, "rows", hashes=False)
    while not all(len(own) == 4 for own in match.live.combat_sets):
        seat = match.waiting[0]
        match.answer(seat, bots.answer(bots.find("random"), match, seat))
    return match.live.copy()


@pytest.mark.parametrize("shown", [1, 2, 4])
def test_a_combat_card_that_was_shown_is_laid_in_secret_again(shown: int) -> None:
    """BF-7.4, 7.5.6: else nothing would be learnt where it is shown, and its row could be taken back after that."""
    state = begun()
    own, row = state.combat_sets[0], state.rows[0]
    for _ in range(shown):
        state.move(own, 0, row)
        state.reveal(row, len(row) - 1)
    assert row.masks == [EVERYONE] * shown
    combat.take_back(state, (0, 1))
    assert (own.masks, own.cards, row.cards) == ([1] * 4, [0, 1, 2, 3], [])
    card = state.move(own, 0, row)
    assert (row.known(0), row.known(1), row.known(2)) == ([card], [UNKNOWN], [UNKNOWN])
    before = state.info
    state.reveal(row, 0)
    assert state.info > before


def test_a_second_look_at_a_like_card_tells_of_no_second_copy() -> None:
    """4.5, Recon: copies are alike, so the card seen again may be the one that was seen before."""
    state = begun()
    hand = state.hands[1]
    hand.cards[:], hand.masks[:], hand.groups[:] = [names.ATTACK] * 3, [2] * 3, [1] * 3
    for _ in range(2):
        units.look_at_one(state, Table(state), 0, 1)
        assert hand.known(0) == [names.ATTACK, UNKNOWN, UNKNOWN]


def test_after_a_fight_nobody_takes_his_row_back_though_all_others_are_bots() -> None:
    fights = 0
    for seed in range(3):
        match = Match(GAME, 2, {}, f"fights {seed}", "friendly", hashes=False)
        while not match.over and fights < 90:
            seat = match.waiting[-1]  # the person lays last
            laid = match.decisions[seat].prompt.key == "combat_row" and not seat
            codes = bots.answer(bots.find("random"), match, seat)
            match.answer(seat, codes, by="bot" if seat else "player")
            if laid and codes:
                fights += 1
                assert not match.may_undo(0)
    assert fights >= 20
