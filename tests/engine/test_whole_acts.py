"""One answer of unlike parts: a verb, its target, a path of points, cards; and limits that only the whole row breaks.

The acts of `fate_duel_whole` are written as section 13 of a spec would: one object.
"""

from __future__ import annotations

from itertools import islice, permutations
from typing import Any

import pytest

from engine.driving import asks, run, scripted
from engine.toys.fate_duel.actions import DEPLOY
from engine.toys.fate_duel.names import NAMES
from engine.toys.fate_duel.whole import ACTING, AT, CHARGE, GAME, SPEND, STEP, WALK
from shapan.engine import expectation
from shapan.engine.actions import DONE
from shapan.engine.chance import Stream
from shapan.engine.conformance import check
from shapan.engine.game import PositionError
from shapan.engine.match import Match, Refusal
from shapan.engine.row import path_of
from shapan.server.match.offer import following

HAND = (2, 8, 11, 15, 29, 40)
"""3, 9 and 12 of rams, 3 of crows, 4 of tomes, 2 of masks."""
CARDS = [NAMES[card] for card in HAND]


def table(gap: int = 6_000) -> Match[Any]:
    """Return a match in which model 0 of seat 0 stands so far before model 2, and seat 0 holds the hand above."""
    other = [card for card in range(54) if card not in HAND]
    match = scripted(GAME, 2, None, None, fate_0=[*HAND, *other], fate_1=other)
    for x, y in ((3_000, 2_500), (3_000, 9_500), (9_000, 9_500), (9_000, 2_500)):
        match.answer(match.waiting[0], DEPLOY.code(x, y))
    while not (asks(match, "act") and match.waiting == [0]):
        codes = match.default(match.waiting[0])
        match.answer(match.waiting[0], codes)
    match.live.ys[2] = match.live.ys[0] + gap
    return match


def read(match: Match[Any], entry: dict[str, Any]) -> list[int]:
    return expectation.read_words(GAME, match.live, ACTING, entry, "answers.0")


def written(codes: list[int]) -> dict[str, Any]:
    return ACTING.write(GAME.actions, codes)


WALKED = {"do": "walk", "model": 0, "path": [[3_000, 4_000], [4_000, 5_000]]}
CHARGED: dict[str, Any] = {
    "do": "charge",
    "model": 0,
    "target": 2,
    "path": [[3_000, 4_000], [3_000, 6_500]],
    "cards": ["ram_9", "ram_12"],
}


@pytest.mark.parametrize("entry", [WALKED, CHARGED, {"do": "pass"}, {**CHARGED, "cards": ["ram_12"]}])
def test_one_object_is_a_row_of_picks_and_back(entry: dict[str, Any]) -> None:
    match = table()
    codes = read(match, {"seat": 0, **entry})
    assert written(codes) == entry
    assert ACTING.allows(match.live, 0, 0, codes)


def test_the_picks_are_the_verb_and_then_each_parameter() -> None:
    codes = read(table(), CHARGED)
    assert codes == [
        CHARGE.code(0), AT.code(2), STEP.code(3_000, 4_000), STEP.code(3_000, 6_500), SPEND.code(8), SPEND.code(11),
    ]  # fmt: skip
    assert [path_of(ACTING.rows, codes, place) for place in range(6)] == [
        "do", "target", "path.0", "path.1", "cards.0", "cards.1",
    ]  # fmt: skip


def test_a_whole_answer_is_carried_out() -> None:
    match = table()
    match.answer(0, read(match, CHARGED))
    assert (match.live.xs[0], match.live.ys[0]) == (3_000, 6_500)
    told = [event["key"] for event in match.events_for(1)]
    assert told.count("spent") == 2 and told.index("charged") < told.index("attacked")
    assert [NAMES[card] for card in match.live.discards[0].cards if card in HAND] == ["ram_9", "ram_12"]


def test_a_list_that_has_no_order_is_one_answer_and_one_that_has_is_not() -> None:
    """`Game.rows` names the path; the cards are a heap, in an entry and as picks."""
    match = table()
    turned = {**CHARGED, "cards": CHARGED["cards"][::-1]}
    assert read(match, turned) == read(match, CHARGED)
    back = {**CHARGED, "path": CHARGED["path"][::-1]}
    assert read(match, back) != read(match, CHARGED)
    codes = read(match, CHARGED)
    assert match.checked(0, [*codes[:4], *codes[:3:-1]]) == codes
    rows = expectation.rows_of(GAME)
    assert expectation.is_part(turned, written(codes), rows) and not expectation.is_part(back, written(codes), rows)


