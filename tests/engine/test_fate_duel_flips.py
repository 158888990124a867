"""Fate duel: opposed flips, cheating from a hidden hand, own decks that are reshuffled, the end."""

from __future__ import annotations

import pytest

from engine.driving import asks, keys, refused
from engine.fate_duel_table import AT, at_table, card, duel
from engine.toys.fate_duel import GAME
from engine.toys.fate_duel.actions import ATTACK, CHEAT, DISCARD
from engine.toys.fate_duel.names import EPS, RADIUS, RED
from engine.toys.fate_duel.state import ACT_STEP, CLOSE_STEP, TURN_STEP
from shapan.engine.actions import DONE
from shapan.engine.match import Match


@pytest.mark.rule("FTD-4.1", "FTD-4.4", "FTD-5.1")
@pytest.mark.parametrize(
    ("own", "enemy", "wounds"),
    [
        ("ram_5", "crow_6", 0),
        ("ram_5", "crow_5", 1),
        ("ram_10", "crow_5", 1),
        ("ram_11", "crow_5", 2),
        ("ram_12", "crow_2", 2),
        ("ram_13", "crow_2", 3),
        ("black_joker", "crow_1", 0),
        ("red_joker", "crow_1", 3),
    ],
)
def test_damage_follows_the_margin(own: str, enemy: str, wounds: int) -> None:
    match = duel(own, enemy)
    assert match.live.wounds == [4, 4, 4 - wounds, 4]
    assert keys(match)[:3] == ["attacked", "flipped", "flipped"]
    assert keys(match)[3] == ("damaged" if wounds else "missed")
    assert match.live.attacker == match.live.target == -1
    assert [pile.cards for pile in match.live.discards] == [[card(own)], [card(enemy)]]


@pytest.mark.rule("FTD-4.3")
@pytest.mark.parametrize(
    ("own", "enemy", "first"), [("ram_5", "crow_6", 0), ("ram_5", "crow_5", 1), ("ram_6", "crow_5", 1)]
)
def test_the_loser_is_asked_first_and_on_a_tie_that_is_the_defender(own: str, enemy: str, first: int) -> None:
    match = duel(own, enemy, hands=(["tome_1"], ["tome_1"]))
    assert match.waiting == [first]
    assert asks(match, "cheat")
    match.answer(first, DONE)
    assert match.waiting == [1 - first]
    match.answer(1 - first, DONE)
    assert asks(match, "act")


@pytest.mark.rule("FTD-4.2", "FTD-4.3")
def test_each_side_may_cheat_once_and_it_lies_open_before_the_other_decides() -> None:
    match = duel("ram_2", "crow_9", hands=(["ram_13"], ["crow_12", "crow_1"]))
    match.answer(0, CHEAT.code(card("ram_13")))
    assert match.waiting == [1]
    for viewer in range(3):
        seats = match.frame(viewer).view["seats"]
        assert [seat["flip"] for seat in seats] == [["ram_13"], ["crow_9"]]
        assert [seat["cheated"] for seat in seats] == [True, False]
        assert [seat["discards"] for seat in seats] == [["ram_2"], []]
    match.answer(1, CHEAT.code(card("crow_12")))
    assert match.live.wounds[2] == 3
    assert match.live.discards[0].cards == sorted([card("ram_2"), card("ram_13")])
    assert match.live.discards[1].cards == sorted([card("crow_9"), card("crow_12")])
    assert match.live.hands[1].cards == [card("crow_1")]


@pytest.mark.rule("FTD-4.2")
def test_only_cards_of_the_hand_can_be_cheated_in() -> None:
    match = duel("ram_2", "crow_9", hands=(["ram_13"], ["crow_12"]))
    assert match.legal(0) == [DONE, CHEAT.code(card("ram_13"))]
    assert refused(match, 0, CHEAT.code(card("ram_12"))) == ("FTD-4.2", "not_possible")


@pytest.mark.rule("FTD-4.2")
def test_nobody_cheats_after_a_black_joker_or_against_a_flipped_red_one() -> None:
    hands = (["ram_13"], ["crow_12"])
    black = duel("black_joker", "crow_3", hands=hands)
    assert black.waiting == [1] and asks(black, "cheat")
    red = duel("red_joker", "crow_3", hands=hands)
    assert red.waiting == [0] and asks(red, "cheat")
    both = duel("red_joker", "black_joker", hands=hands)
    assert both.waiting == [0]
    cheated_in = duel("ram_1", "crow_3", hands=(["red_joker"], ["crow_12"]))
    cheated_in.answer(0, CHEAT.code(RED))
    assert cheated_in.waiting == [1] and asks(cheated_in, "cheat")


@pytest.mark.rule("FTD-4.2")
def test_a_seat_without_a_hand_is_not_asked_and_one_with_a_hand_always() -> None:
    assert duel("ram_2", "crow_9", hands=([], ["crow_1"])).waiting == [1]
    match = duel("ram_2", "crow_9", hands=(["ram_1"], []))
    assert match.waiting == [0] and asks(match, "cheat")


@pytest.mark.rule("FTD-5.2", "FTD-6.2")
def test_a_killed_model_is_off_the_table_and_the_last_one_ends_the_match() -> None:
    match = duel("red_joker", "black_joker", wounds=[4, 4, 2, 1])
    assert match.live.wounds == [4, 4, 0, 1]
    assert match.frame(1).view["seats"][1]["models"][0] == {
        "x": None,
        "y": None,
        "wounds": 0,
        "acts": 0,
        "lasting": [],
    }
    assert not match.over
    last = duel("red_joker", "black_joker", wounds=[4, 4, 2, 0])
    assert last.over and last.outcome is not None
    assert (last.outcome.result, last.outcome.winners) == ("kills", [0])
    assert GAME.conserved(last.live) == {"cards_0": 54, "cards_1": 54}


