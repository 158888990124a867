"""Face down: rows laid in secret at once, a retreat inside the reveal, treaties by offer and answer."""

from __future__ import annotations

from collections.abc import Sequence
from io import StringIO
from itertools import permutations
from typing import Any

import pytest
from rich.console import Console

from conformance.sizes import kept
from engine.driving import asks, reads, reloaded, run, step
from engine.tiny import play_on
from engine.toys.face_down import GAME
from engine.toys.face_down.actions import (
    ACCEPT,
    ATTACK,
    GO_ON,
    LAY,
    LAY_PAYING,
    ORDER,
    PARTNER,
    REFUSE,
    RETREAT,
    TEAR,
    TREATY,
)
from engine.toys.face_down.names import FEINT, GUARD, HAND, NAMES, PEACE, PLEDGE, REST, SPARE, STRIKE
from engine.toys.face_down.rules import CLOSE_STEP, MAIN_STEP, OFFER_STEP, change, standings
from engine.toys.face_down.state import Field
from shapan.cli.draw import Drawing
from shapan.cli.voice import Voice
from shapan.engine.actions import DONE
from shapan.engine.chance import Stream
from shapan.engine.kinds import UNKNOWN
from shapan.engine.match import Match, Refusal
from shapan.engine.offers import things
from shapan.engine.scene import Duel, Phrase

rule = pytest.mark.rule
S, G, F, R = STRIKE, GUARD, FEINT, REST


def in_turn(
    *hands: Sequence[int],
    seats: int = 2,
    step_: int = MAIN_STEP,
    options: dict[str, Any] | None = None,
    **changes: Any,
) -> Match[Field]:
    """Return a match in the turn of seat 0 with these hands; the rest of the cards is the stock."""
    state = GAME.start(options or {}, seats, 1)
    state.agenda = [(CLOSE_STEP, 0), (MAIN_STEP, 0)]
    if step_ == OFFER_STEP:
        state.push(OFFER_STEP, 0)
    for seat, cards in enumerate(hands):
        for card in cards:
            state.move(state.stock, state.stock.cards.index(card), state.hands[seat])
    for name, value in changes.items():
        setattr(state, name, value)
    return Match(GAME, seats, options, state=state)


def row(*cards: int) -> list[int]:
    return [LAY.code(card) for card in cards]


def fight(own: Sequence[int], enemy: Sequence[int], **more: Any) -> Match[Field]:
    """Seat 0 attacks seat 1; both lay these rows, which are their hands."""
    match = in_turn(own, enemy, **more)
    match.answer(0, ATTACK.code(1))
    match.answer(0, row(*own))
    match.answer(1, row(*enemy))
    return match


def keys(match: Match[Field], viewer: int) -> list[str]:
    return [event["key"] for event in match.events_for(viewer)]


def refused(match: Match[Field], seat: int, codes: int | Sequence[int]) -> tuple[str, str]:
    with pytest.raises(Refusal) as refusal:
        match.answer(seat, codes)
    return refusal.value.reason.rule, refusal.value.reason.key


# FDN-2: laying


@pytest.mark.rule("FDN-2.1", "FDN-2.2")
def test_both_lay_a_row_of_none_to_three_cards_of_the_hand() -> None:
    match = in_turn([S, S, G, R], [F])
    match.answer(0, ATTACK.code(1))
    assert match.waiting == [0, 1]
    assert match.legal(0) == [DONE, *row(S, G, R)]
    assert match.legal(0, row(S, S)) == [DONE, *row(G, R)]
    assert match.legal(0, row(S, G, S)) == []
    assert match.legal(1) == [DONE, *row(F)]
    for wrong in (row(F), row(S, S, S), row(S, G, S, R), row(G, G)):
        assert refused(match, 0, wrong) == ("FDN-2.2", "not_possible")
    match.answer(0, [])
    match.answer(1, row(F))
    assert "revealed" in keys(match, 2)


