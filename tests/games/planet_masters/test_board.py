"""What the board tells besides the dice: why a die cannot be chosen, what is still missing, how the match has ended."""

from __future__ import annotations

from typing import Any

import pytest

from shapan.bots import answer, find
from shapan.engine.match import Match
from shapan.engine.scenario import Scenario
from shapan.engine.scene import Piece, Scene
from shapan.engine.text import LANGUAGES, catalogue, say
from shapan.games.planet_masters import GAME, actions

rule = pytest.mark.rule
SEATS: list[dict[str, Any]] = [
    {
        "race": "gaia",
        "home": "resource",
        "colonies": [{"face": "exhausted", "fresh": True}, {"face": "marines"}],
        "fleet": [{"face": "fortress"}, {"face": "fighter"}],
    },
    {"race": "mors", "home": "exhausted", "colonies": [{"face": "marines"}], "fleet": [{"face": "cruiser"}]},
    {"race": "pacal", "home": "influence", "fleet": [{"face": "cruiser"}]},
]


def standing(step: str, seats: list[dict[str, Any]] = SEATS, *codes: int, **options: Any) -> Match[Any]:
    """Return a match at a step, seat 0 being active, after the answers of seat 0."""
    data = {
        "game": "planet_masters",
        "seats": len(seats),
        "options": options,
        "position": {"step": step, "active": 0, "seats": seats},
    }
    match = Scenario(GAME, data).begin()
    for code in codes:
        match.answer(0, code)
    return match


def scene_of(match: Match[Any], viewer: int) -> Scene:
    decision = match.decisions.get(viewer)
    legal = [] if decision is None else match.legal(viewer)
    return GAME.board(match.view(viewer), viewer, legal, None if decision is None else decision.prompt)


def dice_of(scene: Scene) -> dict[str, Piece]:
    return {
        piece.id: piece
        for panel in scene.panels
        for table in panel.zones
        for slot in table.zones
        for piece in slot.pieces
    }


def reasons(match: Match[Any], viewer: int) -> dict[str, tuple[str, str]]:
    """Return rule and reason of each die that the viewer cannot choose."""
    return {
        name: (piece.rule, piece.why_not.key.removeprefix("why_not."))
        for name, piece in dice_of(scene_of(match, viewer)).items()
        if piece.why_not is not None
    }


CONQUER = actions.ACTIONS.by_name["conquer"]
COUNCIL = actions.ACTIONS.by_name["council"]
INVASION = actions.ACTIONS.by_name["invasion"]
STEPS: list[tuple[str, Match[Any], int, dict[str, tuple[str, str]]]] = [
    (
        "build",
        standing("build"),
        0,
        {
            "b0": ("PM-4.1", "planet_in_build"),
            "w1": ("PM-4.1", "planet_in_build"),
            "b1": ("PM-4.1", "not_own_planet"),
            "r3": ("PM-3.2", "not_own_weapon"),
        },
    ),
    (
        "manage",
        standing("manage"),
        0,
        {
            "w1": ("PM-4.1", "fresh_die"),
            "r1": ("PM-3.2", "weapon_in_manage"),
            "r3": ("PM-3.2", "not_own_weapon"),
            "w3": ("PM-4.1", "not_own_planet"),
        },
    ),
    ("action", standing("action", council_self="off"), 0, {"b0": ("PM-5.1", "oneself")}),
    (
        "spoils",
        standing("action", SEATS, CONQUER.code(1)),
        0,
        {
            "w1": ("PM-5.4", "not_his_colony"),
            "r1": ("PM-5.4", "not_his_weapon"),
            "r4": ("PM-5.4", "not_his_weapon"),
        },
    ),
    ("cancel", standing("action", SEATS, CONQUER.code(2)), 2, {"r4": ("PM-5.2", "no_die_now")}),
    ("vote", standing("action", SEATS, COUNCIL.code(2)), 1, {"b1": ("PM-5.7", "no_die_now")}),
]


@rule("PM-3.2", "PM-4.1", "PM-5.1", "PM-5.4")
@pytest.mark.parametrize(("kind", "match", "viewer", "wanted"), STEPS, ids=[row[0] for row in STEPS])
def test_a_die_that_cannot_be_chosen_says_why(
    kind: str, match: Match[Any], viewer: int, wanted: dict[str, tuple[str, str]]
) -> None:
    assert match.decisions[viewer].prompt.key == kind
    found = reasons(match, viewer)
    assert {name: found[name] for name in wanted} == wanted
    scene = scene_of(match, viewer)
    for name, piece in dice_of(scene).items():
        owner = next(
            panel for panel in scene.panels if name in str([slot.pieces for zone in panel.zones for slot in zone.zones])
        )
        assert bool(piece.targets) + bool(owner.targets) + (piece.why_not is not None) == 1
    for _, key in found.values():
        assert all(catalogue(GAME, language)[f"why_not.{key}"] for language in LANGUAGES)
    assert reasons(match, 3) == {}  # a spectator is asked nothing


