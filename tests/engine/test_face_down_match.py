"""Face down: turns, the end, leaving, saving, worlds and the kit."""

from __future__ import annotations

import pytest

from engine.driving import asks, keys, run, step, worlds_to_the_end
from engine.face_down_table import F, G, R, S, fight, in_turn, row
from engine.toys.face_down import GAME
from engine.toys.face_down.actions import ATTACK, RETREAT
from engine.toys.face_down.names import HAND, NAMES
from engine.toys.face_down.rules import CLOSE_STEP, MAIN_STEP, standings
from shapan.engine.actions import DONE
from shapan.engine.chance import Stream
from shapan.engine.match import Match

# FDN-1, FDN-5: turns and the end


@pytest.mark.rule("FDN-1.2")
def test_a_turn_has_one_fight_at_most() -> None:
    match = fight([S], [G])
    assert match.live.turn == 1
    assert asks(match, "propose")


@pytest.mark.rule("FDN-1.1", "FDN-5.1")
def test_seats_that_are_out_are_passed_over() -> None:
    match = in_turn(seats=3, fell=[0, 1, 0], strength=[4, 0, 4])
    assert match.legal(0) == [DONE, ATTACK.code(2)]
    match.answer(0, DONE)
    assert match.live.turn == 2
    match.answer(2, [])
    match.answer(2, DONE)
    assert (match.live.turn, match.live.round) == (0, 2)


@pytest.mark.rule("FDN-1.4")
def test_a_hand_is_drawn_up_to_five_and_only_its_owner_sees_what() -> None:
    match = in_turn([S, S], [])
    match.answer(0, DONE)
    assert len(match.live.hands[0]) == HAND
    assert keys(match, 0).count("drew_secret") == 3
    assert keys(match, 1).count("drew") == 3
    assert match.frame(1).view["seats"][0]["hand"] == [None] * HAND


@pytest.mark.rule("FDN-1.5")
def test_the_discards_become_a_new_stock() -> None:
    state = GAME.start({}, 2, 1)
    state.agenda = [(CLOSE_STEP, 0), (MAIN_STEP, 0)]
    state.move_all(state.stock, state.discard)
    match = Match(GAME, 2, state=state)
    match.answer(0, DONE)
    assert keys(match, 1)[0] == "reshuffled"
    assert len(match.live.hands[0]) == HAND
    assert len(match.live.stock) == 24 - HAND
    assert match.live.discard.cards == []
    hands = {tuple(match.sample(1, seed).live.hands[0].cards) for seed in range(40)}
    assert len(hands) > 15


@pytest.mark.rule("FDN-5.1", "FDN-5.2")
def test_who_has_no_strength_left_shows_his_hand_and_is_out() -> None:
    match = in_turn([S, S, S], [R, F], seats=3, strength=[4, 1, 4], bound=[[0, 0, 3], [0] * 3, [3, 1, 0]])
    match.answer(0, ATTACK.code(1))
    match.answer(0, row(S, S))
    match.answer(1, [])
    assert match.live.strength == [4, 0, 4]
    assert match.live.fell == [0, 1, 0]
    assert match.live.bound == [[0, 0, 3], [0] * 3, [3, 0, 0]]
    assert match.live.hands[1].cards == []
    assert [e["with"]["card"]["term"] for e in match.events_for(3) if e["key"] == "shown"] == [
        "card.feint",
        "card.rest",
    ]
    assert not match.over


@pytest.mark.rule("FDN-2.5", "FDN-5.1")
def test_a_fall_stops_the_fight_and_hidden_cards_go_back() -> None:
    match = fight([S, G, F], [R, R, R], seats=3, strength=[4, 1, 4])
    assert not asks(match, "retreat")
    assert match.live.hands[0].cards[:2] != []
    assert keys(match, 3).count("took_back") == 2
    assert match.live.discard.cards.count(R) == 3


@pytest.mark.rule("FDN-5.2")
def test_the_last_seat_wins_and_who_fall_together_share() -> None:
    match = fight([S], [R], strength=[4, 1])
    assert match.outcome is not None
    assert (match.outcome.result, match.outcome.ranks) == ("last", [1, 2])
    both = fight([S], [S], strength=[1, 1])
    assert both.outcome is not None
    assert both.outcome.winners == [0, 1]
    assert GAME.conserved(both.live) == {"cards": 24}


