"""What scenario files of StarCraft cannot say: what is not told, and how a match ends when somebody leaves."""

from __future__ import annotations

from typing import Any

import pytest

import shapan
from shapan.engine.chance import Stream
from shapan.engine.event import Event
from shapan.engine.result import Result
from shapan.engine.scenario import Scenario, run
from shapan.engine.text import LANGUAGES, catalogue
from shapan.games.starcraft import cards, events, names
from shapan.games.starcraft.game import GAME
from shapan.games.starcraft.rules import planning

GALAXY = [
    {"planet": "torus", "at": [-1, 0]},
    {"planet": "abaddon", "at": [0, 0]},
    {"planet": "antiga_prime", "at": [1, 0]},
]


def told(key: str, pool: int, *answers: dict[str, Any]) -> int:
    """Return how often an event is told in a Build order of a seat with a base and some workers."""
    seats = [
        {"faction": "raynor", "bases": ["torus_4"], "pool": pool, "cards": []},
        {"faction": "overmind", "bases": ["antiga_prime_1"]},
    ]
    order = {"seat": 0, "order": "build", "planet": "torus"}
    result = run(
        GAME,
        {
            "game": "starcraft",
            "seats": 2,
            "position": {"step": "order", "order": order, "galaxy": GALAXY, "seats": seats},
            "answers": [{"seat": 0, **answer} for answer in answers],
            "expect": {"refused": None},
        },
    )
    assert not result.differences
    return sum(event["key"] == key for event in result.events)


@pytest.mark.rule("SC-3.7")
def test_an_order_that_could_do_nothing_tells_so() -> None:
    assert told("nothing_done", 0) == 1


@pytest.mark.rule("SC-3.7")
def test_an_order_that_bought_something_was_not_without_effect() -> None:
    assert told("worker_built", 1, {"do": "build_worker"}) == 1
    assert told("nothing_done", 1, {"do": "build_worker"}) == 0


def mobilized(*moves: dict[str, Any]) -> list[str]:
    """Return what is told of a Mobilize order on a planet with a marine and two areas of its own player."""
    seats = [
        {"faction": "raynor", "bases": ["torus_4"], "units": {"torus_4": {"marine": 1}}, "cards": []},
        {"faction": "overmind", "bases": ["antiga_prime_1"]},
    ]
    order = {"seat": 0, "order": "mobilize", "planet": "torus"}
    position = {"step": "order", "order": order, "galaxy": GALAXY, "seats": seats}
    answers = [{"seat": 0, "do": "pass"}, {"seat": 0, "do": "move", "moves": list(moves)}]
    file = {"game": "starcraft", "seats": 2, "position": position, "answers": answers, "expect": {"refused": None}}
    result = run(GAME, file)
    assert not result.differences
    return [event["key"] for event in result.events]


@pytest.mark.rule("SC-6.11")
def test_a_mobilize_order_that_moves_nothing_tells_so() -> None:
    assert mobilized().count("nothing_moved") == 1


@pytest.mark.rule("SC-6.11")
def test_a_mobilize_order_that_moves_a_unit_was_not_without_moves() -> None:
    keys = mobilized({"unit": "marine", "from": "torus_4", "to": "torus_3"})
    assert "moved" in keys and "nothing_moved" not in keys


@pytest.mark.parametrize(
    ("kind", "open_", "number"),
    [(events.CARD_LOST, (0, 3), 2), (events.GAINED_WORKERS, (0,), 1), (events.SABOTAGED, (0, 1), 3)],
)
def test_the_log_counts_workers_only_where_there_are_some(kind: int, open_: tuple[int, ...], number: int) -> None:
    some, none = (events.EVENTS.phrase(Event(kind, (*open_, many), 1, 0, ()), 0) for many in (number, 0))
    assert none["key"] == f"{some['key']}_none"
    for language in LANGUAGES:
        text = catalogue(GAME, language)[f"event.{none['key']}"]
        assert "{workers}" not in text and "{number}" not in text


@pytest.mark.rule("SC-13")
def test_a_mate_who_fell_wins_with_his_team_when_the_last_enemy_leaves() -> None:
    seats = [
        {"faction": "raynor", "bases": ["torus_4"]},
        {"faction": "overmind", "bases": ["antiga_prime_1"]},
        {"faction": "mengsk", "eliminated": True},
        {"faction": "tassadar", "eliminated": True},
    ]
    position = {"step": "planning", "galaxy": GALAXY, "seats": seats}
    state = GAME.read_position(position, GAME.resolve({"teams": "two"}, 4), 4)
    assert GAME.leave_ends(state, {1})
    outcome = GAME.forfeit(state, {1})
    assert (outcome.winners, outcome.ranks) == ([0, 2], [1, 4, 1, 3])


def placed(monkeypatch: pytest.MonkeyPatch, pieces: int, **more: Any) -> Result:
    """Run a placement of Pridewater beside two planets with slots, with so many pieces for routes in the game."""
    if shapan.BUILD == "compiled":
        pytest.skip("a constant is a number there, wherever it is used")
    monkeypatch.setattr(names, "NORMAL_ROUTES", pieces)
    galaxy = [
        {"planet": "torus", "at": [0, 0]},
        {"planet": "antiga_prime", "at": [1, 0]},
        {"planet": "dylar_iv", "at": [0, 1]},
    ]
    seats = [
        {"faction": "raynor", "tiles": ["abaddon"], "bases": ["torus_4"]},
        {"faction": "overmind", "tiles": ["pridewater"], "bases": ["antiga_prime_1"]},
    ]
    position = {"step": "place_planet", "placing_round": 2, "active": 1, "galaxy": galaxy, "seats": seats}
    answer = {"seat": 1, "do": "place_planet", "planet": "pridewater", "at": [1, 1], "turn": 3, **more}
    return run(GAME, {"game": "starcraft", "seats": 2, "position": position, "answers": [answer], "expect": {}})