@pytest.mark.rule("FDN-2.2")
def test_frames_of_others_are_the_same_bytes_whatever_is_laid() -> None:
    """Before both are in nothing is seen, not even the length; then the length, and each card when it is revealed."""
    hands = [S, S, G, F, R], [S, G, G, F, R]
    first = []
    for laid in ((S, G, F), (R, F, S), (S,), ()):
        match = in_turn(*hands, seats=3)
        match.answer(0, ATTACK.code(1))
        match.answer(0, row(*laid))
        first.append([reads(match, viewer) for viewer in (1, 2, 3)])
    assert all(rows == first[0] for rows in first)
    second = []
    for laid in ((S, G, F), (S, F, R), (S, R, G)):
        match = in_turn(*hands, seats=3)
        match.answer(0, ATTACK.code(1))
        match.answer(0, row(*laid))
        match.answer(1, row(G, F))
        assert asks(match, "retreat")
        second.append([reads(match, viewer) for viewer in (1, 2, 3)])
        assert match.frame(3).view["rows"] == [["strike", None, None], ["guard", None], []]
        assert match.frame(0).view["rows"] == [[NAMES[card] for card in laid], ["guard", None], []]
    assert second[0] == second[1] == second[2]


@pytest.mark.rule("FDN-2.2")
def test_a_searching_seat_learns_nothing_of_a_row_that_waits() -> None:
    match = in_turn([S, S, G, F, R], [S, G, G, F, R])
    match.answer(0, ATTACK.code(1))
    match.answer(0, row(S, S, G))
    seen = set()
    for seed in range(80):
        world = match.sample(1, seed)
        assert world.pending is not None
        laid = world.pending.given[0]
        assert world.pending.prompt is not None
        assert world.pending.prompt.allows(world.live, 0, 0, laid)
        seen.add(len(laid))
        world.answer(1, row(S))
    assert seen == {0, 1, 2, 3}


@pytest.mark.rule("FDN-2.2")
def test_rows_commute_and_may_be_taken_back_until_both_are_in() -> None:
    ends = []
    for order in permutations((0, 1)):
        match = in_turn([S, G, F], [R, R, S])
        match.answer(0, ATTACK.code(1))
        rows = row(G, S), row(R, S, R)
        for seat in order:
            match.answer(seat, rows[seat])
            if seat == order[0]:
                assert match.may_undo(seat) and match.frame(2).answered == [seat]
                match.undo(seat)
                assert match.waiting == [0, 1]
                match.answer(seat, rows[seat])
        ends.append((match.live.encoded(), match.events_for(0), match.events_for(2), match.frame(1).view))
        assert not match.may_undo(0)
        assert not match.may_undo(1)
    assert ends[0] == ends[1]


# FDN-3: columns


@pytest.mark.rule("FDN-3.1")
@pytest.mark.parametrize(
    ("own", "enemy", "changes"),
    [
        (S, S, (-1, -1)),
        (S, G, (0, 0)),
        (S, F, (0, -1)),
        (S, R, (0, -1)),
        (F, G, (0, -1)),
        (F, F, (0, 0)),
        (F, R, (0, 1)),
        (G, G, (0, 0)),
        (G, R, (0, 1)),
        (R, R, (1, 1)),
        (S, -1, (0, -1)),
        (R, -1, (1, 0)),
        (F, -1, (0, 0)),
    ],
)
def test_a_column_changes_both_strengths_at_once(own: int, enemy: int, changes: tuple[int, int]) -> None:
    assert (change(own, enemy), change(enemy, own)) == changes
    match = fight([own], [enemy] if enemy >= 0 else [], strength=[2, 2])
    assert match.live.strength == [2 + changes[0], 2 + changes[1]]


@pytest.mark.rule("FDN-3.2")
def test_strength_does_not_grow_above_what_it_was_at_the_start() -> None:
    match = fight([R], [R], strength=[4, 3])
    assert match.live.strength == [4, 4]
    assert keys(match, 2).count("changed") == 1


@pytest.mark.rule("FDN-2.3", "FDN-2.5")
def test_a_shorter_row_leaves_the_later_cards_facing_nothing() -> None:
    match = fight([S, S, S], [G])
    assert match.live.strength == [4, 4]
    match.answer(0, GO_ON)
    assert match.live.strength == [4, 2]
    assert match.live.discard.cards == [S, S, S, G]
    assert match.live.attacker == match.live.defender == -1
    assert [len(rows) for rows in match.live.rows] == [0, 0]


