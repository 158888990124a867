"""What a fight could still bring before a position was turned: from what its viewer knew, and nothing else."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from games.battlefield.test_moments import LAND, MILITIA, X7, A, D, R, S, at, lanes_of, staged_fight
from games.staged import played, unsaid
from shapan.engine.actions import DONE
from shapan.engine.event import Event
from shapan.engine.match import Match
from shapan.engine.moment import EventHistory, Moment
from shapan.engine.scenario import Scenario
from shapan.engine.scene import Duel
from shapan.engine.text import say
from shapan.games.battlefield import actions, events, fight_stats, names
from shapan.games.battlefield.board.lanes import fight
from shapan.games.battlefield.board.moments import MOMENTS
from shapan.games.battlefield.game import GAME

rule = pytest.mark.rule
Row = tuple[int, tuple[int, ...]]


def brought(durability: int, case: int, traits: int = 0) -> int:
    """Return what a unit brings to a fight, as it is told."""
    return durability | (case + 1) * fight_stats.CASE | traits


def met(attacker: int, defender: int) -> Row:
    return events.MET, (LAND + 1, 2, attacker, defender)


OVER_UNDER = met(brought(3, 1, fight_stats.BURSTS), brought(3, -1, fight_stats.BURSTS))
"""BF-X7 goes on: power 4 beats guard 3, power 2 does not beat guard 2 by the case told here."""
TOLD = (*X7[:4], OVER_UNDER, *X7[4:])


def cards(case: Duel) -> tuple[str, ...]:
    return tuple(
        piece.label.key.partition(".")[2] for side in case.sides for piece in side.pieces if piece.label is not None
    )


def sums(case: Duel) -> list[tuple[int | None, int | None]]:
    return [(side.was, side.value) for side in case.sides]


@rule("BF-7.5")
def test_cards_that_were_shown_are_ruled_out_and_the_own_one_is_known() -> None:
    first, second, third = lanes_of(staged_fight(0, *TOLD))
    assert [cards(case) for case in first.cases] == [("attack_c", word) for word in names.COMBAT_CARDS]
    assert [cards(case) for case in second.cases] == [
        ("self_destruct_c", word) for word in ("attack_c", "rest_c", "self_destruct_c")
    ]
    assert [sums(case) for case in second.cases] == [[(3, 0), (2, 1)], [(3, 2), (2, 0)], [(3, 0), (2, 0)]]
    assert [case.verdict and case.verdict.key for case in second.cases] == [
        "moment.case_falls",
        "moment.case_falls",
        "moment.case_both",
    ]
    assert third.cases == [], "it was never turned"
    theirs = lanes_of(staged_fight(1, *TOLD))[1].cases
    assert [cards(case) for case in theirs] == [(word, "rest_c") for word in ("defend_c", "rest_c", "self_destruct_c")]


@rule("BF-7.5")
def test_who_only_watches_gets_a_list_as_soon_as_it_can_be_read() -> None:
    third = ((events.REVEALED, (0, D, 0, 0)), (events.REVEALED, (1, S, 1, 0)), (events.FIGHT_OVER, (3, 1)))
    calm = (*TOLD[:7], (events.REVEALED, (0, R, 0, 0)), (events.REVEALED, (1, A, 0, 0)), *third)
    lanes = lanes_of(staged_fight(2, *calm))
    assert [len(lane.cases) for lane in lanes] == [0, 0, 4]
    assert {cards(case) for case in lanes[2].cases} == {
        (one, other) for one in ("defend_c", "self_destruct_c") for other in ("rest_c", "self_destruct_c")
    }


@rule("BF-7.5")
@pytest.mark.parametrize("other", [A, R, S])
def test_the_list_does_not_hang_on_what_the_other_side_has_laid(other: int) -> None:
    """Whatever comes to light in the second position: before it was turned, the list was the same."""
    rows = list(TOLD)
    rows[8] = (events.REVEALED, (1, other, 0, 0))
    assert lanes_of(staged_fight(0, *rows))[1].cases == lanes_of(staged_fight(0, *TOLD))[1].cases


@rule("BF-7.4")
def test_behind_the_end_of_a_row_there_is_no_card() -> None:
    rows = [(kind, (0, 1, 3, 1) if kind == events.ROWS_LAID else open_) for kind, open_ in TOLD]
    rows[8] = (events.UNMET, (1, 2, 0))
    (case,) = lanes_of(staged_fight(0, *rows))[1].cases
    assert cards(case) == ("self_destruct_c",) and sums(case) == [(3, 2), (2, 0)]


@rule("BF-7.5")
def test_plating_saves_once_and_a_coin_is_named() -> None:
    rows = list(TOLD)
    rows[4] = met(brought(3, 1), brought(3, -1, fight_stats.PLATING | fight_stats.SHIELDED))
    first = lanes_of(staged_fight(0, *rows))[0].cases
    assert sums(first[0]) == [(3, 2), (3, 3)], "both attack, and the plating takes the point"
    rows.insert(7, (events.PLATED, (1, MILITIA)))
    second = lanes_of(staged_fight(0, *rows))[1].cases
    assert {case.verdict.key for case in second if case.verdict} == {"moment.case_coin"}
    rows.insert(7, (events.SHIELD_TOSSED, (1, 0)))
    again = lanes_of(staged_fight(0, *rows))[1].cases
    assert "moment.case_coin" not in {case.verdict.key for case in again if case.verdict}


@rule("BF-7.5")
def test_the_sides_say_what_they_began_with_where_it_is_and_what_counts() -> None:
    rows = list(TOLD)
    rows[4] = met(brought(2, 1, fight_stats.MARKSMAN | fight_stats.MARTYR), brought(3, -1))
    duel = staged_fight(0, *rows).duel
    assert duel is not None
    assert [(side.was, side.most) for side in duel.sides] == [(2, 3), (3, 3)]
    assert duel.path == [f"land{LAND + 1}", f"land{LAND}"]
    (note,) = [side.note for side in duel.sides if side.note]
    assert say(GAME, "en", note.key, note.words) == "Counts: Marksman, Martyrdom"


def foreseen(match: Match[Any]) -> tuple[int, int]:
    """Return how many positions of a match were foreseen by some list, of all that were turned for who fought."""
    turned = found = 0
    for viewer in range(match.seats):
        told = match.told(viewer)
        for place, event in enumerate(told):
            if event.kind != events.FIGHT_OVER:
                continue
            moment = fight(EventHistory(viewer, told, place))
            assert moment is not None and unsaid(GAME, moment) == []
            if viewer in moment.seats:
                turned, found = turned + 1, found + as_it_came(moment, event)
    return turned, found


def as_it_came(moment: Moment, event: Event) -> bool:
    """Whether in each position one of the cases is what came, and the last leads to what was left."""
    assert moment.duel is not None
    has: Sequence[int | None] = [side.was for side in moment.duel.sides]
    for lane in moment.duel.lanes:
        if lane.sides[0].value is None:
            break
        shown = cards(lane)
        (case,) = [one for one in lane.cases if cards(one) == shown]
        assert [side.was for side in case.sides] == has
        if case.verdict is not None and case.verdict.key == "moment.case_coin":
            return True  # what a coin decides cannot be said before
        has = [side.value for side in case.sides]
    assert tuple(has) == event.open
    return True


@rule("BF-7.5")
@pytest.mark.parametrize(
    "options", [{}, {"attack_defend_low": "power_vs_power", "selfdestruct_limit": "less_or_equal"}], ids=["", "options"]
)
def test_what_came_was_always_among_what_could_come(options: dict[str, str]) -> None:
    """Fights of whole matches by the rules themselves, with all keywords, cards and talents that met in them."""
    turned, found = foreseen(played(GAME, 4, "foreseen", bot="random", **options))
    assert turned == found > 20


# BF-8.1: special attacks


def emp() -> Match[Any]:
    """Return a match in which an EMP is played on a seat that may still nullify it."""
    rows = [
        {"faction": "verdant_pact", "resources": 4, "hand": ["emp"], "territories": {
            "neon_city": {"side": "left", "capital": True},
            "ironport": {"side": "right", "units": [{"card": "militia"}]}}},
        {"faction": "free_cities", "resources": 4, "modifications": ["arius_field"], "territories": {
            "salt_flats": {"side": "left"}, "dome_city": {"side": "right", "capital": True}}},
    ]  # fmt: skip
    position = {"step": "fight", "round": 2, "active": 0, "seats": rows}
    match: Match[Any] = Scenario(GAME, {"game": "battlefield", "seats": 2, "position": position}).begin()
    match.answer(0, [actions.EMP.code(1)])
    assert match.decisions[1].prompt.key == "arius_special"
    return match


def on_stage(match: Match[Any], viewer: int) -> list[str]:
    return [moment.beats[1].title.key for moment in match.moments_for(viewer) if moment is not None]


@rule("BF-8.1")
def test_an_emp_is_staged_once_nobody_can_nullify_it() -> None:
    match = emp()
    assert [on_stage(match, viewer) for viewer in range(3)] == [[], [], []]
    match.answer(1, [DONE])
    assert [on_stage(match, viewer) for viewer in range(3)] == [["event.emp"]] * 3
    moments = [moment for viewer in range(3) for moment in match.moments_for(viewer) if moment is not None]
    assert [moment.beats[2].tone for moment in moments] == ["", "bad", ""]
    assert moments[0].beats[1].text is not None and moments[0].beats[1].text.key == "action_help.emp"


@rule("BF-8.1")
def test_an_emp_that_comes_to_nothing_says_so_and_does_nothing() -> None:
    match = emp()
    match.answer(1, [actions.PAY])
    assert [on_stage(match, viewer) for viewer in range(3)] == [["moment.special_nullified"]] * 3
    assert events.HARMED not in {event.kind for event in match.told(2)}
    assert [line for moment in match.moments_for(1) if moment for line in unsaid(GAME, moment)] == []


def test_a_blockade_is_a_line_of_the_log() -> None:
    assert MOMENTS[events.HARMED](at(1, (events.HARMED, (0, 1, names.BLOCKADED)))) is None


@rule("BF-12.1")
def test_a_signed_treaty_names_whom_each_clause_binds() -> None:
    clause = (events.CLAUSE, (names.NON_AGGRESSION, names.PROPOSER, 2, 0))
    both = (events.CLAUSE, (names.NO_SPECIAL, names.BOTH, 2, 0))
    moment = MOMENTS[events.TREATY_MADE](
        at(0, (events.PROPOSED, (2, 1, 2)), clause, both, (events.TREATY_MADE, (2, 1)))
    )
    assert moment is not None
    assert [note.text.words["side"] for note in moment.notes] == [{"seat": 2}, {"term": "bound.both"}]


def test_the_form_calls_its_reader_you_and_a_third_player_by_name() -> None:
    match = Match(GAME, 4, {}, "forms")
    code = actions.CLAUSE.code(names.JOINT_TARGET, names.PROPOSER, 2, 0, 3, 0)
    target = GAME.target(match.view(0), code)
    said = {choice.head.key: choice.value for choice in target.choices}
    assert said["choice.side"].key == "bound.you"
    assert said["choice.target"].words == {"value": {"seat": 3}}
    assert target.label.words["target"] == {"seat": 3}
    assert [say(GAME, language, "bound.you", {}) for language in ("en", "zh-Hans")] == ["you", "你"]
