"""Leduc poker: each rule, the payoffs beside an independent reckoning, and what stays hidden."""

from __future__ import annotations

from itertools import product

import pytest

from shapan.bots import find as find_bot
from shapan.bots import policy
from shapan.engine.chance import Stream
from shapan.engine.kinds import UNKNOWN
from shapan.engine.match import Match, Refusal
from shapan.engine.previews import draw_scene
from shapan.engine.scenario import run
from shapan.engine.table import PolicyTable, RandomTable
from shapan.engine.text import LANGUAGES, say
from shapan.engine.view import write
from shapan.games.leduc import GAME
from shapan.games.leduc.game import CALL, CODES, FOLD, LEGAL, RAISE, strength
from shapan.games.leduc.state import Leduc

rule = pytest.mark.rule
JACK, QUEEN, KING = range(3)


def dealt(*cards: int) -> Match[Leduc]:
    """Return a match in which these cards fall: seat 0, seat 1, open card."""
    state = GAME.start({}, 2, 1)
    state.chance.scripts = [list(cards)]
    return Match(GAME, 2, state=state)


def played(cards: tuple[int, ...], *bets: int) -> Match[Leduc]:
    match = dealt(*cards)
    for bet in bets:
        match.answer(match.waiting[0], bet)
    return match


def known(match: Match[Leduc], viewer: int) -> list[list[str | None]]:
    """Return the hands as a viewer's JSON has them."""
    return [seat["hand"] for seat in write(match.view(viewer))["seats"]]


def scores(match: Match[Leduc]) -> list[int]:
    assert match.outcome is not None
    return match.outcome.scores


@rule("LED-1")
def test_six_cards_of_three_ranks_one_for_each_seat() -> None:
    match = dealt(KING, JACK)
    zones = [match.live.stock, *match.live.hands, match.live.public]
    assert [len(zone) for zone in zones] == [4, 1, 1, 0]
    assert sorted(card for zone in zones for card in zone.cards) == [0, 0, 1, 1, 2, 2]


@rule("LED-1")
def test_a_card_is_known_to_its_owner_alone() -> None:
    match = dealt(KING, JACK)
    hands = [known(match, viewer) for viewer in range(3)]
    assert hands == [[["king"], [None]], [[None], ["jack"]], [[None], [None]]]
    told = [[event["key"] for event in match.events_for(viewer)] for viewer in range(3)]
    assert told == [["dealt_secret", "dealt"], ["dealt", "dealt_secret"], ["dealt", "dealt"]]


@rule("LED-2")
def test_the_ante_is_one_chip() -> None:
    assert dealt(KING, JACK).live.paid == [1, 1]


@rule("LED-3")
def test_seat_0_begins_both_rounds_and_equal_chips_end_them() -> None:
    match = dealt(KING, JACK, QUEEN)
    assert match.waiting == [0]
    match.answer(0, CALL)
    assert (match.waiting, match.live.round) == ([1], 0)
    match.answer(1, RAISE)
    assert (match.waiting, match.live.round) == ([0], 0)
    match.answer(0, CALL)
    assert (match.waiting, match.live.round) == ([0], 1)
    match.answer(0, RAISE)
    match.answer(1, RAISE)
    assert match.waiting == [0] and not match.over
    match.answer(0, CALL)
    assert match.over


@rule("LED-3.1")
def test_nobody_folds_before_a_raise() -> None:
    match = dealt(KING, JACK)
    assert match.legal(0) == [CALL, RAISE]
    with pytest.raises(Refusal) as refused:
        match.answer(0, FOLD)
    assert refused.value.reason.rule == "LED-3"


@rule("LED-3.1", "LED-6")
def test_who_folds_loses_what_is_put_in_and_shows_nothing() -> None:
    match = played((KING, JACK), RAISE, RAISE, FOLD)
    assert scores(match) == [-3, 3]
    assert match.outcome is not None and match.outcome.result == "fold"
    assert [known(match, viewer) for viewer in range(3)] == [
        [["king"], [None]],
        [[None], ["jack"]],
        [[None], [None]],
    ]
    assert "shown" not in {event["key"] for event in match.events_for(2)}


@rule("LED-3.2")
def test_a_call_puts_in_as_much_as_the_other() -> None:
    assert played((KING, JACK), CALL).live.paid == [1, 1]
    assert played((KING, JACK, QUEEN), RAISE, CALL).live.paid == [3, 3]


@rule("LED-3.3")
def test_raises_are_two_then_four_and_at_most_two_a_round() -> None:
    match = played((KING, JACK, QUEEN), RAISE, RAISE)
    assert match.live.paid == [3, 5]
    assert match.legal(0) == [FOLD, CALL]
    match.answer(0, CALL)
    match.answer(0, RAISE)
    assert match.live.paid == [9, 5]
    match.answer(1, RAISE)
    assert match.live.paid == [9, 13]
    match.answer(0, CALL)
    assert scores(match) == [13, -13]
    assert match.outcome is not None and GAME.returns(match.outcome) == [1.0, -1.0]


