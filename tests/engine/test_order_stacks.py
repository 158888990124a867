"""Order stacks: what StarCraft's order stacks and battles need of the engine.

Rule numbers are those of the test game; the docstrings name the contract lines (engine.md) that a test proves.
"""

from __future__ import annotations

from itertools import permutations, product
from typing import Any

import pytest

from engine.driving import asks, reads, reloaded, run, scripted, state_bytes, worlds_to_the_end
from engine.toys.order_stacks import GAME, SPY_RING
from engine.toys.order_stacks.actions import FIGHT, FROM, LOOK, PLACE, TURN
from engine.toys.order_stacks.game import SpyRing
from engine.toys.order_stacks.names import BUILD, DECK, MARCH, SPY
from shapan.engine.actions import DONE
from shapan.engine.chance import Stream
from shapan.engine.conformance import check
from shapan.engine.game import Game
from shapan.engine.kinds import UNKNOWN
from shapan.engine.match import Match, Refusal
from shapan.engine.view import difference, write

rule = pytest.mark.rule


def table(units: tuple[int, ...] = (2, 2, 0, 0), own: tuple[int, int] = (4, 3)) -> Match[Any]:
    """Two seats: seat 0 holds area 0, seat 1 area 1, two units each; hands: c5 c4 and c3 c3."""
    decks = {
        f"deck_{seat}": [*first, *(card for card in DECK if card not in first)]
        for seat, first in enumerate((own, (2, 2)))
    }
    return scripted(GAME, 2, None, {"units": list(units)}, **decks)


def place(match: Match[Any], *orders: tuple[int, int]) -> Match[Any]:
    """Place orders (token, area) in turn; all six at a table of two."""
    for token, area in orders:
        match.answer(match.waiting[0], PLACE.code(token, area))
    return match


def to_battle(match: Match[Any]) -> Match[Any]:
    """Seat 0 marches from area 0 into area 1, held by seat 1."""
    orders = ((MARCH, 1), (BUILD, 0), (BUILD, 0), (BUILD, 0), (SPY, 0), (MARCH, 0))
    place(match, *orders)
    assert match.view(2).owners == [[1, 0, 1, 0, 1], [0], [], []]
    match.answer(0, FROM.codes[0])  # the token in area 1 is the only one of seat 0 on top
    assert asks(match, "choose_card")
    return match


def events(match: Match[Any], viewer: int = 2) -> list[str]:
    return [event["key"] for event in match.events_for(viewer)]


# ORD-2: stacks face down


@rule("ORD-2.1")
def test_tokens_are_placed_one_after_another_and_known_to_their_owner_only() -> None:
    """E3: where is open, which is not."""
    match = table()
    for seat, order in zip((0, 1, 0), ((MARCH, 2), (SPY, 2), (BUILD, 2)), strict=True):
        assert match.waiting == [seat]
        place(match, order)
    assert match.view(2).owners[2] == [0, 1, 0]
    assert match.view(0).stacks[2].cards == [MARCH, UNKNOWN, BUILD]
    assert match.view(1).stacks[2].cards == [UNKNOWN, SPY, UNKNOWN]
    assert match.view(2).stacks[2].cards == [UNKNOWN] * 3
    assert match.view(1).supply[0].cards == [UNKNOWN] * 3


@rule("ORD-2.1")
def test_frames_of_others_are_the_same_bytes_whatever_is_placed() -> None:
    one, two = table(), table()
    for place_, tokens in enumerate(((MARCH, SPY), (BUILD, MARCH), (SPY, MARCH))):
        place(one, (tokens[0], place_))
        place(two, (tokens[1], place_))
        for viewer in (1, 2):
            assert reads(one, viewer) == reads(two, viewer)
        assert reads(one, 0) != reads(two, 0)
        if place_ < 2:
            place(one, (BUILD, 3))
            place(two, (BUILD, 3))


@rule("ORD-2.1")
def test_a_placement_is_undone_across_a_quiet_point() -> None:
    """B1: undo crosses quiet points; each placement is a step of the agenda of its own."""
    match = table()
    before = state_bytes(match)
    place(match, (SPY, 3))
    assert match.may_undo(0) and not match.may_undo(1)
    match.undo(0)
    assert state_bytes(match) == before
    place(match, (MARCH, 3), (BUILD, 1))
    assert match.may_undo(1) and not match.may_undo(0)


@rule("ORD-2.1")
def test_a_token_is_placed_once_a_round() -> None:
    match = place(table(), (SPY, 0), (SPY, 1))
    with pytest.raises(Refusal) as refused:
        match.answer(0, PLACE.code(SPY, 0))
    assert refused.value.reason.rule == "ORD-2.1"


