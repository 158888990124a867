"""Keeping matches: from the quiet point or by playing the log again, the same match comes back."""

from __future__ import annotations

import json
from typing import Any

import msgspec
import pytest

from engine.tiny import (
    TinyGame,
    all_at_once,
    all_frames,
    choose,
    deal,
    pick,
    play,
    play_on,
    quietly,
    roll,
)
from engine.toys.face_down import GAME as FACE_DOWN
from engine.toys.fate_duel import GAME as FATE_DUEL
from engine.toys.order_stacks import GAME as ORDER_STACKS
from engine.toys.skill_check import GAME as SKILL_CHECK
from shapan.engine.chance import Stream
from shapan.engine.game import Game
from shapan.engine.match import FRIENDLY, Frozen, Match, random_answer
from shapan.engine.part import dump_value, field_names
from shapan.engine.registry import games
from shapan.engine.saving import _SHAPES, shape
from shapan.engine.segment import BOT
from shapan.games.pig import GAME as PIG
from shapan.games.pig.game import HOLD, ROLL
from shapan.games.planet_masters.state import Attack

MIXED = TinyGame(deal(2), choose(0), quietly(1), all_at_once(), play(0), roll, play(1), choose(2))


def both_ways(match: Match[Any]) -> list[Match[Any]]:
    """Load a match from its quiet point and from its log, through JSON."""
    data = json.loads(json.dumps(match.save()))
    return [Match.load(match.game, data, replay=replay) for replay in (False, True)]


def same(match: Match[Any], other: Match[Any]) -> None:
    """Assert that two matches are in the same situation."""
    assert other.live.encoded() == match.live.encoded()
    assert all_frames(other) == all_frames(match)
    assert other.ask_hash() == match.ask_hash()
    assert other.decisions == match.decisions
    for seat in range(match.seats):
        assert other.may_undo(seat) == match.may_undo(seat)
    assert other.save() == match.save()


@pytest.mark.parametrize(
    ("game", "seats"),
    [(PIG, 3), (MIXED, 3), (FATE_DUEL, 2), (FACE_DOWN, 3)],
    ids=lambda value: getattr(value, "name", str(value)),
)
def test_quiet_load_and_replay_give_the_same_match_everywhere(game: Game[Any], seats: int) -> None:
    match = Match(game, seats, seed=21, undo=FRIENDLY)
    rng = Stream("save")
    same(match, both_ways(match)[0])
    for _ in range(60):
        if match.over:
            break
        seat = rng.choice(match.waiting)
        decision = match.decisions[seat]
        codes = random_answer(decision.prompt, match.live, seat, decision.arg, rng)
        match.answer(seat, codes, by=BOT if seat == 1 else "player")
        undoers = [other for other in range(seats) if match.may_undo(other)]
        if undoers and rng.number(4) == 0:
            match.undo(rng.choice(undoers))
        for other in both_ways(match):
            same(match, other)


def test_loaded_matches_go_on_alike() -> None:
    match = Match(FACE_DOWN, 3, seed=2)
    play_on(match, 1, 25)
    others = both_ways(match)
    for one in (match, *others):
        play_on(one, 2)
    assert match.over
    for other in others:
        same(match, other)


def test_a_load_keeps_ordinals_of_open_decisions() -> None:
    match = Match(TinyGame(choose(0), all_at_once()), 3)
    pick(match, 0, 1)
    match.undo(0)
    pick(match, 0, 1)
    pick(match, 1, 2)
    match.undo(1)
    for other in both_ways(match):
        assert other.ordinals == match.ordinals
        assert {s: d.ordinal for s, d in other.decisions.items()} == {s: d.ordinal for s, d in match.decisions.items()}
        pick(other, 1, 0, ordinal=match.decisions[1].ordinal)
        pick(other, 0, 0)
        pick(other, 2, 0)
        assert other.over


def test_a_load_keeps_the_way_back_over_quiet_points() -> None:
    match = Match(TinyGame(quietly(0), quietly(0), choose(0), choose(1)), 2)
    states = []
    for _ in range(3):
        states.append(match.live.encoded())
        pick(match, 0, 1)
    for other in both_ways(match):
        for state in reversed(states):
            other.undo(0)
            assert other.live.encoded() == state


def test_a_finished_match_loads_with_its_outcome() -> None:
    match = Match(PIG, 2, seed=5)
    play_on(match, 5)
    for other in both_ways(match):
        assert other.over
        assert other.outcome == match.outcome
        same(match, other)


def test_a_save_without_its_quiet_point_is_replayed() -> None:
    match = Match(PIG, 2, seed=5)
    play_on(match, 5, 30)
    data = match.save()
    del data["quiet"]
    same(match, Match.load(PIG, data))


