"""Face down: treaties by offer and answer, orders, prices that lie beside the cards."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from engine.driving import asks, keys, reads, refused, reloaded, run
from engine.face_down_table import F, G, R, S, in_turn, row, rule
from engine.toys.face_down.actions import ACCEPT, ATTACK, LAY_PAYING, ORDER, PARTNER, REFUSE, RETREAT, TEAR, TREATY
from engine.toys.face_down.names import NAMES, PEACE, PLEDGE, SPARE
from engine.toys.face_down.rules import MAIN_STEP, OFFER_STEP
from engine.toys.face_down.state import Field
from shapan.engine.actions import DONE
from shapan.engine.chance import Stream
from shapan.engine.kinds import UNKNOWN
from shapan.engine.match import Match, Refusal

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
    assert match.frame(2).view["seats"][0]["orders"] == ["rally", "spy", "blockade"]
    assert not any(ORDER.has(code) for code in in_turn().legal(0))


@pytest.mark.rule("FDN-6.2")
def test_only_the_spy_and_who_holds_it_learn_what_is_spied() -> None:
    match = ordered(SPY, [S], [S, G, F], seats=3)
    for viewer in range(4):
        told = [event["key"] for event in match.events_for(viewer)]
        assert told == ["ordered", *["seen_secret" if viewer in (0, 1) else "seen"] * 2]
        known = [card for card in match.frame(viewer).view["seats"][1]["hand"] if card is not None]
        assert len(known) == {0: 2, 1: 3}.get(viewer, 0)
    seen = {event["with"]["card"]["term"] for event in match.events_for(0) if event["key"] == "seen_secret"}
    holder = {event["with"]["card"]["term"] for event in match.events_for(1) if event["key"] == "seen_secret"}
    assert holder == seen
    for seed in range(20):
        hand = match.sample(0, seed).live.hands[1].cards
        assert seen <= {f"card.{NAMES[card]}" for card in hand}


@pytest.mark.rule("FDN-6.3")
def test_a_blockade_lasts_until_the_turn_of_the_blockaded_ends() -> None:
    match = ordered(BLOCKADE, [], [], step_=MAIN_STEP)
    assert [seat["bonds"] for seat in match.frame(2).view["seats"]] == [[], ["blockaded"]]
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
    assert [seat["bonds"] for seat in match.frame(1).view["seats"]] == [["inspired"], []]
    match.answer(1, [])
    match.answer(1, DONE)
    assert match.live.bonds == [] and match.live.round == 2


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
    assert (shown.rows[0].cards, shown.rows[1].cards) == ([R, UNKNOWN], [G, F])
    assert shown.paid(0) == [0, 2 if prices == "open" else UNKNOWN]
    assert (match.view(0).paid(0), match.view(0).paid(1)) == ([0, 2], [1, 1 if prices == "open" else UNKNOWN])


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
    assert [match.view(2).paid(seat) for seat in (0, 1)] == [[], []]
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