# ORD-3: carried out from the top


@rule("ORD-3.1")
def test_only_a_token_on_top_is_carried_out() -> None:
    orders = ((BUILD, 0), (BUILD, 1), (BUILD, 2), (MARCH, 2), (MARCH, 3), (BUILD, 1))
    match = place(table(), *orders)
    assert match.legal(0) == [TURN.codes[0], TURN.codes[3]]
    with pytest.raises(Refusal) as refused:
        match.answer(0, TURN.codes[2])
    assert (refused.value.reason.rule, refused.value.reason.key) == ("ORD-3.1", "covered")
    match.answer(0, TURN.codes[0])
    view = match.view(2)
    assert view.units == [3, 2, 0, 0] and view.spent[0].cards == [BUILD]
    assert view.stacks[0].cards == [] and view.stacks[2].cards == [UNKNOWN, UNKNOWN]


@rule("ORD-3.1")
def test_one_token_on_top_is_turned_by_the_engine() -> None:
    """D1: one option of an open prompt is answered by the engine, marked in the segment, not in the log."""
    orders = ((BUILD, 0), (BUILD, 0), (SPY, 0), (MARCH, 0), (BUILD, 0), (BUILD, 1))
    match = place(table(), *orders)
    assert "turned" in events(match) and len(match.log) == 6
    assert [record["by"] for record in match.log] == ["player"] * 6


@rule("ORD-3.2")
def test_a_seat_whose_tokens_are_covered_draws_a_card() -> None:
    orders = ((BUILD, 0), (BUILD, 0), (SPY, 0), (MARCH, 0), (MARCH, 0), (BUILD, 0))
    match = place(table(), *orders)
    assert events(match)[-1] != "put"
    assert [seat["deck_size"] for seat in write(match.view(2))["seats"]] == [5, 6]
    covered = next(e for e in match.events_for(2) if e["key"] == "covered")
    assert covered["with"] == {"seat": {"seat": 0}}


@rule("ORD-3.4")
def test_a_look_at_the_top_token_is_kept_and_is_nobody_elses() -> None:
    """A6: the looker's memory is a bit of the mask, also when the token is covered from him again."""
    orders = ((BUILD, 0), (BUILD, 1), (BUILD, 0), (MARCH, 2), (SPY, 3), (SPY, 2))
    match = place(table(), *orders)
    match.answer(0, TURN.codes[3])
    assert asks(match, "look_at") and match.legal(0) == [LOOK.codes[1], LOOK.codes[2]]
    match.answer(0, LOOK.codes[2])
    assert match.view(0).stacks[2].cards == [UNKNOWN, SPY]
    assert match.view(2).stacks[2].cards == [UNKNOWN, UNKNOWN]
    assert "looked_secret" in events(match, 0) and "looked_secret" not in events(match, 1)
    assert not match.may_undo(0)
    for seed in range(20):
        assert match.sample(0, seed).live.stacks[2].cards[1] == SPY


@rule("ORD-2.1")
def test_tokens_come_home_unseen() -> None:
    """A6: a shuffle clears the masks; what is placed next round is unknown again."""
    match = run(table(), Stream(3), until=lambda m: m.view(2).round == 2)
    assert [zone.cards for zone in match.view(0).supply] == [[0, 0, 1, 1, 2], [UNKNOWN] * 5]
    assert [zone.cards for zone in match.view(2).spent] == [[], []] and match.waiting == [1]


# ORD-4: battles


@rule("ORD-4.2")
def test_battle_cards_are_chosen_at_once_and_shown_together() -> None:
    match = to_battle(table())
    assert match.waiting == [0, 1]
    spectator = match.view(2)
    assert (spectator.attacker, spectator.defender, spectator.area) == (0, 1, 1)
    match.answer(1, FIGHT.codes[2])
    assert match.frame(0).answered == [1] and match.frame(0).waiting == [0]
    assert "fought" not in events(match, 1)
    match.answer(0, FIGHT.codes[3])
    told = [event["with"] for event in match.events_for(2) if event["key"] == "fought"]
    assert told == [
        {"seat": {"seat": 0}, "card": {"term": "card.c4"}},
        {"seat": {"seat": 1}, "card": {"term": "card.c3"}},
    ]
    assert match.view(2).units[:2] == [2, 1]  # ORD-4.3: the loser's unit is gone
    assert [zone.cards for zone in match.view(2).discards] == [[3], [2]]


