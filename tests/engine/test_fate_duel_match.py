"""Fate duel: secrecy and worlds, undo, saving, leaving, the kit."""

from __future__ import annotations

import pytest

from engine.driving import asks, reads, run, step, worlds_to_the_end
from engine.fate_duel_table import at_table, card, duel
from engine.toys.fate_duel import GAME
from engine.toys.fate_duel.actions import ATTACK, CHEAT, STEP, WALK
from engine.toys.fate_duel.names import BLACK, NAMES, VALUE
from shapan.engine.actions import DONE
from shapan.engine.chance import Stream
from shapan.engine.match import Match

# Secrecy and worlds


def test_frames_of_others_are_the_same_bytes_whatever_the_hand_holds() -> None:
    """A hidden hand through a whole duel: nobody else's frame depends on it, until a card of it is shown."""
    seen = []
    for held in (["ram_13", "tome_4"], ["mask_2", "black_joker"], ["red_joker", "ram_1"]):
        match = duel("tome_7", "crow_9", hands=(held, ["crow_12"]))
        rows = [[reads(match, viewer) for viewer in (1, 2)]]
        for seat in (0, 1):
            match.answer(seat, DONE)
            rows.append([reads(match, viewer) for viewer in (1, 2)])
        seen.append(rows)
        assert all(name.encode() not in row for row in rows[0] for name in held)
        assert all(name.encode() in reads(match, 0) for name in held)
    assert seen[0] == seen[1] == seen[2]


def test_no_frame_of_another_ever_names_a_card_of_a_hand() -> None:
    for seed in range(6):
        match = Match(GAME, 2, seed=seed)
        rng = Stream(f"hands {seed}")
        while not match.over:
            for viewer in (0, 1, 2):
                view = match.frame(viewer).view
                for seat in (0, 1):
                    names = [NAMES[one] for one in match.live.hands[seat].cards]
                    assert view["seats"][seat]["hand"] == (names if viewer == seat else [None] * len(names))
                for event in match.events_for(viewer):
                    if event["key"].startswith("drew"):
                        assert ("card" in event["with"]) == (event["with"]["seat"]["seat"] == viewer)
            step(match, rng)


def test_worlds_in_the_middle_of_a_duel_keep_what_is_known() -> None:
    match = duel("ram_2", "crow_9", hands=(["ram_13", "tome_4"], ["crow_12", "crow_1"]))
    seen = set()
    for seed in range(40):
        world = match.sample(1, seed).live
        assert world.hands[1].cards == match.live.hands[1].cards
        assert [flip.cards for flip in world.flips] == [flip.cards for flip in match.live.flips]
        assert (world.attacker, world.target) == (0, 2)
        assert card("ram_2") not in world.hands[0].cards
        assert sorted([*world.hands[0].cards, *world.decks[0].cards, card("ram_2")]) == list(range(54))
        seen.add(tuple(world.hands[0].cards))
    assert len(seen) > 30


def test_a_searching_seat_may_go_on_in_the_middle_of_a_duel() -> None:
    """The other's cards to cheat with are those of the world, not the true ones."""
    match = duel("ram_2", "crow_9", hands=(["ram_13", "tome_4"], ["crow_12"]))
    for seed in range(60):
        world = match.sample(1, seed)
        held = world.live.hands[0].cards
        assert world.legal(0) == [DONE, *(CHEAT.code(one) for one in held)]
        world.answer(0, CHEAT.code(held[0]))
        assert world.live.discards[0].cards == [card("ram_2")]
        total = VALUE[held[0]] + 6
        assert world.waiting == [1] or VALUE[card("crow_9")] + 6 <= total


def test_two_hundred_sampled_worlds_play_on_to_the_end() -> None:
    matches = [Match(GAME, 2, {"turns": 2}, seed=seed) for seed in range(50)]
    assert worlds_to_the_end(matches, lambda match: {"cards_0": 54, "cards_1": 54}, each=6) >= 200


# Undo, saving, leaving


def test_a_walk_may_be_taken_back_a_flip_not() -> None:
    match = at_table(flips=(["ram_2"], ["crow_2"]), hands=(["ram_13"], ["crow_12"]))
    before = match.live.encoded()
    match.answer(0, WALK.code(0))
    match.answer(0, [STEP.code(3_500, 3_200)])
    assert match.waiting == [1]
    match.undo(0)
    assert asks(match, "path")
    match.undo(0)
    assert asks(match, "act")
    assert match.live.encoded() == before
    match.answer(0, ATTACK.code(0, 2))
    assert not match.may_undo(0)


def test_not_to_cheat_may_be_taken_back_until_the_other_answers_and_cheating_never() -> None:
    hands = (["ram_13"], ["crow_12"])
    match = duel("ram_2", "crow_9", hands=hands)
    match.answer(0, DONE)
    assert match.waiting == [1] and match.may_undo(0)
    match.undo(0)
    match.answer(0, CHEAT.code(card("ram_13")))
    assert not match.may_undo(0)
    match = duel("ram_2", "crow_9", hands=hands)
    match.answer(0, DONE)
    match.answer(1, DONE)
    assert not match.may_undo(0)


@pytest.mark.parametrize("replay", [False, True])
def test_a_match_saved_in_mid_duel_goes_on_the_same(replay: bool) -> None:
    rng = Stream("mid duel")
    found = 0
    for seed in range(40):
        match = run(Match(GAME, 2, seed=seed), rng, until=lambda m: asks(m, "cheat"))
        if match.over:
            continue
        found += 1
        again = Match.load(GAME, match.save(), replay=replay)
        assert again.live.encoded() == match.live.encoded()
        for one in (match, again):
            run(one, Stream("after"))
        assert again.save() == match.save()
    assert found > 3


def test_leaving_is_conceding() -> None:
    for leaver in (0, 1):
        match = duel("ram_2", "crow_9", hands=(["ram_13"], ["crow_12"]))
        match.leave(leaver)
        assert match.over and match.outcome is not None
        assert (match.outcome.result, match.outcome.winners) == ("forfeit", [1 - leaver])
        assert all(match.frame(viewer).decision is None for viewer in range(3))
        again = Match.load(GAME, match.save())
        assert again.over and again.outcome == match.outcome


def test_defaults_alone_end_the_match() -> None:
    match = run(Match(GAME, 2))
    assert match.outcome is not None and match.outcome.result == "points"


def test_nobody_can_cheat_twice() -> None:
    match = duel("ram_2", "crow_9", hands=(["ram_13", "ram_12"], ["crow_1"]))
    match.answer(0, CHEAT.code(card("ram_12")))
    match.answer(1, DONE)
    assert asks(match, "act")
    assert BLACK not in match.live.discards[0].cards
