"""What scenario files cannot say: time-outs, leaving, secrecy of votes, undo, chance."""

from __future__ import annotations

import json
from collections import Counter
from typing import Any

import pytest

from shapan.engine.actions import DONE
from shapan.engine.chance import Stream
from shapan.engine.match import Closed, Match, Refusal
from shapan.engine.options import OptionError
from shapan.engine.scenario import Scenario, run
from shapan.engine.segment import CLOCK
from shapan.engine.view import write
from shapan.games.planet_masters import GAME, actions

rule = pytest.mark.rule


def position(seats: list[dict[str, Any]], **more: Any) -> Match[Any]:
    """Return a match that begins in a position."""
    data = {
        "game": "planet_masters",
        "seats": len(seats),
        "position": {"seats": seats, **more.pop("position", {})},
        **more,
    }
    scenario = Scenario(GAME, data)
    return scenario.begin()


def scene_of(match: Match[Any], viewer: int) -> Any:
    """Return what a viewer's table shows now."""
    decision = match.decisions.get(viewer)
    legal = [] if decision is None else match.legal(viewer)
    return GAME.board(match.view(viewer), viewer, legal, None if decision is None else decision.prompt)


def dice(*faces: str) -> list[dict[str, str]]:
    return [{"face": face} for face in faces]


ARMED = {
    "home": "exhausted",
    "colonies": dice("influence", "resource"),
    "fleet": dice("fortress", "cruiser", "fighter"),
}


def voting() -> Match[Any]:
    match = position([{"home": "influence"}, ARMED, {"home": "exhausted"}], position={"step": "action"})
    match.answer(0, actions.COUNCIL.code(1))
    return match


@rule("PM-5.8")
def test_a_cast_vote_is_known_to_the_voter_alone() -> None:
    match = voting()
    match.answer(2, actions.DO_YES)
    views = [write(match.view(viewer))["motion"] for viewer in range(4)]
    assert [view["voted"] for view in views] == [[2]] * 4
    assert [view["votes"] for view in views] == [{}, {}, {"2": "yes"}, {}]
    for viewer in (0, 1, 3):
        other = voting()
        other.answer(2, actions.DO_NO)
        assert match.frame(viewer) == other.frame(viewer)


@rule("PM-5.8")
def test_a_vote_may_be_taken_back_until_all_are_in() -> None:
    match = voting()
    match.answer(2, actions.DO_YES)
    assert match.may_undo(2)
    assert not match.may_undo(1)
    match.undo(2)
    assert match.waiting == [0, 1, 2]
    for seat in (2, 1, 0):
        match.answer(seat, actions.DO_NO)
    assert not match.may_undo(2)
    with pytest.raises(Refusal):
        match.undo(2)


@rule("PM-5.7", "PM-5.11")
def test_votes_in_any_order_come_to_the_same() -> None:
    ends = set()
    for order in ((0, 1, 2), (2, 0, 1), (1, 2, 0)):
        match = voting()
        for seat in order:
            match.answer(seat, actions.DO_YES if seat else actions.DO_NO)
        ends.add((match.ask_hash(), json.dumps(match.events_for(3))))
    assert len(ends) == 1


@rule("PM-0.4", "PM-3.2")
def test_undo_ends_at_a_die() -> None:
    match = position([{"home": "resource"}, {}], position={"step": "build"})
    match.answer(0, actions.ACTIONS.by_name["build"].code())
    assert not match.may_undo(0)


@rule("PM-4.1")
def test_keeping_all_planets_may_be_taken_back() -> None:
    match = position([{"home": "influence"}, {}], position={"step": "manage"})
    before = match.frame(0)
    match.answer(0, [])
    assert match.decisions[0].prompt.key == "action"
    match.undo(0)
    after = match.frame(0)
    assert (after.view, after.events) == (before.view, before.events)


@rule("PM-E25")
def test_a_seat_that_leaves_is_answered_for_and_stays() -> None:
    match = position([{"home": "influence"}, {}, {}], position={"step": "action"})
    match.leave(0)
    assert match.waiting == [1]
    assert match.view(1).seats == 3
    with pytest.raises(Closed):
        match.answer(0, actions.DO_PASS)
    assert {"replaced_by_bot"} <= {event["key"] for event in match.events_for(3)}
    while not match.over:
        match.answer(match.waiting[0], match.default(match.waiting[0]), by=CLOCK)
    assert match.outcome is not None
    assert match.outcome.result == "cap"