@rule("ORD-4.2")
def test_what_is_chosen_is_secret_until_all_have() -> None:
    one = to_battle(table())
    two = one.clone()
    one.answer(0, FIGHT.codes[3])
    two.answer(0, FIGHT.codes[4])
    assert [reads(one, v) == reads(two, v) for v in range(3)] == [True, True, True]
    assert b"c5" not in reads(one, 1) + reads(two, 2)


@rule("ORD-4.2")
def test_the_order_of_answers_changes_nothing() -> None:
    """C1: nothing runs until all are in."""
    start = to_battle(table())
    ends = []
    for order in permutations((0, 1)):
        match = start.clone()
        for seat in order:
            match.answer(seat, FIGHT.codes[4 if seat == 0 else 2])
        ends.append([state_bytes(match), *(reads(match, viewer) for viewer in range(3))])
    assert ends[0] == ends[1]


@rule("ORD-4.2")
def test_a_chosen_card_may_be_taken_back_until_the_other_has_chosen() -> None:
    match = to_battle(table())
    match.answer(0, FIGHT.codes[3])
    match.undo(0)
    assert match.waiting == [0, 1]
    match.answer(0, FIGHT.codes[4])
    match.answer(1, FIGHT.codes[2])
    assert not match.may_undo(0) and not match.may_undo(1)


@rule("ORD-4.3")
@pytest.mark.parametrize(("own", "units"), [(4, [2, 1]), (2, [1, 2])])
def test_a_tie_is_the_defenders(own: int, units: list[int]) -> None:
    match = to_battle(table(own=(own, 0)))
    match.answer(0, FIGHT.codes[own])
    match.answer(1, FIGHT.codes[2])
    assert match.view(2).units[:2] == units


@rule("ORD-4.3")
def test_the_last_defender_makes_room() -> None:
    match = to_battle(table((2, 1, 0, 0)))
    match.answer(0, FIGHT.codes[4])
    match.answer(1, FIGHT.codes[2])
    assert "lost" in events(match)
    assert match.view(2).holder == [0, 0, UNKNOWN, UNKNOWN]
    assert match.view(2).units == [2, 1, 0, 0]  # one has moved in, and seat 0 has built since


@rule("ORD-3.5")
def test_nobody_has_to_march() -> None:
    orders = ((MARCH, 1), (BUILD, 0), (BUILD, 0), (BUILD, 0), (SPY, 0), (MARCH, 0))
    match = place(table(), *orders)
    assert asks(match, "march_from") and match.legal(0) == [DONE, FROM.codes[0]]
    match.answer(0, DONE)
    assert "marched" not in events(match) and match.view(2).units == [2, 2, 0, 0]


@rule("ORD-3.5")
def test_areas_are_written_by_name_where_somebody_holds_them() -> None:
    match = to_battle(table((2, 1, 0, 0)))
    before = write(match.view(2))
    assert (before["holder"], before["units"]) == ({"mesa": 0, "ridge": 1}, {"mesa": 2, "ridge": 1})
    match.answer(0, FIGHT.codes[4])
    match.answer(1, FIGHT.codes[2])
    after = write(match.view(2))
    assert (after["holder"], after["units"]) == ({"mesa": 0, "ridge": 0}, {"mesa": 2, "ridge": 1})
    assert difference(before["holder"], after["holder"]) == ["ridge"]
    match.live.units[1], match.live.holder[1] = 0, UNKNOWN
    assert difference(after["units"], write(match.view(2))["units"]) == ["ridge"]


# ORD-5 and the contract as a whole


@rule("ORD-5.1", "ORD-5.2")
def test_most_points_win_then_most_units() -> None:
    for seed in range(30):
        match = run(Match(GAME, 2 + seed % 2, {"rounds": 2}, seed=seed), Stream(seed))
        outcome, view = match.outcome, match.view(0)
        assert outcome is not None and outcome.scores == view.points
        units = [
            sum(n for n, s in zip(view.units, view.holder, strict=True) if s == seat) for seat in range(match.seats)
        ]
        worth = list(zip(view.points, units, strict=True))
        assert outcome.ranks == [1 + sum(other > own for other in worth) for own in worth]


@pytest.mark.parametrize("replay", [False, True])
def test_a_match_saved_in_mid_battle_goes_on_the_same(replay: bool) -> None:
    battles = 0
    for seed in range(12):
        match = run(
            Match(GAME, 2, seed=seed),
            Stream(seed),
            until=lambda m: asks(m, "choose_card") and len(m.waiting) == 1,
        )
        battles += not match.over
        again = reloaded(match, replay)
        for viewer in range(3):
            assert reads(again, viewer) == reads(match, viewer)
        one, two = run(match, Stream("on")), run(again, Stream("on"))
        assert state_bytes(one) == state_bytes(two) and one.log == two.log
    assert battles > 6