HERE = ["antiga_prime-torus", "dylar_iv-torus"]


def routes(result: Result) -> list[str]:
    assert result.position is not None
    return sorted(set(result.position["routes"]) - set(HERE))


@pytest.mark.rule("SC-1.7.3", "SC-D11")
def test_where_pieces_are_short_the_player_says_which_join_is_made(monkeypatch: pytest.MonkeyPatch) -> None:
    for route in ("antiga_prime-pridewater", "dylar_iv-pridewater"):
        assert routes(placed(monkeypatch, 3, routes=[route])) == [route]
    assert placed(monkeypatch, 3).refused == "SC-1.7.3"
    assert len(routes(placed(monkeypatch, 4))) == 2


@pytest.mark.rule("SC-1.7.6", "SC-D11")
def test_without_a_piece_a_planet_comes_to_any_tile_and_no_route_is_laid(monkeypatch: pytest.MonkeyPatch) -> None:
    assert routes(placed(monkeypatch, 2)) == []
    assert placed(monkeypatch, 2, at=[2, 0], turn=0).refused is None
    assert placed(monkeypatch, 2, at=[2, 2]).refused == "SC-1.7.2"
    assert placed(monkeypatch, 15, at=[2, 0], turn=0).refused == "SC-1.7.2"


@pytest.mark.rule("SC-9.6", "SC-2.5")
def test_worlds_that_are_held_for_possible_lay_cards_and_orders_as_the_rules_allow() -> None:
    line = {"front": "marine", "standard": "T3", "reinforcement": "lockdown_1"}
    skirmishes = [{"attacker": {"front": "zealot", "standard": "P1"}, "defender": line}]
    battle = {"area": "abaddon_2", "attacker": 0, "defender": 1, "at": "resolve", "skirmishes": skirmishes}
    seats = [
        {"faction": "tassadar", "bases": ["torus_4"], "units": {"abaddon_2": {"zealot": 1}}, "hand": ["P2"]},
        {
            "faction": "raynor",
            "bases": ["antiga_prime_1"],
            "units": {"abaddon_2": {"marine": 1}},
            "technologies": ["lockdown", "cloaking_field", "irradiate"],
            "hand": ["T4", "lockdown_2"],
            "modules": {"research_and_development": 1},
        },
    ]
    stacks = {"torus": [{"seat": 1, "order": "special_build"}, {"seat": 1, "order": "build"}]}
    position = {"step": "battle", "battle": battle, "galaxy": GALAXY, "stacks": stacks, "seats": seats}
    seen: set[tuple[int, int]] = set()
    specials: set[int] = set()
    for number in range(60):
        state = GAME.read_position(position, GAME.resolve({}, 2), 2)
        GAME.resample(state, 0, Stream(f"world {number}"))
        assert state.battle is not None
        standard, reinforcement = state.battle.standard[1].cards[0], state.battle.reinforcement[1].cards[0]
        assert cards.STANDARD[standard] and not cards.STANDARD[reinforcement]
        seen.add((standard, reinforcement))
        specials.add(planning.specials_placed(state, 1))
    assert len(seen) > 20
    assert specials == {0, 1}


@pytest.mark.rule("SC-2.4")
@pytest.mark.parametrize(("option", "keys"), [("on", ["order_placed_secret"]), ("off", ["order_placed"])])
def test_by_the_option_neither_stack_nor_log_shows_the_own_order(option: str, keys: list[str]) -> None:
    seats = [
        {"faction": "raynor", "bases": ["torus_4"]},
        {"faction": "overmind", "bases": ["antiga_prime_1"]},
    ]
    data = {
        "game": "starcraft",
        "seats": 2,
        "options": {"show_own_orders": option},
        "position": {"step": "planning", "galaxy": GALAXY, "seats": seats},
        "answers": [{"seat": 0, "do": "place_order", "order": "mobilize", "planet": "torus"}],
    }
    scenario = Scenario(GAME, data)
    scenario.play(Result())
    match = scenario.match
    shown = [event["key"] for event in match.events_for(0) if event["key"].startswith("order_placed")]
    assert shown == keys
    assert match.view(0).stacks[names.PLANETS.index("torus")].cards == [names.MOBILIZE if option == "on" else -1]


@pytest.mark.rule("SC-13", "SC-12.3")
def test_a_team_is_told_the_victory_of_who_has_won_it() -> None:
    result = run(
        GAME,
        {
            "game": "starcraft",
            "seats": 4,
            "options": {"teams": "two"},
            "position": {
                "step": "regroup_7",
                "event_deck": {"I": 0, "II": 0, "III": 9},
                "galaxy": GALAXY,
                "seats": [
                    {"faction": "raynor", "bases": ["torus_1"]},
                    {"faction": "mengsk", "bases": ["abaddon_1"]},
                    {"faction": "overmind", "bases": ["torus_4", "antiga_prime_2", "abaddon_2"]},
                    {"faction": "tassadar", "bases": ["antiga_prime_1"]},
                ],
            },
            "expect": {"outcome": {"winners": [0, 2]}},
        },
    )
    assert not result.differences
    told = [event["with"]["special"] for event in result.events if event["key"] == "won_specially"]
    assert told == [{"term": "special.sv_overmind"}] * 2