@pytest.mark.rule("FDN-2.3")
def test_two_empty_rows_are_no_fight() -> None:
    match = fight([], [])
    assert match.live.strength == [4, 4]
    assert "revealed" not in keys(match, 0)


# FDN-2.4: the retreat


@pytest.mark.rule("FDN-2.4", "FDN-2.5")
def test_a_retreat_interrupts_the_reveal_and_what_was_hidden_goes_back_unseen() -> None:
    match = fight([S, G, F], [R, F, S], seats=3)
    assert match.waiting == [0] and asks(match, "retreat")
    before = match.event_count(2)
    match.answer(0, RETREAT)
    told = match.events_for(2, before)
    assert [event["key"] for event in told[:3]] == ["retreated", "took_back", "took_back"]
    assert told[1]["with"] == {"seat": {"seat": 0}, "cards": 2}
    assert match.live.strength == [4, 3, 4]
    assert match.live.discard.cards == [S, R]
    assert match.live.hands[1].cards == [S, F]
    for viewer in (0, 2, 3):
        assert match.frame(viewer).view["hands"][1] == [None, None]
    assert not any("card" in event["with"] for event in told)


@pytest.mark.rule("FDN-2.3", "FDN-3.1")
def test_the_columns_are_compared_side_by_side_and_hidden_cards_lie_face_down() -> None:
    match = fight([S, G], [R, F], seats=3)
    for viewer, own in ((0, "card.guard"), (1, "card.feint"), (2, None), (3, None)):
        scene = GAME.board(match.view(viewer), viewer, match.legal(viewer) if viewer == 0 else [], None)
        first, second = scene.duels
        assert [side.value for side in first.sides] == [0, -1]
        assert [side.value for side in second.sides] == [None, None]
        assert [side.seat for side in second.sides] == [0, 1]
        laid = [side.pieces[0] for side in second.sides]
        assert [piece.label.key for piece in laid if piece.label is not None] == ([own] if own else [])
        assert [piece.flags for piece in laid if piece.label is None] == [["face_down"]] * (1 if own else 2)
        ids = [piece.id for duel in scene.duels for side in duel.sides for piece in side.pieces]
        assert ids == [place.removeprefix("piece:") for place, _ in things(scene) if ":row" in place]


def test_the_terminal_shows_a_line_for_each_comparison() -> None:
    match = fight([S, G], [R, F])
    told = StringIO()
    console = Console(width=100, file=told)
    scene = GAME.board(match.view(2), 2, [], None)
    scene.duels = [Duel(scene.duels[0].sides, title=Phrase("prompt.lay"), lanes=scene.duels)]
    console.print(Drawing(Voice(GAME, "en", 2)).scene(scene, 2, 100))
    lines = [" ".join(line.split()) for line in told.getvalue().splitlines() if "Change" in line]
    assert lines[1] == "Column 1: Seat 1 Change 0 ▪ Strike · Seat 2 Change -1 ▪ Rest"
    assert lines[2].startswith("Column 2: Seat 1 Change ?")


@pytest.mark.rule("FDN-2.4")
def test_the_attacker_is_asked_once_and_only_if_a_second_column_is_there() -> None:
    match = fight([S, G, F], [G, G, G])
    match.answer(0, GO_ON)
    assert not asks(match, "retreat")
    assert not asks(fight([S], [G]), "retreat")
    assert asks(fight([S], [G, G]), "retreat")
    assert asks(fight([], [G, G]), "retreat")


@pytest.mark.rule("FDN-2.4")
def test_what_went_back_unseen_is_unknown_in_every_world_of_the_other() -> None:
    match = fight([S, G, F], [R, F, S])
    match.answer(0, RETREAT)
    seen = set()
    for seed in range(60):
        world = match.sample(1, seed).live
        assert world.discard.cards == match.live.discard.cards
        assert world.hands[1].cards == match.live.hands[1].cards
        seen.add(tuple(world.hands[0].cards))
    assert len(seen) > 20