def test_resample_deals_tokens_among_the_places_of_their_owner() -> None:
    """A6: zones alone give the resample: own tokens stay, the others' are dealt again, each owner's among his own."""
    match = place(table(), (MARCH, 2), (SPY, 2), (BUILD, 2), (BUILD, 1))
    seen: set[tuple[int, ...]] = set()
    for seed in range(60):
        state = match.sample(1, seed).live
        assert state.stacks[2].cards[1] == SPY and state.stacks[1].cards == [BUILD]
        assert state.supply[1].cards == match.live.supply[1].cards
        own = [state.stacks[2].cards[0], state.stacks[2].cards[2]]
        assert sorted(own + state.supply[0].cards) == [0, 0, 1, 1, 2]
        seen.add(tuple(own))
    assert len(seen) == 8  # all but two spies


@rule("ORD-2.2")
def test_worlds_keep_to_a_condition_that_all_know(monkeypatch: pytest.MonkeyPatch) -> None:
    """Three spies of seven tokens, at most one on the stacks: worlds say so, and every deal that does is there."""
    match = Match(SPY_RING, 2, seed=4)
    for token, area in ((MARCH, 2), (BUILD, 3), (SPY, 2), (BUILD, 3), (BUILD, 2)):
        match.answer(match.waiting[0], PLACE.code(token, area))
    rows = {tuple(match.sample(1, seed).live.stacks[2].cards) for seed in range(300)}
    every = product((MARCH, BUILD, SPY), repeat=3)
    possible = {o for o in every if o.count(SPY) <= 1 and o.count(MARCH) <= 2 and o.count(BUILD) <= 2}
    assert rows == possible
    monkeypatch.setattr(SpyRing, "resample", Game.resample)
    free = {tuple(match.sample(1, seed).live.stacks[2].cards) for seed in range(300)}
    assert free > possible


@rule("ORD-2.2")
def test_a_seat_with_a_spy_out_places_no_other() -> None:
    match = Match(SPY_RING, 2, seed=4)
    match.answer(0, PLACE.code(SPY, 2))
    match.answer(1, PLACE.code(SPY, 2))
    assert PLACE.code(SPY, 1) not in match.legal(0) and PLACE.code(BUILD, 1) in match.legal(0)


def test_the_laws_hold_for_worlds_under_a_condition() -> None:
    report = check(SPY_RING, 8, 120, texts=False)
    assert report.passed, str(report)
    assert report.checks["resample_memoryless"].tried > 20


def test_a_condition_that_nothing_fits_is_an_error() -> None:
    match = place(table(), (MARCH, 2), (SPY, 2))
    with pytest.raises(ValueError, match="no deal of 1000 fits"):
        match.live.copy().resample_zones(1, Stream("x"), fits=lambda state, group: False)


def test_a_condition_is_asked_of_dealt_cards_only() -> None:
    """Whatever a test looks at, worlds do not depend on the true cards of another group."""
    match = place(Match(GAME, 3, seed=1), (MARCH, 2), (SPY, 2), (BUILD, 2))
    deals = []
    for true in (0, 1):
        state = match.live.copy()
        state.resample_zones(2, Stream(f"truth {true}"))
        state.resample_zones(2, Stream("same"), fits=lambda state, group: state.stacks[2].cards[0] != SPY)
        deals.append(state.encoded())
    assert match.live.stacks[2].cards[1] == SPY and deals[0] == deals[1]


def test_sampling_while_a_battle_is_open_draws_the_other_choice_anew() -> None:
    """A5: the sample does not use the other seat's answer, but who has answered stays."""
    match = to_battle(table())
    match.answer(0, FIGHT.codes[4])
    given = set()
    for seed in range(60):
        world = match.sample(1, seed)
        assert world.frame(1).answered == [0] and world.waiting == [1]
        world.answer(1, FIGHT.codes[2])
        given.add(world.events_for(1)[-1]["key"])
        given.add(str(next(e["with"] for e in world.events_for(2) if e["key"] == "fought")))
    assert len(given) > 4


def test_sampled_worlds_play_on_to_the_end() -> None:
    matches = [Match(GAME, 2 + seed % 2, {"rounds": 2}, seed=seed) for seed in range(40)]
    assert worlds_to_the_end(matches, lambda match: GAME.conserved(match.live)) >= 190
