"""The middle of the table and the columns of the others' rows: what goes on, and how near each seat is to winning."""

from __future__ import annotations

from typing import Any

import pytest

from games.planet_masters.test_board import CONQUER, COUNCIL, SEATS, scene_of, standing
from shapan.engine.match import Match
from shapan.engine.text import LANGUAGES, catalogue
from shapan.games.planet_masters import GAME, actions

rule = pytest.mark.rule


@rule("PM-7.1", "PM-7.3", "PM-7.4", "PM-7.5")
def test_the_columns_show_dice_powers_and_the_way_to_victory() -> None:
    scene = scene_of(standing("action"), 0)
    assert [column.fact or column.zone for column in scene.columns] == [
        0,
        1,
        "attack",
        "defense",
        "votes",
        "resources",
        -1,
    ]
    for language in LANGUAGES:
        assert all(catalogue(GAME, language)[column.label.key] for column in scene.columns)
    for panel in scene.panels:
        names = {fact.name for fact in panel.facts}
        assert {column.fact for column in scene.columns if column.fact} <= names
        assert len(panel.zones) == 2 and panel.progress


@rule("PM-3.3", "PM-5.5")
def test_free_places_of_a_fleet_and_what_is_left_of_how_many() -> None:
    scene = scene_of(standing("action"), 0)
    # As many weapon dice as planet dice: three, two, one.
    assert [panel.zones[1].most for panel in scene.panels] == [3, 2, 1]
    assert [panel.zones[0].most for panel in scene.panels] == [-1, -1, -1]
    galaxy, supply = scene.zones
    assert (galaxy.count, galaxy.most) == (0, 3)
    assert (supply.count, supply.most) == (2, 6)


@rule("PM-6.1")
@pytest.mark.parametrize(
    ("colonies", "reached"),
    [
        ([], 1),
        (["marines", "resource"], 2),
        (["resource", "influence", "influence"], 4),
        (["resource", "influence", "influence", "exhausted"], 3),
    ],
)
def test_a_seat_moves_inward_by_planets_that_count_and_to_the_sun_when_none_is_in_the_way(
    colonies: list[str], reached: int
) -> None:
    dice = {"colony_dice_per_player": 2}
    seats: list[dict[str, Any]] = [{"home": "resource", "colonies": [{"face": face} for face in colonies]}, {}, {}]
    course = scene_of(standing("manage", seats, win_check="end_of_own_turn", **dice), 0).course
    assert course is not None
    assert (course.most, course.rule) == (4, "PM-6.1")
    assert course.reached == [reached, 0, 0]


@rule("PM-5.1", "PM-5.3")
def test_an_attack_is_shown_until_it_is_over() -> None:
    match = standing("action", SEATS, CONQUER.code(1))
    affair = scene_of(match, 2).affair
    assert affair is not None
    assert (affair.kind, affair.seats, affair.rule) == ("fight", [0, 1], "PM-5.1")
    match.answer(0, actions.ACTIONS.by_name["decline"].code())
    assert scene_of(match, 2).affair is None


@rule("PM-5.7", "PM-5.8")
def test_a_vote_shows_who_has_given_what_weight_and_never_what() -> None:
    match = standing("action", SEATS, COUNCIL.code(1))
    match.answer(0, actions.ACTIONS.by_name["yes"].code())
    for viewer in range(4):
        affair = scene_of(match, viewer).affair
        assert affair is not None
        assert (affair.kind, affair.seats) == ("vote", [0, 1])
        assert [piece.owner for piece in affair.pieces] == [0, 1, 2]
        totals = [match.live.totals(seat).votes for seat in range(3)]
        assert [piece.mark for piece in affair.pieces] == [str(votes) for votes in totals]
        hidden = [piece for piece in affair.pieces if piece.owner != viewer]
        assert all(piece.label is None for piece in hidden)


@rule("PM-5.8")
def test_an_open_vote_shows_what_has_been_said() -> None:
    match = standing("action", SEATS, COUNCIL.code(0), vote_mode="sequential")
    first = match.waiting[0]
    match.answer(first, actions.ACTIONS.by_name["no"].code())
    affair = scene_of(match, 0).affair
    assert affair is not None
    said = {piece.owner: piece.label.key if piece.label else piece.flags for piece in affair.pieces}
    assert said.pop(first) == "label.no"
    assert set(map(tuple, said.values())) == {("missing",)}


@rule("PM-3.5")
def test_settlers_are_shown_where_they_land() -> None:
    seats: list[dict[str, Any]] = [{**SEATS[0], "colonies": [{"face": "influence", "fresh": True}]}, *SEATS[1:]]
    affair = scene_of(standing("manage", seats), 1).affair
    assert affair is not None
    assert (affair.kind, affair.seats, affair.rule) == ("arrival", [0], "PM-3.5")
    assert [(piece.kind, piece.face) for piece in affair.pieces] == [("colony_die", "f-influence")]
    assert scene_of(standing("action", seats), 1).affair is None


@rule("PM-1.3")
def test_before_the_first_turn_it_says_who_begins() -> None:
    match = Match(GAME, 3, {"first_player": 2}, seed=1, hashes=False)
    affair = scene_of(match, 0).affair
    assert affair is not None
    assert (affair.kind, affair.seats, affair.title.words) == ("begin", [2], {"seat": {"seat": 2}})


def test_what_the_middle_says_is_there_in_all_languages_and_its_pieces_have_names_of_their_own() -> None:
    matches = [
        standing("action", SEATS, CONQUER.code(1)),
        standing("action", SEATS, COUNCIL.code(1)),
        standing("manage", SEATS),
        Match(GAME, 3, {}, seed=1, hashes=False),
    ]
    for match in matches:
        scene = scene_of(match, 0)
        assert scene.affair is not None and scene.course is not None
        for language in LANGUAGES:
            texts = catalogue(GAME, language)
            assert texts[scene.affair.title.key] and texts[scene.course.label.key]
        lying = {p.id for panel in scene.panels for zone in panel.zones for slot in zone.zones for p in slot.pieces}
        assert not lying & {piece.id for piece in scene.affair.pieces}


@rule("PM-4.3")
@pytest.mark.parametrize(("home", "flag"), [("race", "working"), ("resource", "idle")])
def test_a_race_card_says_whether_it_works_now(home: str, flag: str) -> None:
    seats: list[dict[str, Any]] = [{"race": "gaia", "home": home}, {"race": "mors", "home": "resource"}]
    card = scene_of(standing("action", seats), 1).panels[0].card
    assert card is not None
    assert card.flags == [flag]
    assert all(catalogue(GAME, language)[f"flag.{flag}"] for language in LANGUAGES)
