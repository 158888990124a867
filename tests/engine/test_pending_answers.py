"""Answers given to a question that is not complete: nobody else knows them, whatever the prompt says of later."""

from __future__ import annotations

from typing import Any

from engine.tiny import HIDDEN, PLAY, PLAYING, Tiny, TinyGame, all_at_once, deal, pick
from shapan.engine.match import Match
from shapan.engine.segment import CLOCK
from shapan.engine.table import Table


def discard(state: Tiny, table: Table[Tiny]) -> None:
    """A step: all seats choose a card at once, openly known when all are in."""
    codes = table.ask_all(PLAYING, range(state.seats))
    for seat, code in enumerate(codes):
        if code:
            hand = state.hands[seat]
            state.move(hand, hand.cards.index(PLAY.value(code)), state.table)


def test_an_answer_that_all_will_learn_is_drawn_anew_while_nobody_knows_it() -> None:
    match: Match[Any] = Match(TinyGame(all_at_once(HIDDEN)), 3)
    pick(match, 0, 2)
    drawn = {match.sample(1, seed).pending.given[0][0] for seed in range(40)}  # type: ignore[union-attr]
    assert len(drawn) == 3


def test_a_pending_card_is_one_that_the_seat_has_in_the_world() -> None:
    match: Match[Any] = Match(TinyGame(deal(2), discard), 3)
    match.answer(0, PLAY.code(match.live.hands[0].cards[0]))
    for seed in range(40):
        world = match.sample(1, seed)
        codes = world.pending.given[0]  # type: ignore[union-attr]
        assert PLAYING.allows(world.live, 0, 0, codes)
        for seat in (1, 2):
            world.answer(seat, world.legal(seat)[-1])
        assert world.over


def test_a_default_that_the_clock_gave_is_a_default_in_the_world() -> None:
    match: Match[Any] = Match(TinyGame(all_at_once(HIDDEN)), 3)
    match.answer(0, match.default(0), CLOCK)
    assert all(match.sample(1, seed).pending.given[0] == match.default(1) for seed in range(20))  # type: ignore[union-attr]