@rule("LED-4")
def test_all_see_the_open_card_after_the_first_round() -> None:
    match = dealt(KING, JACK, QUEEN)
    assert write(match.view(2))["public"] == []
    for seat in (0, 1):
        match.answer(seat, CALL)
    assert [write(match.view(viewer))["public"] for viewer in range(3)] == [["queen"]] * 3


@rule("LED-5")
def test_both_show_their_cards_before_the_end() -> None:
    match = played((KING, JACK, QUEEN), CALL, CALL, CALL, CALL)
    assert known(match, 2) == [["king"], ["jack"]]
    assert [event["key"] for event in match.events_for(2)][-3:] == ["shown", "shown", "gained"]


@pytest.mark.parametrize(
    ("cards", "gain"),
    [
        pytest.param((JACK, KING, JACK), 1, marks=rule("LED-5.1"), id="pair"),
        pytest.param((QUEEN, KING, KING), -1, marks=rule("LED-5.1"), id="other pair"),
        pytest.param((QUEEN, JACK, KING), 1, marks=rule("LED-5.2"), id="higher card"),
        pytest.param((JACK, QUEEN, KING), -1, marks=rule("LED-5.2"), id="lower card"),
        pytest.param((QUEEN, QUEEN, KING), 0, marks=rule("LED-5.3"), id="equal"),
    ],
)
def test_showdown(cards: tuple[int, ...], gain: int) -> None:
    match = played(cards, CALL, CALL, CALL, CALL)
    assert scores(match) == [gain, -gain]
    assert match.outcome is not None and match.outcome.result == ("showdown" if gain else "split")
    assert match.outcome.winners == {1: [0], -1: [1], 0: [0, 1]}[gain]


def reckoned(cards: list[int], bets: list[int]) -> list[int]:
    """Reckon the gains from cards and bets alone, by another way than the rules: as one pot and two stakes."""
    pot, round_, raised, acted, seat = [1, 1], 0, 0, 0, 0
    for bet in bets:
        if bet == FOLD:
            return [-pot[0], pot[0]] if seat == 0 else [pot[1], -pot[1]]
        stake = max(pot)
        if bet == RAISE:
            stake += 2 << round_
            raised += 1
            acted = 0
        pot[seat] = stake
        acted += 1
        seat = 1 - seat
        if acted == 2:
            round_, raised, acted, seat = round_ + 1, 0, 0, 0
    assert round_ == 2
    hands = [(card == cards[2], card) for card in cards[:2]]
    won = (hands[0] > hands[1]) - (hands[0] < hands[1])
    return [won * pot[1], -won * pot[0]]


def test_random_matches_pay_what_is_reckoned_from_cards_and_bets() -> None:
    rng = Stream("leduc")
    seen = set()
    for number in range(2_000):
        state = GAME.start({}, 2, number)
        GAME.play_out(state, RandomTable(state, rng))
        cards = [zone.cards[0] for zone in (*state.hands, state.public) if zone.cards]
        bets = [CODES[bet] for bet in state.bets]
        assert state.scores == reckoned(cards, bets)
        assert [score > 0 for score in state.scores] == [rank == 1 and sum(state.ranks) == 3 for rank in state.ranks]
        seen.add((tuple(cards), state.scores[0]))
    assert len(seen) > 100


def test_every_deal_is_equally_likely() -> None:
    deals: dict[tuple[int, ...], int] = {}
    for number in range(12_000):
        state = GAME.start({}, 2, number)
        GAME.play_out(state, PolicyTable(state, lambda *asked: CALL))
        deal = tuple(zone.cards[0] for zone in (*state.hands, state.public))
        deals[deal] = deals.get(deal, 0) + 1
    assert len(deals) == 24
    for deal, count in deals.items():
        ways = 8 if len(set(deal)) == 3 else 4
        assert abs(count - 12_000 * ways / 120) < 120, deal


@pytest.mark.parametrize("seat", [0, 1])
def test_a_seat_cannot_tell_worlds_apart(seat: int) -> None:
    match = played((KING, JACK, QUEEN), CALL, CALL, RAISE)
    found = set()
    for number in range(200):
        world = match.sample(seat, number)
        assert write(world.view(seat)) == write(match.view(seat))
        found.add(world.live.hands[1 - seat].cards[0])
    own = match.live.hands[seat].cards[0]
    assert found == {JACK, QUEEN, KING} and own == (KING, JACK)[seat]


