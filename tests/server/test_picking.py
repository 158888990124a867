"""Picks whose order does not matter can be made in any order: nothing that an answer may hold is missing at first."""

from __future__ import annotations

from typing import Any

import pytest

from browser.prepared import played
from server.test_twin_frames import room_of
from shapan.engine.chance import Stream
from shapan.engine.foresight import Foresight
from shapan.engine.match import Match, Refusal
from shapan.engine.registry import find
from shapan.games.battlefield.names import TERRITORIES
from shapan.server.match.frame import compose
from shapan.server.match.offer import following, next_picks, offered
from shapan.server.match.refusal_path import PathRefusal
from shapan.server.match.visible_state import LATE, MAX_FORESEEN, visible_state


def asked(game: str, seats: int, key: str, seed: int) -> tuple[Match[Any], int]:
    """Play at random until somebody has to choose some of several things."""
    match, rng = Match(find(game), seats, seed=seed), Stream(b"picking")
    for _ in range(4000):
        if match.outcome is not None:
            break
        seat = match.waiting[0]
        codes: list[int] = []
        decision = match.decisions[seat]
        if decision.prompt.key == key and decision.prompt.only_answer(match.live, seat, decision.arg) is None:
            return match, seat
        while options := match.legal(seat, codes):
            code = options[rng.number(len(options))]
            if decision.prompt.many and code == 0:
                break
            codes.append(code)
            if not decision.prompt.many:
                break
        match.answer(seat, codes)
    pytest.fail(f"nobody was asked: {key}")


@pytest.mark.parametrize(
    ("game", "seats", "key"),
    [("battlestar", 4, "discard"), ("battlestar", 4, "draw_types"), ("planet_masters", 3, "manage")],
)
@pytest.mark.parametrize("seed", [1, 2, 3])
def test_the_last_may_be_picked_first(game: str, seats: int, key: str, seed: int) -> None:
    match, seat = asked(game, seats, key, seed)
    first = [code for code in offered(match, seat) if code]
    assert set(match.legal(seat)) <= {*offered(match, seat)}
    picked: list[int] = []
    while True:
        codes, done = following(match, seat, picked)
        assert {*codes} <= {*first}, "what can be picked later was on show from the beginning"
        if not codes or (done and picked):
            break
        picked.append(max(codes))
    assert done
    assert next_picks(match, seat, picked).done
    match.answer(seat, picked)


def test_a_pick_that_follows_says_where_on_the_table_it_is_offered_and_where_it_will_lie() -> None:
    match, seat = asked("battlefield", 3, "layout", 1)
    dealt = [f"piece:dealt.{TERRITORIES[one]}" for one in match.live.dealt_land[seat].cards]
    first, *others = match.legal(seat)
    following = next_picks(match, seat, [first])
    offers = {target.code: target for target in following.options}
    assert {(place,) for place in dealt if place != dealt[0]} == {(*following.places[str(code)],) for code in offers}
    lefts = [f"zone:free.left1.{slot}" for slot in (1, 2, 3)]
    assert all(offers[code].into == lefts for code in others)
    row = [first, *(code for code in offers if code not in others)][:4]
    while len(row) < 4:
        row.append(next_picks(match, seat, row).options[0].code)
    capitals = next_picks(match, seat, row)
    assert [(*capitals.places[str(target.code)],) for target in capitals.options] == [(place,) for place in dealt]
    assert {target.sign for target in capitals.options} == {"t-star"}


def test_all_cards_of_a_hand_can_be_discarded() -> None:
    match, seat = asked("battlestar", 4, "discard", 5)
    kinds = {*match.live.hands[seat].cards}
    assert len(offered(match, seat)) == len(kinds)


def test_what_cannot_become_an_answer_is_refused() -> None:
    match, seat = asked("battlestar", 4, "draw_types", 1)
    code = offered(match, seat)[0]
    with pytest.raises(Refusal):
        following(match, seat, [code] * 16)
    with pytest.raises(Refusal):
        following(match, seat, [12345])


def test_the_best_of_many_answers_are_told_only_where_there_are_hints() -> None:
    match = played("malifaux", 2, lambda one: one.decisions.get(0) is not None and len(offered(one, 0)) > 24)
    (plain, advised) = (visible_state(match, 0, hints=hints).decision for hints in (False, True))
    assert plain is not None and advised is not None and plain.likely == []
    codes = [target.code for target in advised.targets]
    assert len(codes) > 24 and len(set(advised.likely)) == 5 and set(advised.likely) <= set(codes)
    view, asked_of = match.view(0), match.decisions[0]
    rates = {code: match.game.rate(view, asked_of.prompt, 0, asked_of.arg, code, ()) for code in codes}
    assert min(rates[code] for code in advised.likely) >= max(
        rates[code] for code in codes if code not in advised.likely
    )


@pytest.mark.parametrize("key", ["discard", "draw_types", "destination"])
def test_how_many_are_to_be_picked_is_told(key: str) -> None:
    match, seat = asked("battlestar", 4, key, 2)
    decision = visible_state(match, seat).decision
    assert decision is not None and 0 < decision.least == decision.most
    picked: list[int] = []
    while codes := following(match, seat, picked)[0]:
        picked.append(codes[0])
    assert len(picked) == decision.most


@pytest.mark.parametrize(("game", "seats", "kind"), [("planet_masters", 3, "action"), ("starcraft", 3, "place_order")])
def test_whether_a_single_answer_can_be_undone_is_told_with_it_or_when_it_is_chosen(
    game: str, seats: int, kind: str
) -> None:
    """Of many it is asked by `picks`; what is said of them is what is said of few."""
    match = played(game, seats, lambda one: 0 in one.decisions and one.decisions[0].prompt.key == kind)
    room = room_of(match)
    frame = compose(room, 0, "ling")
    assert frame.decision is not None
    targets = {target.code: target.binds for target in frame.decision.targets}
    late = len(targets) > MAX_FORESEEN
    assert (set(targets.values()) == {LATE}) == late
    foresight = Foresight(match, 0, alone=True)
    for code, binds in targets.items():
        said = room.answers.next_picks(0, frame.decision.ordinal, [code])
        assert said.options == [] and said.done and said.done_binds == foresight.binds([code])
        assert late or said.done_binds == binds
    with pytest.raises(PathRefusal):
        room.answers.next_picks(0, frame.decision.ordinal, [])