DEFAULTS = [
    ("build", [{"home": "resource"}, {}], {"step": "build"}, 0, [{"do": "end"}]),
    ("manage", [{"home": "resource"}, {}], {"step": "manage"}, 0, []),
    ("action", [{"home": "resource"}, {}], {"step": "action"}, 0, [{"do": "pass"}]),
]


@pytest.mark.parametrize(("kind", "seats", "where", "seat", "wanted"), DEFAULTS)
@rule("PM-3.2", "PM-4.1", "PM-5.0")
def test_time_out_does_nothing(
    kind: str, seats: list[dict[str, Any]], where: dict[str, Any], seat: int, wanted: list[Any]
) -> None:
    match = position(seats, position=where)
    assert match.decisions[seat].prompt.key == kind
    assert [actions.ACTIONS.write(code) for code in match.default(seat)] == wanted


def beaten(defender: dict[str, Any]) -> Match[Any]:
    attacker = {
        "home": "exhausted",
        "colonies": dice("exhausted", "exhausted"),
        "fleet": dice("fortress", "fortress", "fortress"),
    }
    match = position([attacker, defender, {}, {}], position={"step": "action"}, options={"influence_cancel": "off"})
    match.answer(0, actions.ACTIONS.by_name["conquer"].code(1))
    assert match.decisions[0].prompt.key == "spoils"
    return match


@rule("PM-5.4")
@pytest.mark.parametrize(
    ("defender", "wanted"),
    [
        ({"colonies": dice("marines", "influence")}, {"do": "invasion", "die": "w4"}),
        ({"colonies": dice("marines", "exhausted")}, {"do": "invasion", "die": "w3"}),
        ({"fleet": dice("battleship")}, {"do": "destruction", "die": "r4"}),
        ({}, {"do": "pressure"}),
    ],
)
def test_time_out_takes_the_first_spoils(defender: dict[str, Any], wanted: dict[str, Any]) -> None:
    match = beaten({"home": "exhausted", **defender})
    assert [actions.ACTIONS.write(code) for code in match.default(0)] == [wanted]


@rule("PM-5.2")
def test_time_out_cancels_and_votes_no() -> None:
    match = position([{"home": "exhausted"}, {"home": "influence"}], position={"step": "action"})
    match.answer(0, actions.ACTIONS.by_name["conquer"].code(1))
    assert [actions.ACTIONS.write(code) for code in match.default(1)] == [{"do": "cancel"}]
    assert [actions.ACTIONS.write(code) for code in voting().default(2)] == [{"do": "no"}]


@rule("PM-5.9")
def test_time_out_loses_the_weakest_weapon() -> None:
    match = voting()
    for seat, vote in ((0, actions.DO_YES), (1, actions.DO_NO), (2, actions.DO_YES)):
        match.answer(seat, vote)
    assert [actions.ACTIONS.write(code) for code in match.default(1)] == [{"do": "lose", "die": "r3"}]


@rule("PM-0.4", "PM-1.3")
def test_dice_and_first_player_are_uniform() -> None:
    firsts, faces = Counter[int](), Counter[int]()
    for seed in range(1200):
        match = Match(GAME, 3, {"race_choice": "random"}, seed=seed, hashes=False)
        firsts[match.live.first_player] += 1
        faces.update(match.live.faces[:3])
    assert all(330 < firsts[seat] < 470 for seat in range(3)), firsts
    assert 500 < faces[0] < 700  # exhausted, one number of six
    assert 1080 < faces[1] < 1320  # resource, two numbers of six


@rule("PM-E30")
@pytest.mark.parametrize(
    ("options", "field"),
    [
        ({"nonsense": 1}, "nonsense"),
        ({"max_rounds": "many"}, "max_rounds"),
        ({"win_planets": 9}, "win_planets"),
        ({"first_player": 5}, "first_player"),
        ({"exp_technology": "on"}, "exp_technology"),
        ({"races": True}, "races"),
    ],
)
def test_a_wrong_option_is_named(options: dict[str, Any], field: str) -> None:
    with pytest.raises(OptionError) as caught:
        GAME.start(options, 3, 1)
    assert caught.value.field == field


@pytest.mark.parametrize("seats", range(2, 7))
@rule("PM-6.5")
def test_a_match_of_defaults_ends_at_the_cap(seats: int) -> None:
    match = Match(GAME, seats, {"max_rounds": 3}, seed=seats, hashes=False)
    while not match.over:
        match.answer(match.waiting[0], match.default(match.waiting[0]), by=CLOCK)
    assert match.outcome is not None
    assert match.outcome.result == "cap"
    assert match.live.round == 3