# FTD-6: the end by points


@pytest.mark.rule("FTD-6.1", "FTD-6.3")
@pytest.mark.parametrize(
    ("points", "ranks", "winners"), [([2, 1], [1, 2], [0]), ([1, 2], [2, 1], [1]), ([1, 1], [1, 1], [0, 1])]
)
def test_points_decide_after_the_last_turn(points: list[int], ranks: list[int], winners: list[int]) -> None:
    match = at_table(
        at=((1_000, 1_000), (5_000, 1_000), (1_000, 11_000), (5_000, 11_000)),
        options={"turns": 1},
        agenda=(CLOSE_STEP,),
        turns=1,
        points=points,
    )
    assert match.over and match.outcome is not None
    assert (match.outcome.result, match.outcome.ranks) == ("points", ranks)
    assert (match.outcome.winners, match.outcome.scores) == (winners, points)
    assert ("won" in keys(match)) == (len(winners) == 1)


@pytest.mark.rule("FTD-6.1")
def test_a_base_within_two_inches_of_the_centre_scores() -> None:
    edge = 6_000 - RADIUS - 2_000 - EPS
    match = at_table(at=((edge, 6_000), (edge - 1_100, 6_000), (6_000, 6_000), (6_000, 8_000)), agenda=(CLOSE_STEP,))
    assert match.live.points == [1, 2]
    match = at_table(at=((edge - 1, 6_000), (1_000, 1_000), (1_000, 6_000), (1_000, 8_000)), agenda=(CLOSE_STEP,))
    assert match.live.points == [0, 0]


# FTD-2: hands and decks


@pytest.mark.rule("FTD-2.1", "FTD-2.2", "FTD-2.3")
def test_both_discard_in_secret_and_draw_up_to_six() -> None:
    hands = (["ram_1", "ram_2", "ram_3"], ["crow_1", "crow_2"])
    match = at_table(hands=hands, agenda=(TURN_STEP, 1))
    assert match.waiting == [0, 1]
    codes = [DISCARD.code(card("ram_3")), DISCARD.code(card("ram_1"))]
    match.answer(0, codes)
    assert match.log[0]["answer"] == sorted(codes)
    for viewer in (1, 2):
        assert [seat["discards"] for seat in match.frame(viewer).view["seats"]] == [[], []]
        assert match.frame(viewer).answered == [0]
        assert match.event_count(viewer) == 1
    match.answer(1, [])
    assert match.live.discards[0].cards == [card("ram_1"), card("ram_3")]
    assert [len(hand) for hand in match.live.hands] == [6, 6]
    assert keys(match) == ["turn_begun", "discarded", "discarded", *["drew"] * 9]
    assert keys(match, 1).count("drew_secret") == 4
    assert keys(match, 0).count("drew_secret") == 5


@pytest.mark.rule("FTD-2.2")
def test_a_discard_may_be_taken_back_until_the_other_has_chosen() -> None:
    match = at_table(hands=(["ram_1"], ["crow_1"]), agenda=(TURN_STEP, 1))
    match.answer(0, [DISCARD.code(card("ram_1"))])
    assert match.may_undo(0)
    assert not match.may_undo(1)
    match.undo(0)
    match.answer(1, [DISCARD.code(card("crow_1"))])
    match.answer(0, [])
    assert not match.may_undo(0)
    assert not match.may_undo(1)
    assert card("ram_1") in match.live.hands[0].cards


@pytest.mark.rule("FTD-2.2")
def test_discards_commute() -> None:
    ends = []
    for order in ((0, 1), (1, 0)):
        match = at_table(hands=(["ram_1"], ["crow_1", "crow_2"]), agenda=(TURN_STEP, 1))
        for seat in order:
            match.answer(seat, match.legal(seat)[1:2])
        ends.append((match.live.encoded(), match.events_for(0), match.events_for(2)))
    assert ends[0] == ends[1]


@pytest.mark.rule("FTD-2.4")
def test_a_deck_that_has_run_out_is_made_anew_in_the_middle_of_a_flip() -> None:
    state = GAME.start({}, 2, 1)
    state.turn, state.acts, state.agenda = 1, [2] * 4, [(ACT_STEP, 0)]
    state.xs, state.ys = [x for x, _ in AT], [y for _, y in AT]
    for name in ("ram_1", "ram_2"):
        state.move(state.decks[0], state.decks[0].cards.index(card(name)), state.hands[0])
    state.move_all(state.decks[0], state.discards[0])
    match = Match(GAME, 2, state=state)
    match.answer(0, ATTACK.code(0, 2))
    assert keys(match)[:4] == ["attacked", "reshuffled", "flipped", "flipped"]
    assert GAME.conserved(match.live) == {"cards_0": 54, "cards_1": 54}
    assert len(match.live.decks[0]) == 51
    assert match.live.hands[0].cards == [card("ram_1"), card("ram_2")]
    for seed in range(20):  # what is not on the table must be the hand: that much anybody can tell
        assert match.sample(1, seed).live.hands[0].cards == [card("ram_1"), card("ram_2")]
