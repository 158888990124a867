"""Fate duel: points in 1/1000 inch, opposed flips, cheating from a hidden hand, own decks that are reshuffled."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

import pytest

from conformance.sizes import kept
from engine.driving import asks, reads, run, step
from engine.tiny import play_on
from engine.toys.fate_duel import GAME
from engine.toys.fate_duel.game import (
    ACT_STEP,
    ATTACK,
    BLACK,
    BRACED,
    CHEAT,
    CLOSE_STEP,
    DAMAGED,
    DEPLOY,
    DEPLOYING,
    DISCARD,
    DREW,
    EFFECTS,
    ENDS,
    EPS,
    FIGHTING,
    HURT,
    KILLED,
    LASTS,
    NAMES,
    PASS,
    RADIUS,
    RED,
    SIDE,
    SLOWED,
    STEP,
    TURN_STEP,
    VALUE,
    WALK,
    WALKING,
    Fate,
    close_step,
    damage,
    is_clear,
    toward,
)
from shapan.engine.actions import DONE
from shapan.engine.chance import Stream
from shapan.engine.match import Match, Refusal
from shapan.engine.table import Table

AT = ((3_000, 3_000), (6_000, 3_000), (3_000, 6_000), (6_000, 9_000))
"""Where the models stand in most tests: 0 is within reach of 2."""


def card(name: str) -> int:
    return NAMES.index(name)


def at_table(
    at: Sequence[tuple[int, int]] = AT,
    hands: tuple[Sequence[str], Sequence[str]] = ((), ()),
    flips: tuple[Sequence[str], Sequence[str]] = ((), ()),
    options: dict[str, Any] | None = None,
    agenda: tuple[int, ...] = (ACT_STEP, 0),
    **changes: Any,
) -> Match[Fate]:
    """Return a match in the first turn: models placed, these hands, these cards to come."""
    state = GAME.start(options or {}, 2, 1)
    state.turn, state.acts, state.agenda = 1, [2] * 4, [agenda]
    state.xs, state.ys = [x for x, _ in at], [y for _, y in at]
    for seat in (0, 1):
        for name in hands[seat]:
            state.move(state.decks[seat], state.decks[seat].cards.index(card(name)), state.hands[seat])
    for name, value in changes.items():
        setattr(state, name, value)
    if flips != ((), ()):
        state.chance.scripts = [[card(name) for name in row] for row in flips]
    return Match(GAME, 2, options, state=state)


def refused(match: Match[Fate], seat: int, codes: int | Sequence[int]) -> tuple[str, str]:
    with pytest.raises(Refusal) as refusal:
        match.answer(seat, codes)
    return refusal.value.reason.rule, refusal.value.reason.key


# FTD-1, FTD-3: points


@pytest.mark.rule("FTD-1.2", "FTD-1.3")
def test_a_model_is_placed_at_any_point_of_the_own_side() -> None:
    match = Match(GAME, 2)
    assert DEPLOY.code(1_237, 2_999) not in match.legal(0)
    match.answer(0, DEPLOY.code(1_237, 2_999))
    assert (match.live.xs[0], match.live.ys[0]) == (1_237, 2_999)
    match.answer(1, DEPLOY.code(6_001, 9_000))
    assert match.waiting == [1]


@pytest.mark.rule("FTD-1.2", "FTD-1.3")
def test_a_point_that_is_not_allowed_is_refused_with_its_reason() -> None:
    match = Match(GAME, 2)
    before = match.save()
    assert refused(match, 0, DEPLOY.code(5_000, 3_001)) == ("FTD-1.2", "outside_home")
    assert refused(match, 0, DEPLOY.code(499, 2_000)) == ("FTD-1.3", "no_room")
    assert refused(match, 0, DEPLOY.code(SIDE - 499, 2_000)) == ("FTD-1.3", "no_room")
    assert refused(match, 0, WALK.code(0))[0] == "FTD-1.2"
    assert match.save() == before
    match.answer(0, DEPLOY.code(5_000, 2_000))
    for number in range(2):
        match.answer(1, DEPLOY.code(2_000 + 3_000 * number, 10_000))
    assert refused(match, 0, DEPLOY.code(5_000 + 2 * RADIUS - EPS - 1, 2_000)) == ("FTD-1.3", "no_room")
    match.answer(0, DEPLOY.code(5_000 + 2 * RADIUS - EPS, 2_000))


@pytest.mark.rule("FTD-1.2", "FTD-3.2")
def test_a_code_with_other_bits_than_its_parameters_is_refused() -> None:
    """The same point must not have two codes: logs and hashes would tell them apart."""
    match = Match(GAME, 2)
    for bit in (28, 35, 39):
        assert refused(match, 0, DEPLOY.code(1_500, 2_000) | 1 << bit)[0] == "FTD-1.2"
    match = at_table()
    match.answer(0, WALK.code(0))
    assert refused(match, 0, [STEP.code(3_000, 3_500) | 1 << 30])[0] == "FTD-3.2"
    assert refused(match, 0, [STEP.code(3_000, SIDE + 1)])[0] == "FTD-3.2"
    match.answer(0, [STEP.code(3_000, 3_500)])


@pytest.mark.rule("FTD-1.2")
def test_candidates_are_few_and_legal() -> None:
    match = Match(GAME, 2)
    for most in (1, 3, 64):
        codes = DEPLOYING.candidates(match.live, 0, 0, most)
        assert 0 < len(codes) <= most
        assert all(DEPLOYING.test(match.live, 0, 0, code) for code in codes)


@pytest.mark.rule("FTD-3.2")
def test_a_walk_is_at_most_five_inches() -> None:
    match = at_table(at=((3_000, 3_000), (6_000, 3_000), (9_500, 6_000), (9_500, 9_000)))
    match.answer(0, WALK.code(0))
    far = STEP.code(3_000, 3_000 + 5_000 + EPS + 1)
    assert refused(match, 0, [far]) == ("FTD-3.2", "too_far")
    assert refused(match, 0, [STEP.code(3_000, 6_000), STEP.code(5_011, 6_000)]) == ("FTD-3.2", "too_far")
    assert refused(match, 0, []) == ("FTD-3.2", "not_possible")
    three = [STEP.code(3_000, 3_100 + 100 * leg) for leg in range(3)]
    assert refused(match, 0, three) == ("FTD-3.2", "too_far")
    match.answer(0, [STEP.code(3_000, 6_000), STEP.code(5_010, 6_000)])
    assert (match.live.xs[0], match.live.ys[0]) == (5_010, 6_000)
    assert match.live.acts == [1, 2, 2, 2]
    assert [event["with"]["y"] for event in match.events_for(2)] == [6_000, 6_000]


@pytest.mark.rule("FTD-3.2")
def test_a_leg_is_measured_in_whole_units_rounded_up() -> None:
    match = at_table(at=((3_000, 3_000), (1_000, 1_000), (9_500, 9_000), (9_500, 11_000)))
    match.answer(0, WALK.code(0))
    assert refused(match, 0, [STEP.code(3_000 + 3_007, 3_000 + 4_008)]) == ("FTD-3.2", "too_far")
    match.answer(0, [STEP.code(3_000 + 3_006, 3_000 + 4_008)])


@pytest.mark.rule("FTD-3.3")
def test_a_base_in_the_way_has_to_be_walked_around() -> None:
    at = ((3_000, 3_000), (1_000, 1_000), (3_000, 5_000), (9_500, 9_000))
    match = at_table(at=at)
    match.answer(0, WALK.code(0))
    assert refused(match, 0, [STEP.code(3_000, 7_000)]) == ("FTD-3.3", "no_room")
    assert refused(match, 0, [STEP.code(3_000, 5_500)]) == ("FTD-3.3", "no_room")
    assert refused(match, 0, [STEP.code(3_000, 499)]) == ("FTD-3.3", "no_room")
    match.answer(0, [STEP.code(4_300, 4_800), STEP.code(3_800, 7_000)])
    assert match.waiting == [1]
    touching = at_table(at=at)
    touching.answer(0, WALK.code(0))
    touching.answer(0, [STEP.code(3_000, 4_000)])
    assert touching.live.ys[0] == 4_000


@pytest.mark.rule("FTD-3.2", "FTD-3.3")
def test_all_offered_way_points_are_legal_and_lead_on() -> None:
    rng = Stream("paths")
    for seed in range(30):
        match = run(Match(GAME, 2, seed=seed), rng, until=lambda m: asks(m, "path"))
        if match.over:
            continue
        seat = match.waiting[0]
        model = match.decisions[seat].arg
        first = match.legal(seat)
        assert DONE not in first
        assert first
        for code in first:
            assert WALKING.test_next(match.live, seat, model, (), code)
            assert WALKING.allows(match.live, seat, model, [code])
            for other in match.legal(seat, [code]):
                picks = [code] if other == DONE else [code, other]
                assert WALKING.allows(match.live, seat, model, picks)
        assert match.default(seat) == [STEP.code(match.live.xs[model], match.live.ys[model])]


@pytest.mark.rule("FTD-3.3")
def test_the_swept_test_is_exact() -> None:
    """Against the distance of a point from a segment in fractions."""
    rng = Stream("geometry")
    match = at_table()
    state = match.live
    least = (2 * RADIUS - EPS) ** 2
    hits = 0
    for _ in range(3_000):
        x, y, to_x, to_y = (RADIUS + rng.number(SIDE - 2 * RADIUS + 1) for _ in range(4))
        nearest = min(squared_distance((x, y), (to_x, to_y), AT[other]) for other in (1, 2, 3))
        start = min((x - AT[other][0]) ** 2 + (y - AT[other][1]) ** 2 for other in (1, 2, 3))
        if start < least:
            continue
        hits += nearest < least
        assert is_clear(state, 0, x, y, to_x, to_y) == (nearest >= least)
    assert hits > 300


def squared_distance(start: tuple[int, int], end: tuple[int, int], point: tuple[int, int]) -> Fraction:
    dx, dy = end[0] - start[0], end[1] - start[1]
    px, py = point[0] - start[0], point[1] - start[1]
    square = dx * dx + dy * dy
    along = Fraction(0) if square == 0 else min(Fraction(1), max(Fraction(0), Fraction(px * dx + py * dy, square)))
    return (px - along * dx) ** 2 + (py - along * dy) ** 2


def test_a_model_that_touches_another_within_the_tolerance_may_walk_away() -> None:
    match = at_table(at=((3_000, 3_000), (6_000, 3_000), (3_000, 3_000 + 2 * RADIUS - EPS), (6_000, 9_000)))
    match.answer(0, WALK.code(0))
    match.answer(0, [STEP.code(3_000, 1_000)])


def test_points_on_the_way_are_whole_units_and_never_behind_the_end() -> None:
    assert toward(0, 0, 3_000, 4_000, 2_500) == (1_500, 2_000)
    assert toward(100, 100, 200, 100, 5_000) == (200, 100)
    assert toward(100, 100, 100, 100, 0) == (100, 100)
    assert toward(3_000, 3_000, 6_000, 7_000, -5_000) == (0, -1_000)


# FTD-3: acts


@pytest.mark.rule("FTD-3.1")
def test_seats_act_in_turns_and_every_model_twice() -> None:
    match = at_table(at=((1_000, 1_000), (5_000, 1_000), (1_000, 11_000), (5_000, 11_000)))
    order = []
    while asks(match, "act") or asks(match, "path"):
        seat = match.waiting[0]
        if asks(match, "act"):
            order.append(seat)
            walks = [code for code in match.legal(seat) if WALK.has(code)]
            match.answer(seat, walks[0])
        else:
            match.answer(seat, match.default(seat))
        if match.live.turn == 2:
            break
    assert order[:8] == [0, 1] * 4
    assert match.live.turn == 2


@pytest.mark.rule("FTD-3.1")
def test_who_passes_acts_no_more_this_turn() -> None:
    match = at_table()
    match.answer(0, PASS.code())
    for _ in range(4):
        assert match.waiting == [1]
        match.answer(1, WALK.code(2) if match.live.acts[2] else WALK.code(3))
        match.answer(1, match.default(1))
    assert match.live.turn == 2


@pytest.mark.rule("FTD-3.4")
def test_an_attack_needs_an_enemy_within_two_inches() -> None:
    gap = 2 * RADIUS + 2_000 + EPS
    match = at_table(at=(AT[0], AT[1], (3_000, 3_000 + gap), AT[3]))
    assert ATTACK.code(0, 2) in match.legal(0)
    match = at_table(at=(AT[0], AT[1], (3_000, 3_000 + gap + 1), AT[3]))
    assert ATTACK.code(0, 2) not in match.legal(0)
    assert refused(match, 0, ATTACK.code(0, 2)) == ("FTD-3.4", "out_of_reach")
    assert refused(match, 0, ATTACK.code(0, 1)) == ("FTD-3.4", "out_of_reach")
    assert refused(match, 0, WALK.code(2)) == ("FTD-3.1", "not_possible")


# FTD-4: the duel


def duel(own: str, enemy: str, **more: Any) -> Match[Fate]:
    """Model 0 (fight 6) attacks model 2 (fight 6); these cards are flipped."""
    match = at_table(flips=([own], [enemy]), **more)
    match.answer(0, ATTACK.code(0, 2))
    return match


def keys(match: Match[Fate], viewer: int = 2) -> list[str]:
    return [event["key"] for event in match.events_for(viewer)]


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
        view = match.frame(viewer).view
        assert view["flips"] == [["ram_13"], ["crow_9"]]
        assert view["cheated"] == [True, False]
        assert view["discards"] == [["ram_2"], []]
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
    assert match.frame(1).view["models"][1][0] == {"x": None, "y": None, "wounds": 0, "acts": 0}
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
        assert match.frame(viewer).view["discards"] == [[], []]
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


# FTD-7: abilities

ON = {"abilities": "on"}


class Told(Table[Fate]):
    """A table that keeps what is told."""

    def __init__(self, state: Fate) -> None:
        super().__init__(state)
        self.rows: list[tuple[int, ...]] = []

    def tell(self, kind: int, a: int = -1, b: int = -1, *more: Any, **words: Any) -> None:
        self.rows.append((kind, a, b))


def standing(*at: tuple[int, int], **changes: Any) -> Told:
    """Return a table with models at these points, with abilities."""
    state = GAME.start(ON, 2, 1)
    state.xs, state.ys = [x for x, _ in at], [y for _, y in at]
    for name, value in changes.items():
        setattr(state, name, value)
    return Told(state)


@pytest.mark.rule("FTD-7.1", "FTD-7.2")
def test_abilities_answer_one_another_until_nobody_is_left_to_answer() -> None:
    """0 and 3 have black blood: each wound of one hurts the other, and that one's wound the first again."""
    table = standing((3_000, 3_000), (11_000, 11_000), (11_000, 1_000), (4_500, 3_000), wounds=[3, 4, 4, 2])
    damage(table.state, table, 0, 1)
    assert table.state.wounds == [0, 4, 4, 0]
    assert [row[:2] for row in table.rows if row[0] in (DAMAGED, KILLED)] == [
        (DAMAGED, 0),
        (DAMAGED, 3),
        (DAMAGED, 0),
        (DAMAGED, 3),
        (DAMAGED, 0),
        (KILLED, 0),
        (KILLED, 3),
    ]
    assert [row[:2] for row in table.rows if row[0] == DREW] == [(DREW, 1)], "model 3 has last words"
    assert len(table.state.hands[1]) == 1