@rule("PM-5.4", "PM-E14")
def test_every_own_weapon_may_be_the_one_to_discard() -> None:
    colonies = [{"face": "exhausted"}, {"face": "exhausted"}]
    seats: list[dict[str, Any]] = [
        {"home": "exhausted", "fleet": [{"face": "fortress"}]},
        {"home": "exhausted", "colonies": colonies, "fleet": [{"face": "transporter"}] * 3},
    ]
    match = standing("action", seats, CONQUER.code(1))
    match.answer(0, next(code for code in match.legal(0) if INVASION.has(code)))
    assert match.decisions[1].prompt.key == "discard_excess"
    found = reasons(match, 1)
    assert found["b1"] == found["r1"] == ("PM-5.4", "not_own_weapon")
    assert not {"r2", "r3", "r4"} & set(found)


@rule("PM-3.2", "PM-3.3", "PM-E28")
@pytest.mark.parametrize(
    ("colonies", "options", "key"),
    [(1, {}, "fleet_full"), (3, {"colony_dice_per_player": 2}, "supply_empty"), (2, {}, "zone_help")],
)
def test_the_supply_says_why_nothing_can_be_built(colonies: int, options: dict[str, Any], key: str) -> None:
    fleet = 4 if key == "supply_empty" else 2
    seats: list[dict[str, Any]] = [
        {"home": "resource", "colonies": [{"face": "marines"}] * colonies, "fleet": [{"face": "fighter"}] * fleet},
        {},
    ]
    scene = scene_of(standing("build", seats, **options), 0)
    helped = scene.zones[1].help
    assert helped is not None
    assert key in helped.key
    assert any(target.label.key == "action.build" for target in scene.zones[1].targets) == (key == "zone_help")
    assert [(zone.piece, zone.tone) for zone in scene.zones] == [("colony_die", ""), ("weapon_die", "red")]


@rule("PM-6.1")
@pytest.mark.parametrize(
    ("colonies", "text"),
    [
        (["resource"], "2 of 3 planet dice, 1 on a win face"),
        (["resource", "influence"], "2 of 3 planet dice on a win face, 1 in the way"),
    ],
)
def test_the_goal_counts_planets_and_what_stands_in_the_way(colonies: list[str], text: str) -> None:
    seats: list[dict[str, Any]] = [{"home": "exhausted", "colonies": [{"face": face} for face in colonies]}, {}]
    panel = scene_of(standing("manage", seats), 0).panels[0]
    assert panel.goal is not None
    assert say(GAME, "en", panel.goal.key, panel.goal.words, ["A", "B"]) == text
    assert len(panel.progress) == 3


def ended(match: Match[Any]) -> str:
    assert match.outcome is not None
    phrase = GAME.ending(match.view(match.seats), match.outcome)
    return say(GAME, "en", phrase.key, phrase.words, ["Ann", "Bob", "Cid"])


@rule("PM-6.1", "PM-6.6")
def test_a_win_says_with_what() -> None:
    seed = 0
    while True:
        match = Match(GAME, 2, {}, seed=seed, hashes=False)
        while not match.over:
            match.answer(match.waiting[0], answer(find("greedy"), match, match.waiting[0]))
        assert match.outcome is not None
        if match.outcome.result == "win":
            break
        seed += 1
    winner = ["Ann", "Bob"][match.outcome.winners[0]]
    assert ended(match) == f"{winner} holds 3 planet dice, all on win faces."


@rule("PM-6.5")
@pytest.mark.parametrize(
    ("boards", "text"),
    [
        ([{"colonies": [{"face": "marines"}]}, {}], "Ann owns the most planet dice, 2."),
        ([{}, {"home": "influence"}], "Bob ties for planet dice and has the most on win faces, 1."),
        (
            [{"fleet": [{"face": "cruiser"}]}, {}, {}],
            "Ann ties for planets and win faces and has the highest attack, 1.",
        ),
        (
            [{}, {"fleet": [{"face": "fighter"}]}, {}],
            "Bob ties for planets, win faces and attack and has the highest defence, 1.",
        ),
        (
            [{}, {}, {"fleet": [{"face": "transporter"}]}],
            "3 players are equal in planets and power and share first place.",
        ),
    ],
)
def test_the_turn_limit_says_what_ranks_the_first(boards: list[dict[str, Any]], text: str) -> None:
    data = {
        "game": "planet_masters",
        "seats": len(boards),
        "options": {"max_rounds": 1, "first_player": 0},
        "position": {"step": "action", "active": len(boards) - 1, "seats": boards},
    }
    match = Scenario(GAME, data).begin()
    match.answer(match.waiting[0], actions.ACTIONS.by_name["pass"].code())
    assert ended(match) == f"Turn limit after round 1: {text}"