def test_a_set_of_cards_is_offered_once() -> None:
    match = table()
    decision = match.decisions[0]
    rows = list(islice(expectation.answers_of(match, decision), 20_000))
    sets = [tuple(row) for row in rows if CHARGE.has(row[0])]
    assert len(sets) == len({(*row[:3], frozenset(row[3:])) for row in sets}) > 20
    assert all(ACTING.allows(match.live, 0, 0, row) for row in rows)


@pytest.mark.parametrize(
    ("change", "rule", "path"),
    [
        ({"cards": ["ram_3", "crow_3"]}, "FTD-8.2", "cards"),  # six of ten: only the whole breaks it
        ({"path": [[3_000, 4_000]]}, "FTD-8.3", "path"),  # stops short of the target
        ({"path": [[3_000, 4_000], [3_000, 9_000]]}, "FTD-3.2", "path.1"),  # too far
        ({"path": []}, "FTD-8.3", "path"),
        ({"cards": ["ram_9", "mask_13"]}, "FTD-8.2", "cards.1"),  # not in the hand
        ({"target": 3}, "FTD-8.1", "target"),
        ({"model": 2}, "FTD-8.1", "do"),
    ],
)
def test_a_refusal_names_the_rule_and_the_field(change: dict[str, Any], rule: str, path: str) -> None:
    match = table()
    before = match.live.encoded()
    with pytest.raises(Refusal) as refused:
        match.answer(0, read(match, {**CHARGED, **change}))
    assert (refused.value.reason.rule, refused.value.reason.path) == (rule, path)
    assert match.live.encoded() == before


@pytest.mark.parametrize(
    ("entry", "field"),
    [
        ({**CHARGED, "points": 3}, "points"),
        ({**CHARGED, "path": [[1]]}, "path.0"),
        ({**CHARGED, "target": 9}, "target"),
        ({"do": "charge", "model": 0, "target": 2}, "path"),
        ({"do": "walk", "model": 0, "path": [], "cards": []}, "cards"),
    ],
)
def test_words_that_do_not_exist_are_an_error_at_their_field(entry: dict[str, Any], field: str) -> None:
    with pytest.raises(PositionError) as error:
        read(table(), entry)
    assert error.value.field == f"answers.0.{field}"


def test_stopping_is_not_offered_while_the_whole_would_break_a_limit() -> None:
    match = table()
    charge = [CHARGE.code(0), AT.code(2)]
    assert DONE not in match.legal(0, [*charge, STEP.code(3_000, 4_000)])
    reached = [*charge, match.legal(0, charge)[0]]
    assert DONE in match.legal(0, reached)
    assert DONE not in match.legal(0, [*reached, SPEND.code(2)])
    assert DONE in match.legal(0, [*reached, SPEND.code(2), SPEND.code(8)])
    assert following(match, 0, [*reached, SPEND.code(2)])[1] is False
    assert following(match, 0, [*reached, SPEND.code(2), SPEND.code(8)])[1] is True


def test_cards_are_offered_rising_and_paths_as_they_are() -> None:
    match = table()
    reached = [CHARGE.code(0), AT.code(2), match.legal(0, [CHARGE.code(0), AT.code(2)])[0]]
    after = [code for code in match.legal(0, [*reached, SPEND.code(8)]) if code != DONE]
    assert after and all(code > SPEND.code(8) for code in after)
    assert any(STEP.has(code) for code in match.legal(0, [WALK.code(0), STEP.code(4_000, 4_000)]))


def test_people_may_pick_a_heap_in_any_order() -> None:
    for order in permutations((2, 8, 40)):
        match = table()
        reached = [CHARGE.code(0), AT.code(2), match.legal(0, [CHARGE.code(0), AT.code(2)])[0]]
        match.answer(0, [*reached, *(SPEND.code(card) for card in order)])
        assert match.log[-1]["answer"][3:] == [SPEND.code(card) for card in (2, 8, 40)]


def test_picks_that_nothing_may_follow_and_that_are_no_answer_are_a_fault_of_the_game(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    match = table()
    monkeypatch.setattr(type(ACTING), "next", lambda self, state, seat, arg, picked: () if picked else [CHARGE.code(0)])
    with pytest.raises(ValueError, match="act: nothing may follow"):
        match.legal(0, [CHARGE.code(0)])


def test_matches_of_whole_acts_come_to_an_end_and_charge() -> None:
    charges = 0
    for seed in range(12):
        match = run(Match(GAME, 2, {"turns": 3}, seed=seed), Stream(seed))
        charges += sum(event["key"] == "charged" for event in match.events_for(2))
    assert charges > 5


def test_the_laws_hold_for_whole_acts() -> None:
    report = check(GAME, 16, 240)
    assert report.passed, str(report)
    assert report.checks["refused"].tried > 100