def test_a_quiet_point_that_leads_elsewhere_is_frozen() -> None:
    match = Match(TinyGame(choose(0), choose(1)), 2)
    pick(match, 0, 1)
    with pytest.raises(Frozen):
        Match.load(TinyGame(choose(0), choose(1, 2)), match.save())
    data = match.save()
    data["quiet"]["hash"] = "0" * 16
    with pytest.raises(Frozen):
        Match.load(match.game, data)


def test_a_new_rules_version_replays_the_log() -> None:
    class Newer(TinyGame):
        rules_version = 2

    steps = (choose(0), choose(1))
    match = Match(TinyGame(*steps), 2)
    pick(match, 0, 1)
    same_rules = Match.load(Newer(*steps), match.save())
    assert same_rules.live.encoded() == match.live.encoded()
    with pytest.raises(Frozen):
        Match.load(Newer(choose(0, 2), choose(1, 2), choose(0)), match.save())


def test_a_save_tells_the_versions_it_was_made_with() -> None:
    data = Match(PIG, 2, options={"target": 40}).save()
    assert (data["game"], data["rules_version"], data["format"]) == ("pig", 1, 1)
    assert data["options"] == {"target": 40}
    assert Match.load(PIG, data).live.target == 40


def test_a_match_from_a_position_loads_from_its_quiet_point() -> None:
    start = PIG.start({}, 2, 8)
    start.banked[0] = 95
    match = Match(PIG, 2, seed=8, state=start)
    play_on(match, 3, 10)
    same(match, Match.load(PIG, match.save()))


def test_clones_are_independent() -> None:
    for game, seats in ((PIG, 2), (MIXED, 3), (FACE_DOWN, 3), (FATE_DUEL, 2)):
        match: Match[Any] = Match(game, seats, seed=4)
        for count in range(25):
            if match.over:
                break
            before = match.save()
            clone = match.clone()
            same(match, clone)
            play_on(clone, count, 6)
            assert match.save() == before
            twin = match.clone()
            play_on(match, f"main {count}", 1)
            play_on(twin, f"main {count}", 1)
            same(match, twin)
            before = clone.save()
            play_on(match, f"main {count}", 0)
            assert clone.save() == before


def test_a_clone_of_an_open_set_keeps_its_answers_to_itself() -> None:
    match = Match(TinyGame(all_at_once()), 3)
    pick(match, 1, 2)
    clone = match.clone()
    pick(clone, 0, 1)
    clone.undo(1)
    assert match.waiting == [0, 2]
    assert match.frame(3).answered == [1]
    assert clone.waiting == [1, 2]


def test_a_match_from_a_position_is_kept_with_it() -> None:
    state = PIG.start({}, 2, 1)
    state.banked[0] = 90
    match = Match(PIG, 2, state=state, seed=4, hashes=False)
    match.answer(0, ROLL)
    match.answer(0, HOLD)
    data = json.loads(json.dumps(match.save()))
    for replay in (False, True):
        again = Match.load(PIG, data, replay=replay)
        assert again.live.banked == match.live.banked
        assert again.ask_hash() == match.ask_hash()


def test_open_chance_is_kept() -> None:
    match = Match(PIG, 2, seed=4, open_chance=True)
    match.answer(0, ROLL)
    match.fall(5)
    data = json.loads(json.dumps(match.save()))
    for replay in (False, True):
        assert Match.load(PIG, data, replay=replay).live.rolled == 5


@pytest.mark.parametrize(
    "game", [*games().values(), FACE_DOWN, FATE_DUEL, ORDER_STACKS, SKILL_CHECK], ids=lambda game: game.name
)
def test_a_dump_written_out_by_fields_says_what_each_value_says_of_itself(game: Game[Any]) -> None:
    match = Match(game, game.max_seats, seed="fields", hashes=False)
    rng = Stream("fields")
    for _ in range(40):
        state = match.live
        plain = [dump_value(getattr(state, name)) for name in field_names(type(state))]
        assert state.dump() == msgspec.msgpack.decode(msgspec.msgpack.encode(plain))  # rows of a part are tuples
        assert state.encoded() == msgspec.msgpack.encode(plain)
        if match.over:
            break
        seat = rng.choice(match.waiting)
        decision = match.decisions[seat]
        match.answer(seat, random_answer(decision.prompt, match.live, seat, decision.arg, rng))


def test_a_dump_shares_nothing_with_its_state() -> None:
    state = Match(SKILL_CHECK, 3, seed="own", hashes=False).live
    before = state.encoded()
    for value in state.dump():
        if isinstance(value, list):
            value.clear()
    assert state.encoded() == before


def test_the_form_of_a_state_does_not_depend_on_the_parts_that_are_there_now() -> None:
    """A match saved in the middle of an attack is restored by a process that has seen no attack yet."""
    game = games()["planet_masters"]
    state: Any = game.start({}, 2, 1)
    _SHAPES.clear()
    without = shape(game, state)
    _SHAPES.clear()
    state.attack = Attack(0, 1)
    assert shape(game, state) == without
    assert "attacker" in str(without)