@pytest.mark.rule("FDN-5.3")
def test_strength_decides_after_the_last_round() -> None:
    match = in_turn(seats=3, options={"rounds": 1}, rounds=1, strength=[3, 4, 3])
    match.answer(0, DONE)
    for seat in (1, 2):
        match.answer(seat, [])
        match.answer(seat, DONE)
    assert match.outcome is not None
    assert (match.outcome.result, match.outcome.ranks) == ("strength", [2, 1, 2])


@pytest.mark.rule("FDN-5.2")
def test_who_falls_later_ranks_higher() -> None:
    match = in_turn(seats=3, strength=[0, 0, 2], fell=[2, 1, 0])
    assert standings(match.live) == [2, 3, 1]


# Leaving, saving, worlds, the kit


def test_a_leaver_among_three_is_out_at_the_next_quiet_point() -> None:
    match = fight([S, G, F], [R, F, S], seats=3)
    match.leave(1)
    assert match.live.fell == [0, 0, 0]
    match.answer(0, RETREAT)
    assert match.live.fell == [0, 1, 0]
    assert match.live.hands[1].cards == []
    assert not match.over
    assert match.live.turn == 2
    assert Match.load(GAME, match.save()).live.encoded() == match.live.encoded()
    match.leave(2)
    assert match.outcome is not None
    assert (match.outcome.result, match.outcome.ranks) == ("forfeit", [1, 2, 2])


def test_a_leaver_who_has_to_lay_lays_nothing() -> None:
    match = in_turn([S, G], [R, F], seats=3)
    match.answer(0, ATTACK.code(1))
    match.answer(0, row(S))
    match.leave(1)
    assert match.live.strength[1] == 0
    assert match.live.fell == [0, 1, 0]
    assert "revealed" in keys(match, 2)


def test_leaving_of_one_of_two_ends_the_match() -> None:
    match = in_turn([S], [G])
    match.leave(0)
    assert match.outcome is not None
    assert (match.outcome.result, match.outcome.winners, match.outcome.ranks) == ("forfeit", [1], [2, 1])


@pytest.mark.parametrize("replay", [False, True])
@pytest.mark.parametrize("key", ["retreat", "lay", "reply"])
def test_a_match_saved_in_the_middle_goes_on_the_same(key: str, replay: bool) -> None:
    rng = Stream("mid fight")
    found = 0
    for seed in range(20):
        match = run(Match(GAME, 3, seed=seed), rng, until=lambda m: asks(m, key))
        if match.over:
            continue
        found += 1
        if key == "lay":
            step(match, rng)
        again = Match.load(GAME, match.save(), replay=replay)
        assert [again.frame(viewer) for viewer in range(4)] == [match.frame(viewer) for viewer in range(4)]
        for one in (match, again):
            run(one, Stream("after"))
        assert again.save() == match.save()
    assert found > 10


def test_no_frame_ever_names_a_hidden_card() -> None:
    for seed in range(6):
        match = Match(GAME, 3, seed=seed)
        rng = Stream(f"rows {seed}")
        while not match.over:
            for viewer in range(4):
                view = match.frame(viewer).view
                for seat in range(3):
                    names = [NAMES[one] for one in match.live.hands[seat].cards]
                    assert view["seats"][seat]["hand"] == (names if viewer == seat else [None] * len(names))
                    shown = [NAMES[one] for one in match.live.rows[seat].cards]
                    if viewer != seat:
                        open_ = 1 if asks(match, "retreat") else 0
                        shown[open_:] = [None] * len(shown[open_:])  # type: ignore[list-item]
                    assert view["seats"][seat]["row"] == shown
                for event in match.events_for(viewer):
                    if event["key"].split("_")[0] in {"drew", "laid"}:
                        assert ("card" in event["with"]) == (event["with"]["seat"]["seat"] == viewer)
            step(match, rng)


def test_two_hundred_sampled_worlds_play_on_to_the_end() -> None:
    matches = [Match(GAME, 2 + seed % 2, seed=seed) for seed in range(45)]
    assert worlds_to_the_end(matches, lambda match: {"cards": 24}, each=6) >= 200