@pytest.mark.rule("FDN-2.4")
def test_worlds_in_the_middle_of_a_fight_keep_the_open_cards_and_deal_the_rest() -> None:
    match = fight([S, G, F], [R, F, S], seats=3)
    hidden = set()
    for seed in range(60):
        world = match.sample(2, seed)
        rows = world.live.rows
        assert [rows[0].cards[0], rows[1].cards[0]] == [S, R]
        assert [len(one) for one in rows] == [3, 3, 0]
        hidden.add((*rows[0].cards[1:], *rows[1].cards[1:]))
        world.answer(0, GO_ON)
        assert sorted(world.live.discard.cards) == sorted([S, R, *rows[0].cards[1:], *rows[1].cards[1:]]) or not all(
            world.live.strength
        )
        own = match.sample(0, seed).live.rows
        assert own[0].cards == [S, G, F]
    assert len(hidden) > 30


def test_nobody_can_tell_which_card_of_a_hand_of_two_origins_was_laid() -> None:
    """An old card and new ones after a reshuffle: the world must not know from which deal the laid card is."""
    laid = []
    for card in (S, R):
        state = GAME.start({}, 2, 1)
        state.agenda = [(CLOSE_STEP, 0), (MAIN_STEP, 0)]
        state.move(state.stock, 0, state.hands[0])  # a strike out of the first stock
        state.move_all(state.stock, state.discard)
        state.move_all(state.discard, state.stock)
        state.shuffle(state.stock)
        for one in (G, G, R, R):
            state.move(state.stock, state.stock.cards.index(one), state.hands[0])
        match = Match(GAME, 2, state=state)
        match.answer(0, ATTACK.code(1))
        match.answer(0, row(card, G))
        match.answer(1, [])
        assert asks(match, "retreat")
        worlds = [match.sample(1, seed).live.rows[0].cards[1] for seed in range(60)]
        laid.append(worlds)
        assert len(set(worlds)) == len(NAMES)


# FDN-4: treaties


def offer(match: Match[Field], partner: int, *clauses: tuple[int, int]) -> None:
    match.answer(0, [PARTNER.code(partner), *(TREATY.code(*clause) for clause in clauses)])


@pytest.mark.rule("FDN-4.1")
def test_an_offer_is_a_partner_and_one_or_two_different_clauses() -> None:
    match = in_turn(seats=3, step_=OFFER_STEP)
    assert match.legal(0) == [DONE, PARTNER.code(1), PARTNER.code(2)]
    first = [PARTNER.code(1)]
    assert len(match.legal(0, first)) == 9 and DONE not in match.legal(0, first)
    second = [*first, TREATY.code(SPARE, 2)]
    assert match.legal(0, second) == [
        DONE,
        *(TREATY.code(clause, rounds) for clause in (PEACE, PLEDGE) for rounds in (1, 2, 3)),
    ]
    assert match.legal(0, [*second, TREATY.code(PEACE, 1)]) == []
    for wrong in (
        first,
        [PARTNER.code(0), TREATY.code(PEACE, 1)],
        [*second, TREATY.code(SPARE, 1)],
        [*first, TREATY.code(PEACE, 0)],
        [TREATY.code(PEACE, 1)],
        [*second, TREATY.code(PEACE, 1), TREATY.code(PLEDGE, 1)],
    ):
        assert refused(match, 0, wrong)[0] == "FDN-4.1"


@pytest.mark.rule("FDN-4.1", "FDN-4.2")
def test_an_offer_stands_on_the_table_until_it_is_answered() -> None:
    match = in_turn(seats=3, step_=OFFER_STEP)
    offer(match, 2, (SPARE, 2), (PLEDGE, 1))
    assert match.waiting == [2] and asks(match, "reply")
    for viewer in range(4):
        view = match.frame(viewer).view
        assert (view["offer_by"], view["offer_to"]) == (0, 2)
        assert (view["clauses"], view["clause_rounds"]) == (["spare", "pledge"], [2, 1])
    match.answer(2, REFUSE)
    view = match.frame(3).view
    assert view["offer_by"] is None and view["clauses"] == []
    assert match.live.bound == [[0] * 3] * 3
    assert keys(match, 3) == ["offered", "offered", "refused"]


@pytest.mark.rule("FDN-4.2", "FDN-4.3")
@pytest.mark.parametrize(
    ("clauses", "bound"),
    [
        ([(PEACE, 1)], [[0, 2], [2, 0]]),
        ([(SPARE, 2)], [[0, 3], [0, 0]]),
        ([(PLEDGE, 3)], [[0, 0], [4, 0]]),
        ([(PEACE, 1), (PLEDGE, 3)], [[0, 2], [4, 0]]),
    ],
)
def test_an_accepted_treaty_binds_whom_its_clauses_name(clauses: list[tuple[int, int]], bound: list[list[int]]) -> None:
    match = in_turn(step_=OFFER_STEP)
    offer(match, 1, *clauses)
    match.answer(1, ACCEPT)
    assert match.live.bound == bound