@pytest.mark.rule("FTD-7.2")
def test_a_row_of_words_means_only_whom_all_of_them_mean() -> None:
    """2 frightens enemies that are hurt within two inches of it, not friends and not those farther off."""
    near = ((3_000, 3_000), (9_000, 9_000), (5_000, 3_000), (11_000, 1_000))
    for model, slowed in ((0, [0]), (1, []), (3, [])):
        table = standing(*near)
        damage(table.state, table, model, 1)
        assert [row[0] for row in table.state.lasting] == slowed
        assert [row[1:] for row in table.rows if row[0] == LASTS] == [(one, SLOWED) for one in slowed]


@pytest.mark.rule("FTD-7.2")
def test_a_quantity_is_read_from_the_table_as_it_is() -> None:
    table = standing((3_000, 3_000), (5_000, 3_000), (3_000, 6_000), (6_000, 9_000))
    assert [EFFECTS.amount(table.state, FIGHTING, model) for model in range(4)] == [2, 0, 0, 0]
    table.state.xs[0] = 1_000
    table.state.xs[1] = 9_000
    assert EFFECTS.amount(table.state, FIGHTING, 0) == 0


@pytest.mark.rule("FTD-7.3")
def test_what_lasts_ends_with_the_turn_or_after_so_many_hits() -> None:
    match = at_table(hands=(["ram_1"] * 1, ["crow_1"] * 1), options=ON, agenda=(TURN_STEP, 1))
    for seat in (0, 1):
        match.answer(seat, [])
    assert match.live.lasting == [(1, BRACED, HURT, 2)]
    assert match.frame(2).view["lasting"] == [[], ["braced"], [], []]
    table = Told(match.live.copy())
    for left in (3, 2):
        damage(table.state, table, 1, 2)
        assert table.state.wounds[1] == left
    assert table.state.lasting == []
    damage(table.state, table, 1, 2)
    assert table.state.wounds[1] == 0
    slowed = at_table(options=ON, lasting=[(0, SLOWED, ENDS, 1), (2, BRACED, HURT, 1)])
    slowed.answer(0, WALK.code(0))
    assert refused(slowed, 0, [STEP.code(3_000, 3_000 + 3_000 + EPS + 1)])[0] == "FTD-3.2"
    state = slowed.live.copy()
    close_step(state, Told(state))
    assert state.lasting == [(2, BRACED, HURT, 1)]


