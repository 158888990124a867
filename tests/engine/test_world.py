"""Sampled worlds: what a seat may hold for possible, and playing on in it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import pytest

from engine.tiny import (
    PICK,
    PLAY,
    PLAYING,
    SECRET,
    Row,
    Tiny,
    TinyGame,
    all_at_once,
    choose,
    deal,
    pick,
    play,
    play_on,
    roll,
)
from engine.toys.face_down import GAME as FACE_DOWN
from engine.toys.fate_duel import GAME as FATE_DUEL
from shapan.engine.actions import DONE
from shapan.engine.chance import Stream
from shapan.engine.game import Game
from shapan.engine.kinds import UNKNOWN
from shapan.engine.match import Frame, Match, random_answer
from shapan.engine.table import Table
from shapan.games.pig import GAME as PIG
from shapan.games.pig.game import HOLD, ROLL


def hands(match: Match[Any]) -> list[list[int]]:
    return [list(hand.cards) for hand in match.live.hands]


def lay(state: Tiny, seat: int, code: int) -> None:
    """Lay the card of an answer on the table, if it has one."""
    if code != DONE:
        hand = state.hands[seat]
        state.move(hand, hand.cards.index(PLAY.value(code)), state.table)


def seen(match: Match[Any], viewer: int) -> Frame:
    """Return a frame without undo: in a world nobody goes back behind its mark."""
    return replace(match.frame(viewer), may_undo=False)


def test_a_world_keeps_all_that_the_seat_knows() -> None:
    match = Match(TinyGame(deal(3), choose(0)), 3, seed=3)
    for seat in range(3):
        seen = set()
        for seed in range(20):
            world = match.sample(seat, seed)
            assert world.frame(seat) == match.frame(seat)
            assert hands(world)[seat] == hands(match)[seat]
            seen.add(str(hands(world)))
        assert len(seen) > 15


def test_a_world_is_a_function_of_its_seed() -> None:
    match = Match(TinyGame(deal(3), choose(0)), 3, seed=3)
    first, again, other = (match.sample(1, seed) for seed in (1, 1, 2))
    assert first.live.encoded() == again.live.encoded()
    assert first.live.encoded() != other.live.encoded()


def test_a_world_does_not_depend_on_what_the_seat_cannot_know() -> None:
    """Two true deals that look alike to a seat give it the same worlds."""
    match = Match(TinyGame(deal(3), choose(0)), 3, seed=3)
    world = match.sample(0, 1)
    for seed in range(10):
        twin = match.sample(0, 100 + seed)
        start = twin.live.copy()
        resampled = []
        for state in (world.live.copy(), start):
            match.game.resample(state, 0, Stream(seed))
            resampled.append([zone.dump() for _, zone in state.zones()])
        assert resampled[0] == resampled[1]


def test_resampling_changes_no_object_that_the_rules_may_hold() -> None:
    match = Match(TinyGame(deal(3), choose(0)), 3, seed=3)
    state = match.live.copy()
    before = [(id(zone), id(zone.cards)) for _, zone in state.zones()]
    match.game.resample(state, 0, Stream(1))
    assert [(id(zone), id(zone.cards)) for _, zone in state.zones()] == before


def test_cards_a_seat_has_looked_at_stay_where_they_are() -> None:
    def look(state: Tiny, table: Table[Tiny]) -> None:
        state.look(state.hands[1], 1, 0)

    match = Match(TinyGame(deal(3), look, choose(0)), 2, seed=3)
    card = hands(match)[1][1]
    assert match.frame(0).view["hands"][1].count(None) == 2
    others = Counter()  # type: ignore[var-annotated]
    for seed in range(30):
        world = match.sample(0, seed)
        assert card in hands(world)[1]
        assert world.frame(0) == match.frame(0)
        others.update(c for c in hands(world)[1] if c != card)
    assert len(others) == 6
    spectator = [match.sample(2, seed) for seed in range(30)]
    assert any(card not in hands(world)[1] for world in spectator)


def test_open_cards_stay_and_hidden_ones_are_dealt_from_the_rest() -> None:
    match = Match(TinyGame(deal(3), play(0), play(1), choose(0)), 2, seed=6)
    match.answer(0, match.legal(0)[1])
    match.answer(1, match.legal(1)[2])
    for seed in range(20):
        world = match.sample(0, seed)
        assert world.live.table.cards == match.live.table.cards
        assert len(hands(world)[1]) == 2
        cards = [*world.live.stock.cards, *world.live.table.cards]
        assert sorted([*cards, *hands(world)[0], *hands(world)[1]]) == list(range(10))


def test_worlds_in_the_middle_of_a_function_can_be_played_on() -> None:
    def step(state: Tiny, table: Table[Tiny]) -> None:
        for seat in (0, 1, 0, 1):
            lay(state, seat, table.ask(PLAYING, seat))

    match = Match(TinyGame(deal(2), step, choose(0)), 2, seed=1)
    match.answer(0, match.legal(0)[1])
    for seed in range(40):
        world = match.sample(1 - match.waiting[0], seed)
        play_on(world, seed)
        assert world.over
    assert len(match.log) == 1


def test_worlds_do_not_touch_the_match() -> None:
    match = Match(FACE_DOWN, 3, seed=1)
    play_on(match, 1, 9)
    before = match.save()
    for seed in range(10):
        play_on(match.sample(seed % 3, seed), seed)
    assert match.save() == before


def test_a_world_has_its_own_chance() -> None:
    match = Match(TinyGame(choose(0), *[roll] * 8, choose(0)), 1, seed=1)
    falls = set()
    for seed in range(10):
        world = match.sample(0, seed)
        pick(world, 0, 1)
        falls.add(tuple(world.live.notes))
    true = match.clone()
    pick(true, 0, 1)
    assert len(falls) == 10
    assert tuple(true.live.notes) not in falls


def test_worlds_with_common_chance_roll_alike() -> None:
    match = Match(TinyGame(deal(3), choose(0), *[roll] * 8, choose(0)), 2, seed=1)
    ends = []
    for seed in range(4):
        world = match.sample(0, seed, common="x")
        pick(world, 0, 1)
        ends.append((world.live.notes, hands(world)[1]))
    assert all(notes == ends[0][0] for notes, _ in ends)
    assert len({str(cards) for _, cards in ends}) > 1


def test_a_world_forgets_the_scripts() -> None:
    start = PIG.start({}, 2, 1)
    start.chance.scripts = [[6, 6, 1]]
    match = Match(PIG, 2, state=start)
    match.answer(0, ROLL)
    assert match.live.rolled == 6
    falls = set()
    for seed in range(30):
        world = match.sample(0, seed)
        world.answer(0, ROLL)
        falls.add(world.live.rolled)
    assert len(falls) == 6
    match.answer(0, ROLL)
    assert match.live.rolled == 12


def test_a_clone_of_a_world_is_the_same_world() -> None:
    match = Match(FATE_DUEL, 2, seed=5)
    play_on(match, 2, 12)
    world = match.sample(0, 9)
    clone = world.clone()
    assert clone.live.encoded() == world.live.encoded()
    play_on(world, 3, 8)
    later = world.clone()
    assert later.live.encoded() == world.live.encoded()
    play_on(world, 4)
    play_on(later, 4)
    play_on(clone, 3, 8)
    play_on(clone, 4)
    assert later.live.encoded() == world.live.encoded() == clone.live.encoded()


def test_pending_answers_of_others_are_drawn_anew() -> None:
    """Who has answered is open, what is not: not even whether it is a long or a short row."""
    for prompt in (SECRET, Row()):

        def step(state: Tiny, table: Table[Tiny], prompt: Any = prompt) -> None:
            ask = table.ask_all_many if prompt.many else table.ask_all
            ask(prompt, range(3), 3)

        match = Match(TinyGame(step, choose(0)), 3)
        match.answer(1, [PICK.code(2)])
        drawn = set()
        for seed in range(40):
            world = match.sample(0, seed)
            assert world.pending is not None
            assert seen(world, 0) == seen(match, 0)
            drawn.add(str(world.pending.given[1]))
            world.answer(0, [PICK.code(0)])
            world.answer(2, [PICK.code(0)])
            assert world.waiting == [0]
        assert len(drawn) >= 3
        assert match.pending is not None and match.pending.given[1] == [PICK.code(2)]


def test_pending_answers_are_legal_in_the_world() -> None:
    def step(state: Tiny, table: Table[Tiny]) -> None:
        for seat, code in enumerate(table.ask_all(PLAYING, (0, 1))):
            lay(state, seat, code)

    match = Match(TinyGame(deal(2), step, choose(0)), 2, seed=8)
    match.answer(1, match.legal(1)[1])
    for seed in range(40):
        world = match.sample(0, seed)
        world.answer(0, DONE)
        assert world.waiting == [0]


def test_the_own_pending_answer_stays() -> None:
    match = Match(TinyGame(all_at_once(), choose(0)), 2)
    pick(match, 0, 2)
    for seed in range(10):
        world = match.sample(0, seed)
        pick(world, 1, 0)
        assert world.live.notes == [2, 0]


class SecretRow(Row):
    """A row of which others learn the length, once all are in."""

    key, secret = "secret_row", True

    def shadow(self, codes: Sequence[int]) -> int:
        return len(codes)


def test_the_length_of_a_pending_row_is_not_kept() -> None:
    def step(state: Tiny, table: Table[Tiny]) -> None:
        table.ask_all_many(SecretRow(), (0, 1), 3)

    match = Match(TinyGame(step), 2)
    match.answer(1, [])
    lengths = set()
    for seed in range(40):
        world = match.sample(0, seed)
        assert world.pending is not None
        lengths.add(len(world.pending.given[1]))
    assert lengths == {0, 1, 2, 3}


def test_a_world_of_a_world_is_refused_in_the_middle_of_a_stretch() -> None:
    def twice(state: Tiny, table: Table[Tiny]) -> None:
        for _ in range(2):
            choose(0)(state, table)

    match = Match(TinyGame(deal(2), twice, choose(0)), 2)
    world = match.sample(0, 1)
    pick(world, 0, 1)
    with pytest.raises(ValueError, match="sample from the match"):
        world.sample(0, 2)
    pick(world, 0, 1)
    assert world.sample(0, 2).is_world


def test_a_world_of_a_world_at_its_question_is_the_world_of_the_match() -> None:
    """What was dealt anew before is dealt anew, too: for the same seat nothing of it is left."""
    match = Match(TinyGame(deal(2), choose(0)), 2)
    hands = {seed: match.sample(0, seed).live.encoded() for seed in range(6)}
    assert len(set(hands.values())) > 1
    for seed in range(6):
        assert match.sample(0, seed).sample(0, 3).live.encoded() == hands[3]


def test_no_undo_across_the_mark_of_a_world() -> None:
    match = Match(TinyGame(choose(0), choose(0), choose(0), choose(1)), 2)
    pick(match, 0, 1)
    world = match.sample(0, 1)
    assert not world.may_undo(0)
    pick(world, 0, 2)
    world.undo(0)
    assert world.live.notes == [1]
    assert not world.may_undo(0)


def test_a_finished_match_can_be_sampled() -> None:
    match = Match(PIG, 2, seed=2)
    play_on(match, 1)
    world = match.sample(0, 1)
    assert world.over
    assert world.outcome == match.outcome


@pytest.mark.parametrize(("game", "seats"), [(FATE_DUEL, 2), (FACE_DOWN, 2), (FACE_DOWN, 3)])
def test_worlds_of_the_toys_agree_with_the_seat_everywhere(game: Game[Any], seats: int) -> None:
    match = Match(game, seats, seed=13)
    rng = Stream("worlds")
    for _ in range(70):
        if match.over:
            break
        for seat in range(seats + 1):
            world = match.sample(seat, rng.number(1_000))
            assert seen(world, seat) == seen(match, seat)
            assert game.conserved(world.live) == game.conserved(match.live)
            for zone, true in zip(world.live.zones(), match.live.zones(), strict=True):
                assert zone[1].known(seat) == true[1].known(seat)
                assert len(zone[1]) == len(true[1])
                assert UNKNOWN not in zone[1].cards
        seat = rng.choice(match.waiting)
        decision = match.decisions[seat]
        match.answer(seat, random_answer(decision.prompt, match.live, seat, decision.arg, rng))


def test_pig_worlds_differ_only_in_what_comes() -> None:
    match = Match(PIG, 2, seed=4)
    match.answer(0, ROLL)
    world = match.sample(1, 1)
    assert world.frame(1) == match.frame(1)
    if not world.live.turn:
        world.answer(0, HOLD)
    assert world.live.turn == 1