@pytest.mark.rule("FDN-4.3", "FDN-4.4")
def test_a_treaty_makes_an_attack_illegal_until_its_last_round_is_over() -> None:
    bound = [[0, 2], [0, 0]]
    match = in_turn(bound=bound, round=2)
    assert match.legal(0) == [DONE, TEAR.code(1)]
    assert refused(match, 0, ATTACK.code(1)) == ("FDN-4.3", "treaty")
    assert refused(match, 0, ATTACK.code(0)) == ("FDN-1.2", "not_possible")
    after = in_turn(bound=bound, round=3)
    assert after.legal(0) == [DONE, ATTACK.code(1)]


@pytest.mark.rule("FDN-4.2")
def test_a_new_treaty_takes_the_place_of_the_old_one() -> None:
    match = in_turn(step_=OFFER_STEP, bound=[[0, 9], [9, 0]])
    offer(match, 1, (SPARE, 1))
    match.answer(1, ACCEPT)
    assert match.live.bound == [[0, 2], [0, 0]]


@pytest.mark.rule("FDN-4.5")
def test_either_party_may_tear_a_treaty_up_and_then_attack() -> None:
    for bound in ([[0, 5], [0, 0]], [[0, 0], [5, 0]]):
        match = in_turn([S], [], bound=bound)
        match.answer(0, TEAR.code(1))
        assert match.live.bound == [[0, 0], [0, 0]]
        assert keys(match, 2) == ["torn"]
        assert TEAR.code(1) not in match.legal(0)
        match.answer(0, ATTACK.code(1))
        assert asks(match, "lay")


def test_treaty_answers_may_be_taken_back_by_who_gave_them_last() -> None:
    match = in_turn([S], [G], step_=OFFER_STEP)
    offer(match, 1, (PEACE, 1))
    late = match.decisions[1].ordinal
    match.undo(0)
    offer(match, 1, (PEACE, 2))
    assert match.decisions[1].ordinal > late
    match.answer(1, ACCEPT)
    assert match.may_undo(1)
    assert not match.may_undo(0)
    match.undo(1)
    match.answer(1, REFUSE)
    match.answer(0, DONE)
    assert match.live.bound == [[0, 0], [0, 0]]


# FDN-6: orders

RALLY, SPY, BLOCKADE, BANNER = range(4)
ON = {"orders": "on"}


def ordered(order: int, *hands: Sequence[int], **more: Any) -> Match[Field]:
    """Seat 0 gives an order that names seat 1."""
    match = in_turn(*hands, options=ON, **more)
    match.answer(0, ORDER.code(order, 1))
    return match


@pytest.mark.rule("FDN-6.1", "FDN-6.2")
@pytest.mark.parametrize(("strength", "healed"), [(1, 3), (2, 3), (3, 4), (4, 4)])
def test_the_effects_of_an_order_follow_one_another_from_left_to_right(strength: int, healed: int) -> None:
    """The condition is tested when it is reached: with 2 left the first point has already come back."""
    match = ordered(RALLY, strength=[strength, 4])
    assert match.live.strength == [healed, 4]
    assert keys(match, 1)[0] == "ordered"


@pytest.mark.rule("FDN-6.1")
def test_each_order_can_be_given_once() -> None:
    match = ordered(BANNER, seats=3)
    given = [ORDER.value(code) for code in match.legal(0) if ORDER.has(code)]
    assert sorted(set(given)) == [RALLY, SPY, BLOCKADE]
    assert match.frame(2).view["orders"][0] == ["rally", "spy", "blockade"]
    assert not any(ORDER.has(code) for code in in_turn().legal(0))