@rule("PM-5.4")
def test_spoils_are_chosen_in_modes() -> None:
    scene = scene_of(standing("action", SEATS, CONQUER.code(1)), 0)
    assert [mode.name for mode in scene.modes] == ["invasion", "destruction", "pressure"]
    for language in LANGUAGES:
        for mode in scene.modes:
            for phrase in (mode.label, mode.hint):
                assert phrase is not None and say(GAME, language, phrase.key) != phrase.key
    home = next(piece for name, piece in dice_of(scene).items() if name == "b1")
    assert [target.mode for target in home.targets] == ["pressure"]
    assert [[side.won for side in duel.sides] for duel in scene.duels] == [[True, False]]
    assert not scene_of(standing("action"), 0).modes


@rule("PM-5.4")
@pytest.mark.parametrize(("home", "unmarked"), [("exhausted", True), ("resource", False)])
def test_pressure_is_never_the_marked_answer_where_it_can_only_help_the_beaten(home: str, unmarked: bool) -> None:
    seats: list[dict[str, Any]] = [
        {"race": "gaia", "home": "resource", "fleet": [{"face": "battleship"}]},
        {"race": "mors", "home": home, "colonies": [{"face": "resource"}]},
    ]
    dice = dice_of(scene_of(standing("action", seats, CONQUER.code(1)), 0))
    targets = {target.mode: target.unmarked for die in dice.values() for target in die.targets}
    assert targets == {"invasion": False, "pressure": unmarked}


@rule("PM-5.8")
def test_a_vote_says_whose_answer_weighs_what() -> None:
    scene = scene_of(standing("action", SEATS, COUNCIL.code(2)), 1)
    assert scene.counts == "votes"
    assert all(any(fact.name == scene.counts for fact in panel.facts) for panel in scene.panels)


@rule("PM-0.3", "PM-2.1")
def test_turns_go_round_the_table_from_the_active_seat() -> None:
    match = standing("action")
    assert scene_of(match, 1).turns == [0, 1, 2]
    match.answer(0, actions.ACTIONS.by_name["pass"].code())
    assert scene_of(match, 0).turns == [1, 2, 0]


@rule("PM-1.4")
def test_races_are_chosen_round_the_table_from_the_first_player() -> None:
    match = Match(GAME, 3, {"first_player": 1}, seed=1, hashes=False)
    assert scene_of(match, 0).turns == [1, 2, 0]
    match.answer(1, actions.CHOOSE_RACE.codes[0])
    assert scene_of(match, 0).turns == [2, 0]


@rule("PM-E27")
@pytest.mark.parametrize(("races", "slots"), [("on", 5), ("off", 4)])
def test_without_races_there_is_no_slot_for_them(races: str, slots: int) -> None:
    seats: list[dict[str, Any]] = [{"home": "resource"}, {"home": "influence"}]
    if races == "on":
        seats = [{"race": "gaia", **seats[0]}, {"race": "mors", **seats[1]}]
    scene = scene_of(standing("action", seats, races=races), 0)
    assert [len(panel.zones[0].zones) for panel in scene.panels] == [slots, slots]


@rule("PM-3.2", "PM-5.4")
def test_dice_may_be_carried_where_they_go() -> None:
    free: list[dict[str, Any]] = [{"race": "gaia", "home": "resource"}, {"race": "mors", "home": "resource"}]
    supply = next(zone for zone in scene_of(standing("build", free), 0).zones if zone.id == "supply")
    assert [target.onto for target in supply.targets] == [["panel:0"]]
    dice = dice_of(scene_of(standing("action", SEATS, CONQUER.code(1)), 0))
    ways = {target.mode: target.onto for name in dice for target in dice[name].targets}
    assert ways == {"invasion": ["panel:0"], "destruction": ["zone:supply"], "pressure": []}


@rule("PM-4.1")
@pytest.mark.parametrize("race", ["gaia", "mors", "pacal"])
def test_an_answer_calls_a_face_as_the_board_does(race: str) -> None:
    seats = [
        {**SEATS[0], "race": race, "home": "race"},
        {**SEATS[1], "race": "matrix"},
        {**SEATS[2], "race": "roachkin"},
    ]
    dice = dice_of(scene_of(standing("manage", seats), 0))
    called = {die: (piece.label, target.label) for die, piece in dice.items() for target in piece.targets or ()}
    assert len(called) > 1
    for die, (name, answers) in called.items():
        assert name and answers.words["face"] == {"term": name.key}, die
    assert any(name and name.key.startswith("ability.") for name, _ in called.values())