def test_greedy_never_picks_what_is_not_offered() -> None:
    from shapan.bots import answer, find

    rng = Stream(3)
    for seed in range(6):
        match = Match(GAME, 2 + seed % 5, {"max_rounds": 12}, seed=seed, hashes=False)
        while not match.over:
            seat = match.waiting[rng.number(len(match.waiting))]
            match.answer(seat, answer(find("greedy"), match, seat))
        assert match.outcome is not None


def test_both_examples_of_the_format_run() -> None:
    small = {
        "game": "planet_masters",
        "seats": 2,
        "position": {"seats": [{"race": "gaia", "home": "resource"}, {"race": "mors", "home": "exhausted"}]},
        "rolls": {"die": [6, 3]},
        "answers": [{"seat": 0, "do": "build"}],
        "expect": {"position": {"points": 0, "galaxy": ["w2"]}, "decision": {"kind": "manage", "options": 2}},
    }
    assert run(GAME, small).passed
    wrong = {**small, "expect": {"position": {"points": 1}}}
    assert [difference.path for difference in run(GAME, wrong).differences] == ["position.points"]
    assert DONE == 0


@rule("PM-5.4", "PM-7.6")
def test_time_out_knows_a_race_face_that_wins() -> None:
    match = position(
        [
            {"race": "gaia", "home": "exhausted", "colonies": dice("exhausted"), "fleet": dice("fortress", "cruiser")},
            {"race": "mors", "home": "exhausted", "colonies": dice("exhausted", "race")},
            {},
        ],
        position={"step": "action"},
        options={"colony_face_one": "race"},
    )
    match.answer(0, actions.ACTIONS.by_name["conquer"].code(1))
    assert [actions.ACTIONS.write(code) for code in match.default(0)] == [{"do": "invasion", "die": "w3"}]


@rule("PM-5.6")
def test_naming_oneself_without_weapons_is_refused_for_the_weapons() -> None:
    match = position([{}, ARMED], position={"step": "action"}, options={"council_unarmed": "off"})
    with pytest.raises(Refusal) as caught:
        match.answer(0, actions.COUNCIL.code(0))
    assert (caught.value.reason.rule, caught.value.reason.key) == ("PM-5.6", "council_unarmed")


@rule("PM-5.2")
def test_no_table_says_who_won_before_the_defender_has_decided() -> None:
    match = position(
        [{"home": "exhausted", "fleet": dice("fortress")}, {"home": "influence"}], position={"step": "action"}
    )
    match.answer(0, actions.ACTIONS.by_name["conquer"].code(1))
    assert match.decisions[1].prompt.key == "cancel"
    duels = [scene_of(match, viewer).duels[0] for viewer in range(3)]
    assert [duel.verdict.key for duel in duels] == ["duel.may_cancel", "duel.may_cancel", "event.attack_named"]
    assert [duel.rule for duel in duels] == ["PM-5.2"] * 3
    assert [[side.value for side in duel.sides] for duel in duels] == [[0, 1]] * 3  # influence
    assert [[side.parts[0].value for side in duel.sides] for duel in duels] == [[3, 0]] * 3  # attack, defence
    match.answer(1, actions.ACTIONS.by_name["allow"].code())
    duel = scene_of(match, 0).duels[0]
    assert (duel.verdict.key, duel.rule, [side.value for side in duel.sides]) == ("duel.you_won", "PM-5.3", [3, 0])
    assert scene_of(match, 1).duels[0].rule == "PM-5.3"


@rule("PM-4.1")
@pytest.mark.parametrize(("option", "marked"), [("off", True), ("on", False)])
def test_a_fresh_die_says_why_it_stays_only_where_it_does(option: str, marked: bool) -> None:
    seats = [{"home": "exhausted", "colonies": [{"face": "exhausted", "fresh": True}]}, {}]
    match = position(seats, position={"step": "manage"}, options={"reroll_fresh_colony": option})
    pieces = [piece for zone in scene_of(match, 0).panels[0].zones[0].zones for piece in zone.pieces]
    fresh = next(piece for piece in pieces if piece.id == "w1")
    assert (fresh.why_not is not None, bool(fresh.targets)) == (marked, not marked)


@rule("PM-E26")
def test_the_ability_is_shown_where_only_a_colony_brings_it() -> None:
    match = position(
        [{"race": "mors", "home": "exhausted", "colonies": dice("race")}, {}],
        position={"step": "action"},
        options={"colony_face_one": "race"},
    )
    assert scene_of(match, 0).panels[0].note is not None
    assert scene_of(match, 0).panels[1].note is None