@pytest.mark.rule("FDN-6.2")
def test_only_the_spy_sees_what_is_spied() -> None:
    match = ordered(SPY, [S], [S, G, F], seats=3)
    for viewer in range(4):
        told = [event["key"] for event in match.events_for(viewer)]
        assert told == ["ordered", *["seen_secret" if viewer == 0 else "seen"] * 2]
        known = [card for card in match.frame(viewer).view["hands"][1] if card is not None]
        assert len(known) == {0: 2, 1: 3}.get(viewer, 0)
    seen = {event["with"]["card"]["term"] for event in match.events_for(0) if event["key"] == "seen_secret"}
    for seed in range(20):
        hand = match.sample(0, seed).live.hands[1].cards
        assert seen <= {f"card.{NAMES[card]}" for card in hand}


@pytest.mark.rule("FDN-6.3")
def test_a_blockade_lasts_until_the_turn_of_the_blockaded_ends() -> None:
    match = ordered(BLOCKADE, [], [], step_=MAIN_STEP)
    assert match.frame(2).view["bonds"] == [[], ["blockaded"]]
    match.answer(0, DONE)
    match.answer(1, [])
    assert not any(ATTACK.has(code) for code in match.legal(1))
    assert refused(match, 1, ATTACK.code(0)) == ("FDN-6.3", "blockaded")
    match.answer(1, DONE)
    assert match.live.bonds == []


@pytest.mark.rule("FDN-6.3")
def test_a_banner_lasts_until_the_round_ends() -> None:
    match = ordered(BANNER, [R], [G, R], strength=[1, 1])
    match.answer(0, ATTACK.code(1))
    match.answer(0, row(R))
    match.answer(1, row(R))
    assert match.live.strength == [3, 2]
    assert match.frame(1).view["bonds"] == [["inspired"], []]
    match.answer(1, [])
    match.answer(1, DONE)
    assert match.live.bonds == [] and match.live.round == 2


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
    assert match.frame(1).view["hands"][0] == [None] * HAND


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
    assert (match.outcome.result, match.outcome.ranks) == ("forfeit", [1, 2, 3])


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
                    assert view["hands"][seat] == (names if viewer == seat else [None] * len(names))
                    shown = [NAMES[one] for one in match.live.rows[seat].cards]
                    if viewer != seat:
                        open_ = 1 if asks(match, "retreat") else 0
                        shown[open_:] = [None] * len(shown[open_:])  # type: ignore[list-item]
                    assert view["rows"][seat] == shown
                for event in match.events_for(viewer):
                    if event["key"].split("_")[0] in {"drew", "laid"}:
                        assert ("card" in event["with"]) == (event["with"]["seat"]["seat"] == viewer)
            step(match, rng)


def test_two_hundred_sampled_worlds_play_on_to_the_end() -> None:
    worlds = 0
    for seed in range(45):
        seats = 2 + seed % 2
        match = Match(GAME, seats, seed=seed)
        rng = Stream(f"worlds {seed}")
        for _ in range(6):
            play_on(match, rng.number(1_000), 5)
            if match.over:
                break
            world = match.sample(rng.number(seats + 1), rng.number(1_000))
            while not world.over:
                step(world, rng)
                assert GAME.conserved(world.live) == {"cards": 24}
            worlds += 1
    assert worlds >= 200


def test_defaults_alone_end_the_match() -> None:
    for seats in (2, 3):
        assert run(Match(GAME, seats)).outcome is not None


def test_it_passes_the_conformance_kit() -> None:
    report = kept(GAME, "usual")
    assert report.passed, str(report)


@pytest.mark.long
def test_it_passes_the_whole_conformance_kit() -> None:
    report = kept(GAME, "long")
    assert report.passed, str(report)


# FDN-7: prices, which lie beside the cards


def paying(*picks: tuple[int, int]) -> list[int]:
    return [LAY_PAYING.code(card, price) for card, price in picks]


def priced_fight(prices: str, own: Sequence[tuple[int, int]], enemy: Sequence[tuple[int, int]]) -> Match[Field]:
    """Seat 0 attacks seat 1; both lay these cards for these prices, of hands with a rest more."""
    hands = [[*(card for card, _ in row), R] for row in (own, enemy)]
    match = in_turn(*hands, options={"prices": prices})
    match.answer(0, ATTACK.code(1))
    match.answer(0, paying(*own))
    match.answer(1, paying(*enemy))
    return match