def test_a_match_with_abilities_is_saved_and_keeps_the_laws() -> None:
    rng, saved = Stream("abilities"), 0
    for seed in range(12):
        match = Match(GAME, 2, ON, seed=seed)
        while not match.over:
            step(match, rng)
            if match.live.lasting and not match.over:
                assert Match.load(GAME, match.save()).live.encoded() == match.live.encoded()
                saved += 1
    assert saved > 20


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
                    assert view["hands"][seat] == (names if viewer == seat else [None] * len(names))
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
    worlds = 0
    for seed in range(50):
        match = Match(GAME, 2, {"turns": 2}, seed=seed)
        rng = Stream(f"worlds {seed}")
        for _ in range(6):
            play_on(match, rng.number(1_000), 4)
            if match.over:
                break
            world = match.sample(rng.number(3), rng.number(1_000))
            while not world.over:
                step(world, rng)
                assert GAME.conserved(world.live) == {"cards_0": 54, "cards_1": 54}
            worlds += 1
    assert worlds >= 200


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


@pytest.mark.rule("FTD-1.2", "FTD-2.2", "FTD-3.2", "FTD-4.2")
def test_it_passes_the_conformance_kit() -> None:
    report = kept(GAME, "usual")
    assert report.passed, str(report)


@pytest.mark.long
def test_it_passes_the_whole_conformance_kit() -> None:
    report = kept(GAME, "long")
    assert report.passed, str(report)
