"""Chance as a question: every draw is a decision of the seat CHANCE."""

from __future__ import annotations

from typing import Any

import pytest

from engine.tiny import Tiny, TinyGame, choose, deal, pick, roll
from engine.toys.face_down import GAME as FACE_DOWN
from engine.toys.fate_duel import GAME as FATE_DUEL
from shapan.engine.chance import ScriptError, Stream
from shapan.engine.game import Game
from shapan.engine.match import Match, Refusal, random_answer
from shapan.engine.segment import CHANCE
from shapan.engine.table import Table
from shapan.games.pig import GAME as PIG
from shapan.games.pig.game import HOLD, ROLL


def test_a_die_is_a_question_with_equal_chances() -> None:
    match = Match(PIG, 2, open_chance=True)
    match.answer(0, ROLL)
    assert match.waiting == [CHANCE]
    assert not match.over
    assert match.outcomes() == [(face, 1 / 6) for face in range(1, 7)]
    match.fall(5)
    assert match.live.rolled == 5
    assert match.waiting == [0]
    assert match.outcomes() == []


def test_a_value_that_stands_twice_is_twice_as_likely() -> None:
    def step(state: Tiny, table: Table[Tiny]) -> None:
        state.notes.append(table.draw(1, [4, 2, 4, 7]))

    match = Match(TinyGame(step, choose(0)), 1, open_chance=True)
    assert match.outcomes() == [(2, 0.25), (4, 0.5), (7, 0.25)]
    match.fall(7)
    assert match.live.notes == [7]


def test_what_cannot_fall_is_refused() -> None:
    match = Match(PIG, 2, open_chance=True)
    with pytest.raises(Refusal):
        match.fall(3)
    match.answer(0, ROLL)
    before = match.save()
    for value in (0, 7, -1):
        with pytest.raises(Refusal) as refused:
            match.fall(value)
        assert refused.value.reason.key == "cannot_fall"
    with pytest.raises(Refusal):
        match.answer(0, HOLD)
    assert match.save() == before


def test_pools_of_a_deck_hold_what_is_left() -> None:
    match = Match(TinyGame(deal(2), choose(0)), 2, open_chance=True)
    for card in (3, 9, 0, 4):
        assert card in dict(match.outcomes())
        match.fall(card)
    assert [hand.cards for hand in match.live.hands] == [[3, 9], [0, 4]]
    assert match.waiting == [0]


def test_undo_does_not_go_back_over_an_open_draw() -> None:
    match = Match(TinyGame(choose(0), choose(0), roll, choose(0)), 1, open_chance=True)
    pick(match, 0, 1)
    assert match.may_undo(0)
    pick(match, 0, 1)
    match.fall(4)
    assert not match.may_undo(0)


def test_an_undone_question_before_an_open_draw_comes_back() -> None:
    match = Match(TinyGame(choose(0), roll, choose(0)), 1, open_chance=True)
    pick(match, 0, 1)
    assert match.waiting == [CHANCE]
    match.undo(0)
    assert match.waiting == [0]
    pick(match, 0, 2)
    match.fall(1)
    assert match.live.notes == [2, 1]


def test_clones_save_and_replay_of_open_draws() -> None:
    match = Match(TinyGame(choose(0), roll, roll, choose(0)), 1, open_chance=True)
    pick(match, 0, 1)
    match.fall(2)
    clone = match.clone()
    clone.fall(1)
    match.fall(3)
    assert clone.live.notes == [1, 2, 1]
    assert match.live.notes == [1, 2, 3]
    for replay in (False, True):
        again = Match.load(match.game, match.save(), replay=replay)
        assert again.live.encoded() == match.live.encoded()
        assert again.waiting == [0]


def test_scripts_come_before_open_draws() -> None:
    start = PIG.start({}, 2, 1)
    start.chance.scripts = [[4, 6]]
    match = Match(PIG, 2, state=start, open_chance=True)
    match.answer(0, ROLL)
    match.answer(0, ROLL)
    assert match.live.rolled == 10
    with pytest.raises(ScriptError):
        match.answer(0, ROLL)


@pytest.mark.parametrize(
    ("game", "seats"),
    [(PIG, 3), (FATE_DUEL, 2), (FACE_DOWN, 3)],
    ids=lambda value: getattr(value, "name", str(value)),
)
def test_open_draws_and_scripted_draws_give_the_same_match(game: Game[Any], seats: int) -> None:
    """Chance answered one by one, then the same values as scripts."""
    match = Match(game, seats, seed=1, open_chance=True)
    rng = Stream("open")
    falls: list[list[int]] = [[] for _ in game.streams]
    answers: list[tuple[int, list[int]]] = []
    for _ in range(150):
        if match.over:
            break
        seat = rng.choice(match.waiting)
        if seat == CHANCE:
            odds = match.outcomes()
            assert abs(sum(chance for _, chance in odds) - 1) < 1e-9
            assert match.pending is not None
            value = rng.choice(odds)[0]
            falls[match.pending.stream].append(value)
            match.fall(value)
            continue
        decision = match.decisions[seat]
        codes = random_answer(decision.prompt, match.live, seat, decision.arg, rng)
        answers.append((seat, codes))
        match.answer(seat, codes)
    while match.waiting == [CHANCE]:
        assert match.pending is not None
        falls[match.pending.stream].append(match.outcomes()[0][0])
        match.fall(match.outcomes()[0][0])
    start = game.start({}, seats, 1)
    start.chance.scripts = [list(values) for values in falls]
    scripted = Match(game, seats, seed=1, state=start)
    for seat, codes in answers:
        scripted.answer(seat, codes)
    for viewer in range(seats + 1):
        one, two = match.frame(viewer), scripted.frame(viewer)
        assert (one.view, one.events, one.waiting, one.outcome) == (
            two.view,
            two.events,
            two.waiting,
            two.outcome,
        )
    assert scripted.live.chance.scripts == [[] for _ in falls]


def test_falls_are_told_apart_from_answers_in_the_log() -> None:
    match = Match(PIG, 2, open_chance=True)
    match.answer(0, ROLL)
    match.fall(6)
    assert match.log[1] == {"fall": 6}