@rule("FDN-7.1")
@pytest.mark.parametrize("prices", ["open", "secret"])
def test_a_price_lies_beside_a_face_down_card(prices: str) -> None:
    match = priced_fight(prices, ((R, 0), (S, 2)), ((G, 1), (F, 1)))
    assert asks(match, "retreat")
    shown = match.view(1)
    assert (shown.rows[0], shown.rows[1]) == ([R, UNKNOWN], [G, F])
    assert shown.paid[0] == [0, 2 if prices == "open" else UNKNOWN]
    assert (match.view(0).paid[0], match.view(0).paid[1]) == ([0, 2], [1, 1 if prices == "open" else UNKNOWN])


@rule("FDN-7.1")
def test_what_was_paid_is_told_to_who_may_know_it() -> None:
    told = {}
    for prices in ("open", "secret"):
        match = priced_fight(prices, ((S, 2),), ((G, 0),))
        keys = [[event["key"] for event in match.events_for(viewer)] for viewer in range(3)]
        told[prices] = [sum(key.startswith("paid") and key != "paid_unseen" for key in row) for row in keys]
    assert told == {"open": [2, 2, 2], "secret": [1, 1, 0]}


@rule("FDN-7.1")
def test_prices_that_are_open_are_known_once_both_have_laid() -> None:
    match = in_turn([S, R], [G, R], options={"prices": "open"})
    match.answer(0, ATTACK.code(1))
    match.answer(0, paying((S, 2)))
    before = reads(match, 1)
    assert b"paid_openly" not in before
    other = in_turn([S, R], [G, R], options={"prices": "open"})
    other.answer(0, ATTACK.code(1))
    other.answer(0, paying((S, 0)))
    assert reads(other, 1) == before


@rule("FDN-7.1", "FDN-7.2")
@pytest.mark.parametrize(
    ("picks", "number", "key"),
    [(((F, 0),), "FDN-7.2", "too_cheap"), (((S, 2), (F, 1)), "FDN-7.1", "too_dear")],
)
def test_a_price_that_cannot_be_paid_is_refused(picks: Any, number: str, key: str) -> None:
    match = in_turn([S, F], [G], options={"prices": "open"})
    match.answer(0, ATTACK.code(1))
    with pytest.raises(Refusal) as refused:
        match.answer(0, paying(*picks))
    assert (refused.value.reason.rule, refused.value.reason.key) == (number, key)


@rule("FDN-7.3")
def test_what_is_hurt_is_hurt_by_the_price_more() -> None:
    match = priced_fight("open", ((S, 2),), ((R, 2),))
    assert match.view(2).strength == [4, 1]


@rule("FDN-2.5")
def test_a_card_that_goes_back_to_the_hand_leaves_its_price() -> None:
    match = priced_fight("open", ((R, 0), (S, 2)), ((G, 0),))
    match.answer(0, RETREAT)
    assert match.view(2).paid == [[], []]
    assert match.live.rows[0].marks == [[]]


@pytest.mark.parametrize("prices", ["open", "secret"])
def test_worlds_deal_no_card_where_its_price_cannot_lie(prices: str) -> None:
    match = priced_fight(prices, ((R, 0), (S, 2), (G, 0)), ((G, 1), (F, 1)))
    found = [match.sample(1, seed).live.rows[0].entries() for seed in range(120)]
    assert {row[0] for row in found} == {(R, 0)}  # revealed
    hidden = [pair for row in found for pair in row[1:]]
    assert not any(card == F and price == 0 for card, price in hidden)
    assert all(sum(price for _, price in row) <= 2 for row in found)
    seen = {tuple(price for _, price in row) for row in found}
    assert seen == ({(0, 2, 0)} if prices == "open" else {(0, a, b) for a in range(3) for b in range(3) if a + b <= 2})


@pytest.mark.parametrize("prices", ["open", "secret"])
def test_a_match_saved_with_prices_goes_on_the_same(prices: str) -> None:
    match = priced_fight(prices, ((R, 0), (S, 2)), ((G, 1),))
    again = reloaded(match)
    assert again.live.rows[0].marks == [[0, 2]]
    assert [reads(again, viewer) for viewer in range(3)] == [reads(match, viewer) for viewer in range(3)]
    assert run(again, Stream("on")).live.encoded() == run(match, Stream("on")).live.encoded()
