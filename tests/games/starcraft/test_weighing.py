"""SC-9.7.5 as the table weighs it: what may lie there by open knowledge alone, and numbers that come true."""

from __future__ import annotations

from typing import Any

import pytest

from shapan.engine.match import Match
from shapan.engine.scene import Comparison, Scene
from shapan.games.starcraft import actions, cards
from shapan.games.starcraft.game import GAME
from shapan.server.match.offer import offered

rule = pytest.mark.rule
FOE_HAND = ["Z1", "Z9"]
DISCARDS = ["Z2", "Z3"]


def match_of(
    hand: list[str],
    foe_hand: list[str],
    *,
    units: str = "marine",
    number: int = 1,
    own: dict[str, Any] | None = None,
    **foe: Any,
) -> Match[Any]:
    """Return a battle of two units whose attacker is to lay cards."""
    data = {
        "step": "battle",
        "round": 2,
        "battle": {"area": "abaddon_1", "attacker": 0, "defender": 1, "at": "pair"},
        "galaxy": [
            {"planet": "torus", "at": [-1, 0]}, {"planet": "abaddon", "at": [0, 0]},
            {"planet": "antiga_prime", "at": [1, 0]},
        ],
        "seats": [
            {
                "faction": "raynor", "units": {"abaddon_1": {units: number}}, "bases": ["torus_4"], "hand": hand,
                **(own or {}),
            },
            {
                "faction": "overmind", "units": {"abaddon_1": {"zergling": number}}, "bases": ["antiga_prime_1"],
                "hand": foe_hand, **foe,
            },
        ],
    }  # fmt: skip
    return Match(GAME, 2, {}, 1, state=GAME.read_position(data, GAME.resolve({}, 2), 2))


def scene_of(match: Match[Any], viewer: int) -> Scene:
    decision = match.decisions.get(viewer)
    legal = offered(match, viewer) if decision else []
    return GAME.board(match.view(viewer), viewer, legal, decision.prompt if decision else None)


def weighed(match: Match[Any], viewer: int) -> list[Comparison]:
    return scene_of(match, viewer).duels[0].weighs


def place(card: str) -> int:
    return actions.PLACE.code(0, cards.CARDS.index(card))


@rule("SC-9.6")
def test_a_dot_for_each_card_that_does_not_lie_open() -> None:
    """Of 18 cards two lie in the discards; a technology that was bought adds its copies."""
    attack, health = weighed(match_of(["T1", "T9"], FOE_HAND, discard=DISCARDS), 0)
    assert len(attack.spread) == len(health.spread) == 16
    assert attack.equal and not health.equal
    with_burrow = weighed(match_of(["T1"], FOE_HAND, discard=DISCARDS, technologies=["burrow"]), 0)[0]
    assert len(with_burrow.spread) == 16 + cards.COPIES[cards.BURROW]


@rule("SC-9.6")
def test_the_hidden_hand_makes_no_difference() -> None:
    """Section 6: whatever the other side holds, who attacks sees the same; who only looks on sees no numbers."""
    here, there = (weighed(match_of(["T1", "T9"], hand), 0) for hand in (FOE_HAND, ["Z11", "Z17"]))
    assert here == there
    match = match_of(["T1", "T9"], FOE_HAND)
    assert scene_of(match, 2).duels[0].weighs == []
    match.answer(0, [place("T1")])
    other = match_of(["T1", "T9"], FOE_HAND)
    other.answer(0, [place("T9")])
    assert weighed(match, 1)[0].spread == weighed(other, 1)[0].spread


@rule("SC-9.7.5")
def test_each_card_of_the_hand_stands_where_it_will() -> None:
    """T1 names the marine (5/4), T9 does not (4/5); once it is laid its number stands without a pick."""
    match = match_of(["T1", "T9"], FOE_HAND)
    stands = {one.codes[0]: (one.value, one.parts) for one in weighed(match, 0)[0].stands}
    assert stands == {place("T1"): (5, [5, 0, 0]), place("T9"): (4, [4, 0, 0])}
    match.answer(0, [place("T1")])
    attack, health = weighed(match, 0)
    assert [(one.value, one.codes) for one in (*attack.stands, *health.stands)] == [(5, []), (4, [])]


@rule("SC-9.7.5")
def test_a_card_that_changes_the_numbers_of_the_other_side_has_its_own_spread() -> None:
    """D9, stasis_field: with it the other side's attack is 0, whatever it lays."""
    own = {"faction": "tassadar", "technologies": ["stasis_field"]}
    match = match_of(["P1", "stasis_field_1"], FOE_HAND, units="arbiter", own=own)
    attack, health = weighed(match, 0)
    alone, both = sorted(health.stands, key=lambda one: len(one.codes))
    assert [len(one.codes) for one in (alone, both)] == [1, 2]
    assert alone.spread is None and max(health.spread) > 0
    assert both.spread == [0] * len(health.spread)
    assert [one.spread for one in attack.stands] == [None, sorted(attack.spread)]


@rule("SC-9.7.5", "SC-9.7.6")
def test_what_has_been_compared_stays_until_the_battle_is_over() -> None:
    """A skirmish that is over shows both numbers with what came of them, to all; only then its cards are known."""
    match = match_of(["T1", "T9", "T2"], ["Z1", "Z9", "Z2"], number=3)
    for seat, hand in ((0, ("T1", "T9", "T2")), (1, ("Z1", "Z9", "Z2"))):
        match.answer(seat, [actions.PLACE.code(at, cards.CARDS.index(card)) for at, card in enumerate(hand)])
    match.answer(0, [actions.RESOLVE.codes[0]])
    for viewer, own, met in ((0, 5, 4), (1, 6, 4), (2, 5, 4)):
        attack, health = weighed(match, viewer)
        assert [attack.stands[0].value, attack.met and attack.met.value] == [own, met], viewer
        assert attack.verdict == attack.good and health.verdict is not None
    duel = scene_of(match, 2).duels[0]
    assert [piece.id for side in duel.sides for piece in side.pieces if piece.suit] == ["fought0", "fought1"]


@rule("SC-9.7.6")
def test_who_cannot_hit_the_other_is_told_so() -> None:
    match = match_of(["T1"], [], units="wraith")
    attack, health = weighed(match, 0)
    assert attack.verdict is None
    assert health.verdict is not None and health.verdict.key == "board.cannot_be_hit" and health.mood == "good"


@rule("SC-9.7.6")
def test_a_number_that_would_be_enough_is_told_apart_from_one_that_hits() -> None:
    """A zergling that is strong enough cannot hit a wraith: the panel says so also when the cards are known."""
    match = match_of(["T1", "T9", "T2"], ["Z1", "Z9", "Z2"], units="wraith", number=3)
    for seat, hand in ((0, ("T1", "T9", "T2")), (1, ("Z1", "Z9", "Z2"))):
        match.answer(seat, [actions.PLACE.code(at, cards.CARDS.index(card)) for at, card in enumerate(hand)])
    match.answer(0, [actions.RESOLVE.codes[0]])
    health = weighed(match, 0)[1]
    assert health.met is not None and health.stands[0].value <= health.met.value
    assert health.verdict is not None and health.verdict.key == "board.cannot_be_hit" and health.mood == "good"