def test_undo_is_open_until_a_card_falls() -> None:
    match = dealt(KING, JACK, QUEEN)
    match.answer(0, CALL)
    assert match.may_undo(0)
    match.answer(1, CALL)
    assert not match.may_undo(1) and not match.may_undo(0)


def test_who_does_not_answer_calls_for_nothing_and_folds_to_a_raise() -> None:
    assert dealt(KING, JACK).default(0) == [CALL]
    assert played((KING, JACK), RAISE).default(1) == [FOLD]
    assert [options[0] for options in LEGAL] == [CALL, FOLD, FOLD]


def test_strength_is_the_share_of_deals_that_win() -> None:
    deck = [0, 0, 1, 1, 2, 2]
    for card, public in product(range(3), (UNKNOWN, 0, 1, 2)):
        won = count = 0.0
        for mine, yours, shown in product(range(6), repeat=3):
            if len({mine, yours, shown}) < 3 or deck[mine] != card or public not in (UNKNOWN, deck[shown]):
                continue
            hands = [(deck[place] == deck[shown], deck[place]) for place in (mine, yours)]
            won += (hands[0] > hands[1]) + (hands[0] == hands[1]) / 2
            count += 1
        assert abs(strength(card, public) / 40 - won / count) < 1 / 40, (card, public)


def test_greedy_beats_random() -> None:
    rng = Stream("ladder")
    bots = [find_bot("greedy"), find_bot("random")]
    gained = 0
    for number in range(400):
        mine = number % 2
        state = GAME.start({}, 2, f"ladder {number}")
        decide = policy(GAME, {mine: bots[0], 1 - mine: bots[1]}, rng)
        GAME.play_out(state, PolicyTable(state, decide))
        gained += state.scores[mine]
    assert gained > 200


@rule("LED-1", "LED-4")
def test_a_scenario_names_the_cards() -> None:
    result = run(
        GAME,
        {
            "game": "leduc",
            "seats": 2,
            "rolls": {"cards": ["queen", "queen", "king"]},
            "answers": [{"seat": seat, "do": "call"} for seat in (0, 1, 0, 1)],
            "expect": {"outcome": {"result": "split", "scores": [0, 0]}, "events": ["LED-4", "LED-5.3"]},
        },
    )
    assert result.passed, result.differences


def test_the_log_reads_well_in_every_language() -> None:
    match = played((KING, JACK, QUEEN), RAISE, CALL, CALL, CALL)
    for language in LANGUAGES:
        lines = [say(GAME, language, f"event.{event['key']}", event["with"]) for event in match.events_for(0)]
        assert len(lines) == 10 and not any("{" in line or "event." in line for line in lines)


@rule("LED-5", "LED-6")
@pytest.mark.parametrize(
    ("cards", "bets", "text"),
    [
        ((KING, JACK), (RAISE, FOLD), "B has folded, and A wins the pot (+1)."),
        ((KING, JACK, JACK), (CALL, CALL, CALL, CALL), "B wins the pot with a pair: Jack (+1)."),
        ((KING, JACK, QUEEN), (RAISE, CALL, CALL, CALL), "A wins the pot: King beats Jack (+3)."),
        ((KING, KING, QUEEN), (CALL, CALL, CALL, CALL), "Both hold the same card, King: no one wins anything."),
    ],
)
def test_the_end_says_which_hands_decided(cards: tuple[int, ...], bets: tuple[int, ...], text: str) -> None:
    match = played(cards, *bets)
    assert match.outcome is not None
    for viewer in range(3):
        phrase = GAME.ending(match.view(viewer), match.outcome)
        assert say(GAME, "en", phrase.key, phrase.words, ["A", "B"]) == text
        assert match.outcome.scores[match.outcome.winners[0]] in (0, phrase.words["chips"])


@rule("LED-3.1", "LED-3.2", "LED-3.3")
@pytest.mark.parametrize(
    ("bets", "costs"),
    [((), {CALL: 0, RAISE: 2}), ((RAISE,), {CALL: 2, RAISE: 4}), ((CALL, CALL, RAISE), {CALL: 4, RAISE: 8})],
)
def test_the_cost_of_a_bet_is_what_it_puts_in(bets: tuple[int, ...], costs: dict[int, int]) -> None:
    match = played((KING, JACK, QUEEN), *bets)
    seat = match.waiting[0]
    scene = draw_scene(GAME, match.view(seat), seat, match.legal(seat), match.decisions[seat].prompt)
    for button in scene.buttons:
        if button.code in costs:
            assert button.odds is not None
            assert button.odds.summary.words["cost"] == costs[button.code]
            after = played((KING, JACK, QUEEN), *bets, button.code)
            assert after.live.paid[seat] - match.live.paid[seat] == costs[button.code]
